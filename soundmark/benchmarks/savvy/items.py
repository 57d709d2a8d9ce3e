"""One item of SAVVY-Bench as typed values, each wrong one named (SAVVY, section 3 and appendix C)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from soundmark.audio.errors import shown
from soundmark.benchmarks.savvy.json_files import JsonObject
from soundmark.benchmarks.savvy.values import (
    id_of,
    metres_of,
    number_of,
    object_of,
    optional_number,
    text_of,
    unwrapped,
)

TASK_PREFIX = "spatial_temporal_audio_"
LEVELS = ("simple", "hard")
MAX_CHOICES = 8

_OPTION = re.compile(r"([A-H])[:.)] *(\S.*)", re.DOTALL)
_BARE_LIST = re.compile(r"\[(A: .*)\]", re.DOTALL)


class Task(StrEnum):
    """The four tasks; "exo" is what the paper calls allocentric."""

    DIRECTION_EGO = "direction_ego"
    DIRECTION_EXO = "direction_exo"
    DISTANCE_EGO = "distance_ego"
    DISTANCE_EXO = "distance_exo"

    @property
    def is_direction(self) -> bool:
        """Whether a choice is asked for; else metres."""
        return self.value.startswith("direction")

    @property
    def is_ego(self) -> bool:
        """Whether the wearer of the camera is the reference."""
        return self.value.endswith("ego")


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """When the event is, in seconds from the start of the cut recording (`zero_base_*`)."""

    start_s: float
    end_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A question as published.

    Attributes:
        item_id: the published id.
        video_id: the recording's name without the folder before it; '' where it cannot be a file's name.
        task, level: as published; level '' where it is neither 'simple' nor 'hard'.
        question: its text, typing errors kept.
        choices: without their letters; none for a distance.
        choice_index: the right choice from 0, for a direction.
        distance_m: the right distance in metres, for a distance.
        modality: 'speech' or 'sound'.
        topic: what is talked about, or which sound.
        span: when; None where it is not told.
        guest_delay_s: the other person's clock minus this one's; None where it is not told.
        duration_s: length of the cut recording; None where it is not told.
        remarks: what is odd about it and does not stand in the way.
    """

    item_id: str
    video_id: str
    task: Task
    level: str
    question: str
    choices: tuple[str, ...]
    choice_index: int | None
    distance_m: float | None
    modality: str
    topic: str
    span: Span | None
    guest_delay_s: float | None
    duration_s: float | None
    remarks: tuple[str, ...]


class AnswerError(ValueError):
    """A question whose right answer cannot be told."""


def parse_item(row: Mapping[str, object]) -> Item:
    """Read one item.

    Args:
        row: native values, values as strings, or the values of the `Json` type of `datasets`.

    Raises:
        AnswerError: when the right answer cannot be told.
        ValueError: when another value that the question needs is missing or wrong.
    """
    item_id = id_of(row.get("id"), "id")
    task = _task(row.get("task"))
    question = text_of(row.get("question"), "question")
    if not question:
        raise ValueError("no question")
    choices = _choices(row.get("options"))
    _check_kind(row, task, choices)
    remarks: list[str] = []
    level = text_of(row.get("level"), "level")
    if level not in LEVELS:
        remarks.append(f"level {shown(level)} is neither simple nor hard")
        level = ""
    if not item_id.startswith(f"{TASK_PREFIX}{task}_{level}"):
        remarks.append("its id names another task or level")
    anno = _annotation(row.get("anno_value"), remarks)
    duration_s = _duration(row, remarks)
    return Item(
        item_id=item_id,
        video_id=_video_id(row.get("video_id"), remarks),
        task=task,
        level=level,
        question=question,
        choices=choices,
        choice_index=_letter(row.get("groundtruth"), len(choices)) if choices else None,
        distance_m=None if choices else _distance(row.get("groundtruth")),
        modality=_modality(row.get("anno_modality"), remarks),
        topic=_topic(anno),
        span=_span(anno, duration_s, remarks),
        guest_delay_s=_guest_delay(anno),
        duration_s=duration_s,
        remarks=tuple(remarks),
    )


def _task(value: object) -> Task:
    text = text_of(value, "task")
    try:
        return Task(text.removeprefix(TASK_PREFIX))
    except ValueError as error:
        raise ValueError(f"task {shown(text)} is not known" if text else "no task") from error


def _choices(value: object) -> tuple[str, ...]:
    """The texts of options lettered A, B, C, ... in this order; none for the word "None"."""
    value = unwrapped(value)
    if value == "None":
        return ()
    if isinstance(value, str) and (bare := _BARE_LIST.fullmatch(value.strip())):
        value = re.split(r", *(?=[B-H]: )", bare[1])  # a list written without quotation marks
    if not isinstance(value, list | tuple):
        raise ValueError('options are neither a list nor "None"')
    if not 2 <= len(value) <= MAX_CHOICES:
        raise ValueError(f"{len(value)} options instead of 2 to {MAX_CHOICES}")
    matches = [_OPTION.fullmatch(text_of(option, "option")) for option in value]
    letters = [match[1] if match else "" for match in matches]
    if letters != list("ABCDEFGH"[: len(value)]):
        raise ValueError("options are not lettered A, B, C in this order")
    texts = tuple(match[2] for match in matches if match)
    if len({text.casefold() for text in texts}) != len(texts):
        raise ValueError("two options are the same")
    return texts


def _check_kind(row: Mapping[str, object], task: Task, choices: tuple[str, ...]) -> None:
    kind = text_of(row.get("QA_type"), "QA_type")
    if kind not in ("MCA", "NA", ""):
        raise ValueError(f"QA_type {shown(kind)} is neither MCA nor NA")
    if task.is_direction != bool(choices) or (kind and (kind == "MCA") != bool(choices)):
        raise ValueError("task, QA_type and options do not fit together")


def _letter(value: object, n_choices: int) -> int:
    value = unwrapped(value)
    letters = "ABCDEFGH"[:n_choices]
    if not isinstance(value, str) or len(value.strip()) != 1 or value.strip() not in letters:
        said = shown(value) if isinstance(value, str) else "that is no text"
        raise AnswerError(f"groundtruth {said} is none of {', '.join(letters)}")
    return letters.index(value.strip())


def _distance(value: object) -> float:
    try:
        return metres_of(value, "groundtruth")
    except ValueError as error:
        raise AnswerError(str(error)) from error


def _video_id(value: object, remarks: list[str]) -> str:
    try:
        return id_of(text_of(value, "video_id").removeprefix("aea/"), "video_id")
    except ValueError as error:
        remarks.append(f"{error}; no scene is looked for")
        return ""


def _annotation(value: object, remarks: list[str]) -> JsonObject:
    try:
        return object_of(value, "anno_value")
    except ValueError as error:
        remarks.append(str(error))
        return {}


def _modality(value: object, remarks: list[str]) -> str:
    try:
        text = text_of(value, "anno_modality")
    except ValueError:
        text = ""
    if text not in ("speech", "sound"):
        remarks.append("anno_modality is neither speech nor sound")
        return ""
    return text


def _topic(anno: JsonObject) -> str:
    for key in ("descriptive_topic", "sound"):
        try:
            if topic := text_of(anno.get(key), key):
                return topic
        except ValueError:
            continue
    return ""


def _duration(row: Mapping[str, object], remarks: list[str]) -> float | None:
    try:
        start = optional_number(row.get("video_start_time"), "video_start_time")
        end = optional_number(row.get("video_end_time"), "video_end_time")
    except ValueError as error:
        remarks.append(str(error))
        return None
    if start is None or end is None:
        return None
    if end <= start:
        remarks.append("the recording ends before it starts")
        return None
    return end - start


def _span(anno: JsonObject, duration_s: float | None, remarks: list[str]) -> Span | None:
    """The published zero-based times: `start_frame` and the like are seconds of the device's own clock."""
    try:
        start = number_of(anno.get("zero_base_start_time"), "zero_base_start_time")
        end = number_of(anno.get("zero_base_stop_time"), "zero_base_stop_time")
    except ValueError as error:
        remarks.append(f"{error}: the moment is not known")
        return None
    # One second of grace: the ends of recordings are published with two decimals and cut at whole frames.
    if not 0 <= start < end or (duration_s is not None and end > duration_s + 1):
        remarks.append(f"{start:g} to {end:g} s is not a time of the recording")
        return None
    return Span(start_s=start, end_s=end)


def _guest_delay(anno: JsonObject) -> float | None:
    try:
        own = optional_number(anno.get("zero_base_start_time"), "zero_base_start_time")
        guest = optional_number(anno.get("guest_zero_base_start_time"), "guest_zero_base_start_time")
    except ValueError:
        return None
    return None if own is None or guest is None else guest - own
