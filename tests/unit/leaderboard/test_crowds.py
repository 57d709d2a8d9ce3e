"""Ten thousand players and hostile names on every board: the figures stay right, and what is shown is plain text."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any

import pytest

from leaderboard.arena_board import ratings_of
from leaderboard.arena_view import table_value as arena_value
from leaderboard.choice import count_of as choice_count
from leaderboard.choice import table_for as choice_table
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_spec import GLOBEAUDIO, TAU, ChoiceSpec
from leaderboard.choice_view import table_value as choice_value
from leaderboard.geo import count_answers
from leaderboard.geo import table_for as geo_table
from leaderboard.geo_view import table_value as geo_value
from leaderboard.tables.answers import answers_of
from leaderboard.tables.kinds import GEO, SPATIAL, TableKind, choice_kind
from leaderboard.tables.source import table_of_rows
from leaderboard.tables.table import TableRules, figure_table
from leaderboard.tables.view import figure_view
from soundmark.store.schema import Check, Vote
from soundmark.types import ChoiceTruth, ResponderKind, Status
from tests.support.any_rows import NOON, any_row
from tests.support.choices import question
from tests.support.hostile import CONTROL, FORMULA, HTML, TEMPLATE

PLAYERS = 10_000
NAMES = (HTML, TEMPLATE, FORMULA, CONTROL, "\u202egpj.exe", "a" * 5000, "名前😀", "  ", "%s{x}", "../../x", "__proto__")
RIGHT = ChoiceTruth(choice_index=1)
QUESTIONS = [question(n, language="en", tags={"hop_type": "Single-hop"}, truth=RIGHT) for n in range(2)]


def crowd(table: str, **columns: Any) -> list[Any]:
    """An answer of each of 10,000 players, three of four right, and one of each hostile model to each question."""
    plain = any_row(table, **columns, benchmark="b", imported_from=None, prompt_id=None, game_id=None, repeat_index=0)
    rows = []
    for number in range(PLAYERS + 2 * len(NAMES)):
        is_player, name = number < PLAYERS, NAMES[number % len(NAMES)]
        who: dict[str, Any] = {
            "response_id": f"id-{number}", "question_id": str(QUESTIONS[(number // len(NAMES)) % 2].question_id),
            "responder_kind": ResponderKind.HUMAN if is_player else ResponderKind.MODEL,
            "responder_id": f"{number:05}{name}" if is_player else name, "self_report": name,
            "setting": "audio" if is_player else name, "prompt_id": None if is_player else name,
            "status": Status.OK, "answered_at": NOON + timedelta(seconds=number), "raw_answer": name,
        }  # fmt: skip
        known = {field: value for field, value in who.items() if field in type(plain).__dataclass_fields__}
        rows.append(dataclasses.replace(plain, **known, **right_or_wrong(table, is_right=number % 4 > 0)))
    return rows


def right_or_wrong(table: str, *, is_right: bool) -> dict[str, Any]:
    if table == "geo":
        return {"points": 4000.0 if is_right else 0.0, "error_km": 100.0 if is_right else 9000.0}
    return {"choice_index": 1 if is_right else 0}


def figures(kind: TableKind, rows: list[Any]) -> Any:
    answers = answers_of(table_of_rows(kind.log_table, rows, kind.columns), kind.is_sound)
    rules = TableRules(classes=kind.classes, shown_players=50)
    return figure_view(figure_table(answers, kind.measure(answers), rules), {}, name="n", label="l", caption="c")


def places() -> Iterator[tuple[Any, str, float]]:
    rows = crowd("geo", true_latitude_deg=1.0, true_longitude_deg=2.0)
    yield geo_value(geo_table(count_answers(rows)), clip_list=HTML * 9 + CONTROL), "mean_points", 3000.0
    yield figures(GEO, rows), "points", 3000.0


def quiz(spec: ChoiceSpec) -> Iterator[tuple[Any, str, float]]:
    rows = crowd("choice", true_index=1, hop_type="Single-hop", language="en")
    ledger = ChoiceLedger(spec, QUESTIONS)
    ledger.add(rows)
    yield choice_value(choice_table(choice_count(ledger)), benchmark=HTML * 9 + CONTROL), "micro", 0.75
    yield figures(choice_kind(spec), rows), "acc_micro", 75.0


def directions() -> Iterator[tuple[Any, str, float]]:
    columns: dict[str, Any] = {"true_choice_index": 1, "task": "direction_ego", "level": "hard"}
    yield figures(SPATIAL, crowd("spatial", **columns, distance_m=None, true_distance_m=None)), "ego_dir", 75.0


CROWDS: Mapping[str, Callable[[], Iterator[tuple[Any, str, float]]]] = {
    "places": places, "tau": lambda: quiz(TAU), "globeaudio": lambda: quiz(GLOBEAUDIO), "directions": directions,
}  # fmt: skip


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, one in value.items():
            yield from texts_in(key)
            yield from texts_in(one)
    elif isinstance(value, list | tuple):
        for one in value:
            yield from texts_in(one)


def check_texts(value: Any) -> None:
    json.dumps(value, allow_nan=False).encode()
    labels = [row["label"] for row in value["rows"]]
    assert all(label.strip() and len(label) <= 90 for label in labels)
    assert any("<img src=x" in label for label in labels)
    for text in (*texts_in(value["rows"]), *texts_in(value["caption"])):
        assert text.isprintable() and len(text) <= 400, repr(text[:500])


@pytest.mark.parametrize("board", CROWDS)
def test_a_crowd_with_hostile_names_is_counted_and_shown_as_text(board: str) -> None:
    for value, column, expected in CROWDS[board]():
        everybody = next(row for row in value["rows"] if row["label"] == "All people")
        cell = everybody["cells"][column]
        assert everybody["cells"]["answers"] == PLAYERS
        assert cell["value"] == pytest.approx(expected)
        assert cell["low"] < expected < cell["high"]
        assert len(value["rows"]) < 250 and any(note["key"] == "board_note_hidden" for note in value["note"])
        assert sum(row["kind"] == "model" for row in value["rows"]) == len(NAMES)
        check_texts(value)


def test_votes_on_hostile_models_by_a_crowd_are_counted_and_shown_as_text() -> None:
    checked = dict.fromkeys(("check_listened", "check_nameless", "check_fresh", "check_pace"), Check.OK)
    plain: Any = any_row("votes", responder_kind=ResponderKind.HUMAN, question_id=HTML, **checked)
    rows = [
        dataclasses.replace(
            plain, vote_id=f"v{n}", battle_id=f"b{n}", responder_id=f"{n}{HTML}", model_a=NAMES[n % len(NAMES)],
            model_b=NAMES[(n + 1) % len(NAMES)], vote=Vote.A if n % 2 else Vote.B, voted_at=NOON + timedelta(seconds=n),
        )
        for n in range(PLAYERS)
    ]  # fmt: skip
    rated = ratings_of(rows).shown
    value: Any = arena_value(rated)
    left_out = sum(rated.report.excluded.values()) + len(rated.report.wrong) + rated.report.n_self
    assert sum(row["cells"]["won"] for row in value["rows"]) == rated.table.n_votes == PLAYERS - left_out
    assert rated.table.n_votes > PLAYERS / 3
    check_texts(value)
