"""Cosine, Pearson and overlap of judges (AGL1K, figure 10), against values worked out another way."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.curation.localizability.agreement import agreement, agreements, top_membership
from soundmark.curation.localizability.contributions import Cell

NAMES = ("x", "y")
LEVELS = (0.0, 0.25, 0.5, 0.75, 1.0)


def test_by_hand() -> None:
    first: dict[Cell, float] = {("a", "Bird"): 1.0, ("a", "Rain"): 0.0, ("b", "Bird"): 0.5, ("b", "Rain"): 0.5}
    second: dict[Cell, float] = {("a", "Bird"): 1.0, ("a", "Rain"): 1.0, ("b", "Bird"): 0.25, ("b", "Rain"): 0.25}
    found = agreement(NAMES, first | {("c", "Bird"): 1.0}, second | {("a", "Tuba"): 1.0})
    assert (found.n_clips, found.n_categories, found.n_cells, found.top) == (2, 2, 4, 2)
    assert found.cosine.value == pytest.approx((1 / math.sqrt(2) + 1.0) / 2)
    assert found.by_mean.pearson is None  # the second judge gives both categories the same mean
    assert found.by_mean.top_overlap == 1.0


def random_judges(n_clips: int = 40, n_categories: int = 15) -> tuple[dict[Cell, float], dict[Cell, float]]:
    rng = random.Random(3)
    cells = [(f"clip {k}", f"category {i}") for k in range(n_clips) for i in range(n_categories) if rng.random() < 0.4]
    return tuple({cell: rng.choice(LEVELS) for cell in cells} for _ in range(2))  # type: ignore[return-value]


def test_against_numpy() -> None:
    first, second = random_judges()
    found = agreement(NAMES, first, second)
    cosines, n_without = [], 0
    for clip_id in sorted({clip_id for clip_id, _ in first}):
        u, v = (np.array([own[cell] for cell in first if cell[0] == clip_id]) for own in (first, second))
        if u.any() and v.any():
            cosines.append(float(u @ v / np.linalg.norm(u) / np.linalg.norm(v)))
        else:
            n_without += 1
    assert found.cosine.value == pytest.approx(np.mean(cosines))
    assert found.cosine.n == len(cosines)
    assert found.n_without_direction == n_without
    categories = sorted({category for _, category in first})
    for name, reduce in (("by_mean", np.mean), ("by_sum", np.sum)):
        u, v = (
            np.array([reduce([own[cell] for cell in first if cell[1] == category]) for category in categories])
            for own in (first, second)
        )
        totals = getattr(found, name)
        assert totals.pearson == pytest.approx(np.corrcoef(u, v)[0, 1])


def test_a_judge_agrees_wholly_with_itself() -> None:
    first, _ = random_judges()
    found = agreement(NAMES, first, first)
    assert found.cosine.value == pytest.approx(1.0)
    for totals in (found.by_mean, found.by_sum):
        assert totals.pearson == pytest.approx(1.0)
        assert totals.top_overlap == pytest.approx(1.0)


def test_noise_takes_agreement_away() -> None:
    rng = random.Random(4)
    true = {(f"{k}", f"{i}"): LEVELS[(3 * i) % 5] for k in range(60) for i in range(20)}
    cosines = []
    for spread in (0.0, 0.3, 3.0):
        noisy = {cell: min(1.0, max(0.0, value + rng.gauss(0, spread))) for cell, value in true.items()}
        value = agreement(NAMES, true, noisy).cosine.value
        assert value is not None
        cosines.append(value)
    assert cosines[0] == pytest.approx(1.0)
    assert cosines[0] > cosines[1] > cosines[2]


def test_overlap_of_the_first_ten() -> None:
    """Of 20 categories, the ten greatest of one are 10-19, of the other 5-14: five in common."""
    first = {("a", f"{i:02d}"): float(i) for i in range(20)}
    second = {("a", f"{i:02d}"): float(i) if i < 15 else float(i - 15) for i in range(20)}
    assert agreement(NAMES, first, second).by_mean.top_overlap == pytest.approx(0.5)
    assert agreement(NAMES, first, second, top=20).by_mean.top_overlap == 1.0


def test_a_tie_at_the_edge_shares_its_places() -> None:
    assert top_membership([3, 2, 2, 1], 2).tolist() == [1.0, 0.5, 0.5, 0.0]
    assert top_membership([1, 1, 1], 3).tolist() == [1.0, 1.0, 1.0]


@given(st.lists(st.sampled_from(LEVELS), min_size=1, max_size=30), st.data())
def test_as_many_are_members_as_there_are_places(values: list[float], data: st.DataObject) -> None:
    top = data.draw(st.integers(1, len(values)))
    members = top_membership(values, top)
    assert members.sum() == pytest.approx(top)
    assert ((members >= 0) & (members <= 1)).all()


def test_judges_with_nothing_in_common() -> None:
    found = agreement(NAMES, {("a", "Bird"): 1.0}, {("b", "Bird"): 1.0})
    assert (found.n_cells, found.cosine.value, found.by_mean.pearson, found.by_sum.top_overlap) == (0, None, None, None)
    zeros = agreement(NAMES, {("a", "Bird"): 0.0}, {("a", "Bird"): 1.0})
    assert (zeros.n_without_direction, zeros.cosine.value) == (1, None)


def test_every_two_judges_are_compared() -> None:
    own: dict[Cell, float] = {("a", "Bird"): 1.0}
    found = agreements({"q": own, "c": own, "g": own})
    assert [one.judges for one in found] == [("c", "g"), ("c", "q"), ("g", "q")]
    assert agreements({"alone": own}) == []
