"""The round book: games and rounds on the server, in the journal's database, so that a restart loses none.

A round id is one-use and unguessable: whoever holds it may answer the round once. The book knows nothing of any mode;
what a mode keeps with a game (its spec) or a round (its state) is a JSON object.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.store import schema
from soundmark.store.ids import new_game_id, new_round_id
from soundmark.store.journal import Job, Journal, insert_job
from soundmark.store.round_records import (
    SELECT_GAME,
    SELECT_ROUND,
    SELECT_ROUND_OF_MODE,
    GameRecord,
    JsonObject,
    RoundRecord,
    UnknownRound,
    as_response,
    game_of,
    known_round,
    round_of,
    stored_response,
    stored_row,
)
from soundmark.types import GameId, OwnerKey, QuestionId, RoundId

RESPONSES_OF_GAME = (
    "SELECT response_id, log_table, row FROM "
    "(SELECT number, rounds.response_id, responses.log_table, responses.row FROM rounds "
    "JOIN responses USING (response_id) WHERE game_id = ?1 "
    "UNION ALL SELECT number, rounds.response_id, unlogged.log_table, unlogged.row FROM rounds "
    "JOIN unlogged USING (response_id) WHERE game_id = ?1) ORDER BY number"
)


@dataclass(frozen=True, slots=True)
class RoundBook:
    """Games and rounds in a journal."""

    journal: Journal

    def start_game(self, mode: str, owner: OwnerKey, spec: JsonObject, *, once_key: str | None = None) -> GameRecord:
        """Open a game. With a `once_key` there is one such game for each owner: a second call returns the first.

        Raises:
            JournalError: when it could not be stored.
        """
        created_at = datetime.now(UTC)

        def job(connection: sqlite3.Connection) -> GameRecord:
            connection.execute(
                "INSERT INTO games (game_id, mode, owner, once_key, spec, created_at) VALUES (?, ?, ?, ?, ?, ?) "
                "ON CONFLICT (mode, owner, once_key) DO NOTHING",
                (game_id, mode, owner, once_key, json.dumps(spec), created_at.isoformat()),
            )
            where, values = (
                ("game_id = ?", (game_id,))
                if once_key is None
                else ("mode = ? AND owner = ? AND once_key = ?", (mode, owner, once_key))
            )
            found = connection.execute(SELECT_GAME + where, values).fetchone()
            return game_of(found)

        game_id = new_game_id()
        return self.journal.write(job)

    def game(self, game_id: GameId) -> GameRecord | None:
        """The game with that id, or None."""
        with self.journal.reading() as connection:
            found = connection.execute(SELECT_GAME + "game_id = ?", (game_id,)).fetchone()
        return None if found is None else game_of(found)

    def game_once(self, mode: str, owner: OwnerKey, once_key: str) -> GameRecord | None:
        """The owner's game with that `once_key`, or None."""
        with self.journal.reading() as connection:
            found = connection.execute(
                SELECT_GAME + "mode = ? AND owner = ? AND once_key = ?", (mode, owner, once_key)
            ).fetchone()
        return None if found is None else game_of(found)

    def games_since(self, owner: OwnerKey, since: datetime) -> int:
        """How many games an owner has opened since then."""
        with self.journal.reading() as connection:
            found = connection.execute(
                "SELECT count(*) FROM games WHERE owner = ? AND created_at >= ?", (owner, since.isoformat())
            ).fetchone()
        return int(found[0])

    def open_round(self, game_id: GameId, number: int, question_id: QuestionId) -> RoundRecord:
        """Show a question: the round of that number, made when the game has none yet. The clock starts now.

        Raises:
            JournalError: when it could not be stored.
        """
        round_id, shown_at = new_round_id(), datetime.now(UTC)

        def job(connection: sqlite3.Connection) -> RoundRecord:
            connection.execute(
                "INSERT INTO rounds (round_id, game_id, number, question_id, shown_at) VALUES (?, ?, ?, ?, ?) "
                "ON CONFLICT (game_id, number) DO NOTHING",
                (round_id, game_id, number, question_id, shown_at.isoformat()),
            )
            return round_of(
                connection.execute(
                    SELECT_ROUND + "game_id = ? AND number = ?",
                    (game_id, number),
                ).fetchone()
            )

        return self.journal.write(job)

    def round(self, round_id: RoundId) -> RoundRecord:
        """The round with that id.

        Raises:
            UnknownRound: when there is none.
        """
        with self.journal.reading() as connection:
            return known_round(connection, round_id)

    def rounds_of(self, game_id: GameId) -> list[RoundRecord]:
        """The rounds of a game that were opened, in order."""
        with self.journal.reading() as connection:
            found = connection.execute(
                SELECT_ROUND + "game_id = ? ORDER BY number",
                (game_id,),
            ).fetchall()
        return [round_of(row) for row in found]

    def questions_seen(self, owner: OwnerKey) -> set[QuestionId]:
        """The questions that an owner has been shown in any game."""
        with self.journal.reading() as connection:
            found = connection.execute(
                "SELECT DISTINCT question_id FROM rounds JOIN games USING (game_id) WHERE owner = ?", (owner,)
            ).fetchall()
        return {QuestionId(row[0]) for row in found}

    def open_states(self, owner: OwnerKey, question_id: QuestionId) -> list[JsonObject]:
        """What is kept with all of an owner's unanswered rounds on a question, oldest first."""
        with self.journal.reading() as connection:
            found = connection.execute(
                "SELECT state FROM rounds JOIN games USING (game_id) "
                "WHERE question_id = ? AND owner = ? AND response_id IS NULL ORDER BY shown_at",
                (question_id, owner),
            ).fetchall()
        return [json.loads(row[0]) for row in found]

    def change_state(self, round_id: RoundId, change: Callable[[JsonObject], JsonObject]) -> RoundRecord:
        """Change what a mode keeps with an unanswered round; an answered round is returned as it is.

        Raises:
            UnknownRound: when there is no such round.
            JournalError: when it could not be stored.
        """

        def job(connection: sqlite3.Connection) -> RoundRecord:
            record = known_round(connection, round_id)
            if record.is_answered:
                return record
            state = json.dumps(change(record.state))
            connection.execute("UPDATE rounds SET state = ? WHERE round_id = ?", (state, round_id))
            return known_round(connection, round_id)

        return self.journal.write(job)

    def settle(
        self, round_id: RoundId, row: schema.ResponseRow, *, is_logged: bool = True
    ) -> tuple[schema.ResponseRow, bool]:
        """Log the answer to a round, once. Returns the logged row, and whether it is this one.

        An answer that is not to be logged is kept with its round, apart from the log: nothing reads or publishes it.

        Row and round change in one transaction: a second call with the same id returns the first row and logs nothing.

        Raises:
            UnknownRound: when there is no such round.
            RowError: when a value does not fit its column.
            JournalError: when it could not be stored; then the round is still open.
        """
        insert = insert_job(row) if is_logged else _unlogged_job(row)

        def job(connection: sqlite3.Connection) -> tuple[schema.ResponseRow, bool]:
            record = known_round(connection, round_id)
            if record.response_id is not None:
                return stored_response(connection, record.response_id), False
            insert(connection)
            connection.execute("UPDATE rounds SET response_id = ? WHERE round_id = ?", (row.response_id, round_id))
            return row, True

        return self.journal.write(job)

    def close(self, round_id: RoundId, rows: Sequence[schema.Row], *, is_logged: bool = True) -> bool:
        """Log rows of any tables that close a round, once and together; the last one is what the round came to.

        Returns:
            Whether it is this call that closed the round. If not, none of the rows is stored.

        Raises:
            UnknownRound: when there is no such round.
            RowError: when a value does not fit its column.
            JournalError: when they could not be stored; then the round is still open.
        """
        inserts = [insert_job(row) if is_logged else _unlogged_job(row) for row in rows]
        result_id = schema.row_id(rows[-1])

        def job(connection: sqlite3.Connection) -> bool:
            if known_round(connection, round_id).is_answered:
                return False
            for insert in inserts:
                insert(connection)
            connection.execute("UPDATE rounds SET response_id = ? WHERE round_id = ?", (result_id, round_id))
            return True

        return self.journal.write(job)

    def result(self, record: RoundRecord) -> schema.Row:
        """The row that a closed round came to, of whatever table.

        Raises:
            UnknownRound: when the round is open.
        """
        if record.response_id is None:
            raise UnknownRound
        with self.journal.reading() as connection:
            return stored_row(connection, record.response_id)

    def open_rounds(self, mode: str, before: datetime) -> list[RoundRecord]:
        """The rounds of a mode that were shown before then and are still open, oldest first."""
        with self.journal.reading() as connection:
            found = connection.execute(
                SELECT_ROUND_OF_MODE + "response_id IS NULL AND shown_at < ? ORDER BY shown_at",
                (mode, before.isoformat()),
            ).fetchall()
        return [round_of(row) for row in found]

    def results_of(self, owner: OwnerKey, mode: str, last: int) -> list[RoundRecord]:
        """The closed rounds of an owner in a mode, newest first, at most so many."""
        with self.journal.reading() as connection:
            found = connection.execute(
                SELECT_ROUND_OF_MODE + "owner = ? AND response_id IS NOT NULL ORDER BY shown_at DESC LIMIT ?",
                (mode, owner, last),
            ).fetchall()
        return [round_of(row) for row in found]

    def responses_of(self, game_id: GameId) -> list[schema.ResponseRow]:
        """The answers of a game's answered rounds, in the order of the rounds."""
        with self.journal.reading() as connection:
            found = connection.execute(RESPONSES_OF_GAME, (game_id,)).fetchall()
        return [as_response(schema.decode(table, text)) for _, table, text in found]

    def response(self, record: RoundRecord) -> schema.ResponseRow:
        """The logged answer of an answered round.

        Raises:
            UnknownRound: when the round has no answer.
        """
        if record.response_id is None:
            raise UnknownRound
        with self.journal.reading() as connection:
            return stored_response(connection, record.response_id)


def _unlogged_job(row: schema.Row) -> Job[bool]:
    values = (schema.row_id(row), schema.table_of(row), schema.encode(row))

    def insert(connection: sqlite3.Connection) -> bool:
        connection.execute("INSERT INTO unlogged (response_id, log_table, row) VALUES (?, ?, ?)", values)
        return True

    return insert
