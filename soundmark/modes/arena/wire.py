"""Reads what a browser sent of a battle. Nothing of it is believed; which models meet is never among it."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.games.wire import WireError, read_heard, read_round_id
from soundmark.modes.arena.rows import REASONS, Ballot
from soundmark.store.schema import Vote
from soundmark.types import RoundId

MAX_PROMPT_SENT = 20_000


def read_battle_id(battle_value: object) -> RoundId:
    """The battle that the page shows.

    Raises:
        WireError: when there is none.
    """
    try:
        return read_round_id(battle_value)
    except WireError as error:
        raise WireError("There is no battle here. Please start a new one.", key="err_arena_none") from error


def read_ballot(battle_value: object, player_value: object) -> Ballot:
    """The vote, its reasons, and what was heard.

    Raises:
        WireError: when there is no vote.
    """
    sent = battle_value.get("ballot") if isinstance(battle_value, Mapping) else None
    fields = sent if isinstance(sent, Mapping) else {}
    vote, reasons = fields.get("vote"), fields.get("reasons")
    if not isinstance(vote, str) or vote not in set(Vote):
        raise WireError("Choose which answer is better, a tie, or both bad.", key="err_arena_choose")
    tags = [tag for tag in REASONS if isinstance(reasons, list) and tag in reasons]
    heard = read_heard(player_value, read_battle_id(battle_value))
    return Ballot(vote=Vote(vote), reasons=tuple(tags), listened_s=heard.listened_s)


def read_report(battle_value: object) -> str:
    """Why a battle is reported; '' when that is not said."""
    why = battle_value.get("report") if isinstance(battle_value, Mapping) else None
    return why if isinstance(why, str) else ""


def read_upload(photo_value: object) -> str:
    """The name of what was brought, as this server gave it; '' when there is nothing."""
    name = photo_value.get("upload") if isinstance(photo_value, Mapping) else None
    return name[:100] if isinstance(name, str) else ""


def read_prompt(text: object) -> str:
    """An edited prompt as it was typed; one beyond all bounds is cut, and then refused for its length."""
    return text[:MAX_PROMPT_SENT] if isinstance(text, str) else ""
