"""SAVVY-Bench's place in the list of published benchmarks."""

from __future__ import annotations

import dataclasses
from pathlib import Path

from soundmark.benchmarks.entry import Access, AnyPack, Counts, PublishedBenchmark, count_tag
from soundmark.benchmarks.pack import SpatialPack
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.benchmarks.savvy.counts import check_scenes
from soundmark.benchmarks.savvy.question_scenes import SavvyQuestionScenes
from soundmark.benchmarks.savvy.reader import SAVVY_BENCHMARK, TITLE, read_savvy
from soundmark.benchmarks.savvy.score import score_savvy
from soundmark.benchmarks.savvy.source import REPOSITORY, open_savvy
from soundmark.types import QuestionKind


def read_checked(source: Path) -> SpatialPack:
    """The questions of a copy, with what is wrong with the files of all their scenes among the notes.

    Raises:
        PackError: as `read_savvy`.
    """
    benchmark = read_savvy(source)
    report = benchmark.pack.report
    notes = (*report.notes, *check_scenes(benchmark))
    return dataclasses.replace(benchmark.pack, report=dataclasses.replace(report, notes=notes))


def open_pack(access: Access) -> ScenePack:
    """The questions and scenes out of the authors' repository, with those recordings that the user has.

    Raises:
        FetchError: as `open_savvy`.
        PackError: as `open_savvy`.
    """
    benchmark = open_savvy(access, access.media_dirs.get(SAVVY_BENCHMARK))
    return ScenePack.of(benchmark.pack, SavvyQuestionScenes(benchmark.scenes))


def count_savvy(pack: AnyPack) -> Counts:
    """Questions by task, level, event and number of choices, and how many have what of a scene."""
    choices: dict[str, int] = {}
    for question in pack.questions:
        label = f"{len(question.choices)} choices" if question.choices else "metres"
        choices[label] = choices.get(label, 0) + 1
    return {
        "Tasks": count_tag(pack, "task"),
        "Levels": count_tag(pack, "level"),
        "Events": count_tag(pack, "anno_modality"),
        "Answers": choices,
        "Recordings": count_tag(pack, "video_id"),
        "Scenes": {
            name: sum(question.tags.get(tag) == "true" for question in pack.questions)
            for name, tag in (
                ("with a map", "has_map"),
                ("with a path", "has_trajectory"),
                ("with an audio track", "has_audio_track"),
            )
        }
        | {"with sound": sum(question.clip.path is not None for question in pack.questions)},
    }


SAVVY = PublishedBenchmark(
    name=SAVVY_BENCHMARK,
    title=TITLE,
    kind=QuestionKind.SPATIAL,
    licence=(
        "Published beside code under BSD-3 and MIT; the recordings (Aria Everyday Activities) have a licence of their "
        "own, are got from projectaria.com, and are never downloaded here."
    ),
    homepage=f"https://github.com/{REPOSITORY}",
    read=read_checked,
    counts=count_savvy,
    open=open_pack,
    score=score_savvy,
)
