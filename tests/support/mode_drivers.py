"""Each mode played without its page: by the events that its page sends."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass

from soundmark.store import schema
from soundmark.store.journal import Journal
from tests.support.app_process import AppProcess
from tests.support.raw_events import Json, RawClient, round_in, values_in


def logged(app: AppProcess) -> dict[str, list[schema.Row]]:
    journal = Journal(app.data / "journal.sqlite")
    rows = {table: list(journal.rows(table)) for table in schema.TABLES}
    journal.close()
    return rows


@dataclass(frozen=True)
class Driver:
    """How a mode is played without its page.

    Attributes:
        table: of the log, to which its answers belong.
        play: starts a game and answers its first question.
        beside: another table that gets a row with each answer.
    """

    table: str
    play: Callable[[RawClient], Json]
    beside: str = ""


def guess(visitor: RawClient) -> Json:
    round_id = visitor.start()
    pin = {"round": round_id, "phase": "guess", "guess": {"lat": 1.0, "lon": 2.0, "how": "map"}}
    return visitor.call(
        "geo-submit", "click", visitor.ticket, pin, {"id": round_id, "listened_s": 1, "plays": 1}, "", None
    )


def start_quiz(visitor: RawClient, mode: str) -> str:
    return round_in(visitor.call(f"{mode}-play", "click", visitor.ticket))


def card(round_id: object, position: object = 0) -> Json:
    return {"round": round_id, "phase": "ask", "answer": {"position": position, "how": "click"}}


def answer(visitor: RawClient, mode: str, value: object, heard: object = None) -> Json:
    return visitor.call(f"{mode}-card", "answer", visitor.ticket, value, heard)


def choose(mode: str) -> Callable[[RawClient], Json]:
    def play(visitor: RawClient) -> Json:
        round_id = start_quiz(visitor, mode)
        return answer(visitor, mode, card(round_id), {"id": round_id, "listened_s": 1.5, "plays": 1})

    return play


def locate(visitor: RawClient) -> Json:
    shown = visitor.call("savvy-play", "click", visitor.ticket)
    asked = next(
        value for value in values_in(shown) if isinstance(value, dict) and "kind" in value and "prompt" in value
    )
    taken = {"position": 0, "metres": None} if asked["kind"] == "direction" else {"position": None, "metres": 1.5}
    stage = {"id": asked["round"], "round": asked["round"], "listened_s": 1.5, "plays": 1}
    return answer(visitor, "savvy", {**asked, "answer": {**taken, "how": "click"}}, stage)


def judge(visitor: RawClient) -> Json:
    battle = battle_in(visitor.call("arena-play", "click", visitor.ticket, "", "places"))
    return vote(visitor, battle, "tie")


def battle_in(message: Json) -> Json:
    """What the battle card shows."""
    (found,) = [value for value in values_in(message) if isinstance(value, dict) and "sides" in value]
    return dict(found)


def vote(visitor: RawClient, battle: Json, choice: object, heard_s: float = 6.0) -> Json:
    """Vote; a vote within the first seconds is asked to look first, and accepted when it is sent again."""
    sent = [visitor.ticket, battle | {"ballot": {"vote": choice, "reasons": ["clarity"]}}]
    heard = {"id": battle["round"], "listened_s": heard_s, "plays": 1}
    first = visitor.call("arena-battle", "vote", *sent, heard)
    is_asked_to_look = '"err_arena_look"' in json.dumps(first)
    return visitor.call("arena-battle", "vote", *sent, heard) if is_asked_to_look else first


DRIVERS = {
    "geo": Driver("geo", guess),
    "tau": Driver("choice", choose("tau")),
    "globeaudio": Driver("choice", choose("globeaudio")),
    "savvy": Driver("spatial", locate),
    "arena": Driver("votes", judge, beside="battles"),
}
