"""The distance that a reply states, in metres (SAVVY: "a single number", or JSON with null for no answer)."""

from __future__ import annotations

import math
import re

from soundmark.models.answer import ReadAnswer
from soundmark.models.parsing.refusals import refusal_in
from soundmark.models.parsing.structure import Stated, folded_keys, with_slots
from soundmark.models.parsing.visible import NothingToReadError, plain, said, shown_again, without_tex
from soundmark.scoring.distance_measures import UnreadableNumberError, measures_in
from soundmark.scoring.distance_text import DistanceReading, DistanceReason, read_distance
from soundmark.types import Status

_KEYS = folded_keys(
    "distance", "distance_m", "distance_meters", "distance_in_meters", "meters", "metres", "estimate", "value"
)
_SLOT = re.compile(r"⟦(\d{1,3})⟧")
_DECLINABLE = frozenset({DistanceReason.NO_DISTANCE, DistanceReason.EMPTY, DistanceReason.NOT_FINITE})
_SAME_M = 1e-9


def parse_distance(reply: str) -> ReadAnswer[float]:
    """Read the one distance that a reply states; the rules are those of `read_distance`.

    Returns:
        Metres; or `refused` for null and words that decline; or `unparsed` with a reason of `DistanceReason`.
    """
    try:
        text = said(reply)
    except NothingToReadError as error:
        return ReadAnswer(status=Status.UNPARSED, reason=error.reason)
    slotted, stated = with_slots(text, _KEYS)
    stated = stated if all(one.values for one in stated) else []
    if stated and (last := _last(slotted, stated)) is not None:
        return _content(last)
    return _reading(text, "text")


def _last(slotted: str, stated: list[Stated]) -> Stated | None:
    """The last answer in a form, unless words with another distance follow it."""
    *_, last = _SLOT.finditer(slotted)
    after = read_distance(slotted[last.end() :])
    return (
        stated[-1]
        if after.reason in (DistanceReason.NO_DISTANCE, DistanceReason.EMPTY) or stated[-1].form == "json"
        else None
    )


def _content(stated: Stated) -> ReadAnswer[float]:
    values = [value for value in stated.values if not isinstance(value, bool)]
    if values and all(value is None for value in values):
        return ReadAnswer(status=Status.REFUSED, reason="null", rule=stated.form)
    readings = [_reading(without_tex(str(value)[:1_000]), stated.form) for value in values if value is not None]
    distances = {reading.answer for reading in readings}
    if not readings or len(distances) > 1:
        return ReadAnswer(
            status=Status.UNPARSED,
            reason=DistanceReason.SEVERAL if readings else DistanceReason.NO_DISTANCE,
            rule=stated.form,
        )
    return readings[0]


def _reading(text: str, rule: str) -> ReadAnswer[float]:
    found: DistanceReading = read_distance(text)
    if found.distance_m is not None:
        return ReadAnswer(status=Status.OK, answer=found.distance_m, rule=rule, matched=_piece(text, found.distance_m))
    refusal = refusal_in(plain(text)) if found.reason in _DECLINABLE else ""
    if refusal:
        return ReadAnswer(status=Status.REFUSED, reason="refusal", rule="refusal", matched=shown_again(refusal))
    return ReadAnswer(status=Status.UNPARSED, reason=found.reason.value, rule=rule)


def _piece(text: str, distance_m: float) -> str:
    """The piece of the text that says the distance; the beginning of the text where it cannot be told."""
    spelled = plain(text)
    try:
        measures = measures_in(spelled)
    except UnreadableNumberError:
        measures = []
    for measure in reversed(measures):
        if measure.metres is not None and math.isclose(measure.metres, distance_m, abs_tol=_SAME_M):
            return shown_again(spelled[measure.start : measure.end])
    return shown_again(spelled)
