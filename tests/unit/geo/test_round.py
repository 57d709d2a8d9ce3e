"""The rules of a round: score, hints, time limit."""

from __future__ import annotations

import math
import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from geographiclib.geodesic import Geodesic
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.deal import GameKind, GameSpec
from soundmark.geography.country import Country
from soundmark.modes.geo import round as rules
from soundmark.modes.geo.others import count_farther
from soundmark.modes.geo.round import Hint, RoundState, Submission
from soundmark.store import schema
from soundmark.store.ids import Player
from soundmark.store.round_records import RoundRecord
from soundmark.types import (
    Clip,
    Coordinate,
    GameId,
    GeoTruth,
    OwnerKey,
    Question,
    QuestionId,
    QuestionKind,
    RoundId,
    Status,
)  # fmt: skip
from tests.support.rows import NOON

TAIPEI = Coordinate(25.033, 121.5654)
QUESTION = Question(
    question_id=QuestionId("q1"),
    benchmark="pack",
    revision="abc",
    kind=QuestionKind.GEO,
    prompt="Where?",
    clip=Clip(path=Path("q1.wav"), sha256="0" * 64),
    truth=GeoTruth(place=TAIPEI, continent="Asia", country="Taiwan", city="Taipei"),
)


def at(after_s: float) -> datetime:
    """A time after the round was shown."""
    return NOON + timedelta(seconds=after_s)


def spec(time_limit_s: int | None = None) -> GameSpec:
    return GameSpec(
        kind=GameKind.SEED,
        seed="tea",
        benchmark="pack",
        revision="abc",
        question_ids=(QuestionId("q1"),),
        time_limit_s=time_limit_s,
    )


def record(**state: object) -> RoundRecord:
    return RoundRecord(
        round_id=RoundId("r"),
        game_id=GameId("g"),
        number=1,
        question_id=QuestionId("q1"),
        shown_at=NOON,
        state=state,
        response_id=None,
    )


def row(submission: Submission, *, state: dict[str, object] | None = None, timed_out: bool = False) -> schema.GeoRow:
    return rules.row_of(
        spec=spec(),
        record=record(**(state or {})),
        state=RoundState.from_json(state or {}),
        question=QUESTION,
        submission=submission,
        timed_out=timed_out,
        player=Player(OwnerKey("o"), "p" * 32, "salt"),
        guess_country=Country("JP", "Japan", "Asia"),
        deployment="test",
        now=NOON + timedelta(seconds=20),
    )


@given(st.floats(-90, 90), st.floats(-179.999, 180))
def test_distance_and_score_are_those_of_the_paper(latitude: float, longitude: float) -> None:
    logged = row(Submission(guess=Coordinate(latitude, longitude)))
    inverse = Geodesic.WGS84.Inverse(latitude, longitude, TAIPEI.latitude_deg, TAIPEI.longitude_deg)
    assert logged.error_km == pytest.approx(inverse["s12"] / 1000, abs=1e-6)
    assert logged.score == pytest.approx(5000 * math.exp(-inverse["s12"] / 1000 / 1492.7), abs=1e-6)
    assert logged.points == logged.score
    schema.encode(logged)


def test_the_row_says_who_what_when_and_how() -> None:
    logged = row(Submission(guess=Coordinate(35.0, 139.0), input_method="typed", listened_s=7.5, play_count=2))
    assert (logged.benchmark, logged.benchmark_revision, logged.question_id) == ("pack", "abc", "q1")
    assert (logged.responder_id, logged.salt_id, logged.status) == ("p" * 32, "salt", Status.OK)
    assert (logged.guess_country, logged.guess_continent, logged.true_country) == ("JP", "Asia", "Taiwan")
    assert (logged.listened_s, logged.play_count, logged.input_method) == (7.5, 2, "typed")
    assert (logged.answered_at - logged.shown_at) == timedelta(seconds=20)
    assert (logged.game_kind, logged.game_seed, logged.round_number) == ("seed", "tea", 1)


def test_giving_up_is_skipped_and_scores_nothing() -> None:
    logged = row(Submission(guess=None))
    assert (logged.status, logged.score, logged.points, logged.error_km) == (Status.SKIPPED, 0.0, 0.0, None)


def test_hints_cost_what_was_said() -> None:
    state: dict[str, object] = {"hints": {"continent": "Asia", "circle": [0, 0, 1]}}
    logged = row(Submission(guess=TAIPEI), state=state)
    assert (logged.hints, logged.hint_cost) == (["continent", "circle"], 0.45)
    assert logged.score == 5000.0
    assert logged.points == pytest.approx(2750.0)


@given(st.floats(-90, 90), st.floats(-179.999, 180), st.integers(0, 10**6))
def test_the_circle_holds_the_truth_and_does_not_tell_it(latitude: float, longitude: float, seed: int) -> None:
    truth = Coordinate(latitude, longitude)
    circle = rules.circle_around(truth, random.Random(seed))
    inverse = Geodesic.WGS84.Inverse(
        circle.centre.latitude_deg, circle.centre.longitude_deg, truth.latitude_deg, truth.longitude_deg
    )
    assert inverse["s12"] / 1000 < circle.radius_km


def test_the_middle_of_the_circle_says_little() -> None:
    middles = [rules.circle_around(TAIPEI, random.Random(seed)).centre for seed in range(400)]
    near = sum(
        Geodesic.WGS84.Inverse(m.latitude_deg, m.longitude_deg, 25.033, 121.5654)["s12"] < 500e3 for m in middles
    )
    # Uniform by area within 2250 km: (500 / 2250)^2 = 4.9 % lie within 500 km.
    assert 0.02 * 400 < near < 0.09 * 400


@pytest.mark.parametrize(
    ("after_s", "limit_s", "counts", "timed_out"),
    [
        (59, 60, True, False),
        (62, 60, True, True),
        (64.9, 60, True, True),
        (66, 60, False, True),
        (900, None, True, False),
    ],
)
def test_the_time_limit(after_s: float, limit_s: int | None, counts: bool, timed_out: bool) -> None:
    sent = Submission(guess=TAIPEI, input_method="map")
    counted, was_late = rules.in_time(spec(limit_s), record(), RoundState(hints={}), sent, at(after_s))
    assert (counted.guess is not None, was_late) == (counts, timed_out)


def test_after_the_limit_the_pin_of_that_moment_counts_with_how_it_was_placed() -> None:
    kept = RoundState(hints={}, draft=Coordinate(1.0, 2.0), draft_method="typed")
    counted, _ = rules.in_time(spec(60), record(), kept, Submission(guess=TAIPEI, input_method="map"), at(300))
    assert (counted.guess, counted.input_method) == (Coordinate(1.0, 2.0), "typed")


def test_a_page_whose_clock_is_a_little_fast_still_ran_out_of_time() -> None:
    sent = Submission(guess=None, by_timer=True)
    assert rules.in_time(spec(60), record(), RoundState(hints={}), sent, at(59.5))[1]
    assert not rules.in_time(spec(60), record(), RoundState(hints={}), sent, at(20))[1]


@pytest.mark.parametrize(
    ("after_s", "limit_s", "is_taken"), [(59, 60, True), (64, 60, True), (66, 60, False), (500, None, True)]
)
def test_pins_are_kept_while_the_time_runs(after_s: float, limit_s: int | None, is_taken: bool) -> None:
    assert rules.takes_drafts(spec(limit_s), record(), at(after_s)) is is_taken


def test_people_who_were_farther_off() -> None:
    assert count_farther(100.0, [50.0, 100.0, 200.0, 300.0]) == 2.5
    assert count_farther(100.0, []) == 0


def test_a_round_whose_clip_could_not_be_played_counts_nowhere() -> None:
    logged = rules.error_row(row(Submission(guess=None)))
    assert (logged.status, logged.score, logged.points) == (Status.ERROR, None, 0.0)
    schema.encode(logged)


def test_hints_bought_elsewhere_on_the_same_question_are_paid_too() -> None:
    state = RoundState.from_json({"hints": {"continent": "Asia"}}).with_hints_of([{"hints": {"circle": [1, 2, 3]}}])
    assert state.hint_cost == 0.45
    assert state.hints["circle"] == [1, 2, 3]


def test_what_is_kept_with_a_round() -> None:
    state = RoundState.from_json({"hints": {"circle": [1, 2, 3]}, "draft": [1.0, 2.0], "draft_method": "keyboard"})
    assert (state.draft, state.draft_method) == (Coordinate(1.0, 2.0), "keyboard")
    assert state.bought == [Hint.CIRCLE]
    assert state.hint_cost == 0.30
    assert RoundState.from_json({}).hint_cost == 0
