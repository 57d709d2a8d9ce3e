"""A decoded recording."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Samples = NDArray[np.float32]
"""Shape (n_frames, n_channels); full scale is -1..1, and float files may exceed it."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Sound:
    """A decoded recording of at least one frame, every sample a finite number.

    Attributes:
        samples: float32, shape (n_frames, n_channels), read-only.
        sample_rate_hz: frames a second.
        container: family of the file format, for instance 'wav', 'mp3', 'ogg', 'mp4'.
        codec: how the samples were coded, in the decoder's words, for instance 'PCM_16', 'VORBIS', 'aac'.
        is_lossy: the coding changes samples, so that clipping cannot be seen in them.
        n_bad_samples: how many samples were NaN or infinite; they were set to 0.
        extension_matches: the file's extension does not contradict its content.

    Raises:
        ValueError: when the samples have another shape or type, or there are none.
    """

    samples: Samples
    sample_rate_hz: int
    container: str = "wav"
    codec: str = "FLOAT"
    is_lossy: bool = False
    n_bad_samples: int = 0
    extension_matches: bool = True

    def __post_init__(self) -> None:
        if self.samples.ndim != 2 or self.samples.size == 0 or self.samples.dtype != np.float32:
            raise ValueError(f"Samples of shape {self.samples.shape}, {self.samples.dtype} are not (frames, channels).")
        if self.sample_rate_hz <= 0:
            raise ValueError(f"A sample rate of {self.sample_rate_hz} Hz is not possible.")
        self.samples.setflags(write=False)

    @property
    def n_frames(self) -> int:
        """Samples per channel."""
        return int(self.samples.shape[0])

    @property
    def n_channels(self) -> int:
        """1 for mono, 2 for stereo."""
        return int(self.samples.shape[1])

    @property
    def duration_s(self) -> float:
        """Length by the samples decoded, whatever the file's header claims."""
        return self.n_frames / self.sample_rate_hz
