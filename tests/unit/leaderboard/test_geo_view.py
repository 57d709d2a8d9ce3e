"""What reaches the browser: figures and labels, no clip names, no full ids, no markup of ours around foreign text."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from leaderboard.geo import count_answers, table_for
from leaderboard.geo_view import table_value
from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind, Status

Answer = Callable[..., GeoRow]
HOSTILE = ["<img src=x onerror=alert(1)>", "${alert(1)}", "{{value}}", "\u202eevil", "a" * 5000, "\ud800"]


def value(rows: list[GeoRow], own_id: str | None = None, **options: Any) -> dict[str, Any]:
    made = table_value(table_for(count_answers(rows), own_id, shown_players=3), clip_list="clips", **options)
    return dict(json.loads(json.dumps(made, allow_nan=False)))


def column_ids(made: dict[str, Any]) -> list[str]:
    return [column["id"] for column in made["columns"]]


def test_no_answers_are_a_kind_sentence() -> None:
    assert value([]) == {"message": {"key": "board_no_answers"}}


def test_every_cell_has_a_column_and_every_best_one_too(answer: Answer) -> None:
    made = value([answer("aabbcc", f"q{i}", 4000.0, 333.0) for i in range(12)], "aabbcc")
    ids = set(column_ids(made))
    you = next(row for row in made["rows"] if row["own"])
    assert you["kind"] == "you"
    assert you["cells"]["mean_points"] == {"value": 4000.0, "low": 4000.0, "high": 4000.0}
    assert set(you["best"]) == {"mean_points", "median_km", "within_500", "within_1000"}
    for row in made["rows"]:
        assert ids - {"who"} <= set(row["cells"])
        assert set(row["best"]) <= ids


def test_columns_of_failures_stand_only_where_something_failed(answer: Answer) -> None:
    calm = [answer("aabbcc", "q1", 10.0, 900.0)]
    assert not {"refused", "unparsed", "errors"} & set(column_ids(value(calm)))
    model = ResponderKind.MODEL
    failures = (Status.REFUSED, Status.UNPARSED, Status.ERROR)
    stormy = [answer("m", status.value, kind=model, status=status) for status in failures]
    assert {"refused", "unparsed", "errors"} <= set(column_ids(value(calm + stormy)))


@pytest.mark.parametrize("name", HOSTILE)
def test_foreign_names_stay_text_and_short(answer: Answer, name: str) -> None:
    made = value([answer(name, "q1", 1.0, 900.0, kind=ResponderKind.MODEL, setting=name), answer(name, "q1")])
    labels = [row["label"] for row in made["rows"]]
    assert all(len(label.encode()) <= 200 for label in labels)
    if name.isascii():
        assert any(label.startswith(name[:40]) for label in labels)


def test_neither_clips_nor_whole_player_ids_nor_places_are_sent(answer: Answer) -> None:
    rows = [answer("0123456789abcdef", "Bells of Lima", 10.0, 900.0, truth=(-12.0464, -77.0428)) for _ in range(3)]
    sent = json.dumps(value(rows))
    assert "Player 012345" in sent
    for secret in ("0123456789abcdef", "Lima", "12.04", "77.04", "Bells"):
        assert secret not in sent


def test_the_notes_tell_what_was_left_out(answer: Answer) -> None:
    rows = [answer("aabbcc", "q1", 10.0, 900.0) for _ in range(3)]
    rows += [answer(f"p{n}", "q1", 10.0, 900.0) for n in range(4)]
    assert value(rows, ids_are_logged=False)["note"] == [
        {"key": "board_note_first", "params": {"n": "2"}},
        {"key": "board_note_hidden", "params": {"n": "2"}},
        {"key": "board_note_no_ids"},
    ]
    assert {"key": "board_note_no_ids"} not in value(rows)["note"]
