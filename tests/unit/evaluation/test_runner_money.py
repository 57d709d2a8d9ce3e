"""A limit in dollars holds for a run as a whole: requests under way, earlier sessions and doubtful ones included."""

from __future__ import annotations

import asyncio
import uuid
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest

from soundmark.evaluation.answered import Answered, SecondReading, Spent
from soundmark.evaluation.budget import worst_usd
from soundmark.evaluation.ledger import open_ledger
from soundmark.evaluation.retry import RetryRules
from soundmark.models.price import Price
from soundmark.models.reply import ModelFailure
from soundmark.types import Status
from tests.support.model_runs import FakeModel, a_plan, ok, run, usage

PRICE = Price(usd_per_million_input_tokens=1000.0, usd_per_million_output_tokens=1000.0)


def failure(reason: str) -> ModelFailure:
    return ModelFailure(f"It failed: {reason}.", reason=reason, is_retryable=True)


def test_the_budget_is_never_exceeded_whatever_is_in_flight(tmp_path: Path) -> None:
    model = FakeModel(lambda _: ok("A", usage=usage(100, 10)))
    outcome = run(a_plan(model, 50, price=PRICE, max_usd=3.0, limits={"concurrency": 8}), tmp_path)
    assert "--max-usd" in outcome.stopped_because
    spent = outcome.spent.cost_usd
    assert spent is not None and 0 < spent <= 3.0
    assert spent == pytest.approx(0.11 * model.asked.total())
    more = run(a_plan(model, 50, price=PRICE, max_usd=3.0), tmp_path, resume=True)
    assert more.spent.cost_usd is not None and more.spent.cost_usd <= 3.0, "the limit is that of the whole run"
    done = run(a_plan(model, 50, price=PRICE, max_usd=100.0), tmp_path, resume=True)
    assert done.run.is_complete and set(model.asked.values()) == {1}


@pytest.mark.parametrize("reason", ["timeout", "connection", "cut_stream", "http_504"])
def test_what_may_have_been_charged_counts_against_the_budget(tmp_path: Path, reason: str) -> None:
    model = FakeModel(lambda _: failure(reason))
    plan = a_plan(
        model, 50, price=PRICE, max_usd=1.0, rules=RetryRules(failures=2, first_s=0.0), limits={"concurrency": 1}
    )
    outcome = run(plan, tmp_path)
    assert "--max-usd" in outcome.stopped_because and model.asked.total() < 5


def test_what_may_have_been_charged_in_an_earlier_session_still_counts(tmp_path: Path) -> None:
    model = FakeModel(lambda _: failure("timeout"))
    plan = a_plan(model, 5, price=PRICE, rules=RetryRules(failures=0), limits={"concurrency": 1})
    run(plan, tmp_path)
    words = plan.task.words(plan.items[0])
    most_usd = worst_usd(PRICE, words.system + words.text, 10.0, plan.task.parameters)
    model.answering = lambda _: ok("A", usage=usage(100, 10))
    outcome = run(a_plan(model, 10, price=PRICE, max_usd=5.5 * most_usd), tmp_path, resume=True)
    assert "--max-usd" in outcome.stopped_because and model.asked.total() == 5, "five may have been paid for"
    assert run(a_plan(model, 10, price=PRICE, max_usd=6.5 * most_usd), tmp_path, resume=True).stopped_because
    assert 5 < model.asked.total() < 10


def test_what_was_spent_is_the_sum_of_all_requests_at_each_moment(tmp_path: Path) -> None:
    """An answer tells the sum of its tries; told again, with another model's reading, it counts once."""
    first, other, again = (answered(key, tokens) for key, tokens in (("a", 13), ("b", 20), ("a", 4)))
    second = SecondReading(model="p", status=Status.OK, answer=0, raw="A", spent=Spent(input_tokens=5))

    async def check() -> None:
        ledger = open_ledger(tmp_path)
        await ledger.tried("a", Spent(input_tokens=10), held_usd=0.0, what={})
        assert ledger.spent.input_tokens == 10
        for answer, total in (
            (first, 13), (other, 33), (replace(first, second=second), 38), (again, 42), (answered("c", 1), 43),
        ):  # fmt: skip
            await ledger.answer(answer)
            assert ledger.spent.input_tokens == total
        ledger.close()
        reopened = open_ledger(tmp_path, resume=True)
        assert reopened.spent.input_tokens == 43
        reopened.close()

    asyncio.run(check())


def answered(key: str, tokens: int) -> Answered:
    now = datetime.now(UTC)
    return Answered(
        key=key, run_id="r", response_id=str(uuid.uuid4()), asked_at=now, answered_at=now, latency_s=1.0, reply=ok("A"),
        spent=Spent(input_tokens=tokens),
    )  # fmt: skip
