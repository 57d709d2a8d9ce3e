"""Categories that tell where a clip was recorded, and that mislead, by slopes through the origin (AGL1K, 3.3.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.curation.localizability.contributions import Cell, Shares
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.rules import Rules

Floats = npt.NDArray[np.float64]
MAX_SLOPE = 1e12
"""A slope beyond it comes of shares of time that are next to nothing, and tells nothing."""


class Side(StrEnum):
    """On which side of equation 1 a category stands: in P, in N, or in neither."""

    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEITHER = "neither"


@dataclass(frozen=True, slots=True)
class Slope:
    """The least-squares line through the origin.

    Attributes:
        value: contribution per share of time; None where no clip holds the category, or so little of it that the slope
            would be above `MAX_SLOPE`.
        n_clips: clips that hold the category and were judged: a share of 0 says nothing about a slope.
        standard_error: of the value, for errors of equal variance; None without one, or for fewer than two clips.
    """

    value: float | None
    n_clips: int
    standard_error: float | None = None


@dataclass(frozen=True, slots=True)
class CategoryFit:
    """A category's slopes.

    Attributes:
        near: over clips with an error below gamma (a_i).
        far: over clips with an error of gamma and more (a-bar_i).
        side: P, N or neither.
    """

    category: str
    near: Slope
    far: Slope
    side: Side

    @property
    def weight(self) -> float:
        """What a clip gains by a whole clip's length of the category: a_i in P, minus a-bar_i in N, else 0."""
        if self.side is Side.POSITIVE and self.near.value is not None:
            return self.near.value
        if self.side is Side.NEGATIVE and self.far.value is not None:
            return -self.far.value
        return 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class FitCounts:
    """What the slopes are made of, and what could not be used.

    Attributes:
        n_near, n_far: clips that were used, by their error.
        n_cells: categories in clips that have a share, a contribution and an error.
        n_without_error: clips that were tagged and judged, and have no error, as after a refusal.
        n_judged_untagged: judged categories in clips, with no share of time.
        n_tagged_unjudged: categories in judged clips, with a share above 0 and no contribution.
    """

    n_near: int
    n_far: int
    n_cells: int
    n_without_error: int
    n_judged_untagged: int
    n_tagged_unjudged: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Fit:
    """What came of fitting: all categories by name, whether they weigh or not."""

    rules: Rules
    categories: tuple[CategoryFit, ...]
    counts: FitCounts


def slope_through_origin(shares: npt.ArrayLike, contributions: npt.ArrayLike) -> Slope:
    """The a that makes the squares of y - a x least: sum of x y over sum of x x.

    Args:
        shares: x, shape (n,), 0 to 1.
        contributions: y, shape (n,).

    Raises:
        ValueError: when a value is not finite or the lengths differ.
    """
    x, y = np.asarray(shares, dtype=np.float64), np.asarray(contributions, dtype=np.float64)
    if x.shape != y.shape or x.ndim != 1 or not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError("A slope needs as many finite shares as contributions.")
    x, y = x[x != 0], y[x != 0]
    if not len(x):
        return Slope(None, 0)
    unit = float(np.abs(x).max())  # without it the squares of tiny shares would be 0
    scaled = x / unit
    total = float(scaled @ scaled)
    inclination = float(scaled @ y) / total
    if abs(inclination) > MAX_SLOPE * unit:
        return Slope(None, len(x))
    value = inclination / unit
    if len(x) < 2:
        return Slope(value, len(x))
    residuals = y - inclination * scaled
    spread = math.sqrt(float(residuals @ residuals) / (len(x) - 1) / total)
    return Slope(value, len(x), spread / unit if spread <= MAX_SLOPE * unit else None)


def fit_localizability(
    shares: Shares, contributions: Mapping[Cell, float], errors_km: Mapping[str, float], rules: Rules | None = None
) -> Fit:
    """Fit each category's slopes, and say on which side it stands.

    Only cells that have all three count: a share, a judged contribution, and an error of the clip.

    Args:
        shares: of time, by clip and category.
        contributions: means over judges, by clip and category.
        errors_km: distance between the model's answer and the truth, by clip; none for a clip without an answer.
        rules: the constants.

    Raises:
        LocalizabilityError: when no cell has all three.
        ValueError: when a share or contribution is not finite, or an error not a distance.
    """
    rules = rules or Rules()
    if any(math.isnan(error) or error < 0 for error in errors_km.values()):
        raise ValueError("An error is not a distance.")
    rows: dict[str, list[tuple[float, float, bool]]] = {}
    used: set[str] = set()
    for (clip_id, category), contribution in contributions.items():
        share = shares.get(clip_id, {}).get(category)
        if share is None or clip_id not in errors_km:
            continue
        used.add(clip_id)
        rows.setdefault(category, []).append((share, contribution, errors_km[clip_id] < rules.gamma_km))
    if not rows:
        raise LocalizabilityError(_nothing_in_common(shares, contributions, errors_km))
    n_near = sum(errors_km[clip_id] < rules.gamma_km for clip_id in used)
    return Fit(
        rules=rules,
        categories=tuple(_category(name, rows[name], rules) for name in sorted(rows)),
        counts=FitCounts(
            n_near=n_near, n_far=len(used) - n_near, n_cells=sum(map(len, rows.values())),
            **_unused(shares, contributions, errors_km),
        ),
    )  # fmt: skip


def _category(name: str, rows: list[tuple[float, float, bool]], rules: Rules) -> CategoryFit:
    near, far = (
        slope_through_origin([share for share, _, is_near in rows if is_near is wanted],
                             [contribution for _, contribution, is_near in rows if is_near is wanted])
        for wanted in (True, False)
    )  # fmt: skip
    return CategoryFit(name, near, far, side_of(near, far, rules))


def side_of(near: Slope, far: Slope, rules: Rules) -> Side:
    """P where the near slope is above alpha; else N where the far one is; else neither."""
    if _is_above(near, rules):
        return Side.POSITIVE
    return Side.NEGATIVE if _is_above(far, rules) else Side.NEITHER


def _is_above(slope: Slope, rules: Rules) -> bool:
    return slope.value is not None and slope.n_clips >= rules.min_clips and slope.value > rules.alpha


def _unused(shares: Shares, contributions: Mapping[Cell, float], errors_km: Mapping[str, float]) -> dict[str, int]:
    judged = {clip_id for clip_id, _ in contributions}
    return {
        "n_without_error": sum(clip_id in shares and clip_id not in errors_km for clip_id in judged),
        "n_judged_untagged": sum(category not in shares.get(clip_id, {}) for clip_id, category in contributions),
        "n_tagged_unjudged": sum(
            share > 0 and (clip_id, category) not in contributions
            for clip_id in judged & set(shares)
            for category, share in shares[clip_id].items()
        ),
    }


def _nothing_in_common(shares: Shares, contributions: Mapping[Cell, float], errors_km: Mapping[str, float]) -> str:
    judged = {clip_id for clip_id, _ in contributions}
    both = judged & set(shares) & set(errors_km)
    if both:
        return (
            f"{len(both)} clips are tagged, judged and answered, but no judged category is among their tags. Use the "
            "same names of categories in both tables."
        )
    return (
        f"No clip is in all three tables: {len(shares)} are tagged, {len(judged)} judged, and {len(errors_km)} have an "
        "error. Use the same clip ids in all of them."
    )
