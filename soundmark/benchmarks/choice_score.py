"""Files of answers to multiple-choice benchmarks become figures, as published and corrected."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from soundmark.benchmarks.choice_predictions import ChoicePrediction, ChoicePredictions, read_choice_predictions
from soundmark.benchmarks.disputes import Disputes, disputes_beside
from soundmark.benchmarks.entry import Access, Figure, Figures, ScoreReport
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
from soundmark.wording import n_of

LANGUAGES = ("en", "ru", "zh", "th", "sg", "bn")
"""GlobeAudio's six, by the names of its configurations, in the order of its Table 3."""


FiguresOf: TypeAlias = Callable[[Sequence[ChoicePrediction], Floats], dict[str, Estimate]]
"""Answers and their points -> figures by name."""


def score_tau(path: Path, source: Path | None, access: Access) -> ScoreReport:
    """Accuracy over all questions, by hop (TAU, Tables 1 and 2) and by type.

    Raises:
        PackError: when the file cannot be scored.
    """
    del source, access  # records bring the right answers along
    return _report(path, read_choice_predictions(path), tau_figures)


def score_globeaudio(path: Path, source: Path | None, access: Access) -> ScoreReport:
    """Accuracy by language, their plain mean (GlobeAudio's Avg, Table 3), and the mean over all questions.

    Raises:
        PackError: when the file cannot be scored.
    """
    del source, access
    found = read_choice_predictions(path)
    known = [language for answer in found.answers if (language := _language(answer))]
    remarks = list(found.remarks)
    if len(known) < len(found.answers):
        n_unknown = len(found.answers) - len(known)
        remarks.append(
            f"{n_of(n_unknown, 'record has', 'records have')} no language of {', '.join(LANGUAGES)}: in acc_micro only."
        )
    absent = [language for language in LANGUAGES if language not in known]
    if absent:
        remarks.append(f"No answers in {', '.join(absent)}: acc_macro is not GlobeAudio's Avg over six languages.")
    return _report(path, replace(found, remarks=tuple(remarks)), globeaudio_figures)


def tau_figures(answers: Sequence[ChoicePrediction], points: Floats) -> dict[str, Estimate]:
    """Accuracy over all questions, by hop and by type."""
    hops = accuracies_by(points, [answer.labels["hop_type"] for answer in answers])
    types = accuracies_by(points, [answer.labels["category"] for answer in answers])
    return {"acc": accuracy(points)} | _named(hops) | _named(types)


def globeaudio_figures(answers: Sequence[ChoicePrediction], points: Floats) -> dict[str, Estimate]:
    """Accuracy by language, the plain mean of those, and over all questions."""
    languages = [_language(answer) for answer in answers]
    clips = [answer.labels["clip"] or f"row {number}" for number, answer in enumerate(answers)]
    by_language = accuracies_by(points, languages)
    ordered = {language: by_language[language] for language in LANGUAGES if language in by_language}
    return {"acc_macro": macro_mean(points, languages, clips), "acc_micro": accuracy(points)} | _named(ordered)


def _language(answer: ChoicePrediction) -> str:
    """One of GlobeAudio's six, '' for any other."""
    label = answer.labels["language"].casefold()
    return label if label in LANGUAGES else ""


def _named(groups: Mapping[str, Estimate]) -> dict[str, Estimate]:
    """Figures by name: acc_single_hop for Single-hop."""
    return {f"acc_{label.casefold().replace('-', '_').replace(' ', '_')}": found for label, found in groups.items()}


def _report(path: Path, found: ChoicePredictions, figures_of: FiguresOf) -> ScoreReport:
    """The figures as published and corrected, and with a list of disputed questions also without those."""
    sections = sections_of(found.answers, figures_of)
    remarks = list(found.remarks)
    disputes = disputes_beside(path)
    if disputes is not None:
        undisputed, overridden, doubts = _settled(found.answers, disputes)
        sections["corrected_without_excluded"] = _figures(undisputed, figures_of, corrected_points)
        if disputes.override:
            sections["corrected_with_overrides"] = _figures(overridden, figures_of, corrected_points)
        remarks += [f"Disputed questions are those of the list {disputes.label}.", *doubts]
    return ScoreReport(sections=sections, remarks=tuple(remarks))


def sections_of(answers: Sequence[ChoicePrediction], figures_of: FiguresOf) -> dict[str, Figures]:
    """The figures of answers as published and corrected."""
    return {
        "as_published": _figures(answers, figures_of, published_points),
        "corrected": _figures(answers, figures_of, corrected_points),
    }


def _settled(
    answers: Sequence[ChoicePrediction], disputes: Disputes
) -> tuple[list[ChoicePrediction], list[ChoicePrediction], list[str]]:
    """The answers without excluded questions; the same with overridden truths; what the list names in vain."""
    kept = [answer for answer in answers if answer.question_id not in disputes.exclude]
    overridden: list[ChoicePrediction] = []
    doubts: list[str] = []
    for answer in kept:
        truth, doubt = disputes.truth_of(answer.question_id, answer.options, answer.truth)
        overridden.append(replace(answer, truth=truth))
        doubts += [doubt] if doubt else []
    named = disputes.exclude | disputes.override.keys()
    unknown = len(named - {answer.question_id for answer in answers})
    if unknown:
        doubts.append(f"{n_of(unknown, 'disputed question is', 'disputed questions are')} not in the file of answers.")
    return kept, overridden, doubts


def _figures(
    answers: Sequence[ChoicePrediction], figures_of: FiguresOf, points_of: Callable[[ChoiceVerdicts], Floats]
) -> dict[str, Figure | Mapping[str, Figure]]:
    verdicts = ChoiceVerdicts([answer.status for answer in answers], [answer.right for answer in answers])
    found = figures_of(answers, points_of(verdicts)) | rates(verdicts)
    values: dict[str, Figure | Mapping[str, Figure]] = {name: estimate.value for name, estimate in found.items()}
    values["intervals_95"] = {name: list(e.interval) for name, e in found.items() if e.interval is not None}
    values["n"] = {name: estimate.n for name, estimate in found.items()}
    return values
