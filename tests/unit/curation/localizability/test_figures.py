"""Figures hold the figures, with words and units, and names as text."""

from __future__ import annotations

import re

import pytest

from soundmark.curation.localizability.agreement import agreements
from soundmark.curation.localizability.contributions import Cell
from soundmark.curation.localizability.figures import (
    agreement_figure,
    category_figure,
    continent_figure,
    distribution_figure,
)
from soundmark.curation.localizability.fit import CategoryFit, Fit, FitCounts, Side, Slope
from soundmark.curation.localizability.page import figures_page
from soundmark.curation.localizability.rules import Rules
from soundmark.curation.localizability.score import ClipScore, by_group
from soundmark.curation.localizability.sentences import agreement_sentence, category_sentence, distribution_sentence

HOSTILE = "</script><script>alert(1)</script>"
COUNTS = FitCounts(n_near=1, n_far=1, n_cells=1, n_without_error=0, n_judged_untagged=0, n_tagged_unjudged=0)


def fit_of(*categories: CategoryFit) -> Fit:
    return Fit(rules=Rules(), categories=categories, counts=COUNTS)


FIT = fit_of(
    CategoryFit("Rain", Slope(0.1, 9), Slope(0.8, 7, 0.1), Side.NEGATIVE),
    CategoryFit("Speech", Slope(0.9, 5, 0.2), Slope(0.9, 7), Side.POSITIVE),
    CategoryFit(HOSTILE, Slope(0.5, 1), Slope(None, 0), Side.POSITIVE),
    CategoryFit("Wind", Slope(0.2, 5), Slope(0.2, 7), Side.NEITHER),
)


def clip(clip_id: str, value: float, theta: float = 1.0) -> ClipScore:
    return ClipScore(clip_id=clip_id, value=value, parts=(), is_localizable=value > theta)


def test_top_categories_on_their_sides() -> None:
    figure = category_figure(FIT)
    positive, negative = figure.data
    assert (list(positive.x), list(negative.x)) == ([0.9, 0.5], [-0.8])
    cut = "&lt;/script&gt;&lt;script&gt;alert(1)&lt;/scri… (1)"
    assert list(figure.layout.yaxis.ticktext) == ["Speech (5)", cut, "Rain (7)"]
    assert list(positive.error_x.array) == [0.2, 0.0]
    assert positive.marker.pattern.shape != negative.marker.pattern.shape  # colour is never alone
    assert [len(trace.x) for trace in category_figure(FIT, n=1).data] == [1, 1]


def test_names_that_look_alike_when_cut_keep_their_own_bars() -> None:
    names = ["x" * 60 + "a", "x" * 60 + "b"]
    figure = category_figure(fit_of(*(CategoryFit(one, Slope(1.0, 1), Slope(None, 0), Side.POSITIVE) for one in names)))
    assert len(set(figure.data[0].y)) == 2


def test_agreement_has_three_measures_for_each_pair() -> None:
    first: dict[Cell, float] = {("a", "Bird"): 1.0, ("a", "Rain"): 0.0}
    second: dict[Cell, float] = {("a", "Bird"): 0.5, ("a", "Rain"): 0.5}
    found = agreements({"<b>q</b>": first, "c": second, "g": first})
    figure = agreement_figure(found)
    assert list(figure.layout.xaxis.ticktext) == ["&lt;b&gt;q&lt;/b&gt; / c", "&lt;b&gt;q&lt;/b&gt; / g", "c / g"]
    assert list(figure.data[0].y) == pytest.approx([0.5**0.5, 1.0, 0.5**0.5])
    assert list(figure.data[1].text) == ["-", "1.00", "-"]  # equal contributions have no correlation
    assert "0.71 to 1.00" in agreement_sentence(found)
    assert "No two judges" in agreement_sentence([])


def test_continents_with_intervals() -> None:
    groups = by_group([clip("a", 0.0), clip("b", 2.0), clip("c", -1.0)], {"a": "Asia", "b": "Asia", "c": "Europe"})
    (bars,) = continent_figure(groups).data
    assert (list(bars.x), list(bars.y)) == ([1.0, -1.0], ["Asia (2)", "Europe (1)"])
    assert (list(bars.error_x.array), list(bars.error_x.arrayminus)) == ([1.0, 0.0], [1.0, 0.0])


@pytest.mark.parametrize("theta", [1.0, 0.37, 50.0, -50.0])
@pytest.mark.parametrize("values", [[0.1, 0.9, 1.0, 1.1, 3.0], [2.0], [1.0, 1.0], []])
def test_no_bin_lies_on_both_sides_of_theta(values: list[float], theta: float) -> None:
    figure = distribution_figure([clip(str(k), value, theta) for k, value in enumerate(values)], theta)
    (bars,) = figure.data
    assert sum(bars.y) == len(values)
    above = sum(n for middle, n in zip(bars.x, bars.y, strict=True) if middle > theta)
    assert above == sum(value > theta for value in values)
    for middle, width in zip(bars.x, bars.width, strict=True):
        assert middle + width / 2 <= theta + 1e-9 or middle - width / 2 >= theta - 1e-9
    low, high = figure.layout.xaxis.range
    assert low < theta < high


def test_the_page_needs_no_network_and_runs_no_name() -> None:
    page = figures_page("Weights & <i>more</i>", [(category_figure(FIT), category_sentence(FIT))] * 2)
    assert "<title>Weights &amp; &lt;i&gt;more&lt;/i&gt;</title>" in page
    assert "alert(1)</script>" not in page
    assert not re.search(r'<(script|link|img)[^>]+(src|href)="?https?:', page)
    assert page.count("define.amd") == figures_page("x", [(category_figure(FIT), "")]).count("define.amd")
    assert "Speech most" in page and "&lt;/script&gt;" not in category_sentence(FIT)


def test_how_many_are_selected() -> None:
    assert distribution_sentence([clip("a", 2.0), clip("b", 1.0)], 1.0).startswith("1 of 2 clips (50.0%) are above 1")
    assert distribution_sentence([], 1.0).startswith("0 of 0 clips")
