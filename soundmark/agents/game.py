"""What a mode offers to agents: its games as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from soundmark.agents.marking import is_repeat
from soundmark.agents.wire import Given
from soundmark.audio import Published
from soundmark.games.deal import GameSpec
from soundmark.games.flow import GameFlow
from soundmark.games.table import GameTable, Seat
from soundmark.store.ids import Player
from soundmark.store.rounds import GameRecord
from soundmark.store.schema import PlayedRow, ResponseRow
from soundmark.types import ChoiceTruth, Clip, GeoTruth, RoundId, SpatialTruth, Status, TruthT_co

JsonValue = Mapping[str, object]
StageT = TypeVar("StageT")


@dataclass(frozen=True, slots=True)
class Asked:
    """A question that is put to an agent: nothing of it comes from the truth.

    Attributes:
        told: what the agent is told.
        published: the copy of its clip.
    """

    told: JsonValue
    published: Published


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """How a mode is played.

    Attributes:
        mode: id of the mode.
        answer_with: what an answer takes, in a sentence.
        limits_s: the time limits that can be chosen.
        max_score: the most that a round is worth.
    """

    mode: str
    answer_with: str
    limits_s: tuple[int, ...] = ()
    max_score: float = 1.0


class AgentGame(Protocol):
    """The games of one mode, as agents play them."""

    @property
    def terms(self) -> Terms:
        """How it is played."""

    @property
    def table(self) -> GameTable[GeoTruth | ChoiceTruth | SpatialTruth]:
        """Where it is played."""

    def asked(self, player: Player, game: GameRecord) -> Asked | None:
        """The question at which a game stands; None after the last one.

        Rounds whose sound can no longer be played are closed without a score and passed over.

        Raises:
            PlayError: when its question has left the list.
            ClipUnavailable: when a recording cannot be had just now.
            JournalError: when the round could not be stored.
        """

    def answer(self, player: Player, round_id: RoundId, given: Given) -> JsonValue:
        """Score and log an answer to an open round; then the truth.

        Raises:
            AgentError: when it is no answer to that question; the round is then still open.
            JournalError: when it could not be stored; the round is then still open.
        """


def stage_of(
    flow: GameFlow[TruthT_co, StageT], player: Player, game: GameRecord, rounds: Sequence[RoundId]
) -> StageT | None:
    """The first round of a game, or what follows the last one that was opened.

    Args:
        flow: how the mode's games go.
        player: whose game it is.
        game: the game.
        rounds: those that were opened, in order.
    """
    return flow.after(rounds[-1]) if rounds else flow.resume(player, game.game_id)


def question_part(seat: Seat[TruthT_co], published: Published) -> dict[str, object]:
    """What every question has in common."""
    return {
        "state": "question",
        "game_id": seat.game.game_id,
        "round_id": seat.record.round_id,
        "round_number": seat.record.number,
        "rounds": len(seat.spec.question_ids),
        "clip": {"mime_type": "audio/mpeg", "duration_s": round(published.duration_s, 2)},
        "is_synthetic": seat.question.clip.is_synthetic,
    }


def result_part(seat: Seat[TruthT_co], row: ResponseRow) -> dict[str, object]:
    """What every answered round has in common."""
    return {
        "state": "answered",
        "game_id": seat.game.game_id,
        "round_id": seat.record.round_id,
        "round_number": seat.record.number,
        "rounds": len(seat.spec.question_ids),
        "is_last": seat.is_last,
        "status": row.status.value,
        "score": row.score,
        "is_logged": not is_repeat(row),
        "credit": credit_of(seat.question.clip),
    }


def credit_of(clip: Clip) -> dict[str, str]:
    """Whose recording it is; it may name the place."""
    return {"source": clip.source, "licence": clip.licence}


def round_line(row: ResponseRow) -> dict[str, object]:
    """An answered round in the list of a game: its score, and not the truth."""
    number = row.round_number if isinstance(row, PlayedRow) else None
    return {"round_number": number, "status": row.status.value, "score": row.score}


def total_of(rows: Sequence[ResponseRow], spec: GameSpec, max_score: float) -> dict[str, object]:
    """How a game stands."""
    return {
        "rounds": len(spec.question_ids),
        "answered": sum(row.status is not Status.ERROR for row in rows),
        "total_score": sum(row.score or 0.0 for row in rows),
        "max_total_score": max_score * len(spec.question_ids),
        "results": [round_line(row) for row in rows],
    }
