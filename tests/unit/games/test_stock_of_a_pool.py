"""Games that start at once: what is dealt ahead is asked of the pool first, and is offered when all of it is here."""

from __future__ import annotations

from collections.abc import Iterable

from soundmark.benchmarks import ChoicePack
from soundmark.benchmarks.clips import ByteProgress, ClipFile, ClipUnavailable
from soundmark.games.deal import GameKind, deal
from soundmark.games.stock import MAX_CHOICES_KEPT, SEEDS_AHEAD, USES, PreparedGames
from soundmark.types import ChoiceTruth, Clip, QuestionId
from tests.support.choices import pack_of, question

ROUNDS = 5


class Pool:
    """A pool that has what a test says."""

    def __init__(self) -> None:
        self.started = 0
        self.wanted: list[str] = []
        self.here: set[str] = set()

    def start(self) -> None:
        self.started += 1

    def ready(self) -> frozenset[str]:
        return frozenset(self.here)

    def want(self, keys: Iterable[str]) -> None:
        self.wanted.extend(keys)

    def at_hand(self, clip: Clip) -> ClipFile | None:
        return None

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        raise ClipUnavailable("not here")


def pack_with(pool: Pool) -> ChoicePack:
    return pack_of([question(number) for number in range(60)], clips=pool)


def dealt(pack: ChoicePack, seed: str, language: str = "") -> tuple[QuestionId, ...]:
    """What a seed deals, by the rule that every game follows."""
    ids = [one.question_id for one in pack.questions if language in ("", one.language)]
    return deal(ids, revision=pack.revision, kind=GameKind.FREE, seed=seed, rounds=ROUNDS)


def test_a_seed_is_offered_once_all_its_recordings_are_here_and_deals_just_those() -> None:
    pool = Pool()
    pack = pack_with(pool)
    games = PreparedGames(lambda: pack)
    assert games.take(set(), {}, ROUNDS) is None
    assert pool.started
    assert len(pool.wanted) == SEEDS_AHEAD * ROUNDS
    first_game = pool.wanted[:ROUNDS]
    pool.here |= set(first_game[:-1])
    assert games.take(set(), {}, ROUNDS) is None, "one recording is missing"
    pool.here |= set(first_game)
    seed = games.take(set(), {}, ROUNDS)
    assert seed is not None
    clips = {one.question_id: one.clip.key for one in pack.questions}
    assert [clips[one] for one in dealt(pack, seed)] == first_game


def test_a_player_who_had_one_of_its_questions_is_offered_another() -> None:
    pool = Pool()
    pack = pack_with(pool)
    pool.here = {one.clip.key for one in pack.questions}
    games = PreparedGames(lambda: pack)
    first = games.take(set(), {}, ROUNDS)
    assert first is not None
    seen = {dealt(pack, first)[-1]}
    second = games.take(seen, {}, ROUNDS)
    assert second is None or not seen.intersection(dealt(pack, second))
    assert second != first
    assert games.take({one.question_id for one in pack.questions}, {}, ROUNDS) is None


def test_a_seed_is_replaced_after_it_served_some_players() -> None:
    pool = Pool()
    pack = pack_with(pool)
    pool.here = {one.clip.key for one in pack.questions}
    games = PreparedGames(lambda: pack)
    seeds = [games.take(set(), {}, ROUNDS) for _ in range(USES + 1)]
    assert len(set(seeds[:USES])) == 1
    assert seeds[USES] not in (None, seeds[0])
    assert len(pool.wanted) == (SEEDS_AHEAD + 1) * ROUNDS


def test_what_a_player_chose_has_a_stock_of_its_own() -> None:
    pool = Pool()
    pack = pack_with(pool)
    pool.here = {one.clip.key for one in pack.questions}
    games = PreparedGames(lambda: pack)
    thai = games.take(set(), {"language": ("th",)}, ROUNDS)
    assert thai is not None
    languages = {one.question_id: one.language for one in pack.questions}
    assert {languages[one] for one in dealt(pack, thai, "th")} == {"th"}
    assert games.take(set(), {"language": ("none",)}, ROUNDS) is None


def test_a_new_list_is_not_served_with_seeds_of_the_old_one() -> None:
    pool = Pool()
    packs = [pack_with(pool)]
    pool.here = {one.clip.key for one in packs[0].questions}
    games = PreparedGames(lambda: packs[-1])
    old = games.take(set(), {}, ROUNDS)
    packs.append(pack_of([question(number) for number in range(60)], revision="another", clips=pool))
    assert games.take(set(), {}, ROUNDS) not in (None, old)


def test_nothing_is_prepared_without_network_without_a_list_or_without_a_pool() -> None:
    pool = Pool()
    pack = pack_with(pool)
    pool.here = {one.clip.key for one in pack.questions}
    assert PreparedGames(lambda: pack, may_fetch=False).take(set(), {}, ROUNDS) is None
    assert PreparedGames[ChoiceTruth](lambda: None).take(set(), {}, ROUNDS) is None
    local = pack_of([question(number) for number in range(60)])
    assert PreparedGames(lambda: local).take(set(), {}, ROUNDS) is None
    assert (pool.started, pool.wanted) == (0, [])


def test_choices_that_nobody_asks_for_any_more_make_room() -> None:
    pool = Pool()
    pack = pack_with(pool)
    pool.here = {one.clip.key for one in pack.questions}
    games = PreparedGames(lambda: pack)
    first = games.take(set(), {}, ROUNDS)
    for number in range(MAX_CHOICES_KEPT):
        games.take(set(), {"category": ("Nature", str(number))}, ROUNDS)
    assert games.take(set(), {}, ROUNDS) not in (None, first)
