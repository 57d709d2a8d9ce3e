"""Near duplicates among the clips of a run, and which of each group stays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.curation.near_duplicates.find import find_near_duplicates, groups_of
from soundmark.curation.near_duplicates.fingerprint import Fingerprint
from soundmark.curation.near_duplicates.match import NearDuplicate


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A clip that may be there twice.

    Attributes:
        name: tells it from all others.
        file_name: of its recording.
        start_s, end_s: the part of the recording; None for all of it.
        has_row: whether somebody wrote a row about it.
        is_lossy: whether its coding changed samples.
        duration_s: length.
    """

    name: str
    file_name: str
    has_row: bool
    is_lossy: bool
    duration_s: float
    start_s: float | None = None
    end_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A clip of a group of near duplicates.

    Attributes:
        name: of the clip.
        file_name: of its recording.
        start_s, end_s: the part of the recording; None for all of it.
        is_best: whether it is the one that stays where the others are dropped.
    """

    name: str
    file_name: str
    start_s: float | None
    end_s: float | None
    is_best: bool


@dataclass(frozen=True, slots=True)
class NearDuplicatesFound:
    """What was found among the clips of a run.

    Attributes:
        pairs: clips that share a sound.
        groups: clips that hang together by pairs, the best one of each group first.
    """

    pairs: tuple[NearDuplicate, ...]
    groups: tuple[tuple[Member, ...], ...]

    @property
    def spare(self) -> frozenset[str]:
        """Names of all clips that are not the best of their group."""
        return frozenset(each.name for group in self.groups for each in group if not each.is_best)


def near_duplicates_among(
    candidates: Sequence[Candidate], fingerprints: Mapping[str, Fingerprint]
) -> NearDuplicatesFound:
    """Look for clips that are there twice.

    Of each group that is best which somebody wrote a row about, then the one whose coding changed nothing, then the
    longest, then the first by name.

    Args:
        candidates: the clips.
        fingerprints: of each, by name.
    """
    by_name = {each.name: each for each in candidates}
    pairs = find_near_duplicates(fingerprints)
    groups = []
    for names in groups_of(pairs):
        ranked = sorted((by_name[name] for name in names), key=_rank)
        groups.append(
            tuple(
                Member(
                    name=each.name,
                    file_name=each.file_name,
                    start_s=each.start_s,
                    end_s=each.end_s,
                    is_best=each is ranked[0],
                )
                for each in ranked
            )
        )
    return NearDuplicatesFound(pairs, tuple(groups))


def _rank(each: Candidate) -> tuple[bool, bool, float, str]:
    return (not each.has_row, each.is_lossy, -each.duration_s, each.name)
