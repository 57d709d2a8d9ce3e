"""A quiz game from its first question to its last, on the round book. Stateless: everything is in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from soundmark.audio import Published
from soundmark.games.deal import GameSpec
from soundmark.games.flow import GameFlow
from soundmark.games.opponents import MachineAnswers, Race, newest_answers, no_machines, race_of
from soundmark.games.table import GameTable, PlayError
from soundmark.quiz.rules import (
    Submission,
    answers_of,
    choice_order,
    choice_seed,
    error_row,
    is_same_question,
    row_of,
    tally,
)
from soundmark.quiz.stages import Finished, QuizSeat, Settled, Shown, Stage
from soundmark.settings import Secret
from soundmark.store.ids import Player
from soundmark.store.rounds import GameRecord, UnknownRound
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceTruth, RoundId

OTHERS_COMPARED = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class QuizPlay:
    """The game engine of a quiz.

    Attributes:
        table: where its games are played.
        answers: the newest logged answers to a question, given benchmark, question id and how many at most.
        prompt_id: of the question as it is shown to people, in the log.
        deployment: name of this deployment in the log.
        order_key: known to the server alone; with the id of a round it decides the order of the choices.
        machines: the logged answers of models and baselines to some questions.
    """

    table: GameTable[ChoiceTruth]
    answers: Callable[[str, str, int], Iterable[object]]
    prompt_id: str
    deployment: str
    order_key: Secret
    machines: MachineAnswers = no_machines

    def answer(self, player: Player, round_id: RoundId, submission: Submission) -> Settled:
        """Score and log an answer, then tell the truth. A second call returns the first result and logs nothing.

        Raises:
            UnknownRound: when the round is not this player's or is gone.
            PlayError: when its question has left the list, or there is no such choice.
            JournalError: when the answer could not be stored; the round is then still open.
        """
        seat = self.table.seat(round_id, player)
        if not seat.record.is_answered:
            if submission.position is not None and submission.position >= len(seat.question.choices):
                raise PlayError(
                    "This question has {n} choices. Please take one of them.",
                    key="err_choice",
                    n=len(seat.question.choices),
                )
            seat = self.table.settle(seat, self._row(seat, submission, player))
        return self._settled(seat)

    def _row(self, seat: QuizSeat, submission: Submission, player: Player) -> ChoiceRow:
        return row_of(
            spec=seat.spec,
            record=seat.record,
            question=seat.question,
            seed=choice_seed(seat.record.round_id, self.order_key),
            submission=submission,
            player=player,
            prompt_id=self.prompt_id,
            deployment=self.deployment,
            now=self.table.clock(),
        )

    @property
    def flow(self) -> GameFlow[ChoiceTruth, Stage]:
        """The order of the rounds."""
        return GameFlow(table=self.table, ask=self._asked, tell=self._settled, close=self._closed, end=self._finished)

    def _closed(self, seat: QuizSeat) -> QuizSeat:
        row = error_row(self._row(seat, Submission(position=None), Player(seat.game.owner, None, None)))
        return self.table.settle(seat, row)

    def _asked(self, seat: QuizSeat, published: Published) -> Shown:
        order = choice_order(choice_seed(seat.record.round_id, self.order_key), len(seat.question.choices))
        rows = self._rows(seat.game)
        return Shown(seat=seat, order=order, tally=tally(rows), race=self._race(seat.spec, rows), published=published)

    def _settled(self, seat: QuizSeat, published: Published | None = None) -> Settled:
        row = _choice(self.table.book.response(seat.record))
        rows = self._rows(seat.game)
        return Settled(
            seat=seat,
            row=row,
            tally=tally(rows),
            others=self._others(row),
            machines=tuple(newest_answers(self.machines(row.benchmark, [row.question_id]), row, is_same_question)),
            race=self._race(seat.spec, rows),
            published=published,
        )

    def _finished(self, game: GameRecord) -> Finished:
        rows, spec = tuple(self._rows(game)), GameSpec.from_json(game.spec)
        others = tuple(self._others(row) for row in rows)
        return Finished(game=game, spec=spec, rows=rows, tally=tally(rows), others=others, race=self._race(spec, rows))

    def _others(self, row: ChoiceRow) -> tuple[ChoiceRow, ...]:
        return tuple(answers_of(self.answers(row.benchmark, row.question_id, OTHERS_COMPARED), row))

    def _race(self, spec: GameSpec, rows: Sequence[ChoiceRow]) -> Race | None:
        return race_of(spec.opponent, rows, self.machines, is_same_question)

    def _rows(self, game: GameRecord) -> list[ChoiceRow]:
        return [_choice(row) for row in self.table.book.responses_of(game.game_id)]


def _choice(row: object) -> ChoiceRow:
    if not isinstance(row, ChoiceRow):
        raise UnknownRound
    return row
