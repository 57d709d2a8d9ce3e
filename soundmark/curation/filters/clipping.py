"""Clipping: how much of a recording stands at the end of its scale."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray


def clipping_ratio_as_published(samples: NDArray[np.float32], peak: float | None = None) -> float:
    """Share of samples that are as far out as the farthest of the same recording.

    AGL1K A.3: CR = #{n : |x[n]| = x_max} / N, where x_max = max |x[n]|. Literally, it is at least 1 / N for any
    recording, 1 for silence, 0.02 for a clean sine whose period is 100 samples; it misses half of what 16-bit samples
    clip (+32767 is not 32768), and nearly all where clipped sound was resampled, mixed or coded as MP3. It is
    reported for comparison; `soundmark.audio.Levels.clipping_ratio` is what the filter goes by: the share at full
    scale or beyond, of the channel that is clipped most, in the samples as decoded.

    Args:
        samples: of any shape; of all channels, before any mixing. Not empty.
        peak: max |x[n]| where it is known.
    """
    furthest = np.float32(np.abs(samples).max() if peak is None else peak)
    n_furthest = np.count_nonzero(samples == furthest) + np.count_nonzero(samples == -furthest)
    # Zero is its own negative.
    return float(n_furthest / samples.size) if furthest > 0 else 1.0
