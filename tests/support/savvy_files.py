"""SAVVY-Bench of our own making, in every layout and form in which its authors publish it.

One home, made up: someone wears the glasses at (1, 2) and looks along +y; the other person stands at (2, 3), which is
45 degrees to the right and the square root of 2 away. Azimuths and distances below are worked out by hand.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

Item = dict[str, Any]

VIDEO = "loc9_script1_seq1_rec1"
OTHER_VIDEO = "loc9_script1_seq1_rec2"
PREFIX = "spatial_temporal_audio_"
SQRT_2 = 2**0.5

QUADRANTS = ["A: front-left", "B: front-right", "C: back-left", "D: back-right"]
SIDES = ["A: left", "B: right", "C: back"]


def item(task: str, level: str, number: int, truth: str | float, **changes: Any) -> Item:
    """An item with native values, keys in the published order."""
    is_direction = task.startswith("direction")
    options = QUADRANTS if level == "hard" else SIDES
    values: Item = {
        "video_id": f"aea/{VIDEO}",
        "id": f"{PREFIX}{task}_{level}_{number}",
        "start_frame": 104.5,
        "end_frame": 106.0,
        "task": f"{PREFIX}{task}",
        "level": level,
        "question": f'When the topic "the cat" comes up ({task}, {level}), where? Consider the as the its location.',
        "groundtruth": truth,
        "QA_type": "MCA" if is_direction else "NA",
        "options": options if is_direction else "None",
        "modality": "audio-visual",
        "anno_modality": "speech",
        "anno_value": {
            "video_id": f"aea/{VIDEO}",
            "is_me_speak": False,
            "modality": "speech",
            "sentence": "Where is the cat?",
            "descriptive_topic": "the Cat",
            "zero_base_start_time": 4.5,
            "zero_base_stop_time": 6.0,
            "guest_zero_base_start_time": 5.0,
            "guest_zero_base_stop_time": 6.5,
            "duration": 1.5,
        },
        "video_start_time": 100.0,
        "video_end_time": 160.0,
        "task_id": 31 if task.endswith("ego") else 32,
    }
    return values | changes


def items() -> list[Item]:
    """One item of each task and kind of choice."""
    sound = {
        "video_id": f"aea/{VIDEO}", "modality": "sound", "sound": "meowing", "object": "cat", "object_class": "cat",
        "isBackground": "False", "zero_base_start_time": 10.25, "zero_base_stop_time": 12.0,
    }  # fmt: skip
    return [
        item("direction_ego", "hard", 3, "B"),
        item("direction_ego", "simple", 4, "B"),
        item("direction_exo", "hard", 12, "C"),
        item("direction_exo", "simple", 13, "A", anno_modality="sound", anno_value=sound),
        item("distance_ego", "hard", 20, SQRT_2),
        item("distance_exo", "hard", 21, 5.0),
    ]


def as_native(rows: list[Item]) -> list[Item]:
    return rows


def as_strings(rows: list[Item]) -> list[Item]:
    """Every value a string, lists and objects as JSON, as `savvy_bench.json` is."""
    return [
        {key: json.dumps(value) if isinstance(value, dict | list) else str(value) for key, value in row.items()}
        for row in rows
    ]


def as_spoken(rows: list[Item]) -> list[Item]:
    """Every value a string, lists without quotation marks, as `eval_savvy_qa.py` makes them of all items."""
    return [_spoken(row) for row in rows]


def _spoken(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _spoken(part) for key, part in value.items()}
    if isinstance(value, list):
        return "[" + ", ".join(_spoken(part) for part in value) + "]"
    return str(value)


def as_json_type(rows: list[Item]) -> list[Item]:
    """Mixed columns as JSON texts, as the `Json` type of `datasets` stores them."""
    mixed = ("groundtruth", "options", "anno_value")
    return [{key: json.dumps(value) if key in mixed else value for key, value in row.items()} for row in rows]


FORMS: Mapping[str, Callable[[list[Item]], list[Item]]] = {
    "native": as_native,
    "strings": as_strings,
    "spoken": as_spoken,
    "Json": as_json_type,
}


def map_item(row: Item, target: list[float], reference: list[float], **context: Any) -> Item:
    """The item as gtavmap.json has it."""
    values = {
        "event": "the Cat",
        "sounding_object": {"description": "the other person", "loc": target},
        "time range": {"start_time": "0:04", "end_time": "0:06"},
        "reference_object": {"description": "camera", "loc": reference},
        "reference_forward_vector": {},
    }
    return row | {"gt_context_json": values | context}


def map_items() -> list[Item]:
    """Maps of four questions, and one that the benchmark left out because it contradicts itself."""
    ego, _, exo, _, ego_distance, distance = items()
    camera = {"description": "camera forward direction", "vec": [0.0, 1.0]}
    chair = {"description": "pointing from the 'reference_object' to red chair", "vec": [2.0, 0.0]}
    left_out = item("direction_ego", "hard", 99, "D")
    return [
        map_item(ego, [2.0, 3.0], [1.0, 2.0], reference_forward_vector=camera, angle=45.0, prediction="B",
                 gt_2d_distance=SQRT_2),
        # Facing +x from (0, 0), the target at (-1, 1): 135 degrees to the left, behind.
        map_item(exo, [-1.0, 1.0], [0.0, 0.0], reference_forward_vector=chair, angle=-135.0, prediction="C",
                 gt_2d_distance=SQRT_2),
        # A camera always faces somewhere: the wearer's distance has a direction too, which is not asked for.
        map_item(ego_distance | {"groundtruth": "1.41"}, [2.0, 3.0], [1.0, 2.0], reference_forward_vector=camera,
                 gt_2d_distance=SQRT_2, prediction=SQRT_2, angle=45.0),
        map_item(distance | {"groundtruth": "5.04"}, [3.0, 4.0], [0.0, 0.0], prediction=5.0, gt_2d_distance=5.0),
        map_item(left_out, [2.0, 3.0], [1.0, 2.0], reference_forward_vector=camera, angle=45.0, prediction="B",
                 gt_2d_distance=SQRT_2),
    ]  # fmt: skip


def trajectory(first: int = 0, frames: int = 200) -> Item:
    """Someone who stands at (1, 2) and turns from +y to +x in ten seconds."""
    return {
        f"{frame:05d}": {"loc": [1.0, 2.0], "forward_vec": [frame / 200, 1 - frame / 200]}
        for frame in range(first, first + frames)
    }


def coarse_trajectory() -> Item:
    return {str(second): {"loc": [2.0, 3.0 + second], "forward_vec": [0.0, -1.0]} for second in range(8)}


def audio_track() -> Item:
    def window(angle: float, cdr: float) -> Item:
        return {"angle": angle, "direction": "front-right", "distance": 0.6, "clip_energy": 0.25, "cdr": cdr}

    return {"0": [window(45, 0.5), window(-180, 2.0), window(1, 0.0), window(-20, 8.0)], "2": [window(90, 1.0)]}


def speech_frames() -> Item:
    return {
        "18": {
            "is_key_frame": True, "content": "Where is the cat?", "sounding_object": "rec2", "angle": 45.0,
            "distance": SQRT_2, "direction": "front-right", "mic_loc": [1.0, 2.0], "mic_forward_vec": [0.0, 1.0],
            "sounding_loc": [2.0, 3.0], "sounding_forward_vec": [0.0, -1.0], "clip_energy": 0.1,
            "guest_clip_energy": 1.0,
        }
    }  # fmt: skip


def seen_objects() -> Item:
    cat = {"sound_loc": [1.0, 5.0], "mic_loc": [1.0, 2.0], "forward_vec": [0.0, 1.0], "angle": 0.0, "distance": 3.0}
    return {"00000": {"cat": cat}, "00020": {"cat": cat, "TV": cat | {"angle": -180.0, "sound_loc": [1.0, -1.0]}}}


def snapshot(**changes: Any) -> Item:
    """A Snapshot Descriptor output: values as numbers and as texts, times of two kinds."""
    person, cup = "A person in green.", "A red cup."
    values: Item = {
        "event": "someone speaks", "start_time": "0:04", "end_time": "00:06", "mode": "egocentric",
        "sounding_object": {
            "description": person, "is_static": False,
            "key_frames": {"0:05": {"distance": "1.5", "direction": 40}, "00:01": {"distance": 2, "direction": "-30"}},
        },
        "reference_object": {"object_name": "Camera", "description": "The camera."},
        "facing_object": {
            "object_name": "cup", "description": cup, "key_frames": {"1:00": {"distance": 1.0, "direction": 0}},
        },
        "prediction": "front-right", "question": "...", "qid": f"{PREFIX}direction_ego_hard_3", "video_id": VIDEO,
        "judge_res": {"sounding_object": {"status": "correct", "reasoning": "..."}},
    }  # fmt: skip
    return values | changes


def snapshots() -> Item:
    return {f"{PREFIX}direction_ego_hard_3": snapshot()}


def detections() -> Item:
    seen = {"direction": 41.38, "distance": 1.02, "det_conf": [0.25, 0.75]}
    return {"00040": {"A person in green.": seen}, "00100": {"A person in green.": seen, "A red cup.": seen}}


def ks() -> Item:
    return {f"{PREFIX}direction_ego_hard_3": 2.0, f"{PREFIX}distance_ego_hard_20": None}


def human_ids() -> Item:
    ids = [f"{PREFIX}direction_ego_hard_{number}" for number in (3, 99, 3)]
    return {f"{PREFIX}direction_ego_hard_audio-visual.json": ids}


PARTS: Mapping[str, Callable[[], Any]] = {
    "test_json/gtavmap.json": map_items,
    f"dense_traj/aea/{VIDEO}.json": trajectory,
    f"correct_traj/aea/{OTHER_VIDEO}.json": coarse_trajectory,
    f"audio_tracks_drr_mid_4_3456/{VIDEO}/audio_track_results.json": audio_track,
    "audio_tracks_drr_mid_4_3456/kdrr.json": ks,
    f"speech_gt_keyframes_all/{VIDEO}.json": speech_frames,
    f"vis_gt_keyframes_all/{VIDEO}.json": seen_objects,
    "sd_output_v2/gemini25.json": snapshots,
    f"det_aea_clipseg_sdv2_gemini25/{PREFIX}direction_ego_hard_3/detection.json": detections,
}
"""Everything beside the questions, by its published place below SAVVY/data."""


def write_json(path: Path, value: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def write_clone(root: Path) -> Path:
    """A clone of the repository, with the questions in both of their places."""
    questions = root / "SAVVY-Bench" / "data" / "spatial_avqa" / "test"
    write_json(questions / "savvy_bench_file.json", items())
    write_json(questions / "human_eval_id.json", human_ids())
    write_json(root / "SAVVY" / "data" / "test_json" / "savvy_bench.json", as_strings(items()))
    return write_data(root / "SAVVY" / "data").parent.parent


def write_data(data: Path) -> Path:
    """The folder SAVVY/data of the repository, without the questions."""
    for name, made in PARTS.items():
        write_json(data / name, made())
    return data
