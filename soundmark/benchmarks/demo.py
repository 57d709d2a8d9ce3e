"""The pack that comes with the product, so that the first sound needs no network."""

from __future__ import annotations

from pathlib import Path

DEMO_BENCHMARK = "soundmark-demo"


def demo_pack_folder() -> Path:
    """The folder of the built-in pack, to be read by `read_pack(..., name=DEMO_BENCHMARK)`."""
    return Path(__file__).resolve().parent / "demo_pack"
