"""A fit with all that is to be known of it: agreement of judges, what hangs on one of them, and what was left out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.audio.errors import shown
from soundmark.curation.localizability.agreement import Agreement, agreements
from soundmark.curation.localizability.contributions import Contributions, Judgement, Shares, judged_once
from soundmark.curation.localizability.contributions import mean_contributions as means_of
from soundmark.curation.localizability.fit import Fit, fit_localizability
from soundmark.curation.localizability.judged_file import NO_JUDGE
from soundmark.curation.localizability.robustness import WithoutJudge, without_each_judge
from soundmark.curation.localizability.rules import Rules

JUDGES_OF_THE_PAPER = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class FitReport:
    """What came of fitting tables.

    Attributes:
        agreements: of every two judges.
        without_each: what changes without each judge.
        contributions: means over judges, and what lacks one.
        n_repeated: judgements that were there again, alike.
        remarks: on judgements that contradict each other.
    """

    fit: Fit
    agreements: Sequence[Agreement]
    without_each: Sequence[WithoutJudge]
    contributions: Contributions
    n_repeated: int
    remarks: Sequence[str]

    @property
    def judges(self) -> tuple[str, ...]:
        """Who judged; none where means were given."""
        return tuple(judge for judge in self.contributions.judges if judge != NO_JUDGE)

    def notices(self) -> list[str]:
        """Sentences on what could not be used, and what differs from the paper."""
        counts, incomplete = self.fit.counts, len(self.contributions.incomplete)
        parts = [
            (incomplete, "categories in clips lack a judge, and do not count; --min-judges N takes those with N"),
            (counts.n_without_error, "judged clips have no error, as after a refusal, and count for neither side"),
            (counts.n_judged_untagged, "judged categories have no share of time in their clip, and do not count"),
            (counts.n_tagged_unjudged, "detected categories in judged clips have no contribution, and do not count"),
        ]
        found = [f"{n:,} {words}." for n, words in parts if n]
        if len(self.judges) not in (0, JUDGES_OF_THE_PAPER):
            found.append(f"The paper averages {JUDGES_OF_THE_PAPER} judges; here are {len(self.judges)}.")
        return found


def fit_report(
    shares: Shares,
    judgements: Sequence[Judgement],
    errors_km: Mapping[str, float],
    rules: Rules,
    min_judges: int | None = None,
) -> FitReport:
    """Average judgements, fit, and compare judges.

    Args:
        shares: of time, by clip and category.
        judgements: of all judges.
        errors_km: by clip, of those that have one.
        rules: the constants.
        min_judges: as `mean_contributions` takes it.

    Raises:
        LocalizabilityError: when no clip is tagged, judged and has an error.
    """
    judged = judged_once(judgements)
    contributions = means_of(judged.by_judge, min_judges=min_judges)
    fit = fit_localizability(shares, contributions.means, errors_km, rules)
    return FitReport(
        fit=fit,
        agreements=agreements(judged.by_judge),
        without_each=without_each_judge(fit, shares, judged.by_judge, errors_km),
        contributions=contributions,
        n_repeated=judged.n_repeated,
        remarks=[
            f"{shown(judge)} gave {shown(category)} in {shown(clip_id)} two levels; neither counts"
            for judge, (clip_id, category) in judged.contradictory
        ],
    )
