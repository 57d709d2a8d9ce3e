"""How far two groups of voters agree on the same battles (GeoArena, tables 4 and 6), and how far two ratings do."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.intervals import Interval
from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.outcomes import Bools, Ints
from leaderboard.ratings.table import RatingTable
from leaderboard.ratings.vote_table import VoteTable
from soundmark.scoring.proportion import wilson_interval

VERDICTS = ("left", "tie", "right")


@dataclass(frozen=True, slots=True)
class Rate:
    """A share of equal verdicts with its 95 % interval (Wilson's); both None without a battle."""

    n_agreeing: int
    n: int

    @property
    def value(self) -> float | None:
        """The share, 0 to 1."""
        return self.n_agreeing / self.n if self.n else None

    @property
    def interval(self) -> Interval | None:
        """95 % interval of the share."""
        return Interval(*wilson_interval(self.n_agreeing, self.n)) if self.n else None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Agreement:
    """Verdicts of two groups on the same battles.

    Attributes:
        verdicts: battles by verdict of the first group (rows) and of the second (columns), each left, tie, right.
        rows: of each verdict of the first group, the share on which the second says the same.
        columns: the same with the groups changed.
        overall: over all battles.
        kappa: agreement beyond chance (Cohen 1960); None where both always say the same one thing.
        n_split: battles left out because a group has no most frequent verdict.
    """

    verdicts: Ints
    rows: tuple[Rate, ...]
    columns: tuple[Rate, ...]
    overall: Rate
    kappa: float | None
    n_split: int = 0


def agreement_of(verdicts: Ints, n_split: int = 0) -> Agreement:
    """Rates of a table of verdicts, shape (3, 3).

    Raises:
        ValueError: when it is of another shape.
    """
    if verdicts.shape != (len(VERDICTS), len(VERDICTS)):
        raise ValueError("Verdicts are a table of left, tie and right by left, tie and right.")
    total, agreeing = int(verdicts.sum()), int(np.trace(verdicts))
    chance = float(verdicts.sum(axis=1) @ verdicts.sum(axis=0)) / total**2 if total else 1.0
    return Agreement(
        verdicts=verdicts,
        rows=tuple(Rate(int(verdicts[at, at]), int(verdicts[at].sum())) for at in range(len(VERDICTS))),
        columns=tuple(Rate(int(verdicts[at, at]), int(verdicts[:, at].sum())) for at in range(len(VERDICTS))),
        overall=Rate(agreeing, total),
        kappa=(agreeing / total - chance) / (1 - chance) if chance < 1 else None,
        n_split=n_split,
    )


def group_agreement(votes: VoteTable, first: Bools, second: Bools) -> Agreement:
    """How far two groups agree on the battles on which both voted.

    A group's verdict on a battle is the most frequent one; both bad is a tie. The answers of a battle stand on the same
    sides for all voters.

    Args:
        votes: with battles.
        first: which votes are of the first group, shape (votes,).
        second: of the second.

    Raises:
        RatingError: when the table does not say which votes are of one battle.
    """
    if votes.battle is None:
        raise RatingError("The votes have no column battle_id, so nobody knows which are about the same answers.")
    n = int(votes.battle.max(initial=-1)) + 1
    sides = np.array([0, 1, 2, 1])[votes.outcome]
    tables = []
    for group in (first, second):
        mask = group & (votes.battle >= 0)
        tables.append(np.bincount(votes.battle[mask] * 3 + sides[mask], minlength=n * 3).reshape(n, 3))
    both = (tables[0].sum(axis=1) > 0) & (tables[1].sum(axis=1) > 0)
    clear = both.copy()
    for table in tables:
        clear &= (table == table.max(axis=1, keepdims=True)).sum(axis=1) == 1
    verdicts = np.zeros((3, 3), dtype=np.int64)
    np.add.at(verdicts, (tables[0][clear].argmax(axis=1), tables[1][clear].argmax(axis=1)), 1)
    return agreement_of(verdicts, int(both.sum() - clear.sum()))


@dataclass(frozen=True, slots=True, kw_only=True)
class RatingAgreement:
    """How alike two ratings of the same models are.

    Attributes:
        n_models: compared models that both have, each in its largest group.
        pearson, spearman, kendall: correlations of ratings, of ranks, and of the order of pairs (tau b); None for fewer
            than three models or without any difference.
    """

    n_models: int
    pearson: float | None
    spearman: float | None
    kendall: float | None


def rating_agreement(first: RatingTable, second: RatingTable) -> RatingAgreement:
    """Compare ratings from the votes of two groups, whatever battles they voted on."""
    own = [{row.model: row.rating for row in table.ratings if row.group == 1} for table in (first, second)]
    shared = sorted(own[0].keys() & own[1].keys())
    x, y = ([ratings[model] for model in shared] for ratings in own)
    if len(shared) < 3 or np.ptp(x) < 1e-6 or np.ptp(y) < 1e-6:
        return RatingAgreement(n_models=len(shared), pearson=None, spearman=None, kendall=None)
    from scipy.stats import kendalltau, pearsonr, spearmanr  # slow to import: only where there is something to compare

    found = [float(measure(x, y).statistic) for measure in (pearsonr, spearmanr, kendalltau)]
    return RatingAgreement(n_models=len(shared), pearson=found[0], spearman=found[1], kendall=found[2])
