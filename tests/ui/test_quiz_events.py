"""Nothing that a quiz is sent is believed."""

from __future__ import annotations

import json
import uuid

import pytest

from tests.support.app_process import AppProcess
from tests.support.mode_drivers import answer, card, logged, start_quiz
from tests.support.quizzes import QUIZZES
from tests.support.raw_events import Json, RawClient, error_in, values_in

pytestmark = pytest.mark.ui
EVERY_QUIZ = pytest.mark.parametrize("mode", [quiz.mode for quiz in QUIZZES])


@EVERY_QUIZ
def test_s10_nothing_is_told_without_an_answer(app: AppProcess, visitor: RawClient, mode: str) -> None:
    before, round_id = len(logged(app)["choice"]), start_quiz(visitor, mode)
    stranger = RawClient(app.url)
    answers = [
        visitor.call(f"{mode}-card", "next", card(round_id)),
        visitor.call(f"{mode}-card", "next", card("x" * 22)),
        visitor.call(f"{mode}-card", "next", None),
        answer(visitor, mode, {"round": round_id, "phase": "told", "right": 0}),
        answer(visitor, mode, card(round_id, 99)),
        answer(visitor, mode, card("x" * 22)),
        stranger.call(f"{mode}-card", "answer", visitor.ticket | {"player": str(uuid.uuid4())}, card(round_id), None),
    ]
    told = json.dumps(answers)
    assert '"right"' not in told.replace('"tally": {"right"', "")
    assert '"told"' not in told
    assert "expired" in str(answers[-1]["said"])
    assert len(logged(app)["choice"]) == before


@EVERY_QUIZ
def test_a_round_of_one_quiz_is_none_of_the_other(app: AppProcess, visitor: RawClient, mode: str) -> None:
    before = len(logged(app)["choice"])
    (other,) = [quiz.mode for quiz in QUIZZES if quiz.mode != mode]
    result = answer(visitor, other, card(start_quiz(visitor, mode)))
    assert "expired" in str(result["said"])
    assert len(logged(app)["choice"]) == before


@EVERY_QUIZ
@pytest.mark.parametrize("position", [-1, 4, 1e9, "0", True, [0], {}])
def test_an_odd_choice_gets_a_sentence_and_leaves_the_round_open(
    app: AppProcess, visitor: RawClient, mode: str, position: object
) -> None:
    round_id = start_quiz(visitor, mode)
    assert "one of" in error_in(answer(visitor, mode, card(round_id, position)))
    before = len(logged(app)["choice"])
    assert answer(visitor, mode, card(round_id, None))["success"]
    assert logged(app)["choice"][before].status == "skipped"  # type: ignore[attr-defined]


@EVERY_QUIZ
def test_an_answer_twice_is_one_row_and_the_same_truth(app: AppProcess, visitor: RawClient, mode: str) -> None:
    before, round_id = len(logged(app)["choice"]), start_quiz(visitor, mode)
    first, second = (answer(visitor, mode, card(round_id, position)) for position in (0, 1))
    assert told_in(first) == told_in(second)
    assert len(logged(app)["choice"]) == before + 1


def told_in(message: Json) -> Json:
    """The card that tells the truth."""
    (found,) = [value for value in values_in(message) if isinstance(value, dict) and value.get("phase") == "told"]
    return dict(found)
