"""Two groups of voters side by side (GeoArena, tables 4 and 6): on the same battles, and by the ratings they make."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.agreement import Agreement, RatingAgreement, group_agreement, rating_agreement
from leaderboard.ratings.counts import RatingError
from leaderboard.ratings.outcomes import Bools
from leaderboard.ratings.rate import refit
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_table import VoteTable


@dataclass(frozen=True, slots=True)
class VoterGroup:
    """Votes that have a label in some respect, as language de.

    Attributes:
        respect: a column, one of `raw_votes.LABELS`.
        label: its value, as it is written there.
    """

    respect: str
    label: str

    def of(self, votes: VoteTable) -> Bools:
        """Which votes are of the group, shape (votes,).

        Raises:
            RatingError: when the votes do not have the column.
        """
        labels = votes.labels.get(self.respect)
        if labels is None:
            raise RatingError(f"The votes have no column {self.respect}, so they cannot be told apart by it.")
        is_own = np.array([name == self.label for name in labels.names], dtype=bool)
        found: Bools = is_own[labels.codes] if len(is_own) else np.zeros(votes.n_votes, dtype=bool)
        return found


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GroupComparison:
    """How far two groups agree.

    Attributes:
        groups: the two.
        n_votes: of each.
        agreement: on battles that both judged.
        ratings: how alike the ratings are that each group's votes make, whatever battles they judged.
    """

    groups: tuple[VoterGroup, VoterGroup]
    n_votes: tuple[int, int]
    agreement: Agreement
    ratings: RatingAgreement


def compare_groups(
    votes: VoteTable, first: VoterGroup, second: VoterGroup, rules: RatingRules | None = None
) -> GroupComparison:
    """Compare two groups.

    Raises:
        RatingError: when they are the same one, or a column is not there.
    """
    if first == second:
        raise RatingError("Both groups of voters are the same one. Name two different ones.")
    masks = first.of(votes), second.of(votes)
    tables = [refit(votes.where(mask).counts(), rules) for mask in masks]
    return GroupComparison(
        groups=(first, second),
        n_votes=(int(masks[0].sum()), int(masks[1].sum())),
        agreement=group_agreement(votes, *masks),
        ratings=rating_agreement(*tables),
    )
