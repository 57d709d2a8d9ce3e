"""The pack on disk: recordings, scenes and questions."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import soundfile
from demo_pack.dsp import SAMPLE_RATE_HZ, amplitude

from demo_scene.layout import Floats, Layout
from demo_scene.questions import answer_of, options_of, truth_of, wording_of
from demo_scene.scene_file import seen_scene_text, true_scene_text

METADATA = "metadata.csv"
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


def metadata_rows(layout: Layout) -> list[dict[str, str]]:
    """One row a question about a scene."""
    rows = []
    for asked in layout.asked:
        event, truth = layout.event_of(asked), truth_of(layout, asked)
        options = (*options_of(asked), "", "", "", "")
        rows.append({
            "file_name": layout.recording,
            "question": wording_of(layout, asked),
            "task": asked.task,
            "level": asked.level,
            **{f"option_{letter}": options[index] for index, letter in enumerate("abcd")},
            "answer": answer_of(layout, asked),
            "azimuth_deg": f"{truth.azimuth_deg:.2f}" if asked.level else "",
            "distance_m": f"{truth.distance_m:.3f}",
            "start_s": f"{event.start_s:.1f}",
            "end_s": f"{event.end_s:.1f}",
            "scene": f"{layout.stem}.json",
            "licence": LICENCE,
            "source": SOURCE,
            "is_synthetic": "True",
        })  # fmt: skip
    return rows


def write_lists(folder: Path, layouts: Iterable[Layout]) -> None:
    """Write each scene, what was seen of it, and the questions about all of them."""
    with (folder / METADATA).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for layout in layouts:
            (folder / f"{layout.stem}.json").write_text(true_scene_text(layout), encoding="utf-8")
            (folder / f"{layout.stem}_seen.json").write_text(seen_scene_text(layout), encoding="utf-8")
            writer.writerows(metadata_rows(layout))
