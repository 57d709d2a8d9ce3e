"""What a vote says, how it may be spelled, and how ties and "both bad" count."""

from __future__ import annotations

import unicodedata
from enum import IntEnum, StrEnum

import numpy as np

Ints = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Bools = np.ndarray[tuple[int, ...], np.dtype[np.bool_]]


class Outcome(IntEnum):
    """What a vote says; the numbers are places in arrays of counts."""

    A = 0
    TIE = 1
    B = 2
    BOTH_BAD = 3


class Ties(StrEnum):
    """How votes for neither side count.

    HALF gives half a win to each side, DROPPED leaves them out, and DAVIDSON gives the tie a probability of its own
    (Davidson 1970, Journal of the American Statistical Association 65, 317-328).
    """

    HALF = "half"
    DAVIDSON = "davidson"
    DROPPED = "dropped"


class BothBad(StrEnum):
    """Whether a vote that both answers are bad is a tie, or is left out of ratings. It is counted apart anyway."""

    TIE = "tie"
    LEFT_OUT = "left_out"


_SPELLINGS = {
    Outcome.A: ("a", "model_a", "left", "side_a", "a_wins", "model_a_wins", "left_wins", "left_win", "vote_for_left",
                "left_is_better", "a_is_better"),
    Outcome.B: ("b", "model_b", "right", "side_b", "b_wins", "model_b_wins", "right_wins", "right_win",
                "vote_for_right", "right_is_better", "b_is_better"),
    Outcome.TIE: ("tie", "ties", "tied", "draw", "equal", "both_equal", "both_good", "tie_both_good",
                  "tie_bothgood"),
    Outcome.BOTH_BAD: ("both_bad", "bothbad", "tie_bothbad", "tie_both_bad", "both_are_bad", "neither"),
}  # fmt: skip
_OUTCOMES = {spelling: outcome for outcome, spellings in _SPELLINGS.items() for spelling in spellings}
_SEPARATORS = str.maketrans(dict.fromkeys("()[]_-,:;/", " "))


def outcome_of(text: str) -> Outcome | None:
    """The outcome that a cell names, as `model_a`, `left`, `tie (bothbad)`; None when it names none.

    Case, spaces, brackets, hyphens and underscores make no difference. Numbers are not read: 1 may be either side.
    """
    words = unicodedata.normalize("NFKC", text[:100]).casefold().translate(_SEPARATORS).split()
    return _OUTCOMES.get("_".join(words))
