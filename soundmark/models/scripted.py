"""A model that follows a script: for tests, demos and trying out a run without a key or a network."""

from __future__ import annotations

import asyncio
import hashlib
import re
from collections import Counter
from collections.abc import AsyncGenerator, Sequence

from soundmark.models.reply import ModelFailure, Reply, Usage
from soundmark.models.request import ModelRequest
from soundmark.models.script import Fault, Pick, Rule
from soundmark.types import Status

_RETRYABLE = frozenset({Fault.TIMEOUT, Fault.CONNECTION, Fault.RATE_LIMIT, Fault.HTTP_500})
_FINAL = frozenset({Fault.QUOTA, Fault.UNAUTHORISED})


class ScriptedAdapter:
    """Answers by rules. The same seed and request bring the same reply, in whatever order requests come.

    Attributes:
        n_asked: how often it was asked, failures included.
    """

    endpoint_kind = "scripted"

    def __init__(self, rules: Sequence[Rule] = (Rule(),), *, seed: int = 0) -> None:
        self.n_asked = 0
        self._rules = tuple(rules)
        self._seed = seed
        self._n_faults: Counter[tuple[int, bytes]] = Counter()
        self._n_given: Counter[int] = Counter()

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        """Ask once.

        Raises:
            ModelFailure: when the script says so, when no rule fits, and when its delay is longer than `timeout_s`.
        """
        self.n_asked += 1
        number, rule = self._rule_for(request)
        await asyncio.sleep(min(rule.delay_s, timeout_s))
        if rule.delay_s > timeout_s:
            raise _failure(Fault.TIMEOUT, None)
        digest = self._digest(request)
        if rule.fault is not None:
            self._n_faults[number, digest] += 1
            if not rule.fault_times or self._n_faults[number, digest] <= rule.fault_times:
                raise _failure(rule.fault, rule.retry_after_s)
        text = self._answer(number, rule, digest)
        status, reason = (rule.status, rule.reason) if text or rule.status is not Status.OK else _EMPTY
        return Reply(
            status=status,
            text=text,
            reason=reason,
            reasoning=rule.reasoning,
            model_revision="script",
            usage=Usage(input_tokens=rule.input_tokens, output_tokens=rule.output_tokens),
        )

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncGenerator[str | Reply, None]:
        """Ask once; the answer comes word by word.

        Raises:
            ModelFailure: as `ask` does.
        """
        reply = await self.ask(request, timeout_s=timeout_s)
        for piece in re.findall(r"\s*\S+\s*$|\s*\S+", reply.text):
            yield piece
        yield reply

    async def close(self) -> None:
        """Nothing is held."""

    def _rule_for(self, request: ModelRequest) -> tuple[int, Rule]:
        asked = f"{request.system}\n{request.text}"
        for number, rule in enumerate(self._rules):
            if rule.when.search(asked):
                return number, rule
        raise ModelFailure("No rule of the script fits this question. Add one that fits all.", reason="script")

    def _digest(self, request: ModelRequest) -> bytes:
        parts = (str(self._seed), request.system, request.text, *(media.sha256 for media in request.media))
        return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).digest()

    def _answer(self, number: int, rule: Rule, digest: bytes) -> str:
        if rule.pick is Pick.TURN:
            position = self._n_given[number]
            self._n_given[number] += 1
        else:
            position = int.from_bytes(digest[:8], "big")
        return rule.answers[position % len(rule.answers)]


_EMPTY = (Status.UNPARSED, "empty")


def _failure(fault: Fault, retry_after_s: float | None) -> ModelFailure:
    return ModelFailure(
        f"The scripted model failed as its script says ({fault}).",
        reason="http_401" if fault is Fault.UNAUTHORISED else fault.value,
        is_retryable=fault in _RETRYABLE,
        retry_after_s=retry_after_s,
        stops_run=fault in _FINAL,
    )
