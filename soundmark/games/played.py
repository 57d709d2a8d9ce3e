"""The columns that a person's answer has in every table, from the round it was given in."""

from __future__ import annotations

from datetime import datetime
from typing import TypedDict

from soundmark import __version__
from soundmark.games.deal import GameSpec
from soundmark.store.ids import Player, new_response_id
from soundmark.store.round_records import RoundRecord
from soundmark.store.schema import SCHEMA_VERSION
from soundmark.types import Question, ResponderKind, TruthT_co


class PlayedColumns(TypedDict):
    """See `soundmark.store.tables.answers`."""

    response_id: str
    schema_version: int
    benchmark: str
    benchmark_revision: str
    question_id: str
    responder_kind: ResponderKind
    responder_id: str | None
    shown_at: datetime
    answered_at: datetime
    app_version: str
    deployment_id: str
    salt_id: str | None
    time_limit_s: int | None
    timed_out: bool
    game_id: str
    game_kind: str
    game_seed: str
    round_number: int


def played_columns(
    spec: GameSpec,
    record: RoundRecord,
    question: Question[TruthT_co],
    player: Player,
    *,
    deployment: str,
    now: datetime,
) -> PlayedColumns:
    """Who answered which question of which game, when and where."""
    return {
        "response_id": new_response_id(),
        "schema_version": SCHEMA_VERSION,
        "benchmark": question.benchmark,
        "benchmark_revision": spec.revision,
        "question_id": question.question_id,
        "responder_kind": ResponderKind.HUMAN,
        "responder_id": player.responder_id,
        "shown_at": record.shown_at,
        "answered_at": now,
        "app_version": __version__,
        "deployment_id": deployment,
        "salt_id": player.salt_id,
        "time_limit_s": spec.time_limit_s,
        "timed_out": False,
        "game_id": record.game_id,
        "game_kind": spec.kind.value,
        "game_seed": spec.seed,
        "round_number": record.number,
    }
