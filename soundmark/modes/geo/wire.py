"""Reads what a browser sent. Nothing of it is believed: each value is checked for type, form and range."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from soundmark.modes.geo.round import Submission
from soundmark.types import Coordinate, GameId, RoundId, SoundmarkError

ID = re.compile(r"[A-Za-z0-9_-]{10,40}")
INPUT_METHODS = frozenset({"map", "keyboard", "typed"})
MAX_LISTENED_S = 24 * 3600.0
MAX_PLAYS = 10_000


class WireError(SoundmarkError):
    """Something that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """How a browser says who it is, which game its tab plays, how it was opened, and whether answers may be logged."""

    player: object
    game: GameId | None
    query: str
    is_logged: bool


def read_ticket(value: object) -> Ticket:
    """The ticket that `SoundmarkPage.ticket()` made; missing parts are empty."""
    fields = value if isinstance(value, Mapping) else {}
    game, query = fields.get("game"), fields.get("query")
    return Ticket(
        player=fields.get("player"),
        game=GameId(game) if isinstance(game, str) and ID.fullmatch(game) else None,
        query=query[:300] if isinstance(query, str) else "",
        is_logged=fields.get("unlogged") is not True,
    )


def read_round_id(map_value: object) -> RoundId:
    """The round that a map shows.

    Raises:
        WireError: when there is none.
    """
    found = map_value.get("round") if isinstance(map_value, Mapping) else None
    if not isinstance(found, str) or not ID.fullmatch(found):
        raise WireError("There is no round to answer. Please start a new game.")
    return RoundId(found)


def read_pin(map_value: object) -> Coordinate | None:
    """The pin on a map; None when there is none or it is not a point on Earth."""
    guess = map_value.get("guess") if isinstance(map_value, Mapping) else None
    if not isinstance(guess, Mapping):
        return None
    latitude_deg, longitude_deg = _number(guess.get("lat"), 90.0), _number(guess.get("lon"), 1080.0)
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
    heard = player_value if isinstance(player_value, Mapping) else {}
    is_this_clip = isinstance(map_value, Mapping) and heard.get("id") == map_value.get("round")
    listened_s = _number(heard.get("listened_s"), MAX_LISTENED_S) if is_this_clip else None
    plays = _number(heard.get("plays"), MAX_PLAYS) if is_this_clip else None
    return Submission(
        guess=pin,
        input_method=None if pin is None else read_method(map_value),
        listened_s=None if listened_s is None or listened_s < 0 else listened_s,
        play_count=None if plays is None or plays < 0 else int(plays),
    )


def _number(value: object, limit: float) -> float | None:
    """A finite number within ±limit. Booleans, texts, NaN and integers beyond all bounds are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not -limit <= value <= limit or not math.isfinite(value):
        return None
    return float(value)
