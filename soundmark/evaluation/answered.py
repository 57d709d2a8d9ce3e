"""What a run keeps of an item that was asked: the reply as it came, what it cost, and how often it was tried."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from types import MappingProxyType
from typing import TypeVar

from soundmark.models.reply import Reply, ReplyDetail, Usage
from soundmark.models.request import Media
from soundmark.types import Status

N = TypeVar("N", int, float)


@dataclass(frozen=True, slots=True, kw_only=True)
class Spent:
    """Tokens and US dollars; None while nothing is known of them."""

    input_tokens: int | None = None
    output_tokens: int | None = None
    cost_usd: float | None = None

    def plus(self, more: Spent) -> Spent:
        """Both together."""
        return Spent(
            input_tokens=_plus(self.input_tokens, more.input_tokens),
            output_tokens=_plus(self.output_tokens, more.output_tokens),
            cost_usd=_plus(self.cost_usd, more.cost_usd),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class SentMedium:
    """A sound or picture that was sent: digest of its bytes, how many, what in words, and seconds where it has some."""

    sha256: str
    n_bytes: int
    form: str
    duration_s: float | None = None

    @classmethod
    def of(cls, medium: Media) -> SentMedium:
        """What the log says of a medium."""
        return cls(sha256=medium.sha256, n_bytes=len(medium.data), form=medium.form, duration_s=medium.duration_s)


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondReading:
    """What another model read out of a reply; it stands beside the first reading and never in its place.

    Attributes:
        model: the name of the parser model.
        status: `ok` when it named an answer, `error` when it failed.
        answer: the position of the choice as shown; None without one.
        raw: what it said.
        spent: what asking it took.
    """

    model: str
    status: Status
    answer: int | None
    raw: str
    spent: Spent


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """What became of an item.

    Attributes:
        key: of the item in the ledger (`Task.key`).
        run_id, response_id: of the rows in the log.
        asked_at, answered_at: UTC.
        latency_s: seconds until the answer was there, retries included.
        reply: None when no reply came.
        failure, failure_text: why no reply came, in a word and in a sentence; '' with a reply.
        media: what was sent.
        clip_sha256: of the recording that the media were made of; '' where it is not known.
        n_failed_tries, n_invalid_tries: requests before the last one that brought no reply, and replies that could not
            be read.
        spent: of all tries together, without the second reading.
        second: another model's reading, None without one.
    """

    key: str
    run_id: str
    response_id: str
    asked_at: datetime
    answered_at: datetime
    latency_s: float
    reply: Reply | None
    failure: str = ""
    failure_text: str = ""
    media: tuple[SentMedium, ...] = ()
    clip_sha256: str = ""
    n_failed_tries: int = 0
    n_invalid_tries: int = 0
    spent: Spent
    second: SecondReading | None = None

    @property
    def total_spent(self) -> Spent:
        """With the second reading."""
        return self.spent if self.second is None else self.spent.plus(self.second.spent)

    def to_record(self) -> dict[str, object]:
        """As the ledger keeps it."""
        record = {name: getattr(self, name) for name in _PLAIN}
        return record | {
            "asked_at": self.asked_at.isoformat(),
            "answered_at": self.answered_at.isoformat(),
            "reply": None if self.reply is None else _reply_record(self.reply),
            "media": [asdict(medium) for medium in self.media],
            "spent": asdict(self.spent),
            "second": None if self.second is None else asdict(self.second),
        }

    @classmethod
    def from_record(cls, record: Mapping[str, object]) -> Answered:
        """What `to_record` wrote.

        Raises:
            ValueError: when it is something else.
        """
        try:
            return cls(
                **{name: record[name] for name in _PLAIN},  # type: ignore[arg-type]
                asked_at=datetime.fromisoformat(str(record["asked_at"])),
                answered_at=datetime.fromisoformat(str(record["answered_at"])),
                reply=_reply(record["reply"]),
                media=tuple(SentMedium(**one) for one in record["media"]),  # type: ignore[attr-defined]
                spent=Spent(**record["spent"]),  # type: ignore[arg-type]
                second=_second(record["second"]),
            )
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"a line of the run log lacks something: {error}") from error


_PLAIN = (
    "key", "run_id", "response_id", "latency_s", "failure", "failure_text", "clip_sha256", "n_failed_tries",
    "n_invalid_tries",
)  # fmt: skip


def _reply_record(reply: Reply) -> dict[str, object]:
    return {
        "status": reply.status.value,
        "text": reply.text,
        "reason": reply.reason,
        "reasoning": reply.reasoning,
        "model_revision": reply.model_revision,
        "usage": asdict(reply.usage),
        "details": dict(reply.details),
    }


def _reply(record: object) -> Reply | None:
    if not isinstance(record, dict):
        return None
    details: Mapping[str, ReplyDetail] = MappingProxyType(dict(record["details"]))
    return Reply(
        status=Status(record["status"]),
        text=record["text"],
        reason=record["reason"],
        reasoning=record["reasoning"],
        model_revision=record["model_revision"],
        usage=Usage(**record["usage"]),
        details=details,
    )


def _second(record: object) -> SecondReading | None:
    if not isinstance(record, dict):
        return None
    return SecondReading(**(record | {"status": Status(record["status"]), "spent": Spent(**record["spent"])}))


NOTHING = Spent()


def sum_of(many: Iterable[Spent]) -> Spent:
    """All together."""
    total = NOTHING
    for one in many:
        total = total.plus(one)
    return total


def _plus(one: N | None, more: N | None) -> N | None:
    return more if one is None else one if more is None else one + more
