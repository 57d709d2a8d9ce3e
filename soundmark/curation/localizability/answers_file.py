"""The table of a model's answers: its reasoning about each clip, and how far from the truth it came."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.localizability.cells import (
    BadCell,
    Cells,
    clip_id_of,
    number_of,
    pairs_of,
    rows_of,
    text_of,
)
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.scoring.geo import error_km
from soundmark.types import AGENT_SETTING, Coordinate, ResponderKind, Status

GUESS = (("predicted_latitude", "predicted_longitude"), ("guess_latitude", "guess_longitude"),
         ("latitude_deg", "longitude_deg"))  # fmt: skip
TRUTH = (("true_latitude", "true_longitude"), ("true_latitude_deg", "true_longitude_deg"))
REASONING = ("reasoning", "raw_answer", "model_output")
MAX_REASONING_CHARS = 200_000
MAX_ERROR_KM = 20_100.0
"""Half of the longest way round the Earth is 20,038 km."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipAnswer:
    """A model's answer about a clip.

    Attributes:
        error_km: how far it was from the truth; None where it named no place, as after a refusal.
        reasoning: '' where there is none.
    """

    clip_id: str
    error_km: float | None
    reasoning: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipAnswers:
    """The answers, one a clip.

    Attributes:
        answers: by clip id.
        reasoner: which model; '' where the table does not say.
        remarks: on each row that is left out.
    """

    answers: Mapping[str, ClipAnswer]
    reasoner: str
    remarks: Sequence[str]

    @property
    def errors_km(self) -> dict[str, float]:
        """Errors by clip id, of the clips that have one."""
        return {name: one.error_km for name, one in self.answers.items() if one.error_km is not None}


@dataclass(frozen=True, slots=True)
class _Given:
    where: str
    answered_at: str
    responder: str
    answer: ClipAnswer


def read_answers(path: Path, reasoner: str = "") -> ClipAnswers:
    """Read a table of answers: the exported log's table geo, AGL1K's files of predictions, or one of one's own.

    The error is `error_km`, else the distance of the answer's coordinates from the true ones (WGS-84 geodesic); there
    is none where `status` is not ok. The reasoning is `reasoning`, else that in `extra_json`, else `raw_answer` or
    `model_output`. Of several rows about a clip the one that was answered last counts, and one without an error only
    where there is no other; without a time (`answered_at`), rows that contradict each other do not count.

    Rows of the log that are of people, baselines or agents are passed over.

    Args:
        path: Parquet, JSON lines, a JSON array or CSV.
        reasoner: only answers of this responder (`responder_id`); '' where there is one alone.

    Raises:
        PackError: when the file cannot be read at all.
        LocalizabilityError: when no row can be used, or it holds answers of several responders and none is named.
    """
    rows, misshapen = rows_of(path)
    remarks = list(misshapen)
    given: list[_Given] = []
    for row in rows:
        responder = text_of(row.cells, "responder_id")
        if (reasoner and responder and responder != reasoner) or not _is_of_a_run(row.cells):
            continue
        try:
            given.append(_Given(row.where, str(row.cells.get("answered_at") or ""), responder, _answer(row.cells)))
        except BadCell as error:
            remarks.append(f"{row.where}: {error}")
    if not given:
        told = f" The first fault: {remarks[0]}." if remarks else ""
        whose = f" of {shown(reasoner)}" if reasoner else ""
        raise LocalizabilityError(f"{shown(path.name)} holds no answers{whose} with clip_id and error_km.{told}")
    responders = sorted({one.responder for one in given} - {""})
    if len(responders) > 1:
        names = ", ".join(shown(name) for name in responders[:8])
        raise LocalizabilityError(
            f"{shown(path.name)} holds answers of {len(responders)} responders: {names}. Name one with --reasoner."
        )
    answers, contradictions = _one_a_clip(given)
    return ClipAnswers(
        answers=answers, reasoner=responders[0] if responders else reasoner, remarks=[*remarks, *contradictions]
    )


def _is_of_a_run(cells: Cells) -> bool:
    """Whether a model was asked: in the log people and baselines answer too, and agents under any name they like."""
    kind, setting = text_of(cells, "responder_kind"), text_of(cells, "setting")
    return kind in ("", ResponderKind.MODEL.value) and setting != AGENT_SETTING


def _answer(cells: Cells) -> ClipAnswer:
    return ClipAnswer(clip_id=clip_id_of(cells), error_km=_error_km(cells), reasoning=_reasoning(cells))


def _error_km(cells: Cells) -> float | None:
    if text_of(cells, "status") not in ("", Status.OK.value):
        return None
    told = number_of(cells, "error_km")
    if told is not None:
        if not 0 <= told <= MAX_ERROR_KM:
            raise BadCell(f"its error_km {told:g} is no distance on Earth")
        return told
    guess, truth = next(pairs_of(cells, GUESS), None), next(pairs_of(cells, TRUTH), None)
    if guess is None or truth is None:
        return None
    try:
        return error_km(Coordinate.wrapped(*guess), Coordinate.wrapped(*truth))
    except ValueError as error:
        raise BadCell(str(error).rstrip(".")) from error


def _reasoning(cells: Cells) -> str:
    extra = _extra(cells.get("extra_json"))
    for value in (cells.get("reasoning"), extra.get("reasoning"), *(cells.get(name) for name in REASONING[1:])):
        if isinstance(value, str) and value.strip():
            if len(value) > MAX_REASONING_CHARS:
                raise BadCell(f"its reasoning has more than {MAX_REASONING_CHARS:,} characters")
            return value.strip()
    return ""


def _extra(written: object) -> dict[str, object]:
    if not isinstance(written, str):
        return {}
    try:
        found = json.loads(written)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def _one_a_clip(given: list[_Given]) -> tuple[dict[str, ClipAnswer], list[str]]:
    by_clip: dict[str, list[_Given]] = {}
    for one in given:
        by_clip.setdefault(one.answer.clip_id, []).append(one)
    found: dict[str, ClipAnswer] = {}
    remarks: list[str] = []
    for clip_id, own in by_clip.items():
        if all(one.answer == own[0].answer for one in own):
            found[clip_id] = own[0].answer
        elif all(one.answered_at for one in own):
            found[clip_id] = max(own, key=lambda one: (one.answer.error_km is not None, one.answered_at)).answer
        else:
            remarks.append(f"{own[-1].where}: the clip {shown(clip_id)} has another answer too; neither counts")
    return found, remarks
