"""The sound of somebody's own recording for the stage: two microphones as stereo, and one that is panned.

Only the page of whoever uploaded it is told where the copies are, and they are removed with the tables.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from soundmark.audio.blocks import BlockReader
from soundmark.audio.mp3_writer import Mp3Writer
from soundmark.audio.publish import publish_once
from soundmark.audio.sound import Samples
from soundmark.modes.savvy.copies import MAX_GAIN, PEAK
from soundmark.spatial.arrays import MicrophoneArray, channel_microphones

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnCopies:
    """Playable copies of a recording.

    Attributes:
        stereo: the leftmost and the rightmost microphone.
        mono: the one farthest in front.
    """

    stereo: Path
    mono: Path

    def remove(self) -> None:
        """Delete both."""
        self.stereo.unlink(missing_ok=True)
        self.mono.unlink(missing_ok=True)


@dataclass(frozen=True, slots=True)
class Ears:
    """Which channels are heard: left and right, and the one in front."""

    left: int
    right: int
    front: int


def ears_of(array: MicrophoneArray, n_channels: int) -> Ears:
    """The channels of the leftmost, the rightmost and the foremost microphone of an array.

    Raises:
        ArrayError: when channels and microphones do not fit.
    """
    places = array.positions_m[list(channel_microphones(array, n_channels, None))]
    x, z = places[:, 0], places[:, 2]
    return Ears(left=int(np.argmin(x)), right=int(np.argmax(x)), front=int(np.argmax(z)))


def publish_own(
    path: Path, ears: Ears, public_dir: Path, *, peak: float, max_s: float, on_progress: Progress
) -> OwnCopies:
    """Make the copies of a recording.

    Args:
        path: of the recording.
        ears: its channels to use.
        public_dir: the served folder.
        peak: the highest sample of these, by which both copies are made equally loud.
        max_s: no more than so many seconds are copied.
        on_progress: told how far it is, from 0 to 1.

    Raises:
        AudioError: when the recording cannot be read.
        PublishError: when the copies cannot be written.
    """
    gain = np.float32(min(MAX_GAIN, PEAK / peak) if peak > 0 else 1.0)

    def copied(target: Path, columns: list[int], share: Progress) -> None:
        with BlockReader(path) as reader, Mp3Writer(target, reader.sample_rate_hz, len(columns)) as writer:
            for block in _first(reader, max_s):
                writer.write(np.ascontiguousarray(np.nan_to_num(block[:, columns]) * gain))
                share(reader.n_frames_read / max(1, reader.n_frames, reader.n_frames_read))

    stereo = publish_once(
        lambda part: copied(part, [ears.left, ears.right], lambda share: on_progress(0.6 * share)), public_dir
    )
    try:
        mono = publish_once(
            lambda part: copied(part, [ears.front], lambda share: on_progress(0.6 + 0.4 * share)), public_dir
        )
    except BaseException:  # also at the end of the app: half of a pair is of no use to anybody
        stereo.unlink(missing_ok=True)
        raise
    return OwnCopies(stereo=stereo, mono=mono)


def _first(reader: BlockReader, max_s: float) -> Iterator[Samples]:
    most = int(max_s * reader.sample_rate_hz)
    for block in reader.blocks():
        yield block
        if reader.n_frames_read >= most:
            return
