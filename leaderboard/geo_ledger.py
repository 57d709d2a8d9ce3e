"""Answers of the geo mode, counted on as they come. No clock, no disk."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from datetime import datetime

from leaderboard.geo_answers import Group, GroupKey, answer_of, is_sound_guess, keys_of
from leaderboard.geo_rows import RowKind
from leaderboard.soundness import Asked, asked_of
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, ResponderKind, Status


class GeoLedger:
    """Counts answers. What counts is told in `leaderboard.geo_answers`.

    Which answer is a player's first, and how experienced a player was, follows from the order of answering. Answers are
    therefore only added after those that are counted; else everything has to be counted anew.

    Attributes:
        places: where each question was recorded that a person or model was asked.
        repeats: answers left out, because the player had answered that question before.
        damaged: ids of rows left out, because their values cannot be.
    """

    def __init__(self) -> None:
        self.places: dict[str, Coordinate] = {}
        self.repeats = 0
        self.damaged: set[str] = set()
        self._seen: set[str] = set()
        self._groups: dict[GroupKey, Group] = {}
        self._answered: set[tuple[str, str]] = set()
        self._times: dict[str, list[datetime]] = {}
        self._asked: set[Asked] = set()
        self._newest: tuple[datetime, str] | None = None

    @property
    def seen(self) -> AbstractSet[str]:
        """The ids of the rows that were counted, or left out for a later one."""
        return self._seen

    def groups(self) -> list[Group]:
        """The rows of the table as they are now; later answers do not reach them.

        Without the classes of people when all answers are of one, whose row would be that of all people again.
        """
        groups = list(self._groups.values())
        present = sum(group.kind is RowKind.PEOPLE and bool(group.answers) for group in groups)
        return [group for group in groups if group.kind is not RowKind.PEOPLE or (present > 1 and group.answers)]

    def add(self, rows: Iterable[GeoRow]) -> bool:
        """Count rows, in any order; one that comes twice counts once.

        Returns:
            Whether that was possible. False changes nothing: a row lies before one that was counted, or a model or
            baseline answers anew what it has answered.
        """
        new: dict[str, GeoRow] = {}
        damaged: set[str] = set()
        for row in rows:
            if not is_sound_guess(row):
                damaged.add(str(row.response_id))
            elif row.response_id not in self._seen:
                new.setdefault(row.response_id, row)
        ordered = sorted(new.values(), key=_when)
        machines = [row for row in ordered if row.responder_kind is not ResponderKind.HUMAN]
        is_late = bool(ordered) and self._newest is not None and _when(ordered[0]) < self._newest
        if is_late or any(asked_of(row) in self._asked for row in machines):
            return False
        self.damaged |= damaged
        self._count(ordered, machines)
        return True

    def _count(self, ordered: Sequence[GeoRow], machines: Sequence[GeoRow]) -> None:
        newest = {asked_of(row): row.response_id for row in sorted(machines, key=lambda row: row.precedence)}
        fresh: dict[GroupKey, Group] = {}
        for row in ordered:
            self._seen.add(row.response_id)
            if row.responder_kind is not ResponderKind.BASELINE:
                self.places[row.question_id] = Coordinate.wrapped(row.true_latitude_deg, row.true_longitude_deg)
            if row.responder_kind is ResponderKind.HUMAN or newest[asked_of(row)] == row.response_id:
                self._count_row(row, [self._own_copy(key, fresh) for key in keys_of(row, self._times)])
        self._groups |= fresh
        self._asked.update(newest)
        self._newest = _when(ordered[-1]) if ordered else self._newest

    def _own_copy(self, key: GroupKey, fresh: dict[GroupKey, Group]) -> Group:
        """A group to add answers to: whoever has the one of the last count keeps it as it was."""
        found = fresh.get(key)
        if found is None:
            old = self._groups.get(key, Group(key))
            found = fresh[key] = replace(old, answers=list(old.answers), games=set(old.games))
        return found

    def _count_row(self, row: GeoRow, groups: Sequence[Group]) -> None:
        if row.status is Status.ERROR:
            for group in groups:
                group.errors += 1
            return
        if row.game_id:
            for group in groups:
                group.games.add(row.game_id)
        if row.responder_kind is ResponderKind.HUMAN and row.responder_id:
            first = (row.responder_id, row.question_id)
            if first in self._answered:
                self.repeats += 1
                return
            self._answered.add(first)
            self._times.setdefault(row.responder_id, []).append(row.answered_at)
        answer = answer_of(row)
        for group in groups:
            group.answers.append(answer)


def _when(row: GeoRow) -> tuple[datetime, str]:
    return row.answered_at, row.response_id
