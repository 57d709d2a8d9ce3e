"""The tables of figures of one mode as the log is now, kept until there are other rows. No gradio."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from leaderboard.board import own_id
from leaderboard.tables.answers import Answers, answers_of
from leaderboard.tables.kinds import TableKind
from leaderboard.tables.metrics import Measured
from leaderboard.tables.questions import question_view
from leaderboard.tables.source import joined, table_of_rows
from leaderboard.tables.table import FigureTable, TableRules, answered_by_both, figure_table, only
from leaderboard.tables.view import JsonValue, figure_view
from soundmark.services import Services

SHOWN_PLAYERS = 50
REST_SHARE = 5.0
"""A count is not repeated before so many times its own duration have passed."""


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    state: tuple[str, ...]
    answers: Answers
    measured: Sequence[Measured]
    table: FigureTable
    views: Sequence[JsonValue]
    done_at: float
    took_s: float


@dataclass(slots=True)
class LiveFigures:
    """Tables of figures beside a mode's ranking.

    Attributes:
        services: what the app gives.
        kind: how the answers are read and measured.
        published: makes rows of the paper for the metrics.
    """

    services: Services
    kind: TableKind
    published: Callable[[Sequence[Measured]], list[JsonValue]] = field(default=lambda _: [])
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _counted: _Counted | None = None

    def views(self, ticket: object, benchmark: str, questions: Collection[str] | None) -> list[JsonValue]:
        """The views for a browser that sent this ticket; none without an answer.

        Args:
            ticket: of the browser.
            benchmark: whose answers.
            questions: their ids; answers to others do not count. None where they are not read yet.

        Raises:
            JournalError: when the log cannot be read.
        """
        counted = self._brought_up_to_date(benchmark, questions)
        if not len(counted.answers):
            return []
        return [self._main(counted, own_id(self.services, ticket)), *counted.views]

    def _main(self, counted: _Counted, own: str | None) -> JsonValue:
        """All figures, with the viewer's own row marked, and added where it is not among those shown."""
        rows = counted.table.rows
        is_shown = any(row.key.name == own for row in rows if row.key.who == "player")
        if own is not None and not is_shown:
            extra = figure_table(
                counted.answers, counted.measured, self._rules(counted.table.questions, own, shown_players=0)
            )
            rows += tuple(row for row in extra.rows if row.is_own)
        marked = tuple(replace(row, is_own=row.key.who == "player" and row.key.name == own) for row in rows)
        return figure_view(
            replace(counted.table, rows=marked),
            self._classes,
            name="figures",
            label="All figures",
            caption="All figures, with 95 % intervals",
            published=self.published(counted.measured),
        )

    @property
    def _classes(self) -> dict[str, str]:
        return {} if self.kind.classes is None else dict(self.kind.classes.names)

    def _rules(self, questions: int | None, own: str | None, *, shown_players: int = SHOWN_PLAYERS) -> TableRules:
        return TableRules(classes=self.kind.classes, questions=questions, shown_players=shown_players, own_id=own)

    def _brought_up_to_date(self, benchmark: str, questions: Collection[str] | None) -> _Counted:
        with self._lock:
            state = (
                benchmark,
                str(None if questions is None else len(questions)),
                *map(str, self.services.answers.version()),
            )
            kept = self._counted
            if kept is not None and kept.state[:2] == state[:2]:
                rests = time.monotonic() - kept.done_at < REST_SHARE * kept.took_s
                if kept.state == state or rests:
                    return kept
            self._counted = self._count(state, benchmark, questions)
            return self._counted

    def _count(self, state: tuple[str, ...], benchmark: str, questions: Collection[str] | None) -> _Counted:
        begin = time.monotonic()
        services, kind = self.services, self.kind
        tables = [
            table_of_rows(kind.log_table, services.journal.rows(kind.log_table, benchmark=benchmark), kind.columns)
        ]
        if services.published is not None:
            tables.append(services.published.arrow(kind.log_table))
        logged = joined(kind.log_table, tables, benchmark, kind.columns)
        answers = answers_of(logged, kind.is_sound, services.answers.withdrawn())
        if questions is not None:
            answers = answers.where(answers.question.mapped(dict.fromkeys(questions, 1), 0) == 1)
        measured = kind.measure(answers)
        table = figure_table(answers, measured, self._rules(None if questions is None else len(questions), None))
        views = self._further(answers, measured, table.questions) if len(answers) else []
        now = time.monotonic()
        return _Counted(state, answers, measured, table, views, now, now - begin)

    def _further(self, answers: Answers, measured: Sequence[Measured], questions: int) -> list[JsonValue]:
        mask = answered_by_both(answers)
        alike = answers.where(mask)
        n_alike = len(np.unique(alike.question.codes[alike.counts]))
        fair = figure_table(alike, only(measured, mask), self._rules(None, None))
        by_item = next(one for one in measured if one.metric.name in ("geoscore", "acc_micro"))
        return [
            figure_view(
                fair,
                self._classes,
                name="both",
                label="Only questions that a person and a model answered",
                caption=f"Only questions that a person and a model answered: {n_alike:,}",
                notes=[
                    f"Of {questions:,} questions. What only one side was asked is left out, so both are asked alike."
                ],
            ),
            question_view(answers, by_item),
        ]
