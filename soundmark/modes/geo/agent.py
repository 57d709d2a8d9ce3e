"""Places as agents play it."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.agents.game import Asked, JsonValue, Terms, question_part, result_part, stage_of
from soundmark.agents.marking import AgentLog
from soundmark.agents.wire import Given, read_place
from soundmark.games.table import GameTable
from soundmark.modes.geo.handlers import GEO_PACK
from soundmark.modes.geo.play import MODE_ID, TIME_LIMITS_S, GeoPlay
from soundmark.modes.geo.round import Submission, deadline
from soundmark.modes.geo.stages import Settled, Shown, place_name
from soundmark.scoring.geo import MAX_SCORE
from soundmark.services import Services
from soundmark.store.ids import Player
from soundmark.store.round_records import GameRecord
from soundmark.types import GeoTruth, RoundId

QUESTION = "Where on Earth was this recorded?"


@dataclass(frozen=True, slots=True, kw_only=True)
class AgentPlaces:
    """The games of Places.

    Attributes:
        play: the engine.
    """

    play: GeoPlay

    @property
    def table(self) -> GameTable[GeoTruth]:
        """Where it is played."""
        return self.play.table

    @property
    def terms(self) -> Terms:
        """How it is played."""
        return Terms(
            mode=MODE_ID,
            answer_with="Answer with `latitude_deg` and `longitude_deg` (WGS-84 degrees), or give_up=true.",
            limits_s=TIME_LIMITS_S,
            max_score=MAX_SCORE,
        )

    def asked(self, player: Player, game: GameRecord) -> Asked | None:
        """The question at which a game stands; None after the last one. Raises as `AgentGame.asked`."""
        opened = [record.round_id for record in self.table.book.rounds_of(game.game_id)]
        stage = stage_of(self.play.flow, player, game, opened)
        while isinstance(stage, Settled):  # its sound could not be played
            stage = self.play.flow.after(stage.seat.record.round_id)
        if not isinstance(stage, Shown) or stage.published is None:
            return None
        end = deadline(stage.seat.spec, stage.seat.record)
        told = {
            **question_part(stage.seat, stage.published),
            "question": QUESTION,
            "seconds_left": None if end is None else max(0.0, (end - self.table.clock()).total_seconds()),
        }
        return Asked(told, stage.published)

    def answer(self, player: Player, round_id: RoundId, given: Given) -> JsonValue:
        """Score and log an answer; then the truth. Raises as `AgentGame.answer`."""
        return told_of(self.play.answer(player, round_id, Submission(guess=read_place(given))))


def told_of(settled: Settled) -> JsonValue:
    """The truth and how others answered."""
    row, truth = settled.row, settled.seat.question.truth
    return {
        **result_part(settled.seat, row),
        "error_km": row.error_km,
        "timed_out": row.timed_out,
        "truth": {
            "latitude_deg": truth.place.latitude_deg,
            "longitude_deg": truth.place.longitude_deg,
            "place": place_name(settled.seat.question),
        },
        "people": {"answered": settled.people, "farther_off": settled.people_farther},
    }


def places_for_agents(services: Services) -> AgentPlaces:
    """The games of Places on the app's own questions and log."""
    loader, answers = services.packs.of(GEO_PACK), services.answers
    table = GameTable(
        mode=MODE_ID,
        book=services.book,
        load_pack=loader.pack,
        desk=services.clips,
        log_as=AgentLog(lambda benchmark, ids: answers.machine_rows("geo", benchmark=benchmark, question_ids=ids)),
    )
    return AgentPlaces(
        play=GeoPlay(
            table=table,
            answers=lambda benchmark, question_id, last: answers.rows(
                "geo", benchmark=benchmark, question_id=question_id, last=last
            ),
            deployment=services.settings.deployment,
        )
    )
