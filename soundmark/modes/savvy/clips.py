"""Which questions the spatial mode plays, and what of their recordings is heard."""

from __future__ import annotations

import dataclasses
import logging
from pathlib import Path

from soundmark.benchmarks import read_spatial_pack
from soundmark.benchmarks.demo import DEMO_SAVVY, demo_savvy_folder
from soundmark.benchmarks.entry import AnyPack as AnyPublished
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.benchmarks.savvy import SAVVY_BENCHMARK
from soundmark.benchmarks.scene_folder import FolderScenes
from soundmark.games.opening import audit_cache_of, published_or_demo
from soundmark.games.own_folder import own_folder
from soundmark.pack_loader import AnyPack, Progress
from soundmark.settings import Settings
from soundmark.types import QuestionKind

NO_MEDIA_NOTICE = "savvy_no_media"
"""Key of the sentence that says that SAVVY-Bench needs recordings of one's own."""
PARTLY_NOTICE = "savvy_partly"
"""Key of the sentence that says that only questions whose recording is here are asked."""
SILENT_NOTICE = "savvy_silent"
"""Key of the sentence that says that SAVVY-Bench is played without sound."""
TRACK_TAGS = ("has_trajectory", "has_audio_track")
"""What a question without sound is answered by; its tags tell what its scene has."""

log = logging.getLogger(__name__)


def open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    """A folder of spatial questions that is set, else SAVVY-Bench with one's own recordings, else the built-in scenes.

    Its recordings may not be handed on, so that without a folder of them (SAVVY_MEDIA) nothing of the benchmark can be
    heard: then it is played by its published maps, paths and tracks where that is wanted (SAVVY_SILENT), or where a
    folder of media was named and holds none of the recordings.

    Raises:
        PackError: when nothing in the folder can be played, or not even the demo can be read.
    """

    def read(folder: Path, name: str | None = None) -> ScenePack:
        cache = audit_cache_of(settings, folder)
        pack = read_spatial_pack(folder, name=name, audit_cache=cache, on_progress=on_progress)
        return ScenePack.of(pack, FolderScenes(folder))

    def demo() -> ScenePack:
        pack = read(demo_savvy_folder(), DEMO_SAVVY)
        # There are few scenes, and at the end of a game all of its scene is told: the next one shall find another.
        return dataclasses.replace(pack, blocks={one.question_id: one.clip.sha256 for one in pack.questions})

    own = own_folder(settings, QuestionKind.SPATIAL)
    if own is not None:
        return read(own)
    if settings.savvy_media_dir is None and not settings.savvy_silent:
        return dataclasses.replace(demo(), notice_key=NO_MEDIA_NOTICE)
    opened = published_or_demo(SAVVY_BENCHMARK, settings, demo, needs_clips=False)
    for choose in (with_sound, without_sound):
        try:
            return choose(opened)
        except PackError as error:
            log.info("%s", error)
    return dataclasses.replace(demo(), notice_key=NO_MEDIA_NOTICE)


def with_sound(pack: AnyPublished) -> AnyPublished:
    """Only those questions whose recording is on this machine, with a notice when that is not all of them.

    Raises:
        PackError: when there is no such question.
    """
    heard = tuple(question for question in pack.questions if question.clip.path is not None)
    if not heard:
        raise PackError("No question of this benchmark has its recording on this machine. Check SAVVY_MEDIA.")
    if len(heard) == len(pack.questions):
        return pack
    return dataclasses.replace(pack, questions=heard, notice_key=pack.notice_key or PARTLY_NOTICE)


def without_sound(pack: AnyPublished) -> AnyPublished:
    """Only those questions of whose scene enough is published that one can look for the answer, and a notice.

    Raises:
        PackError: when there is no such question.
    """
    seen = tuple(question for question in pack.questions if "true" in {question.tags.get(tag) for tag in TRACK_TAGS})
    if not seen:
        raise PackError("No path or track of this benchmark is on this machine.")
    return dataclasses.replace(pack, questions=seen, notice_key=SILENT_NOTICE)
