"""A file that somebody has uploaded, between its arrival and its use."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gradio.utils import get_upload_folder

from soundmark.types import SoundmarkError


class NoUploadError(SoundmarkError):
    """There is no file, or none that was uploaded here."""


@contextmanager
def uploaded(file: object, if_none: str) -> Iterator[Path]:
    """The file of a `gr.File`; it is removed, with the folder that was made for it, when the block ends.

    Args:
        file: what the component sent. A browser may have sent any path instead.
        if_none: what to say when there is none.

    Raises:
        NoUploadError: when there is none, or it is not one of those that were uploaded here.
    """
    if not isinstance(file, str) or not file:
        raise NoUploadError(if_none)
    folder, path = Path(get_upload_folder()).resolve(), Path(os.path.realpath(file))
    if folder not in path.parents or not path.is_file():
        raise NoUploadError("This file is not here any more. Please choose it again.")
    try:
        yield path
    finally:
        path.unlink(missing_ok=True)
        if path.parent.parent == folder:
            shutil.rmtree(path.parent, ignore_errors=True)
