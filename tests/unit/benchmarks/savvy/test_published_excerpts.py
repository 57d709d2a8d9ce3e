"""Excerpts of the published SAVVY-Bench files load to the right questions and scenes.

Tables and tolerances are those of the README beside the excerpts; positions are checked by their own geometry.
"""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest

from soundmark.benchmarks import FindingKind
from soundmark.benchmarks.savvy import SavvyBenchmark, build_savvy, check_scenes, count, read_savvy
from soundmark.benchmarks.savvy.layout import find_files
from soundmark.spatial.scene import TrackSource
from soundmark.types import SpatialTruth
from tests.support import savvy_files as made

EXCERPTS = Path(__file__).resolve().parents[4].parent / "shared" / "real" / "savvy"
FILE = "savvy_bench_file.excerpt.json"

pytestmark = pytest.mark.skipif(not EXCERPTS.is_dir(), reason="the published excerpts are not here")

QUESTIONS = {
    # id: (recording, event, choices, truth)
    "direction_ego_hard_5": ("loc1_script2_seq1_rec1", "speech", 4, (1, None, 48.5, 51.0)),
    "direction_ego_simple_132": ("loc2_script2_seq5_rec1", "speech", 3, (1, None, 218.85, 219.86)),
    "direction_exo_hard_366": ("loc3_script3_seq2_rec1", "speech", 4, (0, None, 62.96, 64.9)),
    "direction_exo_simple_384": ("loc3_script3_seq5_rec2", "speech", 3, (0, None, 2.14, 4.79)),
    "direction_exo_simple_389": ("loc3_script3_seq5_rec2", "sound", 3, (0, None, 56.55, 68.0)),
    "distance_ego_hard_68": ("loc2_script2_seq3_rec2", "speech", 0, (None, 2.0517504721578597, 1.34, 2.93)),
    "distance_exo_hard_336": ("loc3_script3_seq5_rec2", "sound", 0, (None, 6.087692502089769, 56.55, 68.0)),
    "distance_exo_hard_338": ("loc3_script3_seq5_rec2", "speech", 0, (None, 2.3778227436039048, 136.55, 138.18)),
}
AZIMUTHS = {"direction_ego_hard_5": 14.4389, "direction_exo_simple_384": -44.1024}
LISTED = {"distance_exo_hard_336": 6.12, "distance_exo_hard_338": 2.42}


@pytest.fixture(scope="module")
def benchmark() -> SavvyBenchmark:
    return read_savvy(EXCERPTS)


def test_the_eight_questions(benchmark: SavvyBenchmark) -> None:
    found = {question.question_id.removeprefix(made.PREFIX): question for question in benchmark.pack.questions}
    assert list(found) == list(QUESTIONS)
    for name, (video, event, n_choices, (choice, distance_m, start_s, end_s)) in QUESTIONS.items():
        question = found[name]
        assert question.tags["video_id"] == video
        assert question.tags["anno_modality"] == event
        assert len(question.choices) == n_choices
        expected = SpatialTruth(choice_index=choice, distance_m=distance_m, start_s=start_s, end_s=end_s)
        truth = question.truth
        assert SpatialTruth(
            choice_index=truth.choice_index, distance_m=truth.distance_m, start_s=truth.start_s, end_s=truth.end_s
        ) == expected  # fmt: skip
        assert (truth.azimuth_deg is None) == (name not in AZIMUTHS)
    for name, azimuth_deg in AZIMUTHS.items():
        assert found[name].truth.azimuth_deg == pytest.approx(azimuth_deg, abs=1e-4)


def test_nothing_is_wrong_with_what_is_published(benchmark: SavvyBenchmark) -> None:
    assert benchmark.pack.report.left_out == ()
    notes = benchmark.pack.report.notes
    assert {note.subject.removeprefix(made.PREFIX) for note in notes} == set(LISTED)
    assert {note.kind for note in notes} == {FindingKind.CORRECTED}
    assert check_scenes(benchmark) == ()


def test_texts_are_kept_as_published(benchmark: SavvyBenchmark) -> None:
    published = {item["id"]: item["question"] for item in json.loads((EXCERPTS / FILE).read_text())}
    for question in benchmark.pack.questions:
        # Blanks are one, and nothing else is touched: 'as the its location' stays.
        assert question.prompt == " ".join(published[question.question_id].split())
    assert any("as the its location" in question.prompt for question in benchmark.pack.questions)


def test_counts(benchmark: SavvyBenchmark) -> None:
    counts = count(benchmark)
    assert counts.by_task == {"direction_ego": 2, "direction_exo": 3, "distance_ego": 1, "distance_exo": 2}
    assert counts.by_level == {"hard": 5, "simple": 3}
    assert counts.by_modality == {"sound": 2, "speech": 6}
    assert (counts.n_with_map, counts.n_with_trajectory, counts.n_with_audio_track) == (4, 2, 1)


def azimuth_deg(reference: tuple[float, float], forward: tuple[float, float], target: tuple[float, float]) -> float:
    """By the angles of two vectors, independently of the product: positive to the right is clockwise."""
    heading = math.atan2(forward[1], forward[0])
    bearing = math.atan2(target[1] - reference[1], target[0] - reference[0])
    return math.degrees(math.remainder(heading - bearing, 2 * math.pi))


def test_maps_agree_with_their_own_positions(benchmark: SavvyBenchmark) -> None:
    found = {name.removeprefix(made.PREFIX): scene.map for name, scene in benchmark.scenes.items() if scene.map}
    assert set(found) == {*AZIMUTHS, *LISTED}
    for name, scene_map in found.items():
        reference, target = scene_map.reference.position_m, scene_map.target.position_m
        assert scene_map.distance_m == pytest.approx(math.dist(reference, target), abs=1e-12)
        assert scene_map.listed_distance_m == LISTED.get(name)
        if scene_map.forward is not None:
            assert scene_map.azimuth_deg is not None
            assert scene_map.azimuth_deg == pytest.approx(azimuth_deg(reference, scene_map.forward, target), abs=1e-12)
    faced = found["direction_exo_simple_384"].facing
    assert faced is not None
    assert faced.description == "tv by the fireplace"
    np.testing.assert_allclose(faced.position_m, (-3.4, -2.8), atol=1e-12)


@pytest.mark.parametrize(
    ("name", "n_frames", "first_s", "last_s"),
    [("distance_ego_hard_68", 61, 0.0, 3.0), ("direction_ego_hard_5", 20, 0.05, 1.0)],
)
def test_paths(benchmark: SavvyBenchmark, name: str, n_frames: int, first_s: float, last_s: float) -> None:
    path = benchmark.scenes[made.PREFIX + name].trajectory
    assert path is not None
    assert len(path.times_s) == n_frames
    assert (path.times_s[0], path.times_s[-1]) == (first_s, last_s)
    np.testing.assert_allclose(np.linalg.norm(path.forwards, axis=1), 1, atol=1e-15)


@pytest.mark.parametrize("name", ["distance_ego_hard_68", "direction_ego_hard_5"])
def test_key_frames_agree_with_their_own_positions(benchmark: SavvyBenchmark, name: str) -> None:
    frames = benchmark.scenes[made.PREFIX + name].speech
    assert frames is not None
    assert len(frames.times_s) == 8
    for place in range(8):
        camera, forward, speaker = (
            (float(pair[place, 0]), float(pair[place, 1]))
            for pair in (frames.camera_m, frames.camera_forwards, frames.speaker_m)
        )
        assert frames.distances_m[place] == pytest.approx(math.dist(camera, speaker), abs=1e-12)
        assert frames.azimuths_deg[place] == pytest.approx(azimuth_deg(camera, forward, speaker), abs=1e-12)


def test_a_key_frame_has_the_camera_of_the_path_at_its_time(benchmark: SavvyBenchmark) -> None:
    scene = benchmark.scenes[f"{made.PREFIX}distance_ego_hard_68"]
    assert scene.speech is not None
    assert scene.trajectory is not None
    frames = np.searchsorted(scene.trajectory.times_s, scene.speech.times_s)
    np.testing.assert_array_equal(scene.trajectory.times_s[frames], scene.speech.times_s)
    np.testing.assert_array_equal(scene.trajectory.positions_m[frames], scene.speech.camera_m)


def test_the_audio_track(benchmark: SavvyBenchmark) -> None:
    scene = benchmark.scenes[f"{made.PREFIX}distance_ego_hard_68"]
    (track,) = scene.tracks
    assert track.source is TrackSource.AUDIO
    assert track.times_s.tolist() == [window / 4 for window in range(20)]
    assert track.azimuths_deg[:4].tolist() == [154.0, 1.0, 1.0, -2.0]
    assert scene.audio_windows is not None
    assert scene.audio_windows.cdr[4] == 2.204231555256444
    assert np.isnan(track.distances_m).all()  # no K beside the excerpts
    # With the published K of this question, 3.19305..., in the text's sqrt(K/CDR):
    with_k = scene.audio_windows.track(3.1930527129029533)
    assert with_k.distances_m[4] == pytest.approx((3.1930527129029533 / 2.204231555256444) ** 0.5, rel=1e-15)


@pytest.mark.parametrize("form", made.FORMS)
def test_the_same_excerpts_in_every_form(benchmark: SavvyBenchmark, form: str) -> None:
    rows = made.FORMS[form](json.loads((EXCERPTS / FILE).read_text()))
    again = build_savvy(rows, find_files(EXCERPTS))
    assert again.pack.questions == benchmark.pack.questions
    assert again.pack.report == benchmark.pack.report
