"""Static objects: the dominant cluster; the published rule and its faults beside it."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.clusters import published_static_place, static_place
from soundmark.spatial.scene import SceneError

TABLE = [(0.0, 0.0), (0.2, 0.0), (0.1, 0.3)]
ELSEWHERE = [(6.0, 0.0), (6.0, 0.4)]

coordinate = st.floats(-20, 20)
point_lists = st.lists(st.tuples(coordinate, coordinate), min_size=1, max_size=12)


def test_the_larger_group_wins_and_the_rest_does_not_count() -> None:
    place = static_place(TABLE + ELSEWHERE + [(0.0, 9.0)])
    assert place is not None
    np.testing.assert_allclose(place.position_m, [0.1, 0.1])
    assert (place.n_used, place.n_points, place.is_clustered) == (3, 6, True)


def test_a_tie_goes_to_the_surer_group_and_never_to_the_floor_between() -> None:
    points = TABLE[:2] + ELSEWHERE
    surer_there = static_place(points, [0.1, 0.1, 0.9, 0.9])
    surer_here = static_place(points, [0.9, 0.9, 0.1, np.nan])
    assert surer_there is not None
    assert surer_here is not None
    np.testing.assert_allclose(surer_there.position_m, [6.0, 0.2])
    np.testing.assert_allclose(surer_here.position_m, [0.1, 0.0])
    published = published_static_place(points)
    assert published is not None
    np.testing.assert_allclose(published.position_m, [3.05, 0.1])  # nothing stands there


def test_scattered_points_give_the_surest_one_and_say_so() -> None:
    points = [(0.0, 0.0), (5.0, 0.0), (9.0, 9.0)]
    surest = static_place(points, [0.2, 0.3, 0.8])
    assert surest is not None
    np.testing.assert_allclose(surest.position_m, [9, 9])
    assert (surest.is_clustered, surest.n_used) == (False, 1)
    medoid = static_place(points)
    assert medoid is not None
    np.testing.assert_allclose(medoid.position_m, [5, 0])
    published = published_static_place(points)
    assert published is not None
    np.testing.assert_allclose(published.position_m, [4.67, 3.0])  # three clusters of one tie


def test_published_takes_the_largest_cluster_rounded() -> None:
    published = published_static_place([(0.111, 0.0), (0.222, 0.0), (8.0, 8.0)])
    assert published is not None
    np.testing.assert_allclose(published.position_m, [0.17, 0.0])


def test_one_point_is_a_place_and_none_is_none() -> None:
    for place in (static_place([(1.0, 2.0)]), published_static_place([(1.0, 2.0)])):
        assert place is not None
        np.testing.assert_allclose(place.position_m, [1, 2])
        assert place.spread_m == 0
    assert static_place(np.empty((0, 2))) is None
    assert published_static_place([]) is None
    assert static_place([(np.nan, 1.0)]) is None


def test_confidences_must_fit() -> None:
    with pytest.raises(SceneError, match="2 points cannot have 3"):
        static_place(TABLE[:2], [1, 2, 3])


@settings(deadline=None, max_examples=50)
@given(point_lists, st.tuples(coordinate, coordinate))
def test_a_place_is_among_its_points_and_moves_with_them(
    points: list[tuple[float, float]], shift: tuple[float, float]
) -> None:
    place = static_place(points)
    assert place is not None
    low, high = np.min(points, axis=0) - 1e-9, np.max(points, axis=0) + 1e-9
    assert ((place.position_m >= low) & (place.position_m <= high)).all()
    # Far from the reach of 1 m rounding cannot change who is a neighbour; whole metres are exact.
    whole = np.round(np.array(points)) * 3
    here, there = static_place(whole), static_place(whole + np.round(shift))
    assert here is not None
    assert there is not None
    np.testing.assert_allclose(there.position_m, here.position_m + np.round(shift), atol=1e-9)
