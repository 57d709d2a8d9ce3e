"""The scenes of SAVVY-Bench: maps, paths, tracks and key frames, with values worked out by hand."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
import pytest

from soundmark.benchmarks import FindingKind, PackError
from soundmark.benchmarks.savvy import SavvyScene, check_scenes, read_savvy
from soundmark.spatial.scene import TrackSource
from tests.support import savvy_files as made


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    return made.write_clone(tmp_path / "savvy")


def scene_of(clone: Path, name: str) -> SavvyScene:
    return read_savvy(clone).scenes[made.PREFIX + name]


def faults(scene: SavvyScene) -> list[str]:
    return [finding.detail for finding in scene.findings if finding.kind is not FindingKind.CORRECTED]


def test_a_map_seen_by_the_wearer(clone: Path) -> None:
    found = scene_of(clone, "direction_ego_hard_3").map
    assert found is not None
    assert found.target.position_m == (2.0, 3.0)
    assert found.reference.position_m == (1.0, 2.0)
    assert found.forward == (0.0, 1.0)
    assert found.facing is None
    assert (found.azimuth_deg, found.listed_choice, found.context_choice) == (45.0, "B", "B")
    assert (found.start_s, found.end_s) == (4.0, 6.0)


def test_a_map_seen_from_an_object_has_the_object_that_is_faced(clone: Path) -> None:
    found = scene_of(clone, "direction_exo_hard_12").map
    assert found is not None
    assert found.facing is not None
    assert found.facing.description == "red chair"
    assert found.facing.position_m == (2.0, 0.0)
    assert found.azimuth_deg == -135.0


def test_both_truths_of_a_distance_are_kept_and_named(clone: Path) -> None:
    benchmark = read_savvy(clone)
    question_id = f"{made.PREFIX}distance_exo_hard_21"
    found = benchmark.scenes[question_id].map
    assert found is not None
    assert (found.distance_m, found.listed_distance_m) == (5.0, 5.04)
    truth = next(question.truth for question in benchmark.pack.questions if question.question_id == question_id)
    assert truth.distance_m == 5.0
    (note,) = [note for note in benchmark.pack.report.notes if note.kind is FindingKind.CORRECTED]
    assert note.subject == question_id
    assert "5 m" in note.detail
    assert "5.04 m" in note.detail


def test_a_distance_from_the_wearer_has_a_direction_that_is_not_asked_for(clone: Path) -> None:
    benchmark = read_savvy(clone)
    question_id = f"{made.PREFIX}distance_ego_hard_20"
    found = benchmark.scenes[question_id].map
    assert found is not None
    assert (found.azimuth_deg, found.listed_distance_m, found.listed_choice) == (45.0, 1.41, "")
    truth = next(question.truth for question in benchmark.pack.questions if question.question_id == question_id)
    assert (truth.azimuth_deg, truth.distance_m) == (None, made.SQRT_2)
    # 1.41 is 1.4142... rounded: no second truth, and no note.
    assert not any(note.subject == question_id for note in benchmark.pack.report.notes)


def test_a_direction_has_the_azimuth_of_its_map_and_no_distance(clone: Path) -> None:
    truths = {question.question_id: question.truth for question in read_savvy(clone).pack.questions}
    truth = truths[f"{made.PREFIX}direction_ego_hard_3"]  # type: ignore[index]
    assert (truth.azimuth_deg, truth.distance_m) == (45.0, None)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"groundtruth": "D"}, "lists the answer D, the question B"),
        ({"video_id": "aea/loc1_script1_seq1_rec1"}, "another recording"),
        ({"gt_context_json": None}, "gt_context_json is not an object"),
        ({"gt_context_json": {}}, "is not an object"),
    ],
)
def test_a_map_that_contradicts_its_question_is_left_out(clone: Path, changes: made.Item, sentence: str) -> None:
    maps = made.map_items()
    maps[0] |= changes
    made.write_json(clone / "SAVVY" / "data" / "test_json" / "gtavmap.json", maps)
    benchmark = read_savvy(clone)
    assert benchmark.scenes[f"{made.PREFIX}direction_ego_hard_3"].map is None
    assert any(sentence in note.detail for note in benchmark.pack.report.notes)
    assert benchmark.pack.report.n_playable == 6


def test_places_that_do_not_fit_their_distance_are_told(clone: Path) -> None:
    maps = made.map_items()
    maps[0]["gt_context_json"]["sounding_object"]["loc"] = [20.0, 3.0]
    made.write_json(clone / "SAVVY" / "data" / "test_json" / "gtavmap.json", maps)
    notes = read_savvy(clone).pack.report.notes
    details = [note.detail for note in notes]
    assert "its places are 19.03 m apart, its distance is 1.41 m" in details
    # atan2(19, 1) to the right of +y
    assert "its places lie at 87.0 degrees, its angle is 45.0" in details


def test_reference_and_facing_at_one_place_give_no_direction(clone: Path) -> None:
    maps = made.map_items()
    maps[1]["gt_context_json"]["reference_forward_vector"]["vec"] = [0, 0]
    made.write_json(clone / "SAVVY" / "data" / "test_json" / "gtavmap.json", maps)
    notes = read_savvy(clone).pack.report.notes
    assert any("at the same place" in note.detail for note in notes)


@pytest.mark.parametrize("first", [0, 1])
def test_a_path_counts_twenty_frames_a_second_from_either_first_key(clone: Path, first: int) -> None:
    made.write_json(clone / "SAVVY" / "data" / "dense_traj" / "aea" / f"{made.VIDEO}.json", made.trajectory(first, 101))
    path = scene_of(clone, "direction_ego_hard_3").trajectory
    assert path is not None
    assert path.times_s[0] == first / 20
    assert path.times_s[-1] == (first + 100) / 20
    assert path.positions_m.tolist() == [[1.0, 2.0]] * 101
    frame = int(path.times_s[50] * 20)
    assert path.forwards[50].tolist() == [frame / 200, 1 - frame / 200]


def test_the_other_person_is_brought_to_the_wearers_clock(clone: Path) -> None:
    """The published file of the other recording counts whole seconds of its own, which runs 0.5 s ahead here."""
    guest = scene_of(clone, "direction_ego_hard_3").guest
    assert guest is not None
    assert guest.times_s.tolist() == [second - 0.5 for second in range(8)]
    assert guest.positions_m[2].tolist() == [2.0, 5.0]


def test_a_sound_has_no_other_person(clone: Path) -> None:
    assert scene_of(clone, "direction_exo_simple_13").guest is None


def test_an_audio_track_has_four_windows_a_second_and_a_distance_where_k_is_known(clone: Path) -> None:
    scene = scene_of(clone, "direction_ego_hard_3")
    (track,) = [track for track in scene.tracks if track.source is TrackSource.AUDIO]
    assert track.times_s.tolist() == [0.0, 0.25, 0.5, 0.75, 2.0]
    assert track.azimuths_deg.tolist() == [45.0, 180.0, 1.0, -20.0, 90.0]
    # sqrt(2 / 0.5), sqrt(2 / 2), nothing of a ratio of 0, sqrt(2 / 8), sqrt(2 / 1)
    np.testing.assert_allclose(track.distances_m, [2.0, 1.0, math.nan, 0.5, made.SQRT_2], rtol=1e-15)
    assert np.isnan(track.confidences).all()
    assert scene.audio_windows is not None
    assert scene.audio_windows.energies.tolist() == [0.25] * 5
    assert any("its distance means nothing" in finding.detail for finding in scene.findings)


def test_without_k_nothing_is_said_about_distance(clone: Path) -> None:
    (track,) = scene_of(clone, "distance_ego_hard_20").tracks
    assert np.isnan(track.distances_m).all()


def test_snapshots_and_segmentation_become_tracks(clone: Path) -> None:
    scene = scene_of(clone, "direction_ego_hard_3")
    assert scene.snapshot is not None
    assert (scene.snapshot.start_s, scene.snapshot.end_s, scene.snapshot.prediction) == (4.0, 6.0, "front-right")
    assert scene.snapshot.verdicts == {"sounding_object": "correct"}
    assert [found.role for found in scene.snapshot.objects] == ["target", "reference", "facing"]
    person, cup = (track for track in scene.tracks if track.source is TrackSource.SNAPSHOT)
    assert person.times_s.tolist() == [1.0, 5.0]
    assert person.azimuths_deg.tolist() == [-30.0, 40.0]
    assert person.distances_m.tolist() == [2.0, 1.5]
    assert cup.times_s.tolist() == [60.0]
    seen = {track.label: track for track in scene.tracks if track.source is TrackSource.SEGMENTATION}
    assert seen["A person in green."].times_s.tolist() == [2.0, 5.0]
    assert seen["A person in green."].confidences.tolist() == [0.5, 0.5]
    assert faults(scene) == []


def test_the_other_models_outputs_are_chosen_by_name(clone: Path) -> None:
    other = made.snapshots()
    output = other[f"{made.PREFIX}direction_ego_hard_3"]
    output["stand_by_object"] = output.pop("reference_object")
    output["facing_direction"] = output.pop("facing_object")
    folder = clone / "SAVVY-Bench" / "data" / "sd_output_v2"
    made.write_json(folder / "format_longvale.json", other)
    made.write_json(folder / "longvale.json", [{"doc_id": 0, "prompt": "...", "output": "```json ...```"}])
    benchmark = read_savvy(clone, snapshots="longvale")
    assert benchmark.snapshot_models == ("gemini25", "longvale")
    scene = benchmark.scenes[f"{made.PREFIX}direction_ego_hard_3"]
    assert scene.snapshot is not None
    assert [found.role for found in scene.snapshot.objects] == ["target", "reference", "facing"]
    with pytest.raises(PackError, match="There: gemini25, longvale"):
        read_savvy(clone, snapshots="gpt")


def test_key_frames_of_speech_and_of_objects(clone: Path) -> None:
    scene = scene_of(clone, "direction_ego_hard_3")
    assert scene.speech is not None
    assert scene.speech.times_s.tolist() == [4.5]
    assert scene.speech.speaker_m.tolist() == [[2.0, 3.0]]
    assert scene.speech.is_key.tolist() == [True]
    cat, screen = scene.objects
    assert (cat.name, cat.times_s.tolist()) == ("cat", [0.0, 1.0])
    assert (screen.name, screen.azimuths_deg.tolist()) == ("TV", [180.0])


def test_a_damaged_file_costs_its_part_and_is_told(clone: Path) -> None:
    made.write_json(clone / "SAVVY" / "data" / "dense_traj" / "aea" / f"{made.VIDEO}.json", ["no", "path"])
    (clone / "SAVVY" / "data" / "vis_gt_keyframes_all" / f"{made.VIDEO}.json").write_text("{")
    benchmark = read_savvy(clone)
    scene = benchmark.scenes[f"{made.PREFIX}direction_ego_hard_3"]
    assert (scene.trajectory, scene.objects) == (None, ())
    assert len(scene.tracks) == 5
    told = check_scenes(benchmark)
    assert len(told) == 2
    assert {finding.kind for finding in told} == {FindingKind.UNREADABLE}


def test_single_wrong_entries_are_left_out_and_told_once_a_file(clone: Path) -> None:
    path = made.trajectory(0, 10)
    path |= {"x": path["00000"], "00003": {"loc": [1, math.nan], "forward_vec": [0, 1]}, "3": path["00000"]}
    made.write_json(clone / "SAVVY" / "data" / "dense_traj" / "aea" / f"{made.VIDEO}.json", path)
    track = made.audio_track() | {"1": [{"angle": 500}], "3": [{}] * 9}
    folder = clone / "SAVVY" / "data" / "audio_tracks_drr_mid_4_3456" / made.VIDEO
    made.write_json(folder / "audio_track_results.json", track)
    scene = scene_of(clone, "direction_ego_hard_3")
    assert scene.trajectory is not None
    assert len(scene.trajectory.times_s) == 10
    assert scene.audio_windows is not None
    assert len(scene.audio_windows.times_s) == 5
    assert len(faults(scene)) == 3
    assert any("loc is not a finite number" in fault or "and 1 more" in fault for fault in faults(scene))


def test_a_time_that_no_frame_can_have_is_no_key(clone: Path) -> None:
    made.write_json(
        clone / "SAVVY" / "data" / "correct_traj" / "aea" / f"{made.OTHER_VIDEO}.json", {"-1": {}, "9" * 30: {}}
    )
    scene = scene_of(clone, "direction_ego_hard_3")
    assert scene.guest is None
    assert faults(scene) == ["no entry is a position with a forward vector"]
