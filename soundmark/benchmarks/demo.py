"""The packs that come with the product, so that the first sound of every mode needs no network."""

from __future__ import annotations

from pathlib import Path

DEMO_BENCHMARK = "soundmark-demo"
DEMO_TAU = "soundmark-demo-tau"
DEMO_GLOBEAUDIO = "soundmark-demo-globeaudio"
DEMO_SAVVY = "soundmark-demo-savvy"

_HERE = Path(__file__).resolve().parent


def demo_pack_folder() -> Path:
    """The folder of the built-in pack, to be read by `read_pack(..., name=DEMO_BENCHMARK)`."""
    return _HERE / "demo_pack"


def demo_tau_folder() -> Path:
    """The folder of choice questions in Traditional Chinese, whose name is `DEMO_TAU`."""
    return _HERE / "demo_tau"


def demo_globeaudio_folder() -> Path:
    """The folder of choice questions in six languages, whose name is `DEMO_GLOBEAUDIO`."""
    return _HERE / "demo_globeaudio"


def demo_savvy_folder() -> Path:
    """The folder of the simulated scenes with spatial questions, whose name is `DEMO_SAVVY`."""
    return _HERE / "demo_savvy"
