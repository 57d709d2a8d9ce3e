"""The same link deals the same clips to everybody; the daily game is the same for everybody on a day."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.modes.geo import game as games
from soundmark.modes.geo.game import GameKind, GameSpec, LinkError, SeedLink, deal, read_link, share_text
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
    best = games.fresh_seed(IDS, heard, revision="abc", rounds=5, candidates=seeds)
    assert not set(dealt(best)) & set(heard)


def test_when_all_was_heard_some_clips_come_again() -> None:
    assert games.fresh_seed(IDS, IDS, revision="abc", rounds=5, candidates=["a", "b"]) == "a"


@pytest.mark.parametrize(
    ("now", "day"),
    [
        (datetime(2026, 3, 20, 23, 59, tzinfo=UTC), "2026-03-20"),
        (datetime(2026, 3, 21, 7, 0, tzinfo=timezone(timedelta(hours=8))), "2026-03-20"),
        (datetime(2026, 3, 20, 20, 0, tzinfo=timezone(timedelta(hours=-5))), "2026-03-21"),
    ],
)
def test_the_day_is_that_of_utc_wherever_one_is(now: datetime, day: str) -> None:
    assert games.daily_seed(now) == day


@pytest.mark.parametrize(
    ("query", "link"),
    [
        ("?seed=tea", SeedLink(seed="tea", rounds=5)),
        ("seed=tea&rounds=3", SeedLink(seed="tea", rounds=3)),
        ("?seed=a_B-9&rounds=20&clips=abc", SeedLink(seed="a_B-9", rounds=20, clips="abc")),
        ("?__theme=dark", None),
        ("", None),
        ("?rounds=5", None),
    ],
)
def test_links(query: str, link: SeedLink | None) -> None:
    assert read_link(query) == link


@pytest.mark.parametrize(
    "query",
    ["?seed=../../etc/passwd", "?seed=" + "a" * 41, "?seed=<script>", "?seed=x&rounds=0", "?seed=x&rounds=21",
     "?seed=x&rounds=-1", "?seed=x&rounds=1e1", "?seed=x&rounds=٣", "?seed=x&rounds=five"],
)  # fmt: skip
def test_a_link_that_cannot_be_followed_says_so(query: str) -> None:
    with pytest.raises(LinkError):
        read_link(query)


@given(st.text(max_size=300))
def test_no_query_breaks_the_page(query: str) -> None:
    try:
        link = read_link(query)
    except (LinkError, ValueError) as error:
        assert isinstance(error, LinkError)
    else:
        assert link is None or games.SEED.fullmatch(link.seed)


def spec(kind: GameKind, seed: str) -> GameSpec:
    return GameSpec(kind=kind, seed=seed, benchmark="pack", revision="abc", question_ids=tuple(IDS[:3]))


def test_the_share_text_of_a_daily_game_names_day_and_clip_list() -> None:
    text = share_text(spec(GameKind.DAILY, "2026-03-20"), [5000.0, 3000.0, 12.0], url="https://example.org")
    assert text.splitlines() == [
        "Soundmark daily 2026-03-20 · clips abc",
        "🟩🟨⬛ 8,012 / 15,000",
        "https://example.org",
    ]


def test_the_share_text_of_another_game_holds_the_link_to_the_same_clips() -> None:
    text = share_text(spec(GameKind.FREE, "tea"), [4500.0, 1000.0, 999.9], url="https://example.org")
    assert "🟩🟧⬛" in text
    link = read_link(text.splitlines()[-1].removeprefix("https://example.org"))
    assert link == SeedLink(seed="tea", rounds=3, clips="abc")


def test_a_spec_comes_back_from_the_round_book() -> None:
    timed = GameSpec(
        kind=GameKind.SEED, seed="x", benchmark="b", revision="r", question_ids=tuple(IDS[:2]), time_limit_s=60
    )
    assert GameSpec.from_json(timed.to_json()) == timed
