"""Votes that can be rated, as columns; and the choice of some of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

import numpy as np

from leaderboard.ratings.counts import RatingError, VoteCounts, count_votes
from leaderboard.ratings.outcomes import Bools, Floats, Ints
from leaderboard.ratings.resampling import VoteClusters


@dataclass(frozen=True, slots=True, eq=False)
class Labels:
    """What each vote is called in some respect, for instance its language.

    Attributes:
        codes: place of each vote's label, shape (votes,).
        names: the labels; '' for none.
    """

    codes: Ints
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteFilter:
    """Which votes to rate.

    Attributes:
        labels: respect -> the labels of which a vote must have one, as {'language': {'de', 'fr'}}.
        since, until: votes given at this time or after it, and before that; with a time zone.
    """

    labels: Mapping[str, frozenset[str]] = field(default_factory=dict)
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class VoteTable:
    """Votes, one an element.

    Attributes:
        models: names, without repetition.
        a: place of the model on side a, shape (votes,).
        b: the same of side b.
        outcome: what the vote says, as `Outcome`.
        voter: number of each voter, -1 where it is not known; None without such a column.
        question: the same of the question.
        battle: the same of the battle.
        time_s: seconds since 1970 (UTC), NaN where it is not known; None without such a column.
        style: features of answer a and b, shape (votes, features, 2), NaN where they are not known; None without them.
        labels: by respect.
    """

    models: tuple[str, ...]
    a: Ints
    b: Ints
    outcome: Ints
    voter: Ints | None = None
    question: Ints | None = None
    battle: Ints | None = None
    time_s: Floats | None = None
    style: Floats | None = None
    labels: Mapping[str, Labels] = field(default_factory=dict)

    @property
    def n_votes(self) -> int:
        """How many."""
        return len(self.outcome)

    def counts(self) -> VoteCounts:
        """Counts by pair, side and outcome.

        Raises:
            RatingError: when there are too many models.
        """
        return count_votes(self.models, self.a, self.b, self.outcome)

    def clusters(self, by: str) -> VoteClusters:
        """Which votes belong together.

        Args:
            by: `voter` or `question`.

        Raises:
            RatingError: when the table does not have it.
        """
        numbers = {"voter": self.voter, "question": self.question}[by]
        if numbers is None:
            raise RatingError(f"The votes have no column {by}, so they cannot be drawn by {by}.")
        alone = np.arange(self.n_votes) + (int(numbers.max()) + 1 if self.n_votes else 0)
        return VoteClusters(self.models, self.a, self.b, self.outcome, np.where(numbers < 0, alone, numbers))

    def chosen(self, wanted: VoteFilter) -> VoteTable:
        """The votes that a filter lets through.

        Raises:
            RatingError: when it asks for what the table does not have.
        """
        mask = np.ones(self.n_votes, dtype=bool)
        for respect, names in wanted.labels.items():
            if respect not in self.labels:
                raise RatingError(f"The votes have no column {respect}, so they cannot be chosen by it.")
            labels = self.labels[respect]
            is_wanted = np.array([name in names for name in labels.names], dtype=bool)
            mask &= is_wanted[labels.codes] if len(is_wanted) else False
        if wanted.since is not None or wanted.until is not None:
            if self.time_s is None:
                raise RatingError("The votes have no column of times, so they cannot be chosen by time.")
            since_s = -np.inf if wanted.since is None else wanted.since.timestamp()
            until_s = np.inf if wanted.until is None else wanted.until.timestamp()
            mask &= (self.time_s >= since_s) & (self.time_s < until_s)
        return self if mask.all() else self.where(mask)

    def where(self, mask: Bools | Ints) -> VoteTable:
        """Some of the votes."""

        def of(column: Ints | None) -> Ints | None:
            return None if column is None else column[mask]

        return VoteTable(
            models=self.models,
            a=self.a[mask],
            b=self.b[mask],
            outcome=self.outcome[mask],
            voter=of(self.voter),
            question=of(self.question),
            battle=of(self.battle),
            time_s=None if self.time_s is None else self.time_s[mask],
            style=None if self.style is None else self.style[mask],
            labels={respect: Labels(found.codes[mask], found.names) for respect, found in self.labels.items()},
        )
