"""Questions in an order in which none gives away a later one. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from soundmark.types import QuestionId

MOST_STEPS = 2000
"""Questions that are tried before the longest game found so far is taken."""


def kept_apart(
    in_order: Sequence[QuestionId],
    classes: Mapping[QuestionId, str] | None,
    rounds: int,
    gives_away: Callable[[QuestionId, QuestionId], bool],
    blocks: Mapping[QuestionId, str] | None = None,
) -> tuple[QuestionId, ...]:
    """The first questions, by their order, of which none is given away by one before it.

    With blocks a game is about one of them, the first that has enough questions; where none has, about several.

    Args:
        in_order: all questions, in the order in which they had better be asked.
        classes: kinds of questions, which take turns where that can be; None for one kind.
        rounds: how many to ask; fewer are asked where there are not so many.
        gives_away: whether the first question gives away the second when that comes later.
        blocks: of which block a question is; None or empty for none.
    """
    for of_block in _by_block(in_order, blocks) if blocks else ():
        game = _longest(of_block, classes, rounds, gives_away) if len(of_block) >= rounds else ()
        if len(game) >= rounds:
            return game
    return _longest(in_order, classes, rounds, gives_away)


def _by_block(in_order: Sequence[QuestionId], blocks: Mapping[QuestionId, str]) -> list[list[QuestionId]]:
    """The questions of each block, in order, the block of the first question first."""
    found: dict[str, list[QuestionId]] = {}
    for one in in_order:
        found.setdefault(blocks[one], []).append(one)
    return list(found.values())


def _longest(
    in_order: Sequence[QuestionId],
    classes: Mapping[QuestionId, str] | None,
    rounds: int,
    gives_away: Callable[[QuestionId, QuestionId], bool],
) -> tuple[QuestionId, ...]:
    search = _Search(in_order, classes or dict.fromkeys(in_order, ""), rounds, gives_away)
    search.extend((), in_order)
    chosen, left = search.longest, search.left
    while left and len(chosen) < rounds:  # kinds that cannot all take their turn: rather more of others than no more
        chosen, left = (*chosen, left[0]), search.after(left[0], left)
    return chosen


class _Search:
    """Depth first, by the given order.

    Attributes:
        longest: the longest game that was found.
        left: what may still follow it.
    """

    def __init__(
        self,
        in_order: Sequence[QuestionId],
        classes: Mapping[QuestionId, str],
        rounds: int,
        gives_away: Callable[[QuestionId, QuestionId], bool],
    ) -> None:
        self.longest: tuple[QuestionId, ...] = ()
        self.left = in_order
        self._classes, self._gives_away = classes, gives_away
        self._rounds = min(rounds, len(in_order))
        self._sizes = Counter(classes[one] for one in in_order)
        self._steps = 0

    def extend(self, chosen: tuple[QuestionId, ...], left: Sequence[QuestionId]) -> bool:
        """Whether the search is over: a whole game begins with these, or no time is left to look for one.

        Args:
            chosen: the game so far.
            left: what none of these gives away.
        """
        if len(chosen) > len(self.longest):
            self.longest, self.left = chosen, left
        if len(chosen) >= self._rounds or self._steps >= MOST_STEPS:
            return True
        turn = self._turn(chosen)
        if len(turn - {self._classes[one] for one in left}) > max(0, len(turn) - (self._rounds - len(chosen))):
            return False  # nothing of some kind is left that has to take its turn
        for one in left:
            if self._classes[one] in turn:
                self._steps += 1
                if self.extend((*chosen, one), self.after(one, left)):
                    return True
        return False

    def after(self, one: QuestionId, left: Sequence[QuestionId]) -> list[QuestionId]:
        """What is left when that is asked."""
        return [other for other in left if other != one and not self._gives_away(one, other)]

    def _turn(self, chosen: Sequence[QuestionId]) -> set[str]:
        """The kinds that were asked least, of those that have any left."""
        asked = Counter(self._classes[one] for one in chosen)
        open_kinds = [kind for kind, size in self._sizes.items() if asked[kind] < size]
        least = min((asked[kind] for kind in open_kinds), default=0)
        return {kind for kind in open_kinds if asked[kind] == least}
