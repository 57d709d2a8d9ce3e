"""Reads what a browser sent. Nothing of it is believed: each value is checked for type, form and range."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.games.wire import number, read_heard
from soundmark.modes.geo.round import Submission
from soundmark.types import Coordinate

INPUT_METHODS = frozenset({"map", "keyboard", "typed"})


def read_pin(map_value: object) -> Coordinate | None:
    """The pin on a map; None when there is none or it is not a point on Earth."""
    guess = map_value.get("guess") if isinstance(map_value, Mapping) else None
    if not isinstance(guess, Mapping):
        return None
    latitude_deg, longitude_deg = number(guess.get("lat"), 90.0), number(guess.get("lon"), 1080.0)
    if latitude_deg is None or longitude_deg is None:
        return None
    return Coordinate.wrapped(latitude_deg, longitude_deg)


def read_method(map_value: object) -> str | None:
    """How the pin on a map was placed; None when that is not told."""
    guess = map_value.get("guess") if isinstance(map_value, Mapping) else None
    method = guess.get("how") if isinstance(guess, Mapping) else None
    return method if isinstance(method, str) and method in INPUT_METHODS else None


def read_label(map_value: object) -> str:
    """The name that a typed pin was given; '' for another pin."""
    guess = map_value.get("guess") if isinstance(map_value, Mapping) else None
    label = guess.get("label") if isinstance(guess, Mapping) else None
    return label[:200] if isinstance(label, str) else ""


def read_submission(map_value: object, player_value: object) -> Submission:
    """The pin, how it was placed, and what was heard before."""
    pin = read_pin(map_value)
    heard = read_heard(player_value, map_value.get("round") if isinstance(map_value, Mapping) else None)
    return Submission(
        guess=pin,
        input_method=None if pin is None else read_method(map_value),
        listened_s=heard.listened_s,
        play_count=heard.play_count,
    )
