"""The constants of localizability: thresholds of AGL1K's section 3.3.1, and what its text leaves open."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

from soundmark.curation.localizability.errors import LocalizabilityError

N_LEVELS = 5
MAX_NUMBER = 1e6
QUARTERS = (0.0, 0.25, 0.5, 0.75, 1.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """How weights are fitted and clips selected. Defaults are the paper's, where it says one.

    Attributes:
        alpha: a category weighs where its slope is above it; on the scale of contributions.
        gamma_km: errors below it are near, all others far.
        theta: a clip is localizable where its localizability is above it.
        scale: what each of the five levels counts, ascending from the least. The paper does not say; multiplying all
            five by a number multiplies slopes and localizability by it, so that alpha and theta go along.
        min_clips: a slope counts when it is made of so many clips; the paper says nothing, which is 1.

    Raises:
        LocalizabilityError: when a value cannot be used.
    """

    alpha: float = 1 / 3
    gamma_km: float = 1000.0
    theta: float = 1.0
    scale: tuple[float, ...] = QUARTERS
    min_clips: int = 1

    def __post_init__(self) -> None:
        if not 0 <= self.alpha <= MAX_NUMBER:
            raise LocalizabilityError(f"alpha is {self.alpha}. Give a number from 0 to a million.")
        if not (math.isfinite(self.gamma_km) and self.gamma_km > 0):
            raise LocalizabilityError(f"gamma is {self.gamma_km} km. Give a number of kilometres above 0.")
        if not -MAX_NUMBER <= self.theta <= MAX_NUMBER:
            raise LocalizabilityError(f"theta is {self.theta}. Give a number of at most a million, above or below 0.")
        is_usable = len(self.scale) == N_LEVELS and all(value <= MAX_NUMBER for value in self.scale)
        if not is_usable or any(one >= other for one, other in pairwise(self.scale)) or self.scale[0] < 0:
            raise LocalizabilityError(
                f"The scale is {', '.join(f'{value:g}' for value in self.scale)}. Give five ascending numbers from 0 "
                "to a million, as 0,0.25,0.5,0.75,1."
            )
        if self.min_clips < 1:
            raise LocalizabilityError(f"A slope cannot be made of {self.min_clips} clips. Ask for 1 or more.")
