"""Two guessers that never listen, put to the same questions as everybody else."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Mapping, Sequence
from statistics import fmean, median

import numpy as np

from leaderboard.geo_rows import WITHIN_KM, Figures, GeoTableRow, RowKind
from leaderboard.intervals import mean_interval
from soundmark.models.baselines.places import MIDDLE
from soundmark.scoring.geo import error_km, geo_score
from soundmark.scoring.geo_baselines import centroid
from soundmark.types import Coordinate

CHANCE = "Anywhere on Earth by chance"
DRAWS = 1000
MAX_DRAWS = 4_000_000
"""Of all questions together, which bounds memory: beyond 4,000 questions each gets fewer draws."""
SEED = "soundmark/uniform"
MEAN_RADIUS_KM = 6371.0088
"""Mean radius of the Earth (IUGG)."""

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]


def guesser_rows(questions: Mapping[str, Coordinate], places: Sequence[Coordinate] = ()) -> list[GeoTableRow]:
    """A row for each guesser; none without questions.

    Args:
        questions: where each answered question was recorded.
        places: the clip list whose middle is always answered; without it, that of the questions.
    """
    if not questions:
        return []
    ordered = dict(sorted(questions.items()))
    middle = centroid(places or list(ordered.values()))
    return [
        GeoTableRow(kind=RowKind.BASELINE, label=MIDDLE, figures=_one_place(middle, ordered)),
        GeoTableRow(kind=RowKind.BASELINE, label=CHANCE, figures=_anywhere(ordered)),
    ]


def _one_place(guess: Coordinate, questions: Mapping[str, Coordinate]) -> Figures:
    distances_km = [error_km(guess, truth) for truth in questions.values()]
    shares = tuple(fmean(km <= limit for km in distances_km) for limit in WITHIN_KM)
    return _figures([geo_score(km) for km in distances_km], median(distances_km), shares)


def _anywhere(questions: Mapping[str, Coordinate]) -> Figures:
    draws = max(1, min(DRAWS, MAX_DRAWS // len(questions)))
    distances_km = np.stack([uniform_distances_km(name, truth, draws) for name, truth in questions.items()])
    # Between whole kilometres the score is straight to 0.001 points; a table of it is far faster than a million calls.
    grid_km = np.arange(math.ceil(math.pi * MEAN_RADIUS_KM) + 1)
    scores = np.interp(distances_km, grid_km, [geo_score(float(km)) for km in grid_km])
    shares = tuple(float((distances_km <= limit).mean()) for limit in WITHIN_KM)
    return _figures([float(mean) for mean in scores.mean(axis=1)], float(np.median(distances_km)), shares)


def uniform_distances_km(question_id: str, truth: Coordinate, draws: int = DRAWS) -> Floats:
    """Distances from points drawn uniformly by area to the truth: shape (draws,). The question's id decides the draws.

    On the sphere, not the ellipsoid: off by at most 0.6 %, which a guess by chance cannot notice, and a thousand times
    faster.
    """
    digest = hashlib.sha256(f"{SEED}/{question_id}".encode("utf-8", "replace")).digest()
    rng = np.random.default_rng(int.from_bytes(digest[:8], "big"))
    z, longitude_rad = rng.uniform(-1, 1, draws), rng.uniform(-math.pi, math.pi, draws)
    latitude_rad = math.radians(truth.latitude_deg)
    turn_rad = longitude_rad - math.radians(truth.longitude_deg)
    cosine = math.sin(latitude_rad) * z + math.cos(latitude_rad) * np.sqrt(1 - z * z) * np.cos(turn_rad)
    return np.asarray(np.arccos(np.clip(cosine, -1, 1)) * MEAN_RADIUS_KM)


def _figures(points: Sequence[float], median_km: float, within: tuple[float, ...]) -> Figures:
    """A guesser's figures from its expected points for each question; it answers every one."""
    return Figures(
        answers=len(points),
        mean_points=fmean(points),
        interval=mean_interval(points),
        median_km=median_km,
        within=within,
        skipped=0.0,
        refused=0.0,
        unparsed=0.0,
        errors=0.0,
    )
