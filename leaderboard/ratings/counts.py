"""How often each pair of models met, on which sides, and what voters said: all that a rating needs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from leaderboard.ratings.outcomes import Ints, Outcome
from soundmark.types import SoundmarkError

MAX_MODELS = 1000
"""Pairs grow with the square: a table of more names than this is hardly one of models."""


class RatingError(SoundmarkError):
    """Votes that cannot be rated as asked; the text says what to do."""


@dataclass(frozen=True, slots=True, eq=False)
class VoteCounts:
    """Counts of votes by pair, side and outcome.

    Attributes:
        models: names, without repetition.
        cells: shape (models, models, 4): [on side a, on side b, Outcome].
    """

    models: tuple[str, ...]
    cells: Ints

    @property
    def n_votes(self) -> int:
        """All votes."""
        return int(self.cells.sum())

    def plus(self, model_a: str, model_b: str, outcome: Outcome) -> VoteCounts:
        """With one vote more; a model that is new is added.

        Raises:
            ValueError: when a model meets itself.
            RatingError: when there are too many models.
        """
        if model_a == model_b:
            raise ValueError("A model cannot meet itself.")
        models = (*self.models, *(name for name in (model_a, model_b) if name not in self.models))
        check_number(len(models))
        cells = np.zeros((len(models), len(models), len(Outcome)), dtype=np.int64)
        cells[: len(self.models), : len(self.models)] = self.cells
        cells[models.index(model_a), models.index(model_b), outcome] += 1
        return VoteCounts(models, cells)


def count_votes(models: tuple[str, ...], a: Ints, b: Ints, outcome: Ints) -> VoteCounts:
    """Count votes.

    Args:
        models: names.
        a: who stood on side a, as places in `models`, shape (votes,).
        b: who stood on side b.
        outcome: of each vote, as `Outcome`, shape (votes,).

    Raises:
        ValueError: when a model meets itself.
        RatingError: when there are more than 1000 models.
    """
    n = len(models)
    check_number(n)
    if n == 0:
        return VoteCounts((), np.zeros((0, 0, len(Outcome)), dtype=np.int64))
    cells = np.bincount(cell_of(n, a, b, outcome), minlength=n * n * len(Outcome))
    shaped = cells.reshape(n, n, len(Outcome))
    if shaped[np.arange(n), np.arange(n)].any():
        raise ValueError("A model cannot meet itself.")
    return VoteCounts(models, shaped)


def cell_of(n_models: int, a: Ints, b: Ints, outcome: Ints) -> Ints:
    """The place of each vote in a flattened array of counts."""
    found: Ints = (a * n_models + b) * len(Outcome) + outcome
    return found


def check_number(n_models: int) -> None:
    """Refuse more models than pairs can be kept for.

    Raises:
        RatingError: when there are too many.
    """
    if n_models > MAX_MODELS:
        raise RatingError(
            f"There are {n_models:,} different models, and at most {MAX_MODELS:,} can be rated. Are the columns right?"
        )


@dataclass(frozen=True, slots=True, eq=False)
class Pairs:
    """Pairs that met at least once, whatever the sides.

    Attributes:
        n_models: of which they are pairs.
        first, second: places of the models, first < second, shape (pairs,).
        votes: shape (pairs, 4): first wins, tie, second wins, both bad.
    """

    n_models: int
    first: Ints
    second: Ints
    votes: Ints


def fold(cells: Ints) -> Pairs:
    """Pairs from counts by side."""
    n = len(cells)
    mirrored = cells.transpose(1, 0, 2)[:, :, [Outcome.B, Outcome.TIE, Outcome.A, Outcome.BOTH_BAD]]
    both = cells + mirrored
    first, second = np.nonzero(np.triu(both.sum(axis=2), 1))
    return Pairs(n, first, second, both[first, second])
