"""What one sees in the figures of localizability, in a sentence each."""

from __future__ import annotations

from collections.abc import Sequence

from soundmark.audio.errors import shown
from soundmark.curation.localizability.agreement import Agreement
from soundmark.curation.localizability.fit import Fit, Side
from soundmark.curation.localizability.score import ClipScore, GroupScore, top_categories


def category_sentence(fit: Fit) -> str:
    """On the categories that weigh."""
    parts = []
    for side, verb in ((Side.POSITIVE, "tell where a clip was recorded"), (Side.NEGATIVE, "mislead")):
        n = sum(one.side is side for one in fit.categories)
        best = top_categories(fit.categories, side, 1)
        first = f", {shown(best[0].category)} most" if best else ""
        parts.append(f"{n:,} of {len(fit.categories):,} categories {verb}{first}")
    return (
        f"{'; '.join(parts)}. A bar is the slope: what a clip gains or loses that holds the category all the time. Its "
        "line is the standard error, and the number in brackets how many clips it is made of; few make it unsure."
    )


def agreement_sentence(agreements: Sequence[Agreement]) -> str:
    """On the cosines of judges."""
    cosines = [one.cosine.value for one in agreements if one.cosine.value is not None]
    if not cosines:
        return "No two judges rated the same categories of the same clips."
    return (
        f"Mean cosines over clips are {min(cosines):.2f} to {max(cosines):.2f}. Contributions are never negative, so "
        "that even judges who guess have cosines well above 0."
    )


def group_sentence(groups: Sequence[GroupScore]) -> str:
    """On the highest and the lowest group."""
    if len(groups) < 2:
        return "There is one group alone."
    first, last = groups[0], groups[-1]
    return (
        f"{shown(first.name)} has the highest mean ({first.mean.value or 0.0:.2f}), {shown(last.name)} the lowest "
        f"({last.mean.value or 0.0:.2f}). Lines are 95 % bootstrap intervals of the mean."
    )


def distribution_sentence(scores: Sequence[ClipScore], theta: float) -> str:
    """On the clips above theta."""
    n = sum(score.is_localizable for score in scores)
    return (
        f"{n:,} of {len(scores):,} clips ({n / max(1, len(scores)):.1%}) are above {theta:g} and count as localizable."
    )
