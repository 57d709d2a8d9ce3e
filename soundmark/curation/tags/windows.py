"""From probabilities of windows to shares of time.

AGL1K (section 3.3) uses the fraction of time in which a category is present, and does not say how the tagger's
probabilities become presence. Here a clip is cut into overlapping windows at a constant hop, a category is present in a
window where its probability reaches a threshold, and its share is that of the windows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from soundmark.curation.mono import Channel
from soundmark.curation.tags.shares import TagsError, TagShares

Probabilities = NDArray[np.float64]
"""Of each category, shape (n_categories,), within 0 to 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowSettings:
    """How a clip is cut, and from which probability on a category is there.

    Attributes:
        window_s: length of a window. EfficientAT was trained on clips of 10 s.
        hop_s: from one window to the next; its authors' own script for long files takes 2.5 s.
        threshold: a probability.

    Raises:
        TagsError: when a value makes no sense.
    """

    window_s: float = 10.0
    hop_s: float = 2.5
    threshold: float = 0.5

    def __post_init__(self) -> None:
        if not 0.5 <= self.window_s <= 60 or not 0.1 <= self.hop_s <= self.window_s:
            raise TagsError(
                f"Windows of {self.window_s:g} s every {self.hop_s:g} s cannot be tagged. "
                "Take 0.5 to 60 s, and a hop of 0.1 s up to the window."
            )
        if not 0 < self.threshold < 1:
            raise TagsError(f"A threshold of {self.threshold:g} is no probability. Take one between 0 and 1, as 0.5.")


def windows(samples: Channel, rate_hz: int, settings: WindowSettings) -> Iterator[Channel]:
    """The windows of a clip: from its start at a constant hop, until one reaches its end.

    The last one may be shorter, and a clip shorter than a window is one window.
    """
    size, hop = round(settings.window_s * rate_hz), round(settings.hop_s * rate_hz)
    start = 0
    while True:
        yield samples[start : start + size]
        if start + size >= len(samples):
            return
        start += hop


def shares_of_windows(
    parts: Iterator[Channel],
    probabilities: Callable[[Channel], Probabilities],
    categories: Sequence[str],
    threshold: float,
) -> TagShares:
    """The share of windows in which each category reaches the threshold; categories never there are left out.

    Raises:
        TagsError: when the tagger gives another number of probabilities, or none that are numbers.
    """
    present = np.zeros(len(categories))
    n_windows = 0
    for part in parts:
        found = np.asarray(probabilities(part), dtype=np.float64)
        if found.shape != present.shape or not np.isfinite(found).all():
            raise TagsError(
                f"The tagger gave {found.size} values for {len(categories)} categories, or such as are no numbers. "
                "Its weights and its list of categories do not belong together."
            )
        present += found >= threshold
        n_windows += 1
    return TagShares({name: float(n / n_windows) for name, n in zip(categories, present, strict=True) if n})
