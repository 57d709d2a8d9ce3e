"""Answers that are there already in the log, as texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from soundmark.geography.coordinates import format_coordinate
from soundmark.geography.country import country_at
from soundmark.store.journal import AnswerTable
from soundmark.store.schema import ChoiceRow, GeoRow, Row
from soundmark.types import (
    AGENT_SETTING,
    ChoiceTruth,
    Coordinate,
    GeoTruth,
    Question,
    QuestionKind,
    ResponderKind,
    SpatialTruth,
    Status,
)

AnyQuestion = Question[GeoTruth | ChoiceTruth | SpatialTruth]

KINDS: Mapping[QuestionKind, AnswerTable] = MappingProxyType({QuestionKind.GEO: "geo", QuestionKind.CHOICE: "choice"})
"""The kinds of questions that an answer in words can be shown for, and the tables of their answers."""
NO_REASONS = "It gives no reasons."
ANSWER = "Answer:"
REASONS = ("reasoning", "explanation", "rationale", "reason", "analysis", "thought", "chain_of_thought")
JSON_OBJECT = re.compile(r"\{.*\}", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """An answer that can be shown.

    Attributes:
        name: who gave it, as the log has it.
        kind: model or baseline.
        text: in Markdown.
        place: that it names.
        choice_index: the choice that it takes, by the benchmark's numbers.
        setting: what was given of the clip: audio, transcript or blind.
    """

    name: str
    kind: ResponderKind
    text: str
    place: Coordinate | None = None
    choice_index: int | None = None
    setting: str = "audio"


def logged_answers(rows: Iterable[Row], question: AnyQuestion) -> dict[str, Said]:
    """The newest readable answer of each model and baseline to a question, by name.

    Agents are left out: they name themselves, and would be taken for a model of the same name.
    """
    found: dict[str, Said] = {}
    for row in rows:
        if not isinstance(row, GeoRow | ChoiceRow) or row.status is not Status.OK or not row.responder_id:
            continue
        if row.responder_kind is ResponderKind.HUMAN or row.question_id != question.question_id:
            continue
        if row.setting == AGENT_SETTING:
            continue
        said = _of_row(row, question)
        if said is not None:
            found[said.name] = said
    return found


def _of_row(row: GeoRow | ChoiceRow, question: AnyQuestion) -> Said | None:
    place, choice = None, None
    if isinstance(row, GeoRow):
        if row.latitude_deg is None or row.longitude_deg is None:
            return None
        place = Coordinate(row.latitude_deg, row.longitude_deg)
        is_model = row.responder_kind is ResponderKind.MODEL
        stated = place_text(place, row.named_city or "", row.named_country or "") if is_model else bare_place(place)
    else:
        choice = row.choice_index
        if choice is None or not 0 <= choice < len(question.choices):
            return None
        stated = choice_text(question.choices[choice])
    return Said(
        name=str(row.responder_id),
        kind=row.responder_kind,
        text=f"{_reasons(row)}\n\n{stated}",
        place=place,
        choice_index=choice,
        setting=row.setting,
    )


def place_text(place: Coordinate, city: str = "", country: str = "") -> str:
    """A stated place in a line."""
    named = ", ".join(part for part in (city, country) if part)
    where = format_coordinate(place)
    return f"**{ANSWER}** {escaped(named)} ({where})" if named else f"**{ANSWER}** {where}"


def bare_place(place: Coordinate) -> str:
    """A place of a baseline, which names none, in a line: with the country that it lies in."""
    country = country_at(place)
    return place_text(place, country="" if country is None else country.name)


def choice_text(choice: str) -> str:
    """A stated choice in a line."""
    return f"**{ANSWER}** {escaped(choice)}"


def escaped(text: str) -> str:
    """A text from outside as Markdown that shows it as it is, in one line."""
    return re.sub(r"([\\`*_{}\[\]()#+.!|<>~-])", r"\\\1", " ".join(text.split()))


def _reasons(row: GeoRow | ChoiceRow) -> str:
    """What an answer says beside its place or choice: the reasons of a JSON object, or a whole text of some length.

    What the log says of a baseline is its rule, which would name it.
    """
    if row.responder_kind is not ResponderKind.MODEL:
        return NO_REASONS
    raw = (row.raw_answer or "").strip()
    for fields in (_object(raw), _object(row.extra_json or "")):
        for name in REASONS:
            value = fields.get(name)
            if isinstance(value, str) and value.strip():
                return value.strip()
    is_prose = len(raw.split()) > 8 and not _object(raw)
    return raw if is_prose else NO_REASONS


def _object(text: str) -> Mapping[str, object]:
    found = JSON_OBJECT.search(text)
    if found is None:
        return {}
    try:
        value = json.loads(found.group())
    except (ValueError, RecursionError):
        return {}
    return value if isinstance(value, dict) else {}
