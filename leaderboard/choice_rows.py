"""What a row of a quiz's leaderboard is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.shares import Share, SharesByGroup


class ChoiceRowKind(StrEnum):
    """What a row of the table stands for."""

    PLAYER = "player"
    NO_ID = "no_id"
    ALL_PEOPLE = "all_people"
    PEOPLE = "people"
    MODEL = "model"
    BASELINE = "baseline"
    PUBLISHED_PEOPLE = "published_people"
    PUBLISHED_MODEL = "published_model"
    PUBLISHED_BASELINE = "published_baseline"


RANKED = frozenset({ChoiceRowKind.PLAYER, ChoiceRowKind.MODEL})
PUBLISHED = frozenset({ChoiceRowKind.PUBLISHED_PEOPLE, ChoiceRowKind.PUBLISHED_MODEL, ChoiceRowKind.PUBLISHED_BASELINE})


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceFigures:
    """The figures of a row. Rates are 0 to 1; a figure is None where it has nothing to stand on.

    Attributes:
        shares: of right answers among those that count: those given, passed, refused and not readable.
        answers: how many count; None where the paper does not say.
        skipped, refused, unparsed: share of the answers that count.
        errors: share of errors in errors and answers that count together.
    """

    shares: SharesByGroup
    answers: int | None = None
    skipped: float | None = None
    refused: float | None = None
    unparsed: float | None = None
    errors: float | None = None

    @property
    def main(self) -> Share:
        """What rows are ranked by: the mean of the groups; over all answers where the questions have no groups."""
        return self.shares.micro if self.shares.macro.value is None else self.shares.macro


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTableRow:
    """One row of the table.

    Attributes:
        label: who, as it may be shown. It can come from outside: show it as text only.
        detail: what else is to be known of the row, in a few words. It can come from outside too.
        partial: how far a model came that did not answer all questions; '' for all else.
        is_imported: the answers were read from a published file.
        is_own: this row is the viewer's.
        rank: among settled players and models, equal figures share one; None for everything else.
        best: names of columns in which no player or model with a rank is better.
    """

    kind: ChoiceRowKind
    label: str
    figures: ChoiceFigures
    detail: str = ""
    partial: str = ""
    is_imported: bool = False
    is_own: bool = False
    rank: int | None = None
    best: frozenset[str] = frozenset()

    @property
    def is_published(self) -> bool:
        """The figures are those of a paper."""
        return self.kind in PUBLISHED

    @property
    def is_provisional(self) -> bool:
        """Too few answers to say much: such a row has no rank."""
        return self.figures.answers is not None and self.figures.answers < PROVISIONAL_BELOW
