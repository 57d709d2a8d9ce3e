"""The leaderboard of a quiz: counted answers become one table. Pure: no clock, no disk."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np

from leaderboard.choice_answers import ChoiceLedger, RowKey, Tally
from leaderboard.choice_rows import RANKED, ChoiceFigures, ChoiceRowKind, ChoiceTableRow
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.ranks import PROVISIONAL_BELOW, bests_of, ranks_of
from leaderboard.shares import Counts, Share, SharesByGroup, clustered_shares, independent_shares
from leaderboard.tables.answers import Origin
from leaderboard.tables.labels import given_to, partial_words
from soundmark.types import Status

SHOWN_PLAYERS = 200
MAX_LABEL_CHARS = 60
CHANCE = "Chance"
GROUP_COLUMN = "group_{}"


@dataclass(frozen=True, eq=False)  # no slots: intervals are made when they are asked for, of most players never
class Entry:
    """The answers of one row of the table, as they were when it was counted.

    Attributes:
        right, counted: right answers and answers of each cluster by group, shape (clusters, groups + 1).
        passed: how often each cluster passed, shape (clusters,).
    """

    key: RowKey
    right: Counts
    counted: Counts
    passed: Counts
    by_status: Mapping[Status, int]

    @property
    def answers(self) -> int:
        """How many count."""
        return sum(count for status, count in self.by_status.items() if status is not Status.ERROR)

    @property
    def questions(self) -> int:
        """Of a model or baseline, whose answers are clustered by question: different questions that count."""
        return int((self.counted.sum(axis=1) > 0).sum())

    @property
    def competes(self) -> bool:
        """Whether it has a rank: a player or model with enough answers."""
        return self.key.kind in RANKED and self.answers >= PROVISIONAL_BELOW

    @cached_property
    def main(self) -> float | None:
        """What rows are ranked by, without its interval."""
        right, counted = self.right.sum(axis=0), self.counted.sum(axis=0)
        shares = [int(a) / int(b) for a, b in zip(right[:-1], counted[:-1], strict=True) if b]
        n = int(counted.sum())
        return math.fsum(shares) / len(shares) if shares else (int(right.sum()) / n if n else None)

    @cached_property
    def figures(self) -> ChoiceFigures:
        """All figures of the row."""
        n, errors = self.answers, self.by_status.get(Status.ERROR, 0)

        def rate(status: Status) -> float | None:
            return self.by_status.get(status, 0) / n if n else None

        return ChoiceFigures(
            shares=self._shares(),
            answers=n,
            skipped=rate(Status.SKIPPED),
            refused=rate(Status.REFUSED),
            unparsed=rate(Status.UNPARSED),
            errors=errors / (n + errors) if n + errors else None,
        )

    def _shares(self) -> SharesByGroup:
        """Answers of many people belong together by person, and repeated ones of a model by question."""
        is_one = self.key.kind in (ChoiceRowKind.MODEL, ChoiceRowKind.BASELINE)
        if self.key.kind is ChoiceRowKind.PLAYER or (is_one and bool((self.counted.sum(axis=1) <= 1).all())):
            right, counted = self.right.sum(axis=0).tolist(), self.counted.sum(axis=0).tolist()
            return independent_shares(right, counted, int(self.passed.sum()))
        return clustered_shares(self.right, self.counted, self.passed)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceCount:
    """Everything about the answers that is the same for every viewer.

    Attributes:
        groups: the columns by which questions are told apart.
        entries: one a row, best first, those with a rank before the others of their kind.
        ranks: by row, of those that have one.
        listed: questions of the pack.
        chance: what guessing comes to, over all questions of the pack.
        questions: distinct questions that were answered.
        repeats: answers left out, because the player had answered that question before.
        damaged: rows left out, because their values cannot be.
    """

    spec: ChoiceSpec
    groups: tuple[str, ...]
    entries: tuple[Entry, ...]
    ranks: Mapping[RowKey, int]
    listed: int
    chance: ChoiceTableRow | None
    questions: int
    repeats: int
    damaged: int

    def of_kind(self, kind: ChoiceRowKind) -> list[Entry]:
        """The entries of a kind, in order."""
        return [entry for entry in self.entries if entry.key.kind is kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTable:
    """The table for one viewer, best first, provisional rows after all others.

    Attributes:
        hidden_players: how many players there are beyond those shown.
    """

    rows: tuple[ChoiceTableRow, ...]
    count: ChoiceCount
    hidden_players: int = 0


def count_of(ledger: ChoiceLedger) -> ChoiceCount:
    """What a ledger holds now. Later changes of the ledger do not reach it."""
    tallies = dict(ledger.tallies)
    if any(key.kind is ChoiceRowKind.ALL_PEOPLE for key in tallies):
        for name in ledger.spec.classes:  # both sides stand in the table, and an empty one shows that it is
            tallies.setdefault(RowKey(ChoiceRowKind.PEOPLE, name), Tally())
    entries = sorted((_entry(key, tally, len(ledger.groups) + 1) for key, tally in tallies.items()), key=_order)
    return ChoiceCount(
        spec=ledger.spec,
        groups=ledger.groups,
        entries=tuple(entries),
        ranks=ranks_of([(entry.key, entry.main) for entry in entries if entry.competes]),
        listed=len(ledger.items),
        chance=_chance(ledger),
        questions=len(ledger.answered),
        repeats=ledger.repeats,
        damaged=len(ledger.damaged),
    )


def _entry(key: RowKey, tally: Tally, columns: int) -> Entry:
    counts = np.array(list(tally.clusters.values()), dtype=np.int64).reshape(-1, 2 * columns + 1)
    return Entry(key, counts[:, :columns], counts[:, columns:-1], counts[:, -1], dict(tally.by_status))


def _chance(ledger: ChoiceLedger) -> ChoiceTableRow | None:
    """One of the choices, whichever, to every question of the pack; exact, so it has no interval."""
    items = ledger.items
    if not items:
        return None

    def mean(shares: Iterable[float]) -> Share:
        found = list(shares)
        return Share(math.fsum(found) / len(found), None, len(found)) if found else Share()

    groups = tuple(mean(1 / item.n_choices for item in items if item.group == i) for i in range(len(ledger.groups)))
    present = [share.value for share in groups if share.value is not None]
    every = mean(1 / item.n_choices for item in items)
    shares = SharesByGroup(groups, mean(present), every, every)
    return ChoiceTableRow(
        kind=ChoiceRowKind.BASELINE,
        label=CHANCE,
        detail="on these questions",
        figures=ChoiceFigures(
            shares=shares,
            answers=len(items),
            skipped=0.0,
            refused=0.0,
            unparsed=0.0,
            errors=0.0,
        ),
    )


def table_for(
    count: ChoiceCount,
    published: Sequence[ChoiceTableRow] = (),
    own_id: str | None = None,
    *,
    shown_players: int = SHOWN_PLAYERS,
) -> ChoiceTable:
    """The table for one viewer.

    Args:
        count: the answers.
        published: rows of the benchmark's paper.
        own_id: the viewer's `responder_id`; None when there is none.
        shown_players: no more players than this are shown, those with a rank first, and the viewer in any case.
    """
    beyond = count.of_kind(ChoiceRowKind.PLAYER)[shown_players:]
    hidden = {entry.key for entry in beyond if entry.key.who != own_id}
    shown = [_row(count, entry, own_id) for entry in count.entries if entry.key not in hidden]
    chance = [] if count.chance is None else [count.chance]
    rows = _with_best(sorted([*shown, *chance, *published], key=_row_order))
    return ChoiceTable(rows=rows, count=count, hidden_players=len(hidden))


def _order(entry: Entry) -> tuple[bool, bool, float, int, RowKey]:
    """Who competes first: a lucky answer must not push others off a long table. The key leaves nothing to chance."""
    main = math.inf if entry.main is None else -entry.main
    return (not entry.competes, entry.key.kind not in RANKED, main, -entry.answers, entry.key)


def _row_order(row: ChoiceTableRow) -> tuple[bool, float, int, str, str, str]:
    """By the main figure, provisional rows after all others: one lucky answer is no place at the top."""
    value = row.figures.main.value
    main = math.inf if value is None else -value
    return (row.is_provisional, main, -(row.figures.answers or 0), row.kind.value, row.label, row.detail)


def _row(count: ChoiceCount, entry: Entry, own_id: str | None) -> ChoiceTableRow:
    key = entry.key
    is_own = key.kind is ChoiceRowKind.PLAYER and key.who == own_id
    label, detail = _named(count.spec, key)
    return ChoiceTableRow(
        kind=key.kind,
        label="You" if is_own else label,
        detail=detail,
        partial=partial_words(entry.questions, count.listed) if key.kind is ChoiceRowKind.MODEL else "",
        is_imported=key.origin is Origin.IMPORTED,
        figures=entry.figures,
        is_own=is_own,
        rank=count.ranks.get(key),
    )


def _named(spec: ChoiceSpec, key: RowKey) -> tuple[str, str]:
    """Label and detail of a row."""
    match key.kind:
        case ChoiceRowKind.ALL_PEOPLE:
            return "All people", ""
        case ChoiceRowKind.NO_ID:
            return "Players without an id", ""
        case ChoiceRowKind.PEOPLE:
            return spec.classes.get(key.who, spec.unsaid), ""
        case ChoiceRowKind.PLAYER:
            return f"Player {key.who[:6]}", ""
    return key.who[:MAX_LABEL_CHARS], ", ".join(given_to(key.setting, key.prompt))


def _with_best(rows: Sequence[ChoiceTableRow]) -> tuple[ChoiceTableRow, ...]:
    """The rows with the columns marked in which they are the best of those with a rank."""
    contested = [_comparable(row) if row.rank is not None else {} for row in rows]
    return tuple(replace(row, best=best) for row, best in zip(rows, bests_of(contested), strict=True))


def _comparable(row: ChoiceTableRow) -> dict[str, float]:
    """The figures that can be best: those of enough answers. Nothing is best with zero."""
    shares = row.figures.shares
    named = {GROUP_COLUMN.format(number): share for number, share in enumerate(shares.groups)}
    every = {"macro": shares.macro, "micro": shares.micro, "taken": shares.taken, **named}
    return {name: share.value for name, share in every.items() if share.value and share.n >= PROVISIONAL_BELOW}
