"""A folder of questions makes a quiz of itself, whatever it has and lacks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from soundmark.benchmarks.hops import HOP_KEYS
from soundmark.benchmarks.rows import RowContent
from soundmark.games.links import read_link
from soundmark.quiz.of_pack import MOST_VALUES, quiz_of_pack
from soundmark.types import ChoiceTruth


def questions(*tags: Mapping[str, str]) -> list[RowContent[ChoiceTruth]]:
    return [
        RowContent(
            truth=ChoiceTruth(choice_index=0),
            prompt="What?",
            choices=("x", "y"),
            language=one.get("language", "en"),
            tags={name: value for name, value in one.items() if name != "language"},
        )
        for one in tags
    ]


def test_what_tells_questions_apart_may_be_chosen() -> None:
    listed = questions(
        {"language": "sw", "category": "交通", "hop_type": "Single-hop"},
        {"language": "zh-Hant", "category": "交通", "hop_type": "Multi-hop"},
        {"language": "sw", "category": "Play"},
        {"category": "Play"},
        {"category": "of its own", "language": "sw"},
    )
    quiz = quiz_of_pack("A <b>title</b>", listed, hops=HOP_KEYS)
    language, hops, category = quiz.config.filters
    assert language.values == {"sw": "name_sw", "en": "name_en", "zh-Hant": "name_zh_hant"} and language.asks_level
    assert hops.values == {"Single-hop": "single_hop", "Multi-hop": "multi_hop"}
    # A category is no key of the page's texts, though one may have its name.
    assert {value: quiz.texts[key] for value, key in category.values.items()} == {"交通": "交通", "Play": "Play"}
    assert quiz.config.groups == ("language", "hop_type", "category")
    assert quiz.texts["board_pack"] == quiz.texts[quiz.config.title_key] == "A <b>title</b>"


@pytest.mark.parametrize(
    "tags",
    [
        [],
        [{}, {}],
        [{"category": "one"}] * 3,
        [{"language": "sw", "hop_type": "Single-hop"}] * 2,
        [{"hop_type": "Single-hop"}, {"hop_type": "Multi-hop"}, {"hop_type": "3-hop"}],
        [{"category": f"of its own {number}"} for number in range(3)],
        [{"category": f"one of many {number}"} for number in range(MOST_VALUES + 1)] * 2,
        [{"category": "short"}, {"category": "x" * 61}] * 2,
    ],
)
def test_what_tells_nothing_is_not_offered(tags: Sequence[Mapping[str, str]]) -> None:
    config = quiz_of_pack("t", questions(*tags), hops=HOP_KEYS).config
    assert (config.filters, config.groups, config.values_by_group()) == ((), (), {})


def test_a_link_holds_whatever_is_offered() -> None:
    categories = ["交" * 30 + str(number) for number in range(MOST_VALUES)]
    listed = questions(*({"category": one} for one in categories * 2))
    (category,) = quiz_of_pack("t", listed, hops=HOP_KEYS).config.filters
    link = read_link("?mode=pack&seed=a&" + "&".join(f"category={one}" for one in category.values))
    assert link is not None
    assert set(link.filters["category"]) == set(categories)
