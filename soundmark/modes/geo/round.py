"""The rules of one round: hints and prices, the time limit, and the row that an answer becomes. Pure functions."""

from __future__ import annotations

import dataclasses
import json
import math
import random
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from soundmark import __version__
from soundmark.games.deal import GameSpec
from soundmark.geography.country import Country
from soundmark.scoring.geo import error_km, geo_score
from soundmark.store.ids import Player, new_response_id
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import SCHEMA_VERSION, GeoRow
from soundmark.types import Coordinate, GeoQuestion, ResponderKind, Status

PROMPT_ID = "geo-people-1"
SUBMIT_GRACE_S = 5
"""An answer may be this late for the network's sake before the time limit is held against it."""

CIRCLE_RADIUS_KM = 2500.0
EARTH_RADIUS_KM = 6371.0088


class Hint(StrEnum):
    """What a player can buy."""

    CONTINENT = "continent"
    CIRCLE = "circle"


HINT_COSTS: Mapping[Hint, float] = {Hint.CONTINENT: 0.15, Hint.CIRCLE: 0.30}


@dataclass(frozen=True, slots=True)
class Circle:
    """A circle on the globe that holds the truth, which is not its middle."""

    centre: Coordinate
    radius_km: float


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundState:
    """What is kept with an unanswered round.

    Attributes:
        hints: bought ones in order, with the text or circle that was given.
        draft: the present pin.
        draft_method: how it was placed.
    """

    hints: Mapping[str, object]
    draft: Coordinate | None = None
    draft_method: str | None = None

    @classmethod
    def from_json(cls, state: Mapping[str, object]) -> RoundState:
        """The state as the round book keeps it."""
        hints, draft, method = state.get("hints"), state.get("draft"), state.get("draft_method")
        return cls(
            hints=hints if isinstance(hints, dict) else {},
            draft=Coordinate(float(draft[0]), float(draft[1])) if isinstance(draft, list) else None,
            draft_method=method if isinstance(method, str) else None,
        )

    def with_hints_of(self, others: Iterable[Mapping[str, object]]) -> RoundState:
        """The state with hints that were bought in other rounds on the same question: known is known, and paid."""
        known = {name: told for state in others for name, told in RoundState.from_json(state).hints.items()}
        return RoundState(hints={**known, **self.hints}, draft=self.draft, draft_method=self.draft_method)

    @property
    def bought(self) -> list[Hint]:
        """The hints that were bought, in order."""
        return [Hint(name) for name in self.hints]

    @property
    def hint_cost(self) -> float:
        """The share of the score paid for hints, 0 to 1."""
        return round(sum(HINT_COSTS[hint] for hint in self.bought), 6)


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What a player handed in, checked for form.

    Attributes:
        guess: the pin; None for "I give up" and for a time limit that found no pin.
        input_method: map, keyboard or typed.
        listened_s, play_count: as the browser counted them.
        by_timer: the page's clock sent it, not the player.
    """

    guess: Coordinate | None
    input_method: str | None = None
    listened_s: float | None = None
    play_count: int | None = None
    by_timer: bool = False


def deadline(spec: GameSpec, record: RoundRecord) -> datetime | None:
    """When the time limit of a round ends; None without one."""
    return None if spec.time_limit_s is None else record.shown_at + timedelta(seconds=spec.time_limit_s)


def hint_content(hint: Hint, question: GeoQuestion, continent: str, rng: random.Random) -> object:
    """What a hint tells: a continent's name, or a circle as [latitude_deg, longitude_deg, radius_km]."""
    if hint is Hint.CONTINENT:
        return continent
    circle = circle_around(question.truth.place, rng)
    return [circle.centre.latitude_deg, circle.centre.longitude_deg, circle.radius_km]


def circle_around(truth: Coordinate, rng: random.Random) -> Circle:
    """A circle of `CIRCLE_RADIUS_KM` that holds the truth at a random place, uniform by area, off its rim.

    The destination on the sphere from a bearing and a distance is the standard direct formula of the haversine sphere.
    """
    distance_rad = 0.9 * CIRCLE_RADIUS_KM * math.sqrt(rng.random()) / EARTH_RADIUS_KM
    bearing_rad = rng.uniform(-math.pi, math.pi)
    latitude_rad = math.radians(truth.latitude_deg)
    sine = math.sin(latitude_rad) * math.cos(distance_rad) + math.cos(latitude_rad) * math.sin(distance_rad) * math.cos(
        bearing_rad
    )
    turn_rad = math.atan2(
        math.sin(bearing_rad) * math.sin(distance_rad) * math.cos(latitude_rad),
        math.cos(distance_rad) - math.sin(latitude_rad) * sine,
    )
    centre = Coordinate.wrapped(
        round(math.degrees(math.asin(max(-1.0, min(1.0, sine)))), 2),
        round(truth.longitude_deg + math.degrees(turn_rad), 2),
    )
    return Circle(centre, CIRCLE_RADIUS_KM)


def takes_drafts(spec: GameSpec, record: RoundRecord, now: datetime) -> bool:
    """Whether a pin that is placed now is one of the round's time, so that a reload and the end of the time find it."""
    end = deadline(spec, record)
    return end is None or now <= end + timedelta(seconds=SUBMIT_GRACE_S)


def in_time(
    spec: GameSpec, record: RoundRecord, state: RoundState, submission: Submission, now: datetime
) -> tuple[Submission, bool]:
    """The submission that counts, and whether the time limit made it so.

    Past the limit and its grace, the pin that was on the map in time counts, or none.
    """
    end = deadline(spec, record)
    if end is None:
        return submission, False
    grace = timedelta(seconds=SUBMIT_GRACE_S)
    if now <= end + grace:
        # The page's clock may be a little ahead of the server's.
        return submission, now >= end or (submission.by_timer and now >= end - grace)
    kept = dataclasses.replace(submission, guess=state.draft, input_method=state.draft_method if state.draft else None)
    return kept, True


def row_of(
    *,
    spec: GameSpec,
    record: RoundRecord,
    state: RoundState,
    question: GeoQuestion,
    submission: Submission,
    timed_out: bool,
    player: Player,
    guess_country: Country | None,
    deployment: str,
    now: datetime,
) -> GeoRow:
    """The row that is logged for an answered round: status, distance, score and points."""
    guess, truth = submission.guess, question.truth
    distance_km = None if guess is None else error_km(guess, truth.place)
    score = 0.0 if distance_km is None else geo_score(distance_km)
    return GeoRow(
        response_id=new_response_id(),
        schema_version=SCHEMA_VERSION,
        benchmark=question.benchmark,
        benchmark_revision=spec.revision,
        question_id=question.question_id,
        responder_kind=ResponderKind.HUMAN,
        responder_id=player.responder_id,
        setting="audio",
        prompt_id=PROMPT_ID,
        status=Status.SKIPPED if guess is None else Status.OK,
        raw_answer=None if guess is None else json.dumps([guess.latitude_deg, guess.longitude_deg]),
        score=score,
        shown_at=record.shown_at,
        answered_at=now,
        listened_s=submission.listened_s,
        app_version=__version__,
        deployment_id=deployment,
        salt_id=player.salt_id,
        latitude_deg=None if guess is None else guess.latitude_deg,
        longitude_deg=None if guess is None else guess.longitude_deg,
        guess_country=None if guess_country is None else guess_country.iso2,
        guess_continent=None if guess_country is None else guess_country.continent,
        true_latitude_deg=truth.place.latitude_deg,
        true_longitude_deg=truth.place.longitude_deg,
        true_country=truth.country or None,
        true_continent=truth.continent or None,
        error_km=distance_km,
        hints=[hint.value for hint in state.bought],
        hint_cost=state.hint_cost,
        points=score * (1 - state.hint_cost),
        play_count=submission.play_count,
        input_method=submission.input_method,
        time_limit_s=spec.time_limit_s,
        timed_out=timed_out,
        game_id=record.game_id,
        game_kind=spec.kind.value,
        game_seed=spec.seed,
        round_number=record.number,
    )


def error_row(row: GeoRow) -> GeoRow:
    """The row of a round whose clip could not be played: it counts nowhere, and its rate is shown."""
    return dataclasses.replace(row, status=Status.ERROR, score=None, raw_answer=None)
