"""Why a benchmark cannot be read at all."""

from __future__ import annotations

from soundmark.types import SoundmarkError


class PackError(SoundmarkError):
    """A folder that cannot be played; the text says what is wrong with it and what to do."""
