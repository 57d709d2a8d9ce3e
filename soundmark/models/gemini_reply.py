"""Replies of Gemini, whole or in pieces: thoughts apart, and every finish reason taken for what it says."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING

from soundmark.models.failures import cut_stream, no_choices
from soundmark.models.reply import MAX_TEXT_CHARACTERS, Reply, ReplyDetail, Usage
from soundmark.models.reply_json import count_of, word_of
from soundmark.types import Status

if TYPE_CHECKING:
    from google.genai.types import Content, GenerateContentResponse, GenerateContentResponseUsageMetadata

_WHOLE = frozenset({"", "STOP"})
_REFUSED = frozenset({"SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY", "MODEL_ARMOR"})


@dataclass(slots=True, kw_only=True)
class Pieces:
    """What has come of a reply."""

    text: list[str] = field(default_factory=list)
    reasoning: list[str] = field(default_factory=list)
    finish_reason: str = ""
    n_characters: int = 0
    block_reason: str = ""
    model: str = ""
    usage: Usage = field(default_factory=Usage)
    details: dict[str, ReplyDetail] = field(default_factory=dict)
    has_candidate: bool = False

    def add(self, response: GenerateContentResponse) -> str:
        """Take over a response, or a piece of one; gives what it adds to the text."""
        self.model = word_of(response.model_version) or self.model
        if response.response_id:
            self.details["id"] = word_of(response.response_id)
        if response.usage_metadata is not None:
            self.usage = usage_of(response.usage_metadata)
        if response.prompt_feedback is not None:
            self.block_reason = _word(response.prompt_feedback.block_reason) or self.block_reason
        if not response.candidates:
            return ""
        candidate = response.candidates[0]
        self.has_candidate |= candidate.content is not None or candidate.finish_reason is not None
        self.finish_reason = _word(candidate.finish_reason) or self.finish_reason
        text, thoughts = _parts(candidate.content)
        self.text.append(text)
        self.reasoning.append(thoughts)
        self.n_characters += len(text) + len(thoughts)
        return text

    @property
    def is_too_long(self) -> bool:
        """Whether more has come than any answer has."""
        return self.n_characters > MAX_TEXT_CHARACTERS

    def reply(self, *, streamed: bool) -> Reply:
        """The whole reply.

        Args:
            streamed: it came in pieces, so that one without a finish reason was cut.

        Raises:
            ModelFailure: when there is none.
        """
        if not self.block_reason and not self.has_candidate:
            raise no_choices()
        if streamed and not (self.block_reason or self.finish_reason or self.is_too_long):
            raise cut_stream()
        text = "".join(self.text)
        status, reason = self._status(text)
        self.details["finish_reason"] = self.finish_reason
        if self.block_reason:
            self.details["block_reason"] = self.block_reason
        return Reply(
            status=status,
            text=text[:MAX_TEXT_CHARACTERS],
            reason=reason,
            reasoning="".join(self.reasoning)[:MAX_TEXT_CHARACTERS],
            model_revision=self.model,
            usage=self.usage,
            details=self.details,
        )

    def _status(self, text: str) -> tuple[Status, str]:
        if self.is_too_long:
            return Status.UNPARSED, "too_long"
        if self.block_reason:
            return Status.REFUSED, "blocked_prompt"
        if self.finish_reason in _REFUSED:
            return Status.REFUSED, "content_filter"
        if self.finish_reason == "MAX_TOKENS":
            return Status.UNPARSED, "incomplete"
        if self.finish_reason not in _WHOLE:
            # A reason that is not known may mean that the text was cut; the details hold it as it came.
            return Status.UNPARSED, "finish_reason"
        return (Status.OK, "") if text.strip() else (Status.UNPARSED, "empty")


def usage_of(metadata: GenerateContentResponseUsageMetadata) -> Usage:
    """What was counted; thoughts are output."""
    audio = [
        count_of(part.token_count) for part in metadata.prompt_tokens_details or () if _word(part.modality) == "AUDIO"
    ]
    output = [count_of(metadata.candidates_token_count), count_of(metadata.thoughts_token_count)]
    counted = [number for number in output if number is not None]
    return Usage(
        input_tokens=count_of(metadata.prompt_token_count),
        output_tokens=sum(counted) if counted else None,
        audio_tokens=sum(number or 0 for number in audio) if audio else None,
    )


def _parts(content: Content | None) -> tuple[str, str]:
    """Text and thoughts."""
    parts = (content.parts if content is not None else None) or []
    return (
        "".join(part.text or "" for part in parts if not part.thought),
        "".join(part.text or "" for part in parts if part.thought),
    )


def _word(value: object) -> str:
    """An enum's own word as it came, also of members that the SDK does not know."""
    word = word_of(value.value) if isinstance(value, Enum) else word_of(value)
    return "" if word.endswith("_UNSPECIFIED") else word
