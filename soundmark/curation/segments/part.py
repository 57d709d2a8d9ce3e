"""A part of a recording as a sound."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from soundmark.audio.blocks import BlockReader
from soundmark.audio.decode import decode
from soundmark.audio.errors import AudioError, shown
from soundmark.audio.formats import is_lossy
from soundmark.audio.sound import Sound
from soundmark.curation.segments.levels import MAX_WHOLE_S, OTHER_DECODER
from soundmark.curation.segments.settings import SegmentError

MAX_PART_S = 600.0


def read_part(path: Path, start_s: float, end_s: float) -> Sound:
    """The samples of a recording from one time to another; only they are read where the format allows.

    Args:
        path: an audio file.
        start_s: in seconds from the start of the recording.
        end_s: the same; an end beyond the recording is its end.

    Raises:
        SegmentError: when the times are no part of the recording, or longer than ten minutes.
        AudioError: when the file is no sound.
    """
    name = shown(path.name)
    if not (math.isfinite(start_s) and math.isfinite(end_s) and 0 <= start_s < end_s):
        raise SegmentError(f"{start_s:g} to {end_s:g} s is no part of {name}. Give a start from 0, and a later end.")
    if end_s - start_s > MAX_PART_S:
        raise SegmentError(f"{end_s - start_s:g} s of {name} are too long for a clip. Take at most {MAX_PART_S:g} s.")
    try:
        return _read_blocks(path, name, start_s, end_s)
    except AudioError as error:
        if error.reason not in OTHER_DECODER:
            raise
    whole = decode(path, max_duration_s=MAX_WHOLE_S)
    first, last = round(start_s * whole.sample_rate_hz), round(end_s * whole.sample_rate_hz)
    samples = whole.samples[first:last].copy()
    if not len(samples):
        raise _beyond(name, start_s)
    return Sound(
        samples=samples,
        sample_rate_hz=whole.sample_rate_hz,
        container=whole.container,
        codec=whole.codec,
        is_lossy=whole.is_lossy,
    )


def _read_blocks(path: Path, name: str, start_s: float, end_s: float) -> Sound:
    with BlockReader(path) as reader:
        rate_hz = reader.sample_rate_hz
        first, last = round(start_s * rate_hz), round(end_s * rate_hz)
        if first >= reader.n_frames:
            raise _beyond(name, start_s)
        reader.go_to(first)
        wanted = last - first
        parts: list[np.ndarray[tuple[int, int], np.dtype[np.float32]]] = []
        for block in reader.blocks():
            parts.append(block[:wanted])
            wanted -= len(parts[-1])
            if wanted <= 0:
                break
        samples = np.concatenate(parts)
        bad = ~np.isfinite(samples)
        samples[bad] = 0.0
        return Sound(
            samples=samples,
            sample_rate_hz=rate_hz,
            codec=reader.codec,
            is_lossy=is_lossy(reader.codec),
            n_bad_samples=int(bad.sum()),
        )


def _beyond(name: str, start_s: float) -> SegmentError:
    return SegmentError(f"{name} ends before {start_s:g} s. Find its segments again.")
