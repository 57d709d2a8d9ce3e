"""A quiz against a model or a baseline: what is told of it, and when."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable

import pytest

from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_run import blind_baselines, run_baseline
from soundmark.games.deal import GameKind
from soundmark.games.opponents import Opponent
from soundmark.models.baselines.choices import LONGEST
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.rules import Submission
from soundmark.quiz.stages import Finished, Settled, Shown
from soundmark.quiz.view import question_page, result_page, summary_page
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.types import QuestionKind, ResponderKind, Status, worded
from tests.support.baseline_packs import list_of
from tests.support.choice_log import choice_row
from tests.support.choices import ANN, Clock, pack_of, question, quiz_play, quiz_table, wish

QUESTIONS = [question(number, language="en", wordings={}) for number in range(4)]
OWL = Opponent(kind=ResponderKind.MODEL, name="owl-7b", setting="audio")
CONFIG = QuizConfig(mode="quiz", title_key="t", lead_key="l", prompt_id="p")
Says = Callable[..., None]


@pytest.fixture
def play(book: RoundBook) -> QuizPlay:
    return quiz_play(quiz_table(book, lambda: pack_of(QUESTIONS), clock=Clock(), rounds=4))


@pytest.fixture
def says(journal: Journal) -> Says:
    """The model answers a question."""

    def say(number: int, **changes: object) -> None:
        row = choice_row(QUESTIONS[number], is_right=number < 3, responder_kind=OWL.kind, responder_id=OWL.name)
        extra = json.dumps({"reasoning": f"kookaburra {number} <i>laughs</i>"})
        journal.append(dataclasses.replace(row, extra_json=extra, raw_answer=f"({number})", **changes))  # type: ignore[arg-type]

    return say


def page_of(stage: Shown | Settled) -> str:
    page = question_page(stage) if isinstance(stage, Shown) else result_page(stage)
    return json.dumps(dataclasses.asdict(page), default=str)


def test_a_race_from_start_to_end(play: QuizPlay, says: Says) -> None:
    for number in range(4):
        says(number)
    stage: object = play.flow.start(ANN, wish(GameKind.FREE, opponent=OWL.key))
    theirs = 0.0
    while isinstance(stage, Shown):
        assert stage.race is not None
        assert stage.race.theirs == theirs
        assert "kookaburra" not in page_of(stage)
        settled = play.answer(ANN, stage.seat.record.round_id, Submission(position=stage.order.index(0)))
        assert settled.race is not None
        theirs = settled.race.theirs
        (said,) = [one["said"] for one in card_models(settled)]
        assert str(said).startswith("kookaburra")
        assert "<i>laughs</i>" in str(said)  # as it came: the page shows it as text
        stage = play.flow.after(stage.seat.record.round_id)
    assert isinstance(stage, Finished)
    assert stage.race is not None
    # The right choice of questions 0 and 1 is the first of the benchmark's; the model has three right.
    assert (stage.race.own, stage.race.theirs, stage.race.outcome) == (2, 3, "lost")
    summary = summary_page(stage, CONFIG, url="https://example.org", published=[]).summary
    assert summary is not None
    assert worded("share_lost", name="owl-7b", own="2", theirs="3") in list(summary["share"])  # type: ignore[call-overload]


def card_models(settled: Settled) -> list[dict[str, object]]:
    card = result_page(settled).card
    assert card is not None
    models = card["models"]
    assert isinstance(models, list)
    return models


def test_a_baseline_that_answered_the_list_is_raced_and_shown(play: QuizPlay, journal: Journal) -> None:
    for baseline in blind_baselines(QuestionKind.CHOICE):
        run_baseline(baseline, list_of(QUESTIONS), BaselineLog(journal), deployment="test", rest=lambda _: None)
    stage = play.flow.start(ANN, wish(GameKind.FREE, opponent=f"baseline/blind/{LONGEST}"))
    assert isinstance(stage, Shown)
    settled = play.answer(ANN, stage.seat.record.round_id, Submission(position=0))
    assert settled.race is not None
    assert settled.race.n == 1
    names = ["Longest option", "Most frequent position", "Random"]
    assert [(one["kind"], one["name"], one["said"]) for one in card_models(settled)] == [
        ("baseline", name, "") for name in names
    ]
    assert settled.others == ()
    longest = next(one for one in card_models(settled) if one["name"] == LONGEST)
    # "word 1 alpha", "word 1 gamma" and "word 1 delta" are as long: the first of the benchmark's order.
    assert settled.row.choice_order.index(0) == longest["position"]


def test_a_model_that_chose_nothing_scores_nothing_and_a_failure_does_not_count(play: QuizPlay, says: Says) -> None:
    says(0, status=Status.REFUSED, choice_index=None, correct=False)
    says(1, status=Status.ERROR, choice_index=None, correct=None, score=None)
    says(2, choice_index=77)  # no choice of the question
    stage: object = play.flow.start(ANN, wish(GameKind.FREE, opponent=OWL.key))
    positions = []
    while isinstance(stage, Shown):
        settled = play.answer(ANN, stage.seat.record.round_id, Submission(position=None))
        positions += [one["position"] for one in card_models(settled)]
        stage = play.flow.after(stage.seat.record.round_id)
    assert positions == [None] * 3
    assert isinstance(stage, Finished)
    assert stage.race is not None
    assert stage.race.n == 2
