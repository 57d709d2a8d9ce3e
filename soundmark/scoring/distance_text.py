"""A distance in metres out of free text, or none and why. Nothing is guessed.

Ranges, bounds ("at least 2 m"), and several distances that differ give none. Times, angles, counts and names are not
distances. A number without a unit is metres, as the questions ask for them. Numbers in English words count where a unit
of length follows.
"""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from enum import StrEnum

from soundmark.scoring.distance_measures import Measure, UnreadableNumberError, measures_in
from soundmark.scoring.distance_units import METRIC
from soundmark.scoring.distance_words import in_figures, with_decimals

MAX_CHARACTERS = 20_000


class DistanceReason(StrEnum):
    """Why a text is, or is not, read as a distance."""

    OK = "ok"
    EMPTY = "empty"
    NO_DISTANCE = "no_distance"
    RANGE = "range"
    BOUND = "bound"
    NEGATIVE = "negative"
    MALFORMED = "malformed"
    FRACTION = "fraction"
    AMBIGUOUS_COMMA = "ambiguous_comma"
    SEVERAL = "several"
    NOT_FINITE = "not_finite"
    INCOMPLETE = "incomplete"
    TOO_LONG = "too_long"


@dataclass(frozen=True, slots=True, kw_only=True)
class DistanceReading:
    """What was read: metres with `OK`, or None with the reason."""

    distance_m: float | None
    reason: DistanceReason


class _NoDistanceError(Exception):
    def __init__(self, reason: DistanceReason) -> None:
        super().__init__(reason.value)
        self.reason = reason


_TIME = re.compile(r"(?<![\w.,:])\d{1,3}(?::\d{1,2}){1,2}(?:[.,]\d+)?(?![\w:])")
_TOLERANCE = re.compile(r"(?:±|\+/-|\+-|plus or minus|give or take)\s*\d+(?:[.,]\d+)?(?:\s*[^\W\d_]+)?", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9_-]{0,30}>")
_CUE = re.compile(
    r"(?:final answer|answer|prediction)\b[\"']?\s*(?:is|=|:)+|\bI(?:['’]?d|['’]?ll| would| will) say\b"
    r"|\bmy (?:best )?(?:guess|estimate) is\b",
    re.IGNORECASE,
)
_CALCULATED = re.compile(r"(?:[-+*×·/√^]|sqrt|hypot)[^=≈,;\n]{0,80}[\d)²]\s*[=≈](?=[^=≈\n]{1,60}\Z)", re.IGNORECASE)
"""The end of a calculation, up to the sign before its result."""
_BARE = re.compile(
    r"\W*(?:(?:about|approximately|around|roughly|approx\.?|ca\.?)\s+)?[\d.,]*\d\s*[^\W\d_]*[.\s)\]]*", re.IGNORECASE
)
_BOUND = re.compile(
    r"(?:(?:less|more|fewer|greater|farther|further|closer|nearer|larger|smaller|higher|lower) than|at (?:least|most)"
    r"|\b(?:under|over|below|above|beyond|within|up to|maximum|minimum|max|min)\b|[<>≤≥]=?)"
    r"\s*(?:about|around|roughly|a|the|of)?\s*$",
    re.IGNORECASE,
)
_BOUND_AFTER = re.compile(r"\s*(?:or|and) (?:more|less|farther|further|above|below)\b|\s?\+(?!\s?/)", re.IGNORECASE)
_MINUS = re.compile(r"(?:^|[\s(=:~≈])-\s?$")
_NEGATED = re.compile(r"(?:\b(?:not|never|nor)|n't)\b[\w\s']{0,12}$", re.IGNORECASE)
_PART_AFTER = re.compile(r"\s*and (?:a |one )?(?:half|quarter)", re.IGNORECASE)
_SLASH_AFTER = re.compile(r"\s*/\s*\d")
_PART_BEFORE = re.compile(r"\d\s*/\s*$")
_BETWEEN = re.compile(r"\s*(?:-|\.\.+|to|or|and|bis|a|až|até|до|至|到|~)\s*", re.IGNORECASE)
_ARITHMETIC = re.compile(r"[\s.,]*|\s*(?:[x×·+/=^]|times)\s*", re.IGNORECASE)
_AROUND = 40
_BARE_CHARACTERS = 60
_ARABIC_DECIMAL = "\u066b"


def read_distance(text: str) -> DistanceReading:
    """The distance that a reply states.

    Of a JSON object the key prediction, answer, distance_m or distance counts; of a reply that thinks aloud what
    follows `</think>`, and what follows the last "answer:"; of several lines the first or last, where it holds a
    distance and nothing else.
    """
    try:
        return DistanceReading(distance_m=_distance_m(text), reason=DistanceReason.OK)
    except _NoDistanceError as error:
        return DistanceReading(distance_m=None, reason=error.reason)
    except UnreadableNumberError as error:
        reason = DistanceReason.AMBIGUOUS_COMMA if error.is_comma else DistanceReason.MALFORMED
        return DistanceReading(distance_m=None, reason=DistanceReason.NOT_FINITE if error.is_infinite else reason)


def _distance_m(text: str) -> float:
    if len(text) > MAX_CHARACTERS:
        raise _NoDistanceError(DistanceReason.TOO_LONG)
    plain = _after_cue(in_figures(_plain(_from_json(_after_thinking(text))))).strip()
    if not plain:
        raise _NoDistanceError(DistanceReason.EMPTY)
    calculated = _CALCULATED.search(plain)
    if calculated and _BARE.fullmatch(plain, calculated.end()):
        plain = plain[calculated.end() :]
    return _agreed_m(plain)


def _agreed_m(plain: str) -> float:
    """What all distances of a text say; a first or last line that is nothing but one goes before the others."""
    lines = [line for line in plain.splitlines() if line.strip()]
    ends = {line: None for line in (lines[0], lines[-1]) if len(line) <= _BARE_CHARACTERS}
    bare = [line for line in ends if _BARE.fullmatch(line)]
    stated = [measure for part in bare or [plain] for measure in _stated(part)]
    if any(not stated[0].agrees_with(other) for other in stated[1:]):
        raise _NoDistanceError(DistanceReason.SEVERAL)
    metric = [measure for measure in stated if measure.scale in METRIC]
    return (metric or stated)[0].metres or 0.0


def _stated(text: str) -> list[Measure]:
    """The distances of a text: those with a unit, or a single number without one."""
    text = _TIME.sub(lambda found: " " * len(found.group()), text)
    text = _TOLERANCE.sub(lambda found: " " * len(found.group()), text)
    found = [measure for measure in measures_in(text) if not measure.is_other]
    has_units = any(measure.scale is not None for measure in found)
    stated = []
    for row, measure in enumerate(found):
        if measure.metres is not None and (measure.scale is not None or not has_units):
            _refuse_context(text, measure, [*found[max(0, row - 1) : row], *found[row + 1 : row + 2]])
            stated.append(measure)
    if not stated:
        raise _NoDistanceError(DistanceReason.NO_DISTANCE)
    if not has_units and len(found) > 1:
        raise _NoDistanceError(DistanceReason.SEVERAL)
    return stated


def _refuse_context(text: str, measure: Measure, neighbours: list[Measure]) -> None:
    """Raise where what stands round a distance makes it something else: a range, a bound, a part, the opposite."""
    before = text[max(0, measure.start - _AROUND) : measure.start]
    after = text[measure.end : measure.end + _AROUND]
    if _BOUND.search(before) or _BOUND_AFTER.match(after):
        raise _NoDistanceError(DistanceReason.BOUND)
    if _NEGATED.search(before):
        raise _NoDistanceError(DistanceReason.NO_DISTANCE)
    is_numerator = measure.scale is None and _SLASH_AFTER.match(after)
    if is_numerator or _PART_AFTER.match(after) or _PART_BEFORE.search(before):
        raise _NoDistanceError(DistanceReason.FRACTION)
    for other in neighbours:
        first, second = (measure, other) if measure.start < other.start else (other, measure)
        gap = text[first.end : second.start]
        if _BETWEEN.fullmatch(gap) and not measure.agrees_with(other):
            raise _NoDistanceError(DistanceReason.RANGE)
        if _ARITHMETIC.fullmatch(gap) and "\n" not in gap and not measure.agrees_with(other):
            raise _NoDistanceError(DistanceReason.MALFORMED)
    if _MINUS.search(before):
        raise _NoDistanceError(DistanceReason.NEGATIVE)
    if after[:1].isdigit():
        raise _NoDistanceError(DistanceReason.MALFORMED)


def _after_thinking(text: str) -> str:
    _, closing, tail = text.rpartition("</think>")
    if not closing and "<think>" in text:
        raise _NoDistanceError(DistanceReason.INCOMPLETE)
    return tail


def _from_json(text: str) -> str:
    """The value of the answer's key where the whole reply, fenced or not, is a JSON object."""
    body = re.sub(r"^\s*```(?:json)?|```\s*$", "", text).strip()
    if not body.startswith("{"):
        return text
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        return text
    for key in ("prediction", "answer", "distance_m", "distance"):
        if key in found:
            value = found[key]
            if value is None or isinstance(value, bool | dict | list):
                raise _NoDistanceError(DistanceReason.NO_DISTANCE)
            return str(value)
    return text


def _plain(text: str) -> str:
    """Digits of all scripts as ASCII, one kind of dash, no marks of formatting."""
    text = with_decimals(text)
    if any("FRACTION" in unicodedata.name(c, "") for c in text if unicodedata.category(c) == "No"):
        raise _NoDistanceError(DistanceReason.FRACTION)
    # Before NFKC, which makes a figure of a superscript: m² becomes m2.
    digits = "".join(str(unicodedata.decimal(c)) if unicodedata.category(c) == "Nd" else c for c in text)
    folded = unicodedata.normalize("NFKC", digits.replace(_ARABIC_DECIMAL, "."))
    kept = "".join(c for c in folded if unicodedata.category(c) not in ("Cf", "Cc") or c in "\t\n")
    dashed = re.sub("[\u2010-\u2015\u2212\u301c\uff5e]", "-", kept)
    return re.sub(r"[*_`#$\\]", " ", _TAG.sub(" ", dashed))


def _after_cue(text: str) -> str:
    """What follows the last "answer:" that a digit follows, else all of it."""
    last_digit = max((found.start() for found in re.finditer(r"\d", text)), default=-1)
    cues = [cue.end() for cue in _CUE.finditer(text) if cue.end() <= last_digit]
    return text[cues[-1] :] if cues else text
