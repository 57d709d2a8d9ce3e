"""From coherent-to-diffuse ratios to distances: a room has its own constant, which distances seen elsewhere give.

SAVVY, section 4: D^2 CDR is about constant in a room, so that d = sqrt(K / CDR); its figure prints the product instead
of the quotient. K comes from the frames in which something else, for instance a camera, told the distance.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from soundmark.spatial.arrays import Floats
from soundmark.spatial.errors import DistanceError

CLUSTER_EPS = 0.5
PRIOR_SPREAD = 0.5
PRIOR_POINTS = 3
_MIN_POINTS_FOR_FIT = 6
_SMALLEST_CDR = 1e-6


class Calibration(StrEnum):
    """How the constant of a room is found.

    PUBLISHED is DBSCAN (eps 0.5, at least 1 point) of the K of each frame and the mean of cluster 0, which is the one
    the first frame is in; LARGEST_CLUSTER is what the text of the paper means by it. MEDIAN needs no clusters. LOG_FIT
    lets the exponent free: log d = a + b log CDR.
    """

    PUBLISHED = "published"
    LARGEST_CLUSTER = "largest_cluster"
    MEDIAN = "median"
    LOG_FIT = "log_fit"


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Distances:
    """Estimates with an interval that holds about two thirds of the truths; NaN where there is no ratio.

    Attributes:
        distances_m, low_m, high_m: shape (n,).
    """

    distances_m: Floats
    low_m: Floats
    high_m: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceModel:
    """distance = exp(intercept) * CDR ** exponent, and how far off that was.

    Attributes:
        intercept: of the logarithm of metres.
        exponent: -0.5 unless it was fitted.
        spread: standard deviation of the logarithm of distance about the model.
        constant_m: the median of the calibration distances: what to guess without listening.
        constant_spread: the same for that guess.
        n_points: how many distances were used.
    """

    intercept: float
    exponent: float
    spread: float
    constant_m: float
    constant_spread: float
    n_points: int

    @property
    def k_m2(self) -> float:
        """SAVVY's constant K in square metres; it means what it means there only for an exponent of -0.5."""
        return float(np.exp(2 * self.intercept))

    def distances(self, cdrs: npt.ArrayLike) -> Distances:
        """The distance of each ratio. A ratio of 0 has none: the sound comes from all around.

        Args:
            cdrs: shape (n,), NaN where unknown.
        """
        ratios = np.asarray(cdrs, dtype=np.float64)
        usable = ratios > _SMALLEST_CDR  # NaN compares false
        estimate = np.full(ratios.shape, np.nan)
        estimate[usable] = np.exp(self.intercept + self.exponent * np.log(ratios[usable]))
        return Distances(
            distances_m=estimate, low_m=estimate * np.exp(-self.spread), high_m=estimate * np.exp(self.spread)
        )

    def constant(self, n: int) -> Distances:
        """The baseline: the same distance for all n."""
        guess = np.full(n, self.constant_m)
        return Distances(
            distances_m=guess,
            low_m=guess * np.exp(-self.constant_spread),
            high_m=guess * np.exp(self.constant_spread),
        )


def calibrate(
    cdrs: npt.ArrayLike, distances_m: npt.ArrayLike, method: Calibration = Calibration.MEDIAN
) -> DistanceModel:
    """Make a model of a room from frames of known distance.

    Args:
        cdrs: shape (n,); frames without a ratio (NaN or 0) are left out.
        distances_m: shape (n,), from anything but this sound; NaN where unknown.
        method: how. `LOG_FIT` with fewer than 6 frames, or with one ratio, falls back to `MEDIAN`.

    Raises:
        DistanceError: when the shapes differ, a distance is not positive, or no frame is left.
    """
    ratios, truths = np.asarray(cdrs, dtype=np.float64), np.asarray(distances_m, dtype=np.float64)
    if ratios.shape != truths.shape or ratios.ndim != 1:
        raise DistanceError(f"Give one distance for each ratio, not {truths.shape} for {ratios.shape}.")
    if (truths <= 0).any() or np.isinf(truths).any():
        raise DistanceError("A known distance must be a number of metres above 0. Correct it or leave it out.")
    usable = (ratios > _SMALLEST_CDR) & np.isfinite(ratios) & np.isfinite(truths)
    if not usable.any():
        raise DistanceError(
            "No segment with sound has a known distance, so that none can be estimated. Give distances at times at "
            "which the source is heard."
        )
    ratios, truths = ratios[usable], truths[usable]
    intercept, exponent = _fit(ratios, truths, method)
    log_truths = np.log(truths)
    constant_m = float(np.median(truths))
    return DistanceModel(
        intercept=intercept,
        exponent=exponent,
        spread=_spread(log_truths - intercept - exponent * np.log(ratios)),
        constant_m=constant_m,
        constant_spread=_spread(log_truths - np.log(constant_m)),
        n_points=len(truths),
    )


def model_of_k(k_m2: float) -> DistanceModel:
    """A model from a constant that is known already; its spread is that of no evidence.

    Raises:
        DistanceError: when it is not above 0.
    """
    if not 0 < k_m2 < float("inf"):
        raise DistanceError("The constant K must be a number of square metres above 0.")
    return DistanceModel(
        intercept=0.5 * float(np.log(k_m2)),
        exponent=-0.5,
        spread=PRIOR_SPREAD,
        constant_m=float("nan"),
        constant_spread=float("nan"),
        n_points=0,
    )


def published_k(cdrs: Floats, distances_m: Floats) -> float:
    """K as the released code finds it: the mean of DBSCAN's cluster 0, whose first member is the first frame."""
    constants = distances_m**2 * cdrs
    return float(constants[_clusters(constants) == 0].mean())


def largest_cluster_k(cdrs: Floats, distances_m: Floats) -> float:
    """K as the paper's text means it: the mean of the largest cluster; of equally large ones, the tightest."""
    constants = distances_m**2 * cdrs
    labels = _clusters(constants)
    best = max(np.unique(labels), key=lambda label: (np.sum(labels == label), -np.std(constants[labels == label])))
    return float(constants[labels == best].mean())


def _clusters(constants: Floats) -> npt.NDArray[np.intp]:
    from sklearn.cluster import DBSCAN

    labels: npt.NDArray[np.intp] = DBSCAN(eps=CLUSTER_EPS, min_samples=1).fit_predict(constants[:, None])
    return labels


def _fit(ratios: Floats, truths: Floats, method: Calibration) -> tuple[float, float]:
    """Intercept and exponent."""
    logs = np.log(ratios)
    if method is Calibration.PUBLISHED:
        return 0.5 * float(np.log(published_k(ratios, truths))), -0.5
    if method is Calibration.LARGEST_CLUSTER:
        return 0.5 * float(np.log(largest_cluster_k(ratios, truths))), -0.5
    if method is Calibration.LOG_FIT and len(ratios) >= _MIN_POINTS_FOR_FIT and np.ptp(logs) > 0.1:
        from scipy.stats import theilslopes

        slope = float(theilslopes(np.log(truths), logs).slope)
        # Farther away can never mean more direct sound, whatever few points say.
        exponent = min(slope, 0.0)
        return float(np.median(np.log(truths) - exponent * logs)), exponent
    return 0.5 * float(np.log(np.median(truths**2 * ratios))), -0.5


def _spread(residuals: Floats) -> float:
    """Standard deviation of residuals, drawn towards a factor of 1.65 (log 0.5) as if three points had shown that."""
    n = len(residuals)
    return float(np.sqrt((np.sum(residuals**2) + PRIOR_POINTS * PRIOR_SPREAD**2) / (n + PRIOR_POINTS)))
