"""Questions by how well people and models did on them: the hardest, and where one side beats the other.

What a question is called never leaves the server, since its name may tell the answer: it has a number of its own, made
with a secret of the deployment, so that nobody finds it by trying names.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from leaderboard.notes import fixed
from leaderboard.tables.answers import HUMAN, Answers
from leaderboard.tables.columns import Floats, Mask
from leaderboard.tables.metrics import Measured
from soundmark.secret import Secret
from soundmark.types import worded

JsonValue = Mapping[str, object]
SHOWN = 200
NUMBER_DIGITS = 8


def number_of_question(key: Secret, question_id: str) -> str:
    """What a question is called where its name must not be seen: the first hex digits of its HMAC-SHA256.

    Args:
        key: a secret that never leaves the server. With another key all questions have other numbers.
        question_id: as the log has it.
    """
    named = b"question:" + question_id.encode("utf-8", "replace")
    return hmac.new(key.value.encode(), named, hashlib.sha256).hexdigest()[:NUMBER_DIGITS]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionFigures:
    """How a question went.

    Attributes:
        name: see `number_of_question`.
        people, models: mean of the figure; None without an answer.
        n_people, n_models: answers that count.
    """

    name: str
    people: float | None
    models: float | None
    n_people: int
    n_models: int

    @property
    def lead(self) -> float | None:
        """How far people are ahead of models."""
        return None if self.people is None or self.models is None else self.people - self.models


def questions_of(answers: Answers, one: Measured, key: Secret) -> list[QuestionFigures]:
    """The questions by the mean of all answers, the hardest first.

    Args:
        answers: that count.
        one: the figure.
        key: makes the questions' numbers.
    """
    if one.values is None:
        return []
    n = len(answers.question.words)
    people = _means(answers, one.values, answers.kind == HUMAN, n)
    models = _means(answers, one.values, answers.of_models, n)
    every = _means(answers, one.values, np.ones(len(answers), dtype=np.bool_), n)[0]
    order = [int(place) for place in np.argsort(every, kind="stable") if not np.isnan(every[place])]
    return [
        QuestionFigures(
            name=number_of_question(key, answers.question.words[place]),
            people=_known(people[0][place]),
            models=_known(models[0][place]),
            n_people=int(people[1][place]),
            n_models=int(models[1][place]),
        )
        for place in order
    ]


def _means(answers: Answers, values: Floats, mask: Mask, n: int) -> tuple[Floats, Floats]:
    kept = mask & ~np.isnan(values)
    counts = np.bincount(answers.question.codes[kept], minlength=n).astype(np.float64)
    with np.errstate(invalid="ignore"):
        return np.bincount(answers.question.codes[kept], values[kept], n) / counts, counts


def _known(value: float) -> float | None:
    return None if np.isnan(value) else float(value)


def question_view(answers: Answers, one: Measured, key: Secret) -> JsonValue:
    """A view of `components.ranking_table`: a row a question, the hardest first. Arguments as for `questions_of`."""
    found = questions_of(answers, one, key)[:SHOWN]
    scale = 100.0 if one.metric.percent else 1.0

    def cell(value: float | None) -> JsonValue | None:
        return None if value is None else {"value": round(value * scale, one.metric.digits), "low": None, "high": None}

    figure = {"type": "figure", "unit": one.metric.unit, "digits": one.metric.digits}
    return {
        "id": "questions",
        "label": "Hardest questions, and where people beat models",
        "group": "From the answers here",
        "caption": worded("board_caption_hardest", figure=fixed(one.metric.label)),
        "columns": [
            {"id": "who", "label": "Question", "type": "who"},
            {"id": "people", "label": "People", **figure},
            {"id": "models", "label": "Models", **figure},
            {"id": "lead", "label": "People ahead by", **figure, "better": "more"},
            {"id": "n_people", "label": "Answers of people", "type": "count"},
            {"id": "n_models", "label": "Answers of models", "type": "count"},
        ],
        "rows": [
            {
                "kind": "", "label": f"Question {row.name}", "tag": "", "badge": "", "own": False, "best": [],
                "muted": row.n_people + row.n_models < 5,
                "cells": {"people": cell(row.people), "models": cell(row.models), "lead": cell(row.lead),
                          "n_people": row.n_people, "n_models": row.n_models},
            }
            for row in found
        ],
        "sort": {"column": "", "order": "descending"},
        "note": [worded("board_note_hardest")],
        "file": "soundmark-questions",
    }  # fmt: skip
