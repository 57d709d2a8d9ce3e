"""A game of directions against a model or a baseline: what is told of it, and when."""

from __future__ import annotations

import dataclasses
import json
from datetime import timedelta

import pytest

from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_run import blind_baselines, run_baseline
from soundmark.games.deal import GameKind
from soundmark.games.opponents import opponent_of
from soundmark.games.table import Wish
from soundmark.modes.savvy.play import SavvyPlay
from soundmark.modes.savvy.round import Submission, is_direction
from soundmark.modes.savvy.stages import Finished, Settled, Shown
from soundmark.modes.savvy.view import question_page, result_page, summary_page
from soundmark.store.ids import new_response_id
from soundmark.store.schema import SpatialRow
from soundmark.types import QuestionKind, ResponderKind, Status, worded
from tests.support.opponents import OWL, OWL_KEY, THOUGHTS, scene_rows
from tests.unit.savvy.conftest import MakePlay
from tests.unit.savvy.test_play import ANN, address, right

AGAINST_OWL = Wish(kind=GameKind.SEED, seed="tea", rounds=6, opponent=OWL_KEY)


def shown(play: SavvyPlay, wish: Wish) -> Shown:
    stage = play.flow.start(ANN, wish)
    assert isinstance(stage, Shown)
    return stage


def page_of(stage: Shown | Settled) -> str:
    page = question_page(stage, address) if isinstance(stage, Shown) else result_page(stage, address)
    return json.dumps([page.bar, page.card])


def says(play: SavvyPlay, row: SpatialRow, score: float, **changes: object) -> None:
    play.table.book.journal.append(dataclasses.replace(row, score=score, **changes))  # type: ignore[arg-type]


def test_a_race_from_start_to_end(make_play: MakePlay) -> None:
    play = make_play()
    for row in scene_rows(play.table.load_pack()):
        assert isinstance(row, SpatialRow)
        says(play, row, 1.0 if row.choice_order else 0.7)
    stage: object = shown(play, AGAINST_OWL)
    theirs = own = 0.0
    while isinstance(stage, Shown):
        assert stage.race is not None
        assert stage.race.theirs == pytest.approx(theirs)
        told = page_of(stage)
        assert "kookaburra" not in told
        assert '"others"' not in told
        asks_sector = is_direction(stage.seat.question)
        answer = right(stage.seat.question) if asks_sector else Submission()
        settled = play.answer(ANN, stage.seat.record.round_id, answer)
        theirs, own = theirs + (1.0 if asks_sector else 0.7), own + asks_sector
        assert settled.race is not None
        assert (settled.race.own, settled.race.theirs) == pytest.approx((own, theirs))
        card = result_page(settled, address).card
        assert card is not None
        (owl,) = [one for one in card["others"] if one["kind"] == "model"]  # type: ignore[attr-defined]
        assert owl["said"].startswith(THOUGHTS)  # as it came: the page shows it as text
        stage = play.flow.after(stage.seat.record.round_id)
    assert isinstance(stage, Finished)
    assert stage.race is not None
    assert stage.race.outcome == "lost"
    summary = summary_page(stage, url="https://example.org").summary
    assert summary is not None
    # Four directions and two distances: parts of a point are told and count.
    assert worded("share_lost", name=OWL, own="4.0", theirs="5.4") in list(summary["share"])  # type: ignore[call-overload]
    race = summary["race"]
    assert isinstance(race, dict)
    assert (race["own"], race["theirs"], race["outcome"]) == (4.0, 5.4, "lost")


def test_against_nobody_nothing_is_said_of_a_race(make_play: MakePlay) -> None:
    play = make_play()
    stage = shown(play, dataclasses.replace(AGAINST_OWL, opponent=""))
    settled = play.answer(ANN, stage.seat.record.round_id, Submission())
    assert '"race"' not in page_of(stage) + page_of(settled)


def test_baselines_have_answered_every_question(make_play: MakePlay) -> None:
    play = make_play()
    for baseline in blind_baselines(QuestionKind.SPATIAL):
        log = BaselineLog(play.table.book.journal)
        run_baseline(baseline, play.table.load_pack(), log, deployment="test", rest=lambda _: None)
    stage = shown(play, dataclasses.replace(AGAINST_OWL, opponent="baseline/blind/Middle of the list"))
    settled = play.answer(ANN, stage.seat.record.round_id, Submission())
    assert settled.race is not None
    assert settled.race.n == 1
    assert settled.race.opponent == opponent_of("baseline/blind/Middle of the list")
    assert [row.responder_id for row in settled.machines] == ["Middle of the list", "Random"]


def test_of_each_model_the_newest_answer_to_the_present_question_is_told(make_play: MakePlay) -> None:
    play = make_play()
    mine = play.answer(ANN, shown(play, AGAINST_OWL).seat.record.round_id, Submission()).row
    other_truth = {"true_distance_m": 99.0, "true_choice_index": 7}
    for name, minute, changes in (("old", 1, {}), ("new", 3, {}), ("came late", 2, {}), ("another", 4, other_truth)):
        of_model = {
            "responder_kind": ResponderKind.MODEL,
            "responder_id": OWL,
            "setting": "audio",
            "status": Status.OK,
        }
        when = {"response_id": new_response_id(), "answered_at": mine.answered_at + timedelta(minutes=minute)}
        says(play, mine, minute / 10, raw_answer=name, **of_model, **when, **changes)
    settled = play.answer(ANN, shown(play, AGAINST_OWL).seat.record.round_id, Submission())
    assert [row.raw_answer for row in settled.machines] == ["new"]
    assert settled.race is not None
    assert settled.race.theirs == 0.3
    assert settled.others == ()  # a model is no person
