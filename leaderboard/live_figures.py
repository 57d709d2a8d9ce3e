"""The tables of figures of one mode as the log is now, kept until there are other rows. No gradio."""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.board import own_id
from leaderboard.geo_continents import continents_view
from leaderboard.notes import ENGLISH, Speaker
from leaderboard.tables.answers import Answers
from leaderboard.tables.asked import AskedOf, Truth
from leaderboard.tables.categories import category_figure, category_view
from leaderboard.tables.figures import (
    confusion_figure,
    distance_figure,
    full_name_of,
    histogram_figure,
    question_figure,
)
from leaderboard.tables.groups import Group, Who, groups_of, players_of
from leaderboard.tables.kinds import TableKind
from leaderboard.tables.labels import label_of, marks_of, with_marks
from leaderboard.tables.metrics import Measured
from leaderboard.tables.pairs import compare, pair_note
from leaderboard.tables.questions import question_view
from leaderboard.tables.source import LoggedTable, joined, table_of_rows
from leaderboard.tables.table import FigureTable, TableRules, answered_by_both, figure_table, only
from leaderboard.tables.text import records
from leaderboard.tables.view import JsonValue, figure_view
from soundmark.secret import Secret
from soundmark.services import Services
from soundmark.types import Note, worded, worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

SHOWN_PLAYERS = 50


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    state: tuple[str, ...]
    asked: AskedOf | None
    answers: Answers
    measured: Sequence[Measured]
    table: FigureTable
    views: Sequence[JsonValue]
    by_category: FigureTable | None


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

    def views(self, ticket: object, benchmark: str, asked: AskedOf | None) -> list[JsonValue]:
        """The views for a browser that sent this ticket; none without an answer.

        Args:
            ticket: of the browser.
            benchmark: whose answers.
            asked: its questions; answers to others do not count, nor those to one that had another truth then. None
                where they are not read yet.

        Raises:
            JournalError: when the log cannot be read.
        """
        return self._shown(self._brought_up_to_date(benchmark, asked), ticket)

    def last_views(self, ticket: object) -> list[JsonValue]:
        """The same of what was counted last; none before anything was."""
        return [] if self._counted is None else self._shown(self._counted, ticket)

    def _shown(self, counted: _Counted, ticket: object) -> list[JsonValue]:
        if not len(counted.answers):
            return []
        return [self._main(counted, own_id(self.services, ticket)), *counted.views]

    def rows(self) -> list[str]:
        """The labels of the rows that can be compared, as they were counted last; none before that."""
        return list(self._groups())

    def answers_in(self, label: str) -> tuple[Answers, Group] | None:
        """All answers as they were counted last, and which of them are of a row, by its label; None for no row."""
        counted, group = self._counted, self._groups().get(label)
        return None if counted is None or group is None else (counted.answers, group)

    def asked(self) -> tuple[str, Mapping[str, Truth] | None]:
        """The benchmark that was counted last, '' for none, and what is right where its questions are known."""
        counted = self._counted
        if counted is None:
            return "", None
        return counted.state[0], None if counted.asked is None else counted.asked.truths

    def choices(self, words: Speaker = ENGLISH) -> list[tuple[str, str]]:
        """The same rows to choose from: what each is called, and its label."""
        return [(self.said(label, words), label) for label in self._groups()]

    def said(self, label: str, words: Speaker) -> str:
        """What the row of a label is called; the label itself where there is no such row."""
        group = self._groups().get(label)
        return label if group is None else full_name_of(group, self._classes, words)

    def compared(self, first: object, second: object, words: Speaker = ENGLISH) -> Note:
        """What there is to say of two rows, by their labels; `words` say what they are called."""
        counted, groups = self._counted, self._groups()
        if counted is None or first not in groups or second not in groups:
            return worded_as("Choose two rows.", "pair_choose")
        one = _by_item(counted.measured)
        pair = compare(counted.answers, one, groups[str(first)], groups[str(second)])
        return pair_note(pair, one.metric, self.said(str(first), words), self.said(str(second), words))

    def parquet(self) -> bytes:
        """All figures as a Parquet file, a row a responder; empty before anything was counted."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        if self._counted is None:
            return b""
        sink = io.BytesIO()
        pq.write_table(pa.Table.from_pylist(records(self._counted.table, self._classes)), sink, compression="zstd")
        return sink.getvalue()

    def figures(self, words: Speaker = ENGLISH) -> list[go.Figure]:
        """The figures of what was counted last, as many as `n_figures`; none before that. Their words say `words`."""
        counted = self._counted
        if counted is None or not len(counted.answers):
            return []
        answers, classes, one = counted.answers, self._classes, _by_item(counted.measured)
        found = [histogram_figure(answers, [one], classes, words), question_figure(answers, one, self._key, words)]
        if self.is_geo:
            found.append(distance_figure(answers, classes, words))
            found += [confusion_figure(answers, people=people, words=words) for people in (True, False)]
        if counted.by_category is not None:
            found.append(category_figure(counted.by_category, classes, words))
        return found

    @property
    def n_figures(self) -> int:
        """How many figures there are."""
        return 5 if self.is_geo else 2 + (self.kind.by_category is not None)

    @property
    def is_geo(self) -> bool:
        """Whether the answers are places on Earth."""
        return self.kind.log_table == "geo"

    def _groups(self) -> dict[str, Group]:
        counted = self._counted
        if counted is None:
            return {}
        answers = counted.answers
        shown = {row.key.name for row in counted.table.rows if row.key.who is Who.PLAYER}
        numbers = [number for number, name in enumerate(answers.who.words) if name in shown]
        groups = [*groups_of(answers, self.kind.classes), *players_of(answers, numbers)]
        found: dict[str, Group] = {}
        for group in groups:
            found[with_marks(label_of(group.key, self._classes), marks_of(group.key))] = group
        return found

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
    def _key(self) -> Secret:
        return self.services.players.salt

    @property
    def _classes(self) -> dict[str, str]:
        return {} if self.kind.classes is None else dict(self.kind.classes.names)

    def _rules(self, questions: int | None, own: str | None, *, shown_players: int = SHOWN_PLAYERS) -> TableRules:
        return TableRules(classes=self.kind.classes, questions=questions, shown_players=shown_players, own_id=own)

    def _brought_up_to_date(self, benchmark: str, asked: AskedOf | None) -> _Counted:
        with self._lock:
            list_state = ("", "") if asked is None else (asked.revision, str(len(asked)))
            state = (benchmark, *list_state, *map(str, self.services.answers.version()))
            if self._counted is None or self._counted.state != state:
                self._counted = self._count(state, benchmark, asked)
            return self._counted

    def _count(self, state: tuple[str, ...], benchmark: str, asked: AskedOf | None) -> _Counted:
        services, kind = self.services, self.kind
        tables = [
            table_of_rows(kind.log_table, services.journal.rows(kind.log_table, benchmark=benchmark), kind.columns)
        ]
        if services.published is not None:
            tables.append(services.published.arrow(kind.log_table))
        logged = joined(kind.log_table, tables, benchmark, kind.columns)
        if asked is not None:
            logged = logged.filter(asked.rows(logged))
        answers = kind.answers(LoggedTable(logged, services.answers.withdrawn()))
        measured = kind.measure(answers)
        table = figure_table(answers, measured, self._rules(None if asked is None else len(asked), None))
        views = self._further(answers, measured, table.questions) if len(answers) else []
        by_category = self._by_category(answers, table.questions)
        if by_category is not None:
            views.append(category_view(by_category, self._classes))
        return _Counted(state, asked, answers, measured, table, views, by_category)

    def _by_category(self, answers: Answers, questions: int) -> FigureTable | None:
        """The table of right answers by category; None where questions have none."""
        measured = [] if self.kind.by_category is None else self.kind.by_category(answers)
        if not measured:
            return None
        return figure_table(answers, measured, self._rules(questions, None, shown_players=0))

    def _further(self, answers: Answers, measured: Sequence[Measured], questions: int) -> list[JsonValue]:
        mask = answered_by_both(answers)
        alike = answers.where(mask)
        n_alike = len(np.unique(alike.question.codes[alike.counts]))
        fair = figure_table(alike, only(measured, mask), self._rules(None, None))
        return [
            figure_view(
                fair,
                self._classes,
                name="both",
                label="Only questions that a person and a model answered",
                caption=worded("board_caption_both", n=f"{n_alike:,}"),
                notes=[worded("board_note_both", n=f"{questions:,}")],
            ),
            *(continents_view(answers, self._classes, self._rules(questions, None)) if self.is_geo else []),
            question_view(answers, _by_item(measured), self._key),
        ]


def _by_item(measured: Sequence[Measured]) -> Measured:
    """The metric that has a value for every answer that counts."""
    return next(one for one in measured if one.metric.name in ("geoscore", "acc_micro"))
