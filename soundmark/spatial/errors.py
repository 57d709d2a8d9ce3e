"""What can be wrong with the inputs of spatial audio; every text says why and what to do."""

from __future__ import annotations

from soundmark.types import SoundmarkError


class ArrayError(SoundmarkError):
    """A microphone array, or a choice of its microphones, that cannot be used."""


class RecordingError(SoundmarkError):
    """A recording, or a setting for it, out of which no direction can be found."""


class DistanceError(SoundmarkError):
    """Distances or ratios that no model can be made of."""
