"""Rows of spatial questions: in which direction a sound is, or how far away."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import PurePosixPath

from soundmark.audio.errors import shown
from soundmark.benchmarks.choice_rows import ANSWER_COLUMNS, answer_of
from soundmark.benchmarks.columns import Record
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.rows import OPTION_COLUMNS, Remark, RowContent, RowError, asked, choices_of
from soundmark.benchmarks.values import relative_name
from soundmark.types import SpatialTruth

DIRECTION_TASKS = ("direction_ego", "direction_exo")
DISTANCE_TASKS = ("distance_ego", "distance_exo")
LEVELS = ("simple", "hard")
SCENE_TAG = "scene"
MAX_DISTANCE_M = 10_000.0
MAX_TIME_S = 86_400.0

_NUMBERS = ("azimuth_deg", "distance_m", "start_s", "end_s")
_TYPED = frozenset(
    {"question_id", "question", "language", *ANSWER_COLUMNS, *OPTION_COLUMNS, *"abcdefgh", *_NUMBERS, "scene"}
)
_NUMBER = re.compile(r"([+-]?[0-9]{1,20}(?:[.,][0-9]{1,40})?(?:[eE][+-]?[0-9]{1,3})?)\s*(?:m|metres?|meters?)?")


def spatial_row(record: Record) -> RowContent[SpatialTruth]:
    """A spatial question of a row: one of direction with options, or one of distance whose answer is in metres.

    Raises:
        RowError: when it has no question, no such task, or no answer, or a number is out of range.
    """
    task = _word(record, "task", (*DIRECTION_TASKS, *DISTANCE_TASKS), needed=True)
    _word(record, "level", LEVELS, needed=False)
    choices = choices_of(record) if task in DIRECTION_TASKS else ()
    content = asked(record, _truth(record, choices), choices, _TYPED)
    scene, bad_scene = _scene(record)
    tags = content.tags | {"task": task} | ({SCENE_TAG: scene} if scene else {})
    if "level" in tags:
        tags["level"] = tags["level"].casefold()
    return replace(content, tags=tags, remarks=(*content.remarks, *bad_scene))


def _word(record: Record, column: str, words: tuple[str, ...], *, needed: bool) -> str:
    written = record.cells.get(column, "").strip()
    if written.casefold() in words:
        return written.casefold()
    if not written and not needed:
        return ""
    found = f"{column} {shown(written)}" if written else f"no {column}"
    raise RowError(FindingKind.BAD_VALUE, f"{found}, instead of {' or '.join(words)}")


def _truth(record: Record, choices: tuple[str, ...]) -> SpatialTruth:
    azimuth_deg = _number(record, "azimuth_deg", -180, 180)
    distance_m = _number(record, "distance_m", 0, MAX_DISTANCE_M)
    start_s, end_s = _number(record, "start_s", 0, MAX_TIME_S), _number(record, "end_s", 0, MAX_TIME_S)
    if start_s is not None and end_s is not None and end_s <= start_s:
        raise RowError(FindingKind.BAD_VALUE, f"end_s {end_s:g} is not after start_s {start_s:g}")
    return SpatialTruth(
        choice_index=answer_of(record, choices) if choices else None,
        azimuth_deg=180.0 if azimuth_deg == -180 else azimuth_deg,
        distance_m=distance_m if choices else _metres(record, distance_m),
        start_s=start_s,
        end_s=end_s,
    )


def _metres(record: Record, distance_m: float | None) -> float:
    """The answer of a distance question; `distance_m` says the same or nothing."""
    answer_m = _number(record, "answer", 0, MAX_DISTANCE_M, kind=FindingKind.BAD_ANSWER)
    if answer_m is not None and distance_m is not None and abs(answer_m - distance_m) > 0.005 + 1e-9:
        raise RowError(FindingKind.BAD_ANSWER, f"answer {answer_m:g} and distance_m {distance_m:g} disagree")
    metres = distance_m if answer_m is None else answer_m
    if metres is None:
        raise RowError(FindingKind.BAD_ANSWER, "no answer")
    return metres


def _number(
    record: Record, column: str, lowest: float, highest: float, *, kind: FindingKind = FindingKind.BAD_VALUE
) -> float | None:
    """A number of a cell, None for an empty one; a decimal comma is read as a point.

    Raises:
        RowError: when it is no number, or out of range.
    """
    written = record.cells.get(column, "").strip()
    if not written:
        return None
    match = _NUMBER.fullmatch(written)
    if match is None:
        raise RowError(kind, f"{column} {shown(written)} is not a number")
    value = float(match[1].replace(",", "."))
    if not lowest <= value <= highest:
        raise RowError(kind, f"{column} {shown(written)} is not in {lowest:g} to {highest:g}")
    return value + 0.0


def _scene(record: Record) -> tuple[str, tuple[Remark, ...]]:
    """The path of a scene file inside the folder; whether it is there, who shows it looks."""
    written = record.cells.get("scene", "").strip()
    if not written:
        return "", ()
    try:
        path: PurePosixPath = relative_name(written)
    except ValueError as error:
        return "", ((FindingKind.BAD_VALUE, f"scene: {error}"),)
    if path.suffix.lower() != ".json":
        return "", ((FindingKind.BAD_VALUE, f"scene {shown(written)} is no .json file"),)
    return str(path), ()
