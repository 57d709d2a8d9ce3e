"""Which logged answers count in the geo leaderboard, and whose they are.

A refused, unparsed or skipped question scores 0. An `error` does not count. Of each player only the first answer to
each question counts, because the truth is known afterwards; of each baseline the newest, because it goes through every
revision of a list. Of each model it is the newest too, of each repetition in each setting and prompt, and of each
published file; one that failed counts only where there is no other.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from statistics import median
from typing import NamedTuple

from leaderboard.geo_rows import RANKED, WITHIN_KM, Figures, RowKind
from leaderboard.intervals import mean_interval
from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.soundness import is_sound
from leaderboard.tables.answers import Origin, origin_of
from leaderboard.tables.experience import experience_of
from soundmark.scoring.geo import MAX_SCORE
from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind, Status

LONGEST_KM = 20_004.0
"""Half a meridian of WGS-84 (20,003.93 km) is the longest distance there is."""


class GroupKey(NamedTuple):
    """Which row of the table answers belong to.

    Attributes:
        who: the responder, or the class of people; '' for nobody's.
        setting, prompt: what a model was given; '' for people.
        origin: imported answers never stand with those that were given here.
    """

    kind: RowKind
    who: str = ""
    setting: str = ""
    prompt: str = ""
    origin: Origin = Origin.LIVE


class Answer(NamedTuple):
    """What the table needs of an answer that counts.

    Attributes:
        points: 0 without a guess.
        error_km: None without a guess.
        person: whose it is; a game or the answer itself where the person is unknown.
    """

    points: float
    error_km: float | None
    status: Status
    question_id: str
    person: tuple[str, str]


@dataclass
class Group:
    """The answers of one row of the table, in the order of answering. Complete once it was counted."""

    key: GroupKey
    answers: list[Answer] = field(default_factory=list)
    errors: int = 0
    games: set[str] = field(default_factory=set)

    @property
    def kind(self) -> RowKind:
        """What kind of row it is."""
        return self.key.kind

    @property
    def responder_id(self) -> str:
        """Whose answers these are; '' for those of nobody or of many."""
        return self.key.who

    @property
    def questions(self) -> int:
        """Different questions among the answers."""
        return len({answer.question_id for answer in self.answers})

    @property
    def competes(self) -> bool:
        """Whether it has a rank: a player or model with enough answers."""
        return self.kind in RANKED and len(self.answers) >= PROVISIONAL_BELOW

    @cached_property
    def mean_points(self) -> float | None:
        """Mean over the answers that count; None without any."""
        return math.fsum(answer.points for answer in self.answers) / len(self.answers) if self.answers else None

    @cached_property
    def figures(self) -> Figures:
        """All figures of the row, once every answer is there. The interval takes its time, so this is kept."""
        answers, n = self.answers, len(self.answers)
        errors = self.errors / (n + self.errors) if n + self.errors else None
        if not n:
            return Figures(answers=0, errors=errors)
        distances_km = [answer.error_km for answer in answers if answer.error_km is not None]
        many_people = self.kind in (RowKind.ALL_PEOPLE, RowKind.PEOPLE, RowKind.NO_ID)
        clusters = [answer.person if many_people else answer.question_id for answer in answers]
        shares = {status: sum(answer.status is status for answer in answers) / n for status in Status}
        return Figures(
            answers=n,
            mean_points=self.mean_points,
            interval=mean_interval([answer.points for answer in answers], clusters),
            median_km=median(distances_km) if distances_km else None,
            within=tuple(sum(km <= limit for km in distances_km) / n for limit in WITHIN_KM),
            skipped=shares[Status.SKIPPED],
            refused=shares[Status.REFUSED],
            unparsed=shares[Status.UNPARSED],
            errors=errors,
        )


def is_sound_guess(row: GeoRow) -> bool:
    """Whether a row holds what it should: a log that was edited, or written by others, may hold anything."""
    if not is_sound(row):
        return False
    if not (_between(-90, row.true_latitude_deg, 90) and _between(-180, row.true_longitude_deg, 180)):
        return False
    if row.status is not Status.OK:
        return True
    return _between(0, row.points, MAX_SCORE) and _between(0, row.error_km, LONGEST_KM)


def _between(low: float, value: object, high: float) -> bool:
    return isinstance(value, int | float) and low <= value <= high  # false for NaN too


def answer_of(row: GeoRow) -> Answer:
    """What the table needs of a sound row."""
    has_guess = row.status is Status.OK
    person = ("player", row.responder_id) if row.responder_id else ("game", row.game_id or row.response_id)
    return Answer(
        points=row.points if has_guess else 0.0,
        error_km=row.error_km if has_guess else None,
        status=row.status,
        question_id=row.question_id,
        person=person,
    )


def keys_of(row: GeoRow, times: Mapping[str, list[datetime]]) -> list[GroupKey]:
    """The groups that a sound row belongs to.

    A model that reads a transcript, or is asked in other words, is another contestant; so is an imported run.

    Args:
        row: sound.
        times: when each player answered before, ascending.
    """
    if row.responder_kind is ResponderKind.HUMAN:
        everybody = GroupKey(RowKind.ALL_PEOPLE)
        if not row.responder_id:
            return [GroupKey(RowKind.NO_ID), everybody]
        earlier = bisect_left(times.get(row.responder_id, ()), row.answered_at)
        own, alike = GroupKey(RowKind.PLAYER, row.responder_id), GroupKey(RowKind.PEOPLE, experience_of(earlier))
        return [own, everybody, alike]
    name = row.responder_id or ""
    if row.responder_kind is ResponderKind.BASELINE:
        return [GroupKey(RowKind.BASELINE, name, row.setting)]
    return [GroupKey(RowKind.MODEL, name, row.setting, row.prompt_id or "", origin_of(row.imported_from))]
