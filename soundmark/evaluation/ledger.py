"""The run log of an evaluation: what was asked is known before it is sent, what was answered before it is counted.

An item that was asked and not answered was in flight when the process died: it may have been paid for, and is the only
kind that is asked again. The records are

- `session`: a process began or took up the run, with the run's id and what it was to ask;
- `asked`: durable before the request is sent, with the most that it may cost;
- `tried`: a reply that could not be read or a request that failed, after which the item is asked again;
- `settled`: a further request about an item has ended, as another model's reading of the reply;
- `answered`: the reply as it came, or why there is none;
- `closed`: the process ended the run, and why.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.evaluation.answered import Answered, Spent, sum_of
from soundmark.evaluation.ledger_file import LedgerError, LedgerFile
from soundmark.wording import n_of

if TYPE_CHECKING:
    from filelock import BaseFileLock

COMPLETE = "complete"
"""Why a run was closed in which every question was asked."""


@dataclass(slots=True, kw_only=True)
class Session:
    """One process that worked on the run.

    Attributes:
        run_id: of its row in the log.
        started_at, last_at: UTC; when it began, and when it was last heard of.
        facts: what the run's row says that does not follow from the answers.
        reason: why it ended; '' when it died.
    """

    run_id: str
    started_at: datetime
    last_at: datetime
    facts: Mapping[str, object]
    reason: str = ""


@dataclass(slots=True)
class Ledger:
    """The run log of one evaluation, held by this process alone.

    Attributes:
        answered: what became of items, by key; of an item that was asked again the last.
        sessions: those that worked on it, in order.
    """

    _file: LedgerFile
    _lock: BaseFileLock | None = None
    answered: dict[str, Answered] = field(default_factory=dict)
    sessions: list[Session] = field(default_factory=list)
    _tried: dict[str, Spent] = field(default_factory=dict)
    _open_usd: dict[str, float] = field(default_factory=dict)
    _doubtful_usd: float = 0.0
    _before: Spent = field(default_factory=Spent)
    _by_answers: Spent | None = field(default_factory=Spent)  # None when an answer was replaced: add up anew

    def __post_init__(self) -> None:
        for record in self._file.records:
            self._take(record)

    @property
    def path(self) -> Path:
        """The file."""
        return self._file.path

    @property
    def is_complete(self) -> bool:
        """Whether every question was asked by its last session."""
        return bool(self.sessions) and self.sessions[-1].reason == COMPLETE

    @property
    def spent(self) -> Spent:
        """What all requests took, as far as it is known."""
        if self._by_answers is None:
            self._by_answers = sum_of(answer.total_spent for answer in self.answered.values())
        return sum_of((self._before, self._by_answers, *self._tried.values()))

    @property
    def held_usd(self) -> float:
        """The most that may have been charged for requests of which no end is known."""
        return self._doubtful_usd + sum(self._open_usd.values())

    async def begin(self, session: Session) -> None:
        """A process takes up the run.

        Raises:
            LedgerError: as every method that writes.
        """
        await self._append(
            {
                "event": "session",
                "run_id": session.run_id,
                "at": session.started_at.isoformat(),
                "facts": dict(session.facts),
            }
        )

    async def ask(self, key: str, name: str, *, run_id: str, at: datetime, worst_usd: float | None) -> None:
        """An item is about to be sent: on return that is durable."""
        await self._append(
            {"event": "asked", "key": key, "item": name, "run_id": run_id, "at": at.isoformat(), "worst_usd": worst_usd}
        )

    async def tried(self, key: str, spent: Spent, *, held_usd: float, what: Mapping[str, object]) -> None:
        """A try brought nothing that counts, and the item will be asked again."""
        await self._append(
            {
                "event": "tried",
                "key": key,
                "at": datetime.now(UTC).isoformat(),
                "spent": [spent.input_tokens, spent.output_tokens, spent.cost_usd],
                "held_usd": held_usd,
                "what": dict(what),
            }
        )

    async def settled(self, key: str, *, held_usd: float) -> None:
        """A request that belongs to an item has ended; what it took is told with the item."""
        at = datetime.now(UTC).isoformat()
        await self._append({"event": "settled", "key": key, "at": at, "held_usd": held_usd})

    async def answer(self, answer: Answered, *, held_usd: float = 0.0) -> None:
        """An item was answered, or failed for good."""
        await self._append({"event": "answered", "held_usd": held_usd} | answer.to_record())

    async def end(self, run_id: str, at: datetime, reason: str) -> None:
        """The session ends."""
        await self._append({"event": "closed", "run_id": run_id, "at": at.isoformat(), "reason": reason})

    def close(self) -> None:
        """Let go of the file."""
        self._file.close()
        if self._lock is not None:
            self._lock.release()

    async def _append(self, record: Mapping[str, object]) -> None:
        await self._file.append(record)
        self._take(record)

    def _take(self, record: Mapping[str, object]) -> None:
        """Learn what a record says; one that lacks something says nothing."""
        try:
            self._learn(record, str(record.get("key", "")))
        except (KeyError, TypeError, ValueError, IndexError):
            return
        if self.sessions and (at := record.get("at") or record.get("answered_at")):
            self.sessions[-1].last_at = datetime.fromisoformat(str(at))

    def _learn(self, record: Mapping[str, object], key: str) -> None:
        match record["event"]:
            case "session":
                at = datetime.fromisoformat(str(record["at"]))
                facts = record["facts"]
                session = Session(
                    run_id=str(record["run_id"]),
                    started_at=at,
                    last_at=at,
                    facts=facts if isinstance(facts, dict) else {},
                )
                self.sessions.append(session)
            case "asked":
                # A request of the same item before it that is still open was cut off by the end of a process.
                self._doubtful_usd += self._open_usd.get(key, 0.0)
                self._open_usd[key] = _usd(record["worst_usd"])
            case "tried":
                self._settle(key, record)
                tokens = record["spent"]
                if isinstance(tokens, list):
                    input_tokens, output_tokens, cost_usd = tokens
                    more = Spent(input_tokens=input_tokens, output_tokens=output_tokens, cost_usd=cost_usd)
                    self._tried[key] = self._tried.get(key, Spent()).plus(more)
            case "answered":
                answer = Answered.from_record(record)
                earlier = self.answered.get(key)
                if earlier is not None and earlier.response_id != answer.response_id:
                    self._before = self._before.plus(earlier.total_spent)
                if earlier is not None:
                    self._by_answers = None
                elif self._by_answers is not None:
                    self._by_answers = self._by_answers.plus(answer.total_spent)
                self.answered[key] = answer
                self._tried.pop(key, None)  # the answer's sum holds them
                self._settle(key, record)
            case "settled":
                self._settle(key, record)
            case "closed":
                self.sessions[-1].reason = str(record["reason"])

    def _settle(self, key: str, record: Mapping[str, object]) -> None:
        self._open_usd.pop(key, None)
        self._doubtful_usd += _usd(record["held_usd"])


def _usd(value: object) -> float:
    return float(value) if isinstance(value, int | float) else 0.0


def run_folder(root: Path, *, benchmark: str, model: str, identity: Mapping[str, object]) -> Path:
    """The folder of one evaluation: the same for the same benchmark, model, setting, prompt and parameters.

    Args:
        root: of all run logs.
        benchmark: its name.
        model: its name.
        identity: whatever makes it another evaluation.
    """
    listed = json.dumps(dict(identity), sort_keys=True, default=str)
    digest = hashlib.sha256(f"{benchmark}\x1f{model}\x1f{listed}".encode()).hexdigest()
    return root / _slug(benchmark) / f"{_slug(model)}-{digest[:12]}"


def open_ledger(folder: Path, *, resume: bool = False, anew: bool = False) -> Ledger:
    """The run log of an evaluation: the newest with `resume`, else a new one.

    Args:
        folder: of the evaluation (`run_folder`).
        resume: take up the newest run; a first one begins when there is none.
        anew: begin a new run though the newest is unfinished.

    Raises:
        LedgerError: when another process works on it, when the newest run is unfinished and neither `resume` nor `anew`
            says what to do, or when the file cannot be opened.
    """
    lock = _locked(folder)
    ledger: Ledger | None = None
    try:
        paths = sorted(folder.glob("[0-9]*.jsonl"))
        ledger = Ledger(LedgerFile(paths[-1] if paths else folder / "0001.jsonl"), lock)
        if resume or not ledger.sessions:
            return ledger
        if not ledger.is_complete and not anew:
            raise LedgerError(
                f"There is an unfinished run of this evaluation with {n_of(len(ledger.answered), 'answer')}. Go on "
                "with --resume, or begin a new one, and pay for all questions again, with --new."
            )
        ledger._file.close()
        ledger = Ledger(LedgerFile(folder / f"{len(paths) + 1:04d}.jsonl"), lock)
        return ledger
    except LedgerError:
        if ledger is not None:
            ledger._file.close()
        lock.release()
        raise


def _locked(folder: Path) -> BaseFileLock:
    from filelock import FileLock, Timeout

    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / "lock", timeout=0)
        lock.acquire()
    except Timeout as error:
        raise LedgerError(
            "Another process is doing this very evaluation. Wait until it has ended, or stop it, and go on with "
            "--resume."
        ) from error
    except OSError as error:
        raise LedgerError(
            f"The folder of run logs cannot be written ({error.strerror}). Choose another with --data."
        ) from error
    return lock


def _slug(name: str) -> str:
    return re.sub(r"[^a-z0-9._]+", "-", name.lower()).strip("-.")[:64] or "model"
