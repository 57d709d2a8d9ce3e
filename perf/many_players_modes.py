"""How each mode is played by a lean visitor: one act after the other, each one click with a pause before it."""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable, Sequence

from perf.many_players_wire import CallError, Json, Visitor

Pause = Callable[[], Awaitable[None]]
"""Waits as a person does before the next click."""
Play = Callable[[Visitor, Pause], Awaitable[None]]
"""Plays for ever."""


def shown(values: Sequence[object], *keys: str) -> Json:
    """The first of some values that is an object with all these keys.

    Raises:
        CallError: when there is none.
    """
    for value in values:
        if isinstance(value, dict) and all(key in value for key in keys):
            return value
    raise CallError(f"nothing with {keys} in {str(values)[:300]}")


def clips_in(values: object) -> list[str]:
    """Addresses of the sounds that a page shows."""
    if isinstance(values, str):
        return [values] if values.endswith(".mp3") else []
    if isinstance(values, dict):
        values = list(values.values())
    return [found for one in values for found in clips_in(one)] if isinstance(values, list) else []


async def listen(visitor: Visitor, values: Sequence[object]) -> None:
    """Fetch what would be heard."""
    for address in clips_in(list(values)):
        await visitor.fetch("/" + address.lstrip("/"))


def heard(round_id: object) -> Json:
    """What the player's widget tells."""
    return {"id": round_id, "round": round_id, "listened_s": 6.0, "plays": 1}


async def geo(visitor: Visitor, pause: Pause) -> None:
    """The map."""
    while True:
        await pause()
        values = await visitor.call("geo-play", "click", visitor.ticket, 0)
        asked = shown(values, "round", "phase", "guess")
        while asked["phase"] == "guess":
            await listen(visitor, values)
            await pause()
            pin = {"lat": random.uniform(-60, 70), "lon": random.uniform(-180, 180), "how": "map"}
            guessed = {**asked, "guess": pin}
            await visitor.call("geo-map", "draft", guessed)
            await pause()
            await visitor.call("geo-submit", "click", visitor.ticket, guessed, heard(asked["round"]), "", None)
            await pause()
            values = await visitor.call("geo-next", "click", guessed)
            asked = shown(values, "phase")


def quiz(mode: str) -> Play:
    """A quiz."""

    async def play(visitor: Visitor, pause: Pause) -> None:
        while True:
            await pause()
            values = await visitor.call(f"{mode}-play", "click", visitor.ticket)
            card = shown(values, "phase", "round")
            while card["phase"] == "ask":
                await listen(visitor, values)
                await pause()
                answered = {**card, "answer": {"position": random.randrange(4), "how": "click"}}
                told = await visitor.call(f"{mode}-card", "answer", visitor.ticket, answered, heard(card["round"]))
                await pause()
                values = await visitor.call(f"{mode}-card", "next", shown(told, "phase", "round"))
                card = shown(values, "phase")

    return play


async def savvy(visitor: Visitor, pause: Pause) -> None:
    """Directions."""
    while True:
        await pause()
        values = await visitor.call("savvy-play", "click", visitor.ticket)
        card = shown(values, "phase", "kind")
        while card["phase"] == "ask":
            await listen(visitor, values)
            await pause()
            is_direction = card["kind"] == "direction"
            taken = {"position": 0 if is_direction else None, "metres": None if is_direction else 1.5, "how": "click"}
            await visitor.call("savvy-card", "answer", visitor.ticket, {**card, "answer": taken}, heard(card["round"]))
            await pause()
            values = await visitor.call("savvy-card", "next", card)
            card = shown([one for one in values if not (isinstance(one, dict) and "clips" in one)], "phase")


async def arena(visitor: Visitor, pause: Pause) -> None:
    """Battles between scripted models."""
    while True:
        await pause()
        values = await visitor.call("arena-play", "click", visitor.ticket, "", "places")
        battle = shown(values, "sides", "round")
        await listen(visitor, values)
        grown = await visitor.call("arena-play", "then", visitor.ticket, battle)
        battle = next((one for one in grown if isinstance(one, dict) and "sides" in one), battle)
        await pause()
        ballot = {"vote": random.choice("ab"), "reasons": ["clarity"]}
        await visitor.call("arena-battle", "vote", visitor.ticket, battle | {"ballot": ballot}, heard(battle["round"]))


async def bare(visitor: Visitor, pause: Pause) -> None:
    """The bare app: its one event, again and again."""
    while True:
        await pause()
        await visitor.call("bare", "click", {"round": "x" * 22, "phase": "ask", "answer": {"position": 1}})


MODES: dict[str, Play] = {
    "geo": geo,
    "tau": quiz("tau"),
    "globeaudio": quiz("globeaudio"),
    "savvy": savvy,
    "arena": arena,
}
