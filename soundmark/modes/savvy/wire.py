"""Reads what the spatial page sent. Nothing of it is believed."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.games.wire import WireError, number, read_heard
from soundmark.modes.savvy.hearing import MICROPHONE_SETS, HowHeard
from soundmark.modes.savvy.pipeline import Choice, Switches
from soundmark.modes.savvy.round import MAX_METRES, Submission
from soundmark.spatial.scene import TrackSource

INPUT_METHODS = frozenset({"click", "keyboard", "touch", "slider", "typed"})
MAX_POSITIONS = 8
NOTHING_CHOSEN = "Choose a direction or a distance first."


def read_submission(card_value: object, stage_value: object) -> Submission:
    """The answer on the card, and what was heard on the stage before.

    Raises:
        WireError: when nothing was answered that a page of ours could send.
    """
    fields = card_value if isinstance(card_value, Mapping) else {}
    answer = fields.get("answer")
    if not isinstance(answer, Mapping):
        raise WireError(NOTHING_CHOSEN, key="err_nothing_chosen")
    how = answer.get("how")
    heard = read_heard(_as_player(stage_value), fields.get("round"))
    return Submission(
        position=_position(answer.get("position")),
        metres=_metres(answer.get("metres")),
        input_method=how if isinstance(how, str) and how in INPUT_METHODS else None,
        listened_s=heard.listened_s,
        play_count=heard.play_count,
    )


def read_choice(mics: object, is_paper: object, stage_value: object) -> Choice:
    """Microphones, procedure and what is switched on, as they were chosen; what is not on offer is the default."""
    names = tuple(mics) if isinstance(mics, str) and mics in MICROPHONE_SETS[1:] else ()
    return Choice(how=HowHeard(names, is_paper is True), switches=_switches(stage_value))


def _switches(stage_value: object) -> Switches:
    """What of the pipeline is switched on, on the stage; whatever is not switched off is on."""
    fields = stage_value if isinstance(stage_value, Mapping) else {}
    shown = fields.get("shown")
    off = {name for name, is_on in shown.items() if is_on is False} if isinstance(shown, Mapping) else set()
    return Switches(
        sources=frozenset(source for source in TrackSource if source.value not in off), uses_map="map" not in off
    )


def _position(value: object) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < MAX_POSITIONS:
        raise WireError(NOTHING_CHOSEN, key="err_nothing_chosen")
    return value


def _metres(value: object) -> float | None:
    """Metres to the nearest centimetre, as nobody means more."""
    if value is None:
        return None
    metres = number(value, MAX_METRES)
    if metres is None or metres < 0:
        raise WireError(
            "A distance must be a number of metres from 0 to {most}.", key="err_distance", most=f"{MAX_METRES:g}"
        )
    return round(metres, 2)


def _as_player(stage_value: object) -> Mapping[str, object]:
    """The stage's value in the form of a clip player's, whose id is the round's."""
    fields = stage_value if isinstance(stage_value, Mapping) else {}
    return {**fields, "id": fields.get("round")}
