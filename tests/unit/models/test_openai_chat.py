"""The openai SDK, unmodified, against a server that behaves like the endpoints it is meant for."""

from __future__ import annotations

import base64
import json
import logging
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

import pytest

from soundmark.models.openai_chat import OpenAIChat
from soundmark.models.openai_request import chat_body
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, Dialect, Input
from soundmark.secret import Secret
from soundmark.types import Status
from tests.support.model_server import Answer, model_server
from tests.support.model_talk import KEY, PICTURE, QUESTION, SOUND, Talk, talking


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    with model_server() as server, talking(server, OpenAIChat, AdapterKind.OPENAI) as started:
        yield started


def completion(message: object, finish_reason: object = "stop", **more: object) -> Answer:
    choice = {"index": 0, "message": message, "finish_reason": finish_reason}
    body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "some-model-0730"}
    return Answer(body={**body, "choices": [choice], **more})


def said(text: object, finish_reason: object = "stop", **more: object) -> Answer:
    return completion({"role": "assistant", "content": text}, finish_reason, **more)


def test_a_reply_brings_its_text_and_what_was_counted(talk: Talk) -> None:
    usage = {
        "prompt_tokens": 120,
        "completion_tokens": 7,
        "total_tokens": 127,
        "prompt_tokens_details": {"audio_tokens": 100},
        "cost": 0.00125,
    }
    talk.server.will(said("B", usage=usage, provider="Somebody"))
    reply = talk.ask()
    assert (reply.status, reply.text, reply.reason) == (Status.OK, "B", "")
    assert reply.model_revision == "some-model-0730"
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.audio_tokens) == (120, 7, 100)
    assert reply.usage.cost_usd == 0.00125
    assert reply.details["finish_reason"] == "stop"
    assert reply.details["provider"] == "Somebody"


def test_what_is_sent(talk: Talk) -> None:
    talk.server.will(said("B"))
    request = ModelRequest(
        text="Which?", system="Be brief.", media=(SOUND, PICTURE), parameters={"temperature": 0, "max_tokens": 5}
    )
    talk.ask(request, body={"reasoning": {"effort": "low"}, "modalities": ["text"]})
    (sent,) = talk.server.asked
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


def test_the_environment_has_no_say(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "another")
    monkeypatch.setenv("OPENAI_BASE_URL", "http://127.0.0.1:9")
    talk.server.will(said("B"))
    talk.ask(name="a client of its own")
    (sent,) = talk.server.asked
    assert sent.headers["authorization"] == f"Bearer {KEY}"
    assert "another" not in repr(sent.headers)
    talk.ask(name="a client without a key", key=Secret(""))
    assert "another" not in repr(talk.server.asked)


def test_a_text_alone_is_sent_as_a_text(talk: Talk) -> None:
    talk.server.will(said("B"))
    talk.ask(ModelRequest(text="Which?", setting=Setting.BLIND))
    assert talk.server.asked[0].json["messages"] == [{"role": "user", "content": "Which?"}]


@pytest.mark.parametrize("dialect", list(Dialect))
def test_dialects(talk: Talk, dialect: Dialect) -> None:
    talk.server.will(said("B"))
    talk.ask(dialect=dialect)
    part = talk.server.asked[0].json["messages"][1]["content"][0]
    plain = base64.b64encode(SOUND.data).decode()
    expected = {
        Dialect.RAW_BASE64: {"type": "input_audio", "input_audio": {"data": plain, "format": "wav"}},
        Dialect.DATA_URL: {"type": "input_audio", "input_audio": {"data": f"data:;base64,{plain}", "format": "wav"}},
        Dialect.AUDIO_URL: {"type": "audio_url", "audio_url": {"url": f"data:audio/wav;base64,{plain}"}},
    }
    assert part == expected[dialect]


def test_what_a_model_does_not_take_is_not_sent(talk: Talk) -> None:
    talk.server.will(said("B"))
    with pytest.raises(ModelFailure) as caught:
        talk.ask(inputs=frozenset({Input.IMAGE}))
    assert caught.value.reason == "media"
    assert not talk.server.asked


@pytest.mark.parametrize(
    ("answer", "status", "reason", "text"),
    [
        (completion({"content": None, "refusal": "I cannot."}), Status.REFUSED, "refusal", "I cannot."),
        (said("", "content_filter"), Status.REFUSED, "content_filter", ""),
        (said("It", "content_filter: RECITATION"), Status.REFUSED, "content_filter", "It"),
        (said(None, "SAFETY"), Status.REFUSED, "content_filter", ""),
        (said("The answer may", "MAX_TOKENS"), Status.UNPARSED, "incomplete", "The answer may"),
        (said("The answer may", "length"), Status.UNPARSED, "incomplete", "The answer may"),
        (said(""), Status.UNPARSED, "empty", ""),
        (said(None), Status.UNPARSED, "empty", ""),
        (said("B", None), Status.OK, "", "B"),
        (said([{"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "B"}]), Status.OK, "", "B"),
        (completion({"content": None, "audio": {"id": "a", "transcript": "B"}}), Status.OK, "", "B"),
        (Answer(body={"choices": [{"message": {"content": "B"}, "finish_reason": "eos"}]}), Status.OK, "", "B"),
    ],
)
def test_odd_replies(talk: Talk, answer: Answer, status: Status, reason: str, text: str) -> None:
    talk.server.will(answer)
    reply = talk.ask()
    assert (reply.status, reply.reason, reply.text) == (status, reason, text)


@pytest.mark.parametrize("name", ["reasoning", "reasoning_content"])
def test_thoughts_are_kept_apart(talk: Talk, name: str) -> None:
    talk.server.will(completion({"content": "B", name: "A train, so B."}))
    reply = talk.ask()
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
def test_failures(talk: Talk, answer: Answer, reason: str, is_retryable: bool, stops_run: bool) -> None:
    found = talk.failure(answer)
    assert (found.reason, found.is_retryable, found.stops_run) == (reason, is_retryable, stops_run)
    assert len(talk.server.asked) == 1, "one request: retries are the caller's"


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=400, body={"error": {"code": "content_policy_violation"}}),
        Answer(status=400, body={"error": {"code": "data_inspection_failed"}}),
        Answer(status=403, body={"error": {"code": 403, "metadata": {"reasons": ["violence"]}}}),
    ],
)
def test_an_error_for_this_content_only_is_a_refusal(talk: Talk, answer: Answer) -> None:
    talk.server.will(answer)
    reply = talk.ask()
    assert (reply.status, reply.reason) == (Status.REFUSED, "content_filter")


def test_what_the_endpoint_says_is_quoted(talk: Talk) -> None:
    found = talk.failure(Answer(status=400, body={"error": {"message": "Incorrect\npadding"}}))
    assert 'It says: "Incorrect padding"' in str(found)


def test_what_the_model_behind_a_gateway_says_is_quoted_too(talk: Talk) -> None:
    body = {"error": {"code": 400, "message": "Provider returned error", "metadata": {"raw": "no mp3"}}}
    assert 'It says: "Provider returned error: no mp3"' in str(talk.failure(Answer(body=body)))


def test_a_hanging_endpoint_is_left(talk: Talk) -> None:
    found = talk.failure(Answer(hang_s=30.0, body={}), timeout_s=0.2)
    assert (found.reason, found.is_retryable) == ("timeout", True)
    assert "0.2 s" in str(found)


def test_no_endpoint(talk: Talk) -> None:
    found = talk.failure(endpoint="http://127.0.0.1:9")
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
def test_retry_after_in_seconds(talk: Talk, headers: dict[str, str], seconds: float | None) -> None:
    assert talk.failure(Answer(status=429, headers=headers, body={})).retry_after_s == seconds


def test_retry_after_as_a_date(talk: Talk) -> None:
    date = format_datetime(datetime.now(UTC) + timedelta(seconds=100), usegmt=True)
    found = talk.failure(Answer(status=503, headers={"Retry-After": date}, body={}))
    assert found.retry_after_s is not None
    assert 60 < found.retry_after_s <= 100
    past = format_datetime(datetime.now(UTC) - timedelta(days=1), usegmt=True)
    assert talk.failure(Answer(status=503, headers={"Retry-After": past}, body={})).retry_after_s == 0.0


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


def test_a_stream_comes_in_pieces_and_ends_with_the_reply(talk: Talk) -> None:
    talk.server.will(Answer(pieces=STREAM))
    *pieces, reply = talk.stream()
    assert pieces == ["It is ", "B."]
    assert isinstance(reply, Reply)
    assert (reply.status, reply.text, reply.reasoning) == (Status.OK, "It is B.", "A train.")
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.model_revision) == (9, 4, "m-1")
    assert talk.server.asked[0].json["stream"] is True


def test_an_endpoint_that_only_streams_is_asked_so(talk: Talk) -> None:
    talk.server.will(Answer(pieces=STREAM))
    assert talk.ask(streams_only=True).text == "It is B."


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
def test_streams_that_fail(talk: Talk, pieces: list[object], reason: str) -> None:
    talk.server.will(Answer(pieces=pieces))
    with pytest.raises(ModelFailure) as caught:
        talk.stream()
    assert caught.value.reason == reason


def test_an_endpoint_that_knows_no_streams_answers_in_one_piece(talk: Talk) -> None:
    message = {"role": "assistant", "content": "It is B."}
    body = {"model": "m-1", "choices": [{"message": message, "finish_reason": "stop"}], "usage": {"prompt_tokens": 9}}
    talk.server.will(Answer(body=body, content_type="application/json; charset=utf-8"))
    piece, reply = talk.stream()
    assert isinstance(reply, Reply)
    assert (piece, reply.status, reply.text, reply.usage.input_tokens) == ("It is B.", Status.OK, "It is B.", 9)


@pytest.mark.parametrize(
    ("body", "reason"),
    [({"error": {"code": 503, "message": "gone"}}, "http_503"), ([], "not_json"), (b"{", "not_json")],
)
def test_one_piece_in_place_of_a_stream_that_is_no_reply(talk: Talk, body: object, reason: str) -> None:
    talk.server.will(Answer(body=body))
    with pytest.raises(ModelFailure) as caught:
        talk.stream()
    assert caught.value.reason == reason


def test_a_page_in_place_of_a_stream(talk: Talk) -> None:
    talk.server.will(Answer(body=b"<html>\n<p>data: x</p>\n</html>", content_type="text/html"))
    with pytest.raises(ModelFailure) as caught:
        talk.stream()
    assert caught.value.reason == "not_json"


@pytest.mark.parametrize(
    ("last", "status", "reason"),
    [
        (chunk({"refusal": "No."}, "stop"), Status.REFUSED, "refusal"),
        (chunk({}, "content_filter"), Status.REFUSED, "content_filter"),
        (chunk({}, "length"), Status.UNPARSED, "incomplete"),
    ],
)
def test_streams_with_odd_ends(talk: Talk, last: object, status: Status, reason: str) -> None:
    talk.server.will(Answer(pieces=[chunk({"content": "x"}), last]))
    reply = talk.stream()[-1]
    assert isinstance(reply, Reply)
    assert (reply.status, reply.reason) == (status, reason)


def test_a_stream_that_stalls_is_left(talk: Talk) -> None:
    talk.server.will(Answer(pieces=[chunk({"content": "x"})] * 20, piece_pause_s=0.1))
    with pytest.raises(ModelFailure) as caught:
        talk.stream(timeout_s=0.3)
    assert caught.value.reason == "timeout"


def test_a_reply_that_does_not_end_is_left(talk: Talk) -> None:
    many = [chunk({"content": "x" * 100_000})] * 20
    talk.server.will(Answer(pieces=[*many, chunk({}, "stop")]))
    reply = talk.stream()[-1]
    assert isinstance(reply, Reply)
    assert (reply.status, reply.reason, len(reply.text)) == (Status.UNPARSED, "too_long", 1_000_000)
    talk.server.will(said("x" * 1_000_001))
    assert talk.ask().reason == "too_long"


def test_a_stream_that_nobody_reads_on_is_let_go(talk: Talk) -> None:
    async def first_piece() -> str | Reply:
        adapter = OpenAIChat(talk.spec())
        async for piece in adapter.stream(QUESTION, timeout_s=10.0):
            await adapter.close()
            return piece
        raise AssertionError("There is a piece.")

    talk.server.will(Answer(pieces=STREAM))
    assert talk.runner.run(first_piece()) == "It is "


def test_the_key_is_in_no_log_line_and_no_repr(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        talk.failure(Answer(status=401, body={"error": {"message": f"wrong key {KEY[:12]}***{KEY[-8:]}"}}))
        talk.server.will(said("B"))
        talk.ask()
    assert talk.server.asked, "the server was asked"
    assert KEY not in caplog.text
    assert KEY not in repr(talk.spec()) + str(talk.spec())
    assert talk.server.address not in repr(talk.spec())


def test_no_part_of_a_key_comes_back_out_of_an_error(talk: Talk) -> None:
    found = talk.failure(Answer(status=401, body={"error": {"message": f"wrong key {KEY[:12]}***{KEY[-8:]}"}}))
    assert KEY[:8] not in str(found)
    assert KEY[-8:] not in str(found)


def test_a_key_does_not_follow_a_redirect_to_somebody_else(talk: Talk) -> None:
    with model_server() as elsewhere:
        elsewhere.will(Answer(body={}))
        talk.failure(Answer(status=307, body={}, headers={"Location": f"{elsewhere.address}/v1/x"}))
        assert KEY not in repr(elsewhere.asked)


@pytest.mark.parametrize(("mime_type", "form"), [("audio/wav", "wav"), ("audio/mpeg", "mp3"), ("audio/flac", "flac")])
def test_an_endpoint_is_told_the_format_that_it_is_sent(mime_type: str, form: str) -> None:
    sound = Media(data=b"sound", mime_type=mime_type, form=form, duration_s=1.0)
    request = ModelRequest(text="Which?", media=(sound,), setting=Setting.AUDIO)
    body = json.loads(chat_body("some-model", request, Dialect.RAW_BASE64, frozenset({Input.AUDIO}), {}))
    (message,) = body["messages"]
    assert message["content"] == [
        {"type": "input_audio", "input_audio": {"data": "c291bmQ=", "format": form}},
        {"type": "text", "text": "Which?"},
    ]
