"""Asks a model what the steps of curation ask: with a run log, so that nothing is paid for twice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from soundmark.evaluation.answered import Answered, Spent
from soundmark.evaluation.asker import Endpoint
from soundmark.evaluation.batch import Ask
from soundmark.evaluation.batch_session import asked_in_session
from soundmark.evaluation.ledger import Ledger
from soundmark.evaluation.retry import RetryRules
from soundmark.evaluation.session import with_model
from soundmark.evaluation.stop import Stop
from soundmark.models.reply import Reply
from soundmark.types import Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """Things to ask of one model.

    Attributes:
        asks: what; keys that occur twice are asked once.
        open_endpoint: makes the model, in the event loop that will ask it.
        folder: of its run logs (`ledger.run_folder`).
        is_readable: whether a reply answers; if not, it is asked for again.
        invalid_retries: how often.
        max_usd: the limit; None for none.
        resume, anew: what to do with an unfinished run log, as `open_ledger` has it.
        rules: of retries; None for the usual ones.
        stream: where progress is told; None for nowhere.
    """

    asks: Sequence[Ask]
    open_endpoint: Callable[[], Endpoint]
    folder: Path
    is_readable: Callable[[Reply], bool] = lambda _: True
    invalid_retries: int = 0
    max_usd: float | None = None
    resume: bool = False
    anew: bool = False
    rules: RetryRules | None = None
    stream: TextIO | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What came of it.

    Attributes:
        answered: by key; those that were not asked are not there.
        spent: of all sessions.
        stopped_because: why it ended early; '' when it did not.
    """

    answered: Mapping[str, Answered]
    spent: Spent
    stopped_because: str

    def text_of(self, key: str) -> str | None:
        """What the model said; '' for a refusal by mark, None where no reply came."""
        found = self.answered.get(key)
        if found is None or found.reply is None:
            return None
        return found.reply.text if found.reply.status is not Status.REFUSED else ""


def ask_model(work: Work) -> Done:
    """Ask what the run log has no reply to.

    Raises:
        LedgerError: when the run log cannot be used; the text says what to do.
        Interrupted: when it was ended at once.
    """
    asks = list({ask.key: ask for ask in work.asks}.values())
    rules = work.rules or RetryRules(invalid=work.invalid_retries)

    async def session(endpoint: Endpoint, ledger: Ledger, stop: Stop) -> Done:
        async with asked_in_session(
            asks, endpoint, ledger, stop=stop, is_readable=work.is_readable, rules=rules, max_usd=work.max_usd,
            stream=work.stream,
        ):  # fmt: skip
            return Done(answered=dict(ledger.answered), spent=ledger.spent, stopped_because=stop.reason)

    return with_model(work.open_endpoint, work.folder, session, resume=work.resume, anew=work.anew, stream=work.stream)
