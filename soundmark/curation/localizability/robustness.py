"""How far the sides of categories hang on a single judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from soundmark.curation.localizability.contributions import Cell, Shares, mean_contributions
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.fit import Fit, Side, fit_localizability


@dataclass(frozen=True, slots=True, kw_only=True)
class SideChange:
    """A category that changes sides."""

    category: str
    before: Side
    after: Side


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutJudge:
    """What a fit becomes without one of its judges.

    Attributes:
        judge: who is left out.
        changes: categories that change sides, by name.
    """

    judge: str
    changes: tuple[SideChange, ...]


def without_each_judge(
    fit: Fit, shares: Shares, by_judge: Mapping[str, Mapping[Cell, float]], errors_km: Mapping[str, float]
) -> list[WithoutJudge]:
    """Fit again without each judge in turn; nothing where there is one alone.

    A cell counts when all judges that are left gave it a value.

    Args:
        fit: with all of them.
        shares: as `fit_localizability` takes them.
        by_judge: contributions by judge and cell.
        errors_km: as `fit_localizability` takes them.
    """
    if len(by_judge) < 2:
        return []
    sides = {one.category: one.side for one in fit.categories}
    return [
        WithoutJudge(judge=judge, changes=_changes(sides, _refit(fit, shares, by_judge, judge, errors_km)))
        for judge in sorted(by_judge)
    ]


def _refit(
    fit: Fit, shares: Shares, by_judge: Mapping[str, Mapping[Cell, float]], judge: str, errors_km: Mapping[str, float]
) -> dict[str, Side]:
    means = mean_contributions({name: own for name, own in by_judge.items() if name != judge}).means
    try:
        found = fit_localizability(shares, means, errors_km, fit.rules)
    except LocalizabilityError:
        return {}
    return {one.category: one.side for one in found.categories}


def _changes(before: Mapping[str, Side], after: Mapping[str, Side]) -> tuple[SideChange, ...]:
    names = sorted(before.keys() | after.keys())
    both = [(name, before.get(name, Side.NEITHER), after.get(name, Side.NEITHER)) for name in names]
    return tuple(SideChange(category=name, before=one, after=other) for name, one, other in both if one is not other)
