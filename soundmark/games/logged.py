"""What was answered before to the questions of a game, from the log."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from soundmark.games.opponents import MachineAnswers
from soundmark.services import Services
from soundmark.store.journal import AnswerTable


def logged_answers(services: Services, table: AnswerTable) -> Callable[[str, str, int], Iterable[object]]:
    """Gives the newest logged answers to a question, given benchmark, question id and how many at most."""
    return lambda benchmark, question_id, last: services.answers.rows(
        table, benchmark=benchmark, question_id=question_id, last=last
    )


def machine_answers(services: Services, table: AnswerTable) -> MachineAnswers:
    """Gives the logged answers of models and baselines to some questions."""
    return lambda benchmark, question_ids: services.answers.machine_rows(
        table, benchmark=benchmark, question_ids=question_ids
    )
