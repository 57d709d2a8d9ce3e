"""Tables that read well and are wrong: columns under other or exchanged names, missing, or of other types."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Row = dict[str, Any]
WRONG: tuple[Any, ...] = (
    None, "", "n/a", 7, -1, 2.5, True, [], ["A", "B"], {"a": 1}, "E", "NaN", "1e999", "\x00", "x" * 3000,
    "http://127.0.0.1/", "../up.wav",
)  # fmt: skip


@dataclass(frozen=True)
class Changed:
    """A changed table.

    Attributes:
        rows: what is written.
        touched: the columns that are not as they were, by their first and their new names.
    """

    rows: list[Row]
    touched: frozenset[str]

    def said(self, number: int, column: str) -> str:
        """What a row says under the name of a column, whatever its case and spaces, as text; '' when it does not."""
        for name, value in self.rows[number].items():
            if _plain(name) == _plain(column):
                return f"{value} {json.dumps(value, ensure_ascii=False)}"
        return ""


def changed_tables(rows: Sequence[Row], number: int, *, mixed: bool, seed: int = 11) -> Iterator[Changed]:
    """That many changed tables, always the same ones.

    Args:
        rows: of the table as it should be.
        number: how many.
        mixed: a column may hold values of several types, as JSON and CSV allow.
        seed: of the chances.
    """
    rng = random.Random(seed)
    for index in range(number):
        yield _CHANGES[index % len(_CHANGES)](rows, rng, mixed)


def _renamed(rows: Sequence[Row], rng: random.Random, _: bool) -> Changed:
    old = rng.choice(list(rows[0]))
    new = rng.choice([old.upper(), f" {old}", f"{old}_", f"{old}_2", "", "x", old[:-1], old.replace("_", " ")])
    new = new if new not in rows[0] else f"{old} again"
    return Changed(
        [{(new if key == old else key): value for key, value in row.items()} for row in rows], _both(old, new)
    )


def _exchanged(rows: Sequence[Row], rng: random.Random, _: bool) -> Changed:
    one, two = rng.sample(list(rows[0]), 2)
    names = {one: two, two: one}
    return Changed([{names.get(key, key): value for key, value in row.items()} for row in rows], _both(one, two))


def _dropped(rows: Sequence[Row], rng: random.Random, _: bool) -> Changed:
    name = rng.choice(list(rows[0]))
    return Changed([{key: value for key, value in row.items() if key != name} for row in rows], _both(name))


def _retyped(rows: Sequence[Row], rng: random.Random, mixed: bool) -> Changed:
    name, value = rng.choice(list(rows[0])), rng.choice(WRONG)
    hit = [not mixed or rng.random() < 0.4 for _ in rows]
    return Changed([row | {name: value} if is_hit else row for row, is_hit in zip(rows, hit, strict=True)], _both(name))


def _both(*names: str) -> frozenset[str]:
    return frozenset(map(_plain, names))


def _plain(name: str) -> str:
    return "_".join(name.casefold().replace("_", " ").split())


_CHANGES: tuple[Callable[[Sequence[Row], random.Random, bool], Changed], ...] = (
    _renamed, _exchanged, _dropped, _retyped, _retyped,
)  # fmt: skip


def check_fields(changed: Changed, number: int, found: Mapping[str, str], right: Mapping[str, str]) -> None:
    """Hold a question that came of a changed table against its row.

    Args:
        changed: the table.
        number: of the row, from 0.
        found: what the question says, by column; '' where it says nothing.
        right: the same for the undamaged table.
    """
    for column, value in found.items():
        if _plain(column) not in changed.touched:
            assert value == right[column], f"{column} of row {number}"
        elif value not in ("", right[column]):
            assert value in changed.said(number, column), f"{column} of row {number} holds what stands elsewhere"
