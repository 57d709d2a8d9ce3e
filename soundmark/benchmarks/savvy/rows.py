"""From the file of questions, and that of maps, to items by id."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from pathlib import Path

import numpy as np

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.items import AnswerError, Item, parse_item
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument, JsonFileError, read_json, read_json_lines
from soundmark.benchmarks.savvy.maps import SceneMap, parse_map
from soundmark.benchmarks.savvy.values import text_of, unwrapped
from soundmark.spatial.angles import difference_deg
from soundmark.spatial.poses import azimuths_deg

MAP_KEY = "gt_context_json"

_SAME_M = 1e-6
"""The benchmark's distance and the map's are the same number; more than rounding apart they contradict each other."""

_MOVED_M = 0.25
"""By so much the distance of two mean places may differ from the mean distance of someone who walks about."""

_TURNED_DEG = 10.0
"""By so much the direction between mean places may differ from the published one."""


def read_rows(path: Path) -> tuple[list[object], list[Finding]]:
    """The rows of a file of items: a JSON array, an object with one under 'data' or 'rows', or JSON lines.

    Returns:
        The rows, and a finding for each line that is no JSON.

    Raises:
        PackError: when the file as a whole cannot be read.
    """
    name = shown(path.name)
    try:
        if path.suffix.lower() == ".jsonl":
            return _of_lines(read_json_lines(path))
        document = read_json(path)
    except JsonFileError as error:
        raise PackError(str(error)) from error
    repeated = [Finding(FindingKind.BAD_VALUE, name, f"{shown(key)} stands twice in an item, the first counts")
                for key in document.repeated_keys]  # fmt: skip
    return list(_array(document, name)), repeated


def _of_lines(lines: list[JsonDocument | JsonFileError]) -> tuple[list[object], list[Finding]]:
    rows: list[object] = []
    wrong: list[Finding] = []
    for number, line in enumerate(lines, 1):
        if isinstance(line, JsonFileError):
            wrong.append(Finding(FindingKind.BAD_ROW, f"item {number}", str(line)))
        else:
            rows.append(line.value)
    return rows, wrong


def _array(document: JsonDocument, name: str) -> list[Json]:
    value = document.value
    if isinstance(value, dict):
        value = next((value[key] for key in ("data", "rows") if isinstance(value.get(key), list)), value)
    if not isinstance(value, list):
        raise PackError(f"{name} is not a list of items. Name the published file of questions.")
    return value


def read_items(rows: Iterable[object], name: str) -> tuple[dict[str, Item], list[Finding], list[Finding]]:
    """Items by id, in order; findings on rows that were left out; findings on rows that were kept.

    Args:
        rows: of the file of questions.
        name: of the file, for messages.

    Raises:
        PackError: when the file is that of maps, which holds items that the benchmark left out.
    """
    items: dict[str, Item] = {}
    left_out: list[Finding] = []
    notes: list[Finding] = []
    for number, row in enumerate(rows, 1):
        subject = _subject(row, number)
        if not isinstance(row, Mapping):
            left_out.append(Finding(FindingKind.BAD_ROW, subject, "it is not an object"))
            continue
        if MAP_KEY in row:
            raise PackError(
                f"{name} is the file of maps: its items are published before filtering, and some contradict "
                "themselves. Name savvy_bench_file.json, and put the file of maps beside it."
            )
        try:
            item = parse_item(row)
        except AnswerError as error:
            left_out.append(Finding(FindingKind.BAD_ANSWER, subject, str(error)))
            continue
        except ValueError as error:
            left_out.append(Finding(FindingKind.BAD_VALUE, subject, str(error)))
            continue
        if item.item_id in items:
            left_out.append(Finding(FindingKind.REPEATED_ID, subject))
            continue
        items[item.item_id] = item
        notes += [Finding(FindingKind.BAD_VALUE, item.item_id, remark) for remark in item.remarks]
    return items, left_out, notes


def _subject(row: object, number: int) -> str:
    try:
        name = text_of(row.get("id"), "id") if isinstance(row, Mapping) else ""
    except ValueError:
        name = ""
    return name or f"item {number}"


def read_maps(path: Path, items: Mapping[str, Item]) -> tuple[dict[str, SceneMap], list[Finding]]:
    """The maps of the benchmark's questions, and what is wrong with others of them.

    A map that contradicts its question is left out. Items of no question are passed over: the file is published
    before filtering.

    Args:
        path: gtavmap.json.
        items: the questions by id.
    """
    try:
        rows, findings = read_rows(path)
    except PackError as error:
        return {}, [Finding(FindingKind.UNREADABLE, path.name, str(error))]
    maps: dict[str, SceneMap] = {}
    for row in rows:
        if not isinstance(row, Mapping):
            findings.append(Finding(FindingKind.BAD_ROW, path.name, "an item is not an object"))
            continue
        question_id = _subject(row, 0)
        item = items.get(question_id)
        if item is None:
            continue
        if question_id in maps:
            findings.append(Finding(FindingKind.REPEATED_ID, question_id, "its map stands twice"))
            continue
        try:
            scene_map = parse_map(row)
            _check(item, scene_map, row)
        except ValueError as error:
            findings.append(Finding(FindingKind.BAD_VALUE, question_id, f"map left out: {error}"))
            continue
        maps[question_id] = scene_map
        findings += [*_two_truths(item, scene_map), *_apart(item, scene_map)]
    return maps, findings


def _check(item: Item, scene_map: SceneMap, row: Mapping[str, object]) -> None:
    """Whether a map is that of its question.

    Raises:
        ValueError: when it contradicts it.
    """
    video_id = unwrapped(row.get("video_id"))
    if item.video_id and isinstance(video_id, str) and video_id.removeprefix("aea/") != item.video_id:
        raise ValueError("it is of another recording")
    if item.choice_index is not None:
        letter = "ABCDEFGH"[item.choice_index]
        for name, other in (("lists", scene_map.listed_choice), ("gives", scene_map.context_choice)):
            if other != letter:
                raise ValueError(f"it {name} the answer {other or 'of a distance'}, the question {letter}")
    if item.distance_m is not None and abs(item.distance_m - scene_map.distance_m) > _SAME_M:
        raise ValueError(f"it has {scene_map.distance_m:g} m, the question {item.distance_m:g} m")


def _two_truths(item: Item, scene_map: SceneMap) -> list[Finding]:
    listed = scene_map.listed_distance_m
    if item.distance_m is None or listed is None or round(item.distance_m, 2) == round(listed, 2):
        return []
    detail = f"{item.distance_m:g} m, by which answers are scored, beside {listed:g} m in the file of maps"
    return [Finding(FindingKind.CORRECTED, item.item_id, detail)]


def _apart(item: Item, scene_map: SceneMap) -> list[Finding]:
    """Whether places, distance and direction of a map fit each other.

    Published distances are means over the event, so that those of the mean places differ a little.
    """
    reference, target = scene_map.reference.position_m, scene_map.target.position_m
    found: list[Finding] = []
    apart_m = math.dist(reference, target)
    if abs(apart_m - scene_map.distance_m) > _MOVED_M:
        detail = f"its places are {apart_m:.2f} m apart, its distance is {scene_map.distance_m:.2f} m"
        found.append(Finding(FindingKind.BAD_VALUE, item.item_id, detail))
    if scene_map.forward is not None and scene_map.azimuth_deg is not None:
        seen_deg = float(azimuths_deg(np.array(reference), np.array(scene_map.forward), np.array(target)))
        if abs(float(difference_deg(seen_deg, scene_map.azimuth_deg))) > _TURNED_DEG:
            detail = f"its places lie at {seen_deg:.1f} degrees, its angle is {scene_map.azimuth_deg:.1f}"
            found.append(Finding(FindingKind.BAD_VALUE, item.item_id, detail))
    return found
