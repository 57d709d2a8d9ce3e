"""What an agent is called, and whose games are an agent's."""

from __future__ import annotations

import re

from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord
from soundmark.types import OwnerKey, SoundmarkError

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{1,59}")
"""As names of models in a models file, and shorter: people read it in tables."""
_OWNER = "agent:"
"""The ids of people's browsers and accounts are hex digits, so that none of them begins so."""


class AgentError(SoundmarkError):
    """Something that an agent sent and that cannot be used; the text says what to send."""


def read_name(value: object) -> str:
    """The name that an agent gave itself.

    Raises:
        AgentError: when it is none.
    """
    if not isinstance(value, str) or not NAME.fullmatch(value):
        raise AgentError(
            "Say who you are: `agent` takes 2 to 60 letters, digits and . _ : / -, for instance your model's name and "
            "version. It is logged and shown."
        )
    return value


def player_of(name: str) -> Player:
    """Who plays under a name. It is logged as it is: the hash that hides people is not for programs."""
    return Player(owner=OwnerKey(f"{_OWNER}{name}"), responder_id=name, salt_id=None)


def agent_of(game: GameRecord) -> str | None:
    """The name of the agent whose game this is; None for a game of a person."""
    return game.owner.removeprefix(_OWNER) if game.owner.startswith(_OWNER) else None
