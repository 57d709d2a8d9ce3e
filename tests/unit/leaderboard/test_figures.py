"""Figures say who is who: one name a line, however many things a model was given."""

from __future__ import annotations

import math
from datetime import timedelta

import pytest

from leaderboard.tables.answers import HUMAN, Answers, answers_of
from leaderboard.tables.figures import MAX_NAME_CHARS, confusion_figure, distance_figure, histogram_figure
from leaderboard.tables.kinds import GEO
from leaderboard.tables.source import table_of_rows
from soundmark.types import ResponderKind
from tests.support.rows import NOON, geo_row

LONG = "a-model-with-a-very-long-name-instruct-2026-12-31"
GIVEN: dict[str, dict[str, object]] = {
    "m": {}, "m (blind)": {"setting": "blind"}, "m (short)": {"prompt_id": "short"},
    "m (imported)": {"imported_from": "file"},
    "a-model-with-a-ve\N{HORIZONTAL ELLIPSIS}t-2026-12-31": {"responder_id": LONG},
}  # fmt: skip
"""What a model is called in a figure -> what differs in its answers."""


def answered() -> Answers:
    """A person, and models: the first is as far away as gives 1,000 points (AGL1K, section 4.1.2), the next 2,000."""
    rows = [geo_row(response_id=f"p{number}", question_id=f"q{number}", error_km=900.0) for number in range(3)]
    for place, changes in enumerate(GIVEN.values(), start=1):
        model = {"responder_kind": ResponderKind.MODEL, "responder_id": "m", "answered_at": NOON + timedelta(minutes=1)}
        there = {"error_km": -1492.7 * math.log(place / 5), "true_continent": "Asia", "guess_continent": "Europe"}
        rows += [
            geo_row(response_id=f"m{place}-{number}", question_id=f"q{number}", **(model | there | changes))
            for number in range(3)
        ]
    return answers_of(table_of_rows("geo", rows, GEO.columns), GEO.is_sound)


def test_each_model_has_a_name_and_a_line_of_its_own_at_its_mean() -> None:
    answers = answered()
    figure = histogram_figure(answers, [GEO.measure(answers)[0]], {})
    lines = {trace.name: trace for trace in figure.data if trace.type == "scatter"}
    assert {name: list(line.x) for name, line in lines.items()} == {
        name: [pytest.approx(1000.0 * place)] * 2 for place, name in enumerate(GIVEN, start=1)
    }
    assert len({(line.line.color, line.line.dash) for line in lines.values()}) == len(GIVEN)
    assert {trace.name for trace in distance_figure(answers, {}).data} == {"All people", *GIVEN}
    assert max(len(name) for name in GIVEN) <= MAX_NAME_CHARS


def test_a_figure_grows_with_its_legend_and_names_every_continent() -> None:
    answers = answered()
    people = answers.where(answers.kind == HUMAN)
    assert distance_figure(answers, {}).layout.height > distance_figure(people, {}).layout.height
    assert confusion_figure(answers, people=False).layout.xaxis.dtick == 1
