"""Which moments of a recording a stage shows, and by which clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from soundmark.modes.savvy.excerpt import Part
from soundmark.spatial.scene import Floats


@dataclass(frozen=True, slots=True)
class Window:
    """The moments that are shown, in seconds from the start of the recording, and when the stage's clock begins.

    Attributes:
        zero_s: the start of the part that is played.
        start_s, end_s: the first and the last moment; an end of None is that of the recording.
    """

    zero_s: float
    start_s: float
    end_s: float | None

    @classmethod
    def of(cls, part: Part, told: Part | None = None) -> Window:
        """What is told of the part that is played; all of it for None."""
        if told is None:
            return cls(part.start_s, part.start_s, part.end_s)
        return cls(part.start_s, max(part.start_s, told.start_s), _earlier(part.end_s, told.end_s))

    def by_own_clock(self) -> Window:
        """The same for what is timed from the start of the part that is played."""
        end_s = None if self.end_s is None else self.end_s - self.zero_s
        return Window(0.0, self.start_s - self.zero_s, end_s)

    def always(self) -> Window:
        """Every moment, by the same clock."""
        return Window(self.zero_s, float("-inf"), None)

    def holds(self, times_s: Floats) -> npt.NDArray[np.bool_]:
        """Which moments lie in it."""
        last_s = np.inf if self.end_s is None else self.end_s
        return np.asarray((times_s >= self.start_s) & (times_s <= last_s))

    def meets(self, start_s: float, end_s: float) -> bool:
        """Whether a span has a moment in common with it."""
        return end_s > self.start_s and (self.end_s is None or start_s < self.end_s)

    def span_json(self, start_s: float, end_s: float) -> Mapping[str, float]:
        """What of a span that meets it lies in it, by the stage's clock."""
        last_s = end_s if self.end_s is None else min(end_s, self.end_s)
        return {
            "start_s": round(max(start_s, self.start_s) - self.zero_s, 3),
            "end_s": round(last_s - self.zero_s, 3),
        }


def _earlier(one_s: float | None, other_s: float | None) -> float | None:
    known = [end_s for end_s in (one_s, other_s) if end_s is not None]
    return min(known, default=None)
