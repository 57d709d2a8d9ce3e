"""Equation 1, selection by theta, and groups."""

from __future__ import annotations

import math

import pytest

from soundmark.curation.localizability.fit import CategoryFit, Side, Slope
from soundmark.curation.localizability.score import Part, by_group, score_clip, score_clips, top_categories

FITS = (
    CategoryFit("Speech", Slope(1.5, 3), Slope(2.0, 3), Side.POSITIVE),
    CategoryFit("Rain", Slope(0.1, 3), Slope(0.75, 3), Side.NEGATIVE),
    CategoryFit("Wind", Slope(0.2, 3), Slope(0.2, 3), Side.NEITHER),
    CategoryFit("Bird", Slope(0.5, 3), Slope(None, 0), Side.POSITIVE),
)


def test_a_clip_by_hand() -> None:
    score = score_clip("a", {"Rain": 0.5, "Speech": 0.5, "Wind": 1.0, "Bird": 0.0, "Gong": 0.3, "Tuba": 0.4},
                       {one.category: one for one in FITS}, theta=0.375)  # fmt: skip
    assert score.value == 1.5 * 0.5 - 0.75 * 0.5
    assert score.parts == (Part(category="Speech", value=0.75), Part(category="Rain", value=-0.375))
    assert not score.is_localizable  # above theta, not at it
    assert score.unknown == ("Tuba", "Gong")


def test_a_clip_without_tags_has_none() -> None:
    (score,) = score_clips({"a": {}}, FITS, theta=-0.1)
    assert (score.value, score.parts, score.is_localizable) == (0.0, (), True)
    with pytest.raises(ValueError, match="not finite"):
        score_clips({"a": {"Speech": math.nan}}, FITS, theta=1.0)


def test_continents_by_their_mean() -> None:
    shares = {"a": {"Speech": 1.0}, "b": {"Speech": 0.0}, "c": {"Rain": 1.0}, "d": {"Speech": 1.0}}
    scores = score_clips(shares, FITS, theta=1.0)
    groups = by_group(scores, {"a": "Asia", "b": "Asia", "c": "Europe", "d": ""})
    assert [(one.name, one.mean.value, one.mean.n, one.n_localizable) for one in groups] == [
        ("Asia", 0.75, 2, 1), ("Europe", -0.75, 1, 0),
    ]  # fmt: skip
    assert groups[0].mean.low == 0.0 and groups[0].mean.high == 1.5
    assert groups[1].mean.low is None


def test_the_categories_that_weigh_most() -> None:
    assert [one.category for one in top_categories(FITS, Side.POSITIVE)] == ["Speech", "Bird"]
    assert [one.category for one in top_categories(FITS, Side.POSITIVE, 1)] == ["Speech"]
    assert [one.category for one in top_categories(FITS, Side.NEGATIVE)] == ["Rain"]
