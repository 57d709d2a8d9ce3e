"""Which logged answers count in the geo leaderboard, and whose they are.

A refused, unparsed or skipped question scores 0. An `error` does not count. Of each player only the first answer to each
question counts, because the truth is known afterwards.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from statistics import median

from leaderboard.geo_rows import WITHIN_KM, Figures, RowKind
from leaderboard.intervals import mean_interval
from soundmark.scoring.geo import MAX_SCORE
from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind, Status

LONGEST_KM = 20_004.0
"""Half a meridian of WGS-84 (20,003.93 km) is the longest distance there is."""

GroupKey = tuple[RowKind, str, str]
"""What kind of row, whose ('' for nobody's), and what the responder was given ('' for people)."""


@dataclass(slots=True)
class Group:
    """The answers of one row of the table, in the order of answering."""

    key: GroupKey
    answers: list[GeoRow] = field(default_factory=list)
    errors: int = 0
    games: set[str] = field(default_factory=set)

    @property
    def kind(self) -> RowKind:
        """What kind of row it is."""
        return self.key[0]

    @property
    def responder_id(self) -> str:
        """Whose answers these are; '' for those of nobody or of many."""
        return self.key[1]

    def mean_points(self) -> float | None:
        """Mean over the answers that count; None without any."""
        return math.fsum(map(points_of, self.answers)) / len(self.answers) if self.answers else None

    def figures(self) -> Figures:
        """All figures of the row; the interval makes this slow for many answers."""
        answers, n = self.answers, len(self.answers)
        errors = self.errors / (n + self.errors) if n + self.errors else None
        if not n:
            return Figures(answers=0, errors=errors)
        distances_km = [row.error_km for row in answers if row.status is Status.OK and row.error_km is not None]
        shares = {status: sum(row.status is status for row in answers) / n for status in Status}
        return Figures(
            answers=n,
            mean_points=self.mean_points(),
            interval=mean_interval([points_of(row) for row in answers], [self._cluster(row) for row in answers]),
            median_km=median(distances_km) if distances_km else None,
            within=tuple(sum(km <= limit for km in distances_km) / n for limit in WITHIN_KM),
            skipped=shares[Status.SKIPPED],
            refused=shares[Status.REFUSED],
            unparsed=shares[Status.UNPARSED],
            errors=errors,
        )

    def _cluster(self, row: GeoRow) -> Hashable:
        """What an answer belongs together with: its person, its game where the person is unknown, or its question."""
        if self.kind not in (RowKind.ALL_PEOPLE, RowKind.NO_ID):
            return row.question_id
        return (row.responder_id, None) if row.responder_id else (None, row.game_id or row.response_id)


def points_of(row: GeoRow) -> float:
    """What an answer counts: its points, and nothing without a guess."""
    return row.points if row.status is Status.OK else 0.0


def sound_rows(rows: Iterable[GeoRow]) -> tuple[list[GeoRow], int]:
    """Each usable row once, in the order of answering; and how many cannot be used."""
    sound: dict[str, GeoRow] = {}
    damaged: set[str] = set()
    for row in rows:
        if _is_sound(row):
            sound.setdefault(row.response_id, row)
        else:
            damaged.add(str(row.response_id))
    return sorted(sound.values(), key=lambda row: (row.answered_at, row.response_id)), len(damaged)


def _is_sound(row: GeoRow) -> bool:
    """Whether a row's values can be: a log that was edited, or written by others, may hold anything."""
    if not (row.response_id and row.question_id and isinstance(row.answered_at, datetime) and row.answered_at.tzinfo):
        return False
    if not (_between(-90, row.true_latitude_deg, 90) and _between(-180, row.true_longitude_deg, 180)):
        return False
    if row.status is not Status.OK:
        return True
    return _between(0, row.points, MAX_SCORE) and _between(0, row.error_km, LONGEST_KM)


def _between(low: float, value: object, high: float) -> bool:
    return isinstance(value, int | float) and low <= value <= high  # false for NaN too


def grouped(rows: Sequence[GeoRow]) -> tuple[list[Group], int]:
    """The answers that count by whose they are, those of people once more all together; and the number of repeats.

    Args:
        rows: sound rows in the order of answering.
    """
    groups: dict[GroupKey, Group] = {}
    answered: set[tuple[str, str]] = set()
    repeats = 0
    for row in rows:
        found = [groups.get(key) or groups.setdefault(key, Group(key)) for key in _keys(row)]
        is_repeat = False
        if row.status is not Status.ERROR and row.responder_kind is ResponderKind.HUMAN and row.responder_id:
            first = (row.responder_id, row.question_id)
            is_repeat = first in answered
            answered.add(first)
            repeats += is_repeat
        for group in found:
            _add(group, row, counts=not is_repeat)
    return list(groups.values()), repeats


def _add(group: Group, row: GeoRow, *, counts: bool) -> None:
    if row.status is Status.ERROR:
        group.errors += 1
        return
    if row.game_id:
        group.games.add(row.game_id)
    if counts:
        group.answers.append(row)


def _keys(row: GeoRow) -> list[GroupKey]:
    """The groups of a row. A model that reads a transcript is another contestant than one that hears the sound."""
    if row.responder_kind is ResponderKind.HUMAN:
        own: GroupKey = (RowKind.PLAYER, row.responder_id, "") if row.responder_id else (RowKind.NO_ID, "", "")
        return [own, (RowKind.ALL_PEOPLE, "", "")]
    kind = RowKind.MODEL if row.responder_kind is ResponderKind.MODEL else RowKind.BASELINE
    return [(kind, row.responder_id or "", row.setting)]
