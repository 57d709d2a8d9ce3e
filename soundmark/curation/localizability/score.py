"""Localizability of clips: equation 1 of AGL1K (section 3.3.1), what it is made of, and which clips it selects."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from soundmark.curation.localizability.contributions import Shares
from soundmark.curation.localizability.fit import CategoryFit, Side
from soundmark.scoring.figures import Figure, mean_figure


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """What one category adds to a clip's localizability, or takes from it."""

    category: str
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipScore:
    """A clip's localizability.

    Attributes:
        value: l_k.
        parts: what it is the sum of, the strongest first, whatever the sign.
        is_localizable: whether it is above theta.
        unknown: categories in the clip that the weights do not know, in order of their share of time; they add nothing.
    """

    clip_id: str
    value: float
    parts: tuple[Part, ...]
    is_localizable: bool
    unknown: tuple[str, ...] = ()


def score_clip(
    clip_id: str, shares: Mapping[str, float], categories: Mapping[str, CategoryFit], theta: float
) -> ClipScore:
    """Equation 1 for one clip.

    Args:
        clip_id: of the clip.
        shares: the share of its time by category, 0 to 1.
        categories: fitted ones by name.
        theta: above it a clip is localizable.

    Raises:
        ValueError: when a share is not finite.
    """
    if not all(math.isfinite(share) for share in shares.values()):
        raise ValueError(f"The clip {clip_id!r} has a share that is not finite.")
    parts = [
        Part(category=name, value=categories[name].weight * share)
        for name, share in shares.items()
        if share and name in categories and categories[name].side is not Side.NEITHER
    ]
    value = math.fsum(part.value for part in parts)
    unknown = sorted(
        (name for name, share in shares.items() if share and name not in categories),
        key=lambda name: (-shares[name], name),
    )
    return ClipScore(
        clip_id=clip_id,
        value=value,
        parts=tuple(sorted(parts, key=lambda part: (-abs(part.value), part.category))),
        is_localizable=value > theta,
        unknown=tuple(unknown),
    )


def score_clips(shares: Shares, fits: Collection[CategoryFit], theta: float) -> list[ClipScore]:
    """Equation 1 for each clip, in the order in which they are given.

    Raises:
        ValueError: when a share is not finite.
    """
    categories = {one.category: one for one in fits}
    return [score_clip(clip_id, own, categories, theta) for clip_id, own in shares.items()]


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """The clips of one continent, say.

    Attributes:
        mean: of their localizability, with its 95 % interval.
        n_localizable: how many are above theta.
    """

    name: str
    mean: Figure
    n_localizable: int


def by_group(scores: Sequence[ClipScore], group_of: Mapping[str, str]) -> list[GroupScore]:
    """Mean localizability of each group (AGL1K, figure 11), the highest first.

    Args:
        scores: of clips.
        group_of: the group of each clip, by clip id; a clip without one is left out.
    """
    groups: dict[str, list[ClipScore]] = {}
    for score in scores:
        if name := group_of.get(score.clip_id, ""):
            groups.setdefault(name, []).append(score)
    found = [
        GroupScore(
            name=name,
            mean=mean_figure([score.value for score in own]),
            n_localizable=sum(score.is_localizable for score in own),
        )
        for name, own in groups.items()
    ]
    return sorted(found, key=lambda group: (-(group.mean.value or 0.0), group.name))


def top_categories(fits: Collection[CategoryFit], side: Side, n: int = 10) -> list[CategoryFit]:
    """The n categories of a side with the greatest slopes (AGL1K, figure 3), the greatest first."""
    own = [one for one in fits if one.side is side]
    return sorted(own, key=lambda one: (-abs(one.weight), one.category))[:n]
