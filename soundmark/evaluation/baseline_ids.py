"""Ids of what baselines log: the same question and rule give the same id on every machine, so that it counts once."""

from __future__ import annotations

import uuid

from soundmark.models.baselines.baseline import AnswerT, Baseline, QuestionT

NAMESPACE = uuid.UUID("0d9f5a52-3c1b-5c0e-9a6d-6a9b6f1f4e77")
"""Makes ids (UUIDv5, RFC 9562) from what was asked of whom."""


def baseline_run_id(baseline: Baseline[QuestionT, AnswerT], benchmark: str, revision: str) -> str:
    """The id of the run of a baseline over one revision of a benchmark."""
    return _id("run", baseline.name, str(baseline.version), benchmark, revision)


def baseline_response_id(
    baseline: Baseline[QuestionT, AnswerT], benchmark: str, revision: str, question_id: str
) -> str:
    """The id of a baseline's answer to one question."""
    return _id("response", baseline.name, str(baseline.version), benchmark, revision, question_id)


def _id(*parts: str) -> str:
    return str(uuid.uuid5(NAMESPACE, "\x1f".join(parts)))
