"""Where agents play: start a game, ask for its questions, answer them, and see how it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.agents.game import AgentGame, Asked, JsonValue, total_of
from soundmark.agents.names import AgentError, agent_of, player_of, read_name
from soundmark.agents.pace import AgentPace
from soundmark.agents.wire import Given, read_game_id, read_round_id, read_wish
from soundmark.games.deal import GameSpec
from soundmark.services import Services
from soundmark.store.round_records import GameRecord
from soundmark.store.rounds import RoundBook
from soundmark.types import AGENT_SETTING, GameId, ResponderKind

NO_GAME = "There is no such game of an agent here. Start one with start_game."


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentDesk:
    """The modes that agents can play. Everything but the pace is in the journal.

    Attributes:
        games: by id of the mode.
        book: where games and rounds are kept.
        pace: how much may be asked for.
    """

    games: Mapping[str, AgentGame]
    book: RoundBook
    pace: AgentPace = field(default_factory=AgentPace)

    def start_game(
        self, *, mode: object, agent: object, seed: object, is_daily: object, rounds: object, time_limit_s: object
    ) -> JsonValue:
        """Start a game; no question is shown yet. For the arguments see `read_wish`.

        Raises:
            SoundmarkError: when it cannot be started; the text says what to do.
        """
        with self.pace.call(is_costly=True):
            game = self._mode(mode)
            name = read_name(agent)
            self.pace.count(name)
            wish = read_wish(
                seed=seed,
                is_daily=is_daily,
                rounds=rounds,
                time_limit_s=time_limit_s,
                default_rounds=game.table.rounds,
                limits_s=game.terms.limits_s,
            )
            record = game.table.begin(player_of(name), wish)
        spec = GameSpec.from_json(record.spec)
        return {
            "state": "started",
            "game_id": record.game_id,
            "mode": record.mode,
            "rounds": len(spec.question_ids),
            "max_score_of_a_round": game.terms.max_score,
            "benchmark": spec.benchmark,
            "benchmark_revision": spec.revision,
            "time_limit_s": spec.time_limit_s,
            "logged_as": {"responder_kind": ResponderKind.MODEL.value, "responder_id": name, "setting": AGENT_SETTING},
            "next": "Call next_question with this game_id.",
        }

    def next_question(self, game_id: object) -> tuple[JsonValue, Path | None]:
        """The question at which a game stands, and its clip; after the last one how the game went, and no clip.

        Raises:
            SoundmarkError: when there is none; the text says what to do.
        """
        with self.pace.call(is_costly=True):
            record, game, name = self._game(read_game_id(game_id))
            asked = game.asked(player_of(name), record)
            if asked is None:
                return self._result(record, game), None
            return {**asked.told, "answer_with": game.terms.answer_with}, asked.published.path

    def clip(self, game_id: object) -> Path:
        """The clip of the question at which a game stands.

        Raises:
            SoundmarkError: when there is none; the text says what to do.
        """
        with self.pace.call(is_costly=True):
            record, game, name = self._game(read_game_id(game_id))
            asked: Asked | None = game.asked(player_of(name), record)
            if asked is None:
                raise AgentError("This game is over: there is no clip to hear. Start another with start_game.")
            return asked.published.path

    def answer(
        self, round_id: object, *, choice: object, latitude_deg: object, longitude_deg: object, gives_up: object
    ) -> JsonValue:
        """Answer a round, once. The truth is told when the answer is in the log, and only then. See `Given`.

        Raises:
            SoundmarkError: when it cannot be taken, or the round was answered before.
        """
        given = Given(choice=choice, latitude_deg=latitude_deg, longitude_deg=longitude_deg, gives_up=gives_up)
        with self.pace.call():
            record = self.book.round(read_round_id(round_id))
            game_record, game, name = self._game(record.game_id)
            if record.is_answered:
                raise AgentError(
                    "This round was answered before, and the first answer counts. Call next_question for the next "
                    "one, or game_result for the scores."
                )
            told = game.answer(player_of(name), record.round_id, given)
            return {**told, "game": self._standing(game_record, game)}

    def game_result(self, game_id: object) -> JsonValue:
        """How a game stands.

        Raises:
            SoundmarkError: when there is none; the text says what to do.
        """
        with self.pace.call():
            record, game, _ = self._game(read_game_id(game_id))
            return self._result(record, game)

    def _mode(self, mode: object) -> AgentGame:
        game = self.games.get(mode) if isinstance(mode, str) else None
        if game is None:
            raise AgentError(f"`mode` is one of: {', '.join(self.games)}.")
        return game

    def _game(self, game_id: GameId) -> tuple[GameRecord, AgentGame, str]:
        """A game of an agent, its mode and the agent's name; the call is counted."""
        record = self.book.game(game_id)
        name = None if record is None else agent_of(record)
        if record is None or name is None or record.mode not in self.games:
            raise AgentError(NO_GAME)
        self.pace.count(name)
        return record, self.games[record.mode], name

    def _standing(self, record: GameRecord, game: AgentGame) -> dict[str, object]:
        rows = self.book.responses_of(record.game_id)
        return total_of(rows, GameSpec.from_json(record.spec), game.terms.max_score)

    def _result(self, record: GameRecord, game: AgentGame) -> JsonValue:
        is_over, spec = game.table.number_to_open(record) is None, GameSpec.from_json(record.spec)
        return {
            "state": "over" if is_over else "playing",
            "game_id": record.game_id,
            "mode": record.mode,
            "agent": agent_of(record),
            "seed": spec.seed if is_over else None,  # with the list of questions it tells which ones are dealt
            **self._standing(record, game),
        }


def open_desk(makers: Iterable[Callable[[Services], AgentGame] | None], services: Services) -> AgentDesk | None:
    """The desk of all modes that agents can play; None when there is none, or agents are not let in.

    Args:
        makers: of the enabled modes; None for a mode that agents cannot play.
        services: what the app gives.
    """
    games = [make(services) for make in makers if make is not None] if services.settings.lets_agents_play else []
    return AgentDesk(games={one.terms.mode: one for one in games}, book=services.book) if games else None
