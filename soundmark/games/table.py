"""The table at which games of one mode are played: it deals, opens rounds in order, and finds what a round belongs to.

Stateless: everything is in the journal. What an answer is, and what is told after it, is the mode's.
"""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Generic, Protocol

from soundmark.audio import Published
from soundmark.benchmarks import Pack
from soundmark.benchmarks.clips import ClipSource
from soundmark.clip_desk import ClipGone
from soundmark.games.deal import GameKind, GameSpec, GivesAway, daily_seed, deal, fits, fresh_seed
from soundmark.games.links import DEFAULT_ROUNDS
from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord, RoundRecord, UnknownRound
from soundmark.store.rounds import RoundBook
from soundmark.store.schema import ResponseRow
from soundmark.types import GameId, Question, QuestionId, RoundId, SoundmarkError, TruthT_co

GAMES_PER_MINUTE = 20
LIST_CHANGED = "The clip list has changed since this game began. Please start a new game."


class PlayError(SoundmarkError):
    """Something that cannot be done in this game now."""


class Desk(Protocol):
    """Makes playable copies of clips."""

    def publish(self, question: Question[TruthT_co], source: ClipSource) -> Published:
        """A copy under a random name."""

    def prepare(self, questions: Sequence[Question[TruthT_co]], source: ClipSource) -> None:
        """Make ready, in the background, what is published later."""


class SeedStock(Protocol):
    """Games whose recordings are on this machine already."""

    def take(self, seen: set[QuestionId], filters: Mapping[str, tuple[str, ...]], rounds: int) -> str | None:
        """The seed of a free game that can start at once and deals nothing that was seen; None when there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """The game that a player asks for.

    Attributes:
        seed: for a game that somebody shared; '' else.
        filters: only questions that have one of these values, by tag.
        time_limit_s: for each round.
        said: what the player tells of themselves.
        opponent: key of the model or baseline to play against; '' for nobody.
    """

    kind: GameKind
    seed: str = ""
    rounds: int = DEFAULT_ROUNDS
    filters: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    time_limit_s: int | None = None
    is_logged: bool = True
    said: Mapping[str, str] = field(default_factory=dict)
    opponent: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat(Generic[TruthT_co]):
    """A round, the game it belongs to, and its question."""

    game: GameRecord
    spec: GameSpec
    record: RoundRecord
    question: Question[TruthT_co]

    @property
    def is_last(self) -> bool:
        """Whether no round follows."""
        return self.record.number >= len(self.spec.question_ids)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTable(Generic[TruthT_co]):
    """Where games of a mode are played.

    Attributes:
        mode: id of the mode.
        book: where games and rounds are kept.
        load_pack: gives the question list; may wait until it is checked.
        desk: makes playable copies of clips.
        rounds: of a game that nobody gave another length.
        stock: games that can start at once, for questions whose recordings must be fetched.
        class_of: the kind of a question, when the kinds are to take turns in a game.
        gives_away: whether what is told after the first of two questions of a list tells the answer of the second.
        log_as: the row as it is logged, and whether it is; by default as it is, unless the player chose otherwise.
        clock: the server's time (UTC).
    """

    mode: str
    book: RoundBook
    load_pack: Callable[[], Pack[TruthT_co]]
    desk: Desk
    rounds: int = DEFAULT_ROUNDS
    stock: SeedStock | None = None
    class_of: Callable[[Question[TruthT_co]], str] | None = None
    gives_away: Callable[[Pack[TruthT_co], Question[TruthT_co], Question[TruthT_co]], bool] | None = None
    log_as: Callable[[Seat[TruthT_co], ResponseRow], tuple[ResponseRow, bool]] | None = None
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def begin(self, player: Player, wish: Wish) -> GameRecord:
        """Start a game, or find today's daily game when the player has begun it.

        Raises:
            PlayError: when too many games were started within a minute, or no question fits the filters.
            JournalError: when the game could not be stored.
        """
        pack, now = self.load_pack(), self.clock()
        once_key = None
        if wish.kind is GameKind.DAILY:
            wish = dataclasses.replace(
                wish, seed=daily_seed(now), rounds=self.rounds, time_limit_s=None, filters=self._daily_filters(wish)
            )
            chosen = "".join(f"/{name}={','.join(values)}" for name, values in sorted(wish.filters.items()))
            once_key = f"{wish.seed}/{pack.benchmark}/{pack.revision}{chosen}"
            begun = self.book.game_once(self.mode, player.owner, once_key)
            if begun is not None:
                return begun
        if self.book.games_since(player.owner, now - timedelta(minutes=1)) >= GAMES_PER_MINUTE:
            raise PlayError(
                "You have started many games within a minute. Please wait a moment and try again.",
                key="err_many_games",
            )
        spec = self._spec(player, pack, wish)
        return self.book.start_game(self.mode, player.owner, spec.to_json(), once_key=once_key)

    def game_of(self, player: Player, game_id: GameId) -> GameRecord | None:
        """A player's game; None when it is not theirs or is gone."""
        game = self.book.game(game_id)
        return None if game is None or game.owner != player.owner or game.mode != self.mode else game

    def seat(self, round_id: RoundId, player: Player | None = None) -> Seat[TruthT_co]:
        """What a round belongs to.

        Raises:
            UnknownRound: when there is no such round in this mode, or it is not that player's.
            PlayError: when its question has left the list.
        """
        record = self.book.round(round_id)
        game = self.book.game(record.game_id)
        if game is None or game.mode != self.mode or (player is not None and game.owner != player.owner):
            raise UnknownRound
        return self._seat(game, record)

    def seats_of(self, game: GameRecord) -> list[Seat[TruthT_co]]:
        """The rounds of a game that were opened, in order.

        Raises:
            PlayError: when one of its questions has left the list.
        """
        return [self._seat(game, record) for record in self.book.rounds_of(game.game_id)]

    def number_to_open(self, game: GameRecord) -> int | None:
        """The round at which a game stands, an answered one that was not left included; None when it is over."""
        spec, rounds = GameSpec.from_json(game.spec), self.book.rounds_of(game.game_id)
        is_over = len(rounds) == len(spec.question_ids) and rounds[-1].is_answered
        return None if is_over else (rounds[-1].number if rounds else 1)

    def open(self, game: GameRecord, number: int) -> tuple[Seat[TruthT_co], Published | None] | None:
        """A round of a game, and a copy of its clip, published before the clock starts; None past the last round.

        No copy means that the recording can no longer be played: the mode closes the round without a score.

        Raises:
            PlayError: when its question has left the list.
            ClipUnavailable: when the recording cannot be had just now.
            JournalError: when the round could not be stored.
        """
        spec = GameSpec.from_json(game.spec)
        if number > len(spec.question_ids):
            return None
        pack = self._pack_of(spec)
        question = self._question(pack, spec.question_ids[number - 1])
        try:
            published = self.desk.publish(question, pack.clips)
        except ClipGone:
            published = None
        record = self.book.open_round(game.game_id, number, question.question_id)
        self.desk.prepare([self._question(pack, one) for one in spec.question_ids[number : number + 1]], pack.clips)
        return Seat(game=game, spec=spec, record=record, question=question), published

    def settle(self, seat: Seat[TruthT_co], row: ResponseRow) -> Seat[TruthT_co]:
        """Log the answer to a round, once; the seat as it is then.

        Raises:
            JournalError: when it could not be stored; then the round is still open.
        """
        row, is_logged = (row, seat.spec.is_logged) if self.log_as is None else self.log_as(seat, row)
        self.book.settle(seat.record.round_id, row, is_logged=is_logged)
        return dataclasses.replace(seat, record=self.book.round(seat.record.round_id))

    def _daily_filters(self, wish: Wish) -> Mapping[str, tuple[str, ...]]:
        """The daily game is one for everybody, but nobody is asked in a language that they do not know."""
        return {name: values for name, values in wish.filters.items() if name == "language"}

    def _spec(self, player: Player, pack: Pack[TruthT_co], wish: Wish) -> GameSpec:
        ids = [one.question_id for one in pack.questions if fits(one, wish.filters)]
        if not ids:
            raise PlayError("No question fits what you chose. Choose more and start again.", key="err_no_question")
        rounds = min(wish.rounds, len(ids))
        seed = wish.seed or self._free_seed(player, pack, ids, wish, rounds)
        return GameSpec(
            kind=wish.kind,
            seed=seed,
            benchmark=pack.benchmark,
            revision=pack.revision,
            question_ids=deal(
                ids,
                revision=pack.revision,
                kind=wish.kind,
                seed=seed,
                rounds=rounds,
                blocks=pack.blocks,
                classes=self._classes(pack),
                gives_away=self._gives_away(pack),
            ),
            filters=wish.filters,
            time_limit_s=wish.time_limit_s,
            is_logged=wish.is_logged,
            said=wish.said,
            opponent=wish.opponent,
        )

    def _free_seed(self, player: Player, pack: Pack[TruthT_co], ids: list[QuestionId], wish: Wish, rounds: int) -> str:
        seen = self.book.questions_seen(player.owner)
        ready = None if self.stock is None else self.stock.take(seen, wish.filters, rounds)
        return ready or fresh_seed(
            ids,
            seen,
            revision=pack.revision,
            rounds=rounds,
            candidates=iter(lambda: secrets.token_hex(4), ""),
            blocks=pack.blocks,
            classes=self._classes(pack),
            gives_away=self._gives_away(pack),
        )

    def _classes(self, pack: Pack[TruthT_co]) -> Mapping[QuestionId, str] | None:
        class_of = self.class_of
        return None if class_of is None else {one.question_id: class_of(one) for one in pack.questions}

    def _gives_away(self, pack: Pack[TruthT_co]) -> GivesAway | None:
        asked = self.gives_away
        if asked is None:
            return None
        return lambda earlier, later: asked(pack, self._question(pack, earlier), self._question(pack, later))

    def _seat(self, game: GameRecord, record: RoundRecord) -> Seat[TruthT_co]:
        spec = GameSpec.from_json(game.spec)
        question = self._question(self._pack_of(spec), record.question_id)
        return Seat(game=game, spec=spec, record=record, question=question)

    def _pack_of(self, spec: GameSpec) -> Pack[TruthT_co]:
        """The list that a game was dealt from, also when another one has taken its place since."""
        pack = self.load_pack().edition(spec.benchmark, spec.revision)
        if pack is None:
            raise PlayError(LIST_CHANGED, key="err_list_changed")
        return pack

    def _question(self, pack: Pack[TruthT_co], question_id: str) -> Question[TruthT_co]:
        question = pack.question(question_id)
        if question is None:
            raise PlayError(LIST_CHANGED, key="err_list_changed")
        return question
