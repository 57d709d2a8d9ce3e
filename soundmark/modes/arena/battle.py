"""A battle as it is kept on the server: what it is about, who answers on which side, and what became of both."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Literal

from soundmark.modes.arena.upload import ExhibitKind
from soundmark.types import Coordinate, GeoTruth, ResponderKind, Status

Side = Literal["a", "b"]
SIDES: tuple[Side, Side] = ("a", "b")
UPLOAD = "upload"
"""Benchmark of what a visitor brought, in the log."""
OPEN = "open"
"""Task of a battle about words of the visitor's own."""
JsonObject = Mapping[str, object]


class Phase(StrEnum):
    """Where a battle stands."""

    ASKING = "asking"
    VOTE = "vote"
    VOTED = "voted"
    SKIPPED = "skipped"
    FAILED = "failed"


class Runs(StrEnum):
    """Where answers come from: models that are asked now, or answers that are there already."""

    LIVE = "live"
    LOG = "log"


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What a battle is about.

    Attributes:
        kind: whether it is heard or seen.
        benchmark, revision, question_id: of a question; of an upload, `upload`, its kind, and its random name.
        prompt: what the models are asked, as the voter may have edited it.
        prompt_id: names the wording; None for an edited one.
        runs: where answers come from.
        task: geo or choice; open when the visitor wrote the question.
        language: of the question (BCP 47); None for a visitor's own words, whose language nobody told.
        is_logged: whether the battle may be logged.
        may_publish: an upload whose owner and uploader allow to publish its answers and prompt.
    """

    kind: ExhibitKind
    benchmark: str
    revision: str
    question_id: str
    prompt: str
    prompt_id: str | None
    runs: Runs
    task: str | None = None
    language: str | None = None
    is_logged: bool = True
    may_publish: bool = False

    @property
    def is_upload(self) -> bool:
        """Whether a visitor brought it."""
        return self.benchmark == UPLOAD

    @property
    def is_text_logged(self) -> bool:
        """Whether the log may hold the answers."""
        return not self.is_upload or self.may_publish

    def to_json(self) -> JsonObject:
        """As the round book keeps it."""
        return dataclasses.asdict(self)

    @classmethod
    def from_json(cls, kept: JsonObject) -> Subject:
        """What `to_json` made."""
        fields: dict[str, object] = dict(kept)
        return cls(**{**fields, "kind": ExhibitKind(str(kept["kind"])), "runs": Runs(str(kept["runs"]))})  # type: ignore[arg-type]


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What one side said.

    Attributes:
        name: of the model; it never leaves the server before the vote.
        status: `ok` for what can be voted on.
        reason: why it is not ok, in a word: empty, named, refusal, timeout, ...
        text: in Markdown.
        place: that it gives in coordinates.
        choice_index: that it takes, of a multiple-choice question.
        setting: what the model was given of the clip.
        latency_s: seconds until it was there.
    """

    name: str
    kind: ResponderKind = ResponderKind.MODEL
    status: Status = Status.OK
    reason: str = ""
    text: str = ""
    place: Coordinate | None = None
    choice_index: int | None = None
    setting: str = "audio"
    latency_s: float | None = None

    @classmethod
    def awaited(cls, name: str) -> Answer:
        """Stands for an answer that is not there yet."""
        return cls(name=name, status=Status.SKIPPED, reason="awaited")

    def to_json(self) -> JsonObject:
        """As the round book keeps it."""
        place = None if self.place is None else [self.place.latitude_deg, self.place.longitude_deg]
        return {**{field.name: getattr(self, field.name) for field in dataclasses.fields(self)}, "place": place}

    @classmethod
    def from_json(cls, kept: JsonObject) -> Answer:
        """What `to_json` made."""
        fields: dict[str, object] = dict(kept)
        place = kept["place"]
        return cls(
            **{
                **fields,
                "kind": ResponderKind(str(kept["kind"])),
                "status": Status(str(kept["status"])),
                "place": Coordinate(float(place[0]), float(place[1])) if isinstance(place, list) else None,
            }  # type: ignore[arg-type]
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Two answers side by side, whole or not: one row of the table of battles.

    Attributes:
        battle_id: in the log; the page never has it.
        rule, probability: how the pair was drawn, and with which probability among those possible.
        side_seed: what decided the sides.
        at: when both were shown, or it was given up (UTC); None while it is under way.
    """

    battle_id: str
    a: Answer
    b: Answer
    side_seed: str
    rule: str
    probability: float
    at: datetime | None = None

    def answer(self, side: Side) -> Answer:
        """Of a side."""
        return self.a if side == "a" else self.b

    def with_answer(self, side: Side, answer: Answer) -> Meeting:
        """The meeting with another answer on a side."""
        return dataclasses.replace(self, a=answer) if side == "a" else dataclasses.replace(self, b=answer)

    def to_json(self) -> JsonObject:
        """As the round book keeps it."""
        return {
            "battle_id": self.battle_id,
            "a": self.a.to_json(),
            "b": self.b.to_json(),
            "side_seed": self.side_seed,
            "rule": self.rule,
            "probability": self.probability,
            "at": None if self.at is None else self.at.isoformat(),
        }

    @classmethod
    def from_json(cls, kept: JsonObject) -> Meeting:
        """What `to_json` made."""
        at, a, b = kept["at"], kept["a"], kept["b"]
        assert isinstance(a, Mapping)  # noqa: S101 - what this server wrote
        assert isinstance(b, Mapping)  # noqa: S101
        return cls(
            battle_id=str(kept["battle_id"]),
            a=Answer.from_json(a),
            b=Answer.from_json(b),
            side_seed=str(kept["side_seed"]),
            rule=str(kept["rule"]),
            probability=float(str(kept["probability"])),
            at=None if at is None else datetime.fromisoformat(str(at)),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class BattleState:
    """How a battle stands.

    Attributes:
        meeting: the two that are seen.
        voided: those before it, of which one answer could not be voted on. They are logged with the battle and not
            before it: they name the model whose answer stayed.
        warned: the voter was told to listen first.
        clip_name: of the published copy that the page plays or shows.
        clip_s: how long its sound is, in seconds; None for a photo.
    """

    phase: Phase
    meeting: Meeting
    voided: tuple[Meeting, ...] = ()
    warned: bool = False
    clip_name: str = ""
    clip_s: float | None = None

    def to_json(self) -> JsonObject:
        """As the round book keeps it."""
        return {
            "phase": self.phase.value,
            "meeting": self.meeting.to_json(),
            "voided": [one.to_json() for one in self.voided],
            "warned": self.warned,
            "clip_name": self.clip_name,
            "clip_s": self.clip_s,
        }

    @classmethod
    def from_json(cls, kept: JsonObject) -> BattleState:
        """What `to_json` made."""
        voided, meeting, clip_s = kept["voided"], kept["meeting"], kept.get("clip_s")
        assert isinstance(voided, list)  # noqa: S101 - what this server wrote
        assert isinstance(meeting, Mapping)  # noqa: S101
        return cls(
            phase=Phase(str(kept["phase"])),
            meeting=Meeting.from_json(meeting),
            voided=tuple(Meeting.from_json(one) for one in voided),
            warned=kept["warned"] is True,
            clip_name=str(kept["clip_name"]),
            clip_s=float(clip_s) if isinstance(clip_s, int | float) else None,  # one that an older app left has none
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What is right, where a benchmark knows it."""

    place: Coordinate | None = None
    label: str = ""
    choice_index: int | None = None

    @classmethod
    def of_place(cls, truth: GeoTruth) -> Truth:
        """Where a clip was recorded."""
        named = ", ".join(part for part in (truth.city, truth.country) if part)
        return cls(place=truth.place, label=named)
