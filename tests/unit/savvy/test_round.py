"""What an answer is worth, and the row it becomes."""

from __future__ import annotations

import dataclasses
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.deal import GameKind, GameSpec
from soundmark.games.wire import WireError
from soundmark.modes.savvy.round import (
    MAX_METRES,
    Submission,
    answers_of,
    azimuth_error_deg,
    error_row,
    row_of,
    score_of,
    slider_end_m,
    tally,
    template_of,
)
from soundmark.modes.savvy.wire import read_choice, read_submission
from soundmark.store.ids import Player
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import SpatialRow
from soundmark.types import (
    Clip,
    GameId,
    OwnerKey,
    Question,
    QuestionId,
    QuestionKind,
    RoundId,
    SpatialQuestion,
    SpatialTruth,
    Status,
)

QUADRANTS = ("front-left", "front-right", "back-left", "back-right")
NOW = datetime(2026, 1, 2, tzinfo=UTC)
ANN = Player(OwnerKey("ann"), "a" * 32, "salt")


def question(task: str, truth: SpatialTruth, choices: tuple[str, ...] = ()) -> SpatialQuestion:
    return Question(
        question_id=QuestionId("q1"),
        benchmark="made",
        revision="1",
        kind=QuestionKind.SPATIAL,
        prompt="Where?",
        clip=Clip(path=Path("a.flac")),
        truth=truth,
        choices=choices,
        tags={"task": task, "level": "hard"},
    )


DIRECTION = question("direction_ego", SpatialTruth(choice_index=2, azimuth_deg=-120.0, distance_m=3.0), QUADRANTS)
DISTANCE = question("distance_exo", SpatialTruth(distance_m=2.5, start_s=1.0, end_s=2.0))


def row(asked: SpatialQuestion, submission: Submission, player: Player = ANN) -> SpatialRow:
    spec = GameSpec(kind=GameKind.SEED, seed="tea", benchmark="made", revision="1", question_ids=(QuestionId("q1"),))
    record = RoundRecord(
        round_id=RoundId("r" * 22),
        game_id=GameId("g" * 22),
        number=1,
        question_id=QuestionId("q1"),
        shown_at=NOW,
        state={},
        response_id=None,
    )
    return row_of(
        spec=spec, record=record, question=asked, submission=submission, player=player, deployment="here", now=NOW
    )


def test_a_sector_is_right_or_wrong() -> None:
    assert [score_of(DIRECTION, Submission(position=position)) for position in range(4)] == [0, 0, 1, 0]


@pytest.mark.parametrize(
    "metres,share",
    # SAVVY, section 5.1: thresholds 0.1 to 1.0 m, strictly below. The truth is 2.5 m.
    [(2.5, 1.0), (2.55, 1.0), (2.6, 0.9), (2.4, 0.9), (2.95, 0.6), (3.0, 0.5), (3.49, 0.1), (3.5, 0.0), (0.0, 0.0)],
)
def test_metres_score_the_share_of_thresholds_that_they_keep(metres: float, share: float) -> None:
    assert score_of(DISTANCE, Submission(metres=metres)) == pytest.approx(share)


def test_the_row_of_a_direction_keeps_the_order_of_the_sectors() -> None:
    logged = row(DIRECTION, Submission(position=1, input_method="click", listened_s=3.0, play_count=2))
    assert (logged.choice_order, logged.choice_index, logged.true_choice_index) == ([0, 1, 2, 3], 1, 2)
    assert (logged.correct, logged.score, logged.status) == (False, 0.0, Status.OK)
    assert (logged.raw_answer, logged.task, logged.level) == ("front-right", "direction_ego", "hard")
    assert (logged.azimuth_deg, logged.azimuth_error_deg, logged.true_azimuth_deg) == (None, None, -120.0)
    assert (logged.distance_m, logged.listened_s, logged.play_count) == (None, 3.0, 2)


def test_the_row_of_a_distance_has_its_error_in_metres() -> None:
    logged = row(DISTANCE, Submission(metres=2.1, input_method="slider"))
    assert logged.distance_error_m == pytest.approx(0.4)
    assert (logged.distance_m, logged.true_distance_m, logged.correct, logged.choice_order) == (2.1, 2.5, None, [])
    assert (logged.true_start_s, logged.true_end_s, logged.raw_answer) == (1.0, 2.0, "2.1")
    assert logged.setting == "audio_tracks"


@pytest.mark.parametrize("asked", [DIRECTION, DISTANCE])
def test_a_passed_round_is_no_wrong_answer(asked: SpatialQuestion) -> None:
    logged = row(asked, Submission(input_method="keyboard"))
    assert (logged.status, logged.correct, logged.score) == (Status.SKIPPED, None, 0.0)
    assert (logged.raw_answer, logged.input_method, logged.choice_index, logged.distance_m) == (None, None, None, None)


def test_a_number_for_a_direction_and_a_sector_for_a_distance_are_no_answers() -> None:
    assert row(DIRECTION, Submission(metres=1.0)).status is Status.SKIPPED
    assert row(DISTANCE, Submission(position=1)).status is Status.SKIPPED


@given(st.floats(-180, 180), st.floats(-180, 180))
def test_an_error_goes_the_shorter_way_round(first: float, second: float) -> None:
    error = azimuth_error_deg(first, second)
    assert 0 <= error <= 180
    plain = abs(first - second)
    assert error == pytest.approx(min(plain, 360 - plain), abs=1e-9)


def test_179_and_minus_179_are_neighbours() -> None:
    assert azimuth_error_deg(179, -179) == pytest.approx(2)


def test_a_tally_counts_points_and_leaves_out_what_could_not_be_played() -> None:
    rows = [
        row(DIRECTION, Submission(position=2)),
        row(DISTANCE, Submission(metres=2.6)),
        error_row(row(DISTANCE, Submission())),
        row(DIRECTION, Submission()),
        row(DIRECTION, Submission(position=2)),
        row(DISTANCE, Submission(metres=2.5)),
    ]
    found = tally(rows)
    assert found.points == pytest.approx(1 + 0.9 + 0 + 1 + 1)
    assert (found.counted, found.passed, found.streak, found.best_streak) == (5, 1, 2, 2)


def test_others_are_heard_once_and_only_on_the_same_question() -> None:
    own = row(DIRECTION, Submission(position=2))
    bob = Player(OwnerKey("bob"), "b" * 32, "salt")
    first, again = row(DIRECTION, Submission(position=1), bob), row(DIRECTION, Submission(position=2), bob)
    other_truth = dataclasses.replace(row(DIRECTION, Submission(position=0), bob), true_choice_index=0)
    mine = row(DIRECTION, Submission(position=0))
    assert answers_of([own, mine, other_truth, first, again, object()], own) == [first]


def test_the_slider_ends_at_one_place_for_all_questions() -> None:
    far = question("distance_ego", SpatialTruth(distance_m=12.0))
    assert slider_end_m([DIRECTION, DISTANCE]) == 10
    assert slider_end_m([DISTANCE, far]) == 20
    assert slider_end_m([question("distance_ego", SpatialTruth(distance_m=1e4))]) == MAX_METRES


def test_six_templates_are_told_apart() -> None:
    sides = question("direction_ego", SpatialTruth(choice_index=0), ("left", "right", "back"))
    assert len({template_of(one) for one in (DIRECTION, DISTANCE, sides)}) == 3


@pytest.mark.parametrize(
    "answer",
    [None, 5, "x", [], {"position": -1}, {"position": 8}, {"position": True}, {"position": "1"}, {"position": 1.0},
     {"metres": "3"}, {"metres": float("nan")}, {"metres": float("inf")}, {"metres": -0.5}, {"metres": 101},
     {"metres": 10**400}, {"metres": True}, {"metres": [1]}],
)  # fmt: skip
def test_what_no_page_sends_gives_a_sentence(answer: object) -> None:
    with pytest.raises(WireError):
        read_submission({"round": "r" * 22, "answer": answer}, None)


def test_an_answer_is_read_with_what_was_heard_of_its_round_only() -> None:
    card = {"round": "r" * 22, "answer": {"position": None, "metres": 2.345678, "how": "typed"}}
    stage = {"round": "r" * 22, "id": "other", "listened_s": 4.5, "plays": 2}
    assert read_submission(card, stage) == Submission(metres=2.35, input_method="typed", listened_s=4.5, play_count=2)
    elsewhere = read_submission(card, {**stage, "round": "s" * 22})
    assert (elsewhere.listened_s, elsewhere.play_count) == (None, None)
    assert read_submission({**card, "answer": {"position": 3, "how": "telepathy"}}, stage).input_method is None


def test_microphones_that_are_not_offered_are_all_of_them() -> None:
    assert read_choice("3456", True, None).how.mics == ("3", "4", "5", "6")
    assert read_choice("3456", True, None).how.is_paper
    for odd in ("0123456", "9", "", None, 5, ["3"], "x" * 1000):
        assert read_choice(odd, "true", odd).how.mics == ()
        assert not read_choice(odd, "true", odd).how.is_paper
