"""AGL1K's rules, as published with their faults and corrected, on a few answers worked out by hand."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.geography.country_names import country_of_name
from soundmark.scoring import agl1k_names
from soundmark.scoring.agl1k import (
    NamedPlaces,
    PublishedAnswers,
    Section,
    Verdicts,
    answered_only,
    as_published,
    corrected,
)
from soundmark.scoring.agl1k_names import city_key, continent_key, country_key, is_refusal
from soundmark.types import Status

NAN = math.nan
REFUSED_POINTS = 5000 * math.exp(-10_000 / 1492.7)


def value(section: Section, name: str) -> float:
    found = section[name].value
    assert found is not None
    return found


def published(latitudes: list[str | None], distance_km: list[float], **shares: list[float]) -> Section:
    n = len(latitudes)
    names = NamedPlaces(continents=["Asia"] * n, countries=["Japan"] * n, cities=["Tokyo"] * n)
    answers = PublishedAnswers(
        latitudes=latitudes,
        longitudes=["1.5"] * n,
        distance_km=np.array(distance_km),
        named=names,
        truth=names,
    )
    columns = {name: np.array(column) for name, column in shares.items()}
    return as_published(answers, columns or None, resamples=20)


def test_a_refusal_is_ten_thousand_km_away_and_other_text_is_dropped() -> None:
    section = published(["1.5", "0", "Not specified"], [100.0, 50.0, NAN])
    assert value(section, "distance_km") == pytest.approx((100 + 10_000) / 2)
    assert value(section, "geoscore") == pytest.approx((5000 * math.exp(-100 / 1492.7) + REFUSED_POINTS) / 2)
    assert pytest.approx(6.16, abs=0.005) == REFUSED_POINTS
    assert value(section, "acc_lt500km") == 0.5
    assert value(section, "reject_rate") == pytest.approx(1 / 3)


def test_a_threshold_is_not_within_itself() -> None:
    section = published(["1"] * 5, [1.0, 0.999, 10.0, 500.0, 1000.0])
    found = [value(section, f"acc_lt{km}km") for km in (1, 10, 100, 500, 1000)]
    assert found == pytest.approx([0.2, 0.4, 0.6, 0.6, 0.8])


def test_categories_are_of_clips_without_speech_only() -> None:
    section = published(
        ["1"] * 4,
        [1.0, 2.0, 4.0, 8.0],
        human_sounds=[0.1, 0.09, 0.0, NAN],
        animal=[1.0, 0.1, 0.0, 1.0],
        music=[0.0, 0.0, 0.0, 0.0],
        natural_sounds=[0.0, 0.5, 0.5, 0.0],
        sounds_of_things=[1.0, 0.0, 1.0, 1.0],
    )
    assert value(section, "speech_km") == 1.0
    assert value(section, "nonspeech_km") == 3.0
    assert value(section, "animal_km") == 2.0
    assert section["music_km"].value is None
    assert value(section, "nature_km") == 3.0
    assert value(section, "things_km") == 4.0


def verdicts() -> Verdicts:
    right = np.array([1.0, 0.0, 0.0, 1.0, 1.0])
    return Verdicts(
        status=[Status.OK, Status.OK, Status.REFUSED, Status.UNPARSED, Status.ERROR],
        distance_km=np.array([0.0, 3000.0, NAN, NAN, NAN]),
        continent_right=right,
        country_right=np.array([1.0, NAN, 0.0, 0.0, 1.0]),
        city_right=right,
    )


def test_corrected_counts_what_is_no_answer_as_worth_nothing_and_leaves_errors_out() -> None:
    section = corrected(verdicts(), None, resamples=20)
    assert value(section, "geoscore") == pytest.approx((5000 + 5000 * math.exp(-3000 / 1492.7)) / 4)
    assert value(section, "acc_lt1km") == 0.25
    assert value(section, "distance_km") == 1500.0
    assert value(section, "q50_km") == 1500.0
    assert value(section, "continent_acc") == 0.5
    assert value(section, "country_acc") == pytest.approx(1 / 3)
    rates = [value(section, f"{name}_rate") for name in ("reject", "unparsed", "error")]
    assert rates == [0.25, 0.25, 0.2]


def test_answered_only_is_over_places() -> None:
    section = answered_only(verdicts(), None, resamples=20)
    assert value(section, "geoscore") == pytest.approx((5000 + 5000 * math.exp(-3000 / 1492.7)) / 2)
    assert (value(section, "acc_lt1km"), value(section, "continent_acc")) == (0.5, 0.5)
    assert (section["geoscore"].n, section["country_acc"].n) == (2, 1)


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        (None, True), ("", True), (" ", True), ("0", True), ("0.0", True), ("-1", True), ("Unknown", True),
        ("N/A", True), ("NONE", True), ("0.00", False), ("-1.0", False), ("1", False), ("Not specified", False),
        ("unknown place", False),
    ],
)  # fmt: skip
def test_refusals_as_published(text: str | None, refused: bool) -> None:
    assert is_refusal(text) is refused


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("USA", "United States", True),
        ("U.S.A.", "United States", True),
        ("the Netherlands", "Holland", True),
        ("The Gambia", "Gambia", False),  # a fault: only names of the list lose their 'the'
        ("Japan.", "japan", True),
        ("Peru;", "Perú", True),
        ("Ghana.", "Ghana", False),  # a fault: only names of the list lose their point
        ("Taiwan", "China", True),  # a fault
        ("Taiwan, Province of China", "People's Republic of China", True),
        ("Korea, Republic of", "South Korea", False),  # a fault
        ("Holy See (Vatican City State)", "Vatican City", False),  # a fault
        ("Palestine, State of", "Palestine", False),  # a fault
        ("Scotland", "United Kingdom", False),
        ("Russian Federation", "Russia", True),
    ],
)
def test_countries_as_published(one: str, other: str, same: bool) -> None:
    assert (country_key(one) == country_key(other)) is same


@pytest.mark.parametrize(
    ("named", "truth", "right"),
    [
        ("Australia", "Oceania", True),
        ("EUROPE", "Europe", True),
        ("North America or Europe", "Europe", False),
        ("the Arctic", "Antarctica", True),  # a fault
        ("", "Europe", None),
        ("Europe", "", None),
    ],
)
def test_continents_as_published(named: str, truth: str, right: bool | None) -> None:
    keys = (continent_key(named), continent_key(truth))
    assert (None if None in keys else keys[0] == keys[1]) is right


def test_cities_as_published_are_bare_texts() -> None:
    assert city_key("TOKYO") == "tokyo"
    assert city_key("Tokyo ") != city_key("Tokyo")
    assert city_key("") is not None
    assert city_key(None) is None


def test_every_published_alias_is_the_same_country_by_our_own_names() -> None:
    """Two lists made apart from each other agree; 'Korea' alone is two countries, and 'Czech' no name of one."""
    for country, joined in agl1k_names._OTHER_NAMES.items():
        wanted = country_of_name(country)
        assert wanted is not None, country
        for alias in joined.split("|"):
            assert country_key(alias) == country
            assert country_of_name(alias) in ({wanted} if alias not in ("korea", "czech") else {wanted, None}), alias
    for country in agl1k_names._WITHOUT_OTHERS:
        assert country_of_name(country) is not None
        assert country_key(country) == country


@given(st.text(max_size=60))
def test_keys_of_anything_ignore_case_and_surrounding_space(text: str) -> None:
    for key in (country_key, continent_key):
        found = key(text)
        assert key(f" {text.lower()} ") == found
        assert found is None or found.strip()
    assert isinstance(is_refusal(text), bool)
