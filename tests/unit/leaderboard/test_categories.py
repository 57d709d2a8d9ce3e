"""Right answers by category of the question equal a count by hand and with pandas; the figure shows the same."""

from __future__ import annotations

import random
from typing import Any, cast

import pandas as pd
import pytest

from leaderboard.choice_spec import TAU
from leaderboard.tables.answers import answers_of
from leaderboard.tables.categories import MAX_DRAWN, categories, category_figure, category_view
from leaderboard.tables.groups import Who
from leaderboard.tables.kinds import choice_kind
from leaderboard.tables.source import table_of_rows
from leaderboard.tables.table import FigureTable, TableRules, figure_table
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import any_row

KIND = choice_kind(TAU)
NAMES = ("Transit", "Retail", "<b>Media</b>", None)


def rows_of_log(n: int) -> list[Any]:
    """Models only, so that no answer is a later one of the same player; every status."""
    rng = random.Random(5)
    statuses = [Status.OK] * 5 + [Status.SKIPPED, Status.REFUSED, Status.UNPARSED, Status.ERROR]
    rows = []
    for number in range(n):
        status = rng.choice(statuses)
        rows.append(any_row(
            "choice", response_id=f"r{number}", question_id=f"q{number}", responder_kind=ResponderKind.MODEL,
            responder_id=f"m{rng.randrange(9)}", prompt_id=None, imported_from=None, setting="audio", status=status,
            choice_index=rng.randrange(4) if status is Status.OK else None, true_index=rng.randrange(4),
            category=rng.choice(NAMES),
        ))  # fmt: skip
    return rows


def table_of(rows: list[Any], of_question: dict[str, str] | None = None) -> FigureTable:
    answers = answers_of(table_of_rows("choice", rows, KIND.columns), KIND.is_sound)
    return figure_table(answers, categories(answers, of_question), TableRules(shown_players=0))


def test_shares_of_each_model_in_each_category_are_those_of_pandas() -> None:
    rows = rows_of_log(600)
    table = table_of(rows)
    assert [metric.label for metric in table.metrics] == ["All answers", "<b>Media</b>", "Retail", "Transit"]
    frame = pd.DataFrame(
        [(row.responder_id, row.category, row.status is Status.OK and row.choice_index == row.true_index)
         for row in rows if row.status is not Status.ERROR],
        columns=["who", "category", "right"],
    )  # fmt: skip
    expected = frame.groupby(["who", "category"]).right.agg(["mean", "count"])
    for row in table.rows:
        for metric, figure in zip(table.metrics[1:], row.figures[1:], strict=True):
            assert figure.value == pytest.approx(expected["mean"][row.key.name, metric.label])
            assert figure.n == expected["count"][row.key.name, metric.label]
            assert figure.value is not None and figure.interval is not None
            assert figure.interval.low <= figure.value <= figure.interval.high


def test_the_category_is_that_of_the_question_where_the_questions_are_at_hand() -> None:
    rows = [row for row in rows_of_log(40) if row.status is Status.OK]
    table = table_of(rows, {row.question_id: "Payment" for row in rows[:10]})
    assert [metric.label for metric in table.metrics] == ["All answers", "Payment"]
    assert sum(row.figures[1].n for row in table.rows) == 10


def test_questions_without_a_category_give_no_table() -> None:
    rows = [any_row("choice", category=None, status=Status.OK, choice_index=1, true_index=1)]
    answers = answers_of(table_of_rows("choice", rows, KIND.columns), KIND.is_sound)
    assert categories(answers) == [] and categories(answers, {}) == []


def test_the_figure_shows_the_table_and_no_markup() -> None:
    table = table_of(rows_of_log(600))
    figure = category_figure(table, {})
    assert "&lt;b&gt;Media&lt;/b&gt;" in figure.layout.yaxis.ticktext and len(figure.data) == MAX_DRAWN
    drawn = {trace.name: trace for trace in figure.data}
    for row in table.rows:
        if row.key.name in drawn:
            trace = drawn[row.key.name]
            assert list(trace.x) == pytest.approx([(one.value or 0) * 100 for one in row.figures])
            assert row.figures[0].interval is not None
            assert trace.x[0] + trace.error_x.array[0] == pytest.approx(row.figures[0].interval.high * 100)
    assert {row.key.who for row in table.rows} == {Who.MODEL}
    view = cast("dict[str, Any]", category_view(table, {}))
    assert [column["label"] for column in view["columns"]][2:] == [metric.label for metric in table.metrics]
