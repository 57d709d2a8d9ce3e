"""Fits, agreement and scores as text for a terminal, and as values for JSON."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import asdict

from soundmark.audio.errors import shown
from soundmark.curation.localizability.agreement import Agreement
from soundmark.curation.localizability.fit import CategoryFit, Fit, Side, Slope
from soundmark.curation.localizability.report import FitReport
from soundmark.curation.localizability.robustness import WithoutJudge
from soundmark.curation.localizability.score import ClipScore, GroupScore, top_categories
from soundmark.scoring.figures import Figure
from soundmark.wording import n_of

SHOWN = 10
SCORE_COLUMNS = ("clip_id", "localizability", "is_localizable", "strongest")
_STRONGEST = 5


def report_text(report: FitReport) -> str:
    """The fit, how far judges agree, and what hangs on one of them."""
    parts = (fit_text(report.fit), agreement_text(report.agreements), without_text(report.without_each))
    return "\n".join(part for part in parts if part)


def fit_text(fit: Fit) -> str:
    """The constants, what the slopes are made of, and the categories that weigh most."""
    rules, counts = fit.rules, fit.counts
    lines = [
        f"alpha {rules.alpha:.4g}, gamma {rules.gamma_km:g} km, theta {rules.theta:g}",
        f"Clips: {counts.n_near:,} nearer than gamma, {counts.n_far:,} not; with "
        f"{n_of(counts.n_cells, 'judged category', 'judged categories')}",
    ]
    for side, name in ((Side.POSITIVE, "Positive (P)"), (Side.NEGATIVE, "Negative (N)")):
        n = sum(one.side is side for one in fit.categories)
        lines.append(f"{name}: {n:,} of {n_of(len(fit.categories), 'category', 'categories')}")
        lines += [f"  {_category_line(one, side)}" for one in top_categories(fit.categories, side, SHOWN)]
    return "\n".join(lines)


def agreement_text(agreements: Sequence[Agreement]) -> str:
    """A line for every two judges."""
    return "\n".join(
        f"{' / '.join(shown(judge) for judge in one.judges)}: cosine {_number(one.cosine.value)} over "
        f"{n_of(one.cosine.n, 'clip')}, Pearson {_number(one.by_mean.pearson)} (sums: {_number(one.by_sum.pearson)}), "
        f"top-{one.top} overlap {_number(one.by_mean.top_overlap)} (sums: {_number(one.by_sum.top_overlap)})"
        for one in agreements
    )


def without_text(found: Sequence[WithoutJudge]) -> str:
    """A line for each judge that is left out."""
    lines = []
    for one in found:
        changes = [f"{shown(change.category)} ({change.before} -> {change.after})" for change in one.changes[:SHOWN]]
        more = len(one.changes) - len(changes)
        told = ", ".join([*changes, *([f"and {more:,} more"] if more else [])]) or "nothing"
        lines.append(f"Without {shown(one.judge)} changes: {told}")
    return "\n".join(lines)


def score_text(scores: Sequence[ClipScore], theta: float) -> str:
    """How many clips are localizable, and the first and last of them."""
    n = sum(score.is_localizable for score in scores)
    ranked = sorted(scores, key=lambda score: (-score.value, score.clip_id))
    lines = [f"Localizable (above {theta:g}): {n:,} of {n_of(len(scores), 'clip')}"]
    chosen = ranked if len(ranked) <= 2 * SHOWN else [*ranked[:SHOWN], None, *ranked[-SHOWN:]]
    for score in chosen:
        lines.append("  ..." if score is None else f"  {score.value:8.3f}  {shown(score.clip_id)}  {_parts(score)}")
    return "\n".join(lines)


def groups_text(groups: Sequence[GroupScore]) -> str:
    """A line for each continent."""
    return "\n".join(
        f"{shown(group.name)}: {_figure(group.mean)}, {group.n_localizable:,} of {group.mean.n:,} localizable"
        for group in groups
    )


def scores_csv(scores: Sequence[ClipScore]) -> str:
    """A row for each clip, in the given order."""
    sink = io.StringIO()
    writer = csv.writer(sink, lineterminator="\n")
    writer.writerow(SCORE_COLUMNS)
    for score in scores:
        writer.writerow([score.clip_id, score.value, str(score.is_localizable).lower(), _parts(score)])
    return sink.getvalue()


def score_json(score: ClipScore) -> dict[str, object]:
    """A clip's score as values for JSON."""
    return {
        "clip_id": score.clip_id,
        "localizability": score.value,
        "is_localizable": score.is_localizable,
        "parts": [asdict(part) for part in score.parts],
        "unknown": list(score.unknown),
    }


def group_json(group: GroupScore) -> dict[str, object]:
    """A group's score as values for JSON."""
    return {"name": group.name, "mean": asdict(group.mean), "n_localizable": group.n_localizable}


def _category_line(one: CategoryFit, side: Side) -> str:
    slope: Slope = one.near if side is Side.POSITIVE else one.far
    error = "" if slope.standard_error is None else f" (standard error {slope.standard_error:.3f})"
    return f"{one.weight:+8.3f}  {shown(one.category)}, {n_of(slope.n_clips, 'clip')}{error}"


def _parts(score: ClipScore) -> str:
    return ", ".join(f"{shown(part.category)} {part.value:+.3f}" for part in score.parts[:_STRONGEST])


def _figure(figure: Figure) -> str:
    ends = "" if figure.low is None else f" (95 % interval {figure.low:.3f} to {figure.high:.3f})"
    return f"{_number(figure.value)}{ends}"


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
