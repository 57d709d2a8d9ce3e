"""The rows of a table: whose answers stand together, and which of them are alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import NamedTuple

import numpy as np

from leaderboard.tables.answers import HUMAN, KINDS, Answers, Origin
from leaderboard.tables.columns import Codes
from soundmark.types import ResponderKind


class Who(StrEnum):
    """What a row stands for."""

    ALL_PEOPLE = "all people"
    PEOPLE = "people"
    NO_ID = "no id"
    PLAYER = "player"
    MODEL = "model"
    BASELINE = "baseline"


class GroupKey(NamedTuple):
    """Which row.

    Attributes:
        name: of the model or baseline, the player's id, or the class of people; '' for nobody's.
        setting, prompt: what a model was given; '' for people.
        origin: imported answers never stand with those that were given here.
    """

    who: Who
    name: str = ""
    setting: str = ""
    prompt: str = ""
    origin: Origin = Origin.LIVE


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """The answers of a row.

    Attributes:
        places: which answers, shape (n,), ascending.
        clusters: for each of them what it is drawn with in a bootstrap: people by person, all else by question.
    """

    key: GroupKey
    places: Codes
    clusters: Codes


@dataclass(frozen=True, slots=True, kw_only=True)
class Classes:
    """By what people are told apart.

    Attributes:
        of: what somebody said of themselves, as it is logged -> name of the class, '' for none.
        names: name of a class -> what its people are called.
        has_rest: whether people of no class have a row of their own. Without it there are no rows at all when all
            others are of one class, which says no more than the row of all people.
    """

    of: Callable[[str], str]
    names: Mapping[str, str] = field(default_factory=dict)
    has_rest: bool = True


def groups_of(answers: Answers, classes: Classes | None = None) -> Iterator[Group]:
    """All rows that have answers, or errors, but single players: people all together and by what they said, models.

    A model that reads a transcript, or is asked in other words, is another contestant; so is an imported run.
    """
    human = answers.kind == HUMAN
    everybody = np.flatnonzero(human)
    persons = _persons(answers)
    if len(everybody):
        yield Group(GroupKey(Who.ALL_PEOPLE), everybody, persons[everybody])
        yield from _by_class(answers, everybody, persons, classes)
        no_id = everybody[~_has_id(answers)[everybody]]
        if len(no_id):
            yield Group(GroupKey(Who.NO_ID), no_id, persons[no_id])
    yield from _contestants(answers)


def player_numbers(answers: Answers) -> tuple[Codes, tuple[str, ...]]:
    """For each answer which player gave it, -1 for none with an id; and the players' ids."""
    is_player = (answers.kind == HUMAN) & _has_id(answers)
    return np.where(is_player, answers.who.codes, -1), answers.who.words


def players_of(answers: Answers, wanted: Sequence[int]) -> Iterator[Group]:
    """The rows of some players, by their numbers."""
    numbers, names = player_numbers(answers)
    for number in wanted:
        places = np.flatnonzero(numbers == number)
        yield Group(GroupKey(Who.PLAYER, names[number]), places, answers.question.codes[places])


def _has_id(answers: Answers) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
    known = np.array([*(bool(word) for word in answers.who.words), False], dtype=np.bool_)
    return np.asarray(known[answers.who.codes])


def _persons(answers: Answers) -> Codes:
    """A number for each person; a game where the person is not known, and the answer alone where that is not either."""
    n = len(answers)
    persons = np.where(_has_id(answers), answers.who.codes, len(answers.who.words) + answers.game.codes)
    offset = len(answers.who.words) + len(answers.game.words)
    alone = ~_has_id(answers) & (answers.game.codes < 0)
    return np.where(alone, offset + np.arange(n), persons)


def _by_class(answers: Answers, everybody: Codes, persons: Codes, classes: Classes | None) -> Iterator[Group]:
    if classes is None:
        return
    numbers = {name: number for number, name in enumerate(classes.names)}
    said = answers.report.mapped({word: numbers.get(classes.of(word), -1) for word in answers.report.words})
    if not classes.has_rest and len(np.unique(said[everybody[said[everybody] >= 0]])) < 2:
        return
    for number, name in enumerate((*classes.names, *([""] if classes.has_rest else []))):
        wanted = number if name else -1
        places = everybody[said[everybody] == wanted]
        if len(places):
            yield Group(GroupKey(Who.PEOPLE, name), places, persons[places])


def _contestants(answers: Answers) -> Iterator[Group]:
    """Models and baselines, each with what it was given."""
    places = np.flatnonzero(answers.kind != HUMAN)
    key = answers.kind
    for words in (answers.who, answers.setting, answers.prompt):
        key = key * (len(words.words) + 1) + words.codes + 1
    key = key * 2 + answers.origin
    for found in _runs(key, places):
        first = int(found[0])
        who = Who.MODEL if answers.kind[first] == KINDS[ResponderKind.MODEL] else Who.BASELINE
        given = [_word(answers, name, first) for name in ("who", "setting", "prompt")]
        origin = Origin.IMPORTED if answers.origin[first] else Origin.LIVE
        yield Group(GroupKey(who, given[0], given[1], given[2], origin), found, answers.question.codes[found])


def _word(answers: Answers, name: str, place: int) -> str:
    words = {"who": answers.who, "setting": answers.setting, "prompt": answers.prompt}[name]
    code = int(words.codes[place])
    return "" if code < 0 else words.words[code]


def _runs(key: Codes, places: Codes) -> Iterator[Codes]:
    """The places of each value of the key, ascending."""
    if not len(places):
        return
    order = places[np.argsort(key[places], kind="stable")]
    values = key[order]
    yield from np.split(order, np.flatnonzero(values[1:] != values[:-1]) + 1)
