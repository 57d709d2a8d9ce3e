"""What makes one quiz differ from another."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """Something that a player may choose to be asked about.

    Attributes:
        tag: of the questions, or 'language' for the language of the question.
        label_key: of its heading, in the page's texts.
        values: in the order in which they are offered -> key of the text, or the value itself when it is a name.
        asks_level: also ask how well the player knows what is chosen; the level is logged with the answers.
    """

    tag: str
    label_key: str
    values: Mapping[str, str]
    asks_level: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """Something that a player is asked of themselves, once, and need not tell.

    Attributes:
        name: in the log.
        label_key: of the question, in the page's texts.
        values: what is logged -> key of the text.
    """

    name: str
    label_key: str
    values: Mapping[str, str]


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizConfig:
    """One quiz.

    Attributes:
        mode: id of the mode.
        title_key, lead_key: of heading and first sentence, in the page's texts.
        filters: what players may choose.
        asks: what players are asked of themselves.
        groups: the tags by which results are broken down, 'language' for the language of the question.
        macro_mean_of: the one of them over whose values the paper gives a plain mean; '' when it gives none.
        prompt_id: of the question as it is shown to people, in the log.
    """

    mode: str
    title_key: str
    lead_key: str
    prompt_id: str
    filters: tuple[Filter, ...] = ()
    asks: tuple[Ask, ...] = ()
    groups: tuple[str, ...] = field(default=("language",))
    macro_mean_of: str = ""

    def values_by_group(self) -> Mapping[str, tuple[str, ...]]:
        """The groups, each with those of its values that players may choose, in their order."""
        offered = {one.tag: tuple(one.values) for one in self.filters}
        return {group: offered.get(group, ()) for group in self.groups}
