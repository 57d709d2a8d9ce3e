"""Figures of multiple-choice answers: TAU's tables 1 and 2, GlobeAudio's table 3, by the corrected rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.choice_spec import ChoiceSpec
from leaderboard.tables.answers import OK, STATUSES, Answers
from leaderboard.tables.columns import Floats, Mask, Words, floats_of, words_of
from leaderboard.tables.metrics import Measured, mean_of, rates, share
from soundmark.scoring.choice import corrected_points
from soundmark.types import Status

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = ("choice_index", "true_index", "hop_type", "clip_language", "category", "language", "self_report")
GROUP_COLUMNS = {"hop_type": "hop_type", "language": "clip_language"}
"""Tag of a question by which a board tells its questions apart -> column of the log."""

MICRO = share(
    "acc_micro", "All answers", "Right answers among all that count; a passed, refused or unreadable one is not right.",
    defined_by=corrected_points,
)  # fmt: skip
TAKEN = share("acc_taken", "Choices taken", "Right answers among those that were not passed.")


def is_sound(table: pa.Table) -> Mask:
    """Which rows hold a true choice and, when they hold an answer, a choice that can be."""
    with np.errstate(invalid="ignore"):
        has_truth = floats_of(table, "true_index") >= 0
        has_choice = floats_of(table, "choice_index") >= 0
    is_answered = words_of(table, "status").mapped({Status.OK.value: OK}) == OK
    return np.asarray(has_truth & (~is_answered | has_choice))


def measure(answers: Answers, spec: ChoiceSpec, groups: Mapping[str, str] | None = None) -> list[Measured]:
    """The columns of the table.

    Args:
        answers: that count.
        spec: of the board.
        groups: question -> its group, where the questions are at hand; else the log's own column tells it.
    """
    right = right_answers(answers)
    of_group = _groups(answers, spec, groups)
    columns = [
        Measured(
            share(f"acc_{_plain(name)}", label, f"Right answers among those to {label} questions."),
            _where(right, of_group.mapped({name: 1}, 0) == 1),
        )
        for name, label in spec.groups.items()
    ]
    has_groups = any(np.isfinite(column.values).any() for column in columns if column.values is not None)
    macro = mean_of(
        "acc_macro", spec.mean_is, "The plain mean of the columns after it, however many answers each has.",
        [column.metric for column in columns],
    )  # fmt: skip
    grouped = [Measured(macro, None), *columns] if has_groups else []
    taken = _where(right, answers.status != STATUSES[Status.SKIPPED])
    return [*grouped, Measured(MICRO, right), Measured(TAKEN, taken), *rates(answers)]


def right_answers(answers: Answers) -> Floats:
    """1 for a right answer, 0 for another that counts, NaN for one that does not, shape (answers,)."""
    is_right = (answers.status == OK) & (
        floats_of(answers.table, "choice_index") == floats_of(answers.table, "true_index")
    )
    return np.where(answers.counts, is_right.astype(np.float64), np.nan)


def _groups(answers: Answers, spec: ChoiceSpec, groups: Mapping[str, str] | None) -> Words:
    if groups is not None:
        names = (*spec.groups, "")
        numbers = {name: number for number, name in enumerate(names)}
        of_question = {
            question: numbers.get(groups.get(question, ""), len(names) - 1) for question in answers.question.words
        }
        return Words(answers.question.mapped(of_question), names)
    return words_of(answers.table, GROUP_COLUMNS[spec.group_tag])


def _where(values: Floats, mask: Mask) -> Floats:
    return np.where(mask, values, np.nan)


def _plain(name: str) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in name.casefold())[:40]
