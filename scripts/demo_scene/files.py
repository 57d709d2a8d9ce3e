"""The pack on disk: the recording, the scene and the questions."""

from __future__ import annotations

import csv
import io
from pathlib import Path

import numpy as np
import soundfile
from demo_pack.dsp import SAMPLE_RATE_HZ, amplitude

from demo_scene.layout import Floats
from demo_scene.questions import ASKED, answer_of, event_of, options_of, truth_of, wording_of
from demo_scene.scene_file import seen_scene_text, true_scene_text

RECORDING, SCENE, SEEN, METADATA = "scene_01.flac", "scene_01.json", "scene_01_seen.json", "metadata.csv"
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
    """Write the scene, what was seen of it, and the questions."""
    (folder / SCENE).write_text(true_scene_text(), encoding="utf-8")
    (folder / SEEN).write_text(seen_scene_text(), encoding="utf-8")
    with (folder / METADATA).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(metadata_rows())
