"""Where a static object is: the middle of the places at which it was seen, without those far off.

DBSCAN with a reach of 1 m (SAVVY, sections 4.3 and F.4). As released every point is a cluster of its own if need be, so
nothing is rejected, and a tie between two places gives the empty floor between them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.spatial.scene import Floats, SceneError

REACH_M = 1.0
MIN_POINTS = 2


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class StaticPlace:
    """Where an object stands.

    Attributes:
        position_m: shape (2,), world.
        spread_m: root mean square distance of the points used from it.
        n_used, n_points: how many of the points made it.
        is_clustered: False when no two points agreed, so that the place rests on one of them.
    """

    position_m: Floats
    spread_m: float
    n_used: int
    n_points: int
    is_clustered: bool


def static_place(
    points_m: npt.ArrayLike, confidences: npt.ArrayLike | None = None, reach_m: float = REACH_M
) -> StaticPlace | None:
    """The centroid of the dominant cluster; of two equally large ones, of that with more confidence in total.

    Where no two points are within reach of each other, the most confident one is taken; without confidences the medoid.

    Args:
        points_m: shape (n, 2), world; rows that are not finite are left out.
        confidences: shape (n,), higher is surer; NaN counts as 0.
        reach_m: how near neighbours of a cluster are.

    Returns:
        None without points.
    """
    points, trust = _finite(points_m, confidences)
    if not len(points):
        return None
    labels = _labels(points, reach_m, MIN_POINTS)
    clusters = [labels == label for label in range(labels.max() + 1)]
    if clusters:
        best = max(clusters, key=lambda members: (members.sum(), trust[members].sum()))
        return _place(points, best, is_clustered=True)
    alone = np.zeros(len(points), dtype=np.bool_)
    alone[_most_central(points, trust)] = True
    return _place(points, alone, is_clustered=False)


def published_static_place(points_m: npt.ArrayLike, reach_m: float = REACH_M) -> StaticPlace | None:
    """The place as SAVVY's released code takes it: one point is a cluster, and a tie averages all points.

    The position is rounded to two decimals. Arguments and result as in `static_place`.
    """
    points, _ = _finite(points_m, None)
    if not len(points):
        return None
    labels = _labels(points, reach_m, 1)
    sizes = np.bincount(labels)
    largest = np.flatnonzero(sizes == sizes.max())
    used = labels == largest[0] if len(largest) == 1 else np.ones(len(points), dtype=np.bool_)
    place = _place(points, used, is_clustered=len(largest) == 1)
    return StaticPlace(
        position_m=np.round(place.position_m, 2),
        spread_m=place.spread_m,
        n_used=place.n_used,
        n_points=place.n_points,
        is_clustered=place.is_clustered,
    )


def _finite(points_m: npt.ArrayLike, confidences: npt.ArrayLike | None) -> tuple[Floats, Floats]:
    points = np.asarray(points_m, dtype=np.float64).reshape(-1, 2)
    trust = np.zeros(len(points)) if confidences is None else np.asarray(confidences, dtype=np.float64)
    if trust.shape != (len(points),):
        raise SceneError(f"{len(points)} points cannot have {trust.size} confidences.")
    known = np.isfinite(points).all(axis=1)
    return points[known], np.nan_to_num(trust[known], nan=0.0)


def _labels(points: Floats, reach_m: float, min_points: int) -> npt.NDArray[np.int64]:
    from sklearn.cluster import DBSCAN

    # A tree: brute force, the default for few points, starts threads that cost ten times as much as the work.
    clusters = DBSCAN(eps=reach_m, min_samples=min_points, algorithm="kd_tree").fit(points)
    return np.asarray(clusters.labels_, dtype=np.int64)


def _most_central(points: Floats, trust: Floats) -> int:
    """The most confident point, the medoid among equals."""
    totals = np.array([np.hypot(*(points - point).T).sum() for point in points])
    return int(np.lexsort((totals, -trust))[0])


def _place(points: Floats, used: npt.NDArray[np.bool_], *, is_clustered: bool) -> StaticPlace:
    centre = points[used].mean(axis=0)
    away = points[used] - centre
    return StaticPlace(
        position_m=centre,
        spread_m=float(np.sqrt((away**2).sum(axis=1).mean())),
        n_used=int(used.sum()),
        n_points=len(points),
        is_clustered=is_clustered,
    )
