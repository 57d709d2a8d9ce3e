"""Answers that are there already: those of the log, and those of the built-in baselines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import cast

from soundmark.agents.marking import SETTING as AGENT_SETTING
from soundmark.geography.coordinates import format_coordinate
from soundmark.models.baselines.choices import CHOICES
from soundmark.models.baselines.places import PLACES
from soundmark.pack_loader import AnyPack
from soundmark.store.journal import AnswerTable
from soundmark.store.schema import ChoiceRow, GeoRow, Row
from soundmark.types import (
    ChoiceQuestion,
    ChoiceTruth,
    Coordinate,
    GeoQuestion,
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
        stated = place_text(place, row.named_city or "", row.named_country or "")
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
    return f"**Answer:** {escaped(named)} ({where})" if named else f"**Answer:** {where}"


def choice_text(choice: str) -> str:
    """A stated choice in a line."""
    return f"**Answer:** {escaped(choice)}"


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


@dataclass(frozen=True, slots=True)
class BaselineAnswers:
    """What the built-in baselines say, computed once for each list of questions."""

    _by_list: dict[tuple[str, str], Mapping[str, Mapping[str, Said]]] = field(default_factory=dict)

    def to(self, pack: AnyPack, question: AnyQuestion) -> Mapping[str, Said]:
        """The answers to a question of a list, by the baseline's name."""
        key = (pack.benchmark, pack.revision)
        known = self._by_list.get(key)
        if known is None:
            known = self._by_list[key] = _computed(pack)
        return known.get(question.question_id, {})


def _computed(pack: AnyPack) -> Mapping[str, Mapping[str, Said]]:
    found: dict[str, dict[str, Said]] = {}
    places = [cast("GeoQuestion", one) for one in pack.questions if one.kind is QuestionKind.GEO]
    for guesser in PLACES:
        for question, place in zip(places, guesser.answers(places), strict=True):
            if place is not None:
                found.setdefault(question.question_id, {})[guesser.name] = Said(
                    name=guesser.name,
                    kind=ResponderKind.BASELINE,
                    text=f"{NO_REASONS}\n\n{place_text(place)}",
                    place=place,
                    setting=guesser.setting,
                )
    asked = [cast("ChoiceQuestion", one) for one in pack.questions if one.kind is QuestionKind.CHOICE]
    for chooser in CHOICES:
        for item, choice in zip(asked, chooser.answers(asked), strict=True):
            if choice is not None:
                found.setdefault(item.question_id, {})[chooser.name] = Said(
                    name=chooser.name,
                    kind=ResponderKind.BASELINE,
                    text=f"{NO_REASONS}\n\n{choice_text(item.choices[choice])}",
                    choice_index=choice,
                    setting=chooser.setting,
                )
    return found
