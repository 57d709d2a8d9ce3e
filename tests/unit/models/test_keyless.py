"""Whatever repeats a key comes out without it, however a stream cuts it; all else comes out as it is, and at once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.models.keyless import MASK, KeylessAdapter
from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import ModelRequest
from soundmark.secret import Secret
from soundmark.types import Status
from tests.support.model_talk import KEY, QUESTION

OTHER = "sk-planted-4f"
"""A key that is the beginning of the other."""


class Echo:
    """Says what it was made with."""

    endpoint_kind = "echo"

    def __init__(self, pieces: Sequence[str], reply: Reply | ModelFailure) -> None:
        self.pieces = pieces
        self.reply = reply

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        if isinstance(self.reply, ModelFailure):
            raise self.reply
        return self.reply

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        for piece in self.pieces:
            yield piece
        yield await self.ask(request, timeout_s=timeout_s)

    async def close(self) -> None:
        return None


def reply(text: str) -> Reply:
    return Reply(
        status=Status.OK, text=text, reason=text, reasoning=text, model_revision=text, details={text: text, "n": 3}
    )


def streamed(pieces: Sequence[str], *keys: str) -> list[str | Reply]:
    """What comes of a stream of these pieces."""

    async def read() -> list[str | Reply]:
        adapter = KeylessAdapter(Echo(pieces, reply("".join(pieces))), [Secret(key) for key in keys or (KEY,)])
        return [piece async for piece in adapter.stream(QUESTION, timeout_s=1.0)]

    return asyncio.run(read())


def test_a_reply_has_the_key_in_none_of_its_parts() -> None:
    said = f"Bearer {KEY}!"
    found = asyncio.run(KeylessAdapter(Echo((), reply(said)), [Secret(KEY)]).ask(QUESTION, timeout_s=1.0))
    assert KEY not in repr(found)
    assert (found.text, found.details["n"]) == (f"Bearer {MASK}!", 3)


def test_a_failure_has_the_key_neither_in_its_text_nor_in_its_reason() -> None:
    adapter = KeylessAdapter(Echo((), ModelFailure(f"It says {KEY}.", reason=KEY, stops_run=True)), [Secret(KEY)])
    with pytest.raises(ModelFailure) as failed:
        asyncio.run(adapter.ask(QUESTION, timeout_s=1.0))
    assert (str(failed.value), failed.value.reason, failed.value.stops_run) == (f"It says {MASK}.", MASK, True)


@settings(max_examples=15)
@given(cuts=st.lists(st.integers(0, 60), max_size=8).map(sorted))
def test_a_stream_has_no_key_wherever_it_is_cut(cuts: list[int]) -> None:
    whole = f"sk-pl A key: {KEY}{KEY} and sk-planted-4f9c2"
    pieces = [whole[start:end] for start, end in pairwise([0, *cuts, len(whole)])]
    *texts, last = streamed(pieces)
    assert "".join(map(str, texts)) == whole.replace(KEY, MASK)
    assert isinstance(last, Reply)
    assert KEY not in repr(last)


def test_an_ordinary_piece_does_not_wait() -> None:
    assert streamed(["Hear", " it", "."])[:-1] == ["Hear", " it", "."]


def test_the_longer_of_two_keys_is_masked_whole() -> None:
    assert "".join(map(str, streamed([f"{KEY} {OTHER}"], OTHER, KEY)[:-1])) == f"{MASK} {MASK}"


def test_a_key_too_short_to_be_one_hides_no_words() -> None:
    assert streamed(["none of it"], "none")[:-1] == ["none of it"]
