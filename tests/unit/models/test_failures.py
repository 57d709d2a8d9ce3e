"""Errors of endpoints in words: nothing secret is in them, whatever the endpoint says; and replies of any shape."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.models.failures import EndpointFault, Hidden, retry_after_s
from soundmark.models.openai_reply import Parts, add_chunk, streamed_reply, whole_reply
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.reply_json import loaded
from soundmark.secret import Secret
from soundmark.types import Status
from tests.support.model_talk import KEY

HIDDEN = Hidden(Secret(KEY), "https://gpu7.internal.example.org/v1")


@pytest.mark.parametrize(
    ("said", "quoted"),
    [
        ("Incorrect padding", "Incorrect padding"),
        (f"bad key {KEY}.", "bad key …."),
        ("bad key sk-proj-****************wxyz", "bad key …"),
        ("no route to gpu7.internal.example.org", "no route to …"),
        ("POST https://x.example/v1?key=1 failed", "POST … failed"),
        ("10.0.0.7:8000 refused", "… refused"),
        ("see platform.example.com/account/keys now", "see … now"),
        ("two\r\nlines\x1b[31m \u202e", "two lines [31m"),
        ("ü" * 300, "ü" * 199 + "…"),
        ("  ", ""),
        (None, ""),
        ({"message": "x"}, ""),
    ],
)
def test_what_an_endpoint_says_is_quoted_without_secrets(said: object, quoted: str) -> None:
    assert HIDDEN.quoted(said) == quoted


@settings(max_examples=50, deadline=None)
@given(before=st.text(), after=st.text(), repeats=st.integers(1, 400))
def test_a_key_is_never_quoted(before: str, after: str, repeats: int) -> None:
    quoted = HIDDEN.quoted((before + KEY + after) * repeats)
    assert KEY not in quoted
    assert "internal.example" not in HIDDEN.quoted(f"{before}gpu7.internal.example.org{after}" * repeats)
    assert len(quoted) <= 200
    assert quoted.isprintable()


@pytest.mark.parametrize("status", [0, 400, 401, 403, 404, 408, 409, 413, 418, 422, 425, 429, 500, 502, 529, 599])
def test_every_status_says_whether_asking_again_may_help(status: int) -> None:
    found = EndpointFault(status=status, message="x").failure(HIDDEN)
    assert found.is_retryable == (status in (0, 408, 409, 425, 429) or status >= 500)
    assert found.stops_run == (status in (401, 403, 404))
    assert str(found).endswith('It says: "x"')


NOON = datetime(2026, 3, 1, 12, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("Sun, 01 Mar 2026 12:00:30 GMT", 30.0),
        ("Sunday, 01-Mar-26 12:00:30 GMT", 30.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("Sun, 01 Mar 2026 13:30:00 +0100", 1800.0),
        ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400.0),
        ("30", 30.0),
        ("0", 0.0),
        ("1e999", None),
        ("tomorrow", None),
        ("", None),
    ],
)
def test_retry_after(value: str, seconds: float | None) -> None:
    assert retry_after_s({"retry-after": value}, now=NOON) == seconds


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=5), inner, max_size=2),
    max_leaves=4,
)


def reply_shape(message: str) -> st.SearchStrategy[dict[str, object]]:
    """Replies in which any member may be anything."""
    content = st.fixed_dictionaries({}, optional=dict.fromkeys(("content", "refusal", "reasoning", "audio"), JSON))
    reason = st.sampled_from(["stop", "length", "content_filter", "error"]) | JSON
    choice = st.fixed_dictionaries({}, optional={message: content | JSON, "finish_reason": reason, "error": JSON})
    members = {"choices": st.lists(choice | JSON, max_size=2) | JSON, "usage": JSON, "model": JSON, "error": JSON}
    return st.fixed_dictionaries({}, optional=members)


def outcome(read: Callable[[], Reply]) -> Reply | None:
    try:
        return read()
    except ModelFailure as failure:
        assert failure.reason
        return None


@settings(max_examples=60, deadline=None)
@given(content=reply_shape("message"))
def test_any_reply_is_one_or_a_failure(content: dict[str, object]) -> None:
    reply = outcome(lambda: whole_reply(loaded(json.dumps(content).encode()), HIDDEN))
    if reply is not None and reply.status is Status.OK:
        message = content["choices"][0]["message"]  # type: ignore[index]
        assert reply.text.strip()
        assert json.dumps(reply.text)[1:-1] in json.dumps(message), "nothing was said that is not in the reply"


@settings(max_examples=40, deadline=None)
@given(chunks=st.lists(reply_shape("delta"), max_size=4))
def test_any_stream_is_a_reply_or_a_failure(chunks: list[dict[str, object]]) -> None:
    def read() -> Reply:
        parts = Parts()
        for chunk in chunks:
            add_chunk(parts, chunk, HIDDEN)
        return streamed_reply(parts)

    outcome(read)
