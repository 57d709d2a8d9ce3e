"""The pack on disk: encoded clips and their metadata."""

from __future__ import annotations

import csv
import io
import zlib
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import soundfile
from mutagen.ogg import OggPage

from demo_pack.clip import ClipPlan
from demo_pack.dsp import SAMPLE_RATE_HZ, samples
from demo_pack.stage import Stereo

COLUMNS = (
    "file_name", "latitude", "longitude", "continent", "country", "city", "category", "has_speech", "licence", "source",
    "is_synthetic",
)  # fmt: skip
LICENCE = "CC0-1.0"
SOUND_LEVEL = 0.9
"""libsndfile turns this into about 64 kbit/s for two channels."""
SPEECH_LEVEL = 0.95
"""About 40 kbit/s: enough where one listens to words."""
_SILENCE_S = 0.02


def opus_bytes(sound: Stereo, name: str, compression_level: float = SOUND_LEVEL) -> bytes:
    """The sound as Ogg/Opus without tags, with 20 ms of silence after it.

    The silence is for libsndfile 1.2.2, which may leave a remnant of an earlier block, a tick, in a file's last 10 ms.
    It also draws a random stream number for each file. It is replaced by one made from the name, so that the same
    sound gives the same bytes.
    """
    padded = np.concatenate([sound, np.zeros((samples(_SILENCE_S), 2))])
    encoded = io.BytesIO()
    soundfile.write(encoded, padded, SAMPLE_RATE_HZ, format="OGG", subtype="OPUS", compression_level=compression_level)
    size = encoded.tell()
    encoded.seek(0)
    pages: list[bytes] = []
    while encoded.tell() < size:
        page = OggPage(encoded)  # type: ignore[no-untyped-call]
        page.serial = zlib.crc32(name.encode())
        pages.append(page.write())  # type: ignore[no-untyped-call]
    return b"".join(pages)


def write_metadata(folder: Path, clips: Mapping[str, ClipPlan]) -> None:
    """Write `metadata.csv`: UTF-8, comma, one row a clip in the order of the file names."""
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        for name, plan in clips.items():
            place = plan.place
            where = (
                f"{place.latitude_deg:.4f}",
                f"{place.longitude_deg:.4f}",
                place.continent,
                place.country,
                place.city,
            )
            writer.writerow((name, *where, plan.category, plan.has_speech, LICENCE, plan.source, True))
