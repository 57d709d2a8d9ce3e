"""A cascade: a transcription endpoint and a text model, both spoken to by the unmodified SDK."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from soundmark.models.cascade import CascadeAdapter
from soundmark.models.openai_chat import OpenAIChat
from soundmark.models.price import Price
from soundmark.models.reply import ModelFailure, Reply, Usage
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.script import Fault, Rule
from soundmark.models.scripted import ScriptedAdapter
from soundmark.models.spec import AdapterKind, Input, ModelSpec
from soundmark.models.transcription import OpenAITranscriber, Transcript
from soundmark.secret import Secret
from tests.support.model_server import Answer, ModelServer, model_server
from tests.support.model_talk import KEY, SOUND

ASKED = ModelRequest(text="Which?", media=(SOUND,), setting=Setting.AUDIO, transcript_heading="Transcript:")
SAID = Answer(body={"choices": [{"message": {"content": "B"}, "finish_reason": "stop"}], "usage": {
    "prompt_tokens": 100, "completion_tokens": 10}})  # fmt: skip


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def spec(server: ModelServer, adapter: AdapterKind, model_id: str) -> ModelSpec:
    return ModelSpec(
        name=model_id, adapter=adapter, model_id=model_id, endpoint=f"{server.address}/v1", key=Secret(KEY),
        inputs=frozenset[Input](), parameters={"temperature": 0} if adapter is AdapterKind.TRANSCRIPTION else {},
    )  # fmt: skip


def ask(server: ModelServer, request: ModelRequest, *answers: Answer) -> Reply:
    async def run() -> Reply:
        adapter = CascadeAdapter(
            OpenAITranscriber(spec(server, AdapterKind.TRANSCRIPTION, "asr")),
            OpenAIChat(spec(server, AdapterKind.OPENAI, "text")),
            prices=(Price(usd_per_audio_minute=0.6), Price(usd_per_million_output_tokens=100.0)),
        )
        try:
            return await adapter.ask(request, timeout_s=10)
        finally:
            await adapter.close()

    server.will(*answers)
    return asyncio.run(run())


def test_the_text_model_reads_what_was_heard(server: ModelServer) -> None:
    reply = ask(server, ASKED, Answer(body={"text": " Mind the gap. ", "language": "en"}), SAID)
    heard, read = server.asked
    assert heard.path == "/v1/audio/transcriptions"
    assert SOUND.data in heard.raw
    assert b'filename="clip.wav"' in heard.raw
    assert b'name="temperature"' in heard.raw
    assert read.json["messages"] == [{"role": "user", "content": "Transcript:\nMind the gap.\n\nWhich?"}]
    assert (reply.text, reply.details["transcript"]) == ("B", " Mind the gap. ")
    # 1 s at 0.6 a minute, and 10 tokens at 100 a million
    assert reply.usage.cost_usd == pytest.approx(0.01 + 0.001)
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (100, 10)


def test_a_transcript_is_paid_for_even_when_nothing_reads_it(server: ModelServer) -> None:
    with pytest.raises(ModelFailure) as caught:
        ask(server, ASKED, Answer(body={"text": "Mind the gap."}), Answer(status=500, body={"error": {"message": "x"}}))
    assert caught.value.reason == "http_500" and caught.value.cost_usd == pytest.approx(0.01)
    with pytest.raises(ModelFailure) as caught:
        ask(server, ASKED, Answer(status=500, body={"error": {"message": "x"}}))
    assert caught.value.cost_usd == 0.0


def test_a_silent_recording_has_an_empty_transcript_and_is_still_asked_about(server: ModelServer) -> None:
    reply = ask(server, ASKED, Answer(body={"text": ""}), SAID)
    assert server.asked[1].json["messages"][0]["content"] == "Transcript:\n\n\nWhich?"
    assert (reply.text, reply.details["transcript"]) == ("B", "")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(status=500, body={"error": {"message": "oops"}}), "http_500"),
        (Answer(status=429, headers={"Retry-After": "3"}, body={}), "rate_limit"),
        (Answer(body=b"<html>busy</html>", content_type="text/html"), "not_json"),
        (Answer(body={"error": {"code": 503}}), "http_503"),
        (Answer(body={"text": None}), "not_json"),
        (Answer(body={}), "not_json"),
    ],
)
def test_without_a_transcript_the_text_model_is_not_asked(server: ModelServer, answer: Answer, reason: str) -> None:
    with pytest.raises(ModelFailure) as caught:
        ask(server, ASKED, answer)
    assert caught.value.reason == reason
    assert KEY not in str(caught.value)
    assert [asked.path for asked in server.asked] == ["/v1/audio/transcriptions"]


@pytest.mark.parametrize(
    "request_",
    [
        ModelRequest(text="Which?", transcript_heading="Transcript:"),
        ModelRequest(text="Which?", media=(SOUND,), setting=Setting.AUDIO),
        ModelRequest(text="Which?", media=(SOUND, SOUND), setting=Setting.AUDIO, transcript_heading="Transcript:"),
    ],
)
def test_a_sound_and_its_heading_belong_together(server: ModelServer, request_: ModelRequest) -> None:
    with pytest.raises(ModelFailure) as caught:
        ask(server, request_, SAID)
    assert (caught.value.reason, server.asked) == ("media", [])


@pytest.mark.parametrize("setting", [Setting.BLIND, Setting.TRANSCRIPT, None])
def test_a_question_without_a_sound_goes_to_the_text_model(server: ModelServer, setting: Setting | None) -> None:
    assert ask(server, ModelRequest(text="Which?", setting=setting), SAID).text == "B"
    assert [asked.path for asked in server.asked] == ["/v1/chat/completions"]


class Heard:
    """A transcriber that always hears the same."""

    async def transcribe(self, media: Media, *, timeout_s: float) -> Transcript:
        return Transcript(text="Mind the gap.", usage=Usage())

    async def close(self) -> None:
        """Nothing is held."""


def test_a_cascade_streams_its_answer() -> None:
    async def read() -> list[str | Reply]:
        adapter = CascadeAdapter(Heard(), ScriptedAdapter([Rule(answers=("It is B.",))]))
        return [piece async for piece in adapter.stream(ASKED, timeout_s=5)]

    *pieces, reply = asyncio.run(read())
    assert pieces == ["It", " is", " B."]
    assert isinstance(reply, Reply)
    assert (reply.details["transcript"], reply.usage.cost_usd) == ("Mind the gap.", None)


def test_failures_of_the_text_model_come_through() -> None:
    async def run() -> None:
        adapter = CascadeAdapter(Heard(), ScriptedAdapter([Rule(fault=Fault.QUOTA)]))
        await adapter.ask(ASKED, timeout_s=5)

    with pytest.raises(ModelFailure) as caught:
        asyncio.run(run())
    assert caught.value.stops_run
