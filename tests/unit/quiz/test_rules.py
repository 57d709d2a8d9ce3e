"""The order of choices is fair, repeatable and not to be worked out by a browser; runs and totals are right."""

from __future__ import annotations

import dataclasses
import itertools
import secrets
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import chisquare

from soundmark.quiz.rules import choice_order, choice_seed, error_row, tally
from soundmark.secret import Secret
from soundmark.store.ids import new_round_id
from soundmark.store.schema import ChoiceRow
from soundmark.types import RoundId, Status
from tests.support.any_rows import any_row

KEY = Secret("k" * 32)
N_ROUNDS = 24 * 500
ORDERS = {
    "seeds one after the other": [choice_order(seed, 4) for seed in range(N_ROUNDS)],
    "round ids": [choice_order(choice_seed(RoundId(f"round-{n:017}"), KEY), 4) for n in range(N_ROUNDS)],
}
EVERY_SOURCE = pytest.mark.parametrize("source", ORDERS)


@EVERY_SOURCE
def test_every_order_is_as_likely_as_any_other(source: str) -> None:
    counts: Counter[tuple[int, ...]] = Counter(ORDERS[source])
    every: list[tuple[int, ...]] = list(itertools.permutations(range(4)))
    assert set(counts) == set(every)
    assert chisquare([counts[order] for order in every]).pvalue > 0.001


@EVERY_SOURCE
@pytest.mark.parametrize("truth", range(4))
def test_the_truth_stands_in_every_place_equally_often(source: str, truth: int) -> None:
    places = Counter(order.index(truth) for order in ORDERS[source])
    assert chisquare([places[place] for place in range(4)]).pvalue > 0.001


def test_the_order_of_a_round_says_nothing_of_the_next() -> None:
    pairs: Counter[tuple[int, ...]] = Counter(
        (one.index(0), two.index(0)) for one, two in itertools.pairwise(ORDERS["round ids"])
    )
    assert chisquare([pairs[pair] for pair in itertools.product(range(4), repeat=2)]).pvalue > 0.001


@given(st.integers(0, 2**32 - 1), st.integers(2, 26))
def test_the_same_seed_gives_the_same_order_of_all_choices(seed: int, n_choices: int) -> None:
    order = choice_order(seed, n_choices)
    assert sorted(order) == list(range(n_choices))
    assert choice_order(seed, n_choices) == order


def test_another_key_gives_another_order() -> None:
    rounds = [new_round_id() for _ in range(40)]
    keys = (KEY, Secret(secrets.token_hex(32)))
    same = sum(len({choice_order(choice_seed(one, key), 4) for key in keys}) == 1 for one in rounds)
    assert same < 12  # 40 rounds, 1 in 24 by chance
    assert [choice_seed(one, KEY) for one in rounds] == [choice_seed(one, KEY) for one in rounds]


RIGHT, WRONG, PASSED, BROKEN = "right", "wrong", "passed", "broken"


def row(kind: str) -> ChoiceRow:
    made = any_row(
        "choice",
        status=Status.SKIPPED if kind == PASSED else Status.OK,
        correct={RIGHT: True, WRONG: False}.get(kind),
        score=1.0 if kind == RIGHT else 0.0,
    )
    assert isinstance(made, ChoiceRow)
    return error_row(made) if kind == BROKEN else made


@pytest.mark.parametrize(
    ("kinds", "right", "answered", "passed", "streak", "best"),
    [
        ([], 0, 0, 0, 0, 0),
        ([RIGHT] * 3, 3, 3, 0, 3, 3),
        ([RIGHT, RIGHT, WRONG, RIGHT], 3, 4, 0, 1, 2),
        ([RIGHT, PASSED, RIGHT, RIGHT], 3, 3, 1, 2, 2),
        ([RIGHT, BROKEN, RIGHT], 2, 2, 0, 2, 2),
        ([RIGHT, RIGHT, PASSED], 2, 2, 1, 0, 2),
        ([BROKEN], 0, 0, 0, 0, 0),
    ],
)
def test_totals_and_runs(kinds: list[str], right: int, answered: int, passed: int, streak: int, best: int) -> None:
    found = tally([row(kind) for kind in kinds])
    assert dataclasses.astuple(found) == (right, answered, passed, streak, best)
