"""What the page is shown, as JSON for its widgets. Before the vote nothing here comes from the names of the models."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from soundmark.benchmarks.geo_rows import PROMPT as WHERE
from soundmark.geography.country import countries
from soundmark.geography.gazetteer import SAME_PLACE_KM
from soundmark.geography.nearest_city import nearest_city
from soundmark.modes.arena.battle import SIDES, Answer, Phase, Runs, Side, Truth
from soundmark.modes.arena.bout import Growing
from soundmark.modes.arena.round import CHECKS
from soundmark.modes.arena.rows import distance_km
from soundmark.modes.arena.said import AnyQuestion
from soundmark.modes.arena.said_nodes import is_bare, shown_nodes
from soundmark.modes.arena.shown import Shown
from soundmark.modes.arena.stages import Stage
from soundmark.modes.arena.standings import Rated
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.scoring.geo import error_km
from soundmark.types import Note, QuestionKind, ResponderKind, Status, worded

JsonValue = Mapping[str, object]
AddressOf = Callable[[Path], str]


class Screen(StrEnum):
    """Which part of the page is seen."""

    WELCOME = "welcome"
    BATTLE = "battle"


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """The state of the arena's tab; a part that is None stays as it is.

    Attributes:
        message: what is said above the start.
        is_own: the battle is about what the visitor brought.
    """

    screen: Screen
    battle: JsonValue | None = None
    clip: JsonValue | None = None
    photo: JsonValue | None = None
    map: JsonValue | None = None
    message: Note | None = None
    is_own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What is told after a vote.

    Attributes:
        truth: what is right, where it is known.
        rated: how both models stand, by side.
        right: text of the right choice, or ''.
    """

    truth: Truth
    rated: Mapping[Side, Rated | None]
    right: str = ""


def battle_page(
    stage: Stage,
    address_of: AddressOf,
    told: Told | None = None,
    *,
    question: AnyQuestion | None = None,
    is_new: bool = False,
) -> Page:
    """The page of a battle.

    Args:
        stage: where it stands.
        address_of: gives the address of a published file.
        told: given after the vote, and only then.
        question: that it is about; None for an upload, and when its list is not played any more.
        is_new: the clip or photo is to be shown anew.
    """
    return Page(
        screen=Screen.BATTLE,
        battle=_battle(stage, told, question),
        clip=_clip(stage, address_of) if is_new else None,
        photo=_photo(stage.shown, address_of) if is_new else None,
        map=_pins(stage, told),
        message={} if is_new else None,
        is_own=stage.subject.is_upload,
    )


def _battle(stage: Stage, told: Told | None, question: AnyQuestion | None) -> JsonValue:
    phase = "told" if told is not None else "asking" if stage.state.phase is Phase.ASKING else "vote"
    return {
        "round": stage.record.round_id,
        "game": stage.game.game_id,
        "phase": phase,
        "kind": stage.subject.kind.value,
        "runs": stage.subject.runs.value,
        "prompt": stage.subject.prompt if stage.subject.runs is Runs.LIVE else "",
        "question": None if question is None else _question(question),
        "sides": {side: _side(stage, side, told) for side in SIDES},
        "told": None if told is None else _told(stage, told),
    }


def _question(question: AnyQuestion) -> JsonValue:
    """What is asked in the benchmark's words; the page says an edited prompt in its place."""
    asked: dict[str, object] = {"text": question.prompt, "lang": question.language, "choices": list(question.choices)}
    return {**asked, "key": "arena_where"} if question.prompt == WHERE else asked


def _side(stage: Stage, side: Side, told: Told | None) -> JsonValue:
    if stage.bout is not None and stage.state.phase is Phase.ASKING:
        growing = stage.bout.sides()[side]
    else:
        answer = stage.state.meeting.answer(side)
        growing = Growing(text=answer.text, is_done=answer.status is Status.OK, n_replaced=0)
    seen: dict[str, object] = {
        "nodes": shown_nodes(growing.text, stage.subject.runs),
        "near": _near(stage.state.meeting.answer(side), stage.subject.runs),
        "done": growing.is_done,
        "replaced": growing.n_replaced,
    }
    return seen if told is None else {**seen, **_named(stage.state.meeting.answer(side), side, told)}


def _near(answer: Answer, runs: Runs) -> JsonValue | None:
    """Where a place lies that comes without a word: by its city, since nobody hears anything in two numbers."""
    if answer.place is None or not is_bare(answer.text, runs):
        return None
    city = nearest_city(answer.place)
    country = countries()[city.iso2].name
    away_km = error_km(answer.place, city.place)
    return {
        "city": city.name if city.name == country else f"{city.name}, {country}",
        "km": None if away_km <= SAME_PLACE_KM else away_km,
    }


def _named(answer: Answer, side: Side, told: Told) -> JsonValue:
    rated = told.rated[side]
    is_right = None
    if told.truth.choice_index is not None and answer.choice_index is not None:
        is_right = answer.choice_index == told.truth.choice_index
    return {
        "name": answer.name,
        "kind": answer.kind.value,
        "setting": answer.setting,
        "how": _how(answer),
        "rating": None if rated is None or rated.rating is None else round(rated.rating),
        "low": None if rated is None or rated.low is None else round(rated.low),
        "high": None if rated is None or rated.high is None else round(rated.high),
        "votes": 0 if rated is None else rated.n_votes,
        "km": distance_km(answer, told.truth),
        "right": is_right,
    }


def _how(answer: Answer) -> str | None:
    """The kind of questions by which the page says how a baseline answers; None for a model."""
    if answer.kind is not ResponderKind.BASELINE:
        return None
    return (QuestionKind.CHOICE if answer.place is None else QuestionKind.GEO).value


def _told(stage: Stage, told: Told) -> JsonValue:
    vote = stage.vote
    return {
        "vote": None if vote is None else vote.vote.value,
        "failed": [] if vote is None else [name for name in CHECKS if name in vote.failed_checks],
        "logged": stage.subject.is_logged,
        "truth": told.truth.label or told.right,
    }


def _pins(stage: Stage, told: Told | None) -> JsonValue:
    """Both answers' places on the map, and the truth once it may be told; without any the map is not seen."""
    found = []
    for side in SIDES if stage.state.phase is not Phase.ASKING else ():
        answer = stage.state.meeting.answer(side)
        if answer.place is not None:
            pin: dict[str, object] = {
                "sign": side.upper(),
                "lat": answer.place.latitude_deg,
                "lon": answer.place.longitude_deg,
            }
            if told is not None:
                pin |= {"kind": answer.kind.value, "name": answer.name, "km": distance_km(answer, told.truth)}
            found.append(pin)
    place = None if told is None else told.truth.place
    truth = None
    if told is not None and place is not None:
        truth = {"lat": place.latitude_deg, "lon": place.longitude_deg, "label": told.truth.label}
    return {
        "round": f"{stage.record.round_id}-{'told' if told else 'vote'}",
        "phase": "pins" if found or truth else "none",
        "pins": found,
        "truth": truth,
    }


def _clip(stage: Stage, address_of: AddressOf) -> JsonValue:
    """What the player needs; without a sound it is empty, and plays nothing."""
    shown = stage.shown
    if shown is None or shown.kind is not ExhibitKind.SOUND:
        return {"id": "", "src": "", "duration_s": 0, "peaks": []}
    return {"id": stage.record.round_id, **clip_of(shown, address_of)}


def clip_of(shown: Shown, address_of: AddressOf) -> JsonValue:
    """A sound for the player."""
    return {
        "src": address_of(shown.path),
        "duration_s": round(shown.duration_s or 0.0, 2),
        "peaks": list(shown.waveform),
    }


def _photo(shown: Shown | None, address_of: AddressOf) -> JsonValue:
    if shown is None or shown.kind is not ExhibitKind.PHOTO:
        return {"src": "", "upload": "", "text": ""}
    return {"src": address_of(shown.path), "upload": "", "text": ""}


def upload_value(name: str, shown: Shown, address_of: AddressOf) -> JsonValue:
    """What was brought, before the battle begins."""
    if shown.kind is ExhibitKind.PHOTO:
        return {"src": address_of(shown.path), "upload": name, "text": worded("arena_photo_bare")}
    seconds = f"{shown.duration_s or 0:.1f}".removesuffix(".0")
    return {"src": "", "upload": name, "text": worded("arena_sound_bare", seconds=seconds)}
