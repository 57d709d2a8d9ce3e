"""A game from its first clip to its last, on the round book. Stateless: everything is in the journal."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from soundmark.benchmarks import Pack
from soundmark.geography.country import country_at
from soundmark.modes.geo import game as games
from soundmark.modes.geo.game import GameKind, GameSpec
from soundmark.modes.geo.round import Hint, RoundState, Submission, count_farther, hint_content, in_time, row_of
from soundmark.scoring.geo import error_km
from soundmark.scoring.geo_baselines import centroid
from soundmark.store.ids import Player
from soundmark.store.rounds import GameRecord, RoundBook, RoundRecord, UnknownRound
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, GameId, Question, ResponderKind, RoundId, SoundmarkError, Status

MODE_ID = "geo"
GAMES_PER_MINUTE = 20
OTHERS_SHOWN = 200
OTHERS_COMPARED = 2000


class PlayError(SoundmarkError):
    """Something that cannot be done in this game now."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A question that waits for an answer."""

    game: GameRecord
    spec: GameSpec
    record: RoundRecord
    question: Question
    state: RoundState
    points_so_far: float


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherGuess:
    """How somebody else answered the same question."""

    kind: ResponderKind
    name: str
    place: Coordinate
    error_km: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """An answered question: what is told after the row is in the log.

    Attributes:
        others: how others answered the same question, the baseline last.
        people_farther: of the other people's answers, how many were farther off, ties counted half.
        people: how many there are.
    """

    game: GameRecord
    spec: GameSpec
    record: RoundRecord
    question: Question
    row: GeoRow
    others: tuple[OtherGuess, ...]
    people_farther: float
    people: int
    points_so_far: float
    is_last: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game whose rounds are all answered."""

    game: GameRecord
    spec: GameSpec
    rows: tuple[GeoRow, ...]
    cities: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoPlay:
    """The geo mode's game engine.

    Attributes:
        book: where games and rounds are kept.
        load_pack: gives the clip list; may wait until it is checked.
        deployment: name of this deployment in the log.
        clock: the server's time (UTC).
    """

    book: RoundBook
    load_pack: Callable[[], Pack]
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
    ) -> Shown | Settled | Finished:
        """Start a game, or go on with today's daily game when the player has begun it.

        Raises:
            PlayError: when too many games were started within a minute.
            JournalError: when the game could not be stored.
        """
        pack, now = self.load_pack(), self.clock()
        if self.book.games_since(player.owner, now - timedelta(minutes=1)) >= GAMES_PER_MINUTE:
            raise PlayError("You have started many games within a minute. Please wait a moment and try again.")
        ids = [question.question_id for question in pack.questions]
        if kind is GameKind.DAILY:
            seed, rounds, time_limit_s = games.daily_seed(now), games.DEFAULT_ROUNDS, None
        elif not seed:
            seed = games.fresh_seed(
                ids,
                self.book.questions_seen(player.owner),
                revision=pack.revision,
                rounds=rounds,
                candidates=(secrets.token_hex(4) for _ in range(games.CANDIDATE_SEEDS)),
            )
        spec = GameSpec(
            kind=kind,
            seed=seed,
            benchmark=pack.benchmark,
            revision=pack.revision,
            question_ids=games.deal(ids, revision=pack.revision, kind=kind, seed=seed, rounds=rounds),
            time_limit_s=time_limit_s if time_limit_s in games.TIME_LIMITS_S else None,
        )
        once = f"{seed}/{pack.benchmark}/{pack.revision}" if kind is GameKind.DAILY else None
        return self._where_it_stands(self.book.start_game(MODE_ID, player.owner, spec.to_json(), once_key=once))

    def resume(self, player: Player, game_id: GameId) -> Shown | Settled | Finished | None:
        """Where a player's game stands, for a page that was reloaded; None when it is not theirs or is gone."""
        game = self.book.game(game_id)
        if game is None or game.owner != player.owner or game.mode != MODE_ID:
            return None
        try:
            return self._where_it_stands(game)
        except PlayError:
            return None

    def after(self, round_id: RoundId) -> Shown | Settled | Finished:
        """What follows a round: the next one, the end, or the round itself while it is unanswered.

        Raises:
            UnknownRound: when there is no such round.
        """
        game, spec, record = self._lookup(round_id)
        if not record.is_answered:
            return self._shown(game, spec, record)
        if record.number >= len(spec.question_ids):
            return self._finished(game, spec)
        following = self.book.open_round(game.game_id, record.number + 1, spec.question_ids[record.number])
        return self._settled(game, spec, following) if following.is_answered else self._shown(game, spec, following)

    def keep_draft(self, round_id: RoundId, pin: Coordinate) -> None:
        """Remember the present pin of a timed round, so that the end of the time finds it."""
        now = self.clock()
        self.book.change_state(
            round_id,
            lambda state: {**state, "draft": [pin.latitude_deg, pin.longitude_deg], "drafted_at": now.isoformat()},
        )

    def buy_hint(self, round_id: RoundId, hint: Hint) -> Shown | Settled:
        """Give a hint for its price; asking again gives the same one and costs nothing more.

        Raises:
            UnknownRound, PlayError, JournalError.
        """
        game, spec, record = self._lookup(round_id)
        question = self._question(spec, record)
        content = hint_content(hint, question, continent_of(question), random.SystemRandom())

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
            question, now = self._question(spec, record), self.clock()
            counted, timed_out = in_time(spec, record, submission, now)
            row = row_of(
                spec=spec,
                record=record,
                question=question,
                submission=counted,
                timed_out=timed_out,
                player=player,
                guess_country=None if counted.guess is None else country_at(counted.guess),
                deployment=self.deployment,
                now=now,
            )
            self.book.settle(round_id, row)
            record = self.book.round(round_id)
        return self._settled(game, spec, record)

    def _lookup(self, round_id: RoundId) -> tuple[GameRecord, GameSpec, RoundRecord]:
        record = self.book.round(round_id)
        game = self.book.game(record.game_id)
        if game is None or game.mode != MODE_ID:
            raise UnknownRound
        return game, GameSpec.from_json(game.spec), record

    def _question(self, spec: GameSpec, record: RoundRecord) -> Question:
        pack = self.load_pack()
        question = question_of(pack, record.question_id) if pack.benchmark == spec.benchmark else None
        if question is None:
            raise PlayError("This clip is no longer in the clip list. Please start a new game.")
        return question

    def _where_it_stands(self, game: GameRecord) -> Shown | Settled | Finished:
        spec, rounds = GameSpec.from_json(game.spec), self.book.rounds_of(game.game_id)
        if not rounds:
            return self._shown(game, spec, self.book.open_round(game.game_id, 1, spec.question_ids[0]))
        last = rounds[-1]
        return self._settled(game, spec, last) if last.is_answered else self._shown(game, spec, last)

    def _shown(self, game: GameRecord, spec: GameSpec, record: RoundRecord) -> Shown:
        return Shown(
            game=game,
            spec=spec,
            record=record,
            question=self._question(spec, record),
            state=RoundState.from_json(record.state),
            points_so_far=sum(row.points for row in self._rows(game)),
        )

    def _settled(self, game: GameRecord, spec: GameSpec, record: RoundRecord) -> Settled:
        question, row = self._question(spec, record), _geo(self.book.response(record))
        logged = [
            _geo(other)
            for other in self.book.journal.rows(
                "geo", benchmark=row.benchmark, question_id=row.question_id, last=OTHERS_COMPARED
            )
            if other.response_id != row.response_id
        ]
        people = [
            other.error_km
            for other in logged
            if other.responder_kind is ResponderKind.HUMAN
            and other.error_km is not None
            and (other.responder_id is None or other.responder_id != row.responder_id)
        ]
        return Settled(
            game=game,
            spec=spec,
            record=record,
            question=question,
            row=row,
            others=(*_guesses(logged), self._centroid_guess(question)),
            people_farther=0.0 if row.error_km is None else count_farther(row.error_km, people),
            people=len(people),
            points_so_far=sum(one.points for one in self._rows(game)),
            is_last=record.number >= len(spec.question_ids),
        )

    def _finished(self, game: GameRecord, spec: GameSpec) -> Finished:
        rows = tuple(self._rows(game))
        pack = self.load_pack()
        questions = [question_of(pack, row.question_id) for row in rows]
        return Finished(
            game=game, spec=spec, rows=rows, cities=tuple("" if q is None else place_name(q) for q in questions)
        )

    def _rows(self, game: GameRecord) -> list[GeoRow]:
        return [_geo(self.book.response(record)) for record in self.book.rounds_of(game.game_id) if record.is_answered]

    def _centroid_guess(self, question: Question) -> OtherGuess:
        middle = centroid([one.truth.place for one in self.load_pack().questions])
        return OtherGuess(
            kind=ResponderKind.BASELINE,
            name="Always the middle of the clip list",
            place=middle,
            error_km=error_km(middle, question.truth.place),
        )


def question_of(pack: Pack, question_id: str) -> Question | None:
    """The question with that id, or None when it has left the clip list."""
    return next((question for question in pack.questions if question.question_id == question_id), None)


def continent_of(question: Question) -> str:
    """The continent of a question's place: as its pack says, else by its coordinates."""
    if question.truth.continent:
        return question.truth.continent
    country = country_at(question.truth.place)
    return "At sea" if country is None else country.continent


def place_name(question: Question) -> str:
    """City and country of a question's place, as far as its pack names them."""
    return ", ".join(part for part in (question.truth.city, question.truth.country) if part)


def _geo(row: object) -> GeoRow:
    if not isinstance(row, GeoRow):
        raise UnknownRound
    return row


def _guesses(rows: list[GeoRow]) -> list[OtherGuess]:
    found = []
    for row in rows[-OTHERS_SHOWN:]:
        if row.status is not Status.OK or row.latitude_deg is None or row.longitude_deg is None or row.error_km is None:
            continue
        name = "Another player" if row.responder_kind is ResponderKind.HUMAN else str(row.responder_id)
        place = Coordinate(row.latitude_deg, row.longitude_deg)
        found.append(OtherGuess(kind=row.responder_kind, name=name, place=place, error_km=row.error_km))
    return found
