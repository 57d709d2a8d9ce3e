"""What can go wrong with the Hub, as errors that say what to do next."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from soundmark.types import SoundmarkError

DEFAULT_BUSY_WAIT_S = 300.0
NO_PERMISSION = frozenset({401, 403, 404, 410})
XET_TOKEN_STATUS = re.compile(r"HTTP status \w+ error \((\d{3})\b.*/xet-(?:read|write)-token")
"""How hf_xet, which asks for its token by itself, words that the Hub refused it."""


class HubError(SoundmarkError):
    """The Hub did not do what was asked. As such: whether it was done is unknown, and asking again is right."""


class HubRefusal(HubError):
    """The Hub refuses for a reason that a person must mend: token, permission, or a missing dataset."""


class HubBusy(HubError):
    """The Hub asks to wait.

    Attributes:
        wait_s: at least that long.
    """

    def __init__(self, text: str, wait_s: float) -> None:
        super().__init__(text)
        self.wait_s = wait_s


class HubMoved(HubError):
    """Somebody else's commit came first, or took the place of the history; nothing was done."""


class Place(NamedTuple):
    """Something on the Hub, as it is called in sentences.

    Attributes:
        name: owner/name.
        kind: dataset or bucket.
        setting: the setting that names it.
    """

    name: str
    kind: str = "dataset"
    setting: str = "LOG_REPO"


@contextmanager
def translated_errors(place: Place) -> Iterator[None]:
    """Turn whatever the libraries raise into one of our errors."""
    import httpx2
    from huggingface_hub.errors import EntryNotFoundError, HFValidationError, OfflineModeIsEnabled

    try:
        yield
    except HubError:
        raise
    except OfflineModeIsEnabled as error:
        raise HubRefusal("HF_HUB_OFFLINE is set, so nothing can be sent. Unset it to publish.") from error
    except HFValidationError as error:
        raise HubRefusal(
            f"The Hub has no place for a {place.kind} named {place.name!r}. Change {place.setting}."
        ) from error
    # RuntimeError and ValueError: how the upload libraries wrap what went wrong beneath.
    except (httpx2.HTTPError, EntryNotFoundError, OSError, RuntimeError, ValueError) as error:
        raise _by_cause(error, place) from error


def _by_cause(error: BaseException, place: Place) -> HubError:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, HubError):
            return cause
        response = getattr(cause, "response", None)
        if response is not None:
            if response.headers.get("x-error-code") == "RevisionNotFound":
                return HubMoved("The history of the dataset was replaced meanwhile.")
            return by_status(int(response.status_code), response.headers, place)
        cause = cause.__cause__
    if os.strerror(errno.ENOSPC) in str(error):  # an OSError, or how hf_xet words one
        return HubError("The disk of this machine is full, so nothing could be fetched from the Hub.")
    worded = XET_TOKEN_STATUS.search(str(error))
    if worded:
        return by_status(int(worded[1]), {}, place)
    return HubError(f"The Hub did not answer as expected ({type(error).__name__}: {str(error)[:200]}).")


def by_status(status: int, headers: Mapping[str, str], place: Place | None = None) -> HubError:
    """The error that an answer with this status is."""
    if status == 429:
        wait_s = _wait_s(headers)
        return HubBusy(f"The Hub asks to wait {wait_s:.0f} s before the next commit.", wait_s)
    if status == 412:
        return HubMoved("Another commit came first (412).")
    if status in NO_PERMISSION:
        return HubRefusal(_what_to_mend(status, place or Place("the dataset")))
    return HubError(f"The Hub answered {status}.")


def _what_to_mend(status: int, place: Place) -> str:
    if status == 401:
        return "The Hub does not accept HF_TOKEN (401). Give it a valid token with write permission."
    if status == 403:
        return f"HF_TOKEN may not write to {place.name} (403). Give it a token that may write to that {place.kind}."
    return f"The Hub has no {place.kind} {place.name}, or HF_TOKEN may not see it ({status}). Check {place.setting}."


def _wait_s(headers: Mapping[str, str]) -> float:
    from huggingface_hub.utils import parse_ratelimit_headers  # type: ignore[attr-defined]  # exported lazily

    waits = []
    after = headers.get("retry-after", "").strip()
    if after.isdigit():
        waits.append(float(after))
    limit = parse_ratelimit_headers(headers)
    if limit is not None and limit.remaining == 0:
        waits.append(float(limit.reset_in_seconds))
    return max(waits, default=DEFAULT_BUSY_WAIT_S)
