"""Recordings are read block by block, whole and in order, and what is none is refused."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio.blocks import BlockReader
from soundmark.audio.errors import AudioError, AudioReason
from tests.conftest import ROOT

CASES = ROOT / "tests" / "data" / "cases"


@pytest.mark.parametrize("name", ["a.wav", "a.flac"])
def test_blocks_are_the_file(name: str, tmp_path: Path) -> None:
    samples = np.random.default_rng(1).uniform(-1, 1, (10_000, 7)).astype(np.float32)
    soundfile.write(tmp_path / name, samples, 8_000, subtype="PCM_24")
    with BlockReader(tmp_path / name) as reader:
        blocks = list(reader.blocks(0.3))
        assert (reader.sample_rate_hz, reader.n_channels, reader.codec) == (8_000, 7, "PCM_24")
        assert not reader.ends_early
    assert [len(block) for block in blocks] == [2_400, 2_400, 2_400, 2_400, 400]
    np.testing.assert_allclose(np.concatenate(blocks), samples, atol=2**-22)


def test_a_header_without_a_length_is_read_to_the_end() -> None:
    with BlockReader(CASES / "a02_stream_header.wav") as reader:
        n_frames = sum(len(block) for block in reader.blocks())
    assert n_frames == reader.n_frames_read > 0


@pytest.mark.parametrize(
    ("name", "reason"),
    [("a04_zero_bytes.wav", AudioReason.EMPTY), ("a04_zero_frames.wav", AudioReason.EMPTY),
     ("s07_exif_gps.jpg", AudioReason.NOT_AUDIO), ("none.wav", AudioReason.MISSING)],
)  # fmt: skip
def test_what_is_no_sound_is_refused(name: str, reason: AudioReason) -> None:
    with pytest.raises(AudioError) as refusal, BlockReader(CASES / name) as reader:
        list(reader.blocks())
    assert refusal.value.reason is reason
    assert str(CASES) not in str(refusal.value)
