"""Games that can start at once: their clips are all here, they are new to the player, and they wear out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import pytest

from soundmark.benchmarks import ChoicePack
from soundmark.benchmarks.clips import LocalClips
from soundmark.games.deal import GameKind, deal, fits
from soundmark.games.stock import MAX_CHOICES_KEPT, SEEDS_AHEAD, USES, PreparedGames
from soundmark.types import ChoiceTruth, QuestionId
from tests.support.choices import pack_of, question

Stock = PreparedGames[ChoiceTruth]
ROUNDS = 3
THAI = {"language": ("th",)}


class FakePool(LocalClips):
    """Has the clips that a test says it has."""

    def __init__(self) -> None:
        self.here: set[str] = set()
        self.wanted: list[str] = []
        self.starts = 0

    def start(self) -> None:
        self.starts += 1

    def ready(self) -> frozenset[str]:
        return frozenset(self.here)

    def want(self, keys: Iterable[str]) -> None:
        self.wanted.extend(keys)


@pytest.fixture
def pool() -> FakePool:
    return FakePool()


@pytest.fixture
def pack(pool: FakePool) -> ChoicePack:
    return pack_of([question(number) for number in range(60)], clips=pool)


@pytest.fixture
def stock(pack: ChoicePack) -> Stock:
    return PreparedGames(lambda: pack)


def dealt(pack: ChoicePack, seed: str, filters: Mapping[str, tuple[str, ...]] | None = None) -> tuple[QuestionId, ...]:
    """What the table will deal by that seed."""
    ids = [one.question_id for one in pack.questions if fits(one, filters or {})]
    return deal(ids, revision=pack.revision, kind=GameKind.FREE, seed=seed, rounds=ROUNDS)


def keys_of(pack: ChoicePack, ids: Iterable[str]) -> set[str]:
    return {one.clip.key for one in pack.questions if one.question_id in set(ids)}


def test_nothing_is_taken_before_clips_are_here_and_they_are_fetched_meanwhile(stock: Stock, pool: FakePool) -> None:
    assert stock.take(set(), {}, ROUNDS) is None
    assert len(pool.wanted) == SEEDS_AHEAD * ROUNDS
    assert stock.take(set(), {}, ROUNDS) is None
    assert len(pool.wanted) == SEEDS_AHEAD * ROUNDS, "the same games are waited for"


def test_only_a_game_whose_clips_are_all_here_is_dealt(stock: Stock, pool: FakePool, pack: ChoicePack) -> None:
    stock.take(set(), {}, ROUNDS)
    first = pool.wanted[:ROUNDS]
    pool.here = set(first[:-1])
    assert stock.take(set(), {}, ROUNDS) is None
    pool.here = set(first)
    seed = stock.take(set(), {}, ROUNDS)
    assert seed is not None
    assert keys_of(pack, dealt(pack, seed)) == set(first)


def test_nobody_is_dealt_what_was_seen(stock: Stock, pool: FakePool, pack: ChoicePack) -> None:
    stock.take(set(), {}, ROUNDS)
    pool.here = set(pool.wanted)
    seen: set[QuestionId] = set()
    while (seed := stock.take(seen, {}, ROUNDS)) is not None:
        assert not seen & set(dealt(pack, seed))
        seen |= set(dealt(pack, seed))
    assert len(seen) >= ROUNDS


def test_a_seed_is_retired_after_its_uses_and_another_is_prepared(stock: Stock, pool: FakePool) -> None:
    stock.take(set(), {}, ROUNDS)
    pool.here = set(pool.wanted[:ROUNDS])
    seeds = [stock.take(set(), {}, ROUNDS) for _ in range(USES)]
    assert seeds[0] is not None
    assert set(seeds) == {seeds[0]}
    assert len(pool.wanted) == (SEEDS_AHEAD + 1) * ROUNDS
    assert stock.take(set(), {}, ROUNDS) != seeds[0]


def test_each_choice_of_filters_has_games_of_its_own(stock: Stock, pool: FakePool, pack: ChoicePack) -> None:
    stock.take(set(), {}, ROUNDS)
    pool.wanted.clear()
    assert stock.take(set(), THAI, ROUNDS) is None
    pool.here = set(pool.wanted)
    seed = stock.take(set(), THAI, ROUNDS)
    assert seed is not None
    found = [pack.question(one) for one in dealt(pack, seed, THAI)]
    assert {one.language for one in found if one} == {"th"}
    assert stock.take(set(), {"language": ("fi",)}, ROUNDS) is None


def test_the_choices_that_are_kept_are_bounded(stock: Stock, pool: FakePool) -> None:
    stock.take(set(), {}, ROUNDS)
    first = set(pool.wanted)
    for rounds in range(ROUNDS + 1, ROUNDS + 1 + MAX_CHOICES_KEPT):
        stock.take(set(), {}, rounds)
    pool.wanted.clear()
    stock.take(set(), {}, ROUNDS)
    assert len(pool.wanted) == SEEDS_AHEAD * ROUNDS, "what was asked for longest ago is prepared anew"
    assert set(pool.wanted) != first


def test_a_list_that_is_not_read_or_needs_no_fetching_has_no_stock() -> None:
    assert PreparedGames[ChoiceTruth](lambda: None).take(set(), {}, ROUNDS) is None
    assert PreparedGames(lambda: pack_of([question(1)])).take(set(), {}, ROUNDS) is None


def test_without_network_nothing_is_fetched(pool: FakePool, pack: ChoicePack) -> None:
    pool.here = {one.clip.key for one in pack.questions}
    assert PreparedGames(lambda: pack, may_fetch=False).take(set(), {}, ROUNDS) is None
    assert (pool.starts, pool.wanted) == (0, [])


def test_fetching_begins_with_the_first_game(stock: Stock, pool: FakePool) -> None:
    assert pool.starts == 0
    stock.take(set(), {}, ROUNDS)
    assert pool.starts > 0
