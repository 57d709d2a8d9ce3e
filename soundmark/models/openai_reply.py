"""Replies of OpenAI-compatible chat endpoints, whole or in pieces, and all the odd forms they come in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from soundmark.models.failures import REFUSAL_CODES, EndpointFault, Hidden, cut_stream, no_choices
from soundmark.models.reply import MAX_TEXT_CHARACTERS, Reply, ReplyDetail, Usage
from soundmark.models.reply_json import count_of, member, money_of, text_of, word_of
from soundmark.types import Status

_FILTERED = ("content_filter", "safety", "recitation", "prohibited_content", "blocklist", "spii")
"""Gateways pass on what the model behind them says, some with its own word after a colon."""
_CUT = frozenset({"length", "max_tokens"})
_DETAILS = ("id", "provider", "system_fingerprint", "service_tier")


@dataclass(slots=True, kw_only=True)
class Parts:
    """What has come of a reply."""

    content: list[str] = field(default_factory=list)
    spoken: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    refusal: list[str] = field(default_factory=list)
    finish_reason: str = ""
    n_characters: int = 0
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    details: dict[str, ReplyDetail] = field(default_factory=dict)

    def note(self, content: Mapping[str, object]) -> None:
        """Take over what stands beside the choices."""
        self.model = word_of(content.get("model")) or self.model
        self.details |= {name: word for name in _DETAILS if (word := word_of(content.get(name)))}
        if isinstance(content.get("usage"), Mapping):
            self.usage = usage_of(content["usage"])

    @property
    def is_too_long(self) -> bool:
        """Whether more has come than any answer has."""
        return self.n_characters > MAX_TEXT_CHARACTERS

    def add(self, message: object) -> str:
        """Take over a message, or a piece of one; gives what it adds to the text."""
        text, thoughts = _content(member(message, "content"))
        self.content.append(text)
        self.spoken.append(text_of(member(message, "audio", "transcript")))
        self.refusal.append(text_of(member(message, "refusal")))
        thoughts += text_of(member(message, "reasoning_content")) or text_of(member(message, "reasoning"))
        self.reasoning.append(thoughts)
        self.n_characters += len(text) + len(thoughts)
        return text

    def reply(self) -> Reply:
        """The whole reply."""
        text, refusal = "".join(self.content), "".join(self.refusal)
        if not text.strip() and (spoken := "".join(self.spoken)):
            text = spoken
            self.details["audio_transcript"] = True
        self.details["finish_reason"] = self.finish_reason
        status, reason = _status(text, refusal, self.finish_reason)
        if self.is_too_long:
            status, reason = Status.UNPARSED, "too_long"
            self.details["characters"] = self.n_characters
        return Reply(
            status=status,
            text=(text or refusal)[:MAX_TEXT_CHARACTERS],
            reason=reason,
            reasoning="".join(self.reasoning)[:MAX_TEXT_CHARACTERS],
            model_revision=self.model,
            usage=self.usage,
            details=self.details,
        )


def _status(text: str, refusal: str, finish_reason: str) -> tuple[Status, str]:
    if refusal:
        return Status.REFUSED, "refusal"
    if finish_reason.lower().startswith(_FILTERED):
        return Status.REFUSED, "content_filter"
    if finish_reason.lower() in _CUT:
        return Status.UNPARSED, "incomplete"
    return (Status.OK, "") if text.strip() else (Status.UNPARSED, "empty")


def _content(value: object) -> tuple[str, str]:
    """Text and thoughts of a message's content, which some endpoints give as a list of parts."""
    if isinstance(value, list):
        texts = [text_of(member(part, "text")) for part in value if member(part, "type") in ("text", "output_text")]
        thoughts = [text_of(member(part, "thinking")) for part in value if member(part, "type") == "thinking"]
        return "".join(texts), "".join(thoughts)
    return text_of(value), ""


def usage_of(value: object) -> Usage:
    """What an endpoint counted."""
    return Usage(
        input_tokens=count_of(member(value, "prompt_tokens")),
        output_tokens=count_of(member(value, "completion_tokens")),
        audio_tokens=count_of(member(value, "prompt_tokens_details", "audio_tokens")),
        cost_usd=money_of(member(value, "cost")),
    )


def whole_reply(content: Mapping[str, object], hidden: Hidden) -> Reply:
    """A reply that came in one piece.

    Raises:
        ModelFailure: when it is an error in spite of its status 200, or holds no answer.
    """
    if content.get("error"):
        return refused_or_raise(fault_of(content["error"]), hidden)
    choice = member(content, "choices", 0)
    if not isinstance(member(choice, "message"), Mapping):
        raise no_choices()
    parts = Parts()
    parts.note(content)
    parts.add(member(choice, "message"))
    parts.finish_reason = word_of(member(choice, "finish_reason"))
    _check_finish(choice, parts.finish_reason, hidden)
    return parts.reply()


def add_chunk(parts: Parts, content: Mapping[str, object], hidden: Hidden) -> str:
    """Take over a piece of a streamed reply; gives what it adds to the text.

    Raises:
        ModelFailure: when the piece is an error.
    """
    if content.get("error"):
        raise fault_of(content["error"]).failure(hidden)
    parts.note(content)
    choice = member(content, "choices", 0)
    parts.finish_reason = word_of(member(choice, "finish_reason")) or parts.finish_reason
    _check_finish(choice, parts.finish_reason, hidden)
    return parts.add(member(choice, "delta"))


def streamed_reply(parts: Parts) -> Reply:
    """The reply of a stream that has ended.

    Raises:
        ModelFailure: when it ended before the reply did.
    """
    if not parts.finish_reason and not parts.is_too_long:
        raise cut_stream()
    return parts.reply()


def _check_finish(choice: object, finish_reason: str, hidden: Hidden) -> None:
    if finish_reason == "error":
        raise fault_of(member(choice, "error")).failure(hidden)


def fault_of(error: object, status: int = 0, after_s: float | None = None) -> EndpointFault:
    """An error as the body gives it: an object, or a text."""
    code = member(error, "code")
    number = code if isinstance(code, int) and not isinstance(code, bool) and 400 <= code <= 599 else 0
    if isinstance(code, str) and code.isascii() and code.isdigit() and len(code) == 3:
        number = int(code)
    word = word_of(code) or word_of(member(error, "type"))
    if member(error, "metadata", "reasons"):  # OpenRouter's word for a moderated input
        word = "moderation_blocked"
    message = error if isinstance(error, str) else member(error, "message")
    if behind := text_of(member(error, "metadata", "raw")):  # what a model behind OpenRouter said
        message = f"{text_of(message)}: {behind}"
    return EndpointFault(status=status or number, code=word, message=message, retry_after_s=after_s)


def refused_or_raise(fault: EndpointFault, hidden: Hidden) -> Reply:
    """An error that is a refusal of this content is a reply; every other is a failure.

    Raises:
        ModelFailure: for what is no refusal.
    """
    if fault.code not in REFUSAL_CODES:
        raise fault.failure(hidden)
    return Reply(status=Status.REFUSED, text="", reason="content_filter", details={"code": fault.code})
