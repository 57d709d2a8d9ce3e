"""Files of answers to multiple-choice benchmarks become figures, as published and corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from soundmark.benchmarks.choice_predictions import ChoicePrediction, read_choice_predictions
from soundmark.benchmarks.entry import Access, Figure, ScoreReport
from soundmark.scoring.bootstrap import Estimate, Floats
from soundmark.scoring.choice import (
    ChoiceVerdicts,
    accuracies_by,
    accuracy,
    corrected_points,
    macro_mean,
    published_points,
    rates,
)

LANGUAGES = ("en", "ru", "zh", "th", "sg", "bn")
"""GlobeAudio's six, by the names of its configurations, in the order of its Table 3."""


def score_tau(path: Path, source: Path | None, access: Access) -> ScoreReport:
    """Accuracy over all questions, by hop (TAU, Tables 1 and 2) and by type.

    Raises:
        PackError: when the file cannot be scored.
    """
    del source, access  # records bring the right answers along
    found = read_choice_predictions(path)

    def figures(points: Floats) -> dict[str, Estimate]:
        hops = accuracies_by(points, [answer.labels["hop_type"] for answer in found.answers])
        types = accuracies_by(points, [answer.labels["category"] for answer in found.answers])
        return {"acc": accuracy(points)} | _named(hops) | _named(types)

    return _report(found.answers, found.remarks, figures)


def score_globeaudio(path: Path, source: Path | None, access: Access) -> ScoreReport:
    """Accuracy by language, their plain mean (GlobeAudio's Avg, Table 3), and the mean over all questions.

    Raises:
        PackError: when the file cannot be scored.
    """
    del source, access
    found = read_choice_predictions(path)
    labels = [answer.labels["language"].casefold() for answer in found.answers]
    known = [label if label in LANGUAGES else "" for label in labels]
    remarks = list(found.remarks)
    unknown = sum(not label for label in known)
    if unknown:
        remarks.append(f"{unknown} records have no language of {', '.join(LANGUAGES)}: they count in acc_micro only.")
    absent = [language for language in LANGUAGES if language not in known]
    if absent:
        remarks.append(f"No answers in {', '.join(absent)}: acc_macro is not GlobeAudio's Avg over six languages.")
    clips = [answer.labels["clip"] or f"row {number}" for number, answer in enumerate(found.answers)]

    def figures(points: Floats) -> dict[str, Estimate]:
        by_language = accuracies_by(points, known)
        ordered = {language: by_language[language] for language in LANGUAGES if language in by_language}
        means = {"acc_macro": macro_mean(points, known, clips), "acc_micro": accuracy(points)}
        return means | _named(ordered)

    return _report(found.answers, tuple(remarks), figures)


def _named(groups: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Figures by name: acc_single_hop for Single-hop."""
    return {f"acc_{label.casefold().replace('-', '_').replace(' ', '_')}": found for label, found in groups.items()}


def _report(
    answers: Sequence[ChoicePrediction],
    remarks: tuple[str, ...],
    figures: Callable[[Floats], dict[str, Estimate]],
) -> ScoreReport:
    ours = ChoiceVerdicts([answer.status for answer in answers], [answer.right for answer in answers])
    shown_rates = rates(ours)
    sections = {
        "as_published": figures(published_points(ours)),
        "corrected": figures(corrected_points(ours)),
    }
    return ScoreReport(
        sections={name: _figures(found | shown_rates) for name, found in sections.items()}, remarks=remarks
    )


def _figures(found: Mapping[str, Estimate]) -> dict[str, Figure | Mapping[str, Figure]]:
    values: dict[str, Figure | Mapping[str, Figure]] = {name: estimate.value for name, estimate in found.items()}
    values["intervals_95"] = {name: list(e.interval) for name, e in found.items() if e.interval is not None}
    values["n"] = {name: estimate.n for name, estimate in found.items()}
    return values
