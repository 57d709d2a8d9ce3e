"""Clip lists for tests: the real recordings where they are, and small ones made on the spot."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest
import soundfile

from tests.conftest import ROOT

REAL_CLIPS = ROOT.parent / "shared" / "real" / "clips"
TAGGED_CLIPS = ROOT.parent / "shared" / "real" / "agl1k"
DEMO_CLIPS = ROOT / "soundmark" / "benchmarks" / "demo_pack"


def real_or_demo_clips() -> Path:
    """The 19 real recordings; the demo pack where that folder is absent."""
    return REAL_CLIPS if (REAL_CLIPS / "metadata.csv").exists() else DEMO_CLIPS


def tone(path: Path, seconds: float = 1.0, hertz: float = 440.0) -> None:
    """Write a quiet tone."""
    time_s = np.arange(int(16_000 * seconds)) / 16_000
    soundfile.write(path, 0.2 * np.sin(2 * np.pi * hertz * time_s), 16_000)


def small_pack(folder: Path, places: list[tuple[float, float]], *, seconds: float = 1.0) -> Path:
    """A pack of tones at the given places (latitude, longitude)."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "metadata.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "latitude", "longitude", "continent", "country", "city", "licence"])
        for number, (latitude, longitude) in enumerate(places, start=1):
            name = f"tone{number}.wav"
            tone(folder / name, seconds, 220.0 * number)
            writer.writerow([name, latitude, longitude, "", "", f"City {number}", "CC0-1.0"])
    return folder


def truths(folder: Path) -> dict[str, tuple[float, float]]:
    """Latitude and longitude by file name, read from the table by itself."""
    with (folder / "metadata.csv").open(encoding="utf-8") as file:
        return {row["file_name"]: (float(row["latitude"]), float(row["longitude"])) for row in csv.DictReader(file)}


def need(folder: Path) -> Path:
    """The folder, or a skip that says what is missing."""
    if not folder.exists():
        pytest.skip(f"the folder {folder.parent.name}/{folder.name} with real recordings is not here")
    return folder
