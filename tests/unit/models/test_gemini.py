"""The google-genai SDK, unmodified, against a server that behaves like Gemini."""

from __future__ import annotations

import base64
import logging
import warnings
from collections.abc import Iterator

import pytest

from soundmark.models.gemini import GeminiAdapter
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import Media, ModelRequest, Setting
from soundmark.models.spec import AdapterKind, Input, ModelSpec
from soundmark.types import Status
from tests.support.gemini_server import GeminiFiles, gemini_handler
from tests.support.model_server import Answer, model_server
from tests.support.model_talk import KEY, PICTURE, QUESTION, SOUND, Talk, talking

TALKATIVE = {"category": "HARM_CATEGORY_HARASSMENT", "threshold": "BLOCK_NONE"}


@pytest.fixture(scope="module")
def talk() -> Iterator[Talk]:
    with model_server() as server, talking(server, GeminiAdapter, AdapterKind.GEMINI) as started:
        yield started


def said(*parts: object, finish_reason: object = "STOP", **more: object) -> Answer:
    candidate = {"content": {"role": "model", "parts": list(parts)}, "finishReason": finish_reason, "index": 0}
    return Answer(body={"candidates": [candidate], "modelVersion": "g-001", "responseId": "r1", **more})


B = {"text": "B"}


def test_a_reply_brings_its_text_thoughts_and_what_was_counted(talk: Talk) -> None:
    usage = {
        "promptTokenCount": 120,
        "candidatesTokenCount": 3,
        "thoughtsTokenCount": 40,
        "promptTokensDetails": [
            {"modality": "TEXT", "tokenCount": 20},
            {"modality": "AUDIO", "tokenCount": 100},
        ],
    }
    talk.server.will(said({"text": "A train.", "thought": True}, B, usageMetadata=usage))
    reply = talk.ask()
    assert (reply.status, reply.text, reply.reasoning) == (Status.OK, "B", "A train.")
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.audio_tokens) == (120, 43, 100)
    assert (reply.model_revision, reply.details["finish_reason"]) == ("g-001", "STOP")


def test_what_is_sent(talk: Talk) -> None:
    talk.server.will(said(B))
    mp3 = Media(data=b"\xff\xfb\x90\xfe\xfd\xfc", mime_type="audio/mpeg", form="mp3 16000 Hz mono 1.0 s")
    request = ModelRequest(
        text="Which?", system="Be brief.", media=(SOUND, mp3, PICTURE), parameters={"temperature": 0, "max_tokens": 5}
    )
    talk.ask(request, body={"thinking_config": {"thinking_budget": 0}, "safety_settings": [TALKATIVE]})
    (sent,) = talk.server.asked
    assert sent.path == "/v1/models/some-model:generateContent"
    assert sent.headers["x-goog-api-key"] == KEY
    body = sent.json
    config = body["generationConfig"]
    assert (config["temperature"], config["maxOutputTokens"]) == (0, 5)
    assert config["thinkingConfig"] in ({"thinkingBudget": 0}, {"thinking_budget": 0})
    assert body["safetySettings"] == [TALKATIVE]
    assert body["systemInstruction"]["parts"] == [{"text": "Be brief."}]
    sound, second, picture, text = body["contents"][0]["parts"]
    assert "_" in sound["inlineData"]["data"], "the URL-safe alphabet"
    assert base64.urlsafe_b64decode(sound["inlineData"]["data"]) == SOUND.data
    assert [part["inlineData"]["mime_type"] for part in (sound, second, picture)] == [
        "audio/wav", "audio/mp3", "image/png",
    ]  # fmt: skip
    assert text == {"text": "Which?"}


def test_the_environment_has_no_say(talk: Talk, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "GOOGLE_GEMINI_BASE_URL": "http://127.0.0.1:9", "GOOGLE_API_KEY": "another", "GEMINI_API_KEY": "one",
        "GOOGLE_GENAI_USE_VERTEXAI": "true", "GOOGLE_CLOUD_PROJECT": "p", "GOOGLE_CLOUD_LOCATION": "l",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    talk.server.will(said(B))
    talk.ask(name="a client of its own")
    assert talk.server.asked[0].headers["x-goog-api-key"] == KEY


def test_the_version_in_the_address_is_used(talk: Talk) -> None:
    talk.server.will(said(B))
    talk.ask(endpoint=f"{talk.server.address}/v1beta")
    assert talk.server.asked[0].path == "/v1beta/models/some-model:generateContent"


def test_what_a_model_does_not_take_is_not_sent(talk: Talk) -> None:
    talk.server.will(said(B))
    found = talk.failure(inputs=frozenset({Input.IMAGE}))
    assert (found.reason, talk.server.asked) == ("media", [])


def test_parameters_that_gemini_does_not_have_stop_the_run(talk: Talk) -> None:
    talk.server.will(said(B))
    found = talk.failure(body={"frobnicate": 1, "temperature": "hot"})
    assert (found.reason, found.stops_run, talk.server.asked) == ("request", True, [])
    assert "frobnicate, temperature" in str(found)


@pytest.mark.parametrize(
    ("answer", "status", "reason", "text"),
    [
        (
            Answer(body={"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}}),
            Status.REFUSED, "blocked_prompt", "",
        ),
        (Answer(body={"candidates": [{"finishReason": "SAFETY"}]}), Status.REFUSED, "content_filter", ""),
        (said({"text": "The"}, finish_reason="RECITATION"), Status.REFUSED, "content_filter", "The"),
        (said({"text": "The answer"}, finish_reason="MAX_TOKENS"), Status.UNPARSED, "incomplete", "The answer"),
        (said({"text": "Hm", "thought": True}, finish_reason="MAX_TOKENS"), Status.UNPARSED, "incomplete", ""),
        (said(), Status.UNPARSED, "empty", ""),
        (said({"text": "Hm.", "thought": True}), Status.UNPARSED, "empty", ""),
        (said(B, finish_reason=None), Status.OK, "", "B"),
        (said(B, finish_reason="MALFORMED_FUNCTION_CALL"), Status.UNPARSED, "finish_reason", "B"),
    ],
)  # fmt: skip
def test_odd_replies(talk: Talk, answer: Answer, status: Status, reason: str, text: str) -> None:
    talk.server.will(answer)
    reply = talk.ask()
    assert (reply.status, reply.reason, reply.text) == (status, reason, text)


def test_a_finish_reason_that_the_sdk_does_not_know_is_kept(talk: Talk) -> None:
    talk.server.will(said(B, finish_reason="TIRED_OF_IT"))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        reply = talk.ask()
    assert (reply.status, reply.reason, reply.details["finish_reason"]) == (
        Status.UNPARSED, "finish_reason", "TIRED_OF_IT",
    )  # fmt: skip


def error(status: int, word: str, *details: object, message: str = "no") -> Answer:
    body = {"error": {"code": status, "status": word, "message": message, "details": list(details)}}
    return Answer(status=status, body=body)


INFO = "type.googleapis.com/google.rpc."
KEY_INVALID = {"@type": f"{INFO}ErrorInfo", "reason": "API_KEY_INVALID"}
DAILY = {"@type": f"{INFO}QuotaFailure", "violations": [{"quotaId": "GenerateRequestsPerDayPerProject"}]}


@pytest.mark.parametrize(
    ("answer", "reason", "is_retryable", "stops_run"),
    [
        (error(429, "RESOURCE_EXHAUSTED"), "rate_limit", True, False),
        (error(429, "RESOURCE_EXHAUSTED", DAILY), "quota", False, True),
        (error(500, "INTERNAL"), "http_500", True, False),
        (error(503, "UNAVAILABLE"), "http_503", True, False),
        (error(400, "INVALID_ARGUMENT"), "http_400", False, False),
        (error(400, "INVALID_ARGUMENT", KEY_INVALID, message=f"bad key {KEY}"), "http_401", False, True),
        (error(403, "PERMISSION_DENIED"), "http_403", False, True),
        (error(404, "NOT_FOUND", message="http://127.0.0.1:1/x"), "http_404", False, True),
        (Answer(status=413, body=b"<html>", content_type="text/html"), "http_413", False, False),
        (Answer(status=502, body=b"<html>", content_type="text/html"), "http_502", True, False),
        (Answer(body=b"<html>busy</html>", content_type="text/html"), "not_json", True, False),
        (Answer(body=[1]), "no_choices", True, False),
        (Answer(body={"candidates": "B"}), "no_choices", True, False),
        (Answer(body={}), "no_choices", True, False),
        (Answer(body={"candidates": []}), "no_choices", True, False),
        (Answer(body={"candidates": None}), "no_choices", True, False),
        (Answer(hang_up=True), "connection", True, False),
    ],
)
def test_failures(talk: Talk, answer: Answer, reason: str, is_retryable: bool, stops_run: bool) -> None:
    found = talk.failure(answer)
    assert (found.reason, found.is_retryable, found.stops_run) == (reason, is_retryable, stops_run)
    assert len(talk.server.asked) == 1, "one request: retries are the caller's"


@pytest.mark.parametrize(
    ("delay", "headers", "seconds"),
    [
        ("37s", {}, 37.0),
        ("3.5s", {"Retry-After": "1"}, 3.5),
        ("soon", {"Retry-After": "7"}, 7.0),
        ("999999999s", {}, 86_400.0),
        (None, {}, None),
    ],
)
def test_the_pause_that_is_asked_for(talk: Talk, delay: object, headers: dict[str, str], seconds: float | None) -> None:
    details = [{"@type": f"{INFO}RetryInfo", "retryDelay": delay}]
    body = {"error": {"code": 429, "status": "RESOURCE_EXHAUSTED", "details": details}}
    assert talk.failure(Answer(status=429, body=body, headers=headers)).retry_after_s == seconds


def test_a_hanging_endpoint_is_left(talk: Talk) -> None:
    found = talk.failure(Answer(hang_s=30.0, body={}), timeout_s=0.2)
    assert (found.reason, found.is_retryable) == ("timeout", True)


STREAM = [
    said({"text": "A train.", "thought": True}, finish_reason=None).body,
    said({"text": "It is "}, finish_reason=None).body,
    said({"text": "B."}, usageMetadata={"promptTokenCount": 9, "candidatesTokenCount": 4}).body,
]


def test_a_stream_comes_in_pieces_and_ends_with_the_reply(talk: Talk) -> None:
    talk.server.will(Answer(pieces=STREAM))
    *pieces, reply = talk.stream()
    assert pieces == ["It is ", "B."]
    assert isinstance(reply, Reply)
    assert (reply.status, reply.text, reply.reasoning) == (Status.OK, "It is B.", "A train.")
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (9, 4)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(pieces=STREAM[:2]), "cut_stream"),
        (Answer(pieces=[STREAM[0], "{"]), "not_json"),
        (Answer(pieces=[]), "no_choices"),
        (Answer(body=b"<html>\nbusy", content_type="text/html"), "not_json"),
        (error(429, "RESOURCE_EXHAUSTED"), "rate_limit"),
    ],
)
def test_streams_that_fail(talk: Talk, answer: Answer, reason: str) -> None:
    assert talk.failure(answer, streams=True).reason == reason


def test_a_stream_that_stalls_is_left(talk: Talk) -> None:
    talk.server.will(Answer(pieces=[STREAM[1]] * 20, piece_pause_s=0.1))
    assert talk.failure(streams=True, timeout_s=0.3).reason == "timeout"


def test_a_blocked_stream_is_a_refusal(talk: Talk) -> None:
    talk.server.will(Answer(pieces=[{"promptFeedback": {"blockReason": "SAFETY"}}]))
    (reply,) = talk.stream()
    assert isinstance(reply, Reply)
    assert (reply.status, reply.reason) == (Status.REFUSED, "blocked_prompt")


def small_inline(spec: ModelSpec) -> GeminiAdapter:
    return GeminiAdapter(spec, inline_bytes=100)


LARGE = ModelRequest(
    text="Which?",
    media=(Media(data=b"RIFF" * 100, mime_type="audio/wav", form="wav", duration_s=1.0),),
    setting=Setting.AUDIO,
)


def test_what_is_too_large_for_a_request_is_uploaded_and_removed() -> None:
    files = GeminiFiles()
    with (
        model_server(gemini_handler(files)) as server,
        talking(server, small_inline, AdapterKind.GEMINI) as talk,
    ):
        server.will(said(B))
        assert talk.ask(LARGE).text == "B"
        *_, question, removal = server.asked
        part = question.json["contents"][0]["parts"][0]
        assert part["fileData"]["fileUri" if "fileUri" in part["fileData"] else "file_uri"].endswith("/v1/files/clip0")
        assert "inlineData" not in part
        assert files.content == {"files/clip0": b"RIFF" * 100}
        assert removal.method == "DELETE"
        assert files.deleted == ["files/clip0"]


@pytest.mark.parametrize(
    ("states", "answer", "reason"),
    [
        (["PROCESSING", "FAILED"], said(B), "media"),
        (["ACTIVE"], error(500, "INTERNAL"), "http_500"),
        (["PROCESSING"], said(B), "timeout"),
    ],
)
def test_an_upload_is_removed_after_failures_too(states: list[str], answer: Answer, reason: str) -> None:
    files = GeminiFiles(states=states)
    with (
        model_server(gemini_handler(files)) as server,
        talking(server, small_inline, AdapterKind.GEMINI) as talk,
    ):
        server.will(answer)
        with pytest.raises(ModelFailure) as caught:
            talk.ask(LARGE, timeout_s=2.5 if reason == "timeout" else 10.0)
        assert caught.value.reason == reason
        assert files.deleted == list(files.content)


def test_the_key_is_in_no_log_line(talk: Talk, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.DEBUG):
        talk.failure(error(400, "INVALID_ARGUMENT", KEY_INVALID, message=f"bad key {KEY}"))
        talk.server.will(said(B))
        talk.ask(QUESTION)
    assert KEY not in caplog.text


def test_a_key_does_not_follow_a_redirect_to_somebody_else(talk: Talk) -> None:
    with model_server() as elsewhere:
        elsewhere.will(Answer(body={}))
        talk.failure(Answer(status=307, body={}, headers={"Location": f"{elsewhere.address}/v1/x"}))
        assert KEY not in repr(elsewhere.asked)
