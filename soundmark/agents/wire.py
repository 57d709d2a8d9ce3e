"""Reads what an agent sent. Nothing of it is believed: each value is checked for type, form and range."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.agents.names import AgentError
from soundmark.games.deal import GameKind
from soundmark.games.links import MAX_ROUNDS, SEED
from soundmark.games.table import Wish
from soundmark.games.wire import ID, number
from soundmark.types import Coordinate, GameId, RoundId


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """An answer as it was sent, not checked.

    Attributes:
        choice: number of the choice as it was listed, from 1.
        latitude_deg, longitude_deg: the place.
        gives_up: whether it is "I don't know".
    """

    choice: object = None
    latitude_deg: object = None
    longitude_deg: object = None
    gives_up: object = False


def read_game_id(value: object) -> GameId:
    """The id of a game.

    Raises:
        AgentError: when it is none.
    """
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise AgentError("`game_id` is none. Send the one that start_game gave.")
    return GameId(value)


def read_round_id(value: object) -> RoundId:
    """The id of a round.

    Raises:
        AgentError: when it is none.
    """
    if not isinstance(value, str) or not ID.fullmatch(value):
        raise AgentError("`round_id` is none. Send the one that next_question gave.")
    return RoundId(value)


def read_wish(
    *,
    seed: object,
    is_daily: object,
    rounds: object,
    time_limit_s: object,
    default_rounds: int,
    limits_s: tuple[int, ...],
) -> Wish:
    """The game that is asked for.

    Args:
        seed: of a game that somebody shared; '' for any game.
        is_daily: whether today's game is meant.
        rounds: how many; 0 for as many as people play.
        time_limit_s: for each round, in seconds; 0 for none.
        default_rounds: as many as people play.
        limits_s: the limits that the mode has.

    Raises:
        AgentError: when there is no such game.
    """
    if not isinstance(seed, str) or (seed and not SEED.fullmatch(seed)):
        raise AgentError("`seed` takes 1 to 40 letters, digits, - and _. Leave it out for any game.")
    if not isinstance(is_daily, bool):
        raise AgentError("`daily` is true or false.")
    if is_daily and (seed or rounds or time_limit_s):
        raise AgentError("Today's game is the same for everybody: leave out seed, rounds and time_limit_s.")
    if isinstance(rounds, bool) or not isinstance(rounds, int) or not 0 <= rounds <= MAX_ROUNDS:
        raise AgentError(f"`rounds` is 1 to {MAX_ROUNDS}. Leave it out for {default_rounds}.")
    if isinstance(time_limit_s, bool) or not isinstance(time_limit_s, int) or time_limit_s not in (0, *limits_s):
        offered = ", ".join(map(str, limits_s))
        there_is = f"`time_limit_s` is one of {offered}." if limits_s else "This mode has no time limit."
        raise AgentError(f"{there_is} Leave it out for none.")
    kind = GameKind.DAILY if is_daily else GameKind.SEED if seed else GameKind.FREE
    return Wish(kind=kind, seed=seed, rounds=rounds or default_rounds, time_limit_s=time_limit_s or None)


def read_position(given: Given, n_choices: int) -> int | None:
    """The choice that was taken, from 0 as it was listed; None for "I don't know".

    Raises:
        AgentError: when it is none of those listed, or a place.
    """
    if given.latitude_deg is not None or given.longitude_deg is not None:
        raise AgentError(f"This question has {n_choices} choices: send `choice`, and no coordinates.")
    if _gives_up(given, given.choice is not None):
        return None
    choice = given.choice
    if isinstance(choice, bool) or not isinstance(choice, int) or not 1 <= choice <= n_choices:
        raise AgentError(f"`choice` is the number of one of the {n_choices} choices, from 1. Or send give_up=true.")
    return choice - 1


def read_place(given: Given) -> Coordinate | None:
    """The place that was named; None for "I don't know".

    Raises:
        AgentError: when it is none on Earth, or a choice.
    """
    if given.choice is not None:
        raise AgentError("This question has no choices: send `latitude_deg` and `longitude_deg`.")
    if _gives_up(given, given.latitude_deg is not None or given.longitude_deg is not None):
        return None
    latitude_deg, longitude_deg = number(given.latitude_deg, 90.0), number(given.longitude_deg, 180.0)
    if latitude_deg is None or longitude_deg is None:
        raise AgentError(
            "Send `latitude_deg` from -90 to 90 and `longitude_deg` from -180 to 180, both as numbers, or give_up=true."
        )
    return Coordinate.wrapped(latitude_deg, longitude_deg)


def _gives_up(given: Given, has_answer: bool) -> bool:
    if not isinstance(given.gives_up, bool):
        raise AgentError("`give_up` is true or false.")
    if given.gives_up and has_answer:
        raise AgentError("Send an answer or give_up=true, not both.")
    return given.gives_up
