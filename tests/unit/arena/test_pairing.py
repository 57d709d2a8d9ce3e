"""Pairs are drawn where a vote tells most, and sides by a seed that anybody can check."""

from __future__ import annotations

import hashlib
from collections import Counter
from itertools import combinations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.modes.arena.pairing import (
    PRIOR_WEIGHT,
    UNIFORM_SHARE,
    Pair,
    Standing,
    draw_pair,
    draw_substitute,
    ordered,
    pair_probabilities,
    sides,
)

NAMES = ["ash", "birch", "cedar", "dogwood", "elm"]
pairs = st.sampled_from(list(combinations(NAMES, 2)))
standings = st.builds(
    Standing,
    votes=st.dictionaries(pairs, st.integers(0, 10_000)),
    strengths=st.dictionaries(st.sampled_from(NAMES), st.floats(-8, 8)),
)


@given(standing=standings, candidates=st.lists(st.sampled_from(NAMES), max_size=6))
def test_probabilities_add_up_and_leave_no_pair_out(standing: Standing, candidates: list[str]) -> None:
    found = pair_probabilities(candidates, standing)
    assert set(found) == set(combinations(sorted(set(candidates)), 2))
    if found:
        assert sum(found.values()) == pytest.approx(1)
        assert min(found.values()) >= UNIFORM_SHARE / len(found) * 0.999


def widths(standing: Standing, names: list[str]) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Squared interval widths, from the definition: the inverse of the whole Hessian."""
    matrix = np.eye(len(names)) * PRIOR_WEIGHT
    for (one, other), n in standing.votes.items():
        gap = standing.strengths.get(one, 0) - standing.strengths.get(other, 0)
        q = 1 / (1 + np.exp(-gap))
        step = np.zeros(len(names))
        step[names.index(one)], step[names.index(other)] = 1, -1
        matrix += n * q * (1 - q) * np.outer(step, step)
    return np.diag(np.linalg.inv(matrix))


@given(standing=standings)
def test_a_pair_is_as_likely_as_its_vote_narrows_the_intervals(standing: Standing) -> None:
    found = pair_probabilities(NAMES, standing)
    before = widths(standing, NAMES).sum()
    gains = {
        pair: before - widths(Standing(votes=dict(standing.votes) | {pair: standing.votes.get(pair, 0) + 1},
                                       strengths=standing.strengths), NAMES).sum()
        for pair in found
    }  # fmt: skip
    whole = sum(gains.values())
    for pair, share in found.items():
        assert share == pytest.approx(0.9 * gains[pair] / whole + 0.1 / len(found), abs=1e-3)


def test_a_new_model_meets_the_others_first() -> None:
    standing = Standing.of([pair for pair in combinations(NAMES[:4], 2) for _ in range(50)])
    found = pair_probabilities(NAMES, standing)
    of_new = sum(share for pair, share in found.items() if "elm" in pair)
    assert of_new > 0.9
    assert min(share for pair, share in found.items() if "elm" in pair) > 10 * found["ash", "birch"]


def simulated(n_battles: int, by_rule: bool) -> float:
    """The widest interval after so many battles of twelve models, of which one came late."""
    names = [f"m{number:02}" for number in range(12)]
    strengths = {name: 0.15 * number for number, name in enumerate(names)}
    votes: Counter[Pair] = Counter(dict.fromkeys(combinations(names[:-1], 2), 30))
    random = Random(7)
    for _ in range(n_battles):
        standing = Standing(votes=votes, strengths=strengths)
        if by_rule:
            drawn = draw_pair(names, standing, random)
            assert drawn is not None
            votes[drawn.pair] += 1
        else:
            votes[ordered(*random.sample(names, 2))] += 1
    return float(widths(Standing(votes=votes, strengths=strengths), names).max() ** 0.5)


def test_the_widest_interval_shrinks_faster_than_by_chance() -> None:
    assert simulated(40, by_rule=True) < 0.7 * simulated(40, by_rule=False)


@given(standing=standings)
def test_names_and_orders_mean_nothing(standing: Standing) -> None:
    renamed = dict(zip(NAMES, ["zinnia", "yew", "willow", "vine", "ulmus"], strict=True))
    moved = Standing(
        votes={ordered(renamed[a], renamed[b]): n for (a, b), n in standing.votes.items()},
        strengths={renamed[name]: value for name, value in standing.strengths.items()},
    )
    found, other = pair_probabilities(NAMES[::-1], standing), pair_probabilities(list(renamed.values()), moved)
    for (a, b), share in found.items():
        assert other[ordered(renamed[a], renamed[b])] == pytest.approx(share, rel=1e-6)


def test_draws_follow_the_probabilities() -> None:
    standing, random = Standing.of([("ash", "birch")] * 9), Random(1)
    shares = pair_probabilities(NAMES[:3], standing)
    drawn = [draw_pair(NAMES[:3], standing, random) for _ in range(3000)]
    counts = Counter(one.pair for one in drawn if one is not None)
    for pair, share in shares.items():
        assert counts[pair] / 3000 == pytest.approx(share, abs=0.03)
    assert all(one is not None and one.probability == shares[one.pair] for one in drawn)


def test_a_substitute_meets_the_model_whose_answer_stands() -> None:
    standing = Standing.of([])
    for seed in range(20):
        drawn = draw_substitute("cedar", ["ash", "elm"], standing, Random(seed))
        assert drawn is not None
        assert "cedar" in drawn.pair
        assert drawn.probability == pytest.approx(0.5)
    assert draw_substitute("cedar", [], standing, Random(0)) is None
    assert draw_pair(["cedar", "cedar"], standing, Random(0)) is None


def test_a_model_has_no_votes_on_itself_and_order_means_nothing() -> None:
    assert Standing.of([("a", "a"), ("b", "a"), ("a", "b")]).votes == {("a", "b"): 2}


@given(seed=st.text(), pair=st.lists(st.text(), min_size=2, max_size=2))
def test_sides_follow_from_the_seed_alone(seed: str, pair: list[str]) -> None:
    try:
        seed.encode()
    except UnicodeEncodeError:
        return
    a, b = sides(pair, seed)
    assert sides(pair[::-1], seed) == (a, b)
    is_even = hashlib.sha256(seed.encode()).digest()[0] % 2 == 0
    assert [a, b] == sorted(pair, reverse=not is_even)


def test_both_sides_are_as_likely() -> None:
    left = Counter(sides(("a", "b"), f"{number:016x}")[0] for number in range(2000))
    assert 900 < left["a"] < 1100
