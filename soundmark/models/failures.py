"""Failures of endpoints in words: what happened, what to do, and whether asking again may help."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urlsplit

from soundmark.audio.errors import shown
from soundmark.models.reply import ModelFailure
from soundmark.secret import Secret

MAX_RETRY_AFTER_S = 86_400.0
_READ_CHARACTERS = 100_000
_LOOKED_AT_CHARACTERS = 1_000
_QUOTED_CHARACTERS = 200
_ADDRESS = re.compile(r"\S*://\S*|\b(?:[0-9]{1,3}\.){3}[0-9]{1,3}(?::[0-9]+)?|\b[\w-]+(?:\.[\w-]+)+(?::[0-9]+|/\S*)")
_LONG_TOKEN = re.compile(r"[A-Za-z0-9_*+/=.-]{20,}")
"""Keys are long; error texts of endpoints repeat them, in part and with asterisks."""
_QUOTA_CODES = frozenset(
    {"insufficient_quota", "billing_hard_limit_reached", "billing_not_active", "account_deactivated", "Arrearage"}
)
REFUSAL_CODES = frozenset(
    {"content_filter", "content_policy_violation", "moderation_blocked", "data_inspection_failed"}
)
_RETRYABLE = frozenset({408, 409, 425, 429})
_ADVICE = {
    400: "It does not accept the request. Compare dialect, parameters and audio with what it documents.",
    401: "It wants a key, or another one. Check key_variable in the model file, and the variable that it names.",
    403: "It does not allow this. Check what the key may do, and the model's terms.",
    404: "It does not know the model or the address. Check model and endpoint in the model file.",
    413: "The request is too large for it. Set max_request_mb, or send a more compact format.",
    429: "It asks for a pause. Lower concurrency or requests_per_minute in the model file.",
}


@dataclass(frozen=True, slots=True)
class Hidden:
    """What must not appear in any text: a key and an address."""

    key: Secret
    endpoint: str = ""

    def quoted(self, message: object) -> str:
        """What an endpoint said, fit for a log: one short line without keys and addresses, or ''."""
        if not isinstance(message, str) or not message.strip():
            return ""
        text = message[:_READ_CHARACTERS]
        for secret in (self.key.value, self.endpoint, urlsplit(self.endpoint).hostname or ""):
            if secret:
                text = text.replace(secret, "…")
        if len(text) > _LOOKED_AT_CHARACTERS:
            # Without the last word, which the cut may have made too short to be known for a key.
            text = text[:_LOOKED_AT_CHARACTERS].rpartition(" ")[0]
        text = _LONG_TOKEN.sub("…", _ADDRESS.sub("…", text))
        one_line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        return one_line if len(one_line) <= _QUOTED_CHARACTERS else one_line[: _QUOTED_CHARACTERS - 1] + "…"


@dataclass(frozen=True, slots=True, kw_only=True)
class EndpointFault:
    """An error as an endpoint gave it.

    Attributes:
        status: HTTP status, 0 where there is none.
        code: its own word for it.
        message: its own sentence.
        retry_after_s: how long it wants to be left alone.
        is_quota: it said in another way that the account is used up.
    """

    status: int = 0
    code: str = ""
    message: object = None
    retry_after_s: float | None = None
    is_quota: bool = False

    def failure(self, hidden: Hidden) -> ModelFailure:
        """The failure to raise."""
        said = hidden.quoted(self.message)
        tail = f' It says: "{said}"' if said else ""
        if self.is_quota or self.status == 402 or self.code in _QUOTA_CODES:
            text = "The account at the endpoint is used up. Add credit there, then go on."
            return ModelFailure(text + tail, reason="quota", stops_run=True)
        number = f"HTTP {self.status}" if self.status else shown(self.code or "no reason given")
        advice = _ADVICE.get(self.status, "Try again later." if self._is_retryable else "See what it documents.")
        return ModelFailure(
            f"The endpoint answered with an error ({number}). {advice}{tail}",
            reason="rate_limit" if self.status == 429 else f"http_{self.status}" if self.status else "endpoint_error",
            is_retryable=self._is_retryable,
            retry_after_s=self.retry_after_s,
            stops_run=self.status in (401, 403, 404),
        )

    @property
    def _is_retryable(self) -> bool:
        return self.status in _RETRYABLE or self.status >= 500 or self.status == 0


def timed_out(timeout_s: float) -> ModelFailure:
    """No whole reply within the time."""
    text = f"No whole reply came within {timeout_s:g} s. Ask again later, or raise timeout_s in the model file."
    return ModelFailure(text, reason="timeout", is_retryable=True)


def not_connected() -> ModelFailure:
    """The connection failed or broke."""
    text = "The endpoint could not be reached, or hung up. Check endpoint in the model file, and the network."
    return ModelFailure(text, reason="connection", is_retryable=True)


def not_json() -> ModelFailure:
    """A reply of another kind, as the HTML page of a gateway."""
    text = "The endpoint answered with something that is no JSON, as gateways do. Ask again later, or check endpoint."
    return ModelFailure(text, reason="not_json", is_retryable=True)


def no_choices() -> ModelFailure:
    """A reply without an answer in it."""
    return ModelFailure("The endpoint answered without an answer in it.", reason="no_choices", is_retryable=True)


def cut_stream() -> ModelFailure:
    """A stream that ended before the reply did."""
    return ModelFailure("The endpoint stopped in the middle of its reply.", reason="cut_stream", is_retryable=True)


def cannot_take(what: str) -> ModelFailure:
    """A sound or picture that a model cannot be given."""
    return ModelFailure(f"The model cannot be given {what}. Check inputs in the model file.", reason="media")


def retry_after_s(headers: Mapping[str, str], now: datetime | None = None) -> float | None:
    """What the headers say about when to come back (RFC 9110, section 10.2.3: seconds, or a date).

    Args:
        headers: with case-insensitive names, as HTTP libraries give them.
        now: stands in for the clock, for tests.

    Returns:
        Seconds from 0 to a day; None without such a header, or with one that cannot be read.
    """
    milliseconds = _seconds(headers.get("retry-after-ms", ""))
    if milliseconds is not None:
        return min(milliseconds / 1000, MAX_RETRY_AFTER_S)
    text = headers.get("retry-after", "").strip()
    seconds = _seconds(text)
    if seconds is None and text:
        try:
            until = parsedate_to_datetime(text)
        except (ValueError, OverflowError):
            return None
        until = until if until.tzinfo else until.replace(tzinfo=UTC)
        seconds = max(0.0, (until - (now or datetime.now(UTC))).total_seconds())
    return None if seconds is None else min(seconds, MAX_RETRY_AFTER_S)


def _seconds(text: str) -> float | None:
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) and value >= 0 else None
