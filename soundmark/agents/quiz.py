"""The quizzes as agents play them."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.agents.game import Asked, JsonValue, Terms, question_part, result_part, stage_of
from soundmark.agents.marking import AgentLog, prompt_id_of
from soundmark.agents.wire import Given, read_position
from soundmark.games.table import GameTable
from soundmark.pack_loader import PackKey
from soundmark.quiz.config import QuizConfig
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.rules import Submission
from soundmark.quiz.stages import Settled, Shown
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.store.rounds import GameRecord
from soundmark.types import ChoiceTruth, RoundId

ROUNDS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentQuiz:
    """The games of a quiz.

    Attributes:
        play: its engine.
    """

    play: QuizPlay

    @property
    def table(self) -> GameTable[ChoiceTruth]:
        """Where it is played."""
        return self.play.table

    @property
    def terms(self) -> Terms:
        """How it is played."""
        return Terms(mode=self.table.mode, answer_with="Answer with `choice`, the number of a choice, or give_up=true.")

    def asked(self, player: Player, game: GameRecord) -> Asked | None:
        """The question at which a game stands; None after the last one. Raises as `AgentGame.asked`."""
        opened = [record.round_id for record in self.table.book.rounds_of(game.game_id)]
        stage = stage_of(self.play.flow, player, game, opened)
        while isinstance(stage, Settled):  # its sound could not be played
            stage = self.play.flow.after(stage.seat.record.round_id)
        if not isinstance(stage, Shown) or stage.published is None:
            return None
        question = stage.seat.question
        told = {
            **question_part(stage.seat, stage.published),
            "question": question.prompt,
            "language": question.language,
            "choices": [
                {"number": number, "text": question.choices[index]} for number, index in enumerate(stage.order, start=1)
            ],
        }
        return Asked(told, stage.published)

    def answer(self, player: Player, round_id: RoundId, given: Given) -> JsonValue:
        """Score and log an answer; then the truth. Raises as `AgentGame.answer`."""
        seat = self.table.seat(round_id, player)
        position = read_position(given, len(seat.question.choices))
        return told_of(self.play.answer(player, round_id, Submission(position=position)))


def told_of(settled: Settled) -> JsonValue:
    """The truth and how others answered."""
    row, question = settled.row, settled.seat.question
    answered = [other for other in settled.others if other.choice_index is not None]
    return {
        **result_part(settled.seat, row),
        "correct": row.correct,
        "right_choice": {
            "number": row.choice_order.index(row.true_index) + 1,
            "text": question.choices[row.true_index],
        },
        "people": {"answered": len(answered), "right": sum(other.correct is True for other in answered)},
    }


def quiz_for_agents(services: Services, config: QuizConfig) -> AgentQuiz:
    """A quiz's games on the app's own questions and log."""
    loader = services.packs.of(PackKey[ChoiceTruth](config.mode))
    answers = services.answers
    table = GameTable(
        mode=config.mode,
        book=services.book,
        load_pack=loader.pack,
        desk=services.clips,
        rounds=ROUNDS,
        log_as=AgentLog(lambda benchmark, ids: answers.machine_rows("choice", benchmark=benchmark, question_ids=ids)),
    )
    return AgentQuiz(
        play=QuizPlay(
            table=table,
            answers=lambda benchmark, question_id, last: answers.rows(
                "choice", benchmark=benchmark, question_id=question_id, last=last
            ),
            prompt_id=prompt_id_of(config.mode),
            deployment=services.settings.deployment,
            order_key=services.players.salt,
        )
    )
