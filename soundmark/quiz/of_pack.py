"""The quiz that a folder of multiple-choice questions makes of itself. Pure: texts of the folder stay texts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from soundmark.benchmarks.rows import RowContent
from soundmark.games.links import can_stand_in_a_link
from soundmark.quiz.config import Filter, QuizConfig
from soundmark.types import ChoiceTruth

MODE_ID = "pack"
MOST_VALUES = 12
"""Of a tag with more values none is offered: the list would be longer than the page."""
FEWEST_OF_A_CATEGORY = 2
MAX_NAME_CHARACTERS = 40


@dataclass(frozen=True, slots=True)
class PackQuiz:
    """A quiz that brings its texts.

    Attributes:
        name: its title, cut where that is long: what stands on its tab, and on the choice of leaderboards.
        texts: by key, in the language of the folder.
    """

    name: str
    config: QuizConfig
    texts: Mapping[str, str]


def quiz_of_pack(title: str, contents: Iterable[RowContent[ChoiceTruth]], *, hops: Mapping[str, str]) -> PackQuiz:
    """The quiz of some questions: what may be chosen, and how results are broken down, is what tells them apart.

    Players may choose languages they know, kinds of question and categories, each where there are several. A category
    that a question has for itself is not offered: it might tell its answer.

    Args:
        title: of the folder.
        contents: the questions.
        hops: the published kinds of question -> key of the text.
    """
    listed = list(contents)
    categories = _values((one.tags.get("category", "") for one in listed), least=FEWEST_OF_A_CATEGORY)
    category_keys = {value: f"pack_category_{number}" for number, value in enumerate(categories)}
    filters = (
        Filter(
            tag="language",
            label_key="about_languages",
            values={code: f"name_{code.lower().replace('-', '_')}" for code in _values(one.language for one in listed)},
            asks_level=True,
        ),
        Filter(tag="hop_type", label_key="about_hops", values=_hops(listed, hops)),
        Filter(tag="category", label_key="about_which", values=category_keys),
    )
    offered = tuple(one for one in filters if one.values)
    config = QuizConfig(
        mode=MODE_ID,
        title_key="pack_title",
        lead_key="quiz_pack_lead",
        prompt_id="pack-people-1",
        filters=offered,
        groups=tuple(one.tag for one in offered),
    )
    name = title if len(title) <= MAX_NAME_CHARACTERS else title[: MAX_NAME_CHARACTERS - 1].rstrip() + "…"
    texts = {f"board_{MODE_ID}": name, "pack_title": title, **{key: value for value, key in category_keys.items()}}
    return PackQuiz(name, config, texts)


def _values(found: Iterable[str], least: int = 1) -> Sequence[str]:
    """What so many have at least, the most frequent first; nothing for one value, too many, or one no link can hold."""
    counted = Counter(filter(None, found))
    often = [value for value, count in counted.items() if count >= least]
    in_order = sorted(often, key=lambda value: (-counted[value], value))
    return in_order if 2 <= len(in_order) <= MOST_VALUES and all(map(can_stand_in_a_link, in_order)) else ()


def _hops(contents: Sequence[RowContent[ChoiceTruth]], hops: Mapping[str, str]) -> Mapping[str, str]:
    """All of the published kinds, where the questions have these and no other."""
    found = {one.tags.get("hop_type", "") for one in contents} - {""}
    return hops if found == set(hops) else {}
