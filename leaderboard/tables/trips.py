"""Where answers pointed and where the sounds were recorded: the pairs that a map shows."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

import numpy as np

from leaderboard.tables.answers import OK, Answers
from leaderboard.tables.columns import Codes, Floats, Mask, floats_of, times_of, words_of
from leaderboard.tables.groups import Group, Who
from leaderboard.tables.questions import number_of_question
from soundmark.secret import Secret

MAX_TRIPS = 1500
"""More lines than these hide each other. AGL1K has 1,444 questions."""
STEPS = 24


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Trips:
    """Answers of one row of the table, the newest last.

    Attributes:
        who: whose answers they are.
        truths: where the sounds were recorded, shape (n, 2): latitude and longitude in degrees.
        guesses: where the answers pointed, shape (n, 2); NaN without a place.
        km: distances, shape (n,); NaN without a place.
        numbers: what the questions are called, n of them.
        places: city and country of the truth as the list names them, n of them; '' where it does not.
        beyond: older answers that were left out, because there are too many.
        hidden: answers that were left out, because the viewer may not see their truths yet.
    """

    who: Who
    truths: Floats
    guesses: Floats
    km: Floats
    numbers: tuple[str, ...]
    places: tuple[str, ...]
    beyond: int = 0
    hidden: int = 0

    def __len__(self) -> int:
        return len(self.km)

    @property
    def has_guess(self) -> Mask:
        """Which of them point somewhere, shape (n,)."""
        return np.asarray(~np.isnan(self.guesses).any(axis=1))


def trips_of(
    answers: Answers, group: Group, key: Secret, *, only: Collection[str] | None = None, limit: int = MAX_TRIPS
) -> Trips:
    """The newest answers of a row.

    Args:
        answers: that count.
        group: of the row.
        key: makes the questions' numbers.
        only: ids of the questions whose truths may be seen; None for all.
        limit: no more answers than these.
    """
    counted = group.places[answers.counts[group.places]]
    seen = counted
    if only is not None:
        seen = counted[answers.question.mapped(dict.fromkeys(only, 1), 0)[counted] == 1]
    order = np.lexsort((seen, times_of(answers.table, "answered_at")[seen]))
    kept = seen[order[max(0, len(seen) - limit) :]]
    is_ok = (answers.status == OK)[kept]
    words = [answers.question.words[code] for code in answers.question.codes[kept].tolist()]
    return Trips(
        who=group.key.who,
        truths=_points(answers, "true_latitude_deg", "true_longitude_deg", kept),
        guesses=np.where(is_ok[:, None], _points(answers, "latitude_deg", "longitude_deg", kept), np.nan),
        km=np.where(is_ok, floats_of(answers.table, "error_km")[kept], np.nan),
        numbers=tuple(number_of_question(key, word) for word in words),
        places=_names(answers, kept),
        beyond=len(seen) - len(kept),
        hidden=len(counted) - len(seen),
    )


def _points(answers: Answers, latitude: str, longitude: str, kept: Codes) -> Floats:
    """Shape (n, 2); NaN for what lies on no globe."""
    points = np.stack([floats_of(answers.table, latitude)[kept], floats_of(answers.table, longitude)[kept]], axis=1)
    with np.errstate(invalid="ignore"):
        is_place = (np.abs(points[:, :1]) <= 90) & (np.abs(points[:, 1:]) <= 180)
    return np.where(is_place, points, np.nan)


def _names(answers: Answers, kept: Codes) -> tuple[str, ...]:
    columns = [words_of(answers.table, name) for name in ("true_city", "true_country")]
    return tuple(
        ", ".join(column.words[column.codes[place]] for column in columns if column.codes[place] >= 0)
        for place in kept.tolist()
    )


def arcs(starts: Floats, ends: Floats, steps: int = STEPS) -> Floats:
    """Great circles between pairs of points, for drawing: on a sphere.

    Args:
        starts: latitude and longitude in degrees, shape (n, 2), without NaN.
        ends: the same.
        steps: how many pieces each has.

    Returns:
        Shape (n, steps + 1, 2). Longitudes run on across 180 degrees, so that no line jumps. Between antipodes, where
        no way is the shortest, the line is straight on the map.
    """
    a, b = _vectors(starts), _vectors(ends)
    angle = np.arctan2(np.linalg.norm(np.cross(a, b), axis=1), (a * b).sum(axis=1))[:, None]
    t = np.linspace(0, 1, steps + 1)[None, :]
    with np.errstate(invalid="ignore", divide="ignore"):
        p, q = np.sin((1 - t) * angle) / np.sin(angle), np.sin(t * angle) / np.sin(angle)
        path = p[:, :, None] * a[:, None, :] + q[:, :, None] * b[:, None, :]
    latitude = np.degrees(np.arctan2(path[..., 2], np.hypot(path[..., 0], path[..., 1])))
    found = np.stack([latitude, np.degrees(np.arctan2(path[..., 1], path[..., 0]))], axis=2)
    is_straight = (angle < 1e-9) | (np.pi - angle < 1e-6)
    straight = starts[:, None, :] + t[:, :, None] * (ends - starts)[:, None, :]
    found = np.where(is_straight[:, :, None], straight, found)
    found[..., 1] = np.unwrap(found[..., 1], axis=1, period=360.0)
    found[..., 1] += 360.0 * np.round((starts[:, 1] - found[:, 0, 1]) / 360.0)[:, None]
    return found


def _vectors(points: Floats) -> Floats:
    latitude, longitude = np.radians(points).T
    return np.stack(
        [np.cos(latitude) * np.cos(longitude), np.cos(latitude) * np.sin(longitude), np.sin(latitude)], axis=1
    )
