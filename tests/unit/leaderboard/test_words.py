"""Whatever fixed words and sentences a board sends, the page has them; figures beside a result are the shipped ones."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from leaderboard.arena_board import ratings_of
from leaderboard.arena_view import BASELINES, REASONS, STANDINGS
from leaderboard.arena_view import table_value as arena_value
from leaderboard.boards import texts_of
from leaderboard.choice import count_of, table_for
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_spec import GLOBEAUDIO, SPECS
from leaderboard.choice_view import table_value as choice_value
from leaderboard.error_cases import LABELS
from leaderboard.geo import count_answers
from leaderboard.geo import table_for as geo_table
from leaderboard.geo_continents import continents_view
from leaderboard.geo_view import table_value as geo_value
from leaderboard.notes import COUNTED, slug
from leaderboard.paper_columns import COLUMNS
from leaderboard.paper_rules import rules_view
from leaderboard.paper_tables import PAPERS, read_table
from leaderboard.paper_view import citation, paper_views
from leaderboard.published_rows import DETAILS
from leaderboard.tables.experience import NAMES
from leaderboard.tables.kinds import GEO, SPATIAL, choice_kind
from leaderboard.tables.labels import NO_NAME, UNSAID
from leaderboard.tables.measure_continents import MEDIAN_IS, SCORE_IS
from leaderboard.tables.questions import question_view
from leaderboard.tables.source import LoggedTable, table_of_rows
from leaderboard.tables.table import TableRules, figure_table
from leaderboard.tables.view import figure_view
from soundmark.modes.globeaudio.published import PUBLISHED as GLOBEAUDIO_ROWS
from soundmark.modes.savvy.published import PUBLISHED as SAVVY_ROWS
from soundmark.modes.tau.published import PUBLISHED as TAU_ROWS
from soundmark.secret import Secret
from soundmark.store.schema import Check, Vote, VoteRow
from soundmark.types import ResponderKind, Status
from tests.conftest import ROOT
from tests.support.any_rows import any_row
from tests.support.choices import question

ENGLISH = json.loads((ROOT / "components" / "texts" / "static" / "en.json").read_text(encoding="utf-8"))
SIGNS = re.compile(r"[\d,]*|km|m|s|%|#|GeoScore|None")
"""What is the same in every language: numbers, units by their symbols, and names of figures."""
FORMS = re.compile("|".join(f"(?:{one.form})" for one in COUNTED))
NUMBER = re.compile(r"[\d.]+")
SPOKEN = GLOBEAUDIO.published[0]
PLAIN: dict[str, Any] = {"responder_kind": ResponderKind.HUMAN, "imported_from": None}
CHECKED = {name.partition(" ")[0]: Check.OK for name in REASONS if name.startswith("check_")}
VOTER: dict[str, Any] = {"responder_kind": ResponderKind.HUMAN}
JUDGE: dict[str, Any] = {"responder_kind": ResponderKind.MODEL}


def votes() -> Iterator[VoteRow]:
    """Of two groups of models, one of which always wins, with votes that failed every check, and some of a judge."""
    failed: list[dict[str, Any]] = [{}] * 12 + [{name: Check.FAILED} for name in CHECKED] + [JUDGE]
    for number, checks in enumerate(failed):
        for pair in (("a", "b"), ("c", "d"), ("c", "d")):
            yield any_row(
                "votes", vote_id=f"{pair}{number}{checks}", battle_id=f"{pair}{number}", model_a=pair[0],
                model_b=pair[1], vote=Vote.A if pair[0] == "a" or number % 2 else Vote.B, **CHECKED | VOTER | checks,
            )  # type: ignore[misc]  # fmt: skip


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
        measured = kind.measure(answers)
        table = figure_table(answers, measured, TableRules(classes=kind.classes))
        yield figure_view(table, {}, name="figures", label="All figures", caption="All figures, with 95 % intervals")
        yield from continents_view(answers, {}, TableRules(classes=kind.classes)) if kind is GEO else []
        if kind.log_table != "spatial":
            one = next(one for one in measured if one.metric.name in ("geoscore", "acc_micro"))
            yield question_view(answers, one, Secret("k"))
    yield arena_value(ratings_of(votes()).shown)
    yield rules_view([], 3)
    for mode in PAPERS:
        yield from paper_views(mode)


def words() -> Iterator[str]:
    """Whatever a board says as a fixed word."""
    for view in views():
        for column in view["columns"]:
            yield from (str(column.get(part) or "") for part in ("label", "unit", "group", "name"))
        yield from (toggle["label"] for toggle in view.get("toggles", []))
        yield from (row["label"] for row in view["rows"] if is_ours(view, row))
        yield from (part for row in view["rows"] if is_ours(view, row) for part in re.split(", |; ", row["tag"]))
        yield from (row.get("badge", "") for row in view["rows"])
        yield from (view[part] for part in ("label", "group", "caption") if isinstance(view.get(part), str))
        yield from (headers for headers, _ in view.get("defs", []))
    for kind in (GEO, SPATIAL, *map(choice_kind, SPECS)):
        empty = kind.answers(LoggedTable(table_of_rows(kind.log_table, [], kind.columns), frozenset()))
        for one in kind.measure(empty):
            yield from (one.metric.label, one.metric.unit)
    for spec in SPECS:
        yield from (*spec.groups.values(), spec.groups_are, spec.mean_is, *spec.classes.values(), spec.unsaid)
        yield from (part for table in spec.published for part in table.source.split(", "))
    for mode in PAPERS:
        yield from (header for headers, _ in texts_of(mode).columns_mean for header in headers)
    for column in COLUMNS.values():
        yield from (column.label, column.unit)
    yield from (*NAMES.values(), *DETAILS.values(), NO_NAME, UNSAID, MEDIAN_IS, SCORE_IS, "You", "provisional")
    yield from (*STANDINGS.values(), *BASELINES, *LABELS.values())


def is_ours(view: Any, row: Any) -> bool:
    """Whether a row's names are ours, and not those of a paper or a model."""
    return (
        row["kind"] != "model" and row.get("badge") != "published" and not str(view.get("id", "")).startswith("table")
    )


def told() -> Iterator[Any]:
    """Whatever a board says as a sentence."""
    for view in views():
        yield from view["note"]
        yield from (view[part] for part in ("label", "caption") if isinstance(view.get(part), dict))
    for mode in PAPERS:
        yield from (meaning for _, meaning in texts_of(mode).columns_mean)
        yield from (one for one in citation(mode) if "key" in one)
    yield arena_value(ratings_of([]).shown)["message"]


def said_in(note: Any) -> Iterator[Any]:
    """A note with those that stand in it."""
    yield note
    for value in note.get("params", {}).values():
        yield from said_in(value) if isinstance(value, dict) else []


def known(word: str) -> set[str]:
    return {f"board_word_{slug(word)}", f"name_{slug(word)}"} & set(ENGLISH)


def test_every_fixed_word_of_a_board_is_a_text_of_the_page() -> None:
    found = {word for word in words() if not SIGNS.fullmatch(word)}
    assert len(found) > 150
    assert {word for word in found if not known(word) and not FORMS.fullmatch(word)} == set()
    assert {word for word in found if known(word) and FORMS.fullmatch(word)} == set(), (
        "said as a word with something in it"
    )


def test_a_word_with_something_in_it_has_a_text_that_takes_it() -> None:
    assert {one.key: set(re.findall(r"\{(\w+)\}", ENGLISH[one.key])) for one in COUNTED} == {
        one.key: set(one.params) for one in COUNTED
    }


def test_every_sentence_of_a_board_is_a_text_of_the_page_with_its_values() -> None:
    found = [inner for one in told() for inner in said_in(one)]
    assert len(found) > 100
    for one in found:
        assert isinstance(one, dict), f"{one!r} is said in English in every language"
        if "name" in one:  # a fixed word, which the page may not know when it is a figure's own name
            assert SIGNS.fullmatch(one["name"]) or known(one["name"]), one
        else:
            assert set(re.findall(r"\{(\w+)\}", ENGLISH[one["key"]])) == set(one.get("params", {})), one


@pytest.mark.parametrize(
    ("rows", "mode", "columns"),
    [
        (TAU_ROWS, "tau", {"Single-hop": "single_hop", "Multi-hop": "multi_hop"}),
        (GLOBEAUDIO_ROWS, "globeaudio", {group: name for name, group in SPOKEN.columns.items()}),
        (SAVVY_ROWS, "savvy", {}),
    ],
    ids=["tau", "globeaudio", "savvy"],
)  # fmt: skip
def test_figures_beside_a_result_are_those_of_the_shipped_tables(rows: Any, mode: str, columns: dict[str, str]) -> None:
    for row in rows:
        records = read_table(f"{mode}_table{row['source']['params']['n']}.csv")
        wanted = {columns.get(name, name): round(share * 100, 6) for name, share in row["shares"].items()}
        numbers = [sorted(map(float, filter(NUMBER.fullmatch, record.values()))) for record in records]
        assert any(set(wanted.values()) <= set(found) for found in numbers), row["label"]
        named = [record for record in records if columns and record["model"].startswith(row["label"][:9])]
        assert not named or any(
            all(float(record[name]) == value for name, value in wanted.items()) for record in named
        ), row["label"]
