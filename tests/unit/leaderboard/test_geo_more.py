"""People by experience, errors by continent, and the questions that are asked now: equal to what pandas works out."""

from __future__ import annotations

import random
from dataclasses import asdict, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from leaderboard.geo import count_answers, table_for
from leaderboard.geo_continents import continents_view
from leaderboard.live_figures import LiveFigures
from leaderboard.tables.asked import GEO_COLUMNS, SPATIAL_COLUMNS, AskedOf
from leaderboard.tables.experience import NAMES
from leaderboard.tables.groups import Who
from leaderboard.tables.kinds import GEO, SPATIAL
from leaderboard.tables.measure_continents import measure_continents
from leaderboard.tables.questions import number_of_question
from leaderboard.tables.source import LoggedTable, table_of_rows
from leaderboard.tables.table import TableRules, figure_table
from soundmark.secret import Secret
from soundmark.store.journal import Journal
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import NOON, any_row
from tests.support.services import services_on

CONTINENTS = [None, "Africa", "asia", "Europe", "North America", "Atlantis", "Australia"]
NAMED = {"Africa": "Africa", "asia": "Asia", "Europe": "Europe", "North America": "North America",
         "Australia": "Oceania"}  # fmt: skip


def geo(number: int, who: str | None, question: int, **more: Any) -> Any:
    columns: dict[str, Any] = {
        "response_id": f"r{number:05}", "benchmark": "b", "question_id": f"q{question}", "prompt_id": None,
        "responder_kind": ResponderKind.HUMAN, "responder_id": who, "setting": "audio", "imported_from": None,
        "status": Status.OK, "game_id": None, "answered_at": NOON + timedelta(seconds=number),
        "true_latitude_deg": float(question % 90), "true_longitude_deg": 2.0, "error_km": 100.0, "points": 10.0,
        "score": 10.0, "hint_cost": 0.0,
    }  # fmt: skip
    return any_row("geo", **columns | more)


def long_log(seed: int) -> list[Any]:
    """Answers of people who go on for different lengths, some at the same moment, some again, and of models."""
    rng = random.Random(seed)
    rows = []
    for number in range(600):
        kind = rng.choice([ResponderKind.HUMAN] * 5 + [ResponderKind.MODEL])
        who = rng.choice(["ann", "ann", "bob", "cem", None]) if kind is ResponderKind.HUMAN else "m"
        question = rng.randrange(120)
        km = rng.uniform(0, 19_000)
        rows.append(geo(
            number, who, question, responder_kind=kind,
            status=rng.choice([Status.OK] * 6 + [Status.SKIPPED, Status.ERROR]),
            answered_at=NOON + timedelta(seconds=number // 2), error_km=km,
            true_continent=CONTINENTS[question % len(CONTINENTS)],
        ))  # fmt: skip
    rng.shuffle(rows)
    return rows


def people_of(rows: list[Any]) -> pd.DataFrame:
    """The answers of named people that count, with how many their player had given before, strictly earlier."""
    frame = pd.DataFrame([asdict(row) for row in rows]).sort_values(["answered_at", "response_id"])
    frame = frame[(frame.responder_kind == "human") & frame.responder_id.notna() & (frame.status != "error")]
    frame = frame.drop_duplicates(["responder_id", "question_id"])
    by_player = frame.groupby("responder_id").answered_at
    frame["earlier"] = by_player.rank(method="min") - 1
    frame["experience"] = pd.cut(frame.earlier, [-1, 9, 49, 10**6], labels=["first", "some", "many"]).astype(str)
    return frame


@pytest.mark.parametrize("seed", range(3))
def test_people_are_told_apart_by_how_much_they_had_answered_before(seed: int) -> None:
    rows = long_log(seed)
    expected = people_of(rows).experience.value_counts().to_dict()
    assert len(expected) >= 2
    answers = GEO.answers(LoggedTable(table_of_rows("geo", rows, GEO.columns), frozenset()))
    table = figure_table(answers, GEO.measure(answers), TableRules(classes=GEO.classes, has_intervals=False))
    assert {row.key.name: row.answers for row in table.rows if row.key.who is Who.PEOPLE} == expected
    ranking = {row.label: row.figures.answers for row in table_for(count_answers(rows)).rows}
    assert {name: ranking[NAMES[name]] for name in expected} == expected
    assert SPATIAL.by_experience


def test_a_class_of_its_own_is_no_row_when_everybody_is_in_it() -> None:
    rows = [geo(number, "ann", number) for number in range(10)]
    answers = GEO.answers(LoggedTable(table_of_rows("geo", rows, GEO.columns), frozenset()))
    table = figure_table(answers, GEO.measure(answers), TableRules(classes=GEO.classes))
    assert [row.key.who for row in table.rows if row.key.who is Who.PEOPLE] == []
    assert "People in their first 10 questions" not in {row.label for row in table_for(count_answers(rows)).rows}


@pytest.mark.parametrize("seed", range(3))
def test_errors_by_continent_are_those_of_pandas(seed: int) -> None:
    rows = long_log(seed)
    answers = GEO.answers(LoggedTable(table_of_rows("geo", rows, GEO.columns), frozenset()))
    measured = measure_continents(answers)
    table = figure_table(answers, measured, TableRules(has_intervals=False))
    row = next(row for row in table.rows if row.key.who is Who.PLAYER and row.key.name == "ann")
    found = {metric.name: figure for metric, figure in zip(table.metrics, row.figures, strict=True)}
    frame = people_of(rows)
    frame = frame[frame.responder_id == "ann"]
    frame["continent"] = frame.true_continent.map(NAMED)
    assert len(found) == 1 + 2 * frame.continent.nunique()
    for continent, part in frame.groupby("continent"):
        name = str(continent).lower().replace(" ", "_")
        km = part.error_km[part.status == "ok"]
        scores = 5000 * (-part.error_km / 1492.7).map(lambda power: 2.718281828459045**power)
        assert found[f"q50_km_{name}"].value == pytest.approx(km.median())
        assert found[f"q50_km_{name}"].n == len(km)
        assert found[f"geoscore_{name}"].value == pytest.approx(scores.where(part.status == "ok", 0.0).mean())
        assert found[f"geoscore_{name}"].n == len(part)


def test_the_view_of_continents_puts_them_under_two_headers() -> None:
    rows = [geo(number, "ann", number, true_continent="Asia") for number in range(3)]
    answers = GEO.answers(LoggedTable(table_of_rows("geo", rows, GEO.columns), frozenset()))
    (view,) = continents_view(answers, {}, TableRules())
    columns: Any = view["columns"]
    assert [(column["label"], column.get("group", "")) for column in columns[3:]] == [
        ("Asia", "Median error (km), by the continent of the recording"),
        ("Asia", "GeoScore (points), by the continent of the recording"),
    ]
    nameless = [replace(row, true_continent=None) for row in rows]
    answers = GEO.answers(LoggedTable(table_of_rows("geo", nameless, GEO.columns), frozenset()))
    assert continents_view(answers, {}, TableRules()) == []


def test_answers_to_what_is_asked_now_count_and_those_to_another_truth_do_not(journal: Journal, tmp_path: Path) -> None:
    asked = AskedOf(revision="r2", columns=GEO_COLUMNS, truths={"q1": (1.0, 2.0), "q2": (2.0, 3.0)})
    for row in (geo(1, "ann", 1), geo(2, "ann", 2), geo(3, "bob", 3), geo(4, "bob", 1, true_longitude_deg=2.5)):
        journal.append(row)
    # An answer from before the truth was put right does not take the place of a later one.
    journal.append(geo(5, "cem", 1, true_latitude_deg=9.0))
    journal.append(geo(6, "cem", 1))
    view: Any = LiveFigures(services_on(journal, tmp_path), GEO).views(None, "b", asked)[0]
    counts = {row["label"]: row["cells"]["answers"] for row in view["rows"]}
    assert counts == {"All people": 2, "Player ann": 1, "Player cem": 1}


def test_what_a_question_does_not_ask_for_is_absent_in_the_log_too() -> None:
    rows = [
        any_row("spatial", response_id=f"s{number}", question_id="q", true_choice_index=sector, true_distance_m=metres)
        for number, (sector, metres) in enumerate([(2, None), (None, 2.0), (2, 2.0), (1, None)])
    ]
    table = table_of_rows("spatial", rows, SPATIAL.columns)
    asked = AskedOf(revision="r", columns=SPATIAL_COLUMNS, truths={"q": (2, None)})
    assert asked.rows(table).tolist() == [True, False, False, False]
    assert AskedOf(revision="r", columns=SPATIAL_COLUMNS, truths={}).rows(table).tolist() == [False] * 4


def test_the_number_of_a_question_needs_the_deployments_key() -> None:
    one, other = Secret("a" * 32), Secret("b" * 32)
    names = [f"q{number}" for number in range(2000)]
    numbers = {number_of_question(one, name) for name in names}
    assert len(numbers) == len(names)
    assert numbers.isdisjoint(number_of_question(other, name) for name in names)
    assert number_of_question(one, "\ud800") == number_of_question(one, "\ud800")
