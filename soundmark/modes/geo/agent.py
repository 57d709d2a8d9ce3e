"""Places as agents play it."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.agents.game import Asked, JsonValue, Terms, question_part, question_stage, result_part
from soundmark.agents.marking import AgentLog
from soundmark.agents.wire import Given, read_place
from soundmark.games.logged import logged_answers, machine_answers
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
        stage = question_stage(self.play.flow, player, game, shown=Shown, closed=Settled)
        if stage is None or stage.published is None:
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
    loader = services.packs.of(GEO_PACK)
    table = GameTable(
        mode=MODE_ID,
        book=services.book,
        load_pack=loader.pack,
        desk=services.clips,
        log_as=AgentLog(machine_answers(services, "geo")),
    )
    return AgentPlaces(
        play=GeoPlay(
            table=table,
            answers=logged_answers(services, "geo"),
            deployment=services.settings.deployment,
        )
    )
