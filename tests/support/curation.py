"""Recordings that pass curation's filters, and packs as other programs load them."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

RATE_HZ = 16_000


def street(seed: int, seconds: float = 5.0) -> NDArray[np.float64]:
    """Noise whose colour and strength change all the time."""
    random = np.random.default_rng(seed)
    n = int(seconds * RATE_HZ)
    spectrum = np.fft.rfft(random.standard_normal(n)) / np.sqrt(np.fft.rfftfreq(n, 1 / RATE_HZ) + 50)
    events = np.interp(np.arange(n), np.linspace(0, n, int(6 * seconds)), random.uniform(0.1, 1.0, int(6 * seconds)))
    samples = np.fft.irfft(spectrum, n) * events
    scaled: NDArray[np.float64] = 0.3 * samples / np.abs(samples).max()
    return scaled


def lines_of(path: Path) -> list[dict[str, object]]:
    """The objects of a file of JSON lines."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def loaded(path: str, split: str, cache: Path, monkeypatch: pytest.MonkeyPatch, **options: str) -> list[dict[str, Any]]:
    """The rows of a pack as `datasets` loads them, without decoding a sound; a skip where `datasets` is not there."""
    datasets = pytest.importorskip("datasets")
    if importlib.util.find_spec("torchcodec") is None:
        # Without it datasets 5 takes no value for an Audio column, not even a path that it need not decode.
        monkeypatch.setattr(datasets.Audio, "encode_example", lambda _, path: {"bytes": None, "path": path})
    rows = datasets.load_dataset(path, split=split, cache_dir=str(cache), **options)
    return list(rows.cast_column("audio", datasets.Audio(decode=False)))
