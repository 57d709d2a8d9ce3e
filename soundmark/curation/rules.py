"""What decides which clips of a run are kept, and what their rows say."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

from soundmark.curation.carried import Carried
from soundmark.curation.filters.thresholds import Thresholds
from soundmark.curation.tags.tag_file import TagFile

if TYPE_CHECKING:
    from soundmark.curation.localizability.fit import CategoryFit


class NearDuplicateRule(StrEnum):
    """What is done about clips that hold the same sound."""

    REPORT = "report"
    DROP = "drop"
    OFF = "off"


@dataclass(frozen=True, slots=True, kw_only=True)
class Localizable:
    """Selection by localizability (AGL1K, section 3.3).

    Attributes:
        categories: fitted ones by name, as `localizability fit` found them.
        theta: clips that are not above it are dropped; None to write the values down and drop none.
    """

    categories: Mapping[str, CategoryFit]
    theta: float | None

    def value(self, name: str, shares: Mapping[str, float]) -> float:
        """l_k of a clip with these tags."""
        from soundmark.curation.localizability.score import score_clip

        return score_clip(name, shares, self.categories, 0.0).value

    def keeps(self, value: float) -> bool:
        """Whether a clip of this value stays."""
        return self.theta is None or value > self.theta


@dataclass(frozen=True, slots=True, kw_only=True)
class CurationRules:
    """All of them.

    Attributes:
        thresholds: of the acoustic filters.
        carried: rows of the table beside the recordings.
        tag_file: tags that were worked out elsewhere.
        localizable: None where nobody asks for it.
        near_duplicates: what is done about them.
    """

    thresholds: Thresholds
    carried: Carried
    tag_file: TagFile | None = None
    localizable: Localizable | None = None
    near_duplicates: NearDuplicateRule = NearDuplicateRule.OFF
