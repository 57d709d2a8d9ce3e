"""What a row of the geo leaderboard is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from leaderboard.intervals import Interval
from leaderboard.ranks import PROVISIONAL_BELOW

WITHIN_KM = (1, 10, 100, 500, 1000)


class RowKind(StrEnum):
    """What a row of the table stands for."""

    PLAYER = "player"
    NO_ID = "no_id"
    ALL_PEOPLE = "all_people"
    PEOPLE = "people"
    MODEL = "model"
    BASELINE = "baseline"


RANKED = frozenset({RowKind.PLAYER, RowKind.MODEL})


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """The figures of a row. Shares are 0 to 1; a figure is None where it has nothing to stand on.

    Attributes:
        answers: answers that count. Of a baseline: questions.
        mean_points: mean over the answers that count.
        interval: 95 % interval of that mean.
        median_km: median distance of the answers that hold a guess.
        within: share of the answers that count whose guess is within each of `WITHIN_KM`.
        skipped, refused, unparsed: share of the answers that count.
        errors: share of errors in errors and answers that count together.
    """

    answers: int
    mean_points: float | None = None
    interval: Interval | None = None
    median_km: float | None = None
    within: tuple[float, ...] | None = None
    skipped: float | None = None
    refused: float | None = None
    unparsed: float | None = None
    errors: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoTableRow:
    """One row of the table.

    Attributes:
        label: who, as it may be shown. It can come from outside: show it as text only.
        detail: what a model was given, and how far it came. It can come from outside too.
        is_imported: the answers were read from a published file.
        is_own: this row is the viewer's.
        rank: among settled players and models, equal means share one; None for everything else.
        games: games with at least one answer; None where there are none.
        best: names of columns in which no player or model with a rank is better: mean_points, median_km, within_1, ...
    """

    kind: RowKind
    label: str
    figures: Figures
    detail: str = ""
    is_imported: bool = False
    is_own: bool = False
    rank: int | None = None
    games: int | None = None
    best: frozenset[str] = frozenset()

    @property
    def is_provisional(self) -> bool:
        """Too few answers to say much: such a row has no rank."""
        return self.figures.answers < PROVISIONAL_BELOW


def share_column(km: float) -> str:
    """The name of the column that tells the share of answers within a distance."""
    return f"within_{km}"
