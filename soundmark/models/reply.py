"""What comes back from a model: a reply, or a failure that says whether asking again may help."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Protocol

from soundmark.models.request import ModelRequest
from soundmark.types import SoundmarkError, Status

ReplyDetail = str | int | float | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What an endpoint counted, None where it does not say.

    Attributes:
        input_tokens, output_tokens: thinking counts as output.
        audio_tokens: how many of the input tokens were sound, where the endpoint tells them apart.
        cost_usd: price in US dollars, where the endpoint itself names one.
    """

    input_tokens: int | None = None
    output_tokens: int | None = None
    audio_tokens: int | None = None
    cost_usd: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A reply that arrived. Nothing is read out of its text yet.

    Attributes:
        status: `ok` when there is a whole text to be read; `refused` for a refusal by the endpoint's own mark (refusal,
            content filter, blocked prompt); `unparsed` for a text that was cut or is not there.
        text: what the model said, without thoughts; '' where it said nothing.
        reason: why the status is not ok, in a word, as content_filter, incomplete or empty; '' for ok.
        reasoning: the model's thoughts, where the endpoint gives them apart.
        model_revision: which state of the model answered, as the endpoint says.
        usage: tokens and price.
        details: whatever else is worth logging, as finish_reason.
    """

    status: Status
    text: str
    reason: str = ""
    reasoning: str = ""
    model_revision: str = ""
    usage: Usage = Usage()
    details: Mapping[str, ReplyDetail] = field(default_factory=lambda: MappingProxyType({}))


MAX_TEXT_CHARACTERS = 1_000_000
"""A longer reply is not read on: no answer is that long, and runs keep their replies in memory."""


class ModelFailure(SoundmarkError):
    """A request that brought no reply. The text may be shown and logged: it holds no key and no address.

    Attributes:
        reason: in a word, as timeout, connection, http_500, rate_limit, not_json, no_choices, quota or media.
        is_retryable: whether asking the same again may help.
        retry_after_s: how long the endpoint wants to be left alone, None where it does not say.
        stops_run: whether no further request can succeed, as for a wrong key or a quota that is used up.
        cost_usd: what it cost all the same, as the transcript of a cascade whose reader fails; None where that is not
            known.
    """

    def __init__(
        self,
        text: str,
        *,
        reason: str,
        is_retryable: bool = False,
        retry_after_s: float | None = None,
        stops_run: bool = False,
    ) -> None:
        super().__init__(text)
        self.reason = reason
        self.is_retryable = is_retryable
        self.retry_after_s = retry_after_s
        self.stops_run = stops_run
        self.cost_usd: float | None = 0.0


class Adapter(Protocol):
    """Speaks to one endpoint for one model. It asks once: retries, limits and logging are the caller's."""

    @property
    def endpoint_kind(self) -> str:
        """Which protocol it speaks, as openai or gemini; never an address."""

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once.

        Raises:
            ModelFailure: when no reply came.
        """

    def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncIterator[str | Reply]:
        """Ask once: pieces of text as they come, and at the end the whole reply.

        Raises:
            ModelFailure: when no reply came.
        """

    async def close(self) -> None:
        """Let go of connections."""
