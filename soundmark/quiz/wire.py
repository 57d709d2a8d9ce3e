"""Reads what a quiz page sent. Nothing of it is believed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from soundmark.games.wire import WireError, read_heard
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.rules import Submission

INPUT_METHODS = frozenset({"click", "keyboard", "touch"})
LEVELS = ("native", "good", "some")
MAX_CHOICES = 26


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a player chose to be asked about, by tag, and told of themselves, by name."""

    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    said: Mapping[str, str] = field(default_factory=dict)


def read_chosen(config: QuizConfig, told: object) -> Chosen:
    """What the browser keeps of a player's choices for this quiz; whatever is not on offer is left out.

    Args:
        config: the quiz.
        told: {filters: {tag: [value] or {value: level}}, asks: {name: value}}.
    """
    fields = told if isinstance(told, Mapping) else {}
    filters, said = _mapping(fields.get("filters")), _mapping(fields.get("asks"))
    chosen: dict[str, tuple[str, ...]] = {}
    reported: dict[str, str] = {}
    for one in config.filters:
        wanted = filters.get(one.tag)
        if one.asks_level:
            levels = _mapping(wanted)
            known = {value: levels[value] for value in one.values if levels.get(value) in LEVELS}
            chosen[one.tag] = tuple(known)
            reported |= {f"{one.tag}:{value}": str(level) for value, level in known.items()}
        elif isinstance(wanted, list):
            chosen[one.tag] = tuple(value for value in one.values if value in wanted)
    for ask in config.asks:
        answer = said.get(ask.name)
        if isinstance(answer, str) and answer in ask.values:
            reported[ask.name] = answer
    return Chosen({tag: values for tag, values in chosen.items() if values}, reported)


def read_link_filters(config: QuizConfig, filters: Mapping[str, tuple[str, ...]]) -> Mapping[str, tuple[str, ...]]:
    """The filters of a link, those on offer only."""
    found = {one.tag: tuple(v for v in one.values if v in filters.get(one.tag, ())) for one in config.filters}
    return {tag: values for tag, values in found.items() if values}


def read_submission(card_value: object, player_value: object) -> Submission:
    """The choice that was taken, and what was heard before.

    Raises:
        WireError: when nothing was chosen that a page of ours could send.
    """
    fields = _mapping(card_value)
    answer = fields.get("answer")
    if not isinstance(answer, Mapping):
        raise WireError("Take one of the choices first.", key="err_no_choice")
    position, how = answer.get("position"), answer.get("how")
    if position is not None and (
        isinstance(position, bool) or not isinstance(position, int) or not 0 <= position < MAX_CHOICES
    ):
        raise WireError("Take one of the choices first.", key="err_no_choice")
    heard = read_heard(player_value, fields.get("round"))
    return Submission(
        position=position,
        input_method=how if isinstance(how, str) and how in INPUT_METHODS else None,
        listened_s=heard.listened_s,
        play_count=heard.play_count,
    )


def _mapping(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}
