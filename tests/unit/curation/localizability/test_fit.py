"""Known contributions come back as slopes and sides, and what cannot be fitted is said (AGL1K, section 3.3.1)."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.curation.localizability.contributions import Cell, Judgement, judged_once, mean_contributions
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.fit import (
    CategoryFit,
    Fit,
    Side,
    Slope,
    fit_localizability,
    slope_through_origin,
)
from soundmark.curation.localizability.report import fit_report
from soundmark.curation.localizability.rules import Rules
from soundmark.curation.localizability.score import score_clips

KNOWN = {
    # near slope, far slope, side by alpha = 1/3
    "Speech": (0.9, 0.8, Side.POSITIVE),  # above alpha on both sides: P comes first
    "Church bell": (0.5, 0.1, Side.POSITIVE),
    "Rain": (0.1, 0.7, Side.NEGATIVE),
    "Wind": (0.3, 0.3, Side.NEITHER),
    "Silence": (0.0, 0.0, Side.NEITHER),
}
Data = tuple[dict[str, dict[str, float]], dict[Cell, float], dict[str, float]]


def known_data(n_clips: int = 60, seed: int = 5) -> Data:
    """Shares drawn at random, contributions that lie on the known lines, every second clip far."""
    rng = random.Random(seed)
    shares = {f"{k}.wav": {name: rng.random() for name in KNOWN if rng.random() < 0.8} for k in range(n_clips)}
    errors = {clip_id: 1000.0 if k % 2 else 999.9 for k, clip_id in enumerate(shares)}
    contributions = {
        (clip_id, name): share * (KNOWN[name][0] if errors[clip_id] < 1000 else KNOWN[name][1])
        for clip_id, own in shares.items()
        for name, share in own.items()
    }
    return shares, contributions, errors


def fits_of(fit: Fit) -> dict[str, CategoryFit]:
    return {one.category: one for one in fit.categories}


def test_known_slopes_sides_and_localizability_come_back() -> None:
    shares, contributions, errors = known_data()
    fit = fit_localizability(shares, contributions, errors)
    found = fits_of(fit)
    assert found.keys() == KNOWN.keys()
    for name, (near, far, side) in KNOWN.items():
        assert found[name].near.value == pytest.approx(near, abs=1e-12)
        assert found[name].far.value == pytest.approx(far, abs=1e-12)
        assert found[name].side is side
        assert found[name].near.standard_error == pytest.approx(0.0, abs=1e-9)
    for score in score_clips(shares, fit.categories, theta=0.6):
        own = shares[score.clip_id]
        by_hand = 0.9 * own.get("Speech", 0) + 0.5 * own.get("Church bell", 0) - 0.7 * own.get("Rain", 0)
        assert score.value == pytest.approx(by_hand, abs=1e-12)
        assert score.is_localizable is (by_hand > 0.6)
    assert (fit.counts.n_near, fit.counts.n_far) == (30, 30)
    assert fit.counts.n_cells == len(contributions)


@given(
    st.lists(
        st.tuples(st.floats(0.001, 1), st.floats(0, 1)), min_size=1, max_size=30,
    )
)  # fmt: skip
def test_a_slope_is_that_of_least_squares(points: list[tuple[float, float]]) -> None:
    x, y = np.array(points).T
    slope = slope_through_origin(x, y)
    by_numpy, *_ = np.linalg.lstsq(x[:, None], y, rcond=None)
    assert slope.value == pytest.approx(by_numpy[0], rel=1e-9, abs=1e-12)
    if len(points) > 1:
        variance = float(((y - by_numpy[0] * x) ** 2).sum()) / (len(x) - 1)
        assert slope.standard_error == pytest.approx(math.sqrt(variance / float((x**2).sum())), rel=1e-6, abs=1e-9)
    else:
        assert slope.standard_error is None


def test_a_clip_without_the_category_says_nothing_about_its_slope() -> None:
    assert slope_through_origin([0, 0.5, 0.0], [1, 0.25, 0.5]) == slope_through_origin([0.5], [0.25])
    assert slope_through_origin([0.0, 0.0], [1.0, 0.0]) == Slope(None, 0)
    assert slope_through_origin([], []) == Slope(None, 0)


def test_shares_that_are_all_alike_or_tiny_have_a_slope() -> None:
    assert slope_through_origin([0.5] * 4, [0.25, 0.5, 0.25, 0.5]).value == pytest.approx(0.75)
    assert slope_through_origin([1e-200, 1e-200], [1e-200, 3e-200]).value == pytest.approx(2.0)
    assert slope_through_origin([1e-13, 5e-324], [1.0, 1.0]) == Slope(None, 2)  # 1e13 would drown all others
    assert slope_through_origin([5e-324], [1.0]) == Slope(None, 1)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_a_slope_of_no_numbers_is_refused(bad: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        slope_through_origin([bad], [1.0])
    with pytest.raises(ValueError, match="finite"):
        slope_through_origin([1.0], [bad])
    with pytest.raises(ValueError, match="as many"):
        slope_through_origin([1.0, 0.5], [1.0])


def one_clip(contribution: float, error_km: float, rules: Rules | None = None) -> CategoryFit:
    found = fit_localizability({"a": {"Bird": 0.5}}, {("a", "Bird"): contribution}, {"a": error_km}, rules)
    return found.categories[0]


def test_edges() -> None:
    """Above alpha, not at it; below gamma near, at gamma far."""
    half = Rules(alpha=0.5)
    assert one_clip(0.25, 10, half).side is Side.NEITHER
    assert one_clip(0.2501, 10, half).side is Side.POSITIVE
    assert one_clip(0.5, 999.999).side is Side.POSITIVE
    assert one_clip(0.5, 1000.0).side is Side.NEGATIVE
    assert one_clip(0.5, 1000.0, Rules(gamma_km=1000.1)).side is Side.POSITIVE


def test_one_clip_makes_weights_unless_more_are_asked_for() -> None:
    assert one_clip(0.5, 10).near == Slope(1.0, 1)
    assert one_clip(0.5, 10).far == Slope(None, 0)
    assert one_clip(0.5, 10, Rules(min_clips=2)).side is Side.NEITHER


@pytest.mark.parametrize(("error_km", "side"), [(5.0, Side.POSITIVE), (5000.0, Side.NEGATIVE)])
def test_all_errors_on_one_side_of_gamma_fill_one_set_alone(error_km: float, side: Side) -> None:
    shares, contributions, errors = known_data()
    high = {cell: 0.9 * shares[cell[0]][cell[1]] for cell in contributions}
    fit = fit_localizability(shares, high, dict.fromkeys(errors, error_km))
    assert {one.side for one in fit.categories} == {side}
    assert (fit.counts.n_near, fit.counts.n_far) == ((60, 0) if side is Side.POSITIVE else (0, 60))


def test_a_category_that_no_clip_holds_weighs_nothing() -> None:
    shares = {"a": {"Bird": 0.5, "Gong": 0.0}, "b": {"Bird": 0.5, "Gong": 0.0}}
    cells = {("a", "Bird"): 0.5, ("a", "Gong"): 1.0, ("b", "Gong"): 1.0}
    gong = fits_of(fit_localizability(shares, cells, {"a": 1.0, "b": 5000.0}))["Gong"]
    assert (gong.near, gong.far, gong.side, gong.weight) == (Slope(None, 0), Slope(None, 0), Side.NEITHER, 0.0)


def test_what_cannot_be_used_is_counted() -> None:
    shares = {"a": {"Bird": 0.5, "Rain": 0.2, "Gong": 0.0}, "b": {"Bird": 1.0}, "c": {"Bird": 0.3}}
    cells = {("a", "Bird"): 0.5, ("a", "Tuba"): 1.0, ("b", "Bird"): 1.0, ("z", "Bird"): 1.0}
    counts = fit_localizability(shares, cells, {"a": 1.0, "z": 2.0}).counts
    assert (counts.n_near, counts.n_far, counts.n_cells) == (1, 0, 1)
    assert counts.n_without_error == 1  # b
    assert counts.n_judged_untagged == 2  # the tuba of a, and z
    assert counts.n_tagged_unjudged == 1  # the rain of a; c was not judged at all


def test_tables_with_nothing_in_common_are_refused() -> None:
    with pytest.raises(LocalizabilityError, match="No clip is in all three tables: 1 are tagged, 1 judged, and 1 have"):
        fit_localizability({"a": {"Bird": 1.0}}, {("b", "Bird"): 1.0}, {"a": 1.0})
    with pytest.raises(LocalizabilityError, match="no judged category is among their tags"):
        fit_localizability({"a": {"Bird": 1.0}}, {("a", "bird"): 1.0}, {"a": 1.0})
    with pytest.raises(LocalizabilityError):
        fit_localizability({}, {}, {})
    with pytest.raises(ValueError, match="not a distance"):
        fit_localizability({"a": {"Bird": 1.0}}, {("a", "Bird"): 1.0}, {"a": math.nan})


def judgements(spread: float, seed: int = 9, n_clips: int = 400) -> tuple[Data, list[Judgement]]:
    """Three judges who see the known contributions with noise of their own, and say the nearest of five levels."""
    data = known_data(n_clips, seed)
    rng = random.Random(seed)
    said = [
        Judgement(clip_id, category, judge, min(4, max(0, round(4 * (true + rng.gauss(0, spread))))) / 4)
        for judge in ("gemini", "claude", "qwen")
        for (clip_id, category), true in data[1].items()
    ]
    return data, said


def test_perturbed_judges_still_give_the_sets() -> None:
    """Five levels and noise of 0.2 a judge: slopes come back to a few hundredths, as their standard errors say."""
    (shares, _, errors), said = judgements(0.2)
    report = fit_report(shares, said, errors, Rules())
    for name, (near, far, side) in KNOWN.items():
        if name in ("Wind", "Silence"):
            continue  # their levels cannot go below 0, so that noise lifts them
        one = fits_of(report.fit)[name]
        assert one.side is side
        assert one.near.value == pytest.approx(near, abs=0.08)
        assert one.far.value == pytest.approx(far, abs=0.08)
        assert one.near.standard_error is not None and 0 < one.near.standard_error < 0.03


def test_opposite_errors_of_judges_cancel() -> None:
    shares, contributions, errors = known_data()
    said = [
        Judgement(clip_id, category, judge, value + shift)
        for (clip_id, category), value in contributions.items()
        for judge, shift in (("strict", -0.125), ("fair", 0.0), ("lenient", 0.125))
    ]
    report = fit_report(shares, said, errors, Rules())
    for one in report.fit.categories:
        assert one.near.value == pytest.approx(KNOWN[one.category][0], abs=1e-12)
        assert one.side is KNOWN[one.category][2]


def test_a_judge_who_decides_alone_is_named() -> None:
    """The mean of 0, 0 and 3 is above alpha times the share; without the third judge it is 0."""
    said = [Judgement("a", "Bird", judge, value) for judge, value in (("x", 0.0), ("y", 0.0), ("z", 0.75))]
    report = fit_report({"a": {"Bird": 0.5}}, said, {"a": 1.0}, Rules())
    assert report.fit.categories[0].near.value == pytest.approx(0.5)
    changes = {one.judge: [(c.category, c.before, c.after) for c in one.changes] for one in report.without_each}
    assert changes == {"x": [], "y": [], "z": [("Bird", Side.POSITIVE, Side.NEITHER)]}


def test_a_scale_that_is_multiplied_takes_alpha_along() -> None:
    shares, contributions, errors = known_data()
    fit = fit_localizability(shares, contributions, errors)
    fourfold = fit_localizability(
        shares, {cell: 4 * v for cell, v in contributions.items()}, errors, Rules(alpha=4 / 3)
    )
    assert [one.side for one in fourfold.categories] == [one.side for one in fit.categories]
    before, after = (score_clips(shares, one.categories, 1.0) for one in (fit, fourfold))
    assert [one.value * 4 for one in before] == pytest.approx([one.value for one in after])


def test_means_need_all_judges_unless_told_otherwise() -> None:
    judged = judged_once(
        [
            Judgement("a", "Bird", "x", 1.0),
            Judgement("a", "Bird", "x", 1.0),
            Judgement("a", "Bird", "y", 0.5),
            Judgement("a", "Rain", "x", 0.25),
            Judgement("b", "Rain", "y", 0.25),
            Judgement("b", "Rain", "y", 0.5),
        ]
    )
    assert judged.n_repeated == 1
    assert judged.contradictory == (("y", ("b", "Rain")),)
    found = mean_contributions(judged.by_judge)
    assert (found.means, found.incomplete, found.judges) == ({("a", "Bird"): 0.75}, (("a", "Rain"),), ("x", "y"))
    assert mean_contributions(judged.by_judge, min_judges=1).means == {("a", "Bird"): 0.75, ("a", "Rain"): 0.25}
    assert mean_contributions(judged.by_judge, min_judges=9).means == {("a", "Bird"): 0.75}


def test_constants_of_the_paper_and_none_that_make_no_sense() -> None:
    rules = Rules()
    assert (rules.alpha, rules.gamma_km, rules.theta, rules.min_clips) == (1 / 3, 1000.0, 1.0, 1)
    wrong: list[dict[str, object]] = [
        {"alpha": -0.1}, {"alpha": math.nan}, {"gamma_km": 0.0}, {"gamma_km": math.inf}, {"theta": math.nan},
        {"min_clips": 0}, {"scale": (0.0, 1.0)}, {"scale": (0.0, 0.5, 0.5, 0.75, 1.0)},
        {"scale": (-1.0, -0.5, 0.0, 0.5, 1.0)}, {"scale": (0.0, 1.0, 2.0, 3.0, math.inf)},
    ]  # fmt: skip
    for one in wrong:
        with pytest.raises(LocalizabilityError, match=r"Give|Ask"):
            Rules(**one)  # type: ignore[arg-type]
