"""Accuracies, their intervals and the macro mean of a game equal what is worked out here by hand."""

from __future__ import annotations

import csv
import math
import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.modes.globeaudio.published import PUBLISHED as OF_GLOBEAUDIO
from soundmark.modes.tau.published import PUBLISHED as OF_TAU
from soundmark.quiz.summary import MACRO_MEAN, breakdown, macro_mean_part, with_macro_mean, with_people
from soundmark.store.schema import ChoiceRow
from soundmark.types import Status
from tests.conftest import ROOT
from tests.support.any_rows import any_row

Z_95 = 1.959963984540054
"""The 97.5 % point of the normal distribution (Abramowitz and Stegun, Table 26.5)."""
REFERENCE = ROOT.parent / "shared" / "reference"
LANGUAGES = ("th", "bn", "ru")
GROUPS = {"language": LANGUAGES, "hop_type": ("Single-hop", "Multi-hop")}
STATES = (Status.OK, Status.OK, Status.OK, Status.SKIPPED, Status.ERROR)


def row(status: Status, is_right: bool, language: str | None = "th", hop_type: str | None = "Multi-hop") -> ChoiceRow:
    correct = is_right if status is Status.OK else None
    made = any_row("choice", status=status, correct=correct, language=language, hop_type=hop_type)
    assert isinstance(made, ChoiceRow)
    return made


def a_log(seed: int, n: int = 200) -> list[ChoiceRow]:
    rng = random.Random(seed)
    return [
        row(rng.choice(STATES), rng.random() < 0.6, rng.choice(LANGUAGES), rng.choice(("Single-hop", "Multi-hop")))
        for _ in range(n)
    ]


def wilson(n_right: int, n: int) -> tuple[float, float]:
    """The bounds are the roots of (p - share)^2 = z^2 p (1 - p) / n (Wilson 1927)."""
    a, b, c = 1 + Z_95**2 / n, -(2 * n_right / n + Z_95**2 / n), (n_right / n) ** 2
    root = math.sqrt(b * b - 4 * a * c)
    return (-b - root) / (2 * a), (-b + root) / (2 * a)


@given(st.integers(0, 10**6), st.integers(1, 60))
def test_accuracies_and_intervals_by_group(seed: int, n: int) -> None:
    log = a_log(seed, n)
    parts = {(part["group"], part["value"]): part for part in breakdown(log, GROUPS)}
    for group, values in GROUPS.items():
        for value in values:
            taken = [one for one in log if one.status is Status.OK and getattr(one, group) == value]
            if not taken:
                assert (group, value) not in parts
                continue
            part, right = parts.pop((group, value)), sum(one.correct is True for one in taken)
            assert (part["right"], part["n"]) == (right, len(taken))
            assert (part["low"], part["high"]) == pytest.approx(wilson(right, len(taken)), abs=1e-9)
    assert parts == {}


def test_a_pass_and_a_sound_that_failed_are_no_wrong_choices() -> None:
    log = [row(Status.OK, True), row(Status.SKIPPED, False), row(Status.ERROR, False), row(Status.OK, False)]
    (part,) = breakdown(log, {"language": LANGUAGES})
    assert (part["right"], part["n"]) == (1, 2)
    assert breakdown(log[1:3], GROUPS) == []


def test_groups_come_in_the_order_of_the_quiz_and_what_has_none_is_left_out() -> None:
    log = [row(Status.OK, True, language) for language in ("fi", "ru", None, "bn", "th", "de")]
    assert [part["value"] for part in breakdown(log, {"language": LANGUAGES})] == ["th", "bn", "ru", "de", "fi"]


def shares_by_language(log: list[ChoiceRow]) -> dict[str, float]:
    by_language: dict[str, list[bool]] = {}
    for one in log:
        if one.status is Status.OK:
            by_language.setdefault(str(one.language), []).append(one.correct is True)
    return {language: sum(answers) / len(answers) for language, answers in by_language.items()}


@pytest.mark.parametrize("seed", range(5))
def test_the_macro_mean_is_the_plain_mean_over_languages(seed: int) -> None:
    log = a_log(seed)
    part, shares = macro_mean_part(log, "language"), shares_by_language(log)
    assert part is not None
    assert part["share"] == pytest.approx(sum(shares.values()) / len(shares))
    assert part["n"] == sum(one.status is Status.OK for one in log)


@pytest.mark.parametrize("seed", range(3))
def test_the_interval_of_the_macro_mean_is_that_of_a_mean_of_independent_shares(seed: int) -> None:
    log = a_log(seed, 900)
    part, shares = macro_mean_part(log, "language"), shares_by_language(log)
    assert part is not None
    counts = {one: sum(row.status is Status.OK and row.language == one for row in log) for one in shares}
    # Var(mean of k shares) = sum of p (1 - p) / n over k^2, which the bootstrap must come near to at these sizes.
    deviation = math.sqrt(sum(p * (1 - p) / counts[one] for one, p in shares.items())) / len(shares)
    mean = sum(shares.values()) / len(shares)
    assert part["low"] == pytest.approx(mean - Z_95 * deviation, abs=0.25 * deviation)
    assert part["high"] == pytest.approx(mean + Z_95 * deviation, abs=0.25 * deviation)


def test_few_answers_give_a_mean_without_an_interval_and_one_language_gives_none() -> None:
    log = [row(Status.OK, True, "th"), row(Status.OK, False, "bn"), row(Status.SKIPPED, False, "ru")]
    part = macro_mean_part(log, "language")
    assert part is not None
    assert (part["value"], part["share"], part["low"], part["high"]) == (MACRO_MEAN, 0.5, None, None)
    assert macro_mean_part(log[:1], "language") is None
    assert macro_mean_part([], "language") is None


def other(who: str, own: ChoiceRow, is_right: bool, status: Status = Status.OK) -> ChoiceRow:
    correct = is_right if status is Status.OK else None
    made = any_row("choice", responder_id=who, status=status, correct=correct, language=own.language)
    assert isinstance(made, ChoiceRow)
    return made


def test_other_people_are_those_who_took_a_choice_on_the_same_questions() -> None:
    log = [row(Status.OK, True, "th"), row(Status.OK, False, "bn"), row(Status.SKIPPED, False, "bn")]
    others = [
        [other("ann", log[0], True), other("bob", log[0], False), other("cat", log[0], True, Status.SKIPPED)],
        [other("ann", log[1], True), other("bob", log[1], True), other("dan", log[1], True)],
        [other("ann", log[2], False), other("eve", log[2], False, Status.SKIPPED)],
    ]
    mean = macro_mean_part(log, "language")
    assert mean is not None
    th, bn, both = with_people([*breakdown(log, {"language": LANGUAGES}), mean], log, others)
    # Thai: one of two right. Bengali: three of four, the question that the player passed included.
    assert [part["people"] for part in (th, bn)] == [
        {"share": 0.5, "n": 2, "low": None, "high": None},
        {"share": 0.75, "n": 4, "low": None, "high": None},
    ]
    assert isinstance(both["people"], Mapping)
    assert (both["people"]["share"], both["people"]["n"]) == (pytest.approx((0.5 + 0.75) / 2), 6)
    assert [part["right"] for part in (th, bn)] == [1, 0]  # the player's own figures stay


def test_persons_are_drawn_whole() -> None:
    log = [row(Status.OK, True, "th") for _ in range(20)]
    parts = breakdown(log, {"language": LANGUAGES})
    # Ten persons answered all twenty, three of them right throughout. A draw has as many right as binomial draws of
    # 0.3 give, 2.5 % of which are 0 or 1 (2.8 % are 0), and 97.5 % at most 6.
    others = [[other(f"p{who}", own, is_right=who < 3) for who in range(10)] for own in log]
    (th,) = with_people(parts, log, others)
    assert isinstance(people := th["people"], Mapping)
    assert (people["share"], people["n"], people["high"]) == pytest.approx((0.3, 200, 0.6))
    assert 0.0 <= people["low"] < 0.11


def test_nobody_else_is_no_row() -> None:
    log = [row(Status.OK, True, "th"), row(Status.OK, True, "bn")]
    parts = breakdown(log, {"language": LANGUAGES})
    assert with_people(parts, log, [[], []]) == parts
    assert ["people" in part for part in with_people(parts, log, [[other("ann", log[0], True)], []])] == [True, False]


def reference(name: str) -> list[dict[str, str]]:
    path = REFERENCE / name
    if not path.is_file():
        pytest.skip("the published tables are not on this machine")
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def shares_of(published: Mapping[str, object]) -> dict[str, float]:
    shares = published["shares"]
    assert isinstance(shares, Mapping)
    return dict(shares)


def table_of(published: Mapping[str, object]) -> str:
    """The number of the paper's table in which a row stands."""
    source = published["source"]
    assert isinstance(source, Mapping)
    return str(source["params"]["n"])


def test_published_figures_of_globeaudio_are_those_of_the_paper_and_their_mean_its_average() -> None:
    table = {line["model"]: line for line in reference("globeaudio_table3.csv")}
    columns = {"en": "en", "ru": "ru", "zh-Hans": "zh", "th": "th", "en-SG": "sg", "bn": "bn"}
    assert len(OF_GLOBEAUDIO) >= 3
    for published in OF_GLOBEAUDIO:
        line = table[str(published["label"])]
        assert shares_of(published) == {
            ours: pytest.approx(float(line[theirs]) / 100) for ours, theirs in columns.items()
        }
        mean = shares_of(with_macro_mean(published, list(columns)))[MACRO_MEAN]
        assert mean == pytest.approx(float(line["avg"]) / 100, abs=0.5e-4)


def test_published_figures_of_tau_are_those_of_the_paper() -> None:
    files = {"1": "tau_table1_default_prompt.csv", "2": "tau_table2_taiwan_prompt.csv"}
    lines = {number: {line["model"]: line for line in reference(file)} for number, file in files.items()}
    names = {"People who know Taiwan": "Topline", "Chance": "Random"}
    assert {table_of(published) for published in OF_TAU} == set(files)
    for published in OF_TAU:
        line = lines[table_of(published)][names.get(str(published["label"]), str(published["label"]))]
        assert shares_of(published) == {
            "Single-hop": pytest.approx(float(line["single_hop"]) / 100),
            "Multi-hop": pytest.approx(float(line["multi_hop"]) / 100),
        }


def test_published_figures_get_a_mean_only_over_what_they_have() -> None:
    published = {"label": "x", "shares": {"th": 0.5, "bn": 0.7}}
    assert shares_of(with_macro_mean(published, ["th", "bn"]))[MACRO_MEAN] == pytest.approx(0.6)
    assert with_macro_mean(published, ["th", "ru"]) == published
    assert with_macro_mean(published, []) == published
