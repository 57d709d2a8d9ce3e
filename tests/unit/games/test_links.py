"""A link leads everybody to the same game, and a shared text tells nothing but the result."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.games.deal import GameKind, GameSpec
from soundmark.games.links import SEED, LinkError, SeedLink, link_query, read_link, share_lines, squares_of
from soundmark.types import QuestionId, worded

IDS = [QuestionId(f"clip_{number:02}.ogg") for number in range(3)]


@pytest.mark.parametrize(
    ("query", "link"),
    [
        ("?seed=tea", SeedLink(mode="geo", seed="tea", rounds=5)),
        ("seed=tea&rounds=3", SeedLink(mode="geo", seed="tea", rounds=3)),
        ("?seed=a_B-9&rounds=20&clips=abc", SeedLink(mode="geo", seed="a_B-9", rounds=20, clips="abc")),
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
    except LinkError:
        pass
    else:
        assert link is None or SEED.fullmatch(link.seed)


def spec(kind: GameKind, seed: str) -> GameSpec:
    return GameSpec(kind=kind, seed=seed, benchmark="pack", revision="abc", question_ids=tuple(IDS[:3]))


def test_what_is_shared_of_a_daily_game_names_day_and_clip_list() -> None:
    lines = share_lines(
        spec(GameKind.DAILY, "2026-03-20"),
        "geo",
        squares=squares_of([1.0, 0.6, 0.0024]),
        result="8,012 / 15,000",
        url="https://example.org",
    )
    assert lines == [
        worded("share_daily", mode={"text": "geo", "key": "board_geo"}, seed="2026-03-20", revision="abc"),
        "🟩🟨⬛ 8,012 / 15,000",
        "https://example.org",
    ]


def test_what_is_shared_of_another_game_holds_the_link_to_the_same_clips() -> None:
    squares = squares_of([0.9, 0.2, 0.19998])
    *_, said, address = share_lines(
        spec(GameKind.FREE, "tea"), "geo", squares=squares, result="7", url="https://example.org"
    )
    assert said == "🟩🟧⬛ 7"
    link = read_link(str(address).removeprefix("https://example.org"))
    assert link == SeedLink(mode="geo", seed="tea", rounds=3, clips="abc")


def test_a_link_keeps_mode_and_filters() -> None:
    filters = {"category": ("Nature", "Transit"), "hop_type": ("Multi-hop",)}
    link = read_link(link_query(dataclasses.replace(spec(GameKind.FREE, "tea"), filters=filters), "tau"))
    assert link == SeedLink(mode="tau", seed="tea", rounds=3, clips="abc", filters=filters)
