"""A game from its first clip to its last, on the round book. Stateless: everything is in the journal."""

from __future__ import annotations

import dataclasses
import random
import secrets
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache

from soundmark.audio import Published
from soundmark.benchmarks import GeoPack
from soundmark.geography.country import country_at
from soundmark.geography.typed_place import find_place
from soundmark.modes.geo import game as games
from soundmark.modes.geo.game import GameKind, GameSpec
from soundmark.modes.geo.others import count_farther, guesses_of_others, middle_guess
from soundmark.modes.geo.round import (
    Hint,
    RoundState,
    Submission,
    error_row,
    hint_content,
    in_time,
    row_of,
    takes_drafts,
)
from soundmark.modes.geo.stages import Finished, Settled, Shown, Stage, continent_of, place_name
from soundmark.scoring.geo import error_km
from soundmark.services import ClipGone
from soundmark.store.ids import Player
from soundmark.store.rounds import GameRecord, RoundBook, RoundRecord, UnknownRound
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, GameId, GeoQuestion, ResponderKind, RoundId, SoundmarkError

MODE_ID = "geo"
GAMES_PER_MINUTE = 20
OTHERS_SHOWN = 200
OTHERS_COMPARED = 1000


class PlayError(SoundmarkError):
    """Something that cannot be done in this game now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoPlay:
    """The geo mode's game engine.

    Attributes:
        book: where games and rounds are kept.
        load_pack: gives the clip list; may wait until it is checked.
        publish: makes a playable copy of a question's clip.
        prepare: makes ready, in the background, what is published later.
        answers: the newest logged answers to a question, given benchmark, question id and how many at most.
        deployment: name of this deployment in the log.
        clock: the server's time (UTC).
    """

    book: RoundBook
    load_pack: Callable[[], GeoPack]
    publish: Callable[[GeoQuestion], Published]
    prepare: Callable[[Sequence[GeoQuestion]], None]
    answers: Callable[[str, str, int], Iterable[object]]
    deployment: str
    clock: Callable[[], datetime] = lambda: datetime.now(UTC)

    def start(
        self,
        player: Player,
        kind: GameKind,
        *,
        seed: str = "",
        rounds: int = games.DEFAULT_ROUNDS,
        time_limit_s: int | None = None,
        is_logged: bool = True,
    ) -> Stage:
        """Start a game, or go on with today's daily game when the player has begun it.

        Raises:
            PlayError: when too many games were started within a minute.
            JournalError: when the game could not be stored.
        """
        pack, now = self.load_pack(), self.clock()
        once_key = None
        if kind is GameKind.DAILY:
            seed, rounds, time_limit_s = games.daily_seed(now), games.DEFAULT_ROUNDS, None
            once_key = f"{seed}/{pack.benchmark}/{pack.revision}"
            begun = self.book.game_once(MODE_ID, player.owner, once_key)
            if begun is not None:
                return self._where_it_stands(begun)
        if self.book.games_since(player.owner, now - timedelta(minutes=1)) >= GAMES_PER_MINUTE:
            raise PlayError("You have started many games within a minute. Please wait a moment and try again.")
        spec = self._spec(player, pack, kind=kind, seed=seed, rounds=rounds, time_limit_s=time_limit_s)
        spec = dataclasses.replace(spec, is_logged=is_logged)
        return self._where_it_stands(self.book.start_game(MODE_ID, player.owner, spec.to_json(), once_key=once_key))

    def resume(self, player: Player, game_id: GameId) -> Stage | None:
        """Where a player's game stands, for a page that was reloaded; None when it is not theirs or is gone."""
        game = self.book.game(game_id)
        if game is None or game.owner != player.owner or game.mode != MODE_ID:
            return None
        try:
            return self._where_it_stands(game)
        except PlayError:
            return None

    def after(self, round_id: RoundId) -> Stage:
        """What follows a round: the next one, the end, or the round itself while it is unanswered.

        Raises:
            UnknownRound: when there is no such round.
        """
        game, spec, record = self._lookup(round_id)
        return self._opened(game, spec, record.number + 1 if record.is_answered else record.number)

    def keep_draft(self, round_id: RoundId, pin: Coordinate, method: str | None) -> None:
        """Remember the present pin, so that a reload and the end of the time find it. Later ones change nothing."""
        _, spec, record = self._lookup(round_id)
        if takes_drafts(spec, record, self.clock()):
            draft = {"draft": [pin.latitude_deg, pin.longitude_deg], "draft_method": method}
            self.book.change_state(round_id, lambda state: {**state, **draft})

    def buy_hint(self, round_id: RoundId, hint: Hint) -> Stage:
        """Give a hint for its price; asking again gives the same one and costs nothing more.

        Raises:
            UnknownRound: when there is no such round.
            PlayError: when its clip has left the list.
            JournalError: when the purchase could not be stored.
        """
        game, spec, record = self._lookup(round_id)
        question = self._question(spec, record.question_id)
        content = hint_content(hint, question, continent_of(question), random.SystemRandom())
        content = self._state(game, record).hints.get(hint, content)

        def add(state: Mapping[str, object]) -> Mapping[str, object]:
            bought = RoundState.from_json(state).hints
            return state if hint.value in bought else {**state, "hints": {**bought, hint.value: content}}

        changed = self.book.change_state(round_id, add)
        return self._settled(game, spec, changed) if changed.is_answered else self._shown(game, spec, changed)

    def answer(self, player: Player, round_id: RoundId, submission: Submission) -> Settled:
        """Score and log an answer, then tell the truth. A second call returns the first result and logs nothing.

        Raises:
            UnknownRound: when the round is not this player's or is gone.
            PlayError: when its clip has left the list.
            JournalError: when the answer could not be stored; the round is then still open.
        """
        game, spec, record = self._lookup(round_id)
        if game.owner != player.owner:
            raise UnknownRound
        if not record.is_answered:
            row = self._row(game, spec, record, submission, player)
            self.book.settle(round_id, row, is_logged=spec.is_logged)
            record = self.book.round(round_id)
        return self._settled(game, spec, record)

    def _spec(
        self, player: Player, pack: GeoPack, *, kind: GameKind, seed: str, rounds: int, time_limit_s: int | None
    ) -> GameSpec:
        ids = [question.question_id for question in pack.questions]
        seed = seed or games.fresh_seed(
            ids,
            self.book.questions_seen(player.owner),
            revision=pack.revision,
            rounds=rounds,
            candidates=(secrets.token_hex(4) for _ in range(games.CANDIDATE_SEEDS)),
        )
        return GameSpec(
            kind=kind,
            seed=seed,
            benchmark=pack.benchmark,
            revision=pack.revision,
            question_ids=games.deal(ids, revision=pack.revision, kind=kind, seed=seed, rounds=rounds),
            time_limit_s=time_limit_s if time_limit_s in games.TIME_LIMITS_S else None,
        )

    def _row(
        self, game: GameRecord, spec: GameSpec, record: RoundRecord, submission: Submission, player: Player
    ) -> GeoRow:
        state, now = self._state(game, record), self.clock()
        counted, timed_out = in_time(spec, record, state, submission, now)
        return row_of(
            spec=spec,
            record=record,
            state=state,
            question=self._question(spec, record.question_id),
            submission=counted,
            timed_out=timed_out,
            player=player,
            guess_country=None if counted.guess is None else country_at(counted.guess),
            deployment=self.deployment,
            now=now,
        )

    def _lookup(self, round_id: RoundId) -> tuple[GameRecord, GameSpec, RoundRecord]:
        record = self.book.round(round_id)
        game = self.book.game(record.game_id)
        if game is None or game.mode != MODE_ID:
            raise UnknownRound
        return game, GameSpec.from_json(game.spec), record

    def _question(self, spec: GameSpec, question_id: str) -> GeoQuestion:
        pack = self.load_pack()
        is_same = (pack.benchmark, pack.revision) == (spec.benchmark, spec.revision)
        question = question_of(pack, question_id) if is_same else None
        if question is None:
            raise PlayError("The clip list has changed since this game began. Please start a new game.")
        return question

    def _state(self, game: GameRecord, record: RoundRecord) -> RoundState:
        own = RoundState.from_json(record.state)
        return own.with_hints_of(self.book.open_states(game.owner, record.question_id))

    def _where_it_stands(self, game: GameRecord) -> Stage:
        spec, rounds = GameSpec.from_json(game.spec), self.book.rounds_of(game.game_id)
        is_over = len(rounds) == len(spec.question_ids) and rounds[-1].is_answered
        return self._finished(game, spec) if is_over else self._opened(game, spec, rounds[-1].number if rounds else 1)

    def _opened(self, game: GameRecord, spec: GameSpec, number: int) -> Stage:
        """A round of a game; its clip is published before the clock starts. Past the last one, the end."""
        if number > len(spec.question_ids):
            return self._finished(game, spec)
        question = self._question(spec, spec.question_ids[number - 1])
        try:
            published = self.publish(question)
        except ClipGone:
            published = None
        record = self.book.open_round(game.game_id, number, question.question_id)
        self.prepare([self._question(spec, one) for one in spec.question_ids[number : number + 1]])
        if record.is_answered:
            return self._settled(game, spec, record, published)
        if published is None:
            nobody = Player(game.owner, None, None)
            row = error_row(self._row(game, spec, record, Submission(guess=None), nobody))
            self.book.settle(record.round_id, row, is_logged=spec.is_logged)
            return self._settled(game, spec, self.book.round(record.round_id))
        return self._shown(game, spec, record, published)

    def _shown(
        self, game: GameRecord, spec: GameSpec, record: RoundRecord, published: Published | None = None
    ) -> Shown:
        return Shown(
            game=game,
            spec=spec,
            record=record,
            question=self._question(spec, record.question_id),
            state=self._state(game, record),
            points_so_far=sum(row.points for row in self._rows(game)),
            published=published,
        )

    def _settled(
        self, game: GameRecord, spec: GameSpec, record: RoundRecord, published: Published | None = None
    ) -> Settled:
        question, row = self._question(spec, record.question_id), _geo(self.book.response(record))
        logged = self.answers(row.benchmark, row.question_id, OTHERS_COMPARED)
        others = guesses_of_others(map(_geo, logged), row)
        people = [other.error_km for other in others if other.kind is ResponderKind.HUMAN]
        return Settled(
            game=game,
            spec=spec,
            record=record,
            question=question,
            row=row,
            others=(*others[-OTHERS_SHOWN:], middle_guess(self.load_pack().questions, question)),
            people_farther=0.0 if row.error_km is None else count_farther(row.error_km, people),
            people=len(people),
            points_so_far=sum(one.points for one in self._rows(game)),
            is_last=record.number >= len(spec.question_ids),
            published=published,
        )

    def _finished(self, game: GameRecord, spec: GameSpec) -> Finished:
        rows, pack = tuple(self._rows(game)), self.load_pack()
        questions = [question_of(pack, row.question_id) for row in rows]
        cities = tuple("" if question is None else place_name(question) for question in questions)
        return Finished(game=game, spec=spec, rows=rows, cities=cities)

    def _rows(self, game: GameRecord) -> list[GeoRow]:
        return [_geo(self.book.response(record)) for record in self.book.rounds_of(game.game_id) if record.is_answered]


@cache
def warm_up() -> threading.Thread:
    """Load once, in the background, what the first answer needs: the zones of the world and the geodesic."""

    def load() -> None:
        taipei = Coordinate(25.03, 121.56)
        country_at(taipei)
        error_km(taipei, taipei)
        find_place("Taipei")

    thread = threading.Thread(target=load, name="warm-up", daemon=True)
    thread.start()
    return thread


def question_of(pack: GeoPack, question_id: str) -> GeoQuestion | None:
    """The question with that id, or None when it has left the clip list."""
    return next((question for question in pack.questions if question.question_id == question_id), None)


def _geo(row: object) -> GeoRow:
    if not isinstance(row, GeoRow):
        raise UnknownRound
    return row
