"""Tracks on the map: precedence, what is dropped, gaps, and the released way beside it."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pytest

from soundmark.spatial.poses import azimuths_deg, distances_m, forwards_of_headings
from soundmark.spatial.released_target import centroid_m, patch_m, released_target_path
from soundmark.spatial.scene import SceneError, Track, TrackSource, Trajectory
from soundmark.spatial.sightings import outside_cone, place_source, place_track, with_visual_distances
from soundmark.spatial.target_path import PER_SEGMENT_S, by_precedence, mean_position, target_path

REAL = Path(__file__).parents[4] / "shared" / "real" / "savvy"
Floats = npt.NDArray[np.float64]
SEG, SD, AUDIO = TrackSource.SEGMENTATION, TrackSource.SNAPSHOT, TrackSource.AUDIO


def still(last_s: float = 60.0, heading_deg: float = 90.0) -> Trajectory:
    """At the origin, looking along y."""
    times = np.arange(0, last_s + 0.5, 0.5)
    return Trajectory(
        times_s=times,
        positions_m=np.zeros((len(times), 2)),
        forwards=forwards_of_headings(np.full(len(times), heading_deg)),
    )


def track(source: TrackSource, times: list[float], azimuths: list[float], distances: list[float]) -> Track:
    return Track(
        source=source,
        label="",
        times_s=np.array(times),
        azimuths_deg=np.array(azimuths, dtype=np.float64),
        distances_m=np.array(distances, dtype=np.float64),
        confidences=np.full(len(times), np.nan),
    )


def seen_at(source: TrackSource, times: list[float], places: Floats) -> Track:
    """What someone at the origin who looks along y sees of places."""
    azimuths = azimuths_deg([0, 0], [0, 1], places)
    return track(source, times, azimuths.tolist(), distances_m([0, 0], places).tolist())


@pytest.mark.skipif(not REAL.is_dir(), reason="the published excerpts are not on this machine")
def test_published_key_frames_land_on_the_published_places() -> None:
    frames = json.loads((REAL / "speech_gt_keyframes" / "loc2_script2_seq3_rec2.json").read_text())
    walk = json.loads((REAL / "dense_traj" / "loc2_script2_seq3_rec2.json").read_text())
    trajectory = Trajectory(
        times_s=np.array([int(key) / 20 for key in walk]),
        positions_m=np.array([frame["loc"] for frame in walk.values()]),
        forwards=np.array([frame["forward_vec"] for frame in walk.values()]),
    )
    heard = track(
        SEG,
        [int(key) / 4 for key in frames],
        [frame["angle"] for frame in frames.values()],
        [frame["distance"] for frame in frames.values()],
    )
    found = place_track(trajectory, heard)
    np.testing.assert_allclose(found.positions_m, [frame["sounding_loc"] for frame in frames.values()], atol=1e-9)
    assert found.n_dropped == 0


def test_the_ignored_cone() -> None:
    assert outside_cone([0, 5, 5.1, -5.1, 90, 174.9, 175, 180, -176, np.nan]).tolist() == [
        *(False, False, True, True, True, True, False, False, False, False)
    ]
    heard = track(AUDIO, [1, 2, 3], [3, 30, -178], [1, 1, 1])
    assert place_track(still(), heard).times_s.tolist() == [2]
    assert place_track(still(), heard).n_dropped == 2
    seen = track(SEG, [1, 2, 3], [3, 30, -178], [1, 1, 1])
    assert place_track(still(), seen).n_dropped == 0  # only audio hears the wearer


def test_what_cannot_be_placed_is_counted() -> None:
    seen = track(SEG, [1, 2, 3, 99], [10, np.nan, 10, 10], [1, 1, np.nan, 1])
    found = place_track(still(), seen)
    assert (found.times_s.tolist(), found.n_dropped) == ([1], 3)


def test_a_place_is_less_sure_along_the_line_of_sight_than_across() -> None:
    found = place_track(still(), track(SEG, [1], [0], [2]))
    (across, along) = np.diag(found.covariances_m2[0])
    assert along == pytest.approx(0.7**2)
    assert across == pytest.approx((2 * np.radians(8)) ** 2)
    turned = place_track(still(heading_deg=0), track(SEG, [1], [0], [2]))
    np.testing.assert_allclose(np.diag(turned.covariances_m2[0]), [along, across])


def test_audio_borrows_a_missing_distance_from_what_was_seen_nearby() -> None:
    heard = track(AUDIO, [1, 4, 5, 20], [30, 30, 30, 30], [np.nan, np.nan, 9, np.nan])
    seen = track(SD, [0, 5], [0, 0], [2, 3])
    np.testing.assert_array_equal(with_visual_distances(heard, [seen]).distances_m, [2, 3, 9, np.nan])
    np.testing.assert_array_equal(with_visual_distances(heard, []).distances_m, [np.nan, np.nan, 9, np.nan])


def test_precedence_in_each_second() -> None:
    tracks = [
        track(SEG, [0.2, 4.0], [0, 0], [1, 1]),
        track(SD, [0.8, 2.5], [0, 0], [1, 1]),
        track(AUDIO, [0.5, 0.75, 2.25, 3.0, 3.25], [30, 120, 30, 30, -30], [1, 1, 1, 1, 1]),
    ]
    placed = {source: place_source(still(), tracks, source) for source in TrackSource}
    chosen = by_precedence(placed, 1.0)
    assert chosen[SEG].times_s.tolist() == [0.2, 4.0]
    assert chosen[SD].times_s.tolist() == [2.5]  # at 0.8 segmentation saw it
    assert chosen[AUDIO].times_s.tolist() == [0.75, 3.0, 3.25]  # behind; or nobody saw it
    fine = by_precedence(placed, PER_SEGMENT_S)
    assert fine[SD].times_s.tolist() == [0.8, 2.5]
    assert fine[AUDIO].times_s.tolist() == [0.5, 0.75, 2.25, 3.0, 3.25]


def test_a_walk_out_of_sight_is_followed_by_ear() -> None:
    times = np.arange(0, 20, 0.5)
    angle = np.radians(90 - 9 * times)  # from straight ahead clockwise round the wearer, 9 degrees a second
    places = 2 * np.column_stack([np.cos(angle), np.sin(angle)])
    visible = times < 5
    tracks = [
        seen_at(SEG, times[visible].tolist(), places[visible]),
        seen_at(AUDIO, times[~visible].tolist(), places[~visible]),
    ]
    path = target_path(still(), tracks)
    assert path is not None
    truth = 2 * np.column_stack([np.cos(np.radians(90 - 9 * path.times_s)), np.sin(np.radians(90 - 9 * path.times_s))])
    assert np.hypot(*(path.positions_m - truth)[:-1].T).max() < 0.2
    assert path.n_used[SEG] == 10
    assert path.n_used[AUDIO] == 29  # one is in the cone behind
    seen_only = target_path(still(), tracks[:1])
    assert seen_only is not None
    assert seen_only.times_s[-1] == 5


def test_paths_have_even_steps_that_cover_their_sightings() -> None:
    seen = track(SEG, [1.3, 2.6], [0, 0], [1, 1])
    by_second, by_segment = target_path(still(), [seen]), target_path(still(), [seen], step_s=PER_SEGMENT_S)
    assert by_second is not None
    assert by_segment is not None
    assert by_second.times_s.tolist() == [1, 2, 3]
    assert by_segment.times_s.tolist() == [1.25, 1.5, 1.75, 2.0, 2.25, 2.5, 2.75]


def test_no_sighting_no_path() -> None:
    assert target_path(still(), []) is None
    assert target_path(still(), [track(AUDIO, [1], [30], [np.nan])]) is None
    assert released_target_path(still(), [], 0, 5) is None
    with pytest.raises(SceneError, match="above zero"):
        target_path(still(), [], step_s=0)
    with pytest.raises(SceneError, match="too many steps"):
        target_path(still(), [track(SEG, [0, 50], [0, 0], [1, 1])], step_s=1e-5)


def test_a_path_is_averaged_over_a_span_and_not_carried_far() -> None:
    places = np.column_stack([np.full(11, 1.0), np.arange(11.0)])
    path = target_path(still(), [seen_at(SEG, np.arange(11.0).tolist(), places)])
    assert path is not None
    middle = mean_position(path, 4, 6)
    assert middle is not None
    np.testing.assert_allclose(middle, [1, 5], atol=0.05)
    between = mean_position(path, 4.4, 4.6)
    assert between is not None
    np.testing.assert_allclose(between, [1, 4.5], atol=0.05)
    after = mean_position(path, 12, 13)
    assert after is not None
    np.testing.assert_allclose(after, path.positions_m[-1])
    assert mean_position(path, 16, 17) is None


def test_a_released_sighting_is_pulled_towards_the_wearer() -> None:
    patch = patch_m(np.zeros(2), np.array([0.0, 1.0]), 0.0, 2.0)
    assert patch.shape == (50, 2)
    mean_cosine = np.cos(np.radians(np.linspace(-45, 45, 10))).mean()
    np.testing.assert_allclose(centroid_m(patch), [0, 2 * mean_cosine], atol=0.011)
    near = patch_m(np.zeros(2), np.array([0.0, 1.0]), 0.0, 0.5, half_width_deg=0)
    np.testing.assert_allclose(near[:, 1], [0.1, 0.45, 0.8, 1.15, 1.5])  # nothing is nearer than 0.1 m
    unknown = patch_m(np.zeros(2), np.array([0.0, 1.0]), 0.0, np.nan, half_width_deg=0)
    np.testing.assert_allclose(unknown[[0, -1], 1], [0.1, 6.0])


def test_released_audio_counts_behind_or_when_nothing_was_seen() -> None:
    behind = track(AUDIO, [2.0], [150], [2.0])
    in_front = track(AUDIO, [2.0], [40], [2.0])
    seen = track(SEG, [1, 3], [0, 0], [2, 2])
    alone = released_target_path(still(), [in_front], 0, 4)
    assert alone is not None
    assert alone.times_s.tolist() == [2]
    with_seen = released_target_path(still(), [in_front, seen], 0, 4)
    without = released_target_path(still(), [seen], 0, 4)
    assert with_seen is not None
    assert without is not None
    np.testing.assert_array_equal(with_seen.positions_m, without.positions_m)
    # Behind is farther from the expected place than 1 m and 1.5 mean steps, so none of its candidates fits.
    refused = released_target_path(still(), [behind, seen], 0, 4)
    assert refused is not None
    np.testing.assert_array_equal(refused.positions_m, without.positions_m)


def test_released_paths_go_beyond_what_was_seen() -> None:
    seen = track(SEG, [1, 2], [0, 0], [2, 2])
    path = released_target_path(still(), [seen], 10, 12)
    assert path is not None
    assert path.times_s.tolist() == [10, 11, 12]
    np.testing.assert_allclose(path.positions_m, [[0, 1.77]] * 3, atol=0.02)
    early = released_target_path(still(), [track(SEG, [30], [0], [2])], 0, 1)
    assert early is not None
    assert early.times_s.tolist() == [0, 1]


def test_released_snapshots_fill_seconds_without_segmentation() -> None:
    seen = track(SEG, [1, 3], [0, 20], [2, 2])
    path = released_target_path(still(), [seen], 0, 4)
    left = released_target_path(still(), [seen, track(SD, [1, 2], [80, -30], [5, 2])], 0, 4)
    right = released_target_path(still(), [seen, track(SD, [1, 2], [80, 50], [5, 2])], 0, 4)
    far = released_target_path(still(), [seen, track(SD, [2], [170], [5])], 0, 4)
    assert path is not None
    assert left is not None
    assert right is not None
    assert far is not None
    assert right.times_s.tolist() == path.times_s.tolist() == [1, 2, 3]
    assert right.positions_m[1, 0] > left.positions_m[1, 0] + 0.05  # as the snapshot of second 2 has it
    np.testing.assert_array_equal(right.positions_m[0], path.positions_m[0])  # segmentation saw it in second 1
    np.testing.assert_array_equal(far.positions_m, path.positions_m)  # behind the wearer: refused


def test_a_released_target_that_stands_still_refuses_every_snapshot() -> None:
    seen = track(SEG, [1, 3], [0, 0], [2, 2])
    path = released_target_path(still(), [seen, track(SD, [2], [10], [2])], 0, 4)
    without = released_target_path(still(), [seen], 0, 4)
    assert path is not None
    assert without is not None
    # One and a half mean steps of nothing is nothing.
    np.testing.assert_array_equal(path.positions_m, without.positions_m)


@pytest.mark.parametrize(
    ("times", "azimuths", "distances", "sentence"),
    [
        ([2, 1], [0, 0], [1, 1], "must not decrease"),
        ([1, 2], [0], [1, 1], "same length"),
        ([np.nan], [0], [1], "finite"),
        ([1], [np.inf], [1], "finite"),
        ([1], [0], [-1], "negative distance"),
    ],
)
def test_wrong_tracks_are_refused(
    times: list[float], azimuths: list[float], distances: list[float], sentence: str
) -> None:
    with pytest.raises(SceneError, match=sentence):
        track(SEG, times, azimuths, distances)
