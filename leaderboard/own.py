"""A person's own answers: listed, as a file, and taken back. No gradio."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from leaderboard.own_view import JsonValue, list_value, newest_of
from soundmark.services import Services
from soundmark.store import schema
from soundmark.store.ids import Player
from soundmark.store.own_answers import as_csv, own_published, own_rows
from soundmark.store.withdraw import withdraw
from soundmark.types import Note, worded

FILE_NAME = "soundmark-my-answers.csv"


@dataclass(frozen=True, slots=True)
class OwnAnswers:
    """What a player may do with own answers.

    Attributes:
        services: what the app gives.
    """

    services: Services

    def told(self, ticket: object) -> tuple[Note, JsonValue]:
        """How many answers there are, as a note, and the answers as the value of a `components.answer_list`.

        Raises:
            PlayerError: when the browser does not say who it is.
            JournalError: when the log cannot be read.
        """
        rows = self._rows(self._player(ticket))
        count = len(rows)
        told = worded("mine_count", n=count) if count else worded("mine_none")
        return told, list_value(rows, self._prompts(newest_of(rows)))

    def file(self, ticket: object) -> dict[str, object]:
        """The answers as the value of a `components.save_file`.

        Raises:
            PlayerError, JournalError: as for `told`.
        """
        text = as_csv(self._rows(self._player(ticket))).decode("utf-8")
        return {"key": secrets.token_hex(8), "name": FILE_NAME, "text": text}

    def take_back(self, ticket: object) -> Note:
        """Take all of them back. Returns what was done, as a note.

        Raises:
            PlayerError, JournalError: as for `told`.
            WithdrawError: when it could not be done.
        """
        rows = self._rows(self._player(ticket))
        count = withdraw(self.services.journal, rows, deployment_id=self.services.settings.deployment)
        return worded("mine_taken_back", n=count) if count else worded("mine_nothing")

    def rows(self, ticket: object) -> list[schema.Row]:
        """The answers themselves.

        Raises:
            PlayerError, JournalError: as for `told`.
        """
        return self._rows(self._player(ticket))

    def _player(self, ticket: object) -> Player:
        return self.services.players.player(ticket.get("player") if isinstance(ticket, Mapping) else None)

    def _rows(self, player: Player) -> list[schema.Row]:
        rows = {schema.row_id(row): row for row in own_rows(self.services.journal, player)}
        published = self.services.published
        if published is not None:
            every = (row for table in ("geo", "choice", "spatial", "votes") for row in published.rows(table))
            withdrawn = published.withdrawn() | self._withdrawn_here()
            rows |= {schema.row_id(row): row for row in own_published(every, player, withdrawn)}
        return list(rows.values())

    def _prompts(self, rows: Iterable[schema.Row]) -> dict[tuple[str, str], str]:
        """What was asked, as far as the questions are at hand."""
        asked = {(str(getattr(row, "benchmark", "")), str(getattr(row, "question_id", ""))) for row in rows}
        met = {benchmark for benchmark, _ in asked}
        packs = [pack for pack in self.services.packs.ready() if pack.benchmark in met]
        found = ((pack.benchmark, question) for pack in packs for question in pack.questions)
        return {key: one.prompt for benchmark, one in found if (key := (benchmark, str(one.question_id))) in asked}

    def _withdrawn_here(self) -> frozenset[str]:
        found = self.services.journal.rows("withdrawals")
        return frozenset(row.withdrawn_id for row in found if isinstance(row, schema.WithdrawalRow))
