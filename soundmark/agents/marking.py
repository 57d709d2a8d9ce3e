"""How an agent's answer stands in the log: as a model's, marked so that it mixes with nobody else's."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TypeVar

from soundmark.agents.names import agent_of
from soundmark.games.opponents import MachineAnswers
from soundmark.games.table import Seat
from soundmark.store.round_records import UnknownRound
from soundmark.store.schema import ChoiceRow, PlayedRow, ResponseRow
from soundmark.types import AGENT_SETTING, ChoiceTruth, GeoTruth, ResponderKind, SpatialTruth, Status

INPUT_METHOD = "api"
REPEAT = "was_told_before"
"""In `extra_json` of an answer that is kept with its round alone."""
RowT = TypeVar("RowT", bound=PlayedRow)


def prompt_id_of(mode: str) -> str:
    """Which wording agents of this version are given, in the log."""
    return f"{mode}-agents-1"


@dataclass(frozen=True, slots=True)
class AgentLog:
    """What of agents' answers is logged, and as what.

    Attributes:
        machines: the logged answers of models to some questions.
    """

    machines: MachineAnswers

    def __call__(self, seat: Seat[GeoTruth | ChoiceTruth | SpatialTruth], row: ResponseRow) -> tuple[ResponseRow, bool]:
        """The row as it is logged, and whether it is: an agent that was told the truth before answers nothing anew.

        Raises:
            UnknownRound: when the game is a person's.
        """
        name = agent_of(seat.game)
        if name is None or not isinstance(row, PlayedRow):
            raise UnknownRound
        is_repeat = was_told(self.machines(row.benchmark, [row.question_id]), name)
        return marked(row, name, seat.game.mode, is_repeat=is_repeat), not is_repeat


def marked(row: RowT, name: str, mode: str, *, is_repeat: bool = False) -> RowT:
    """The row of a round as an agent's."""
    extra = json.loads(row.extra_json or "{}") | ({REPEAT: True} if is_repeat else {})
    row = dataclasses.replace(
        row,
        responder_kind=ResponderKind.MODEL,
        responder_id=name,
        salt_id=None,
        setting=AGENT_SETTING,
        prompt_id=prompt_id_of(mode),
        input_method=INPUT_METHOD,
        extra_json=json.dumps(extra) if extra else None,
    )
    return dataclasses.replace(row, self_report=None) if isinstance(row, ChoiceRow) else row


def was_told(rows: Iterable[ResponseRow], name: str) -> bool:
    """Whether an agent of this name has answered before, given the logged answers to a question.

    A round whose sound could not be played told nothing.
    """
    return any(
        row.responder_id == name
        and row.responder_kind is ResponderKind.MODEL
        and row.setting == AGENT_SETTING
        and row.status is not Status.ERROR
        for row in rows
    )


def is_repeat(row: ResponseRow) -> bool:
    """Whether a row is one that was not logged, because its agent had been told the truth."""
    return REPEAT in json.loads(row.extra_json or "{}")
