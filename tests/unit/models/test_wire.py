"""Both SDKs, unmodified, against replies broken on the wire: none passes for an answer, and none ends a run."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator

import pytest

from soundmark.models.gemini import GeminiAdapter
from soundmark.models.openai_chat import OpenAIChat
from soundmark.models.reply import Reply
from soundmark.models.spec import AdapterKind
from soundmark.types import Status
from tests.support.model_server import Answer, model_server
from tests.support.model_talk import Talk, talking

BODIES = {
    AdapterKind.OPENAI: {"choices": [{"message": {"content": "B"}, "finish_reason": "stop"}]},
    AdapterKind.GEMINI: {"candidates": [{"content": {"parts": [{"text": "B"}]}, "finishReason": "STOP"}]},
}
PIECES = {
    AdapterKind.OPENAI: {"choices": [{"delta": {"content": "B"}, "finish_reason": None}]},
    AdapterKind.GEMINI: {"candidates": [{"content": {"parts": [{"text": "B"}]}}]},
}
ADAPTERS = {AdapterKind.OPENAI: OpenAIChat, AdapterKind.GEMINI: GeminiAdapter}
GZIP = "Content-Encoding: gzip"
EVENTS = "Content-Type: text/event-stream"


@pytest.fixture(scope="module", params=list(ADAPTERS), ids=lambda kind: kind.value)
def talk(request: pytest.FixtureRequest) -> Iterator[Talk]:
    with model_server() as server, talking(server, ADAPTERS[request.param], request.param) as started:
        yield started


def wire(body: bytes, *head: str, status: str = "200 OK", length: int | None = None) -> Answer:
    """A reply with this head, whatever its body is; a length that is not the body's where one is given."""
    n_bytes = len(body) if length is None else length
    lines = [f"HTTP/1.1 {status}", *head, f"Content-Length: {n_bytes}", "Connection: close", "", ""]
    return Answer(wire="\r\n".join(lines).encode() + body)


def whole(talk: Talk) -> bytes:
    return json.dumps(BODIES[talk.adapter_kind]).encode()


def event(talk: Talk) -> bytes:
    return b"data: " + json.dumps(PIECES[talk.adapter_kind]).encode() + b"\n\n"


@pytest.mark.parametrize("head", [(), ("Content-Type: text/plain",), (GZIP,), ("Content-Encoding: zz",)])
def test_a_whole_reply_is_read_whatever_stands_round_it(talk: Talk, head: tuple[str, ...]) -> None:
    body = whole(talk)
    talk.server.will(wire(gzip.compress(body) if GZIP in head else b"\n \n" + body, *head))
    reply = talk.ask()
    assert (reply.status, reply.text) == (Status.OK, "B")


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(wire=b"HTTP/1.1 200 OK\r\nContent-Ty"), "connection"),
        (Answer(wire=b"\x00\x01\x02 no head"), "connection"),
        (wire(b"{", length=400), "connection"),
        (wire(b"zz\r\n{}", "Transfer-Encoding: chunked"), "connection"),
        (wire(b'{"not": "packed"}', GZIP), "connection"),
        (wire(b'{"not": "packed"}', GZIP, status="500 Oops"), "connection"),
        (wire(b"", status="429 Too Many Requests"), "rate_limit"),
    ],
)
def test_a_broken_reply_is_a_failure_that_may_pass(talk: Talk, answer: Answer, reason: str) -> None:
    found = talk.failure(answer)
    assert (found.reason, found.is_retryable, found.stops_run, found.retry_after_s) == (reason, True, False, None)
    assert len(talk.server.asked) == 1


def test_half_a_reply_is_none(talk: Talk) -> None:
    body = whole(talk)
    assert talk.failure(wire(body[:-4], length=len(body))).reason == "connection"
    packed = gzip.compress(body)
    assert talk.failure(wire(packed[: len(packed) // 2], GZIP)).reason in ("connection", "not_json", "no_choices")


@pytest.mark.parametrize("head", [(GZIP,), ("Transfer-Encoding: chunked",)])
def test_a_stream_that_cannot_be_unpacked_is_a_failure(talk: Talk, head: tuple[str, ...]) -> None:
    found = talk.failure(wire(event(talk), EVENTS, *head), streams=True)
    assert (found.reason, found.is_retryable) == ("connection", True)


def test_a_stream_that_is_cut_within_a_piece_is_a_failure(talk: Talk) -> None:
    found = talk.failure(wire(event(talk) + event(talk)[:-20], EVENTS), streams=True)
    assert found.reason in ("cut_stream", "not_json") and found.is_retryable


def test_a_reply_that_drips_is_left_when_its_time_is_over(talk: Talk) -> None:
    drip = wire(whole(talk))
    assert talk.failure(Answer(wire=drip.wire, drip_s=0.02), timeout_s=0.1).reason == "timeout"


def test_what_only_calls_a_tool_or_only_thinks_says_nothing(talk: Talk) -> None:
    calls = {"role": "assistant", "content": None, "tool_calls": [{"id": "1", "function": {"name": "B"}}]}
    thinks = {"role": "assistant", "content": "", "reasoning_content": "It is B."}
    call = {"functionCall": {"name": "B", "args": {}}}
    odd = {
        AdapterKind.OPENAI: [
            {"choices": [{"message": calls, "finish_reason": "tool_calls"}]},
            {"choices": [{"message": thinks, "finish_reason": "length"}]},
        ],
        AdapterKind.GEMINI: [
            {"candidates": [{"content": {"parts": [call]}, "finishReason": "STOP"}]},
            {
                "candidates": [
                    {"content": {"parts": [{"text": "It is B.", "thought": True}]}, "finishReason": "MAX_TOKENS"}
                ]
            },
        ],
    }
    for body, reason in zip(odd[talk.adapter_kind], ("empty", "incomplete"), strict=True):
        talk.server.will(Answer(body=body))
        reply = talk.ask()
        assert isinstance(reply, Reply)
        assert (reply.status, reply.reason, reply.text) == (Status.UNPARSED, reason, "")
