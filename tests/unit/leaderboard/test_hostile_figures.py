"""Plotly takes links and styles in any text of a figure: of a log nothing but text may get there."""

from __future__ import annotations

import json
import re
from datetime import timedelta

from leaderboard.tables.answers import answers_of
from leaderboard.tables.figures import confusion_figure, distance_figure, histogram_figure, question_figure
from leaderboard.tables.kinds import GEO
from leaderboard.tables.metrics import Measured
from leaderboard.tables.source import table_of_rows
from soundmark.secret import Secret
from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind
from tests.support.rows import NOON, geo_row

LINK = '<a href="javascript:alert(1)">free</a><img src=x onerror=alert(1)><b>'


def rows() -> list[GeoRow]:
    """A person and a model of a hostile name answer hostile questions; continents are hostile too."""
    return [
        geo_row(
            response_id=f"r{number}-{kind.value}",
            responder_kind=kind,
            responder_id=LINK,
            question_id=f"{LINK}{number}",
            prompt_id=LINK,
            score=float(100 * number),
            points=float(100 * number),
            error_km=float(1 + number),
            true_continent=LINK,
            guess_continent=LINK,
            answered_at=NOON + timedelta(seconds=number),
        )
        for number in range(4)
        for kind in (ResponderKind.HUMAN, ResponderKind.MODEL)
    ]


def test_no_figure_of_a_log_holds_markup_of_its_names() -> None:
    answers = answers_of(table_of_rows("geo", rows(), GEO.columns), GEO.is_sound)
    main: list[Measured] = list(GEO.measure(answers))
    figures = [
        histogram_figure(answers, main[:1], {}),
        question_figure(answers, main[0], Secret("k" * 32)),
        distance_figure(answers, {}),
        confusion_figure(answers, people=True),
        confusion_figure(answers, people=False),
    ]
    drawn = "".join(json.dumps(figure.to_plotly_json(), default=str) for figure in figures)
    assert "&lt;a href" in drawn, "the name is in them, as text"
    assert re.findall(r"<(?!br)[a-z!/][^>]{0,40}", drawn) == []
