"""The vocabulary of the product as frozen dataclasses and enums; imports nothing of ours.

Azimuths are degrees, 0 in front and positive to the right. Coordinates are WGS-84 degrees, latitude first.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Generic, NewType, TypeAlias, TypeVar

RoundId = NewType("RoundId", str)
GameId = NewType("GameId", str)
QuestionId = NewType("QuestionId", str)
OwnerKey = NewType("OwnerKey", str)
"""Who a round belongs to on this server. Never logged: the log holds a `responder_id`, which may be absent."""


class QuestionKind(StrEnum):
    """What an answer to a question looks like."""

    GEO = "geo"
    CHOICE = "choice"
    SPATIAL = "spatial"


class ResponderKind(StrEnum):
    """Who gave an answer."""

    HUMAN = "human"
    MODEL = "model"
    BASELINE = "baseline"


AGENT_SETTING = "agent"
"""`setting` of a model that played over the API, under a name that it gave itself. No run of the app's own has it."""


class Status(StrEnum):
    """What became of a question: `refused` and `unparsed` count as wrong, `error` is left out of means."""

    OK = "ok"
    SKIPPED = "skipped"
    REFUSED = "refused"
    UNPARSED = "unparsed"
    ERROR = "error"


Note: TypeAlias = Mapping[str, object]
"""Words for a page, which says them in its reader's language: {"key": of its text, "params": what stands in it}, or
{"text": words that are said as they are}; with both the text stands in while the page has no such key.

A parameter is a number, words that are said as they are, a note again, or {"name": a category or a baseline}."""


def worded(key: str, /, **params: object) -> Note:
    """A fixed text of the page as a note."""
    return {"key": key, "params": params} if params else {"key": key}


def worded_as(text: str, key: str, /, **params: object) -> Note:
    """A fixed text of the page as a note, with its English text for whoever has no page."""
    return {"text": _filled(text, params), **worded(key, **params)}


def _filled(text: str, params: Mapping[str, object]) -> str:
    return text.format_map({name: _in_english(value) for name, value in params.items()})


def _in_english(value: object) -> str:
    return str(value.get("text", value.get("name", ""))) if isinstance(value, Mapping) else str(value)


class SoundmarkError(Exception):
    """An error whose text may be shown to a person: it says what was wrong and what to do.

    Args:
        text: in English. With a key it is the same as the page's English text, `{name}` standing for a parameter.
        key: of the page's text that says it in every language; '' where there is none.
        params: what stands in it.
    """

    def __init__(self, text: str = "", /, *, key: str = "", **params: object) -> None:
        super().__init__(_filled(text, params) if key else text)
        self.key = key
        self.params = params

    @property
    def note(self) -> Note:
        """The error as a note."""
        return {"text": str(self), **worded(self.key, **self.params)} if self.key else {"text": str(self)}


@dataclass(frozen=True, slots=True)
class Coordinate:
    """A point on the WGS-84 ellipsoid.

    Attributes:
        latitude_deg: -90 to 90.
        longitude_deg: in (-180, 180]; the meridian 180 is always written +180.

    Raises:
        ValueError: when a value is not finite or out of range. Use `Coordinate.wrapped` for map clicks.
    """

    latitude_deg: float
    longitude_deg: float

    def __post_init__(self) -> None:
        if not (math.isfinite(self.latitude_deg) and -90 <= self.latitude_deg <= 90):
            raise ValueError(f"Latitude {self.latitude_deg} is not in -90..90 degrees.")
        if not (math.isfinite(self.longitude_deg) and -180 < self.longitude_deg <= 180):
            raise ValueError(f"Longitude {self.longitude_deg} is not in -180..180 degrees.")

    @classmethod
    def wrapped(cls, latitude_deg: float, longitude_deg: float) -> Coordinate:
        """The point with its longitude brought into (-180, 180], as a map gives 190 for -170.

        Raises:
            ValueError: when the latitude is out of range or a value is not finite.
        """
        if not math.isfinite(longitude_deg):
            raise ValueError(f"Longitude {longitude_deg} is not a finite number.")
        wrapped_deg = longitude_deg
        if not -180 < longitude_deg <= 180:
            wrapped_deg = 180.0 - (180.0 - longitude_deg) % 360.0
        # 180 - x rounds up to -180 for x a hair below 360; + 0.0 turns -0.0 into 0.0.
        return cls(latitude_deg + 0.0, 180.0 if wrapped_deg <= -180 else wrapped_deg + 0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clip:
    """The sound of a question. The path is the original file: only `soundmark.audio` opens it.

    Attributes:
        path: the original file, with whatever tags and name its author gave it; None while it is not on this machine.
        sha256: hex digest of the file's bytes, '' while it is not known.
        key: what the benchmark calls the clip, unique within it; '' for a file of a folder.
        address: where its authors put it; '' for a file of a folder. Like path and key it may betray the answer.
        licence, source: credit, shown after the answer only (either may name the place).
        is_synthetic: made by a program, not recorded.
    """

    path: Path | None
    sha256: str = ""
    key: str = ""
    address: str = ""
    licence: str = ""
    source: str = ""
    is_synthetic: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class GeoTruth:
    """Where a clip was recorded. Names are as the pack gives them, '' where it does not."""

    place: Coordinate
    continent: str = ""
    country: str = ""
    city: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceTruth:
    """The right choice of a multiple-choice question, counted from 0 in the benchmark's own order."""

    choice_index: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SpatialTruth:
    """Where and when a sound is. What a question does not ask for, or the benchmark does not give, is None.

    Attributes:
        choice_index: the right sector, counted from 0 in the benchmark's own order.
        azimuth_deg: 0 in front, positive to the right, in (-180, 180].
        distance_m: in the horizontal plane.
        start_s, end_s: when it sounds, in seconds from the start of the clip.
    """

    choice_index: int | None = None
    azimuth_deg: float | None = None
    distance_m: float | None = None
    start_s: float | None = None
    end_s: float | None = None


TruthT_co = TypeVar("TruthT_co", bound=GeoTruth | ChoiceTruth | SpatialTruth, covariant=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A question in one language: what is asked, and the choices in the benchmark's order."""

    prompt: str
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Generic[TruthT_co]):
    """One item of a benchmark.

    Attributes:
        question_id: unique within the benchmark and stable between revisions.
        benchmark, revision: which published set, and which state of it.
        prompt, choices: what is asked, in the question's own language; no choices for a question without them.
        language: of prompt and choices (BCP 47, as zh-Hant).
        wordings: the question in other languages, by BCP 47 code, where the benchmark has them.
        tags: facts of the item by name, for instance category, has_speech, hop_type or clip_language.
        truth: the right answer; it never leaves the server before an answer is recorded.
    """

    question_id: QuestionId
    benchmark: str
    revision: str
    kind: QuestionKind
    prompt: str
    clip: Clip
    truth: TruthT_co
    choices: tuple[str, ...] = ()
    language: str = "en"
    wordings: dict[str, Wording] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)


GeoQuestion: TypeAlias = Question[GeoTruth]
ChoiceQuestion: TypeAlias = Question[ChoiceTruth]
SpatialQuestion: TypeAlias = Question[SpatialTruth]
