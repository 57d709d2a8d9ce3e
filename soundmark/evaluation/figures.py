"""The figures of logged answers, by the same code that scores published files: as published, and corrected.

What a paper's own program would have seen is made of the rows: for AGL1K, an answer without a place becomes the
coordinates 0, 0 and the names "Unknown", as its authors' parser leaves them (`openllm.py` of Rising0321/AGL1K).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TypeAlias, cast

from soundmark.benchmarks.entry import ScoreReport
from soundmark.evaluation.items import AnyQuestion
from soundmark.evaluation.rows import AnswerRow
from soundmark.store.schema import ChoiceRow, GeoRow, SpatialRow
from soundmark.types import ChoiceQuestion, GeoQuestion, QuestionKind, SpatialQuestion, Status
from soundmark.wording import n_of

if TYPE_CHECKING:
    from soundmark.benchmarks.agl1k.predictions import Prediction
    from soundmark.benchmarks.choice_predictions import ChoicePrediction

Answers: TypeAlias = Sequence[tuple[AnyQuestion, AnswerRow]]

PUBLISHED_TEXTS = "published"
"""Key in `extra_json` of an imported row: its values as the published file has them, by `TEXTS`."""
TEXTS = ("latitude", "longitude", "city", "country", "continent")
_NOT_NAMED = "Unknown"
_DEFAULT_DEG = "0.0"
_UNREADABLE = "not read"


def report_of(answers: Answers) -> ScoreReport:
    """The figures of answers to questions of one benchmark.

    Args:
        answers: questions with the rows of their answers, at least one.

    Raises:
        SoundmarkError: when nothing can be computed; the text says why.
    """
    match answers[0][0].kind:
        case QuestionKind.GEO:
            return _geo(answers)
        case QuestionKind.CHOICE:
            return _choice(answers)
        case QuestionKind.SPATIAL:
            return _spatial(answers)


def _geo(answers: Answers) -> ScoreReport:
    from soundmark.benchmarks.agl1k.score import report_on

    pairs = cast("Sequence[tuple[GeoQuestion, GeoRow]]", answers)
    table = {str(question.question_id): question for question, _ in pairs if "published_country" in question.tags}
    predictions = [prediction_of(row, question, has_table=bool(table)) for question, row in pairs]
    report = report_on(predictions, table)
    if table:
        return report
    # Its names are not AGL1K's, whose comparison of texts knows only those.
    return ScoreReport(
        sections={name: figures for name, figures in report.sections.items() if name != "as_published"},
        remarks=report.remarks,
    )


def prediction_of(row: GeoRow, question: GeoQuestion, *, has_table: bool) -> Prediction:
    """A row as AGL1K's result files would have it.

    Args:
        row: of an answer.
        question: that it answers.
        has_table: whether the right answer is looked up in AGL1K's table; else it is the question's.
    """
    from soundmark.benchmarks.agl1k.predictions import Prediction

    published = _published_texts(row)
    latitude = longitude = _UNREADABLE if row.status is Status.UNPARSED else _DEFAULT_DEG
    if row.latitude_deg is not None and row.longitude_deg is not None:
        latitude, longitude = repr(row.latitude_deg), repr(row.longitude_deg)
    texts: Mapping[str, str | None] = published or {
        "latitude": latitude,
        "longitude": longitude,
        "city": row.named_city or _NOT_NAMED,
        "country": row.named_country or _NOT_NAMED,
        "continent": row.named_continent or _NOT_NAMED,
    }
    truth = question.truth
    return Prediction(
        question_id=str(question.question_id),
        latitude=texts["latitude"],
        longitude=texts["longitude"],
        city=texts["city"],
        country=texts["country"],
        continent=texts["continent"],
        true_latitude=None if has_table else repr(truth.place.latitude_deg),
        true_longitude=None if has_table else repr(truth.place.longitude_deg),
        true_city=None if has_table else truth.city,
        true_country=None if has_table else truth.country,
        true_continent=None if has_table else truth.continent,
        output="error" if row.status is Status.ERROR else row.raw_answer,
    )


def _published_texts(row: GeoRow) -> dict[str, str | None] | None:
    extra = json.loads(row.extra_json) if row.extra_json else {}
    found = extra.get(PUBLISHED_TEXTS)
    if not isinstance(found, dict):
        return None
    return {name: text if isinstance(text := found.get(name), str) else None for name in TEXTS}


def _choice(answers: Answers) -> ScoreReport:
    from soundmark.benchmarks.choice_score import globeaudio_figures, sections_of, tau_figures
    from soundmark.benchmarks.globeaudio import GLOBEAUDIO_BENCHMARK

    pairs = cast("Sequence[tuple[ChoiceQuestion, ChoiceRow]]", answers)
    predictions = [choice_prediction_of(row, question) for question, row in pairs]
    is_globeaudio = answers[0][0].benchmark == GLOBEAUDIO_BENCHMARK
    return ScoreReport(sections=sections_of(predictions, globeaudio_figures if is_globeaudio else tau_figures))


def choice_prediction_of(row: ChoiceRow, question: ChoiceQuestion) -> ChoicePrediction:
    """A row as a file of answers would have it."""
    from soundmark.benchmarks.choice_predictions import ChoicePrediction

    tags = question.tags
    return ChoicePrediction(
        question_id=str(question.question_id),
        status=row.status,
        options=question.choices,
        truth=row.true_index,
        chosen=row.choice_index,
        published_right=None,
        labels={
            "category": tags.get("category", ""),
            "hop_type": tags.get("hop_type", ""),
            "language": tags.get("config", ""),
            "clip": question.clip.key,
        },
    )


def _spatial(answers: Answers) -> ScoreReport:
    """SAVVY's four tasks in per cent; a failed call is left out, and its share said."""
    import numpy as np

    from soundmark.benchmarks.savvy.predictions import SavvyAnswers
    from soundmark.benchmarks.savvy.reader import SAVVY_BENCHMARK
    from soundmark.benchmarks.savvy.score import AnswerPoints, as_published, figures_of

    pairs = cast("Sequence[tuple[SpatialQuestion, SpatialRow]]", answers)
    kept = [(question, row) for question, row in pairs if row.status is not Status.ERROR]
    truths = [question.truth for question, _ in kept]
    found = SavvyAnswers(
        question_ids=tuple(str(question.question_id) for question, _ in kept),
        tasks=tuple(question.tags.get("task", "") for question, _ in kept),
        levels=tuple(question.tags.get("level", "") for question, _ in kept),
        replies=tuple(None if row.status is Status.REFUSED else row.raw_answer for _, row in kept),
        choices=tuple(question.choices for question, _ in kept),
        true_choices=np.array([-1 if one.choice_index is None else one.choice_index for one in truths], dtype=np.int64),
        true_distances_m=np.array([np.nan if one.distance_m is None else one.distance_m for one in truths]),
        missing_ids=(),
        findings=(),
    )
    recordings = [question.tags.get("video_id", "") or question.clip.key for question, _ in kept]
    points = AnswerPoints(
        points=np.array([row.score or 0.0 for _, row in kept], dtype=np.float64),
        is_read=np.array([row.status is Status.OK for _, row in kept], dtype=np.bool_),
    )
    sections = {"corrected": figures_of(found, points, recordings)} if kept else {}
    if kept and answers[0][0].benchmark == SAVVY_BENCHMARK:
        sections = {"as_published": figures_of(found, as_published(found), recordings)} | sections
    n_errors = len(pairs) - len(kept)
    remarks = (f"Left out {n_errors} of {n_of(len(pairs), 'question')}, since the call failed.",) if n_errors else ()
    return ScoreReport(sections=sections, remarks=remarks)
