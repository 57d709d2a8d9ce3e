"""SAVVY-Bench loads to the same questions from every form and folder in which it is published."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soundmark.benchmarks import FindingKind, PackError
from soundmark.benchmarks.savvy import SavvyBenchmark, check_scenes, count, read_savvy
from soundmark.types import SpatialTruth
from tests.support import savvy_files as made


def truths(benchmark: SavvyBenchmark) -> dict[str, SpatialTruth]:
    return {question.question_id.removeprefix(made.PREFIX): question.truth for question in benchmark.pack.questions}


EXPECTED = {
    "direction_ego_hard_3": SpatialTruth(choice_index=1, start_s=4.5, end_s=6.0),
    "direction_ego_simple_4": SpatialTruth(choice_index=1, start_s=4.5, end_s=6.0),
    "direction_exo_hard_12": SpatialTruth(choice_index=2, start_s=4.5, end_s=6.0),
    "direction_exo_simple_13": SpatialTruth(choice_index=0, start_s=10.25, end_s=12.0),
    "distance_ego_hard_20": SpatialTruth(distance_m=made.SQRT_2, start_s=4.5, end_s=6.0),
    "distance_exo_hard_21": SpatialTruth(distance_m=5.0, start_s=4.5, end_s=6.0),
}


@pytest.mark.parametrize("form", made.FORMS)
@pytest.mark.parametrize("container", ["array", "data", "lines"])
def test_every_published_form_gives_the_same_questions(tmp_path: Path, form: str, container: str) -> None:
    rows = made.FORMS[form](made.items())
    path = tmp_path / f"savvy_bench_file.json{'l' if container == 'lines' else ''}"
    lines = "\n".join(json.dumps(row) for row in rows)
    path.write_text({"array": json.dumps(rows), "data": json.dumps({"data": rows}), "lines": lines}[container])
    benchmark = read_savvy(path)
    assert truths(benchmark) == EXPECTED
    assert benchmark.pack.report.left_out == benchmark.pack.report.notes == ()
    hard, simple, *_ = benchmark.pack.questions
    assert hard.choices == ("front-left", "front-right", "back-left", "back-right")
    assert simple.choices == ("left", "right", "back")
    assert benchmark.pack.questions[-1].choices == ()
    assert hard.prompt == made.items()[0]["question"]  # with its typing error
    assert hard.tags["task"] == "direction_ego"
    assert hard.tags["level"] == "hard"
    assert [question.tags["anno_modality"] for question in benchmark.pack.questions].count("sound") == 1


def test_the_forms_are_one_revision(tmp_path: Path) -> None:
    revisions = set()
    for form, shaped in made.FORMS.items():
        path = made.write_json(tmp_path / form / "savvy_bench_file.json", shaped(made.items()))
        revisions.add(read_savvy(path).pack.revision)
    other = made.write_json(
        tmp_path / "savvy_bench_file.json", [*made.items()[:-1], made.item("distance_exo", "hard", 21, 5.01)]
    )
    assert len(revisions) == 1
    assert read_savvy(other).pack.revision not in revisions
    assert read_savvy(other, revision="9ef5d163").pack.revision == "9ef5d163"


@pytest.mark.parametrize(
    "inside",
    [
        "", "SAVVY-Bench/data/spatial_avqa/test/savvy_bench_file.json", "SAVVY/data/test_json/savvy_bench.json",
    ],
)  # fmt: skip
def test_a_clone_is_read_whole_by_its_root_and_by_either_file_of_questions(tmp_path: Path, inside: str) -> None:
    benchmark = read_savvy(made.write_clone(tmp_path / "savvy") / inside)
    counts = count(benchmark)
    assert (counts.n_questions, counts.n_with_map, counts.n_with_trajectory, counts.n_with_audio_track) == (6, 4, 6, 6)
    assert counts.by_task == {"direction_ego": 2, "direction_exo": 2, "distance_ego": 1, "distance_exo": 1}
    assert counts.by_level == {"hard": 4, "simple": 2}
    assert counts.by_modality == {"sound": 1, "speech": 5}
    assert counts.by_choices == {"0": 2, "3": 2, "4": 2}
    assert counts.n_recordings == 1
    assert counts.n_with_sound == 0
    assert benchmark.human_ids == (f"{made.PREFIX}direction_ego_hard_3",)
    assert counts.n_human == 1
    assert any("task: direction_ego 2, direction_exo 2" in line for line in counts.lines())
    assert check_scenes(benchmark) == ()


def test_a_data_folder_alone_is_enough(tmp_path: Path) -> None:
    data = made.write_data(tmp_path / "data")
    made.write_json(data / "test_json" / "savvy_bench.json", made.as_strings(made.items()))
    for source in (data, tmp_path):
        counts = count(read_savvy(source))
        assert (counts.n_with_map, counts.n_with_trajectory) == (4, 6)


def test_files_may_lie_loose_in_one_folder(tmp_path: Path) -> None:
    made.write_json(tmp_path / "savvy_bench_file.excerpt.json", made.items())
    made.write_json(tmp_path / "gtavmap.excerpt.json", made.map_items())
    made.write_json(tmp_path / "dense_traj" / f"{made.VIDEO}.json", made.trajectory())
    made.write_json(tmp_path / "audio_track_results" / f"{made.VIDEO}.json", made.audio_track())
    made.write_json(tmp_path / "speech_gt_keyframes" / f"{made.VIDEO}.json", made.speech_frames())
    scene = read_savvy(tmp_path).scenes[f"{made.PREFIX}direction_ego_hard_3"]
    assert scene.map is not None
    assert scene.trajectory is not None
    assert scene.speech is not None
    assert len(scene.tracks) == 1


def test_questions_alone_play_without_a_scene(tmp_path: Path) -> None:
    benchmark = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", made.items()))
    scene = benchmark.scenes[f"{made.PREFIX}distance_exo_hard_21"]
    assert (scene.map, scene.trajectory, scene.tracks, scene.findings) == (None, None, (), ())
    assert list(benchmark.scenes) == [question.question_id for question in benchmark.pack.questions]
    assert "no such" not in benchmark.scenes
    with pytest.raises(KeyError):
        benchmark.scenes["no such"]


def test_items_that_the_benchmark_left_out_never_come_in(tmp_path: Path) -> None:
    benchmark = read_savvy(made.write_clone(tmp_path))
    assert f"{made.PREFIX}direction_ego_hard_99" not in benchmark.scenes
    with pytest.raises(PackError, match="file of maps"):
        read_savvy(tmp_path / "SAVVY" / "data" / "test_json" / "gtavmap.json")


def test_the_human_evaluation_names_each_question_once_and_says_what_it_dropped(tmp_path: Path) -> None:
    notes = read_savvy(made.write_clone(tmp_path)).pack.report.notes
    details = {note.kind: note.detail for note in notes if note.subject == "human_eval_id.json"}
    assert details[FindingKind.REPEATED_ID].startswith("1 ids are listed again")
    assert details[FindingKind.BAD_VALUE].startswith("1 ids are of no question")


@pytest.mark.parametrize(
    ("changes", "kind", "sentence"),
    [
        ({"id": "../../etc/passwd"}, FindingKind.BAD_VALUE, "not made of letters"),
        ({"id": None}, FindingKind.BAD_VALUE, "no id"),
        ({"id": "x" * 200}, FindingKind.BAD_VALUE, "not made of letters"),
        ({"task": "temporal_grounding"}, FindingKind.BAD_VALUE, "is not known"),
        ({"question": ""}, FindingKind.BAD_VALUE, "no question"),
        ({"question": "w" * 5000}, FindingKind.BAD_VALUE, "more than 4,000"),
        ({"question": 7}, FindingKind.BAD_VALUE, "not a text"),
        ({"options": "None"}, FindingKind.BAD_VALUE, "do not fit together"),
        ({"options": ["B: left", "A: right"]}, FindingKind.BAD_VALUE, "not lettered"),
        ({"options": ["A: left", "B: LEFT", "C: back"]}, FindingKind.BAD_VALUE, "the same"),
        ({"options": ["A: left"]}, FindingKind.BAD_VALUE, "1 options"),
        ({"options": {"A": "left"}}, FindingKind.BAD_VALUE, "neither a list"),
        ({"QA_type": "NA"}, FindingKind.BAD_VALUE, "do not fit together"),
        ({"QA_type": "Open"}, FindingKind.BAD_VALUE, "neither MCA nor NA"),
        ({"groundtruth": "E"}, FindingKind.BAD_ANSWER, "none of A, B, C, D"),
        ({"groundtruth": "AB"}, FindingKind.BAD_ANSWER, "none of A, B, C, D"),
        ({"groundtruth": ""}, FindingKind.BAD_ANSWER, "none of A, B, C, D"),
        ({"groundtruth": 1}, FindingKind.BAD_ANSWER, "no text"),
        ({"groundtruth": None}, FindingKind.BAD_ANSWER, "no text"),
    ],
)
def test_a_wrong_row_is_named_and_the_others_play(
    tmp_path: Path, changes: made.Item, kind: FindingKind, sentence: str
) -> None:
    rows = made.items()
    rows[0] |= changes
    report = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", rows)).pack.report
    assert (report.n_rows, report.n_playable) == (6, 5)
    (finding,) = report.left_out
    assert finding.kind is kind
    assert sentence in finding.detail
    assert sentence in report.text()


@pytest.mark.parametrize("truth", ["", None, "nan", float("nan"), float("inf"), -1, "2,5", True, "1e9", [2.0], 10**400])
def test_a_distance_that_is_none_costs_its_question_only(tmp_path: Path, truth: object) -> None:
    rows = made.items()
    rows[4]["groundtruth"] = truth
    report = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", rows)).pack.report
    assert [finding.kind for finding in report.left_out] == [FindingKind.BAD_ANSWER]
    assert report.n_playable == 5


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"anno_value": None}, "anno_value is not an object"),
        ({"anno_value": {}}, "no zero_base_start_time"),
        ({"anno_value": {"zero_base_start_time": 9, "zero_base_stop_time": 8}}, "not a time of the recording"),
        ({"anno_value": {"zero_base_start_time": 90, "zero_base_stop_time": 100}}, "not a time of the recording"),
        ({"anno_value": {"zero_base_start_time": "x", "zero_base_stop_time": 8}}, "is not a number"),
        ({"video_end_time": 3}, "ends before it starts"),
        ({"level": "medium"}, "neither simple nor hard"),
        ({"level": "simple"}, "names another task or level"),
        ({"anno_modality": "smell"}, "neither speech nor sound"),
        ({"video_id": "../secret"}, "no scene is looked for"),
    ],
)
def test_what_does_not_stand_in_the_way_is_a_remark(tmp_path: Path, changes: made.Item, sentence: str) -> None:
    rows = made.items()
    rows[0] |= changes
    report = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", rows)).pack.report
    assert report.n_playable == 6
    assert any(sentence in note.detail and note.subject.endswith("hard_3") for note in report.notes)


def test_an_id_that_stands_twice_counts_once(tmp_path: Path) -> None:
    rows = [*made.items(), made.item("direction_ego", "hard", 3, "D")]
    benchmark = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", rows))
    assert truths(benchmark) == EXPECTED
    assert [finding.kind for finding in benchmark.pack.report.left_out] == [FindingKind.REPEATED_ID]


def test_text_from_outside_is_one_clean_line(tmp_path: Path) -> None:
    rows = made.items()
    rows[0]["question"] = "Where\x00 is\u202e the <b>cat</b>?\r\n"
    question = read_savvy(made.write_json(tmp_path / "savvy_bench_file.json", rows)).pack.questions[0]
    assert question.prompt == "Where is the <b>cat</b>?"


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "not JSON"),
        (b"[{]", "not JSON"),
        (b'{"a": 1}', "not a list of items"),
        (b"3", "not a list of items"),
        (b"\xff\xfe[\x00]\x00", "not UTF-8"),
        (b"[" * 200_000, "nested too deeply"),
        (b"[" + b"9" * 10_000 + b"]", "too long"),
        (b"[]", "holds no question"),
        (b"[1, null, {}]", "holds no question"),
    ],
)
def test_a_file_that_is_none_gets_a_sentence(tmp_path: Path, content: bytes, sentence: str) -> None:
    (tmp_path / "savvy_bench_file.json").write_bytes(content)
    with pytest.raises(PackError) as caught:
        read_savvy(tmp_path)
    assert sentence in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


def test_a_folder_without_questions_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"holds no savvy_bench_file\.json"):
        read_savvy(tmp_path)
    with pytest.raises(PackError, match="no file or folder"):
        read_savvy(tmp_path / "nowhere")
