"""Whatever fixed words and sentences a board sends, the page has them; figures beside a result are the shipped ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from leaderboard.choice import count_of, table_for
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_spec import GLOBEAUDIO, SPECS
from leaderboard.choice_view import table_value as choice_value
from leaderboard.geo import count_answers
from leaderboard.geo import table_for as geo_table
from leaderboard.geo_view import table_value as geo_value
from leaderboard.paper_tables import read_table
from leaderboard.published_rows import DETAILS
from leaderboard.tables.experience import NAMES
from leaderboard.tables.kinds import GEO, SPATIAL, choice_kind
from leaderboard.tables.labels import NO_NAME, UNSAID
from leaderboard.tables.measure_continents import MEDIAN_IS, SCORE_IS
from leaderboard.tables.source import LoggedTable, table_of_rows
from leaderboard.tables.table import TableRules, figure_table
from leaderboard.tables.view import figure_view
from soundmark.modes.globeaudio.published import PUBLISHED as GLOBEAUDIO_ROWS
from soundmark.modes.savvy.published import PUBLISHED as SAVVY_ROWS
from soundmark.modes.tau.published import PUBLISHED as TAU_ROWS
from soundmark.types import ResponderKind, Status
from tests.conftest import ROOT
from tests.support.any_rows import any_row
from tests.support.choices import question

ENGLISH = json.loads((ROOT / "components" / "texts" / "static" / "en.json").read_text(encoding="utf-8"))
AS_THEY_ARE = re.compile(r"[\d,]*|km|m|%|#|GeoScore|c|l|(Answers w|W)ithin [\d,]+ km|Player .*|None")
NUMBER = re.compile(r"[\d.]+")
SPOKEN = GLOBEAUDIO.published[0]
PLAIN: dict[str, Any] = {"responder_kind": ResponderKind.HUMAN, "imported_from": None}


def views() -> Iterator[Any]:
    places = {"true_latitude_deg": 0.0, "true_longitude_deg": 0.0, "points": 1.0, "error_km": 1.0}
    geo = [any_row("geo", response_id=f"r{n}", status=status, **places, **PLAIN) for n, status in enumerate(Status)]
    yield geo_value(geo_table(count_answers(geo)), clip_list="clips")  # type: ignore[arg-type]
    spoken = [question(n, language="en", tags={"hop_type": "Single-hop"}) for n in range(2)]
    for spec in SPECS:
        yield choice_value(table_for(count_of(ChoiceLedger(spec, spoken))), benchmark="b", is_read=False)
    for kind in (GEO, SPATIAL, *map(choice_kind, SPECS)):
        rows = [any_row(kind.log_table, response_id=f"r{n}", status=one, **PLAIN) for n, one in enumerate(Status)]
        answers = kind.answers(LoggedTable(table_of_rows(kind.log_table, rows, kind.columns), frozenset()))
        table = figure_table(answers, kind.measure(answers), TableRules(classes=kind.classes))
        yield figure_view(table, {}, name="figures", label="All figures", caption="c")


def words() -> Iterator[str]:
    for view in views():
        for column in view["columns"]:
            yield from (str(column.get(part) or "") for part in ("label", "unit", "group", "name"))
        yield from (toggle["label"] for toggle in view.get("toggles", []))
        yield from (row["label"] for row in view["rows"] if row["kind"] != "model")
        yield view.get("group", "")
    for kind in (GEO, SPATIAL, *map(choice_kind, SPECS)):
        empty = kind.answers(LoggedTable(table_of_rows(kind.log_table, [], kind.columns), frozenset()))
        for one in kind.measure(empty):
            yield from (one.metric.label, one.metric.unit)
    for spec in SPECS:
        yield from (*spec.groups.values(), spec.groups_are, spec.mean_is, *spec.classes.values(), spec.unsaid)
    yield from (*NAMES.values(), *DETAILS.values(), NO_NAME, UNSAID, MEDIAN_IS, SCORE_IS, "You", "provisional")


def slug(text: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")


def test_every_fixed_word_of_a_board_is_a_text_of_the_page() -> None:
    found = {word for word in words() if not AS_THEY_ARE.fullmatch(word)}
    assert len(found) > 50
    known = {key for word in found for key in (f"board_word_{slug(word)}", f"name_{slug(word)}") if key in ENGLISH}
    assert {word for word in found if not known & {f"board_word_{slug(word)}", f"name_{slug(word)}"}} == set()


def test_every_sentence_of_a_board_is_a_text_of_the_page_with_its_values() -> None:
    told = [one for view in views() for one in (*view["note"], view["caption"]) if isinstance(one, dict)]
    assert len(told) > 8
    for one in told:
        assert set(re.findall(r"\{(\w+)\}", ENGLISH[one["key"]])) == set(one["params"]), one


@pytest.mark.parametrize(
    ("rows", "file", "columns"),
    [
        (TAU_ROWS, "tau_table1.csv", {"Single-hop": "single_hop", "Multi-hop": "multi_hop"}),
        (GLOBEAUDIO_ROWS, "globeaudio_table3.csv", {group: name for name, group in SPOKEN.columns.items()}),
        (SAVVY_ROWS, "savvy_table2.csv", {}),
    ],
    ids=["tau", "globeaudio", "savvy"],
)  # fmt: skip
def test_figures_beside_a_result_are_those_of_the_shipped_tables(rows: Any, file: str, columns: dict[str, str]) -> None:
    for row in rows:
        wanted = {columns.get(name, name): round(share * 100, 6) for name, share in row["shares"].items()}
        numbers = [sorted(map(float, filter(NUMBER.fullmatch, record.values()))) for record in read_table(file)]
        assert any(set(wanted.values()) <= set(found) for found in numbers), row["label"]
        named = [record for record in read_table(file) if columns and record["model"].startswith(row["label"][:9])]
        assert not named or any(
            all(float(record[name]) == value for name, value in wanted.items()) for record in named
        ), row["label"]
