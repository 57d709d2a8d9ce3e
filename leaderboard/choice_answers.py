"""Which logged answers count in a quiz's leaderboard, and whose they are: counted on as they come.

A refused or unparsed question is wrong. "I don't know" is no wrong choice, but no right one either: it counts among the
answers, and how often it was said stands beside. An `error` does not count. Of each player only the first answer to
each question counts, because the truth is known afterwards; of each baseline the newest, because it goes through every
revision of a list. Of each model it is the newest too, of each repetition in each setting and prompt, and of each
published file; one that failed counts only where there is no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from leaderboard.choice_rows import ChoiceRowKind
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.soundness import Asked, asked_of, is_sound
from leaderboard.tables.answers import Origin, origin_of
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceQuestion, ResponderKind, Status


class RowKey(NamedTuple):
    """Which row of the table answers belong to.

    Attributes:
        who: the responder, or the class of people; '' for nobody's.
        setting, prompt: what a model was given; '' for people.
        origin: imported answers never stand with those that were given here.
    """

    kind: ChoiceRowKind
    who: str = ""
    setting: str = ""
    prompt: str = ""
    origin: Origin = Origin.LIVE


class Item(NamedTuple):
    """What the table needs of a question; `group` is the number of a column, or one more than the last."""

    true_index: int
    n_choices: int
    group: int


class Answer(NamedTuple):
    """What the table needs of an answer. The earliest of two is the smaller one, an error smaller than all others."""

    precedence: tuple[bool, datetime, str]
    status: Status
    is_right: bool
    group: int
    keys: tuple[tuple[RowKey, str], ...]
    """The rows it belongs to, and which answers of that row it belongs together with."""


@dataclass(slots=True)
class Tally:
    """The answers of one row of the table.

    Attributes:
        clusters: of answers that belong together: right answers of each group, answers of each group, and passes.
        by_status: how many there are of each status.
    """

    clusters: dict[str, list[int]] = field(default_factory=dict)
    by_status: dict[Status, int] = field(default_factory=dict)

    def add(self, answer: Answer, cluster: str, columns: int, sign: int = 1) -> None:
        """Count an answer in, or out again with a sign of -1."""
        self.by_status[answer.status] = self.by_status.get(answer.status, 0) + sign
        if answer.status is not Status.ERROR:
            counts = self.clusters.setdefault(cluster, [0] * (2 * columns + 1))
            counts[answer.group] += sign * answer.is_right
            counts[columns + answer.group] += sign
            counts[-1] += sign * (answer.status is Status.SKIPPED)


class ChoiceLedger:
    """Counts answers to the questions of one pack. Their order makes no difference.

    Args:
        spec: whose leaderboard it is.
        questions: those of the pack.

    Attributes:
        groups: the columns: those of the specification, so that published figures have theirs; none when no question
            of the pack is of any.
        tallies: by row of the table.
        answered: the ids of the questions that people or models answered.
        repeats: answers left out, because the player had answered that question before.
        damaged: ids of rows left out, because their values cannot be.
    """

    def __init__(self, spec: ChoiceSpec, questions: Iterable[ChoiceQuestion]) -> None:
        listed = list(questions)
        present = {spec.group_of(question) for question in listed}
        self.spec = spec
        self.groups: tuple[str, ...] = tuple(spec.groups) if not listed or present & set(spec.groups) else ()
        columns = {group: number for number, group in enumerate(self.groups)}
        self._items: Mapping[str, Item] = {
            question.question_id: Item(
                question.truth.choice_index,
                len(question.choices),
                columns.get(spec.group_of(question), len(self.groups)),
            )
            for question in listed
        }
        self.tallies: dict[RowKey, Tally] = {}
        self.answered: set[str] = set()
        self.repeats = 0
        self.damaged: set[str] = set()
        self._seen: set[str] = set()
        self._first: dict[tuple[str, str], Answer] = {}
        self._newest: dict[Asked, Answer] = {}

    @property
    def items(self) -> Sequence[Item]:
        """The questions of the pack."""
        return list(self._items.values())

    @property
    def seen(self) -> AbstractSet[str]:
        """The ids of the rows that were counted, or compared with one that counts."""
        return self._seen

    def add(self, rows: Iterable[object]) -> bool:
        """Count rows of the log; one that comes twice counts once. Returns whether any was new.

        Rows of other tables are passed over, and those to questions that the pack does not have, or has with another
        truth now: another list may have had its name.
        """
        before = len(self._seen), len(self.damaged)
        for row in rows:
            if isinstance(row, ChoiceRow):
                self._add(row)
        return before != (len(self._seen), len(self.damaged))

    def _add(self, row: ChoiceRow) -> None:
        item = self._items.get(row.question_id) if isinstance(row.question_id, str) else None
        if item is None or row.true_index != item.true_index:
            return
        if not (is_sound(row) and _has_choice(row, item)):
            self.damaged.add(str(row.response_id))
            return
        if row.response_id in self._seen:
            return
        self._seen.add(row.response_id)
        answer = self._answer(row, item)
        if row.status is not Status.ERROR and row.responder_kind is not ResponderKind.BASELINE:
            self.answered.add(row.question_id)
        if row.responder_kind is not ResponderKind.HUMAN:
            self._add_newest(answer, asked_of(row))
        elif row.status is not Status.ERROR and row.responder_id:
            self._add_first(answer, (row.responder_id, row.question_id))
        else:
            self._count(answer)

    def _add_first(self, answer: Answer, key: tuple[str, str]) -> None:
        earlier = self._first.get(key)
        if earlier is not None:
            self.repeats += 1
            if earlier.precedence <= answer.precedence:
                return
            self._count(earlier, sign=-1)
        self._first[key] = answer
        self._count(answer)

    def _add_newest(self, answer: Answer, key: Asked) -> None:
        earlier = self._newest.get(key)
        if earlier is not None:
            if earlier.precedence >= answer.precedence:
                return
            self._count(earlier, sign=-1)
        self._newest[key] = answer
        self._count(answer)

    def _count(self, answer: Answer, sign: int = 1) -> None:
        columns = len(self.groups) + 1
        for key, cluster in answer.keys:
            tally = self.tallies.get(key)
            if tally is None:
                tally = self.tallies[key] = Tally()
            tally.add(answer, cluster, columns, sign)

    def _answer(self, row: ChoiceRow, item: Item) -> Answer:
        return Answer(
            precedence=row.precedence,
            status=row.status,
            is_right=row.status is Status.OK and row.choice_index == item.true_index,
            group=item.group,
            keys=self._keys(row),
        )

    def _keys(self, row: ChoiceRow) -> tuple[tuple[RowKey, str], ...]:
        """A model that reads a transcript, or is asked in other words, is another contestant; so is an imported run."""
        if row.responder_kind is not ResponderKind.HUMAN:
            kind = ChoiceRowKind.MODEL if row.responder_kind is ResponderKind.MODEL else ChoiceRowKind.BASELINE
            key = RowKey(kind, row.responder_id or "", row.setting, row.prompt_id or "", origin_of(row.imported_from))
            return ((key, row.question_id),)
        person = f"player {row.responder_id}" if row.responder_id else f"game {row.game_id or row.response_id}"
        own = (
            (RowKey(ChoiceRowKind.PLAYER, row.responder_id), "")
            if row.responder_id
            else (RowKey(ChoiceRowKind.NO_ID), person)
        )
        everybody = (own, (RowKey(ChoiceRowKind.ALL_PEOPLE), person))
        if not self.spec.classes:  # whom nobody asked anything are one class: all people
            return everybody
        return (*everybody, (RowKey(ChoiceRowKind.PEOPLE, self.spec.class_of(row.self_report)), person))


def _has_choice(row: ChoiceRow, item: Item) -> bool:
    """Whether the choice can be one of the question's."""
    texts = (row.self_report or "", row.prompt_id or "")
    if not all(isinstance(text, str) for text in texts):
        return False
    index = row.choice_index
    if row.status is not Status.OK:
        return True
    return isinstance(index, int) and not isinstance(index, bool) and 0 <= index < item.n_choices
