"""What AGL1K published stands beside what is right, and a wrong cell is named."""

from __future__ import annotations

import urllib.parse
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from soundmark.benchmarks import FindingKind, GeoPack, PackError
from soundmark.benchmarks.agl1k import read_agl1k
from soundmark.benchmarks.agl1k.rows import RowError, parse_row
from soundmark.benchmarks.markup import plain_text
from soundmark.geography.country import Country, countries
from soundmark.types import Coordinate
from tests.support.agl1k import COLUMNS, TABLE, made_row, needs, table_text


def cells(number: int = 7, **changes: str) -> dict[str, str]:
    return dict(zip(COLUMNS, made_row(number), strict=True)) | changes


def pack_of(folder: Path, *rows: dict[str, str]) -> GeoPack:
    path = folder / "table.csv"
    path.write_text(table_text([list(row.values()) for row in rows]), encoding="utf-8", newline="")
    return read_agl1k(path)


@pytest.mark.parametrize(
    ("number", "country", "iso2", "continent", "published"),
    [
        (0, "Taiwan", "TW", "Asia", ("China", "Asia")),
        (1, "China", "CN", "Asia", ("China", "Asia")),
        (2, "Vatican City", "VA", "Europe", ("Holy See (Vatican City State)", "")),
        (3, "South Korea", "KR", "Asia", ("Korea, Republic of", "Asia")),
        (4, "Bolivia", "BO", "South America", ("Bolivia, Plurinational State of", "South America")),
        (5, "Palestine", "PS", "Asia", ("Palestine, State of", "Asia")),
        (7, "Germany", "DE", "Europe", ("Germany", "Europe")),
    ],
)
def test_published_names_beside_todays(
    tmp_path: Path, number: int, country: str, iso2: str, continent: str, published: tuple[str, str]
) -> None:
    pack = pack_of(tmp_path, cells(number))
    question = pack.questions[0]
    assert (question.truth.country, question.truth.continent) == (country, continent)
    assert question.tags["country_code"] == iso2
    assert (question.tags["published_country"], question.tags.get("published_continent", "")) == published
    corrected = [note.detail for note in pack.report.notes if note.kind is FindingKind.CORRECTED]
    assert (f"{published[0]} -> {country}" in corrected) == (published[0] != country)
    assert ("blank -> Europe" in corrected) == (published[1] == "")


def test_a_clip_just_beyond_a_border_keeps_its_label(tmp_path: Path) -> None:
    question = pack_of(tmp_path, cells(2, longitude="12.4755965173", latitude="41.91085768")).questions[0]
    assert question.truth.country == "Vatican City"


def test_html_is_kept_beside_plain_text(tmp_path: Path) -> None:
    changes = {"description": "a<br />b &#333; <p>c</p> 1 < 2", "title": 'x <a href="http://e.org">y</a>'}
    tags = pack_of(tmp_path, cells() | changes).questions[0].tags
    assert tags["description"] == "a b ō c 1 < 2"
    assert tags["title"] == "x y"
    assert tags["published_description"] == changes["description"]
    assert tags["published_title"] == changes["title"]
    plain = pack_of(tmp_path, cells(description="plain", title="too")).questions[0].tags
    assert not {"published_description", "published_title"} & plain.keys()


@pytest.mark.parametrize(("share", "has_speech"), [("0.0", "false"), ("0.09", "false"), ("0.1", "true"), ("1", "true")])
def test_speech_begins_at_a_tenth(tmp_path: Path, share: str, has_speech: str) -> None:
    assert pack_of(tmp_path, cells(human_sounds=share)).questions[0].tags["has_speech"] == has_speech


@pytest.mark.parametrize(
    ("column", "value", "kind"),
    [
        ("key", "aporee_1", FindingKind.BAD_VALUE),
        ("key", "../../etc/passwd", FindingKind.BAD_VALUE),
        ("short_key", "7", FindingKind.BAD_VALUE),
        ("longitude", "180.5", FindingKind.BAD_PLACE),
        ("longitude", "", FindingKind.BAD_PLACE),
        ("latitude", "90.01", FindingKind.BAD_PLACE),
        ("latitude", "52°31'N", FindingKind.BAD_PLACE),
        ("latitude", "nan", FindingKind.BAD_PLACE),
        ("latitude", "1e1", FindingKind.BAD_PLACE),
        ("latitude", "٥٢", FindingKind.BAD_PLACE),
        ("mp3name", "a.wav", FindingKind.BAD_NAME),
        ("mp3name", "../a.mp3", FindingKind.BAD_NAME),
        ("mp3name", "a b.mp3", FindingKind.BAD_NAME),
        ("mp3name", "a.mp3?x=.mp3", FindingKind.BAD_NAME),
        ("mp3name", "a" * 300 + ".mp3", FindingKind.BAD_NAME),
        ("altitude", "high", FindingKind.BAD_VALUE),
        ("altitude", "99999", FindingKind.BAD_VALUE),
        ("mp3seconds", "-1", FindingKind.BAD_VALUE),
        ("city", "0879365079365xHackney", FindingKind.BAD_VALUE),
        ("country", "Atlantis", FindingKind.BAD_VALUE),
        ("continent", "Eurasia", FindingKind.BAD_VALUE),
        ("human_sounds", "1.5", FindingKind.BAD_VALUE),
        ("human_sounds", "", FindingKind.BAD_VALUE),
        ("music", "yes", FindingKind.BAD_VALUE),
        ("source_ambiguous_sounds", "inf", FindingKind.BAD_VALUE),
    ],
)
def test_a_cell_without_which_there_is_no_question(column: str, value: str, kind: FindingKind) -> None:
    with pytest.raises(RowError, match=column) as caught:
        parse_row(cells() | {column: value})
    assert caught.value.kind is kind
    assert len(str(caught.value)) < 200


def test_altitude_and_length_may_be_empty(tmp_path: Path) -> None:
    question = pack_of(tmp_path, cells(altitude="", mp3seconds="")).questions[0]
    assert not {"altitude_m", "duration_s"} & question.tags.keys()


def test_a_second_row_of_one_key_is_left_out(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, cells(1), cells(1, title="again"), cells(2))
    assert len(pack.questions) == 2
    assert [finding.kind for finding in pack.report.left_out] == [FindingKind.REPEATED_ID]


def test_two_clips_of_one_file_name_are_two_clips(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, cells(1, mp3name="STE001.mp3"), cells(2, mp3name="STE001.mp3"))
    assert len({question.clip.key for question in pack.questions}) == 2
    assert len({question.clip.address for question in pack.questions}) == 2


def test_a_table_of_which_nothing_comes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="No question"):
        pack_of(tmp_path, cells(latitude="x"))


def test_addresses_lead_to_archive_org_and_nowhere_else() -> None:
    pack = read_agl1k(needs(TABLE))
    for question in pack.questions:
        parts = urllib.parse.urlsplit(question.clip.address)
        assert (parts.scheme, parts.netloc, parts.query, parts.fragment) == ("https", "archive.org", "", "")
        assert parts.path.count("/") == 3
        assert question.clip.path is None
        assert "archive.org/details/" in question.clip.source
    assert len({question.clip.key for question in pack.questions}) == 1444
    assert not [question for question in pack.questions if "<br" in question.tags.get("description", "")]


@given(st.floats(-90, 90), st.floats(-180, 180))
def test_any_place_on_earth_is_read_as_it_is_written(latitude_deg: float, longitude_deg: float) -> None:
    place = Coordinate.wrapped(latitude_deg, longitude_deg)
    written = {"latitude": str(latitude_deg), "longitude": str(longitude_deg), "country": "Germany"}
    if abs(latitude_deg) < 1e-99 or abs(longitude_deg) < 1e-99:  # no place is written so
        written = {name: value if "e-" not in value else "0.0" for name, value in written.items()}
        place = Coordinate.wrapped(float(written["latitude"]), float(written["longitude"]))
    assert parse_row(cells() | written).place == place


@given(st.floats(), st.sampled_from(["latitude", "longitude"]))
def test_any_other_number_is_no_place(value: float, column: str) -> None:
    assume(not abs(value) <= {"latitude": 90, "longitude": 180}[column])
    with pytest.raises(RowError, match=column):
        parse_row(cells() | {column: str(value)})


@given(st.sampled_from(sorted(countries().values(), key=lambda country: country.iso2)))
def test_every_country_is_read_by_its_name(country: Country) -> None:
    names = parse_row(cells() | {"country": country.name, "continent": country.continent}).names
    assert names.country == country
    assert names.corrections == []


def test_a_very_long_text_is_cut_and_noted(tmp_path: Path) -> None:
    pack = pack_of(tmp_path, cells(description="x" * 5000), cells(8, title="y" * 200_000))
    assert len(pack.questions[0].tags["description"]) == 2000
    assert FindingKind.SHORTENED in [note.kind for note in pack.report.notes]
    assert "very long" in pack.report.left_out[0].detail


@given(st.text(max_size=200))
def test_plain_text_of_anything(text: str) -> None:
    assert "<br />" not in plain_text(text + "<br />")
    assert plain_text(text.replace("<", "").replace("&", "")) == text.replace("<", "").replace("&", "")


def test_plain_text_drops_what_browsers_do_not_show() -> None:
    assert plain_text("a<script>alert(1)</script>b<style>c</style>").split() == ["a", "b"]
    assert plain_text("<!-- hidden -->seen &lt;b&gt; &amp; &#283;") == "seen <b> & ě"
