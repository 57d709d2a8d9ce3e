"""The folder of sounds that whoever runs the app has set, for the modes that can play it."""

from __future__ import annotations

from pathlib import Path

from soundmark.benchmarks.outline import kinds_of_folder
from soundmark.settings import Settings
from soundmark.types import QuestionKind


def own_folder(settings: Settings, kind: QuestionKind) -> Path | None:
    """The folder that is set, when it holds questions of this kind; else None.

    Raises:
        PackError: when it has no table that holds questions.
    """
    folder = settings.clips_dir
    return folder if folder is not None and kind in kinds_of_folder(folder) else None
