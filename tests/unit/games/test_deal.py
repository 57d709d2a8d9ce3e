"""The same seed deals the same clips to everybody; the daily game is the same for everybody on a day."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

import pytest

from soundmark.games.deal import GameKind, GameSpec, daily_seed, deal, fresh_seed
from soundmark.types import QuestionId

IDS = [QuestionId(f"clip_{number:02}.ogg") for number in range(24)]


def dealt(
    seed: str, *, kind: GameKind = GameKind.SEED, revision: str = "abc", ids: list[QuestionId] = IDS
) -> tuple[QuestionId, ...]:
    return deal(ids, revision=revision, kind=kind, seed=seed, rounds=5)


def test_a_seed_deals_the_same_distinct_clips_in_any_order_of_the_list() -> None:
    first = dealt("tea")
    assert len(set(first)) == 5
    assert dealt("tea", ids=IDS[::-1]) == first


def test_a_known_deal_stays_what_it_is() -> None:
    # Worked out by hand from the documented rule: sha256("abc<US>seed<US>tea<US>" + id), ascending.
    import hashlib

    expected = sorted(IDS, key=lambda one: hashlib.sha256(f"abc\x1fseed\x1ftea\x1f{one}".encode()).digest())[:5]
    assert list(dealt("tea")) == expected


def test_other_seeds_revisions_and_days_deal_other_clips() -> None:
    assert len({dealt("tea"), dealt("tee"), dealt("tea", revision="abd")}) == 3


def test_no_seed_link_tells_a_daily_game() -> None:
    assert dealt("2026-03-21", kind=GameKind.DAILY) != dealt("2026-03-21", kind=GameKind.SEED)


def test_a_free_game_can_be_played_again_by_its_seed() -> None:
    assert dealt("tea", kind=GameKind.FREE) == dealt("tea", kind=GameKind.SEED)


def test_every_clip_is_dealt_about_as_often() -> None:
    counts = Counter(one for number in range(2000) for one in dealt(str(number)))
    assert min(counts.values()) > 0.8 * 2000 * 5 / 24
    assert max(counts.values()) < 1.2 * 2000 * 5 / 24


def test_a_short_list_gives_a_short_game() -> None:
    assert len(deal(IDS[:3], revision="a", kind=GameKind.FREE, seed="x", rounds=5)) == 3


def test_a_fresh_seed_avoids_what_was_heard() -> None:
    heard = dealt("0") + dealt("1")
    seeds = [str(number) for number in range(200)]
    best = fresh_seed(IDS, heard, revision="abc", rounds=5, candidates=iter(seeds))
    assert not set(dealt(best)) & set(heard)


def test_when_all_was_heard_some_clips_come_again() -> None:
    assert fresh_seed(IDS, IDS, revision="abc", rounds=5, candidates=iter(["a", "b"])) == "a"


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 3, 20, 23, 59, tzinfo=UTC), "2026-03-20"),
        (datetime(2026, 3, 21, 7, 0, tzinfo=timezone(timedelta(hours=8))), "2026-03-20"),
        (datetime(2026, 3, 20, 20, 0, tzinfo=timezone(timedelta(hours=-5))), "2026-03-21"),
    ],
)
def test_the_day_is_that_of_utc_wherever_one_is(now: datetime, day: str) -> None:
    assert daily_seed(now) == day


BLOCKS = {one: f"block {number // 8}" for number, one in enumerate(IDS)}


def test_a_game_needs_few_blocks_and_every_block_has_its_turn() -> None:
    counts: Counter[str] = Counter()
    for number in range(300):
        game = deal(IDS, revision="abc", kind=GameKind.SEED, seed=str(number), rounds=5, blocks=BLOCKS)
        assert len({BLOCKS[one] for one in game}) == 1
        counts[BLOCKS[game[0]]] += 1
    assert min(counts.values()) > 70


def test_a_game_longer_than_a_block_goes_on_in_the_next() -> None:
    game = deal(IDS, revision="abc", kind=GameKind.SEED, seed="x", rounds=10, blocks=BLOCKS)
    assert len(set(game)) == 10
    assert len({BLOCKS[one] for one in game}) == 2


def test_a_spec_comes_back_from_the_round_book() -> None:
    timed = GameSpec(
        kind=GameKind.SEED,
        seed="x",
        benchmark="b",
        revision="r",
        question_ids=tuple(IDS[:2]),
        time_limit_s=60,
        filters={"language": ("th", "bn")},
        said={"lived_in_taiwan": "no"},
        is_logged=False,
    )
    assert GameSpec.from_json(timed.to_json()) == timed


@pytest.mark.parametrize("seed", ["tea", "milk", "3"])
def test_kinds_of_questions_take_turns(seed: str) -> None:
    classes = {one: "abcdef"[number % 6] if number < 18 else "a" for number, one in enumerate(IDS)}
    found = deal(IDS, revision="abc", kind=GameKind.SEED, seed=seed, rounds=12, classes=classes)
    assert {classes[one] for one in found[:6]} == set("abcdef")
    assert Counter(classes[one] for one in found) == dict.fromkeys("abcdef", 2)
    rest = deal(IDS, revision="abc", kind=GameKind.SEED, seed=seed, rounds=24, classes=classes)
    assert sorted(rest) == sorted(IDS)
    assert len({classes[one] for one in rest[-5:]}) == 1  # when the others have run out
