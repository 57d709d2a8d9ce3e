"""Questions in an order in which none gives away a later one. Pure functions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from soundmark.types import QuestionId

MOST_STEPS = 2000
"""Questions that are tried before the longest game found so far is taken."""


def kept_apart(
    in_order: Sequence[QuestionId],
    classes: Mapping[QuestionId, str] | None,
    rounds: int,
    gives_away: Callable[[QuestionId, QuestionId], bool],
) -> tuple[QuestionId, ...]:
    """The first questions, by their order, of which none is given away by one before it.

    Args:
        in_order: all questions, in the order in which they had better be asked.
        classes: kinds of questions, which take turns where that can be; None for one kind.
        rounds: how many to ask; fewer are asked where there are not so many.
        gives_away: whether the first question gives away the second when that comes later.
    """
    search = _Search(in_order, classes or dict.fromkeys(in_order, ""), rounds, gives_away)
    search.extend([])
    chosen = search.longest
    for one in in_order:  # kinds that cannot all take their turn: rather more of another kind than a shorter game
        if len(chosen) < rounds and one not in chosen and search.may_follow(chosen, one):
            chosen = [*chosen, one]
    return tuple(chosen)


class _Search:
    """Depth first, by the given order; the longest game that was found is kept."""

    def __init__(
        self,
        in_order: Sequence[QuestionId],
        classes: Mapping[QuestionId, str],
        rounds: int,
        gives_away: Callable[[QuestionId, QuestionId], bool],
    ) -> None:
        self.longest: list[QuestionId] = []
        self._in_order, self._classes, self._rounds, self._gives_away = in_order, classes, rounds, gives_away
        self._sizes = Counter(classes[one] for one in in_order)
        self._steps = 0

    def extend(self, chosen: list[QuestionId]) -> bool:
        """Whether a game that begins with these can be had, or no time is left to look for one."""
        if len(chosen) > len(self.longest):
            self.longest = chosen
        if len(chosen) >= min(self._rounds, len(self._in_order)) or self._steps >= MOST_STEPS:
            return True
        for one in self._whose_turn(chosen):
            self._steps += 1
            if self.may_follow(chosen, one) and self.extend([*chosen, one]):
                return True
        return False

    def may_follow(self, chosen: Sequence[QuestionId], one: QuestionId) -> bool:
        """Whether none of those chosen gives a question away."""
        return not any(self._gives_away(earlier, one) for earlier in chosen)

    def _whose_turn(self, chosen: Sequence[QuestionId]) -> Iterator[QuestionId]:
        """The questions of the kinds that were asked least, of those that have any left."""
        asked = Counter(self._classes[one] for one in chosen)
        least = min((asked[kind] for kind, size in self._sizes.items() if asked[kind] < size), default=0)
        return (one for one in self._in_order if asked[self._classes[one]] == least and one not in chosen)
