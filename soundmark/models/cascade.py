"""A cascade: speech recognition writes a transcript, and a text model answers by it (ASR+LLM in the papers)."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncGenerator

from soundmark.models.price import Price
from soundmark.models.reply import Adapter, ModelFailure, Reply, Usage
from soundmark.models.request import ModelRequest, Setting, with_transcript
from soundmark.models.transcription import Transcriber, Transcript

_DETAIL_CHARACTERS = 20_000


class CascadeAdapter:
    """Answers by what was heard of the words.

    A request without a sound goes to the text model as it is: that is the setting `transcript` or `blind`. One that
    awaits a transcript but has no sound is a failure, never a question without it.

    Args:
        transcriber: writes the transcript.
        reader: answers by it.
        prices: of both, to tell what a reply cost; None where one is not known.
    """

    endpoint_kind = "cascade"

    def __init__(
        self, transcriber: Transcriber, reader: Adapter, *, prices: tuple[Price | None, Price | None] = (None, None)
    ) -> None:
        self._transcriber = transcriber
        self._reader = reader
        self._prices = prices

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once; the time limit holds for both halves together.

        Raises:
            ModelFailure: when either half brought nothing.
        """
        began_s = asyncio.get_running_loop().time()
        heard, passed_on = await self._with_transcript(request, timeout_s)
        spent_s = asyncio.get_running_loop().time() - began_s
        reply = await self._reader.ask(passed_on, timeout_s=max(timeout_s - spent_s, 0.001))
        return self._both(request, heard, reply)

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        """Ask once; the answer comes in pieces when the transcript is written.

        Raises:
            ModelFailure: when either half brought nothing.
        """
        began_s = asyncio.get_running_loop().time()
        heard, passed_on = await self._with_transcript(request, timeout_s)
        spent_s = asyncio.get_running_loop().time() - began_s
        pieces = self._reader.stream(passed_on, timeout_s=max(timeout_s - spent_s, 0.001))
        async for piece in pieces:
            yield self._both(request, heard, piece) if isinstance(piece, Reply) else piece

    async def close(self) -> None:
        """Let go of connections."""
        await self._transcriber.close()
        await self._reader.close()

    async def _with_transcript(self, request: ModelRequest, timeout_s: float) -> tuple[Transcript | None, ModelRequest]:
        """What was heard, and the request for the text model."""
        sounds = [media for media in request.media if media.is_sound]
        if not sounds and not request.transcript_heading and request.setting is not Setting.AUDIO:
            return None, request
        if len(sounds) != 1 or not request.transcript_heading:
            raise ModelFailure("A cascade needs one sound and the words to put above its transcript.", reason="media")
        heard = await self._transcriber.transcribe(sounds[0], timeout_s=timeout_s)
        text = with_transcript(request.transcript_heading, heard.text, request.text)
        others = tuple(media for media in request.media if not media.is_sound)
        return heard, dataclasses.replace(
            request, text=text, media=others, setting=Setting.TRANSCRIPT, transcript_heading=""
        )

    def _both(self, request: ModelRequest, heard: Transcript | None, reply: Reply) -> Reply:
        """The text model's reply, with what both halves cost and what was heard."""
        if heard is None:
            return reply
        audio_s = sum(media.duration_s or 0.0 for media in request.media)
        costs = [
            None if price is None else price.cost_usd(usage, audio_s=length_s)
            for price, usage, length_s in zip(self._prices, (heard.usage, reply.usage), (audio_s, 0.0), strict=True)
        ]
        cost_usd = None if None in costs else sum(cost for cost in costs if cost is not None)
        usage = Usage(input_tokens=reply.usage.input_tokens, output_tokens=reply.usage.output_tokens, cost_usd=cost_usd)
        details = {
            **reply.details,
            "transcript": heard.text[:_DETAIL_CHARACTERS],
            "transcript_chars": len(heard.text),
            "transcript_language": heard.language,
        }
        return dataclasses.replace(reply, usage=usage, details=details)
