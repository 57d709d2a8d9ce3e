"""From tracks to a map and from a map to answers, by both rules, with the map and without."""

from __future__ import annotations

import numpy as np
import pytest

from soundmark.spatial.answers import Undefined
from soundmark.spatial.poses import forwards_of_headings
from soundmark.spatial.queries import Frame, Query, answer_without_map, resolve
from soundmark.spatial.scene import SceneError, Track, TrackSource, Trajectory
from soundmark.spatial.world_map import Rules, SceneObject, build_map

SEG, SD, AUDIO = TrackSource.SEGMENTATION, TrackSource.SNAPSHOT, TrackSource.AUDIO


def spinning() -> Trajectory:
    """At (1, 1), turning left by 10 degrees a second from looking along y; twenty seconds."""
    times = np.arange(0, 20.5, 0.5)
    return Trajectory(
        times_s=times,
        positions_m=np.full((len(times), 2), 1.0),
        forwards=forwards_of_headings(90 + 10 * times),
    )


def track(source: TrackSource, rows: list[tuple[float, float, float]]) -> Track:
    columns = np.array(rows, dtype=np.float64).reshape(-1, 3)
    return Track(
        source=source,
        label="",
        times_s=columns[:, 0],
        azimuths_deg=columns[:, 1],
        distances_m=columns[:, 2],
        confidences=np.full(len(columns), np.nan),
    )


def fixed(name: str, x: float, y: float) -> SceneObject:
    return SceneObject(name=name, is_static=True, position_m=np.array([x, y]))


def ask(target: str, start_s: float, end_s: float, reference: str = "", facing: str = "") -> Query:
    frame = Frame.ALLOCENTRIC if reference else Frame.EGOCENTRIC
    return Query(frame=frame, target=target, start_s=start_s, end_s=end_s, reference=reference, facing=facing)


def test_what_a_turning_head_sees_stands_still_on_the_map() -> None:
    # The lamp is at (1, 4): straight ahead at 0 s, then ever more to the right.
    seen = track(SD, [(0, 0, 3), (2, 20, 3), (4, 40, 3)])
    world = build_map(spinning(), [SceneObject(name="lamp", is_static=True, tracks=(seen,))])
    position = world.position("lamp", 0, 1)
    assert position is not None
    np.testing.assert_allclose(position, [1, 4], atol=1e-9)
    answer = resolve(world, ask("lamp", 8.9, 9.1))
    assert answer.azimuth_deg == pytest.approx(90, abs=0.1)
    assert answer.distance_m == pytest.approx(3)


def test_published_static_objects_use_segmentation_only_without_snapshots() -> None:
    seg = track(SEG, [(0, 90, 2), (0.5, 95, 2)])
    far_snapshot = track(SD, [(0, -90, 2)])
    both = [SceneObject(name="tv", is_static=True, tracks=(seg, far_snapshot))]
    published = build_map(spinning(), both, rules=Rules.PUBLISHED).position("tv", 0, 1)
    corrected = build_map(spinning(), both).position("tv", 0, 1)
    assert published is not None
    assert corrected is not None
    np.testing.assert_allclose(published, [-1, 1])  # the one snapshot
    np.testing.assert_allclose(corrected, [3, 1], atol=1e-6)  # two sightings that agree
    alone = [SceneObject(name="tv", is_static=True, tracks=(far_snapshot,))]
    lonely = build_map(spinning(), alone).objects["tv"].place
    assert lonely is not None
    assert not lonely.is_clustered
    assert build_map(spinning(), [SceneObject(name="tv", is_static=True)]).position("tv", 0, 1) is None


def test_audio_places_a_static_object_only_by_corrected_rules() -> None:
    heard = track(AUDIO, [(0, 90, 2), (0.25, 92.5, 2)])
    things = [SceneObject(name="tap", is_static=True, tracks=(heard,))]
    assert build_map(spinning(), things).position("tap", 0, 1) is not None
    assert build_map(spinning(), things, rules=Rules.PUBLISHED).position("tap", 0, 1) is None


def test_answers_from_beside_an_object() -> None:
    path = SceneObject(
        name="guest",
        is_static=False,
        path_times_s=np.array([0.0, 10.0]),
        path_positions_m=np.array([[0.0, 4.0], [10.0, 4.0]]),
    )
    world = build_map(spinning(), [path, fixed("sink", 0, 0), fixed("tv", 0, 9), fixed("twin", 0, 0)])
    late = resolve(world, ask("guest", 3.9, 4.1, "sink", "tv"))
    assert late.azimuth_deg == pytest.approx(45, abs=0.1)
    assert late.distance_m == pytest.approx(np.sqrt(32), abs=0.1)
    assert resolve(world, ask("guest", 3, 5, "sink", "twin")).no_azimuth is Undefined.REFERENCE_IS_FACING
    assert resolve(world, ask("guest", 3, 5, "sink")).no_azimuth is Undefined.NO_FACING
    assert resolve(world, ask("guest", 30, 31, "sink", "tv")).no_distance is Undefined.NO_TARGET
    assert resolve(world, ask("guest", 30, 31)).no_distance is Undefined.NO_TRAJECTORY
    assert resolve(world, ask("sink", 3, 5, "sink", "tv")).no_azimuth is Undefined.TARGET_IS_REFERENCE


def test_a_longer_gap_is_bridged_when_the_map_says_so() -> None:
    sparse = Trajectory(
        times_s=np.array([0.0, 3.0]), positions_m=np.zeros((2, 2)), forwards=np.array([[0.0, 1.0], [0.0, 1.0]])
    )
    query = ask("lamp", 1, 2)
    assert resolve(build_map(sparse, [fixed("lamp", 1, 0)]), query).no_azimuth is Undefined.NO_TRAJECTORY
    bridged = build_map(sparse, [fixed("lamp", 1, 0)], max_gap_s=3.0)
    assert resolve(bridged, query).azimuth_deg == pytest.approx(90)


def test_a_mean_place_counts_moments_not_annotations() -> None:
    path = SceneObject(
        name="guest",
        is_static=False,
        path_times_s=np.array([0.0, 1.0, 2.0, 10.0]),
        path_positions_m=np.array([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [8.0, 0.0]]),
    )
    position = build_map(spinning(), [path]).position("guest", 0, 10)
    assert position is not None
    np.testing.assert_allclose(position, [3.2, 0], atol=0.01)  # 8 of 10 seconds on the way, 4 m on average


def test_published_answers_average_over_whole_seconds() -> None:
    world = build_map(spinning(), [fixed("lamp", 1, 4)], rules=Rules.PUBLISHED)
    # Looks along 90, 100 degrees at seconds 0, 1: the mean looks along 95, so that the lamp is 5 degrees to the right.
    assert resolve(world, ask("lamp", 0, 2)).azimuth_deg == pytest.approx(5, abs=0.1)
    assert resolve(world, ask("lamp", 0.2, 0.8)).no_azimuth is Undefined.NO_TRAJECTORY


def test_published_targets_are_followed_with_the_released_filter() -> None:
    seen = track(SEG, [(t, 10 * t, 2) for t in range(6)])
    things = [SceneObject(name="guest", is_static=False, tracks=(seen,))]
    published = build_map(spinning(), things, rules=Rules.PUBLISHED)
    corrected = build_map(spinning(), things)
    pulled, true = published.position("guest", 1, 4), corrected.position("guest", 1, 4)
    assert pulled is not None
    assert true is not None
    np.testing.assert_allclose(true, [1, 3], atol=0.05)
    np.testing.assert_allclose(pulled, [1, 2.78], atol=0.02)  # a patch's centroid is nearer than its middle
    assert published.objects["guest"].path is not None


def test_wrong_maps_and_questions_are_refused() -> None:
    with pytest.raises(SceneError, match="same name"):
        build_map(spinning(), [fixed("a", 0, 0), fixed("a", 1, 1)])
    with pytest.raises(SceneError, match="1 s only"):
        build_map(spinning(), [], rules=Rules.PUBLISHED, step_s=0.25)
    world = build_map(spinning(), [fixed("a", 0, 0)])
    with pytest.raises(SceneError, match="no object named"):
        resolve(world, ask("b", 0, 1))
    with pytest.raises(SceneError, match="before it begins"):
        resolve(world, ask("a", 2, 1))


def test_without_a_map_tracks_vote_and_give_medians() -> None:
    tracks = [track(SEG, [(1, 80, 2), (2, 100, 3), (9, -90, 9)]), track(AUDIO, [(1.5, 95, 4), (2.5, -100, np.nan)])]
    found = answer_without_map(tracks, 0, 5, 4)
    assert (found.sector, found.n_points) == (3, 4)  # back-right twice, front-right and back-left once each
    assert found.answer.distance_m == 3
    assert answer_without_map(tracks, 20, 30, 4).sector is None
    assert answer_without_map(tracks, 20, 30, 4).answer.no_azimuth is Undefined.NO_TARGET


def test_without_a_map_medians_at_the_back_do_not_jump_to_the_front() -> None:
    tracks = [track(SEG, [(1, 176, 2), (2, -174, 2), (3, -178, 2), (4, 178, 2)])]
    published = answer_without_map(tracks, 0, 5, 3, Rules.PUBLISHED).answer.azimuth_deg
    corrected = answer_without_map(tracks, 0, 5, 3).answer.azimuth_deg
    assert published == pytest.approx(1.0)
    assert corrected is not None
    assert abs(corrected) == pytest.approx(180.0, abs=1)


def test_a_tied_vote_follows_the_median() -> None:
    tracks = [track(SEG, [(1, -100, 1), (2, 80, 1), (3, 85, 1), (4, 95, 1), (5, 100, 1), (6, -10, 1)])]
    found = answer_without_map(tracks, 0, 9, 4)
    assert found.answer.azimuth_deg == pytest.approx(82.5, abs=3)
    assert found.sector == 1
