"""Right answers by the benchmark's category of the question: as a table, and as a figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.notes import ENGLISH, Speaker
from leaderboard.tables.answers import Answers
from leaderboard.tables.columns import Words, words_of
from leaderboard.tables.figures import laid_out, look_of, names_of
from leaderboard.tables.groups import Who
from leaderboard.tables.labels import PERCENT, plain
from leaderboard.tables.measure_choice import MICRO, right_answers
from leaderboard.tables.metrics import Measured, share
from leaderboard.tables.table import FigureRow, FigureTable
from leaderboard.tables.view import JsonValue, figure_view
from soundmark.types import worded, worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

MAX_CATEGORIES = 40
MAX_CATEGORY_CHARS = 60
MAX_DRAWN = 6
ROW_PX = 60
VARIANTS = ("", "-open", "-dot", "-open-dot")
"""Of a symbol, so that two rows of one colour are told apart."""
SHOWN_IN_FIGURE = frozenset({Who.ALL_PEOPLE, Who.PEOPLE, Who.MODEL})


def categories(answers: Answers, of_question: Mapping[str, str] | None = None) -> list[Measured]:
    """Share of right answers in all, then in each category, alphabetically; nothing where questions have none.

    A passed, refused or unreadable answer is not right.

    Args:
        answers: that count.
        of_question: question -> its category, where the questions are at hand; else the log's own column tells it.
    """
    found = _words(answers, of_question)
    right = right_answers(answers)
    names = sorted(name for name in found.words if plain(name).strip())[:MAX_CATEGORIES]
    measured: list[Measured] = []
    for number, name in enumerate(names):
        values = np.where(found.mapped({name: 1}, 0) == 1, right, np.nan)
        if np.isfinite(values).any():
            label = plain(name)[:MAX_CATEGORY_CHARS].strip()
            says = f"Right answers among those to questions of the category {label}; what was passed, refused or could "
            says += "not be read is not right."
            measured.append(Measured(share(f"category_{number}", label, says), values))
    return [Measured(MICRO, right), *measured] if measured else []


def _words(answers: Answers, of_question: Mapping[str, str] | None) -> Words:
    if of_question is None:
        return words_of(answers.table, "category")
    names = tuple(sorted({"", *of_question.values()}))
    numbers = {name: number for number, name in enumerate(names)}
    asked = {question: numbers[of_question.get(question, "")] for question in answers.question.words}
    return Words(answers.question.mapped(asked), names)


def category_view(table: FigureTable, classes: Mapping[str, str]) -> JsonValue:
    """A view of `components.ranking_table`: a column a category.

    Args:
        table: whose metrics are those of `categories`.
        classes: what classes of people are called.
    """
    return figure_view(
        replace(table, hidden_players=0),
        classes,
        name="categories",
        label="By category",
        caption="Right answers by category of the question",
        notes=[worded("board_note_categories")],
    )


def category_figure(table: FigureTable, classes: Mapping[str, str], words: Speaker = ENGLISH) -> go.Figure:
    """Each category by how people and models did on it, with 95 % intervals: at most `MAX_DRAWN` rows of the table.

    Args:
        table: whose metrics are those of `categories`.
        classes: what classes of people are called.
        words: say what stands in the figure.
    """
    import plotly.graph_objects as go

    rows = _drawn_rows(table.rows)
    names = [escape(words.word(metric.label)) for metric in table.metrics]
    figure = go.Figure()
    for number, (row, name) in enumerate(zip(rows, names_of(rows, classes, words), strict=True)):
        colour, symbol = look_of(row.key.who)
        variant = VARIANTS[sum(look_of(other.key.who) == (colour, symbol) for other in rows[:number]) % len(VARIANTS)]
        points = [(place, one) for place, one in enumerate(row.figures) if one.value is not None]
        shift = (number - (len(rows) - 1) / 2) * 0.8 / max(len(rows), 1)
        values = [(one.value or 0.0) * PERCENT for _, one in points]
        figure.add_scatter(
            x=values, y=[place + shift for place, _ in points], mode="markers",
            name=name, text=[f"{names[place]}: n = {one.n:,}" for place, one in points],
            marker={"color": colour, "symbol": f"{symbol}{variant}", "size": 10},
            error_x={
                "type": "data", "symmetric": False, "thickness": 1, "color": colour,
                "array": [0 if one.interval is None else one.interval.high * PERCENT - value
                          for (_, one), value in zip(points, values, strict=True)],
                "arrayminus": [0 if one.interval is None else value - one.interval.low * PERCENT
                               for (_, one), value in zip(points, values, strict=True)],
            },
        )  # fmt: skip
    title = words.note(worded_as("Right answers by category, 95 % intervals", "figure_categories"))
    laid_out(figure, title, words.note(worded_as("right (%)", "figure_right")), "")
    figure.update_xaxes(range=[-2, 102])
    figure.update_yaxes(tickvals=list(range(len(names))), ticktext=names, autorange="reversed", automargin=True)
    # The names of groups of people are long, and a phone is narrow.
    figure.update_layout(height=max(420, 160 + ROW_PX * len(names)), legend={"font": {"size": 12}})
    return figure


def _drawn_rows(rows: Sequence[FigureRow]) -> list[FigureRow]:
    """People all together first, then the models and classes of people with most answers."""
    kept = [row for row in rows if row.key.who in SHOWN_IN_FIGURE and row.answers]
    kept.sort(key=lambda row: (row.key.who is not Who.ALL_PEOPLE, -row.answers, row.key))
    return kept[:MAX_DRAWN]
