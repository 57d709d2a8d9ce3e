"""How far judges agree on what contributed: the three measures of AGL1K's figure 10 (appendix B.2)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations

import numpy as np
import numpy.typing as npt

from soundmark.curation.localizability.contributions import Cell
from soundmark.scoring.figures import Figure, mean_figure

Floats = npt.NDArray[np.float64]
TOP = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Agreement of two judges on categories as a whole.

    Attributes:
        pearson: correlation over categories; None where fewer than two categories differ.
        top_overlap: the share of one judge's `top` categories that are among the other's; None without categories.
    """

    pearson: float | None
    top_overlap: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Agreement:
    """How far two judges agree, over the cells that both judged.

    Attributes:
        n_clips, n_categories, n_cells: what they both judged.
        cosine: of their contribution vectors, the mean over clips.
        n_without_direction: clips in which a judge gave nothing but zeros; they have no cosine.
        by_mean, by_sum: with each category's contributions averaged, and summed, over clips; the paper does not say
            which. Sums grow with how often a category is heard, which both judges share.
        top: how many categories the overlap is of: 10, or all where there are fewer.
    """

    judges: tuple[str, str]
    n_clips: int
    n_categories: int
    n_cells: int
    cosine: Figure
    n_without_direction: int
    by_mean: Totals
    by_sum: Totals
    top: int


def agreements(by_judge: Mapping[str, Mapping[Cell, float]], *, top: int = TOP) -> list[Agreement]:
    """The agreement of every two judges, by name."""
    return [
        agreement((one, other), by_judge[one], by_judge[other], top) for one, other in combinations(sorted(by_judge), 2)
    ]


def agreement(
    judges: tuple[str, str], first: Mapping[Cell, float], second: Mapping[Cell, float], top: int = TOP
) -> Agreement:
    """How far two judges agree.

    Args:
        judges: their names.
        first: contributions of the first, by cell.
        second: those of the second.
        top: how many categories are compared as the most influential.
    """
    cells = sorted(first.keys() & second.keys())
    pairs = np.array([(first[cell], second[cell]) for cell in cells], dtype=np.float64).reshape(-1, 2)
    clips, clip_of = _coded([clip_id for clip_id, _ in cells])
    categories, category_of = _coded([category for _, category in cells])
    cosines = _cosines(pairs, clip_of, len(clips))
    sums = _sums(pairs, category_of, len(categories))
    counts = np.bincount(category_of, minlength=len(categories))[:, None]
    kept = min(top, len(categories))
    return Agreement(
        judges=judges,
        n_clips=len(clips),
        n_categories=len(categories),
        n_cells=len(cells),
        cosine=mean_figure(cosines[~np.isnan(cosines)]),
        n_without_direction=int(np.isnan(cosines).sum()),
        by_mean=_totals(sums / counts, kept),
        by_sum=_totals(sums, kept),
        top=kept,
    )


def _coded(names: list[str]) -> tuple[list[str], npt.NDArray[np.int64]]:
    numbers = {name: number for number, name in enumerate(dict.fromkeys(names))}
    return list(numbers), np.array([numbers[name] for name in names], dtype=np.int64)


def _sums(pairs: Floats, codes: npt.NDArray[np.int64], n: int) -> Floats:
    """Sums of both columns by code, shape (n, 2)."""
    return np.stack([np.bincount(codes, weights=pairs[:, column], minlength=n) for column in (0, 1)], axis=1)


def _cosines(pairs: Floats, clip_of: npt.NDArray[np.int64], n: int) -> Floats:
    """Cosine of the two vectors of each clip, shape (n,); NaN where one of them is zero."""
    inner = np.bincount(clip_of, weights=pairs[:, 0] * pairs[:, 1], minlength=n)
    lengths = np.sqrt(_sums(pairs**2, clip_of, n))
    with np.errstate(invalid="ignore", divide="ignore"):
        found: Floats = np.clip(inner / lengths[:, 0] / lengths[:, 1], -1.0, 1.0)
    return found


def _totals(values: Floats, top: int) -> Totals:
    if not len(values):
        return Totals(pearson=None, top_overlap=None)
    shared = np.minimum(top_membership(values[:, 0], top), top_membership(values[:, 1], top))
    return Totals(pearson=_pearson(values), top_overlap=float(shared.sum()) / top)


def _pearson(values: Floats) -> float | None:
    centred = values - values.mean(axis=0)
    lengths = np.sqrt((centred**2).sum(axis=0))
    # A column of equal values keeps a rest of rounding, which is no spread.
    if len(values) < 2 or (lengths <= 1e-12 * np.abs(values).max(axis=0)).any():
        return None
    return float(np.clip(centred[:, 0] @ centred[:, 1] / lengths[0] / lengths[1], -1.0, 1.0))


def top_membership(values: npt.ArrayLike, top: int) -> Floats:
    """How far each value is among the `top` greatest: 1, 0, or for a tie at the edge its share of the places left."""
    given = np.asarray(values, dtype=np.float64)
    edge = np.sort(given)[::-1][top - 1]
    above, tied = given > edge, given == edge
    return np.where(above, 1.0, np.where(tied, (top - above.sum()) / tied.sum(), 0.0))
