"""What a segment is, and by which rules recordings are cut."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.types import SoundmarkError


class SegmentError(SoundmarkError):
    """Rules of cutting that make no sense, or a part that is not in its recording."""


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a recording.

    Attributes:
        start_s, end_s: in seconds from the start of the recording.
        starts_at_pause, ends_at_pause: whether that edge lies in a pause (or is an end of the recording). False where a
            stretch without any pause was longer than a segment may be, and was cut at its quietest moment.
    """

    start_s: float
    end_s: float
    starts_at_pause: bool = True
    ends_at_pause: bool = True

    @property
    def duration_s(self) -> float:
        """Length in seconds."""
        return self.end_s - self.start_s


@dataclass(frozen=True, slots=True, kw_only=True)
class SegmentSettings:
    """By which rules recordings are cut. GlobeAudio gives the lengths; the rest is chosen here.

    Attributes:
        min_s, max_s: shortest and longest segment; what cannot become one is left out.
        pause_db: a pause is this much quieter than the loud parts of the recording (the level that 5 % of it exceed),
            in decibels. Relative, so that the gain of a recorder does not move the cuts.
        min_pause_s: shorter silences are not pauses.
        max_pause_s: a pause that is longer always ends a segment.
        keep_s: how much of a pause stays at each edge of a segment, at most.

    Raises:
        SegmentError: when they contradict each other.
    """

    min_s: float = 20.0
    max_s: float = 40.0
    pause_db: float = 30.0
    min_pause_s: float = 0.3
    max_pause_s: float = 3.0
    keep_s: float = 0.2

    def __post_init__(self) -> None:
        if not self.min_s >= 1 or not 2 * self.min_s <= self.max_s <= 600:
            raise SegmentError(
                f"Segments of {self.min_s:g} to {self.max_s:g} s cannot be cut. The longest must be at least twice the "
                "shortest, which is 1 s or more, and at most 600 s."
            )
        if not 3 <= self.pause_db <= 90:
            raise SegmentError(f"A pause cannot be {self.pause_db:g} dB quieter. Take 3 to 90.")
        if not 0.05 <= self.min_pause_s <= self.max_pause_s <= 600:
            raise SegmentError(
                f"Pauses of {self.min_pause_s:g} to {self.max_pause_s:g} s cannot be looked for. Take 0.05 s or more, "
                "the shortest first."
            )
        if not 0 <= self.keep_s <= 1 or self.keep_s * 4 > self.min_s:
            raise SegmentError(f"{self.keep_s:g} s of a pause cannot be kept. Take 0 to 0.25.")
