"""Battles in the round book: one game with one round each, kept until it is closed with its rows of the log."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from soundmark.modes.arena.battle import BattleState, Phase, Subject, Truth
from soundmark.modes.arena.bout import Bout
from soundmark.modes.arena.rows import battle_rows
from soundmark.modes.arena.shown import Shown
from soundmark.modes.arena.stages import Stage
from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord, RoundRecord, UnknownRound
from soundmark.store.rounds import RoundBook
from soundmark.store.schema import VoteRow
from soundmark.types import GameId, QuestionId, RoundId

MODE_ID = "arena"
LEFT_AFTER_H = 24.0
VOTES_REMEMBERED = 200


@dataclass(frozen=True, slots=True, kw_only=True)
class Register:
    """Battles of this server.

    Attributes:
        book: where they are kept.
        truth_of: what is right, where a benchmark knows it.
        bout_of: a battle's bout while models are asked.
        deployment: name of this deployment in the log.
        clock: the server's time (UTC).
    """

    book: RoundBook
    truth_of: Callable[[Subject], Truth]
    bout_of: Callable[[RoundId], Bout | None]
    deployment: str
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def open(self, player: Player, subject: Subject, state: BattleState, shown: Shown) -> Stage:
        """Keep a new battle.

        Raises:
            JournalError: when it could not be stored.
        """
        state = dataclasses.replace(state, clip_name=shown.path.name, clip_s=shown.duration_s)
        game = self.book.start_game(MODE_ID, player.owner, subject.to_json())
        record = self.book.open_round(game.game_id, 1, QuestionId(subject.question_id))
        record = self.book.change_state(record.round_id, lambda _: state.to_json())
        return Stage(game=game, record=record, subject=subject, state=state, shown=shown)

    def of_game(self, player: Player, game_id: GameId) -> Stage | None:
        """A visitor's battle by the id that their tab keeps; None when it is not theirs or is gone."""
        game = self._game_of(player, game_id)
        rounds = [] if game is None else self.book.rounds_of(game_id)
        return self._stage(game, rounds[0]) if game is not None and rounds and rounds[0].state else None

    def seat(self, player: Player, round_id: RoundId) -> Stage:
        """A visitor's battle.

        Raises:
            UnknownRound: when it is not theirs or is gone.
        """
        record = self.book.round(round_id)
        game = self._game_of(player, record.game_id)
        if game is None or not record.state:
            raise UnknownRound
        return self._stage(game, record)

    def is_closed(self, round_id: RoundId) -> bool:
        """Whether a battle is over: voted on, skipped, left, reported or failed.

        Raises:
            UnknownRound: when it is gone.
        """
        return self.book.round(round_id).is_answered

    def _game_of(self, player: Player, game_id: GameId) -> GameRecord | None:
        game = self.book.game(game_id)
        return None if game is None or game.mode != MODE_ID or game.owner != player.owner else game

    def _stage(self, game: GameRecord, record: RoundRecord) -> Stage:
        row = self.book.result(record) if record.is_answered else None
        state = BattleState.from_json(record.state)
        vote = row if isinstance(row, VoteRow) else None
        if vote is not None:
            state = dataclasses.replace(state, phase=Phase.VOTED)
        return Stage(
            game=game,
            record=record,
            subject=Subject.from_json(game.spec),
            state=state,
            bout=self.bout_of(record.round_id),
            vote=vote,
        )

    def votes_of(self, player: Player) -> list[VoteRow]:
        """A visitor's last votes on this server, logged or not."""
        closed = self.book.results_of(player.owner, MODE_ID, VOTES_REMEMBERED)
        rows = [self.book.result(record) for record in closed]
        return [row for row in rows if isinstance(row, VoteRow)]

    def close(self, record: RoundRecord, outcome: str, *, reported: str = "") -> None:
        """Log a battle without a vote; one that is closed stays as it is.

        Raises:
            JournalError: when it could not be stored.
        """
        game = self.book.game(record.game_id)
        if record.is_answered or not record.state or game is None:
            return
        subject, state = Subject.from_json(game.spec), BattleState.from_json(record.state)
        rows = battle_rows(
            state,
            subject,
            self.truth_of(subject),
            outcome=outcome,
            deployment=self.deployment,
            now=self.clock(),
            reported=reported,
        )
        self.book.close(record.round_id, rows, is_logged=subject.is_logged)

    def close_old(self) -> None:
        """Log the battles that nobody came back to for a day.

        Raises:
            JournalError: when they could not be stored.
        """
        for record in self.book.open_rounds(MODE_ID, self.clock() - timedelta(hours=LEFT_AFTER_H)):
            self.close(record, "left")
