"""The pack on disk: the recording, the scene and the questions."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import numpy as np
import soundfile
from demo_pack.dsp import SAMPLE_RATE_HZ, amplitude

from demo_scene.array import ARIA_CAD_M
from demo_scene.layout import (
    EVENTS,
    SECONDS,
    STATIC_M,
    TALKER,
    TRAJECTORY_HZ,
    Floats,
    positions_m,
    wearer_forwards,
    wearer_positions_m,
)
from demo_scene.questions import ASKED, answer_of, event_of, options_of, truth_of, wording_of
from demo_scene.tracks import FIELD_OF_VIEW_DEG, labels, visual_track

RECORDING, SCENE, METADATA = "scene_01.flac", "scene_01.json", "metadata.csv"
LICENCE = "CC0-1.0"
SOURCE = "Simulated by Soundmark (pyroomacoustics image sources; espeak-ng voice en-gb; household sounds)"
_PEAK_DBFS = -20.0
"""Quiet, because a lossless file grows with loudness; still 70 dB above the rounding of 16 bits."""
COLUMNS = (
    "file_name", "question", "task", "level", "option_a", "option_b", "option_c", "option_d", "answer", "azimuth_deg",
    "distance_m", "start_s", "end_s", "scene", "licence", "source", "is_synthetic",
)  # fmt: skip


def flac_bytes(heard: Floats) -> bytes:
    """Seven channels, 16 bits, FLAC without tags; the loudest sample at -20 dBFS."""
    scaled = heard * (amplitude(_PEAK_DBFS) / np.max(np.abs(heard)))
    encoded = io.BytesIO()
    whole = np.round(scaled * 32_767).astype(np.int16)
    soundfile.write(encoded, whole, SAMPLE_RATE_HZ, format="FLAC", subtype="PCM_16", compression_level=1.0)
    return encoded.getvalue()


def scene_text() -> str:
    """The scene as JSON."""
    at_s = np.arange(round(SECONDS * TRAJECTORY_HZ)) / TRAJECTORY_HZ
    scene = {
        "format": "soundmark-scene",
        "version": 1,
        "is_synthetic": True,
        "recording": {
            "file_name": RECORDING,
            "array": "aria_cad",
            "channels": [0, 1, 2, 3, 4, 5, 6],
            "microphones_m": ARIA_CAD_M.tolist(),
        },
        "trajectory": {
            "times_s": at_s.tolist(),
            "positions_m": np.round(wearer_positions_m(at_s), 4).tolist(),
            "forwards": np.round(wearer_forwards(at_s), 5).tolist(),
        },
        "objects": [*_static_objects(), _talker(at_s)],
        "events": [
            {"name": item.name, "object": item.target, "start_s": item.start_s, "end_s": item.end_s} for item in EVENTS
        ],
        "tracks": [_track(source, label) for source in ("sd", "seg") for label in labels()],
        "about": "Simulated. The sd and seg tracks are not from a camera: true directions and distances inside a field "
        f"of view of {FIELD_OF_VIEW_DEG:.0f} degrees, with noise, gaps and gross errors added.",
    }
    return json.dumps(scene, ensure_ascii=False, separators=(",", ":")).replace('],"', '],\n"') + "\n"


def _static_objects() -> list[dict[str, object]]:
    return [{"name": name, "kind": "static", "position_m": [x, y]} for name, (x, y, _) in STATIC_M.items()]


def _talker(at_s: Floats) -> dict[str, object]:
    return {
        "name": TALKER,
        "kind": "dynamic",
        "times_s": at_s.tolist(),
        "positions_m": np.round(positions_m(TALKER, at_s)[:, :2], 4).tolist(),
    }


def _track(source: str, label: str) -> dict[str, object]:
    sightings = visual_track(source, label)
    return {
        "source": source,
        "label": label,
        "times_s": [sighting["time_s"] for sighting in sightings],
        "azimuths_deg": [sighting["azimuth_deg"] for sighting in sightings],
        "distances_m": [sighting["distance_m"] for sighting in sightings],
        "confidences": [sighting["confidence"] for sighting in sightings],
    }


def metadata_rows() -> list[dict[str, str]]:
    """One row a question."""
    rows = []
    for asked in ASKED:
        event, truth, options = event_of(asked), truth_of(asked), (*options_of(asked), "", "", "", "")
        rows.append({
            "file_name": RECORDING,
            "question": wording_of(asked),
            "task": asked.task,
            "level": asked.level,
            **{f"option_{letter}": options[index] for index, letter in enumerate("abcd")},
            "answer": answer_of(asked),
            "azimuth_deg": f"{truth.azimuth_deg:.2f}" if asked.level else "",
            "distance_m": f"{truth.distance_m:.3f}",
            "start_s": f"{event.start_s:.1f}",
            "end_s": f"{event.end_s:.1f}",
            "scene": SCENE,
            "licence": LICENCE,
            "source": SOURCE,
            "is_synthetic": "True",
        })  # fmt: skip
    return rows


def write_lists(folder: Path) -> None:
    """Write the scene and the questions."""
    (folder / SCENE).write_text(scene_text(), encoding="utf-8")
    with (folder / METADATA).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(metadata_rows())
