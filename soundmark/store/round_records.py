"""Games and rounds as the journal's database holds them."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from soundmark.store import schema
from soundmark.types import GameId, OwnerKey, QuestionId, RoundId, SoundmarkError

JsonObject = Mapping[str, object]

SELECT_ROUND = "SELECT round_id, game_id, number, question_id, shown_at, state, response_id FROM rounds WHERE "
SELECT_ROUND_OF_MODE = (
    "SELECT round_id, game_id, number, question_id, shown_at, state, response_id "
    "FROM rounds JOIN games USING (game_id) WHERE mode = ? AND "
)
SELECT_GAME = "SELECT game_id, mode, owner, spec, created_at FROM games WHERE "


class UnknownRound(SoundmarkError):
    """A round id that this server does not know."""

    def __init__(self) -> None:
        super().__init__("This round has expired. Please start a new game.", key="err_round_expired")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRecord:
    """A game: who plays it and by which spec."""

    game_id: GameId
    mode: str
    owner: OwnerKey
    spec: JsonObject
    created_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundRecord:
    """A question that is being answered, or was (then `response_id` is set)."""

    round_id: RoundId
    game_id: GameId
    number: int
    question_id: QuestionId
    shown_at: datetime
    state: JsonObject
    response_id: str | None

    @property
    def is_answered(self) -> bool:
        """Whether the answer is in the log."""
        return self.response_id is not None


def game_of(found: tuple[str, str, str, str, str]) -> GameRecord:
    """A game, of a row that `SELECT_GAME` gives."""
    game_id, mode, owner, spec, created_at = found
    return GameRecord(
        game_id=GameId(game_id),
        mode=mode,
        owner=OwnerKey(owner),
        spec=json.loads(spec),
        created_at=datetime.fromisoformat(created_at),
    )


def known_round(connection: sqlite3.Connection, round_id: RoundId) -> RoundRecord:
    """The round with that id.

    Raises:
        UnknownRound: when there is none.
    """
    query = SELECT_ROUND + "round_id = ?"
    found = connection.execute(query, (round_id,)).fetchone()
    if found is None:
        raise UnknownRound
    return round_of(found)


def round_of(found: tuple[str, str, int, str, str, str, str | None]) -> RoundRecord:
    """A round, of a row that `SELECT_ROUND` gives."""
    round_id, game_id, number, question_id, shown_at, state, response_id = found
    return RoundRecord(
        round_id=RoundId(round_id),
        game_id=GameId(game_id),
        number=number,
        question_id=QuestionId(question_id),
        shown_at=datetime.fromisoformat(shown_at),
        state=json.loads(state),
        response_id=response_id,
    )


def stored_row(connection: sqlite3.Connection, row_id: str) -> schema.Row:
    """The row that a round came to, of the log or kept apart from it."""
    query = (
        "SELECT log_table, row FROM responses WHERE response_id = ?1 "
        "UNION ALL SELECT log_table, row FROM unlogged WHERE response_id = ?1"
    )
    table, text = connection.execute(query, (row_id,)).fetchone()
    return schema.decode(table, text)


def stored_response(connection: sqlite3.Connection, response_id: str) -> schema.ResponseRow:
    """The answer that a round came to.

    Raises:
        RowError: when it came to something else.
    """
    return as_response(stored_row(connection, response_id))


def as_response(found: schema.Row) -> schema.ResponseRow:
    """The row, known to be an answer.

    Raises:
        RowError: when it is none.
    """
    if not isinstance(found, schema.ResponseRow):
        raise schema.RowError(f"Row {schema.row_id(found)} is no answer but a row of {schema.table_of(found)}.")
    return found
