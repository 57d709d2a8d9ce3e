"""Which logged answers are to the questions that are played now: another list may have had a name, or other truths."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.tables.columns import Mask, floats_of, words_of
from soundmark.benchmarks.entry import AnyPack
from soundmark.types import ChoiceTruth, GeoTruth, SpatialTruth

if TYPE_CHECKING:
    import pyarrow as pa

Truth = Sequence[float | None]
GEO_COLUMNS = ("true_latitude_deg", "true_longitude_deg")
CHOICE_COLUMNS = ("true_index",)
SPATIAL_COLUMNS = ("true_choice_index", "true_distance_m")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AskedOf:
    """The questions of a list with what is right.

    Attributes:
        revision: of the list; another one has other questions or truths.
        columns: of the log that tell what was right when an answer was given.
        truths: by question id what these columns hold of the question as it is now.
    """

    revision: str
    columns: Sequence[str]
    truths: Mapping[str, Truth]

    def __len__(self) -> int:
        return len(self.truths)

    def rows(self, table: pa.Table) -> Mask:
        """Which rows of a table of the log answer one of the questions as it is now."""
        questions = words_of(table, "question_id")
        kept = questions.mapped(dict.fromkeys(self.truths, 1), 0) == 1
        nothing: Truth = (None,) * len(self.columns)
        truths = np.array([*(self.truths.get(word, nothing) for word in questions.words), nothing], dtype=np.float64)
        for place, column in enumerate(self.columns):
            wanted, found = truths[questions.codes, place], floats_of(table, column)
            kept &= (wanted == found) | (np.isnan(wanted) & np.isnan(found))
        return np.asarray(kept)


def asked_of_pack(pack: AnyPack) -> AskedOf:
    """The questions of a pack."""
    columns: Sequence[str] = ()
    truths: dict[str, Truth] = {}
    for question in pack.questions:
        columns, truths[str(question.question_id)] = _told(question.truth)
    return AskedOf(revision=pack.revision, columns=columns, truths=truths)


def _told(truth: GeoTruth | ChoiceTruth | SpatialTruth) -> tuple[Sequence[str], Truth]:
    match truth:
        case GeoTruth():
            return GEO_COLUMNS, (truth.place.latitude_deg, truth.place.longitude_deg)
        case ChoiceTruth():
            return CHOICE_COLUMNS, (truth.choice_index,)
    return SPATIAL_COLUMNS, (truth.choice_index, truth.distance_m)
