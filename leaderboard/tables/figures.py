"""Figures of a table for the page or a notebook, with plotly. Names are text in them, never markup."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING

import numpy as np

from leaderboard.notes import ENGLISH, Speaker
from leaderboard.tables.answers import HUMAN, OK, Answers
from leaderboard.tables.columns import Codes, Floats, floats_of
from leaderboard.tables.groups import Group, Who, groups_of, player_numbers
from leaderboard.tables.labels import label_of, marks_of, with_marks
from leaderboard.tables.measure_continents import CONTINENTS, continents_of
from leaderboard.tables.metrics import Measured
from leaderboard.tables.questions import QuestionFigures, questions_of
from leaderboard.tables.table import FigureRow, means_by
from soundmark.secret import Secret
from soundmark.types import Note, worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

PEOPLE, MODELS, BASELINES = "#0072B2", "#CC79A7", "#7A7A7A"
_LOOKS = {Who.MODEL: (MODELS, "diamond"), Who.BASELINE: (BASELINES, "x")}
_FONT = "system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
_SCALE = ((0.0, "#F4F0E6"), (1.0, "#0072B2"))
_CLEAR, _GRID = "rgba(0,0,0,0)", "rgba(127,151,171,0.35)"  # the page behind is light or dark
MAX_CURVES = 12
MAX_NAME_CHARS = 30
LEGEND_ROW_PX = 11
"""What a figure grows by for each name in its legend: they stand in one column on a phone, and in two on a desk."""
FEW_PLAYERS = 30
DASHES = ("solid", "dash", "dot", "dashdot", "longdash", "longdashdot")
_TITLES = {
    True: worded_as("Continents answered by people (% of row)", "figure_continents_people"),
    False: worded_as("Continents answered by models (% of row)", "figure_continents_models"),
}
"""Of the figure of continents, by whether it is of people."""
_NO_CONTINENTS = {
    True: worded_as("No answers of people with a continent yet.", "figure_no_continents_people"),
    False: worded_as("No answers of models with a continent yet.", "figure_no_continents_models"),
}


def histogram_figure(
    answers: Answers, main: Sequence[Measured], classes: Mapping[str, str], words: Speaker = ENGLISH
) -> go.Figure:
    """How many players reach which mean, and where models and baselines stand.

    Args:
        answers: that count.
        main: the metric, or with a mean of metrics all that it needs; the first is shown.
        classes: what classes of people are called.
        words: say what stands in the figure.
    """
    import plotly.graph_objects as go

    metric = main[0].metric
    scale = 100.0 if metric.percent else 1.0
    numbers, names = player_numbers(answers)
    values = means_by(main, numbers, len(names))[0][:, 0] * scale if names else np.empty(0)
    figure = go.Figure()
    reached = values[~np.isnan(values)]
    bins = {"start": 0, "end": 105, "size": 5} if metric.percent else None
    figure.add_histogram(x=reached, name=words.word("Players"), marker={"color": PEOPLE}, nbinsx=25, xbins=bins)
    if len(reached) < FEW_PLAYERS:
        figure.update_yaxes(dtick=1)  # there are no halves of players
    groups = _contestants(answers)[:MAX_CURVES]
    for group, name, line in zip(groups, names_of(groups, classes, words), _lines_of(groups), strict=True):
        one = means_by(main, _numbers(answers, group), 1)[0][0, 0] * scale
        if not np.isnan(one):  # as high as the figure, however high its bars are
            x = [round(float(one), metric.digits)] * 2
            figure.add_scatter(x=x, y=[0, 1], yaxis="y2", mode="lines", name=name, line=line, hoverinfo="name+x")
    if not len(reached):
        say_in(figure, words.note(worded_as("No player answered yet.", "figure_no_players")))
    label, unit = words.word(metric.label), words.word(metric.unit)
    title = words.note(worded_as("Players by their mean: {figure}", "figure_players", figure=label))
    laid_out(figure, title, f"{label} ({unit})", words.word("Players"))
    figure.update_layout(yaxis2={"overlaying": "y", "range": [0, 1], "visible": False, "fixedrange": True})
    return figure


def question_figure(answers: Answers, one: Measured, key: Secret, words: Speaker = ENGLISH) -> go.Figure:
    """Each question by how people and how models did on it: above the line people did better.

    Args:
        answers: that count.
        one: the figure.
        key: makes the questions' numbers.
        words: say what stands in the figure.
    """
    import plotly.graph_objects as go

    scale = 100.0 if one.metric.percent else 1.0
    found = [
        (
            row.models * scale,
            row.people * scale,
            escape(words.note(_answers_to(row))),
        )
        for row in questions_of(answers, one, key)
        if row.people is not None and row.models is not None
    ]
    figure = go.Figure()
    figure.add_scatter(
        x=[x for x, _, _ in found], y=[y for _, y, _ in found], text=[text for _, _, text in found], mode="markers",
        name=words.note(worded_as("A question each", "figure_each")),
        marker={"color": PEOPLE, "size": 9, "opacity": 0.8, "line": {"width": 1, "color": "#FFFFFF"}},
    )  # fmt: skip
    top = max([scale if one.metric.percent else 0.0, *(max(x, y) for x, y, _ in found)])
    figure.add_scatter(
        x=[0, top],
        y=[0, top],
        mode="lines",
        name=words.note(worded_as("Equally good", "figure_equal")),
        line={"color": BASELINES, "dash": "dot"},
    )
    if not found:
        none = worded_as("No question was answered by people and by models yet.", "figure_no_questions")
        say_in(figure, words.note(none))
    title = words.note(worded_as("People and models on the same questions", "figure_questions"))
    x, y = (f"{words.word(who)} ({words.word(one.metric.unit)})" for who in ("Models", "People"))
    return laid_out(figure, title, x, y)


def _answers_to(row: QuestionFigures) -> Note:
    return worded_as(
        "Question {id}: answers of people {people}, of models {models}",
        "figure_question",
        id=row.name,
        people=row.n_people,
        models=row.n_models,
    )


def distance_figure(answers: Answers, classes: Mapping[str, str], words: Speaker = ENGLISH) -> go.Figure:
    """The share of all answers that count which came closer than each distance; one without a place never does.

    Args:
        answers: that count.
        classes: what classes of people are called.
        words: say what stands in the figure.
    """
    import plotly.graph_objects as go

    km = np.where(answers.status == OK, floats_of(answers.table, "error_km"), np.nan)
    figure = go.Figure()
    groups = [group for group in groups_of(answers) if group.key.who is Who.ALL_PEOPLE] + _contestants(answers)
    groups = groups[:MAX_CURVES]
    for group, name, line in zip(groups, names_of(groups, classes, words), _lines_of(groups), strict=True):
        counted = group.places[answers.counts[group.places]]
        kept = np.sort(km[counted][~np.isnan(km[counted])])
        if not len(kept):
            continue
        levels = np.linspace(0, 1, 201)
        x, y = np.maximum(np.quantile(kept, levels), 0.1), levels * len(kept) / len(counted) * 100
        figure.add_scatter(x=x, y=y, mode="lines", name=name, line=line)
    if not figure.data:
        say_in(figure, words.note(worded_as("No answer names a place yet.", "figure_no_places")))
    figure.update_xaxes(type="log")
    title = words.note(worded_as("How close answers came", "figure_close"))
    x = words.note(worded_as("distance (km)", "figure_distance_km"))
    return laid_out(figure, title, x, words.note(worded_as("answers closer (%)", "figure_closer")))


def confusion(answers: Answers, *, people: bool) -> tuple[list[str], Floats, Codes]:
    """Answered continents by the true one: AGL1K's figure 6, of people or of models.

    Returns:
        The continents that occur; shares of the answers with a continent, shape (true, answered), rows sum to 1 or are
        NaN; and how many answers each row is of.
    """
    wanted = answers.kind == HUMAN if people else answers.of_models
    truth, named = continents_of(answers, "true_continent"), continents_of(answers, "named_continent")
    said = np.where(named >= 0, named, continents_of(answers, "guess_continent"))
    kept = wanted & answers.counts & (truth >= 0) & (said >= 0)
    n = len(CONTINENTS)
    counts = np.bincount(truth[kept] * n + said[kept], minlength=n * n).reshape(n, n)
    present = np.flatnonzero(counts.sum(axis=0) + counts.sum(axis=1))
    counts = counts[np.ix_(present, present)]
    totals = counts.sum(axis=1)
    with np.errstate(invalid="ignore"):
        shares = counts / totals[:, None]
    return [CONTINENTS[place] for place in present], shares, totals


def confusion_figure(answers: Answers, *, people: bool, words: Speaker = ENGLISH) -> go.Figure:
    """The same as a heat map, with its words said by `words`."""
    import plotly.graph_objects as go

    found, shares, totals = confusion(answers, people=people)
    names = [words.word(name) for name in found]
    percent = np.round(shares * 100, 0)
    cells = [[None if np.isnan(value) else value for value in row] for row in percent.tolist()]
    text = [["" if np.isnan(value) else f"{value:.0f}" for value in row] for row in percent]
    rows = [f"{name} ({total:,})" for name, total in zip(names, totals.tolist(), strict=True)]
    figure = go.Figure()
    figure.add_heatmap(
        z=cells, x=names, y=rows, text=text, texttemplate="%{text}", zmin=0, zmax=100,
        colorscale=[list(stop) for stop in _SCALE], showscale=False, textfont={"size": 13},
    )  # fmt: skip
    title, none = _TITLES[people], _NO_CONTINENTS[people]
    if not names:
        say_in(figure, words.note(none))
    figure.update_yaxes(autorange="reversed")
    figure.update_xaxes(dtick=1)  # also where there is room for some of the names only
    answered, true = worded_as("answered", "figure_answered"), worded_as("true (answers)", "figure_true")
    return laid_out(figure, words.note(title), words.note(answered), words.note(true))


def names_of(many: Sequence[Group | FigureRow], classes: Mapping[str, str], words: Speaker) -> list[str]:
    """What each is called in a figure, with what it was given where others have the same name; no markup."""
    names = [_short(_name_of(one, classes, words)) for one in many]
    met = Counter(names)
    marks = [map(words.word, marks_of(one.key)) for one in many]
    return [escape(name if met[name] == 1 else with_marks(name, mark)) for name, mark in zip(names, marks, strict=True)]


def full_name_of(one: Group | FigureRow, classes: Mapping[str, str], words: Speaker) -> str:
    """What somebody is called, with what a model was given."""
    return with_marks(_name_of(one, classes, words), map(words.word, marks_of(one.key)))


def _name_of(one: Group | FigureRow, classes: Mapping[str, str], words: Speaker) -> str:
    """A model's name comes from outside and is said as it is."""
    label = label_of(one.key, classes)
    return label if one.key.who is Who.MODEL else words.word(label)


def _short(name: str) -> str:
    """A long name without its middle: a phone is narrow, and versions stand at the end."""
    return name if len(name) <= MAX_NAME_CHARS else f"{name[:17]}\N{HORIZONTAL ELLIPSIS}{name[-12:]}"


def _lines_of(groups: Sequence[Group]) -> list[dict[str, str]]:
    """A line for each, by colour and, among those of one colour, by its dashes."""
    met: Counter[str] = Counter()
    lines = []
    for group in groups:
        colour, _ = look_of(group.key.who)
        lines.append({"color": colour, "dash": DASHES[met[colour] % len(DASHES)]})
        met[colour] += 1
    return lines


def _contestants(answers: Answers) -> list[Group]:
    """Models, then baselines: those with most answers first."""
    found = [group for group in groups_of(answers) if group.key.who in _LOOKS]
    return sorted(found, key=lambda group: (group.key.who is not Who.MODEL, -len(group.places), group.key))


def _numbers(answers: Answers, group: Group) -> Codes:
    numbers = np.full(len(answers), -1, dtype=np.int64)
    numbers[group.places] = 0
    return numbers


def say_in(figure: go.Figure, sentence: str) -> None:
    """Say in the middle of a figure why there is nothing in it."""
    figure.add_annotation(text=sentence, x=0.5, y=0.5, xref="paper", yref="paper", showarrow=False)


def look_of(who: Who) -> tuple[str, str]:
    """Colour and symbol of whoever answered."""
    return _LOOKS.get(who, (PEOPLE, "circle"))


def laid_out(figure: go.Figure, title: str, x: str, y: str) -> go.Figure:
    """Give a figure its title, the titles of its axes, and the look of all figures here.

    Args:
        figure: is changed.
        title: at most about 45 characters, which is what a phone has room for.
        x: what the horizontal axis shows, with its unit.
        y: what the vertical axis shows, with its unit.
    """
    names = len(figure.data)
    figure.update_layout(
        title={"text": title, "x": 0.01, "font": {"size": 16}}, paper_bgcolor=_CLEAR, plot_bgcolor=_CLEAR,
        font={"family": _FONT, "size": 14}, height=420 + LEGEND_ROW_PX * max(0, names - 2), bargap=0.05,
        margin={"l": 60, "r": 20, "t": 50, "b": 50}, hoverlabel={"namelength": -1},
        legend={"orientation": "h", "y": -0.2 if names < 4 else -0.3, "font": {"size": 13}},
    )  # fmt: skip
    figure.update_xaxes(title={"text": x}, gridcolor=_GRID, zerolinecolor=_GRID)
    figure.update_yaxes(title={"text": y}, gridcolor=_GRID, zerolinecolor=_GRID)
    return figure
