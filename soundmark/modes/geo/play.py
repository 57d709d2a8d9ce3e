"""A game from its first clip to its last, on the round book. Stateless: everything is in the journal."""

from __future__ import annotations

import dataclasses
import random
import threading
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from soundmark.audio import Published
from soundmark.games.deal import GameSpec
from soundmark.games.flow import GameFlow
from soundmark.games.opponents import MachineAnswers, Race, no_machines, race_of
from soundmark.games.table import GameTable, Wish
from soundmark.geography.country import country_at
from soundmark.geography.typed_place import find_place
from soundmark.modes.geo.others import count_farther, guesses_of_machines, guesses_of_people, is_same_question
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
from soundmark.modes.geo.stages import Finished, GeoSeat, Settled, Shown, Stage, continent_of, place_name
from soundmark.scoring.geo import error_km
from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord, UnknownRound
from soundmark.store.schema import GeoRow
from soundmark.types import Coordinate, GeoTruth, RoundId

MODE_ID = "geo"
TIME_LIMITS_S = (30, 60, 120)
OTHERS_SHOWN = 200
OTHERS_COMPARED = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoPlay:
    """The geo mode's game engine.

    Attributes:
        table: where its games are played.
        answers: the newest logged answers to a question, given benchmark, question id and how many at most.
        deployment: name of this deployment in the log.
        machines: the logged answers of models and baselines to some questions.
    """

    table: GameTable[GeoTruth]
    answers: Callable[[str, str, int], Iterable[object]]
    deployment: str
    machines: MachineAnswers = no_machines

    def start(self, player: Player, wish: Wish) -> Stage:
        """Start a game, or go on with today's daily game when the player has begun it.

        Raises:
            PlayError: when too many games were started within a minute.
            JournalError: when the game could not be stored.
        """
        limit_s = wish.time_limit_s if wish.time_limit_s in TIME_LIMITS_S else None
        return self.flow.start(player, dataclasses.replace(wish, time_limit_s=limit_s))

    @property
    def flow(self) -> GameFlow[GeoTruth, Stage]:
        """The order of the rounds."""
        return GameFlow(table=self.table, ask=self._shown, tell=self._settled, close=self._closed, end=self._finished)

    def keep_draft(self, round_id: RoundId, pin: Coordinate, method: str | None) -> None:
        """Remember the present pin, so that a reload and the end of the time find it. Later ones change nothing."""
        seat = self.table.seat(round_id)
        if takes_drafts(seat.spec, seat.record, self.table.clock()):
            draft = {"draft": [pin.latitude_deg, pin.longitude_deg], "draft_method": method}
            self.table.book.change_state(round_id, lambda state: {**state, **draft})

    def buy_hint(self, round_id: RoundId, hint: Hint) -> Stage:
        """Give a hint for its price; asking again gives the same one and costs nothing more.

        Raises:
            UnknownRound: when there is no such round.
            PlayError: when its clip has left the list.
            JournalError: when the purchase could not be stored.
        """
        seat = self.table.seat(round_id)
        content = hint_content(hint, seat.question, continent_of(seat.question), random.SystemRandom())
        content = self._state(seat).hints.get(hint, content)

        def add(state: Mapping[str, object]) -> Mapping[str, object]:
            bought = RoundState.from_json(state).hints
            return state if hint.value in bought else {**state, "hints": {**bought, hint.value: content}}

        changed = dataclasses.replace(seat, record=self.table.book.change_state(round_id, add))
        return self._settled(changed) if changed.record.is_answered else self._shown(changed)

    def answer(self, player: Player, round_id: RoundId, submission: Submission) -> Settled:
        """Score and log an answer, then tell the truth. A second call returns the first result and logs nothing.

        Raises:
            UnknownRound: when the round is not this player's or is gone.
            PlayError: when its clip has left the list.
            JournalError: when the answer could not be stored; the round is then still open.
        """
        seat = self.table.seat(round_id, player)
        if not seat.record.is_answered:
            seat = self.table.settle(seat, self._row(seat, submission, player))
        return self._settled(seat)

    def _row(self, seat: GeoSeat, submission: Submission, player: Player) -> GeoRow:
        state, now = self._state(seat), self.table.clock()
        counted, timed_out = in_time(seat.spec, seat.record, state, submission, now)
        return row_of(
            spec=seat.spec,
            record=seat.record,
            state=state,
            question=seat.question,
            submission=counted,
            timed_out=timed_out,
            player=player,
            guess_country=None if counted.guess is None else country_at(counted.guess),
            deployment=self.deployment,
            now=now,
        )

    def _state(self, seat: GeoSeat) -> RoundState:
        own = RoundState.from_json(seat.record.state)
        return own.with_hints_of(self.table.book.open_states(seat.game.owner, seat.record.question_id))

    def _closed(self, seat: GeoSeat) -> GeoSeat:
        row = error_row(self._row(seat, Submission(guess=None), Player(seat.game.owner, None, None)))
        return self.table.settle(seat, row)

    def _shown(self, seat: GeoSeat, published: Published | None = None) -> Shown:
        rows = self._rows(seat.game)
        return Shown(
            seat=seat,
            state=self._state(seat),
            points_so_far=sum(row.points for row in rows),
            race=self._race(seat.spec, rows),
            published=published,
        )

    def _settled(self, seat: GeoSeat, published: Published | None = None) -> Settled:
        row = _geo(self.table.book.response(seat.record))
        logged = self.answers(row.benchmark, row.question_id, OTHERS_COMPARED)
        others, rows = guesses_of_people(map(_geo, logged), row), self._rows(seat.game)
        people = [other.error_km for other in others]
        return Settled(
            seat=seat,
            row=row,
            others=tuple(others[-OTHERS_SHOWN:]),
            machines=tuple(guesses_of_machines(self.machines(row.benchmark, [row.question_id]), row)),
            people_farther=0.0 if row.error_km is None else count_farther(row.error_km, people),
            people=len(people),
            points_so_far=sum(one.points for one in rows),
            race=self._race(seat.spec, rows),
            published=published,
        )

    def _finished(self, game: GameRecord) -> Finished:
        seats, spec = self.table.seats_of(game), GameSpec.from_json(game.spec)
        rows = self._rows(game)
        return Finished(
            game=game,
            spec=spec,
            rows=tuple(rows),
            cities=tuple(place_name(seat.question) for seat in seats),
            race=self._race(spec, rows),
        )

    def _race(self, spec: GameSpec, rows: Sequence[GeoRow]) -> Race | None:
        return race_of(spec.opponent, rows, self.machines, is_same_question)

    def _rows(self, game: GameRecord) -> list[GeoRow]:
        return [_geo(row) for row in self.table.book.responses_of(game.game_id)]


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


def _geo(row: object) -> GeoRow:
    if not isinstance(row, GeoRow):
        raise UnknownRound
    return row
