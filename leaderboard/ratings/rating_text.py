"""Ratings for a terminal and as JSON."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import asdict

from leaderboard.ratings.agreement import VERDICTS, Rate
from leaderboard.ratings.fragility import Fragility
from leaderboard.ratings.outcomes import Ties
from leaderboard.ratings.position import PositionBias
from leaderboard.ratings.style_control import StyleControl
from leaderboard.ratings.table import Rating, RatingTable, Standing
from leaderboard.ratings.vote_report import VoteReport
from leaderboard.ratings.voter_groups import GroupComparison
from soundmark.audio.errors import shown
from soundmark.wording import n_of

_STANDINGS = {
    Standing.COMPARED: "",
    Standing.UNBEATEN: "unbeaten: how good is not known",
    Standing.WINLESS: "never won: how bad is not known",
    Standing.ONE_WAY: "not placed by votes",
}
_RIGHT = frozenset({"rank", "rating", "low", "high", "votes", "won", "tied", "lost", "both bad", "elo", "style-free"})


def table_text(table: RatingTable, extra: Mapping[str, Mapping[str, float]] | None = None) -> str:
    """A table of each group, with the rules it was made by.

    Args:
        table: the ratings.
        extra: further columns: heading -> model -> points.
    """
    if not table.ratings:
        return "No votes compare two models."
    parts = [_rules_text(table)]
    for group in range(1, table.n_groups + 1):
        rows = [row for row in table.ratings if row.group == group]
        if table.n_groups > 1:
            parts.append(f"Group {group} of {table.n_groups}: no battles lead to the other groups.")
        parts.append(_aligned(_cells(rows, extra or {})))
    return "\n\n".join(parts)


def _rules_text(table: RatingTable) -> str:
    rules = table.rules
    how = f"{n_of(rules.rounds, 'draw')}" if rules.rounds else "the sandwich covariance"
    by = f" of whole {table.clustered_by}s" if table.clustered_by else ""
    lines = [
        f"Bradley-Terry, {n_of(table.n_votes, 'vote')}; 95 % intervals from {how}{by}; "
        f"ties: {rules.ties.value}; both bad: {rules.both_bad.value.replace('_', ' ')}."
    ]
    nus = [f"{nu:.3f}" if nu is not None else "-" for nu in table.nu]
    lines += [f"Davidson's nu: {', '.join(nus)}."] if rules.ties is Ties.DAVIDSON and nus else []
    if any(row.standing is not Standing.COMPARED for row in table.ratings):
        lines.append(
            f"Models that votes do not place have a weak prior's rating ({rules.prior_games:g} "
            f"{'battle' if rules.prior_games == 1 else 'battles'} against an average model, half won) and an open end."
        )
    return "\n".join(lines)


def _cells(rows: Sequence[Rating], extra: Mapping[str, Mapping[str, float]]) -> list[list[str]]:
    heads = ["rank", "model", "rating", "low", "high", *extra, "votes", "won", "tied", "lost", "both bad"]
    has_remarks = any(row.standing is not Standing.COMPARED for row in rows)
    cells = [heads + (["remark"] if has_remarks else [])]
    for row in rows:
        line = ["-" if row.rank is None else str(row.rank), shown(row.model)]
        line += [_points(row.rating), _points(row.low), _points(row.high)]
        line += [_points(column.get(row.model)) for column in extra.values()]
        line += [f"{number:,}" for number in (row.n_votes, row.wins, row.ties, row.losses, row.both_bad)]
        cells.append(line + ([_STANDINGS[row.standing]] if has_remarks else []))
    return cells


def _points(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f}"


def _width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    wide = sum(unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return len(text) + wide - sum(bool(unicodedata.combining(sign)) for sign in text)


def _aligned(cells: list[list[str]]) -> str:
    widths = [max(_width(row[column]) for row in cells) for column in range(len(cells[0]))]
    lines = []
    for row in cells:
        padded = [
            " " * (width - _width(cell)) + cell if head in _RIGHT else cell + " " * (width - _width(cell))
            for head, cell, width in zip(cells[0], row, widths, strict=True)
        ]
        lines.append("  ".join(padded).rstrip())
    return "\n".join(lines)


def position_text(bias: PositionBias) -> str:
    """One sentence."""
    if bias.share is None or bias.interval is None:
        return "Position: no vote is for one side."
    found = (
        f"Position: side a won {bias.share:.1%} of {n_of(bias.decided, 'decided vote')} "
        f"({bias.interval.low:.1%} to {bias.interval.high:.1%})"
    )
    if bias.points is None or bias.points_interval is None:
        return found + "."
    low, high = bias.points_interval.low, bias.points_interval.high
    return f"{found}; standing there is worth {bias.points:+.1f} points ({low:+.1f} to {high:+.1f})."


def style_text(control: StyleControl) -> str:
    """The coefficients."""
    cells = [["feature", "beta", "low", "high", "remark"]]
    for found in control.coefficients:
        if found.beta is None or found.interval is None:
            cells.append([found.feature, "-", "-", "-", found.why])
        else:
            numbers = (found.beta, found.interval.low, found.interval.high)
            cells.append([found.feature, *(f"{number:+.3f}" for number in numbers), ""])
    head = f"Style: {n_of(control.n_votes, 'vote')} with features"
    without = f", {control.n_without:,} not used" if control.n_without else ""
    return f"{head}{without}. beta: log odds for one standard difference.\n{_aligned(cells)}"


def fragility_text(found: Sequence[Fragility]) -> str:
    """A line for each pair of neighbours."""
    lines = ["Votes that decide the order (taking them away turns it, found by new fits):"]
    for one in found:
        number = "no number" if one.n_votes is None else f"{one.n_votes:,}"
        share = "" if one.share is None else f" ({one.share:.2%})"
        lines.append(f"- {shown(one.ahead)} before {shown(one.behind)}: {number} of {one.n_all:,}{share}")
    return "\n".join(lines)


def comparison_text(found: GroupComparison) -> str:
    """A few sentences, and the verdicts of one group by those of the other."""
    one, other = (shown(f"{group.respect}={group.label}") for group in found.groups)
    heads = [f"{one} \\ {other}", *VERDICTS, "agree"]
    rows = [
        [verdict, *(f"{int(n):,}" for n in numbers), _rate_text(rate)]
        for verdict, numbers, rate in zip(VERDICTS, found.agreement.verdicts, found.agreement.rows, strict=True)
    ]
    last = ["agree", *(_rate_text(rate) for rate in found.agreement.columns), _rate_text(found.agreement.overall)]
    return f"{agreement_sentence(found)}\n{_aligned([heads, *rows, last])}"


def agreement_sentence(found: GroupComparison) -> str:
    """How far two groups agree, in words."""
    agreement, (n_one, n_other) = found.agreement, found.n_votes
    said = f"Agreement: {n_one:,} and {n_other:,} votes; "
    overall, interval = agreement.overall, agreement.overall.interval
    if overall.value is None or interval is None:
        said += "no battle has a clear verdict of both."
    else:
        said += f"on {n_of(overall.n, 'battle')} that both judged the same verdict in {overall.value:.1%} "
        said += f"({interval.low:.1%} to {interval.high:.1%})"
        said += "." if agreement.kappa is None else f", kappa {agreement.kappa:.2f}."
    if agreement.n_split:
        said += f" {agreement.n_split:,} more had no most frequent verdict."
    alike = found.ratings
    if alike.spearman is not None and alike.pearson is not None:
        said += f" Their ratings of {alike.n_models:,} models correlate with {alike.pearson:.2f} (Pearson) and "
        said += f"{alike.spearman:.2f} (Spearman)."
    return said


def _rate_text(rate: Rate) -> str:
    return "-" if rate.value is None else f"{rate.value:.1%}"


def as_json(
    table: RatingTable,
    report: VoteReport,
    bias: PositionBias,
    *,
    elo: Mapping[str, float] | None = None,
    control: StyleControl | None = None,
    fragile: Sequence[Fragility] | None = None,
    groups: GroupComparison | None = None,
) -> dict[str, object]:
    """All of it, for a program."""
    rules = asdict(table.rules)
    return {
        "rules": {**rules, "clustered_by": table.clustered_by or None},
        "votes": asdict(report),
        "n_groups": table.n_groups,
        "nu": [None if nu is None or nu == float("inf") else nu for nu in table.nu],
        "ratings": [{**asdict(row), "votes": row.n_votes} for row in table.ratings],
        "position": asdict(bias),
        "elo": None if elo is None else dict(elo),
        "style": None if control is None else _style_json(control),
        "fragility": None if fragile is None else [{**asdict(one), "share": one.share} for one in fragile],
        "agreement": None if groups is None else _comparison_json(groups),
    }


def _comparison_json(found: GroupComparison) -> dict[str, object]:
    agreement = found.agreement
    interval = agreement.overall.interval
    return {
        "groups": [{**asdict(group), "votes": n} for group, n in zip(found.groups, found.n_votes, strict=True)],
        "verdicts": {"order": list(VERDICTS), "counts": agreement.verdicts.tolist()},
        "rows": [rate.value for rate in agreement.rows],
        "columns": [rate.value for rate in agreement.columns],
        "overall": {
            "battles": agreement.overall.n,
            "share": agreement.overall.value,
            "low": None if interval is None else interval.low,
            "high": None if interval is None else interval.high,
        },
        "kappa": agreement.kappa,
        "without_verdict": agreement.n_split,
        "ratings": asdict(found.ratings),
    }


def _style_json(control: StyleControl) -> dict[str, object]:
    ratings = {
        model: {"rating": rating, "low": interval.low, "high": interval.high}
        for model, (rating, interval) in control.ratings.items()
    }
    return {
        "n_votes": control.n_votes,
        "n_without": control.n_without,
        "coefficients": [asdict(found) for found in control.coefficients],
        "ratings": ratings,
    }
