"""Scene files: what is right is kept, each wrong field gets a sentence, and the command says it all."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.cli import main
from soundmark.spatial.scene import SceneError, TrackSource
from soundmark.spatial.scene_file import read_scene, read_scene_file
from soundmark.spatial.scene_report import as_json, report_on
from soundmark.spatial.world_map import Rules

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "kitchen_scene.json"
Json = dict[str, object]


def small() -> Json:
    return {
        "format": "soundmark-scene",
        "version": 1,
        "name": "Room",
        "trajectory": [
            {"time_s": 0, "position_m": [0, 0], "forward": [0, 1]},
            {"time_s": 1, "position_m": [0, 0], "heading_deg": 90},
            {"time_s": 2, "position_m": [0, 0], "quaternion_xyzw": [0, 0, 0.7071067811865476, 0.7071067811865476]},
        ],
        "objects": [
            {"name": "sink", "position_m": [0, 4]},
            {"name": "tv", "is_static": True, "tracks": [{"source": "sd", "points": [
                {"time_s": 1, "azimuth_deg": 90, "distance_m": 3}]}]},
            {"name": "guest", "path": [
                {"time_s": 0, "position_m": [-2, 0]}, {"time_s": 2, "position_m": [-2, 2]}]},
        ],
        "events": [
            {"id": "e", "kind": "speech", "text": "dinner", "source": "guest", "start_s": 0.9, "end_s": 1.1}],
        "questions": [
            {"id": "q", "frame": "egocentric", "ask": "direction", "n_options": 4, "target": "guest",
             "start_s": 0.9, "end_s": 1.1},
            {"id": "r", "frame": "allocentric", "ask": "distance", "target": "guest", "reference": "sink",
             "start_s": 0.9, "end_s": 1.1},
        ],
    }  # fmt: skip


def text(document: Json) -> str:
    return json.dumps(document)


def at(document: Json, *steps: str | int) -> Json:
    found: object = document
    for step in steps:
        found = cast("dict[str | int, object]", found)[step]
    return cast("Json", found)


def test_a_small_scene_is_read_whole() -> None:
    scene = read_scene(text(small()))
    assert scene.left_out == ()
    assert scene.name == "Room"
    np.testing.assert_allclose(scene.trajectory.forwards, [[0, 1]] * 3, atol=1e-12)
    assert [thing.name for thing in scene.objects] == ["sink", "tv", "guest"]
    assert scene.objects[1].tracks[0].source is TrackSource.SNAPSHOT
    report = as_json(report_on(scene, with_questions=True))
    first, second = cast("list[Json]", report["answers"])
    assert (first["letter"], first["choice"], first["azimuth_deg"]) == ("A", "front-left", pytest.approx(-63.4349))
    assert second["distance_m"] == pytest.approx(np.sqrt(13), abs=1e-4)
    assert len(cast("list[Json]", report["questions"])) == 3 + 2 + 4


def test_an_answer_says_how_much_of_its_span_is_known(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = small()
    at(document, "questions", 0).update({"start_s": 1.0, "end_s": 5.0})
    found = cast("list[Json]", as_json(report_on(read_scene(text(document))))["answers"])
    assert found[0]["coverage"] == pytest.approx(0.25, abs=0.01)
    assert found[1]["coverage"] == 1.0
    (tmp_path / "scene.json").write_text(text(document))
    assert main(["scene", str(tmp_path / "scene.json")]) == 0
    assert "the trajectory covers 25% of this span" in capsys.readouterr().out


def test_an_answer_says_how_sure_its_target_is() -> None:
    scene = read_scene_file(EXAMPLE)
    corrected = {found.asked.question_id: found.target_std_m for found in report_on(scene).answers}
    assert 0.1 < (corrected["guest-side"] or 0) < 1.0
    assert corrected["too-late"] is None
    published = report_on(scene, rules=Rules.PUBLISHED).answers
    assert {found.target_std_m for found in published} == {None}


def test_the_order_of_frames_does_not_matter() -> None:
    document = small()
    document["trajectory"] = cast("list[object]", document["trajectory"])[::-1]
    scene = read_scene(text(document))
    assert scene.left_out == ()
    assert scene.trajectory.times_s.tolist() == [0, 1, 2]


def test_a_camera_that_looks_along_another_axis() -> None:
    document = small()
    # A quarter turn about the vertical: the camera's y axis points along -x of the world.
    document["camera_forward_axis"] = "-y"
    scene = read_scene(text(document))
    np.testing.assert_allclose(scene.trajectory.forwards[2], [1, 0], atol=1e-12)


WRONG: list[tuple[tuple[str | int, ...], object, str]] = [
    (("name",), "a\nb", "name: must be one line"),
    (("max_gap_s",), -1, "max_gap_s: must be a number from 0"),
    (("camera_forward_axis",), "up", "camera_forward_axis: must be one of"),
    (("colour",), 1, 'scene: has an unknown field "colour"'),
    (("trajectory",), "none", 'trajectory: must be a list, not "none"'),
    (("trajectory", 0), 7, "trajectory[0]: must be an object with the fields time_s"),
    (("trajectory", 0, "time_s"), None, "trajectory[0].time_s: is missing"),
    (("trajectory", 0, "time_s"), True, "trajectory[0].time_s: must be a number, not true"),
    (("trajectory", 0, "time_s"), "0:41", 'trajectory[0].time_s: must be a number, not "0:41"'),
    (("trajectory", 0, "time_s"), 10**400, "trajectory[0].time_s: must be a number from 0"),
    (("trajectory", 0, "position_m"), [1], "trajectory[0].position_m: must be a list of 2 numbers"),
    (("trajectory", 0, "position_m"), [1, 1e300], "trajectory[0].position_m[1]: must be a number from"),
    (("trajectory", 0, "forward"), [0, 0], "trajectory[0].forward: is all zeros"),
    (("trajectory", 0, "heading_deg"), 10, "trajectory[0]: needs exactly one of forward"),
    (("trajectory", 2, "quaternion_xyzw"), [0, 0, 1], "trajectory[2].quaternion_xyzw: must be a list of 4"),
    (("trajectory", 1, "time_s"), 0, "trajectory: has two entries at 0 s"),
    (("objects", 0, "name"), "\x1b[31m", "objects[0].name: must be one line"),
    (("objects", 0, "name"), "tv", 'objects[1].name: "tv" is the name of another object'),
    (("objects", 0, "is_static"), False, "objects[0].is_static: must be true here"),
    (("objects", 0, "path"), [], "objects[0]: needs exactly one of position_m, path, tracks"),
    (("objects", 1, "is_static"), None, "objects[1].is_static: must be true or false"),
    (("objects", 1, "tracks", 0, "source"), "eyes", "objects[1].tracks[0].source: must be one of"),
    (("objects", 1, "tracks", 0, "points", 0, "azimuth_deg"), 361, "points[0].azimuth_deg: must be a number from -360"),
    (("objects", 1, "tracks", 0, "points", 0, "distance_m"), -1, "points[0].distance_m: must be a number from 0"),
    (("objects", 2, "path"), [], "objects[2].path: holds no usable place"),
    (("events", 0, "source"), "ghost", 'events[0].source: "ghost" is not the name of a usable object'),
    (("events", 0, "end_s"), 0, "events[0]: ends at 0 s, before it begins"),
    (("events", 0, "kind"), "music", "events[0].kind: must be one of"),
    (("questions", 0, "frame"), "mine", "questions[0].frame: must be one of"),
    (("questions", 0, "n_options"), 5, "questions[0].n_options: must be 3 (sides) or 4"),
    (("questions", 0, "reference"), "sink", "questions[0]: is egocentric"),
    (("questions", 1, "id"), "q", 'questions[1].id: "q" is the id of another one'),
    (("questions", 1, "reference"), None, "questions[1].reference: is missing"),
    (("questions", 1, "ask"), "direction", "questions[1].facing: is missing"),
]


@pytest.mark.parametrize(("where", "value", "sentence"), WRONG)
def test_a_wrong_field_gets_a_sentence_and_the_rest_is_kept(
    where: tuple[str | int, ...], value: object, sentence: str
) -> None:
    document = small()
    at(document, *where[:-1])[cast("str", where[-1])] = value
    scene = read_scene(text(document))
    assert any(sentence in found for found in scene.left_out), scene.left_out
    assert all(found.isprintable() for found in scene.left_out)
    assert len(scene.objects) + len(scene.asked) + len(scene.trajectory.times_s) >= 4
    report_on(scene, with_questions=True)


@pytest.mark.parametrize(
    ("document", "sentence"),
    [
        ("", "not JSON"),
        ("{", "line 1"),
        ("[1, 2]", '"format": "soundmark-scene"'),
        ('{"format": "soundmark-scene", "version": 2}', '"version": 1'),
        ('{"format": "soundmark-scene", "version": 1, "max_gap_s": NaN}', "NaN"),
        ('{"format": "soundmark-scene", "version": 1, "version": 1}', '"version" twice'),
        ("[" * 200_000, "too deeply"),
        ("9" * 5_000, "too long"),
    ],
)
def test_what_is_no_scene_is_refused(document: str, sentence: str) -> None:
    with pytest.raises(SceneError, match=sentence.replace("[", "\\[")):
        read_scene(document)


def test_a_thousand_wrong_frames_give_a_hundred_sentences_and_a_count() -> None:
    document = small()
    document["trajectory"] = [{"time_s": "x"}] * 1000
    scene = read_scene(text(document))
    assert len(scene.left_out) == 101
    assert scene.left_out[-1].endswith("more.")


def test_an_empty_scene_is_a_scene() -> None:
    scene = read_scene('{"format": "soundmark-scene", "version": 1}', "nothing")
    assert scene.name == "nothing"
    assert scene.left_out == ("trajectory: holds no usable frame, so nothing can be seen from the wearer.",)
    assert as_json(report_on(scene))["answers"] == []


numbers = st.integers(-(10**20), 10**20) | st.floats(allow_nan=False, allow_infinity=False)
names = st.sampled_from(["name", "time_s", "tracks", "x"])
anything = st.recursive(
    st.none() | st.booleans() | numbers | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=6,
)
places = st.sampled_from([where for where, _, _ in WRONG])


@settings(deadline=None, max_examples=60)
@given(places, anything)
def test_nothing_in_any_place_breaks_it(where: tuple[str | int, ...], value: object) -> None:
    document = copy.deepcopy(small())
    at(document, *where[:-1])[cast("str", where[-1])] = value
    scene = read_scene(text(document))
    json.dumps(as_json(report_on(scene, with_questions=True)), allow_nan=False)


def test_the_example_answers_as_it_was_made() -> None:
    # Made from a guest who walks along y = 3.6 m from x = 4.5 m at -0.3 m/s; sink at (0.5, 4), tv at (5.5, 3).
    scene = read_scene_file(EXAMPLE)
    assert scene.left_out == ()
    report = report_on(scene)
    for name, truth in (("sink", (0.5, 4.0)), ("tv", (5.5, 3.0))):
        position = report.world.position(name, 0, 1)
        assert position is not None
        assert np.hypot(*(position - truth)) < 0.2
    answers = {found.asked.question_id: found.answer for found in report.answers}
    assert answers["guest-side"].azimuth_deg == pytest.approx(-38.0, abs=5)
    assert answers["guest-quadrant"].azimuth_deg == pytest.approx(33.8, abs=5)
    assert answers["guest-distance"].distance_m == pytest.approx(2.015, abs=0.2)
    assert answers["guest-from-sink"].distance_m == pytest.approx(np.hypot(2.1 - 0.5, 3.6 - 4.0), abs=0.3)
    assert answers["too-late"].azimuth_deg is None


def test_the_command_prints_text_and_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scene", str(EXAMPLE)]) == 0
    printed = capsys.readouterr()
    assert "guest-side: guest from the wearer, 7 to 9 s: A left, -3" in printed.out
    assert "no answer: the trajectory says nothing about this span of time" in printed.out
    assert printed.err == ""
    assert main(["scene", str(EXAMPLE), "--json", "--questions", "--segments", "--margin", "10"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["rules"] == "corrected"
    assert {found["id"]: found["letter"] for found in report["answers"] if "letter" in found} == {
        "guest-side": "A",
        "guest-quadrant": "B",
        "guest-by-couch": "A",
        "too-late": None,
    }
    assert all(abs(found["azimuth_deg"]) > 10 for found in report["questions"] if found["ask"] == "direction")
    guest = next(found for found in report["map"] if found["name"] == "guest")
    assert guest["path"][1]["time_s"] - guest["path"][0]["time_s"] == 0.25
    assert main(["scene", str(EXAMPLE), "--json", "--published"]) == 0
    assert json.loads(capsys.readouterr().out)["rules"] == Rules.PUBLISHED.value


def test_the_command_says_what_is_wrong(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["scene", str(tmp_path / "none.json")]) == 2
    assert "cannot be opened" in capsys.readouterr().err
    assert main(["scene", str(tmp_path)]) == 2
    (tmp_path / "latin.json").write_bytes(b'{"name": "caf\xe9"}')
    assert main(["scene", str(tmp_path / "latin.json")]) == 2
    assert "UTF-8" in capsys.readouterr().err
    assert main(["scene", str(EXAMPLE), "--published", "--segments"]) == 2
    assert "1 s only" in capsys.readouterr().err
    document = small()
    at(document, "questions", 0)["target"] = "ghost"
    (tmp_path / "ghost.json").write_text(text(document))
    assert main(["scene", str(tmp_path / "ghost.json")]) == 0
    printed = capsys.readouterr()
    assert 'Left out: questions[0].target: "ghost" is not the name of a usable object.' in printed.err
    assert "r: guest from sink" in printed.out
