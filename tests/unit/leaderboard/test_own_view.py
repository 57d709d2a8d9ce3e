"""The list of a person's own answers: the newest first, none too many, in words, without any truth."""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta
from typing import Any, cast

import pytest

from leaderboard.own_view import MAX_SHOWN, list_value
from soundmark.benchmarks.demo import DEMO_GLOBEAUDIO, DEMO_TAU
from soundmark.store import schema
from soundmark.types import Note, Status, worded
from tests.support.any_rows import any_row
from tests.support.rows import NOON, geo_row

NOTHING = worded("points_of", right="0", n="5,000")


def answers(*rows: schema.Row) -> list[dict[str, object]]:
    listed = list_value(rows)["answers"]
    assert isinstance(listed, list)
    return listed


def choice_row(**changes: object) -> schema.ChoiceRow:
    shared = {
        field.name: getattr(geo_row(), field.name)
        for field in dataclasses.fields(schema.PlayedRow)
        if field.name not in changes
    }
    own = {"choice_order": [1, 0], "choice_index": 1, "true_index": 0, "correct": False}
    return schema.ChoiceRow(**(shared | own | changes))


def spatial_row(**changes: object) -> schema.Row:
    return any_row("spatial", **({"choice_index": None, "true_choice_index": None, "status": Status.OK} | changes))


def test_an_answer_is_told_in_words() -> None:
    (answer,) = answers(geo_row(question_id="clip 7.wav", error_km=1234.5, points=4321.4, score=4999.0))
    assert answer == {
        "mode": {"text": "geo", "key": "mine_table_geo"},
        "question": worded("mine_clip", name="clip 7"),
        "result": worded("mine_answered"),
        "details": [worded("geo_km_away", km="1,234")],
        "score": worded("points_of", right="4,321", n="5,000"),
        "when": "2026-03-20T12:00:00+00:00",
        "muted": False,
    }


@pytest.mark.parametrize(
    ("row", "result", "score"),
    [
        (geo_row(status=Status.SKIPPED, error_km=None, points=0.0, score=0.0), worded("mine_passed"), NOTHING),
        (choice_row(correct=None, score=0.0, status=Status.SKIPPED), worded("mine_passed"), None),
        (spatial_row(correct=None, score=0.0, status=Status.SKIPPED), worded("mine_passed"), None),
        (spatial_row(correct=None, score=0.98), worded("mine_answered"), worded("mine_score", score="0.98")),
        (choice_row(), worded("mine_answered"), worded("mine_wrong")),
        (choice_row(correct=True), worded("mine_answered"), worded("mine_right")),
        (choice_row(correct=False, status=Status.REFUSED), {"name": "refused"}, worded("mine_wrong")),
        (choice_row(correct=None, score=None, status=Status.ERROR), {"name": "error"}, None),
    ],
)
def test_what_became_of_it_is_told(row: schema.Row, result: Note, score: Note | None) -> None:
    (answer,) = answers(row)
    assert (answer["result"], answer.get("score")) == (result, score)


def test_the_newest_come_first_and_what_is_left_out_is_said() -> None:
    rows = [
        geo_row(question_id=str(number), answered_at=NOON + timedelta(minutes=number * 7 % 150))
        for number in range(150)
    ]
    value = list_value(rows)
    assert value["note"] == worded("mine_newest", shown=100, all=150)
    listed = answers(*rows)
    assert len(listed) == MAX_SHOWN
    moments = [str(answer["when"]) for answer in listed]
    assert moments == sorted((row.answered_at.isoformat() for row in rows), reverse=True)[:MAX_SHOWN]
    assert list_value(rows[:MAX_SHOWN])["note"] == ""


def test_no_truth_is_told() -> None:
    row = geo_row(true_latitude_deg=12.345, true_longitude_deg=67.891, true_city="Truthville", true_country="Trueland")
    told = json.dumps([list_value([row]), list_value([choice_row(true_index=77)])])
    assert not [secret for secret in ("12.345", "67.891", "Truthville", "Trueland", "77") if secret in told]


def test_a_long_or_broken_name_is_cut_and_can_be_sent() -> None:
    (answer,) = answers(geo_row(question_id="<b>\ud800\x00" + "x" * 5000))
    name = cast("Any", answer["question"])["params"]["name"]
    assert len(name) == 120
    json.dumps(answer).encode()
    assert name.startswith("<b>\ufffd\ufffd")


def test_a_quiz_is_told_by_its_name_and_a_question_by_its_words() -> None:
    rows = [
        choice_row(benchmark=name, question_id="clip_1.opus#9fa0c1d2", answered_at=NOON + timedelta(minutes=-number))
        for number, name in enumerate((DEMO_TAU, DEMO_GLOBEAUDIO, "tau", "globeaudio", "birds"))
    ]
    listed = list_value(rows, {(DEMO_TAU, "clip_1.opus#9fa0c1d2"): "Which sound?"})["answers"]
    assert [(one["mode"], one["question"]) for one in cast("Any", listed)] == [
        (worded("board_tau"), {"text": "Which sound?"}),
        (worded("board_globeaudio"), worded("mine_clip", name="clip_1")),
        (worded("mine_quiz", quiz=worded("board_tau"), name="TAU"), worded("mine_clip", name="clip_1")),
        (worded("mine_quiz", quiz=worded("board_globeaudio"), name="GlobeAudio"), worded("mine_clip", name="clip_1")),
        (
            worded("mine_quiz", quiz={"text": "choice", "key": "mine_table_choice"}, name="birds"),
            worded("mine_clip", name="clip_1"),
        ),
    ]
