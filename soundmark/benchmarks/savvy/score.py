"""Files of answers to SAVVY-Bench become figures, as published and corrected (SAVVY, section 5.1 and Table 2)."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from soundmark.benchmarks.entry import Access, ScoreReport
from soundmark.benchmarks.entry import Figure as Value
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch import FetchError
from soundmark.benchmarks.report import PackReport
from soundmark.benchmarks.savvy.items import LEVELS
from soundmark.benchmarks.savvy.items import Task as PublishedTask
from soundmark.benchmarks.savvy.predictions import PredictionsError, SavvyAnswers, read_answers
from soundmark.benchmarks.savvy.reader import SavvyBenchmark, read_savvy
from soundmark.benchmarks.savvy.replies import LETTERS, read_choice
from soundmark.benchmarks.savvy.source import open_savvy
from soundmark.scoring.distance_text import read_distance
from soundmark.scoring.figures import Figure, Scoring, mean_figure
from soundmark.scoring.published_replies import published_distance_m, published_is_right
from soundmark.scoring.spatial import Task, distance_scores, overall
from soundmark.spatial.scene import Floats
from soundmark.wording import n_of

Mask = NDArray[np.bool_]

PERCENT = 100.0

TASKS = {
    PublishedTask.DIRECTION_EGO: (Task.EGO_DIRECTION, "ego_dir_pct"),
    PublishedTask.DISTANCE_EGO: (Task.EGO_DISTANCE, "ego_dist_pct"),
    PublishedTask.DIRECTION_EXO: (Task.ALLO_DIRECTION, "allo_dir_pct"),
    PublishedTask.DISTANCE_EXO: (Task.ALLO_DISTANCE, "allo_dist_pct"),
}
"""Published task -> task of the paper, and the name of its figure; the order is that of Table 2."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AnswerPoints:
    """Points of each answer, 0 to 1, and which answers were read, by rules that know of answers that are not."""

    points: Floats
    is_read: Mask | None = None


def score_savvy(path: Path, source: Path | None, access: Access) -> ScoreReport:
    """Accuracy of the four tasks and their plain mean, in percent as Table 2 prints them.

    Raises:
        PredictionsError: when the file cannot be scored, or the questions are nowhere.
        PackError: when the questions cannot be read.
    """
    benchmark = _benchmark(path, source, access)
    answers = read_answers(path, benchmark.pack.questions)
    clusters = [question.tags.get("video_id", "") for question in benchmark.pack.questions]
    by_id = dict(zip((str(q.question_id) for q in benchmark.pack.questions), clusters, strict=True))
    recordings = [by_id[question_id] for question_id in answers.question_ids]
    sections = {
        "as_published": figures_of(answers, as_published(answers), recordings),
        "corrected": figures_of(answers, _corrected(answers), recordings),
    }
    return ScoreReport(sections=sections, remarks=_remarks(answers))


def _benchmark(path: Path, source: Path | None, access: Access) -> SavvyBenchmark:
    """The questions: of the copy that is named, of one beside the answers, or of what was fetched before.

    Raises:
        PredictionsError: when they are nowhere.
        PackError: when they cannot be read.
    """
    if source is not None:
        return read_savvy(source)
    try:
        return read_savvy(path.parent)
    except PackError:
        pass
    try:
        return open_savvy(dataclasses.replace(access, offline=True))
    except FetchError as error:
        raise PredictionsError(
            "The right answers are not on this machine. Name a copy of SAVVY-Bench with --source, or fetch it: "
            "python -m soundmark benchmarks check savvy."
        ) from error


def as_published(answers: SavvyAnswers) -> AnswerPoints:
    """By the rules of the released evaluation: null is the empty reply."""
    distances, right = np.full(len(answers.replies), np.nan), np.zeros(len(answers.replies))
    for place, reply in enumerate(answers.replies):
        if answers.choices[place]:
            right[place] = published_is_right(reply or "", LETTERS[answers.true_choices[place]])
        else:
            metres = published_distance_m(reply or "")
            distances[place] = np.nan if metres is None else metres
    return AnswerPoints(points=_points(answers, right, distances, Scoring.PUBLISHED))


def _corrected(answers: SavvyAnswers) -> AnswerPoints:
    """By what a reply states; what states nothing scores 0, and its share is shown."""
    distances, right = np.full(len(answers.replies), np.nan), np.zeros(len(answers.replies))
    is_read = np.zeros(len(answers.replies), dtype=np.bool_)
    for place, reply in enumerate(answers.replies):
        if answers.choices[place]:
            choice = read_choice(reply or "", answers.choices[place])
            right[place] = choice == answers.true_choices[place]
            is_read[place] = choice is not None
        else:
            metres = read_distance(reply or "").distance_m
            distances[place] = np.nan if metres is None else metres
            is_read[place] = metres is not None
    return AnswerPoints(points=_points(answers, right, distances, Scoring.CORRECTED), is_read=is_read)


def _points(answers: SavvyAnswers, right: Floats, distances: Floats, scoring: Scoring) -> Floats:
    points = right.copy()
    asks_distance = np.array([not choices for choices in answers.choices], dtype=np.bool_)
    if asks_distance.any():
        truths = answers.true_distances_m[asks_distance]
        points[asks_distance] = distance_scores(distances[asks_distance], truths, scoring)
    return points


def figures_of(
    answers: SavvyAnswers, read: AnswerPoints, recordings: Sequence[str]
) -> dict[str, Value | dict[str, Value]]:
    """Figures of the tasks, of both levels of direction, and overall, with intervals over whole recordings."""
    tasks, levels = np.array(answers.tasks), np.array(answers.levels)
    names = np.array(recordings)

    def of(is_meant: Mask) -> tuple[Floats, list[str]]:
        return read.points[is_meant], [str(name) for name in names[is_meant]]

    groups = {task: of(tasks == published.value) for published, (task, _) in TASKS.items()}
    found = {figure: mean_figure(*groups[task]) for task, figure in TASKS.values()}
    found["overall_pct"] = overall(
        {task: points for task, (points, _) in groups.items()},
        {task: of_recording for task, (_, of_recording) in groups.items()},
    )
    for published, (_, figure) in TASKS.items():
        for level in LEVELS if published.is_direction else ():
            name = f"{figure.removesuffix('_pct')}_{level}_pct"
            found[name] = mean_figure(*of((tasks == published.value) & (levels == level)))
    values = _values(found)
    if read.is_read is not None:
        values["unread_rate"] = 1.0 - float(read.is_read.mean())
        values["abstained_rate"] = sum(reply is None for reply in answers.replies) / len(answers.replies)
    return values


def _values(found: dict[str, Figure]) -> dict[str, Value | dict[str, Value]]:
    values: dict[str, Value | dict[str, Value]] = {
        name: None if figure.value is None else PERCENT * figure.value for name, figure in found.items()
    }
    values["intervals_95"] = {
        name: [PERCENT * figure.low, PERCENT * figure.high]
        for name, figure in found.items()
        if figure.low is not None and figure.high is not None
    }
    values["n"] = {name: figure.n for name, figure in found.items()}
    return values


def _remarks(answers: SavvyAnswers) -> tuple[str, ...]:
    remarks: list[str] = []
    if answers.findings:
        report = PackReport(
            n_rows=len(answers.replies) + len(answers.findings), n_playable=len(answers.replies),
            left_out=answers.findings,
        )  # fmt: skip
        remarks.append("\n".join(report.text().splitlines()[1:]))
    if answers.missing_ids:
        n_all = len(answers.missing_ids) + len(answers.replies)
        remarks.append(
            f"Without an answer, and in no figure, as published: {len(answers.missing_ids)} of "
            f"{n_of(n_all, 'question')}."
        )
    absent = [figure for name, (_, figure) in TASKS.items() if name.value not in answers.tasks]
    if absent:
        remarks.append(f"No answers for {', '.join(absent)}: there is no overall figure.")
    return tuple(remarks)
