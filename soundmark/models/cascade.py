"""A cascade: speech recognition writes a transcript, and a text model answers by it (ASR+LLM in the papers)."""

from __future__ import annotations

import asyncio
import dataclasses
from collections.abc import AsyncGenerator, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager, nullcontext
from typing import Protocol

from soundmark.models.price import Price
from soundmark.models.reply import Adapter, ModelFailure, Reply, Usage
from soundmark.models.request import ModelRequest, Setting, with_transcript
from soundmark.models.transcription import Transcriber, Transcript

_DETAIL_CHARACTERS = 20_000


class Gate(Protocol):
    """Lets through to one endpoint, in its turn and not too many at once."""

    def __call__(self, *, text: str, audio_s: float) -> AbstractAsyncContextManager[None]:
        """What a request is sent within, with so much text and so many seconds of sound."""


def open_gate(*, text: str, audio_s: float) -> AbstractAsyncContextManager[None]:
    """No limits."""
    return nullcontext()


class CascadeAdapter:
    """Answers by what was heard of the words.

    A request without a sound goes to the text model as it is: that is the setting `transcript` or `blind`. One that
    awaits a transcript but has no sound is a failure, never a question without it.

    Args:
        transcriber: writes the transcript.
        reader: answers by it.
        prices: of both, to tell what a reply cost; None where one is not known.
        gates: of the endpoints of both. Waiting there is no part of the time limit.
    """

    endpoint_kind = "cascade"

    def __init__(
        self,
        transcriber: Transcriber,
        reader: Adapter,
        *,
        prices: tuple[Price | None, Price | None] = (None, None),
        gates: tuple[Gate, Gate] = (open_gate, open_gate),
    ) -> None:
        self._transcriber = transcriber
        self._reader = reader
        self._prices = prices
        self._gates = gates

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once; the time limit holds for both halves together.

        Raises:
            ModelFailure: when either half brought nothing.
        """
        heard, passed_on, left_s = await self._with_transcript(request, timeout_s)
        with self._paid(request, heard):
            async with self._gates[1](text=passed_on.system + passed_on.text, audio_s=0.0):
                reply = await self._reader.ask(passed_on, timeout_s=left_s)
        return self._both(request, heard, reply)

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        """Ask once; the answer comes in pieces when the transcript is written.

        Raises:
            ModelFailure: when either half brought nothing.
        """
        heard, passed_on, left_s = await self._with_transcript(request, timeout_s)
        with self._paid(request, heard):
            async with self._gates[1](text=passed_on.system + passed_on.text, audio_s=0.0):
                async for piece in self._reader.stream(passed_on, timeout_s=left_s):
                    yield self._both(request, heard, piece) if isinstance(piece, Reply) else piece

    async def close(self) -> None:
        """Let go of connections."""
        await self._transcriber.close()
        await self._reader.close()

    async def _with_transcript(
        self, request: ModelRequest, timeout_s: float
    ) -> tuple[Transcript | None, ModelRequest, float]:
        """What was heard, the request for the text model, and the seconds that are left for it."""
        sounds = [media for media in request.media if media.is_sound]
        if not sounds and not request.transcript_heading and request.setting is not Setting.AUDIO:
            return None, request, timeout_s
        if len(sounds) != 1 or not request.transcript_heading:
            raise ModelFailure("A cascade needs one sound and the words to put above its transcript.", reason="media")
        clock = asyncio.get_running_loop().time
        async with self._gates[0](text="", audio_s=sounds[0].duration_s or 0.0):
            began_s = clock()
            heard = await self._transcriber.transcribe(sounds[0], timeout_s=timeout_s)
            left_s = max(timeout_s - (clock() - began_s), 0.001)
        text = with_transcript(request.transcript_heading, heard.text, request.text)
        others = tuple(media for media in request.media if not media.is_sound)
        passed_on = dataclasses.replace(
            request, text=text, media=others, setting=Setting.TRANSCRIPT, transcript_heading=""
        )
        return heard, passed_on, left_s

    @contextmanager
    def _paid(self, request: ModelRequest, heard: Transcript | None) -> Iterator[None]:
        """Tells with a failure of the text model what the transcript cost.

        Raises:
            ModelFailure: that failure.
        """
        try:
            yield
        except ModelFailure as failure:
            price = self._prices[0]
            if heard is not None and price is not None:
                failure.cost_usd = price.cost_usd(heard.usage, audio_s=_audio_s(request))
            raise

    def _both(self, request: ModelRequest, heard: Transcript | None, reply: Reply) -> Reply:
        """The text model's reply, with what both halves cost and what was heard."""
        if heard is None:
            return reply
        costs = [
            None if price is None else price.cost_usd(usage, audio_s=length_s)
            for price, usage, length_s in zip(
                self._prices, (heard.usage, reply.usage), (_audio_s(request), 0.0), strict=True
            )
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


def _audio_s(request: ModelRequest) -> float:
    return sum(media.duration_s or 0.0 for media in request.media)
