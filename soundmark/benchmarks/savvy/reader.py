"""SAVVY-Bench as published: its questions, and the scenes behind them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from soundmark.audio.errors import AudioError, shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.fetch.errors import FetchError
from soundmark.benchmarks.pack import Pack, SpatialPack, revision_of
from soundmark.benchmarks.report import Finding, FindingKind, PackReport
from soundmark.benchmarks.savvy.audio_tracks import parse_k
from soundmark.benchmarks.savvy.human_ids import parse_human_ids
from soundmark.benchmarks.savvy.items import Item
from soundmark.benchmarks.savvy.json_files import JsonFileError, read_json
from soundmark.benchmarks.savvy.layout import SavvyFiles, find_files
from soundmark.benchmarks.savvy.maps import SceneMap
from soundmark.benchmarks.savvy.media import SavvyMedia
from soundmark.benchmarks.savvy.rows import read_items, read_maps, read_rows
from soundmark.benchmarks.savvy.scenes import SavvyScenes
from soundmark.types import Clip, Question, QuestionId, QuestionKind, SpatialQuestion, SpatialTruth

SAVVY_BENCHMARK = "savvy"
TITLE = "SAVVY-Bench"
CREDIT = "SAVVY-Bench (Chen, Cui, Liu et al. 2025), on Aria Everyday Activities (Meta)"
LICENCE = "Aria Everyday Activities has its own licence; the recording is your own copy"

PartT = TypeVar("PartT")


@dataclass(frozen=True, slots=True, kw_only=True)
class SavvyBenchmark:
    """SAVVY-Bench, read.

    Attributes:
        pack: the questions; a clip without a path is a recording that the user does not have.
        scenes: by question id, also where nothing but the question is known.
        human_ids: questions of the human evaluation, each once, in the published order.
        snapshot_models: models whose Snapshot Descriptor outputs are there.
    """

    pack: SpatialPack
    scenes: SavvyScenes
    human_ids: tuple[str, ...]
    snapshot_models: tuple[str, ...]


def read_savvy(
    source: Path, media: Path | None = None, *, revision: str = "", snapshots: str | None = None
) -> SavvyBenchmark:
    """Read the published files. Whatever is wrong with single items is reported, and the rest plays.

    Args:
        source: a clone of the SAVVY repository, one of its data folders, a folder in which the files lie loose, or
            the file of questions itself.
        media: the user's own recordings; None for none.
        revision: of the source where it is pinned; by default 12 hex digits that change with any question or truth.
        snapshots: the model whose Snapshot Descriptor output is shown; by default that of the published pipeline.

    Raises:
        PackError: when there is no file of questions, it is damaged, or no question comes of it.
    """
    files = find_files(source)
    rows, left_out = read_rows(files.questions)
    return build_savvy(rows, files, media, left_out=left_out, revision=revision, snapshots=snapshots)


def build_savvy(
    rows: Iterable[object],
    files: SavvyFiles,
    media: Path | None = None,
    *,
    left_out: Iterable[Finding] = (),
    revision: str = "",
    snapshots: str | None = None,
) -> SavvyBenchmark:
    """The benchmark of rows that were read elsewhere, for instance by `datasets`.

    Args:
        rows: items in any published form.
        files: where everything else stands.
        media: the user's own recordings; None for none.
        left_out: findings on lines that never became rows.
        revision: as for `read_savvy`.
        snapshots: as for `read_savvy`.

    Raises:
        PackError: when no question comes of the rows, or the folder of media is not there.
    """
    items, refused, notes = read_items(rows, shown(files.questions.name))
    refused = [*left_out, *refused]
    n_rows = len(items) + len(refused)
    if not items:
        report = PackReport(n_rows=n_rows, n_playable=0, left_out=tuple(refused))
        raise PackError(f"{shown(files.questions.name)} holds no question of SAVVY-Bench.\n{report.text()}")
    maps = _part(files.maps, lambda path: read_maps(path, items), notes) or {}
    ks = _part(files.ks, lambda path: parse_k(read_json(path), path.name), notes) or {}
    human_ids = _part(files.human_ids, lambda path: parse_human_ids(read_json(path), path.name, items), notes) or ()
    collected = SavvyMedia(media)
    models = files.snapshot_models()
    revision = revision or revision_of(_identity(item) for item in items.values())
    paths = _audio_paths(collected, items, notes)
    offered = {video_id: _offered(files, video_id) for video_id in {item.video_id for item in items.values()}}
    questions = tuple(
        _question(item, maps, paths.get(item.video_id), _tags(item, maps, offered[item.video_id]), revision)
        for item in items.values()
    )
    report = PackReport(n_rows=n_rows, n_playable=len(questions), left_out=tuple(refused), notes=tuple(notes))
    return SavvyBenchmark(
        pack=Pack(
            benchmark=SAVVY_BENCHMARK,
            revision=revision,
            title=TITLE,
            questions=questions,
            report=report,
            is_synthetic=False,
            clips=collected,
        ),
        scenes=SavvyScenes(
            items=items, maps=maps, ks=ks, files=files, media=collected, snapshots=_chosen(models, snapshots)
        ),
        human_ids=human_ids,
        snapshot_models=models,
    )


def _chosen(models: tuple[str, ...], wanted: str | None) -> str:
    """The Snapshot Descriptor output to show.

    Raises:
        PackError: when the one that is wanted is not there.
    """
    if wanted and wanted not in models:
        there = ", ".join(models) or "none"
        raise PackError(f"There is no Snapshot Descriptor output {shown(wanted)}. There: {there}.")
    return next(iter(models), "") if wanted is None else wanted


def _part(
    find: Callable[[], Path | None],
    read: Callable[[Path], tuple[PartT, Iterable[Finding]]],
    notes: list[Finding],
) -> PartT | None:
    """The content of a file beside the questions; what is wrong with it is a note, and costs no question."""
    try:
        path = find()
    except FetchError as error:
        notes.append(Finding(FindingKind.MISSING, "a file beside the questions", str(error)))
        return None
    if path is None:
        return None
    try:
        part, findings = read(path)
    except (JsonFileError, ValueError) as error:
        notes.append(Finding(FindingKind.UNREADABLE, path.name, str(error)))
        return None
    notes += findings
    return part


def _audio_paths(media: SavvyMedia, items: Mapping[str, Item], notes: list[Finding]) -> dict[str, Path]:
    """The user's sound by recording; what cannot be used of it is a note."""
    paths: dict[str, Path] = {}
    for video_id in sorted({item.video_id for item in items.values() if item.video_id}):
        try:
            audio = media.audio(video_id)
        except AudioError as error:
            notes.append(Finding(FindingKind.UNSUPPORTED, video_id, str(error)))
            continue
        if audio is not None:
            paths[video_id] = audio.path
    return paths


def _question(
    item: Item, maps: Mapping[str, SceneMap], path: Path | None, tags: dict[str, str], revision: str
) -> SpatialQuestion:
    scene_map = maps.get(item.item_id)
    asks_direction = item.task.is_direction
    return Question(
        question_id=QuestionId(item.item_id),
        benchmark=SAVVY_BENCHMARK,
        revision=revision,
        kind=QuestionKind.SPATIAL,
        prompt=item.question,
        clip=Clip(path=path, key=item.video_id, licence=LICENCE, source=CREDIT),
        truth=SpatialTruth(
            choice_index=item.choice_index,
            azimuth_deg=scene_map.azimuth_deg if asks_direction and scene_map is not None else None,
            distance_m=item.distance_m,
            start_s=item.span.start_s if item.span else None,
            end_s=item.span.end_s if item.span else None,
        ),
        choices=item.choices,
        tags=tags,
    )


def _tags(item: Item, maps: Mapping[str, SceneMap], offered: dict[str, str]) -> dict[str, str]:
    """Facts of a question that give nothing away, and what of its scene is in this copy."""
    told = {
        "task": item.task.value,
        "level": item.level,
        "frame": "egocentric" if item.task.is_ego else "allocentric",
        "anno_modality": item.modality,
        "video_id": item.video_id,
        "has_map": _flag(item.item_id in maps),
    }
    return {name: value for name, value in told.items() if value} | offered


def _offered(files: SavvyFiles, video_id: str) -> dict[str, str]:
    """What there is of a recording, as tags; no file is opened."""
    return {
        "has_trajectory": _flag(bool(video_id) and files.offers_trajectory(video_id)),
        "has_audio_track": _flag(bool(video_id) and files.offers_audio_track(video_id)),
    }


def _flag(is_so: bool) -> str:
    return "true" if is_so else "false"


def _identity(item: Item) -> tuple[str, str, float, float]:
    """Id, digest of what is asked, and truth."""
    asked = json.dumps([item.question, item.choices, item.video_id], ensure_ascii=True)
    digest = hashlib.sha256(asked.encode("ascii")).hexdigest()
    choice = -1.0 if item.choice_index is None else float(item.choice_index)
    return item.item_id, digest, choice, -1.0 if item.distance_m is None else item.distance_m
