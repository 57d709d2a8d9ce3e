"""Reads what a browser sent. Nothing of it is believed: each value is checked for type, form and range."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass

from soundmark.types import GameId, RoundId, SoundmarkError

ID = re.compile(r"[A-Za-z0-9_-]{10,40}")
MAX_QUERY_CHARS = 2000
MAX_LISTENED_S = 24 * 3600.0
MAX_PLAYS = 10_000


class WireError(SoundmarkError):
    """Something that no page of ours sends."""


@dataclass(frozen=True, slots=True)
class Ticket:
    """How a browser says who it is, which games its tab plays, how it was opened, and whether answers may be logged.

    Attributes:
        games: by mode, so that every mode goes on where it was.
        said: by mode, what the browser keeps of a player's choices; the mode checks it.
    """

    player: object
    games: Mapping[str, GameId]
    query: str
    is_logged: bool
    said: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Heard:
    """How a clip was listened to, as the browser counted; None where it did not tell."""

    listened_s: float | None = None
    play_count: int | None = None


def read_ticket(value: object) -> Ticket:
    """The ticket that `SoundmarkPage.ticket()` made; missing parts are empty."""
    fields = value if isinstance(value, Mapping) else {}
    games, query, said = fields.get("games"), fields.get("query"), fields.get("said")
    return Ticket(
        player=fields.get("player"),
        games={
            mode: GameId(game)
            for mode, game in (games if isinstance(games, Mapping) else {}).items()
            if isinstance(mode, str) and isinstance(game, str) and ID.fullmatch(game)
        },
        query=query[:MAX_QUERY_CHARS] if isinstance(query, str) else "",
        is_logged=fields.get("unlogged") is not True,
        said=said if isinstance(said, Mapping) else {},
    )


def read_round_id(value: object) -> RoundId:
    """The round that a widget shows.

    Raises:
        WireError: when there is none.
    """
    found = value.get("round") if isinstance(value, Mapping) else None
    if not isinstance(found, str) or not ID.fullmatch(found):
        raise WireError("There is no round to answer. Please start a new game.", key="err_no_round")
    return RoundId(found)


def read_heard(player_value: object, round_id: object) -> Heard:
    """What the clip player counted for this round; nothing when it shows another clip."""
    heard = player_value if isinstance(player_value, Mapping) else {}
    if heard.get("id") != round_id:
        return Heard()
    listened_s, plays = number(heard.get("listened_s"), MAX_LISTENED_S), number(heard.get("plays"), MAX_PLAYS)
    return Heard(
        listened_s=None if listened_s is None or listened_s < 0 else listened_s,
        play_count=None if plays is None or plays < 0 else int(plays),
    )


def number(value: object, limit: float) -> float | None:
    """A finite number within ±limit. Booleans, texts, NaN and integers beyond all bounds are none."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not -limit <= value <= limit or not math.isfinite(value):
        return None
    return float(value)
