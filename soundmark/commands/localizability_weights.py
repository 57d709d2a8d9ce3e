"""`localizability fit` and `score`: weights out of judgements, and clips scored by them."""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.commands.localizability_tables import as_json, check_folders, shares_of, tables, tag_remarks, tell
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from soundmark.curation.localizability.contributions import Shares
    from soundmark.curation.localizability.report import FitReport
    from soundmark.curation.localizability.rules import Rules
    from soundmark.curation.localizability.score import ClipScore, GroupScore
    from soundmark.curation.localizability.weights import Provenance, Source, Weights


def fit(options: argparse.Namespace, _: Settings) -> int:
    """Fit weights to judgements, write them, and tell how sure they are."""
    from soundmark.curation.localizability.judged_file import read_judged
    from soundmark.curation.localizability.page import write_text
    from soundmark.curation.localizability.report import fit_report
    from soundmark.curation.localizability.text import report_text
    from soundmark.curation.localizability.weights import Weights, weights_json

    rules = _rules(options)
    check_folders(options.to, options.figures)
    tags, answers, remarks = tables(options)
    rows = read_judged(options.judged, rules)
    report = fit_report(shares_of(tags), rows.judgements, answers.errors_km, rules, options.min_judges)
    remarks += [*rows.remarks, *report.remarks]
    written = weights_json(
        Weights(fit=report.fit, provenance=_provenance(options, report, answers.reasoner, tags.provenance))
    )
    write_text(options.to, written)
    if options.figures is not None:
        _draw_fit(options.figures, report)
    if not options.json:
        return tell(report_text(report), report.notices(), remarks)
    print(as_json(_report_json(report, written) | {"remarks": remarks}))
    return int(bool(remarks))


def _rules(options: argparse.Namespace) -> Rules:
    from soundmark.curation.localizability.rules import QUARTERS, Rules

    return Rules(
        alpha=options.alpha,
        gamma_km=options.gamma_km,
        theta=options.theta,
        scale=options.scale or QUARTERS,
        min_clips=options.min_clips,
    )


def _provenance(options: argparse.Namespace, report: FitReport, reasoner: str, tagger: str) -> Provenance:
    from datetime import UTC, datetime

    from soundmark.curation.localizability.weights import Provenance

    given = [("tags", options.tags), ("answers", options.answers), *(("judged", path) for path in options.judged)]
    return Provenance(
        created_at=datetime.now(UTC),
        judges=report.judges,
        reasoner=reasoner,
        tagger=tagger,
        sources=tuple(_source(role, path) for role, path in given),
    )


def _source(role: str, path: Path) -> Source:
    import hashlib

    from soundmark.curation.localizability.weights import Source

    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return Source(role=role, name=shown(path.name), sha256=digest)


def _report_json(report: FitReport, written: str) -> dict[str, object]:
    return {
        "weights": json.loads(written),
        "agreement": [asdict(one) for one in report.agreements],
        "without_each_judge": [asdict(one) for one in report.without_each],
        "incomplete": len(report.contributions.incomplete),
        "repeated": report.n_repeated,
    }


def _draw_fit(path: Path, report: FitReport) -> None:
    from soundmark.curation.localizability.figures import agreement_figure, category_figure
    from soundmark.curation.localizability.page import figures_page, write_text
    from soundmark.curation.localizability.sentences import agreement_sentence, category_sentence

    figures = [(category_figure(report.fit), category_sentence(report.fit))]
    if report.agreements:
        figures.append((agreement_figure(report.agreements), agreement_sentence(report.agreements)))
    write_text(path, figures_page("Audio Localizability: weights", figures))


def score(options: argparse.Namespace, _: Settings) -> int:
    """Score clips by weights."""
    from soundmark.curation.localizability.score import by_group
    from soundmark.curation.localizability.text import group_json, groups_text, score_json, score_text
    from soundmark.curation.localizability.weights import read_weights
    from soundmark.curation.tags.tag_file import read_tag_file

    check_folders(options.to, options.figures)
    weights = read_weights(options.weights)
    rules = weights.fit.rules
    theta = rules.theta if options.theta is None else replace(rules, theta=options.theta).theta
    tags = read_tag_file(options.tags)
    scores = _scores(shares_of(tags), weights, theta)
    continents, remarks = _continents(options.places)
    groups = by_group(scores, continents)
    remarks = [*tag_remarks(tags), *remarks]
    if options.to is not None:
        _write_scores(options.to, scores)
    if options.figures is not None:
        _draw_scores(options.figures, scores, groups, theta)
    if options.json:
        print(as_json({
            "theta": theta,
            "n_clips": len(scores),
            "n_localizable": sum(one.is_localizable for one in scores),
            "clips": [score_json(one) for one in scores],
            "continents": [group_json(group) for group in groups],
            "remarks": remarks,
        }))  # fmt: skip
        return int(bool(remarks))
    text = "\n".join(part for part in (score_text(scores, theta), groups_text(groups)) if part)
    return tell(text, _notices(scores, continents), remarks)


def _scores(shares: Shares, weights: Weights, theta: float) -> list[ClipScore]:
    """The scores of all clips.

    Raises:
        SettingsError: when no clip holds a category that the weights know.
    """
    from soundmark.curation.localizability.score import score_clips

    known = {one.category for one in weights.fit.categories}
    present = {name for own in shares.values() for name in own}
    if present and not present & known:
        raise SettingsError(
            f"The weights know no category of these tags, as {shown(min(present))}; they know {shown(min(known))}. "
            "Tag with the same names of categories, or fit weights to these."
        )
    return score_clips(shares, weights.fit.categories, theta)


def _notices(scores: Sequence[ClipScore], continents: Mapping[str, str]) -> list[str]:
    unknown = {name for one in scores for name in one.unknown}
    n_without = sum(one.clip_id not in continents for one in scores) if continents else 0
    parts = [
        (
            len(unknown),
            "category of the tags is",
            "categories of the tags are",
            "not among those that were fitted, adding nothing",
        ),
        (n_without, "clip is", "clips are", "without a continent"),
    ]
    return [f"{n_of(n, one, many)} {what}." for n, one, many, what in parts if n]


def _continents(places: Path | None) -> tuple[dict[str, str], list[str]]:
    from soundmark.curation.localizability.places_file import read_continents

    return ({}, []) if places is None else read_continents(places)


def _write_scores(path: Path, scores: Sequence[ClipScore]) -> None:
    from soundmark.curation.localizability.page import write_text
    from soundmark.curation.localizability.text import score_json, scores_csv

    if path.suffix.lower() == ".csv":
        write_text(path, scores_csv(scores))
    elif path.suffix.lower() == ".jsonl":
        lines = [json.dumps(score_json(one), ensure_ascii=False, allow_nan=False) for one in scores]
        write_text(path, "".join(f"{line}\n" for line in lines))
    else:
        raise SettingsError(f"{shown(path.name)} says no form. Name a file that ends in .csv or .jsonl.")


def _draw_scores(path: Path, scores: Sequence[ClipScore], groups: Sequence[GroupScore], theta: float) -> None:
    from soundmark.curation.localizability.figures import continent_figure, distribution_figure
    from soundmark.curation.localizability.page import figures_page, write_text
    from soundmark.curation.localizability.sentences import distribution_sentence, group_sentence

    figures = [(distribution_figure(scores, theta), distribution_sentence(scores, theta))]
    if groups:
        figures.append((continent_figure(groups), group_sentence(groups)))
    write_text(path, figures_page("Audio Localizability: clips", figures))
