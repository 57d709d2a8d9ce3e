"""Replies as models write them, each with its right reading, and how often a parser reads them right.

The files under tests/data were written for this project, by hand and before they were tried; null means that no answer
may be read.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.models.answer import ReadAnswer
from soundmark.models.parsing import parse_choice, parse_distance, parse_place

DATA = Path(__file__).resolve().parents[1] / "data"
LETTERS = "ABCDEFGHIJ"
KINDS = ("choice", "geo", "distance")
TOLERANCE_DEG = 1e-4
TOLERANCE_M = 0.005
Answer = int | float | tuple[float, float] | None


@dataclass(frozen=True, kw_only=True)
class ModelReply:
    """A reply and what it states: the place of a choice from 0, metres, or latitude and longitude in degrees.

    `also` is another reading that is right too.
    """

    id: str
    kind: str
    language: str
    text: str
    expected: Answer
    also: Answer = None
    options: tuple[str, ...] = ()
    is_numbered: bool = False
    status: str = ""


@dataclass
class Tally:
    """How replies were read."""

    readable: int = 0
    right: int = 0
    wrong: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)

    @property
    def read_share(self) -> float:
        """Of the replies that state an answer, how many were read right."""
        return self.right / self.readable


def model_replies(kind: str) -> list[ModelReply]:
    """All replies of a kind."""
    path = DATA / f"model_replies_{kind}.jsonl"
    return [_reply(kind, json.loads(line)) for line in path.read_text(encoding="utf-8").splitlines()]


def _reply(kind: str, row: dict[str, object]) -> ModelReply:
    expected, options = row["expected"], row.get("options", [])
    assert isinstance(options, list)
    return ModelReply(
        id=str(row["id"]),
        kind=kind,
        language=str(row["language"]),
        text=str(row["answer"]),
        expected=_expected(expected),
        options=tuple(map(str, options)),
        is_numbered=row.get("numbered") is True,
        status=str(row.get("status", "")),
    )


def _expected(value: object) -> Answer:
    if isinstance(value, str):
        return LETTERS.index(value)
    if isinstance(value, list):
        return float(value[0]), float(value[1])
    assert value is None or isinstance(value, int | float)
    return value


def read(reply: ModelReply) -> ReadAnswer[object]:
    """The product's reading."""
    if reply.kind == "choice":
        return parse_choice(reply.text, reply.options, is_numbered=reply.is_numbered)
    return parse_place(reply.text) if reply.kind == "geo" else parse_distance(reply.text)


def answer(reply: ModelReply) -> Answer:
    """What the product reads, in the form of `ModelReply.expected`."""
    if reply.kind == "choice":
        return parse_choice(reply.text, reply.options, is_numbered=reply.is_numbered).answer
    if reply.kind == "distance":
        return parse_distance(reply.text).answer
    stated = parse_place(reply.text).answer
    return None if stated is None or stated.place is None else (stated.place.latitude_deg, stated.place.longitude_deg)


def is_same(found: Answer, expected: Answer) -> bool:
    """Whether two answers are one, within rounding."""
    if isinstance(found, tuple) and isinstance(expected, tuple):
        return all(abs(one - other) <= TOLERANCE_DEG for one, other in zip(found, expected, strict=True))
    if isinstance(found, tuple) or isinstance(expected, tuple) or found is None or expected is None:
        return found is expected
    return abs(found - expected) <= TOLERANCE_M


def tally(replies: Sequence[ModelReply], parser: Callable[[ModelReply], Answer]) -> Tally:
    """Put a parser through replies."""
    found = Tally()
    for reply in replies:
        got = parser(reply)
        found.readable += reply.expected is not None
        if is_same(got, reply.expected):
            found.right += reply.expected is not None
        elif got is not None and is_same(got, reply.also):
            continue
        elif got is None:
            found.missed.append(f"{reply.id} {reply.text!r}")
        else:
            found.wrong.append(f"{reply.id} {reply.text!r} read as {got}, not {reply.expected}")
    return found
