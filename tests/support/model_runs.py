"""A model that does as it is told, and all that a run of it over choice questions needs."""

from __future__ import annotations

import asyncio
import re
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.items import Item, items_of
from soundmark.evaluation.ledger import Ledger, open_ledger
from soundmark.evaluation.pace import Pace
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.rows import Responder
from soundmark.evaluation.runner import Outcome, Plan, Runner
from soundmark.evaluation.task import Task, Words
from soundmark.models.answer import ReadAnswer
from soundmark.models.price import Price
from soundmark.models.reply import ModelFailure, Reply, Usage
from soundmark.models.request import Media, ModelRequest
from soundmark.models.spec import Limits
from soundmark.store.journal import Journal
from soundmark.types import Status
from tests.support.choices import question

Answering = Callable[[ModelRequest], "Reply | ModelFailure"]
AT_ONCE = RetryRules(first_s=0.0, longest_s=0.0)
SOUND = b"RIFF" + bytes(60)


def ok(text: str, **more: Any) -> Reply:
    """A whole reply."""
    return Reply(status=Status.OK, text=text, **more)


class FakeModel:
    """Answers each request as `answering` says, and counts requests by their text."""

    endpoint_kind = "fake"

    def __init__(self, answering: Answering = lambda _: ok("A")) -> None:
        self.answering = answering
        self.asked: Counter[str] = Counter()
        self.requests: list[ModelRequest] = []
        self.n_open = self.most_open = 0
        self.before: Callable[[], Any] | None = None

    async def ask(self, request: ModelRequest, *, timeout_s: float) -> Reply:
        self.asked[request.text] += 1
        self.requests.append(request)
        self.n_open += 1
        self.most_open = max(self.most_open, self.n_open)
        try:
            await asyncio.sleep(0)
            if self.before is not None:
                await self.before()
            found = self.answering(request)
        finally:
            self.n_open -= 1
        if isinstance(found, ModelFailure):
            raise found
        return found

    async def stream(self, request: ModelRequest, *, timeout_s: float) -> AsyncIterator[str | Reply]:
        yield await self.ask(request, timeout_s=timeout_s)

    async def close(self) -> None:
        return None


def read_letter(item: Item, text: str) -> ReadAnswer[int]:
    """A bare letter of the choices shown; other text cannot be read, and 'no' declines."""
    if text == "no":
        return ReadAnswer(status=Status.REFUSED, reason="words", rule="words", matched="no")
    if re.fullmatch("[A-D]", text):
        return ReadAnswer(status=Status.OK, answer=ord(text) - ord("A"), rule="whole_letter", matched=text)
    return ReadAnswer(status=Status.UNPARSED, reason="none")


def a_sound() -> tuple[Media, ...]:
    """64 bytes that are called 10 seconds."""
    return (Media(data=SOUND, mime_type="audio/wav", form="wav 16000 Hz mono 10.0 s", duration_s=10.0),)


def words_of(item: Item) -> Words:
    """The question's own text and its choices."""
    return Words(system="Listen.", text=item.question.prompt + " " + "/".join(item.shown_choices))


def a_task(media: Callable[[], tuple[Media, ...]] = a_sound, **changes: Any) -> Task:
    """The question's own text, with a sound of 64 bytes and 10 seconds."""
    parameters = changes.pop("parameters", {"temperature": 0, "max_tokens": 10})

    def compose(item: Item) -> ModelRequest:
        words = words_of(item)
        return ModelRequest(text=words.text, system=words.system, media=media(), parameters=parameters)

    values: dict[str, Any] = {
        "setting": "audio",
        "prompt_id": "test-1",
        "prompt": "{question}",
        "prompt_sha256": "5" * 64,
        "words": words_of,
        "compose": compose,
        "media_recipe": "wav 16000 Hz mono",
        "read": read_letter,
        "parser_version": "test-parser-1",
        "parameters": parameters,
    }
    return Task(**(values | changes))


def an_endpoint(model: FakeModel, *, price: Price | None = None, name: str = "fake-1", **limits: Any) -> Endpoint:
    return Endpoint(
        name=name,
        identity=name,
        adapter=model,
        pace=Pace(Limits(**({"concurrency": 4} | limits))),
        price=price,
        timeout_s=5.0,
    )


def a_plan(model: FakeModel, n: int = 5, *, price: Price | None = None, limits: Any = None, **changes: Any) -> Plan:
    """So many questions for a model, one after the other."""
    endpoint = an_endpoint(model, price=price, **(limits or {}))
    values: dict[str, Any] = {
        "items": items_of([question(number) for number in range(n)]),
        "task": a_task(),
        "responder": Responder(name="fake-1", endpoint_kind="fake", deployment="test"),
        "endpoint": endpoint,
        "rules": AT_ONCE,
    }
    return Plan(**(values | changes))


def run(
    plan: Plan,
    folder: Path,
    *,
    resume: bool = False,
    anew: bool = False,
    prepare: Callable[[Runner], None] | None = None,
) -> Outcome:
    """A run from its beginning to its end, with run log and journal in a folder."""
    ledger: Ledger = open_ledger(folder / "runs", resume=resume, anew=anew)
    journal = Journal(folder / "journal.sqlite")

    async def go() -> Outcome:
        runner = Runner(plan, ledger, journal)
        if prepare is not None:
            prepare(runner)
        return await runner.run()

    try:
        return asyncio.run(go())
    finally:
        ledger.close()
        journal.close()


def logged(folder: Path, table: str) -> Sequence[Any]:
    """The rows of a table of the log."""
    journal = Journal(folder / "journal.sqlite")
    try:
        return list(journal.rows(table))
    finally:
        journal.close()


def usage(input_tokens: int, output_tokens: int) -> Usage:
    return Usage(input_tokens=input_tokens, output_tokens=output_tokens)
