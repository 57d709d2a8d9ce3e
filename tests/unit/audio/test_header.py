"""Channels and sample rate by the header alone."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio import AudioError, AudioReason
from soundmark.audio.header import AudioHeader, read_header


@pytest.mark.parametrize("name", ["a.wav", "a.flac", "a.ogg"])
@pytest.mark.parametrize(("n_channels", "rate_hz"), [(1, 16_000), (2, 44_100), (7, 48_000)])
def test_channels_and_rate(tmp_path: Path, name: str, n_channels: int, rate_hz: int) -> None:
    path = tmp_path / name
    soundfile.write(path, np.zeros((4800, n_channels)), rate_hz)
    assert read_header(path) == AudioHeader(n_channels, rate_hz)


@pytest.mark.parametrize(
    ("content", "reason"),
    [(b"", AudioReason.EMPTY), (b"RIFF", AudioReason.NOT_AUDIO), (b"no sound at all", AudioReason.NOT_AUDIO)],
)
def test_what_is_no_sound_gets_a_sentence(tmp_path: Path, content: bytes, reason: AudioReason) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(content)
    with pytest.raises(AudioError) as caught:
        read_header(path)
    assert caught.value.reason is reason
    assert "a.wav" in str(caught.value)


def test_what_is_not_there_is_missing(tmp_path: Path) -> None:
    for path in (tmp_path / "gone.wav", tmp_path):
        with pytest.raises(AudioError) as caught:
            read_header(path)
        assert caught.value.reason is AudioReason.MISSING
