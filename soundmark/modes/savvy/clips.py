"""Which questions the spatial mode plays, and what of their recordings is heard."""

from __future__ import annotations

import dataclasses

from soundmark.benchmarks import read_spatial_pack
from soundmark.benchmarks.demo import DEMO_SAVVY, demo_savvy_folder
from soundmark.benchmarks.entry import AnyPack as AnyPublished
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.question_scene import ScenePack
from soundmark.benchmarks.savvy import SAVVY_BENCHMARK
from soundmark.benchmarks.scene_folder import FolderScenes
from soundmark.games.opening import audit_cache_of, published_or_demo
from soundmark.pack_loader import AnyPack, Progress
from soundmark.settings import Settings

NO_MEDIA_NOTICE = "savvy_no_media"
"""Key of the sentence that says that SAVVY-Bench needs recordings of one's own."""
PARTLY_NOTICE = "savvy_partly"
"""Key of the sentence that says that only questions whose recording is here are asked."""


def open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    """SAVVY-Bench with the user's own recordings, else the built-in scene.

    The recordings may not be handed on, so that without a folder of them (SAVVY_MEDIA) nothing of the benchmark could
    be heard; nor is a question asked whose own recording is not there.

    Raises:
        PackError: when not even the demo can be read.
    """

    def demo() -> ScenePack:
        folder = demo_savvy_folder()
        cache = audit_cache_of(settings, folder)
        pack = read_spatial_pack(folder, name=DEMO_SAVVY, audit_cache=cache, on_progress=on_progress)
        return ScenePack.of(pack, FolderScenes(folder))

    if settings.savvy_media_dir is None:
        return dataclasses.replace(demo(), notice_key=NO_MEDIA_NOTICE)
    opened = published_or_demo(SAVVY_BENCHMARK, settings, demo)
    try:
        return with_sound(opened)
    except PackError:
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
