"""The openai SDK, unmodified, against a server that behaves like the endpoints it is meant for."""

from __future__ import annotations

import asyncio
import base64
import logging
import traceback
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import pytest

from soundmark.models.openai_chat import OpenAIChat
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, Dialect, Input, Limits, ModelSpec
from soundmark.settings import Secret
from soundmark.types import Status
from tests.support.model_server import Answer, ModelServer, model_server

KEY = "sk-planted-4f9c2b7e1d6a8053"
SOUND = Media(data=b"RIFF\xff\xfe\xfd sound", mime_type="audio/wav", form="wav 16000 Hz mono 1.0 s", duration_s=1.0)
PICTURE = Media(data=b"\x89PNG\xff\xfe", mime_type="image/png", form="png 2 x 2")
QUESTION = ModelRequest(text="Which one is it?", system="Be brief.", media=(SOUND,), setting=Setting.AUDIO)


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with model_server() as running:
        yield running


def spec(server: ModelServer, **changes: Any) -> ModelSpec:
    values: dict[str, Any] = {
        "name": "test",
        "adapter": AdapterKind.OPENAI,
        "model_id": "some-model",
        "endpoint": f"{server.address}/v1",
        "key": Secret(KEY),
        "inputs": frozenset({Input.AUDIO, Input.IMAGE}),
    }
    return ModelSpec(**(values | changes))


def asked(server: ModelServer, request: ModelRequest = QUESTION, *, timeout_s: float = 10.0, **changes: Any) -> Reply:
    async def ask() -> Reply:
        adapter = OpenAIChat(spec(server, **changes))
        try:
            return await adapter.ask(request, timeout_s=timeout_s)
        finally:
            await adapter.close()

    return asyncio.run(ask())


def streamed(server: ModelServer, request: ModelRequest = QUESTION, *, timeout_s: float = 10.0) -> list[str | Reply]:
    async def stream() -> list[str | Reply]:
        adapter = OpenAIChat(spec(server))
        try:
            return [piece async for piece in adapter.stream(request, timeout_s=timeout_s)]
        finally:
            await adapter.close()

    return asyncio.run(stream())


def failure(server: ModelServer, *answers: Answer, timeout_s: float = 10.0, **changes: Any) -> ModelFailure:
    server.will(*answers)
    with pytest.raises(ModelFailure) as caught:
        asked(server, timeout_s=timeout_s, **changes)
    shown = "".join(traceback.format_exception(caught.value)) + str(caught.value)
    assert KEY not in shown
    assert "127.0.0.1" not in shown
    return caught.value


def completion(message: object, finish_reason: object = "stop", **more: object) -> Answer:
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "some-model-0730"}
    return Answer(body={**body, "choices": [choice], **more})


def said(text: object, finish_reason: object = "stop", **more: object) -> Answer:
    return completion({"role": "assistant", "content": text}, finish_reason, **more)


def test_a_reply_brings_its_text_and_what_was_counted(server: ModelServer) -> None:
    usage = {
        "prompt_tokens": 120,
        "completion_tokens": 7,
        "total_tokens": 127,
        "prompt_tokens_details": {"audio_tokens": 100},
        "cost": 0.00125,
    }
    server.will(said("B", usage=usage, provider="Somebody"))
    reply = asked(server)
    assert (reply.status, reply.text, reply.reason) == (Status.OK, "B", "")
    assert reply.model_revision == "some-model-0730"
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.audio_tokens) == (120, 7, 100)
    assert reply.usage.cost_usd == 0.00125
    assert reply.details["finish_reason"] == "stop"
    assert reply.details["provider"] == "Somebody"


def test_what_is_sent(server: ModelServer) -> None:
    server.will(said("B"))
    request = ModelRequest(
        text="Which?", system="Be brief.", media=(SOUND, PICTURE), parameters={"temperature": 0, "max_tokens": 5}
    )
    asked(server, request, body={"reasoning": {"effort": "low"}, "modalities": ["text"]})
    (sent,) = server.asked
    assert sent.path == "/v1/chat/completions"
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert "openai-organization" not in sent.headers
    body = sent.json
    assert (body["model"], body["temperature"], body["max_tokens"]) == ("some-model", 0, 5)
    assert (body["reasoning"], body["modalities"]) == ({"effort": "low"}, ["text"])
    system, user = body["messages"]
    assert system == {"role": "system", "content": "Be brief."}
    sound, picture, text = user["content"]
    assert sound["type"] == "input_audio"
    assert sound["input_audio"]["format"] == "wav"
    assert base64.b64decode(sound["input_audio"]["data"], validate=True) == SOUND.data
    head, _, data = picture["image_url"]["url"].partition(",")
    assert head == "data:image/png;base64"
    assert base64.b64decode(data) == PICTURE.data
    assert text == {"type": "text", "text": "Which?"}


def test_a_text_alone_is_sent_as_a_text(server: ModelServer) -> None:
    server.will(said("B"))
    asked(server, ModelRequest(text="Which?", setting=Setting.BLIND))
    assert server.asked[0].json["messages"] == [{"role": "user", "content": "Which?"}]


@pytest.mark.parametrize("dialect", list(Dialect))
def test_dialects(server: ModelServer, dialect: Dialect) -> None:
    server.will(said("B"))
    asked(server, dialect=dialect)
    part = server.asked[0].json["messages"][1]["content"][0]
    plain = base64.b64encode(SOUND.data).decode()
    expected = {
        Dialect.RAW_BASE64: {"type": "input_audio", "input_audio": {"data": plain, "format": "wav"}},
        Dialect.DATA_URL: {"type": "input_audio", "input_audio": {"data": f"data:;base64,{plain}", "format": "wav"}},
        Dialect.AUDIO_URL: {"type": "audio_url", "audio_url": {"url": f"data:audio/wav;base64,{plain}"}},
    }
    assert part == expected[dialect]


def test_what_a_model_does_not_take_is_not_sent(server: ModelServer) -> None:
    server.will(said("B"))
    with pytest.raises(ModelFailure) as caught:
        asked(server, inputs=frozenset({Input.IMAGE}))
    assert caught.value.reason == "media"
    assert not server.asked


@pytest.mark.parametrize(
    ("answer", "status", "reason", "text"),
    [
        (completion({"content": None, "refusal": "I cannot."}), Status.REFUSED, "refusal", "I cannot."),
        (said("", "content_filter"), Status.REFUSED, "content_filter", ""),
        (said("The answer may", "length"), Status.UNPARSED, "incomplete", "The answer may"),
        (said(""), Status.UNPARSED, "empty", ""),
        (said(None), Status.UNPARSED, "empty", ""),
        (said("B", None), Status.OK, "", "B"),
        (said([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "B"}]), Status.OK, "", "B"),
        (completion({"content": None, "audio": {"id": "a", "transcript": "B"}}), Status.OK, "", "B"),
        (Answer(body={"choices": [{"message": {"content": "B"}, "finish_reason": "eos"}]}), Status.OK, "", "B"),
    ],
)
def test_odd_replies(server: ModelServer, answer: Answer, status: Status, reason: str, text: str) -> None:
    server.will(answer)
    reply = asked(server)
    assert (reply.status, reply.reason, reply.text) == (status, reason, text)


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_thoughts_are_kept_apart(server: ModelServer, name: str) -> None:
    server.will(completion({"content": "B", name: "A train, so B."}))
    reply = asked(server)
    assert (reply.text, reply.reasoning) == ("B", "A train, so B.")


@pytest.mark.parametrize(
    ("answer", "reason", "is_retryable", "stops_run"),
    [
        (Answer(status=429, body={"error": {"message": "slow down"}}), "rate_limit", True, False),
        (Answer(status=429, body={"error": {"code": "insufficient_quota"}}), "quota", False, True),
        (Answer(status=402, body={"error": {"message": "no credit"}}), "quota", False, True),
        (Answer(status=500, body={"error": {"message": "oops"}}), "http_500", True, False),
        (Answer(status=503, body=b"<html>", content_type="text/html"), "http_503", True, False),
        (Answer(status=400, body={"error": {"message": "Incorrect padding"}}), "http_400", False, False),
        (Answer(status=413, body=b"", content_type="text/plain"), "http_413", False, False),
        (Answer(status=422, body={"detail": "no"}), "http_422", False, False),
        (Answer(status=401, body={"error": {"message": f"Incorrect API key: {KEY}"}}), "http_401", False, True),
        (Answer(status=403, body={"error": {"message": "no"}}), "http_403", False, True),
        (Answer(status=404, body={"error": {"message": "at http://127.0.0.1:9/v1"}}), "http_404", False, True),
        (Answer(body=b"<html>busy</html>", content_type="text/html"), "not_json", True, False),
        (Answer(body=b"<html>busy</html>"), "not_json", True, False),
        (Answer(body=[1]), "not_json", True, False),
        (Answer(body=b"[" * 100_000), "not_json", True, False),
        (Answer(body={"choices": None}), "no_choices", True, False),
        (Answer(body={"choices": []}), "no_choices", True, False),
        (Answer(body={"choices": "B"}), "no_choices", True, False),
        (Answer(body={"choices": [{"message": None}]}), "no_choices", True, False),
        (Answer(body={"error": {"code": 502, "message": "bad gateway"}}), "http_502", True, False),
        (Answer(body={"error": {"code": "429"}}), "rate_limit", True, False),
        (Answer(body={"error": {"code": 400, "message": "no"}, "choices": None}), "http_400", False, False),
        (Answer(body={"error": "overloaded"}), "endpoint_error", True, False),
        (said("half", "error"), "endpoint_error", True, False),
        (Answer(hang_up=True), "connection", True, False),
    ],
)
def test_failures(server: ModelServer, answer: Answer, reason: str, is_retryable: bool, stops_run: bool) -> None:
    found = failure(server, answer)
    assert (found.reason, found.is_retryable, found.stops_run) == (reason, is_retryable, stops_run)
    assert len(server.asked) == 1, "one request: retries are the caller's"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=400, body={"error": {"code": "content_policy_violation"}}),
        Answer(status=400, body={"error": {"code": "data_inspection_failed"}}),
        Answer(status=403, body={"error": {"code": 403, "metadata": {"reasons": ["violence"]}}}),
    ],
)
def test_an_error_for_this_content_only_is_a_refusal(server: ModelServer, answer: Answer) -> None:
    server.will(answer)
    reply = asked(server)
    assert (reply.status, reply.reason) == (Status.REFUSED, "content_filter")


def test_what_the_endpoint_says_is_quoted(server: ModelServer) -> None:
    found = failure(server, Answer(status=400, body={"error": {"message": "Incorrect\npadding"}}))
    assert 'It says: "Incorrect padding"' in str(found)


def test_a_hanging_endpoint_is_left(server: ModelServer) -> None:
    found = failure(server, Answer(hang_s=30.0, body={}), timeout_s=0.2)
    assert (found.reason, found.is_retryable) == ("timeout", True)
    assert "0.2 s" in str(found)


def test_no_endpoint() -> None:
    nowhere = ModelServer(address="http://127.0.0.1:9")
    found = failure(nowhere, Answer())
    assert (found.reason, found.is_retryable) == ("connection", True)


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({"Retry-After": "7"}, 7.0),
        ({"retry-after-ms": "1500"}, 1.5),
        ({"Retry-After": "soon"}, None),
        ({"Retry-After": "-3"}, None),
        ({"Retry-After": "inf"}, None),
        ({"Retry-After": "99999999999"}, 86_400.0),
        ({}, None),
    ],
)
def test_retry_after_in_seconds(server: ModelServer, headers: dict[str, str], seconds: float | None) -> None:
    assert failure(server, Answer(status=429, headers=headers, body={})).retry_after_s == seconds


def test_retry_after_as_a_date(server: ModelServer) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    found = failure(server, Answer(status=503, headers={"Retry-After": date}, body={}))
    assert found.retry_after_s is not None
    assert 60 < found.retry_after_s <= 100
    past = format_datetime(datetime.now(UTC) - timedelta(days=1), usegmt=True)
    assert failure(server, Answer(status=503, headers={"Retry-After": past}, body={})).retry_after_s == 0.0


def chunk(delta: object, finish_reason: object = None, **more: object) -> dict[str, object]:
    return {
        "id": "c",
        "model": "m-1",
        "choices": [{"index": 0, "delta": delta, "finish_reason": finish_reason}],
        **more,
    }


STREAM = [
    chunk({"role": "assistant", "content": ""}),
    chunk({"reasoning_content": "A train."}),
    chunk({"content": "It is "}),
    chunk({"content": "B."}),
    chunk({}, "stop"),
    {"id": "c", "model": "m-1", "choices": [], "usage": {"prompt_tokens": 9, "completion_tokens": 4}},
    "[DONE]",
]


def test_a_stream_comes_in_pieces_and_ends_with_the_reply(server: ModelServer) -> None:
    server.will(Answer(pieces=STREAM))
    *pieces, reply = streamed(server)
    assert pieces == ["It is ", "B."]
    assert isinstance(reply, Reply)
    assert (reply.status, reply.text, reply.reasoning) == (Status.OK, "It is B.", "A train.")
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.model_revision) == (9, 4, "m-1")
    assert server.asked[0].json["stream"] is True


def test_an_endpoint_that_only_streams_is_asked_so(server: ModelServer) -> None:
    server.will(Answer(pieces=STREAM))
    assert asked(server, streams_only=True).text == "It is B."


@pytest.mark.parametrize(
    ("pieces", "reason"),
    [
        (STREAM[:3], "cut_stream"),
        ([chunk({"content": "x"}), {"error": {"code": 503, "message": "gone"}}], "http_503"),
        ([chunk({"content": "x"}), chunk({}, "error")], "endpoint_error"),
        ([chunk({"content": "x"}), "{"], "not_json"),
        ([], "not_json"),
    ],
)
def test_streams_that_fail(server: ModelServer, pieces: list[object], reason: str) -> None:
    server.will(Answer(pieces=pieces))
    with pytest.raises(ModelFailure) as caught:
        streamed(server)
    assert caught.value.reason == reason


def test_a_page_in_place_of_a_stream(server: ModelServer) -> None:
    server.will(Answer(body=b"<html>\n<p>data: x</p>\n</html>", content_type="text/html"))
    with pytest.raises(ModelFailure) as caught:
        streamed(server)
    assert caught.value.reason == "not_json"


@pytest.mark.parametrize(
    ("last", "status", "reason"),
    [
        (chunk({"refusal": "No."}, "stop"), Status.REFUSED, "refusal"),
        (chunk({}, "content_filter"), Status.REFUSED, "content_filter"),
        (chunk({}, "length"), Status.UNPARSED, "incomplete"),
    ],
)
def test_streams_with_odd_ends(server: ModelServer, last: object, status: Status, reason: str) -> None:
    server.will(Answer(pieces=[chunk({"content": "x"}), last]))
    reply = streamed(server)[-1]
    assert isinstance(reply, Reply)
    assert (reply.status, reply.reason) == (status, reason)


def test_a_stream_that_stalls_is_left(server: ModelServer) -> None:
    server.will(Answer(pieces=[chunk({"content": "x"})] * 20, piece_pause_s=0.1))
    with pytest.raises(ModelFailure) as caught:
        streamed(server, timeout_s=0.3)
    assert caught.value.reason == "timeout"


def test_a_stream_that_nobody_reads_on_is_let_go(server: ModelServer) -> None:
    async def first_piece() -> str | Reply:
        adapter = OpenAIChat(spec(server))
        async for piece in adapter.stream(QUESTION, timeout_s=10.0):
            await adapter.close()
            return piece
        raise AssertionError("There is a piece.")

    server.will(Answer(pieces=STREAM))
    assert asyncio.run(first_piece()) == "It is "


def test_the_key_is_in_no_log_line_and_no_repr(server: ModelServer, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        failure(server, Answer(status=401, body={"error": {"message": f"wrong key {KEY[:12]}***{KEY[-8:]}"}}))
        server.will(said("B"))
        asked(server)
    assert server.asked, "the server was asked"
    assert KEY not in caplog.text
    assert KEY not in repr(spec(server)) + str(spec(server))
    assert server.address not in repr(spec(server))


def test_no_part_of_a_key_comes_back_out_of_an_error(server: ModelServer) -> None:
    found = failure(server, Answer(status=401, body={"error": {"message": f"wrong key {KEY[:12]}***{KEY[-8:]}"}}))
    assert KEY[:8] not in str(found)
    assert KEY[-8:] not in str(found)
