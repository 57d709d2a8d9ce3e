"""Speech recognition behind OpenAI-compatible transcription endpoints, the first half of a cascade."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from soundmark.models.failures import not_json
from soundmark.models.openai_client import Refusable, hidden_of, in_our_words, open_client
from soundmark.models.openai_reply import fault_of
from soundmark.models.reply import ModelFailure, Usage
from soundmark.models.reply_json import count_of, loaded, member, word_of
from soundmark.models.request import Media
from soundmark.models.spec import ModelSpec

_FILE_NAMES: Mapping[str, str] = {"audio/wav": "clip.wav", "audio/mpeg": "clip.mp3", "audio/flac": "clip.flac"}
"""Endpoints tell the format by the name; it says nothing of the recording."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Transcript:
    """What was heard: the words, '' when none were; the language where the endpoint says it; and what it counted."""

    text: str
    language: str = ""
    usage: Usage = field(default_factory=Usage)


class Transcriber(Protocol):
    """Writes down what is said in a sound. It asks once."""

    async def transcribe(self, media: Media, *, timeout_s: float) -> Transcript:
        """The transcript.

        Raises:
            ModelFailure: when there is none.
        """

    async def close(self) -> None:
        """Let go of connections."""


class OpenAITranscriber:
    """Speaks `audio/transcriptions`."""

    def __init__(self, spec: ModelSpec) -> None:
        self._spec = spec
        self._hidden = hidden_of(spec)
        self._client = open_client(spec)

    async def transcribe(self, media: Media, *, timeout_s: float) -> Transcript:
        """The transcript.

        Raises:
            ModelFailure: when there is none.
        """
        if media.mime_type not in _FILE_NAMES:
            raise ModelFailure(f"{media.mime_type} cannot be transcribed. Send a sound.", reason="media")
        extra: dict[str, object] = {**self._spec.body, **self._spec.parameters}
        try:
            async with in_our_words(timeout_s), asyncio.timeout(timeout_s):
                raw = await self._client.audio.transcriptions.with_raw_response.create(
                    model=self._spec.model_id,
                    file=(_FILE_NAMES[media.mime_type], media.data, media.mime_type),
                    extra_body=extra,
                    timeout=timeout_s,
                )
        except Refusable as error:
            raise error.fault.failure(self._hidden) from None
        content = loaded(raw.content)
        if content.get("error"):
            raise fault_of(content["error"]).failure(self._hidden)
        text = content.get("text")
        if not isinstance(text, str):
            raise not_json()
        return Transcript(text=text, language=word_of(content.get("language")), usage=_usage(content))

    async def close(self) -> None:
        """Let go of connections."""
        await self._client.close()


def _usage(content: Mapping[str, object]) -> Usage:
    return Usage(
        input_tokens=count_of(member(content, "usage", "input_tokens")),
        output_tokens=count_of(member(content, "usage", "output_tokens")),
        audio_tokens=count_of(member(content, "usage", "input_token_details", "audio_tokens")),
    )
