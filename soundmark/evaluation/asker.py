"""Asks a model one thing until it has answered: in its turn, within the budget, written down before it is sent."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.evaluation.answered import NOTHING, Spent
from soundmark.evaluation.budget import Budget, BudgetSpent, likely_usage, output_bound, worst_usd
from soundmark.evaluation.ledger import Ledger
from soundmark.evaluation.pace import Pace
from soundmark.evaluation.retry import UNIFORM, RetryRules
from soundmark.evaluation.stop import Stop, Stopped
from soundmark.models.price import Price
from soundmark.models.reply import Adapter, ModelFailure, Reply
from soundmark.models.request import ModelRequest

_MAYBE_PAID = frozenset({"timeout", "connection", "cut_stream", "http_408", "http_504", "http_524"})
"""Failures after which nobody here knows whether the endpoint did the work, and charges for it.

Behind a gateway that stops waiting (504, and 524 at Cloudflare) the model goes on.
"""
_RAW_KEPT = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Endpoint:
    """A model that can be asked.

    Attributes:
        name: as the model file has it.
        identity: changes with whatever makes it another model to the run log.
        price: None when it is not known.
        timeout_s: for each request.
    """

    name: str
    identity: str
    adapter: Adapter
    pace: Pace
    price: Price | None
    timeout_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What came of asking.

    Attributes:
        reply, failure: one of them.
        n_failed, n_invalid: tries before the last one.
        spent: of all tries.
        held_usd: what the last try may have cost, where nobody knows.
    """

    reply: Reply | None
    failure: ModelFailure | None
    n_failed: int
    n_invalid: int
    spent: Spent
    held_usd: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Asker:
    """Asks one model.

    Attributes:
        rules: of retries.
        run_id: for the ledger.
        uniform: draws the jitter of waits.
    """

    endpoint: Endpoint
    ledger: Ledger
    budget: Budget
    stop: Stop
    rules: RetryRules
    run_id: str
    uniform: Callable[[float, float], float] = UNIFORM

    async def ask(
        self, request: ModelRequest, *, key: str, name: str, is_readable: Callable[[Reply], bool] = lambda _: True
    ) -> Asked:
        """Ask until there is a reply that can be read, or no hope.

        Args:
            request: what is asked.
            key: of the item in the ledger.
            name: of the item, for people who read the ledger.
            is_readable: whether a reply answers; if not, the question is asked again as often as the rules say.

        Raises:
            Stopped: when the run ends before there is an answer.
            LedgerError: when it cannot be written down.
        """
        n_failed = n_invalid = 0
        spent = NOTHING
        while True:
            found = await self._once(request, key, name)
            spent = spent.plus(found.spent)
            if found.failure is not None:
                n_failed += 1
                await self._take_failure(found, key)
                if self.rules.goes_on(found.failure, n_failed):
                    await self._note(key, found, {"failure": found.failure.reason})
                    wait_s = self.rules.wait_s(n_failed, found.failure.retry_after_s, self.uniform)
                    await self.stop.sleep(wait_s)
                    continue
            elif found.reply is not None and n_invalid < self.rules.invalid and not is_readable(found.reply):
                n_invalid += 1
                await self._note(key, found, {"unreadable": found.reply.text[:_RAW_KEPT]})
                continue
            return Asked(
                reply=found.reply,
                failure=found.failure,
                n_failed=n_failed - (found.failure is not None),
                n_invalid=n_invalid,
                spent=spent,
                held_usd=found.held_usd,
            )

    async def _take_failure(self, found: _Try, key: str) -> None:
        """Let everybody know that the endpoint wants silence, or that the run is over.

        Raises:
            Stopped: when it is.
        """
        failure = found.failure
        if failure is None:
            return
        if self.rules.ends_run(failure):
            await self._note(key, found, {"failure": failure.reason})
            self.stop.because(str(failure))
            raise Stopped
        if failure.retry_after_s is not None:
            self.endpoint.pace.be_quiet(failure.retry_after_s)

    async def _note(self, key: str, found: _Try, what: dict[str, object]) -> None:
        await self.ledger.tried(key, found.spent, held_usd=found.held_usd, what=what)

    async def _once(self, request: ModelRequest, key: str, name: str) -> _Try:
        audio_s = sum(medium.duration_s or 0.0 for medium in request.media)
        text = request.system + request.text
        worst = worst_usd(self.endpoint.price, text, audio_s, request.parameters)
        usage = likely_usage(text, audio_s, output_bound(request.parameters))
        self.stop.check()
        await self._set_aside(worst)
        paid = 0.0
        try:
            await self.endpoint.pace.turn((usage.input_tokens or 0) + (usage.output_tokens or 0))
            self.stop.check()
            await self.ledger.ask(key, name, run_id=self.run_id, at=datetime.now(UTC), worst_usd=worst)
            paid = worst
            found = await self._send(request, worst, audio_s)
            paid = found.held_usd + (found.spent.cost_usd or 0.0)
        finally:
            await self.budget.settle(worst, paid)
        return found

    async def _set_aside(self, worst: float) -> None:
        try:
            await self.budget.set_aside(worst)
        except BudgetSpent as error:
            self.stop.because(
                f"The limit of {self.budget.max_usd:g} US dollars is used up: {self.budget.spent_usd:.4f} are spent, "
                f"and the next question may cost {worst:.4f}. Go on with --resume and a higher --max-usd."
            )
            raise Stopped from error

    async def _send(self, request: ModelRequest, worst: float, audio_s: float) -> _Try:
        try:
            reply = await self.endpoint.adapter.ask(request, timeout_s=self.endpoint.timeout_s)
        except ModelFailure as failure:
            if failure.reason in _MAYBE_PAID or failure.cost_usd is None:
                return _Try(failure=failure, held_usd=worst)
            return _Try(failure=failure, spent=Spent(cost_usd=failure.cost_usd or None))
        usage, price = reply.usage, self.endpoint.price
        cost_usd = usage.cost_usd if price is None else price.cost_usd(usage, audio_s=audio_s)
        spent = Spent(input_tokens=usage.input_tokens, output_tokens=usage.output_tokens, cost_usd=cost_usd)
        return _Try(reply=reply, spent=spent, held_usd=worst if cost_usd is None else 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Try:
    reply: Reply | None = None
    failure: ModelFailure | None = None
    spent: Spent = NOTHING
    held_usd: float = 0.0
