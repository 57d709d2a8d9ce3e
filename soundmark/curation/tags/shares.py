"""What a tagger says of a clip: how much of its time each category is heard."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from soundmark.audio.sound import Sound
from soundmark.types import SoundmarkError


class TagsError(SoundmarkError):
    """A tagger that cannot be used, or a file of tags that cannot be read; the text says what to do."""


@dataclass(frozen=True, slots=True)
class TagShares:
    """The tags of one clip.

    Attributes:
        by_category: share of the clip's time, 0 to 1, in which a category is present: t_ki of AGL1K, section 3.3.
            Categories go by AudioSet's display names (for instance 'Speech', 'Church bell'); those that are not there
            have share 0.

    Raises:
        ValueError: when a share is not within 0 to 1.
    """

    by_category: Mapping[str, float]

    def __post_init__(self) -> None:
        for category, share in self.by_category.items():
            if not (math.isfinite(share) and 0.0 <= share <= 1.0):
                raise ValueError(f"The share {share} of {category!r} is not within 0 to 1.")
        object.__setattr__(self, "by_category", MappingProxyType(dict(self.by_category)))

    def __reduce__(self) -> tuple[type[TagShares], tuple[dict[str, float]]]:
        # A read-only view cannot be pickled, and clips are tagged in processes of their own.
        return (TagShares, (dict(self.by_category),))

    def share(self, category: str) -> float:
        """Of a category by its name; 0 where it is not present."""
        return self.by_category.get(category, 0.0)

    def top(self, n: int) -> tuple[tuple[str, float], ...]:
        """The n categories heard longest, the longest first; equal ones by name."""
        ranked = sorted(self.by_category.items(), key=lambda item: (-item[1], item[0]))
        return tuple(ranked[:n])


class Tagger(Protocol):
    """Whatever tells the categories of a clip. It can be pickled, and loads its weights when it is first asked."""

    @property
    def provenance(self) -> str:
        """Which tagger of which version, with its settings, in one line for a report."""

    def tag(self, name: str, sound: Sound | None) -> TagShares | None:
        """The tags of a clip.

        Args:
            name: path of the clip inside the folder that is curated, with '/'.
            sound: its samples; None where the caller knows that `needs_sound` is false.

        Returns:
            None when this tagger knows nothing of the clip.

        Raises:
            TagsError: when the tagger cannot be used at all.
        """

    @property
    def needs_sound(self) -> bool:
        """Whether it listens; a file of tags does not."""
