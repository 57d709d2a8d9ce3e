"""Which answers of the log count, and whose they are.

Each id counts once. Rows that were taken back are left out, and rows whose values cannot be. An `error` counts in its
own rate only. Of each player only the first answer to each question counts, because the truth is known afterwards. Of
each model it is the newest, of each repetition in each setting and prompt, and of each published file, and of each
baseline the newest in each setting; one that failed counts only where there is no other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.tables.columns import Codes, Mask, Words, times_of, words_of
from leaderboard.tables.newest import newest_of_machines
from soundmark.store.schema import INIT_PREFIX
from soundmark.types import AGENT_SETTING, ResponderKind, Status

if TYPE_CHECKING:
    import pyarrow as pa

STATUSES = {status.value: number for number, status in enumerate(Status)}
ERROR = STATUSES[Status.ERROR]
OK = STATUSES[Status.OK]
KINDS = {kind.value: number for number, kind in enumerate(ResponderKind)}
HUMAN = KINDS[ResponderKind.HUMAN]
BASELINE = KINDS[ResponderKind.BASELINE]
_NEVER = np.iinfo(np.int64).min

IsSound = Callable[["pa.Table"], Mask]
"""Says which rows hold values of their own table that can be."""


class Origin(StrEnum):
    """Where answers are from: they never stand in one row."""

    LIVE = "logged here"
    IMPORTED = "imported"


def origin_of(imported_from: str | None) -> Origin:
    """Where an answer is from, by the column of that name."""
    return Origin.LIVE if imported_from is None else Origin.IMPORTED


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Answers:
    """The answers that count, and errors, in one order: all arrays have shape (answers,).

    Attributes:
        table: the rows with all their columns.
        status: by `STATUSES`.
        kind: by `KINDS`.
        who, question, setting, prompt, game, report: words of the log; `report` is what people said of themselves, or
            the class that they are of by what the log tells.
        origin: 1 for imported, else 0.
        repeats: answers left out, because the player had answered that question before.
        damaged: rows left out, because their values cannot be.
    """

    table: pa.Table
    status: Codes
    kind: Codes
    who: Words
    question: Words
    setting: Words
    prompt: Words
    game: Words
    report: Words
    origin: Codes
    repeats: int = 0
    damaged: int = 0

    def __len__(self) -> int:
        return len(self.status)

    @property
    def counts(self) -> Mask:
        """All but errors."""
        return np.asarray(self.status != ERROR)

    @property
    def of_models(self) -> Mask:
        """Answers of models that were run, without those of agents, which name themselves."""
        is_agent = self.setting.mapped({AGENT_SETTING: 1}, 0) == 1
        return np.asarray((self.kind == KINDS[ResponderKind.MODEL]) & ~is_agent)

    def where(self, mask: Mask) -> Answers:
        """Some of the answers."""
        return Answers(
            table=self.table.filter(mask),
            status=self.status[mask],
            kind=self.kind[mask],
            who=self.who.where(mask),
            question=self.question.where(mask),
            setting=self.setting.where(mask),
            prompt=self.prompt.where(mask),
            game=self.game.where(mask),
            report=self.report.where(mask),
            origin=self.origin[mask],
            repeats=self.repeats,
            damaged=self.damaged,
        )


def answers_of(table: pa.Table, is_sound: IsSound, withdrawn: Collection[str] = ()) -> Answers:
    """The answers of a table of the log.

    Args:
        table: rows of one benchmark, in any order.
        is_sound: of the table's own columns.
        withdrawn: ids of rows that were taken back.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    ids, found = table["response_id"].combine_chunks(), _answers(table)
    times = times_of(table, "answered_at")
    is_init = _mask(pc.starts_with(ids, INIT_PREFIX))
    left_out = is_init | (_mask(pc.is_in(ids, pa.array(sorted(withdrawn), pa.string()))) if withdrawn else False)
    named = _mask(pc.not_equal(ids, "")) & _flags(found.question, bool)
    usable = named & (found.status >= 0) & (found.kind >= 0) & (times != _NEVER) & is_sound(table)
    wanted = _first_of_id(ids, usable & ~left_out)
    counted = _firsts(found, ids, times, wanted)
    repeats = int(wanted.sum() - counted.sum())
    counted &= newest_of_machines(
        table,
        is_machine=counted & (found.kind != HUMAN),
        is_baseline=found.kind == BASELINE,
        is_ok=found.status != ERROR,
    )
    is_damaged = ~usable & ~left_out
    damaged = int(pc.count_distinct(ids.filter(is_damaged), mode="all").as_py()) if is_damaged.any() else 0
    kept = found if counted.all() else found.where(counted)
    return replace(kept, repeats=repeats, damaged=damaged)


def _mask(found: pa.Array) -> Mask:
    return np.asarray(found.fill_null(False).to_numpy(zero_copy_only=False), dtype=np.bool_)


def _answers(table: pa.Table) -> Answers:
    return Answers(
        table=table,
        status=words_of(table, "status").mapped(STATUSES),
        kind=words_of(table, "responder_kind").mapped(KINDS),
        who=words_of(table, "responder_id"),
        question=words_of(table, "question_id"),
        setting=words_of(table, "setting"),
        prompt=words_of(table, "prompt_id"),
        game=words_of(table, "game_id"),
        report=words_of(table, "self_report"),
        origin=(words_of(table, "imported_from").codes >= 0).astype(np.int64),
    )


def _flags(words: Words, is_it: Callable[[str], object]) -> Mask:
    flags = np.array([*(bool(is_it(word)) for word in words.words), False], dtype=np.bool_)
    return np.asarray(flags[words.codes])


def _first_of_id(ids: pa.Array, wanted: Mask) -> Mask:
    """Those that are wanted, each id once: the one that comes first."""
    import pyarrow.compute as pc

    if pc.count_distinct(ids).as_py() == len(ids):
        return wanted
    places = np.flatnonzero(wanted)
    codes = ids.filter(wanted).dictionary_encode().indices.to_numpy()
    _, first = np.unique(codes, return_index=True)
    found = np.zeros(len(wanted), dtype=np.bool_)
    found[places[first]] = True
    return found


def _firsts(found: Answers, ids: pa.Array, times: Codes, wanted: Mask) -> Mask:
    """Without a player's later answers to a question. Of two at the same time the smaller id comes first."""
    is_player = wanted & (found.kind == HUMAN) & _flags(found.who, bool) & (found.status != ERROR)
    places = np.flatnonzero(is_player)
    keys = found.who.codes[places] * (len(found.question.words) + 1) + found.question.codes[places]
    order = np.lexsort((times[places], keys))
    sorted_keys, sorted_times = keys[order], times[places][order]
    is_first = np.ones(len(order), dtype=np.bool_)
    is_first[1:] = sorted_keys[1:] != sorted_keys[:-1]
    starts = np.flatnonzero(is_first)
    tied = np.flatnonzero(~is_first[1:] & (sorted_times[1:] == sorted_times[:-1])) + 1
    chosen = order[starts].copy()
    groups = np.cumsum(is_first) - 1
    for group in np.unique(groups[tied]):  # rare: two answers within a microsecond
        start = starts[group]
        same = order[(groups == group) & (sorted_times == sorted_times[start])]
        chosen[group] = min(same, key=lambda place: ids[int(places[place])].as_py())
    counted = wanted & ~is_player
    counted[places[chosen]] = True
    return np.asarray(counted)
