"""What the google-genai SDK and its transport raise, in our words."""

from __future__ import annotations

import math
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from soundmark.models.failures import (
    MAX_RETRY_AFTER_S,
    EndpointFault,
    Hidden,
    not_connected,
    not_json,
    retry_after_s,
    timed_out,
)
from soundmark.models.reply_json import member, text_of, word_of

if TYPE_CHECKING:
    from google.genai.errors import APIError

_DURATION = re.compile(r"([0-9]{1,9}(?:\.[0-9]{1,9})?)s")
"""A google.protobuf.Duration in JSON, as 37s or 3.5s."""


@asynccontextmanager
async def in_our_words(timeout_s: float, hidden: Hidden) -> AsyncIterator[None]:
    """Turns errors of the SDK into failures, none of which carries a key or an address.

    Raises:
        ModelFailure: for all that can go wrong on the way.
    """
    import httpx2
    from google.genai.errors import APIError

    try:
        yield
    except (TimeoutError, httpx2.TimeoutException):
        raise timed_out(timeout_s) from None
    except httpx2.RequestError:  # also a body that is not packed as its head says
        raise not_connected() from None
    except APIError as error:
        raise _fault(error).failure(hidden) from None
    except (ValueError, TypeError, AttributeError, KeyError, RecursionError):
        # The SDK takes replies apart without looking whether they are what it expects.
        raise not_json() from None


def _fault(error: APIError) -> EndpointFault:
    details = list(_details(error.details))
    reasons = {text_of(member(detail, "reason")) for detail in details}
    status = error.code if isinstance(error.code, int) else 0
    if status == 400 and "API_KEY_INVALID" in reasons:
        status = 401
    headers = getattr(error.response, "headers", None) or {}
    delays_s = [delay_s for detail in details if (delay_s := _delay_s(member(detail, "retryDelay"))) is not None]
    return EndpointFault(
        status=status,
        code=word_of(error.status),
        message=error.message,
        retry_after_s=max(delays_s, default=None) if delays_s else retry_after_s(headers),
        is_quota=status == 429 and any(_is_daily(detail) for detail in details),
    )


def _details(body: object) -> Iterator[object]:
    """The details of an error (google.rpc.Status), with or without its wrapping."""
    for holder in (member(body, "error"), body):
        listed = member(holder, "details")
        if isinstance(listed, list):
            yield from listed
            return


def _delay_s(value: object) -> float | None:
    """A `RetryInfo.retryDelay` in seconds."""
    match = _DURATION.fullmatch(text_of(value))
    if match is None:
        return None
    return min(float(match.group(1)), MAX_RETRY_AFTER_S) if math.isfinite(float(match.group(1))) else None


def _is_daily(detail: object) -> bool:
    """Whether a `QuotaFailure` names a quota of the day, which no pause of this run will fill."""
    violations = member(detail, "violations")
    listed = violations if isinstance(violations, list) else []
    return any("PerDay" in text_of(member(violation, "quotaId")) for violation in listed)
