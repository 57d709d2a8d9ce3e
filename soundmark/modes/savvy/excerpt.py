"""Which part of a recording a round plays and analyses, and reading it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from soundmark.audio import AudioError, AudioReason, Sound, decode
from soundmark.audio.blocks import BlockReader
from soundmark.audio.sound import Samples
from soundmark.types import SpatialTruth

WHOLE_UP_TO_S = 60.0
"""A recording of this length is played whole."""
AROUND_S = 12.0
"""Of a longer one, the span of the question and this much before and after it."""
LONGEST_S = 120.0


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a recording, in seconds from its start; an end of None is that of the recording."""

    start_s: float = 0.0
    end_s: float | None = None

    @property
    def name(self) -> str:
        """Tells parts of one recording apart."""
        return f"{self.start_s:.3f}-{'' if self.end_s is None else f'{self.end_s:.3f}'}"

    def since(self, start_s: float) -> Part:
        """The same by a clock that begins at `start_s`."""
        return Part(self.start_s - start_s, None if self.end_s is None else self.end_s - start_s)


def part_of(duration_s: float, truth: SpatialTruth) -> Part:
    """The part that a question needs: whole if it is short, else around its span, or the beginning without one."""
    if duration_s <= WHOLE_UP_TO_S:
        return Part()
    if truth.start_s is None or truth.end_s is None or truth.start_s >= duration_s:
        return Part(0.0, min(duration_s, LONGEST_S))
    start_s = max(0.0, truth.start_s - AROUND_S)
    return Part(start_s, min(duration_s, truth.end_s + AROUND_S, start_s + LONGEST_S))


def part_without_sound(truth: SpatialTruth) -> Part:
    """The part of a recording that is not here: as of one that goes on after its question."""
    if truth.start_s is None or truth.end_s is None:
        return Part(0.0, WHOLE_UP_TO_S)
    start_s = max(0.0, truth.start_s - AROUND_S)
    return Part(start_s, min(truth.end_s + AROUND_S, start_s + LONGEST_S))


def duration_of(path: Path) -> float:
    """How long a recording is, by its header; the sound of a video is decoded for it.

    Raises:
        AudioError: when it is no sound.
    """
    try:
        with BlockReader(path) as reader:
            return reader.n_frames / reader.sample_rate_hz
    except AudioError as error:
        if error.reason is not AudioReason.NOT_AUDIO:
            raise
        return decode(path).duration_s


def read_part(path: Path, part: Part) -> Sound:
    """The samples of a part, all channels.

    Raises:
        AudioError: when it is no sound, or the part holds none.
    """
    try:
        with BlockReader(path) as reader:
            return _read_blocks(reader, part)
    except AudioError as error:
        if error.reason is not AudioReason.NOT_AUDIO:
            raise
    sound = decode(path)
    first, last = _frames(part, sound.sample_rate_hz, sound.n_frames)
    return Sound(samples=np.ascontiguousarray(sound.samples[first:last]), sample_rate_hz=sound.sample_rate_hz)


def _read_blocks(reader: BlockReader, part: Part) -> Sound:
    first, last = _frames(part, reader.sample_rate_hz, reader.n_frames)
    reader.go_to(first)
    blocks: list[Samples] = []
    missing = last - first
    for block in reader.blocks():
        blocks.append(block[:missing])
        missing -= len(blocks[-1])
        if missing <= 0:
            break
    samples = np.nan_to_num(np.concatenate(blocks), nan=0.0, posinf=0.0, neginf=0.0)
    return Sound(samples=samples, sample_rate_hz=reader.sample_rate_hz)


def _frames(part: Part, sample_rate_hz: int, n_frames: int) -> tuple[int, int]:
    """First frame and the one after the last: at least one, inside the recording."""
    first = min(max(0, n_frames - 1), int(part.start_s * sample_rate_hz))
    last = n_frames if part.end_s is None else min(n_frames, int(part.end_s * sample_rate_hz))
    return first, max(first + 1, last)
