"""The folder of a pack: what lies in it, and whether this may be written over."""

from __future__ import annotations

import re
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.table import METADATA_NAME
from soundmark.curation.pack.clip import PackWriteError
from soundmark.curation.pack.readme import MARK

README_NAME = "README.md"
AUDIO_FOLDER = "audio"
COPIES_FOLDER = ".copies"
"""Encoded copies while a pack is being written; a run that was broken off goes on with them."""

COPY_NAME = re.compile(r"[0-9a-f]{24}\.mp3")
"""Of a clip in a pack: the start of its SHA-256, so that the same recordings give the same pack."""


def check_folder(folder: Path) -> None:
    """Nothing that somebody else put there may be overwritten.

    Raises:
        PackWriteError: when the folder is none, holds something else, or cannot be looked into.
    """
    try:
        _check_folder(folder)
    except OSError as error:
        raise PackWriteError(
            f"{shown(folder.name)} cannot be used ({error.strerror}). Name another folder for the pack."
        ) from error


def _check_folder(folder: Path) -> None:
    name = shown(folder.name)
    if not folder.exists():
        return
    if not folder.is_dir():
        raise PackWriteError(f"{name} is a file. Name a new folder for the pack.")
    found = {path.name.removesuffix(".part") for path in folder.iterdir()}
    others = found - {METADATA_NAME, README_NAME, AUDIO_FOLDER, COPIES_FOLDER}
    if others:
        raise PackWriteError(
            f"The folder {name} holds {shown(min(others))}, which is no part of a pack. Name a new one."
        )
    has_table, has_readme = (folder / METADATA_NAME).exists(), (folder / README_NAME).exists()
    unfinished = (folder / COPIES_FOLDER).is_dir()
    if (has_readme and not is_written_here(folder)) or (has_table and not (has_readme or unfinished)):
        raise PackWriteError(f"The folder {name} holds a pack that Soundmark did not write. Name a new one.")
    clips = folder / AUDIO_FOLDER
    strange = [path.name for path in clips.iterdir() if not is_ours(path.name)] if clips.is_dir() else []
    if strange:
        raise PackWriteError(f"{name}/{AUDIO_FOLDER} holds {shown(min(strange))}, which Soundmark did not write.")


def is_written_here(folder: Path) -> bool:
    """Whether the README of a folder is one of `write_pack`."""
    try:
        return MARK in (folder / README_NAME).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False


def is_ours(name: str) -> bool:
    """Whether a clip of a pack, finished or not, has such a name."""
    return COPY_NAME.fullmatch(name.removesuffix(".part")) is not None
