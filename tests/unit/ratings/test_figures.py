"""Figures hold the figures, with words and units, and names as text."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from leaderboard.ratings.figures import (
    GREY,
    MODEL,
    battle_count_figure,
    interval_figure,
    style_figure,
    style_values,
    win_rate_figure,
)
from leaderboard.ratings.matrices import pair_matrices
from leaderboard.ratings.outcomes import Outcome, Ties
from leaderboard.ratings.rate import refit
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_table import VoteTable
from tests.support.votes import Vote, counts_of

VOTES: list[Vote] = [("<b>x</b>", "y", Outcome.A)] * 3 + [("y", "<b>x</b>", Outcome.A)] * 2
VOTES += [("top", "y", Outcome.A)] * 4 + [("y", "<b>x</b>", Outcome.TIE)]


def test_intervals_stand_where_the_table_has_them() -> None:
    table = refit(counts_of(VOTES))
    figure = interval_figure(table)
    compared, others = figure.data
    rows = {row.model: row for row in table.ratings}
    assert list(compared.y) == ["&lt;b&gt;x&lt;/b&gt;", "y"]
    assert list(others.y) == ["top"]
    assert (compared.marker.color, others.marker.color) == (MODEL, GREY)
    assert compared.marker.symbol != others.marker.symbol
    low, high = rows["y"].low, rows["y"].high
    assert low is not None
    assert high is not None
    assert compared.x[1] - compared.error_x.arrayminus[1] == pytest.approx(low)
    assert compared.x[1] + compared.error_x.array[1] == pytest.approx(high)
    assert others.customdata[0][1] == "open"
    assert "Elo points" in figure.layout.xaxis.title.text


def test_matrices_are_drawn_as_they_are() -> None:
    for rules in (RatingRules(), RatingRules(ties=Ties.DROPPED)):
        matrices = pair_matrices(counts_of(VOTES), rules)
        rates, battles = win_rate_figure(matrices), battle_count_figure(matrices)
        drawn = np.array(rates.data[0].z, dtype=np.float64)
        assert np.array_equal(drawn, matrices.win_rates, equal_nan=True)
        assert np.nansum(np.array(battles.data[0].z, dtype=np.float64)) == matrices.battles.sum()
        assert ("left out" in rates.layout.title.text) == (rules.ties is Ties.DROPPED)
        assert (rates.data[0].zmin, rates.data[0].zmax) == (0.0, 1.0)


def test_style_is_that_of_both_sides() -> None:
    style = np.full((2, 5, 2), np.nan)
    style[:, 0] = [[10, 20], [30, 40]]
    style[:, 4] = [[1, 0], [1, 1]]
    votes = VoteTable(models=("x", "y"), a=np.array([0, 1]), b=np.array([1, 0]), outcome=np.array([0, 0]), style=style)
    assert sorted(style_values(votes, "x")[:, 0]) == [10, 40]
    words = style_figure(votes, "words")
    assert [sorted(part.x) for part in words.data] == [[10, 40], [20, 30]]
    shares = style_figure(votes, "coordinates")
    assert (list(shares.data[0].y), list(shares.data[0].x)) == (["x", "y"], [1.0, 0.5])
    assert "Headers" in style_figure(votes, "headers").layout.xaxis2.title.text
    assert [one.text for one in words.layout.annotations] == ["x", "y"]
    assert {(part.xbins.start, part.xbins.size) for part in words.data} == {(-1.0, 2.0)}
    with pytest.raises(ValueError, match="colour"):
        style_figure(votes, "colour")
    with pytest.raises(ValueError, match="nobody"):
        style_values(votes, "nobody")


def test_plotly_is_loaded_only_when_a_figure_is_drawn() -> None:
    code = "import sys, leaderboard.ratings.figures; sys.exit('plotly' in sys.modules or 'scipy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
