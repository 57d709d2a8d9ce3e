"""What judges say each sound contributed to a model's reasoning, averaged over them (AGL1K, section 3.3.1)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from statistics import fmean

Cell = tuple[str, str]
"""A category in a clip: clip id, category."""
Shares = Mapping[str, Mapping[str, float]]
"""By clip id and category: the share of the clip's time in which the category is present, 0 to 1 (t_ki)."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One judge's word on one category of one clip.

    Attributes:
        judge: its name; '' for a value that is already the mean over judges.
        value: the contribution, on the scale of `Rules`.
    """

    clip_id: str
    category: str
    judge: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """All judgements, each once.

    Attributes:
        by_judge: the contribution by judge and cell.
        n_repeated: judgements that were there again, alike.
        contradictory: cells that one judge gave two values to, and the judge: neither counts.
    """

    by_judge: Mapping[str, Mapping[Cell, float]]
    n_repeated: int = 0
    contradictory: Sequence[tuple[str, Cell]] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Contributions:
    """The mean contribution of each category to the reasoning about each clip.

    Attributes:
        means: by cell, over judges.
        judges: their names.
        incomplete: cells that too few judges gave a value to; they do not count.
    """

    means: Mapping[Cell, float]
    judges: tuple[str, ...] = ()
    incomplete: Sequence[Cell] = field(default=())


def judged_once(judgements: Iterable[Judgement]) -> Judged:
    """Sort judgements by judge; a repetition counts once, a contradiction not at all."""
    by_judge: dict[str, dict[Cell, float]] = {}
    contradictory: dict[tuple[str, Cell], None] = {}
    n_repeated = 0
    for one in judgements:
        own, cell = by_judge.setdefault(one.judge, {}), (one.clip_id, one.category)
        if cell not in own:
            own[cell] = one.value
        elif own[cell] == one.value:
            n_repeated += 1
        else:
            contradictory[one.judge, cell] = None
    for judge, cell in contradictory:
        del by_judge[judge][cell]
    return Judged(by_judge=by_judge, n_repeated=n_repeated, contradictory=tuple(contradictory))


def mean_contributions(by_judge: Mapping[str, Mapping[Cell, float]], *, min_judges: int | None = None) -> Contributions:
    """The mean over judges of each cell.

    Args:
        by_judge: as `judged_once` has it.
        min_judges: how many must have judged a cell for it to count. By default all of them: a mean that lacks a strict
            judge is too high.
    """
    needed = len(by_judge) if min_judges is None else min(max(1, min_judges), len(by_judge))
    cells = dict.fromkeys(cell for own in by_judge.values() for cell in own)
    values = {cell: [own[cell] for own in by_judge.values() if cell in own] for cell in cells}
    return Contributions(
        means={cell: fmean(found) for cell, found in values.items() if len(found) >= needed},
        judges=tuple(sorted(by_judge)),
        incomplete=tuple(cell for cell, found in values.items() if len(found) < needed),
    )
