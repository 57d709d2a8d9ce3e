"""How a game goes from round to round, the same in every mode: a mode says what asking, telling and the end are."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, TypeVar

from soundmark.audio import Published
from soundmark.games.table import GameTable, PlayError, Seat, Wish
from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord
from soundmark.types import GameId, RoundId, TruthT_co

StageT = TypeVar("StageT")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFlow(Generic[TruthT_co, StageT]):
    """The rounds of a game in their order.

    Attributes:
        table: where the games are played.
        ask: the stage of an open round, given a copy of its clip.
        tell: the stage of an answered one; without a copy when the page has it already.
        close: logs that the clip of an open round cannot be played, and gives its seat as it is then.
        end: the stage after the last round.
    """

    table: GameTable[TruthT_co]
    ask: Callable[[Seat[TruthT_co], Published], StageT]
    tell: Callable[[Seat[TruthT_co], Published | None], StageT]
    close: Callable[[Seat[TruthT_co]], Seat[TruthT_co]]
    end: Callable[[GameRecord], StageT]

    def start(self, player: Player, wish: Wish) -> StageT:
        """Start a game, or go on with today's daily game when the player has begun it.

        Raises:
            PlayError: when too many games were started within a minute, or no question fits what was chosen.
            JournalError: when the game could not be stored.
        """
        return self._where_it_stands(self.table.begin(player, wish))

    def resume(self, player: Player, game_id: GameId) -> StageT | None:
        """Where a player's game stands, for a page that was reloaded; None when it is not theirs or is gone."""
        game = self.table.game_of(player, game_id)
        try:
            return None if game is None else self._where_it_stands(game)
        except PlayError:
            return None

    def after(self, round_id: RoundId) -> StageT:
        """What follows a round: the next one, the end, or the round itself while it is unanswered.

        Raises:
            UnknownRound: when there is no such round.
        """
        seat = self.table.seat(round_id)
        return self._opened(seat.game, seat.record.number + seat.record.is_answered)

    def _where_it_stands(self, game: GameRecord) -> StageT:
        number = self.table.number_to_open(game)
        return self.end(game) if number is None else self._opened(game, number)

    def _opened(self, game: GameRecord, number: int) -> StageT:
        """A round of a game; past the last one, the end."""
        opened = self.table.open(game, number)
        if opened is None:
            return self.end(game)
        seat, published = opened
        if seat.record.is_answered:
            return self.tell(seat, published)
        return self.tell(self.close(seat), None) if published is None else self.ask(seat, published)
