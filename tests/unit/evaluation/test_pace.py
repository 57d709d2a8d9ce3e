"""Requests start no faster than an endpoint allows, wait as long as it asks, and are sent again with growing pauses."""

from __future__ import annotations

import asyncio
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.evaluation.budget import Budget, BudgetSpent, likely_usage, output_bound, text_tokens, worst_usd
from soundmark.evaluation.pace import Pace
from soundmark.evaluation.progress import Progress
from soundmark.evaluation.retry import RetryRules
from soundmark.models.price import Price
from soundmark.models.reply import ModelFailure
from soundmark.models.spec import Limits
from soundmark.types import Status


class Clock:
    """Time that goes on only while somebody sleeps."""

    def __init__(self) -> None:
        self.now_s = 0.0

    def __call__(self) -> float:
        return self.now_s

    async def sleep(self, seconds: float) -> None:
        self.now_s += seconds


def starts(limits: Limits, n: int, tokens: int = 0, quiet_s: float | None = None) -> list[float]:
    """When n requests may start."""
    clock = Clock()

    async def go() -> list[float]:
        pace = Pace(limits, clock=clock, sleep=clock.sleep)
        found = []
        for number in range(n):
            if quiet_s is not None and number == 1:
                pace.be_quiet(quiet_s)
            await pace.turn(tokens)
            found.append(clock.now_s)
        return found

    return asyncio.run(go())


def test_sixty_a_minute_are_one_a_second_from_the_first_on() -> None:
    assert starts(Limits(requests_per_minute=60), 4) == [0, 1, 2, 3]
    assert starts(Limits(), 3) == [0, 0, 0]


def test_tokens_a_minute_hold_too_and_the_tighter_limit_counts() -> None:
    assert starts(Limits(tokens_per_minute=6000), 3, tokens=1000) == [0, 10, 20]
    assert starts(Limits(tokens_per_minute=6000, requests_per_minute=2), 3, tokens=1000) == [0, 30, 60]


def test_an_endpoint_that_wants_silence_has_it_from_everybody() -> None:
    assert starts(Limits(), 3, quiet_s=17.0) == [0, 17, 17]


def test_retry_after_is_a_floor_and_waits_grow_up_to_a_bound() -> None:
    rules = RetryRules(first_s=1.0, longest_s=60.0)
    longest = [rules.wait_s(n, None, lambda _, high: high) for n in range(1, 9)]
    assert longest == [1, 2, 4, 8, 16, 32, 60, 60]
    assert rules.wait_s(1, 20.0, lambda low, _: low) == 20.0
    assert rules.wait_s(10_000, None, lambda _, high: high) == 60.0


@given(st.integers(1, 100), st.floats(0, 1e6), st.floats(0, 1))
def test_nobody_comes_back_before_the_endpoint_says(n: int, after_s: float, share: float) -> None:
    assert RetryRules().wait_s(n, after_s, lambda low, high: low + share * (high - low)) >= after_s


def test_what_ends_a_run() -> None:
    rules = RetryRules(failures=2, longest_retry_after_s=300.0)

    def failure(**more: object) -> ModelFailure:
        return ModelFailure("No.", reason="x", **({"is_retryable": True} | more))  # type: ignore[arg-type]

    assert rules.goes_on(failure(), 2) and not rules.goes_on(failure(), 3)
    assert not rules.goes_on(failure(is_retryable=False), 1)
    assert rules.ends_run(failure(stops_run=True)) and rules.ends_run(failure(retry_after_s=2580.0))
    assert not rules.ends_run(failure(retry_after_s=299.0))


def test_the_most_that_a_request_may_cost() -> None:
    price = Price(
        usd_per_million_input_tokens=1.0, usd_per_million_output_tokens=10.0, usd_per_million_audio_tokens=2.0
    )
    usage = likely_usage("a" * 300, 10.0, 50)
    assert (usage.audio_tokens, usage.output_tokens) == (320, 50) and usage.input_tokens == text_tokens("a" * 300) + 320
    assert text_tokens("a" * 300) >= 75, "English has about four characters a token"
    assert output_bound({"max_tokens": 100, "temperature": 0}) == 100
    worst = worst_usd(price, "a" * 300, 10.0, {"max_tokens": 100})
    assert usage.input_tokens is not None
    assert worst == pytest.approx(((usage.input_tokens - 320) * 1.0 + 320 * 2.0 + 100 * 10.0) / 1e6)
    assert worst_usd(None, "a", 1.0, {}) == 0


@given(st.lists(st.tuples(st.floats(0.01, 1.0), st.floats(0.0, 1.0)), max_size=30), st.floats(0.05, 5.0))
def test_a_budget_is_kept_whatever_comes_and_goes(costs: list[tuple[float, float]], limit: float) -> None:
    async def go() -> float:
        budget = Budget(limit)

        async def one(worst: float, share: float) -> None:
            try:
                await budget.set_aside(worst)
            except BudgetSpent:
                return
            await asyncio.sleep(0)
            await budget.settle(worst, worst * share)

        await asyncio.gather(*(one(worst, share) for worst, share in costs))
        return budget.spent_usd

    assert asyncio.run(go()) <= limit + 1e-6


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_progress_on_a_terminal_is_one_line_and_elsewhere_plain_lines() -> None:
    for stream, n_lines in ((Terminal(), 1), (io.StringIO(), 3)):
        clock = Clock()
        progress = Progress(4, stream, clock=clock)
        progress.begin()
        for _ in range(4):
            clock.now_s += 10.0
            progress.done(Status.OK, 0.5)
        progress.end()
        text = stream.getvalue()
        assert text.count("\n") == n_lines and "4 of 4, 4 ok, 0.5000 USD" in text
        assert "2 of 4, 2 ok, 0.5000 USD, 20 s left" in text


def test_time_left_counts_what_this_session_did_only() -> None:
    clock = Clock()
    progress = Progress(100, clock=clock)
    for _ in range(50):
        progress.done(Status.OK, None)
    progress.n_before = 50
    progress.begin()
    assert progress.left_s() is None
    clock.now_s = 10.0
    progress.done(Status.UNPARSED, None)
    assert progress.left_s() == pytest.approx(490.0)
    assert progress.line() == "51 of 100, 50 ok, 1 unparsed, 8 min 10 s left"
