"""The leaderboard of the geo mode: logged answers become one table. Pure: no clock, no disk."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from leaderboard.geo_answers import Group, GroupKey
from leaderboard.geo_guessers import guesser_rows
from leaderboard.geo_ledger import GeoLedger
from leaderboard.geo_rows import RANKED, WITHIN_KM, Figures, GeoTableRow, RowKind, share_column
from leaderboard.ranks import bests_of, ranks_of
from leaderboard.tables.answers import Origin
from leaderboard.tables.experience import NAMES as EXPERIENCE
from leaderboard.tables.labels import given_to, partial_words
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate

SHOWN_PLAYERS = 200
MAX_LABEL_CHARS = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoCount:
    """Everything about the answers that is the same for every viewer.

    Attributes:
        groups: one a row: those with a rank, then the other players and models, then the rest; best first.
        ranks: by group, of those that have one.
        guessers: rows of the guessers that never listen, as they would do on these questions.
        answered: the questions that people or models answered, and where each was recorded.
        listed: questions of the clip list; those that were answered, where it is not at hand.
        repeats: answers left out, because the player had answered that question before.
        damaged: rows left out, because their values cannot be.
    """

    groups: tuple[Group, ...]
    ranks: Mapping[GroupKey, int]
    guessers: tuple[GeoTableRow, ...]
    answered: Mapping[str, Coordinate]
    listed: int
    repeats: int
    damaged: int

    @property
    def questions(self) -> int:
        """Distinct questions that people or models answered."""
        return len(self.answered)

    def of_kind(self, kind: RowKind) -> list[Group]:
        """The groups of a kind, in order."""
        return [group for group in self.groups if group.kind is kind]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoTable:
    """The table for one viewer, best mean first, provisional rows after all others.

    Attributes:
        count: what it was made from.
        hidden_players: how many players there are beyond those shown.
    """

    rows: tuple[GeoTableRow, ...]
    count: GeoCount
    hidden_players: int = 0


def count_answers(rows: Iterable[GeoRow], places: Sequence[Coordinate] = ()) -> GeoCount:
    """Count logged answers to questions of one benchmark, in any order. Arguments as for `count_of`."""
    ledger = GeoLedger()
    ledger.add(rows)
    return count_of(ledger, places)


def count_of(ledger: GeoLedger, places: Sequence[Coordinate] = (), earlier: GeoCount | None = None) -> GeoCount:
    """What a ledger holds now.

    Args:
        ledger: the answers.
        places: all places of the clip list, for the baseline that always answers their middle. Without them, those
            of the answered questions stand in.
        earlier: another count with the same places; its guessers stay while no other question was answered.
    """
    ordered = sorted(ledger.groups(), key=_order)
    is_same = earlier is not None and earlier.answered == ledger.places
    return GeoCount(
        groups=tuple(ordered),
        ranks=ranks_of([(group.key, group.mean_points) for group in ordered if group.competes]),
        guessers=earlier.guessers if earlier is not None and is_same else tuple(guesser_rows(ledger.places, places)),
        answered=dict(ledger.places),
        listed=len(places) or len(ledger.places),
        repeats=ledger.repeats,
        damaged=len(ledger.damaged),
    )


def table_for(count: GeoCount, own_id: str | None = None, *, shown_players: int = SHOWN_PLAYERS) -> GeoTable:
    """The table for one viewer.

    Args:
        count: the answers.
        own_id: the viewer's `responder_id`; None when there is none.
        shown_players: no more players than this are shown, those with a rank first, and the viewer in any case.
    """
    beyond = count.of_kind(RowKind.PLAYER)[shown_players:]
    hidden = {group.key for group in beyond if group.responder_id != own_id}
    shown = [_row(group, own_id, count) for group in count.groups if group.key not in hidden]
    logged = {group.responder_id for group in count.of_kind(RowKind.BASELINE)}
    guessers = [row for row in count.guessers if row.label not in logged]
    rows = _with_best(sorted([*shown, *guessers], key=_row_order))
    return GeoTable(rows=rows, count=count, hidden_players=len(hidden))


def _order(group: Group) -> tuple[bool, bool, float, int, GroupKey]:
    """Who competes first: a lucky answer must not push others off a long table. Then by mean and number of answers.

    The key comes last, so that the order never depends on chance.
    """
    return (not group.competes, group.kind not in RANKED, *_by_mean(group.mean_points, len(group.answers)), group.key)


def _row_order(row: GeoTableRow) -> tuple[bool, float, int, str, str, str]:
    """By mean, provisional rows after all others: one lucky answer is no place at the top."""
    by_mean = _by_mean(row.figures.mean_points, row.figures.answers)
    return (row.is_provisional, *by_mean, row.kind.value, row.label, row.detail)


def _by_mean(mean_points: float | None, answers: int) -> tuple[float, int]:
    return (math.inf if mean_points is None else -mean_points, -answers)


def _row(group: Group, own_id: str | None, count: GeoCount) -> GeoTableRow:
    key = group.key
    is_own = group.kind is RowKind.PLAYER and group.responder_id == own_id
    return GeoTableRow(
        kind=group.kind,
        label="You" if is_own else _label(group),
        figures=group.figures,
        detail=_detail(group, count.listed),
        is_imported=key.origin is Origin.IMPORTED,
        is_own=is_own,
        rank=count.ranks.get(key),
        games=len(group.games) or None,
    )


def _label(group: Group) -> str:
    who = group.responder_id
    fixed = {RowKind.ALL_PEOPLE: "All people", RowKind.NO_ID: "Players without an id"}
    if group.kind in fixed:
        return fixed[group.kind]
    if group.kind is RowKind.PEOPLE:
        return EXPERIENCE[who]
    if group.kind is RowKind.PLAYER:
        return f"Player {who[:6]}"
    return who[:MAX_LABEL_CHARS]


def _detail(group: Group, listed: int) -> str:
    if group.kind is not RowKind.MODEL:
        return ""
    partial = partial_words(group.questions, listed)
    return ", ".join([*given_to(group.key.setting, group.key.prompt), *([partial] if partial else [])])


def _with_best(rows: Sequence[GeoTableRow]) -> tuple[GeoTableRow, ...]:
    """The rows with the columns marked in which they are the best of those with a rank."""
    contested = [_comparable(row.figures) if _competes(row) else {} for row in rows]
    return tuple(replace(row, best=best) for row, best in zip(rows, bests_of(contested), strict=True))


def _competes(row: GeoTableRow) -> bool:
    return row.kind in RANKED and not row.is_provisional


def _comparable(figures: Figures) -> dict[str, float]:
    """The figures that can be best, turned so that more is better. Nothing is best with zero."""
    shares = {share_column(km): share for km, share in zip(WITHIN_KM, figures.within or (), strict=False)}
    found = {name: value for name, value in {"mean_points": figures.mean_points, **shares}.items() if value}
    return found if figures.median_km is None else {**found, "median_km": -figures.median_km}
