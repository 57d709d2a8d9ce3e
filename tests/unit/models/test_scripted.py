"""A scripted model does what its script says, the same every time."""

from __future__ import annotations

import asyncio
import re
from collections import Counter

import pytest

from soundmark.models.reply import ModelFailure, Reply
from soundmark.models.request import Media, ModelRequest
from soundmark.models.script import Fault, Pick, Rule
from soundmark.models.scripted import ScriptedAdapter
from soundmark.types import Status

FOUR = Rule(answers=("A", "B", "C", "D"))


def request(number: int = 0, sound: bytes = b"x") -> ModelRequest:
    media = Media(data=sound, mime_type="audio/wav", form="wav")
    return ModelRequest(text=f"Question {number}\nof a test", system="Be brief.", media=(media,))


def replies(adapter: ScriptedAdapter, requests: list[ModelRequest]) -> list[str]:
    async def ask() -> list[str]:
        return [reply.text for reply in await asyncio.gather(*(adapter.ask(one, timeout_s=5) for one in requests))]

    return asyncio.run(ask())


def test_the_same_seed_and_request_bring_the_same_answer_in_any_order() -> None:
    requests = [request(number) for number in range(200)]
    forwards = replies(ScriptedAdapter([FOUR], seed=3), requests)
    backwards = replies(ScriptedAdapter([FOUR], seed=3), requests[::-1])
    assert forwards == backwards[::-1]
    assert forwards != replies(ScriptedAdapter([FOUR], seed=4), requests)
    # 200 draws of one of four: 50 of each, give or take five standard deviations (6.1 each).
    assert all(19 < count < 81 for count in Counter(forwards).values())


def test_another_sound_is_another_request() -> None:
    adapter = ScriptedAdapter([FOUR])
    assert len(set(replies(adapter, [request(0, bytes([value])) for value in range(40)]))) == 4


def test_answers_in_turn() -> None:
    adapter = ScriptedAdapter([Rule(answers=("A", "B"), pick=Pick.TURN)])
    assert replies(adapter, [request(), request(), request()]) == ["A", "B", "A"]
    assert adapter.n_asked == 3


def test_the_first_rule_that_fits_is_followed() -> None:
    rules = [Rule(when=re.compile("brief.*Question 1", re.DOTALL), answers=("one",)), Rule(answers=("other",))]
    assert replies(ScriptedAdapter(rules), [request(1), request(2)]) == ["one", "other"]
    with pytest.raises(ModelFailure, match="No rule of the script"):
        replies(ScriptedAdapter(rules[:1]), [request(2)])


@pytest.mark.parametrize(
    ("fault", "reason", "is_retryable", "stops_run"),
    [
        (Fault.TIMEOUT, "timeout", True, False),
        (Fault.CONNECTION, "connection", True, False),
        (Fault.RATE_LIMIT, "rate_limit", True, False),
        (Fault.HTTP_500, "http_500", True, False),
        (Fault.HTTP_400, "http_400", False, False),
        (Fault.QUOTA, "quota", False, True),
        (Fault.UNAUTHORISED, "http_401", False, True),
    ],
)
def test_failures_are_those_of_real_endpoints(fault: Fault, reason: str, is_retryable: bool, stops_run: bool) -> None:
    with pytest.raises(ModelFailure) as caught:
        replies(ScriptedAdapter([Rule(fault=fault, retry_after_s=2.0)]), [request()])
    found = caught.value
    assert (found.reason, found.is_retryable, found.stops_run) == (reason, is_retryable, stops_run)
    assert found.retry_after_s == 2.0


def test_each_request_may_fail_some_times_before_it_is_answered() -> None:
    adapter = ScriptedAdapter([Rule(answers=("B",), fault=Fault.HTTP_500, fault_times=2)])
    for number in (1, 2):
        for _ in range(2):
            with pytest.raises(ModelFailure):
                replies(adapter, [request(number)])
        assert replies(adapter, [request(number)]) == ["B"]


def test_a_delay_beyond_the_limit_is_a_timeout() -> None:
    async def ask() -> Reply:
        return await ScriptedAdapter([Rule(answers=("B",), delay_s=60)]).ask(request(), timeout_s=0.01)

    with pytest.raises(ModelFailure) as caught:
        asyncio.run(ask())
    assert caught.value.reason == "timeout"


def test_a_stream_brings_the_answer_word_by_word() -> None:
    rule = Rule(answers=(" It is\n B. ",), reasoning="Hm.", input_tokens=5, output_tokens=2)

    async def read() -> list[str | Reply]:
        return [piece async for piece in ScriptedAdapter([rule]).stream(request(), timeout_s=5)]

    *pieces, reply = asyncio.run(read())
    assert pieces == [" It", " is", "\n B. "]
    assert isinstance(reply, Reply)
    assert (reply.text, reply.reasoning, reply.usage.input_tokens) == (" It is\n B. ", "Hm.", 5)


@pytest.mark.parametrize(
    ("rule", "status", "reason"),
    [
        (Rule(answers=("No.",), status=Status.REFUSED, reason="refusal"), Status.REFUSED, "refusal"),
        (Rule(answers=("The",), status=Status.UNPARSED, reason="incomplete"), Status.UNPARSED, "incomplete"),
        (Rule(), Status.UNPARSED, "empty"),
    ],
)
def test_replies_without_a_text_to_read(rule: Rule, status: Status, reason: str) -> None:
    async def ask() -> Reply:
        return await ScriptedAdapter([rule]).ask(request(), timeout_s=5)

    reply = asyncio.run(ask())
    assert (reply.status, reply.reason) == (status, reason)
