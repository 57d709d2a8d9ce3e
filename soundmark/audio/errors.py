"""What can be wrong with an audio file, and how it is said to a person."""

from __future__ import annotations

from enum import StrEnum

from soundmark.types import SoundmarkError

_SHOWN_CHARACTERS = 80


class AudioReason(StrEnum):
    """Why a file cannot be used as a sound."""

    MISSING = "missing"
    EMPTY = "empty"
    NOT_AUDIO = "not_audio"
    UNREADABLE = "unreadable"
    TOO_LONG = "too_long"
    TOO_LARGE = "too_large"
    UNSUPPORTED = "unsupported"
    NO_DECODER = "no_decoder"
    CHANGED = "changed"
    SILENT = "silent"


class AudioError(SoundmarkError):
    """A sound that cannot be opened or prepared; the text names the file (never its folder) and says what to do.

    Attributes:
        reason: the kind of fault, for code that decides by it.
    """

    def __init__(self, reason: AudioReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


class PublishError(SoundmarkError):
    """A playable copy could not be written, for instance because the disk is full."""


def shown(text: str) -> str:
    """A name from outside made fit for a message: one line, no control characters, at most 80 characters."""
    one_line = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return one_line if len(one_line) <= _SHOWN_CHARACTERS else one_line[: _SHOWN_CHARACTERS - 1] + "…"


def no_sound(reason: AudioReason, name: str) -> AudioError:
    """The error for a file out of which no decoder gets a sound.

    Args:
        reason: `EMPTY`, `UNREADABLE` or `NOT_AUDIO`.
        name: of the file, as `shown` gives it.
    """
    if reason is AudioReason.EMPTY:
        return AudioError(reason, f"{name} holds no sound. Replace it or delete it.")
    if reason is AudioReason.UNREADABLE:
        return AudioError(reason, f"{name} is damaged and cannot be decoded. Replace it.")
    return AudioError(reason, f"{name} is not an audio file of a known format. Use wav, flac, ogg, mp3 or m4a.")


def silent(name: str) -> AudioError:
    """The error for a recording in which there is nothing to hear.

    Args:
        name: of the file, as `shown` gives it.
    """
    return AudioError(AudioReason.SILENT, f"{name} is silent. Replace it or delete it.")
