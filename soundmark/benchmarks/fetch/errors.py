"""Why something published cannot be had, and how that is said."""

from __future__ import annotations

from enum import StrEnum

from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.types import SoundmarkError


class FetchReason(StrEnum):
    """Why a file cannot be had."""

    OFFLINE = "offline"
    NO_NETWORK = "no_network"
    BUSY = "busy"
    MISSING = "missing"
    NO_TOKEN = "no_token"  # noqa: S105 - a name, no token
    NO_ACCESS = "no_access"
    TERMS = "terms"
    TOO_LARGE = "too_large"
    DISK = "disk"
    ADDRESS = "address"
    BAD_ANSWER = "bad_answer"

    @property
    def may_pass(self) -> bool:
        """Whether the same request may succeed later, or after a setting was changed."""
        return self in (self.OFFLINE, self.NO_NETWORK, self.BUSY, self.DISK, self.TERMS, self.NO_TOKEN)


class FetchError(SoundmarkError):
    """Something published cannot be had. The text is for whoever runs the app: it may name addresses and files.

    Attributes:
        reason: the kind of fault, for code that decides by it.
    """

    def __init__(self, reason: FetchReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


_FOR_PLAYERS = {
    FetchReason.OFFLINE: "This recording is not on this machine, and the app is set to stay offline. Try another one.",
    FetchReason.NO_NETWORK: "This recording cannot be reached just now. Check the network, or try another one.",
    FetchReason.BUSY: "The server that holds this recording is busy. Try again in a minute.",
    FetchReason.MISSING: "This recording is no longer offered by those who published it. Try another one.",
    FetchReason.NO_TOKEN: "This recording is shown to nobody without a token. Whoever runs the app can set one.",
    FetchReason.NO_ACCESS: "This recording may not be fetched by this app. Whoever runs it finds out why in its log.",
    FetchReason.TERMS: "The terms of this recording's publishers are not accepted. Whoever runs the app can do so.",
    FetchReason.TOO_LARGE: "This recording is larger than the app accepts. Try another one.",
    FetchReason.DISK: "This recording cannot be kept: the disk of this app is full. Try another one.",
    FetchReason.ADDRESS: "This recording lies at an address that the app does not visit. Try another one.",
    FetchReason.BAD_ANSWER: "This recording arrives damaged. Try another one.",
}


def unavailable(error: FetchError) -> ClipUnavailable:
    """The same for a player, without the name of a file, an address or a place."""
    return ClipUnavailable(_FOR_PLAYERS[error.reason], key=f"err_clip_{error.reason.value}")


def disk_error(error: OSError) -> FetchError:
    """What a failed write to the cache means."""
    return FetchError(FetchReason.DISK, f"The cache cannot be written ({error.strerror}). Make room, or set DATA_DIR.")
