"""Uploads of the arena that were reported: to look at, to give back, or to delete."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.modes.arena.shelf import NAME, Shelf
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.types import SoundmarkError

MAX_LOOK_BYTES = 30_000_000
"""As a part of the page; what is larger is looked at in the folder."""
MEDIA_TYPES = {ExhibitKind.SOUND: "audio/mpeg", ExhibitKind.PHOTO: "image/jpeg"}


class UploadGone(SoundmarkError):
    """A hidden upload that is not there any more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenUpload:
    """An upload that nobody is shown.

    Attributes:
        name: which nobody can guess.
        is_sound: a recording, else a photo.
        at: when it was brought.
        n_bytes: how large it is.
    """

    name: str
    is_sound: bool
    at: datetime
    n_bytes: int


def hidden_uploads(shelf: Shelf) -> list[HiddenUpload]:
    """All of them, the newest first."""
    found = []
    for path in shelf.hidden.iterdir() if shelf.hidden.is_dir() else ():
        if NAME.fullmatch(path.name) is None:
            continue
        try:
            told = path.stat()
        except FileNotFoundError:  # another of the owner's pages has just deleted it
            continue
        is_sound = shelf.kind(path.name) is ExhibitKind.SOUND
        at = datetime.fromtimestamp(told.st_mtime, UTC)
        found.append(HiddenUpload(name=path.name, is_sound=is_sound, at=at, n_bytes=told.st_size))
    return sorted(found, key=lambda one: one.at, reverse=True)


def look(shelf: Shelf, name: object) -> str:
    """A hidden upload as an address that holds it, so that it lies in no folder that anybody is served from.

    Raises:
        UploadGone: when it is not there, or too large for that.
    """
    known = _known(shelf, name)
    try:
        data = (shelf.hidden / known).read_bytes()
    except OSError as error:
        raise UploadGone(f"{known} cannot be read ({error.strerror}). Load the page again.") from error
    if len(data) > MAX_LOOK_BYTES:
        raise UploadGone(f"{known} is too large to be shown here. Open it in {shelf.hidden}.")
    return f"data:{MEDIA_TYPES[shelf.kind(known)]};base64,{base64.b64encode(data).decode('ascii')}"


def restore(shelf: Shelf, name: object) -> None:
    """Let an upload be shown again.

    Raises:
        UploadGone: when it is not there.
    """
    known = _known(shelf, name)
    try:
        (shelf.hidden / known).replace(shelf.folder / known)
    except OSError as error:
        raise UploadGone(f"{known} cannot be given back ({error.strerror}). Load the page again.") from error


def delete(shelf: Shelf, name: object) -> None:
    """Delete an upload, with what is known of it.

    Raises:
        UploadGone: when it is not there.
    """
    known = _known(shelf, name)
    try:
        (shelf.hidden / known).unlink()
        (shelf.folder / f"{known}.json").unlink(missing_ok=True)
    except OSError as error:
        raise UploadGone(f"{known} cannot be deleted ({error.strerror}). Load the page again.") from error


def _known(shelf: Shelf, name: object) -> str:
    """The name, if it is one of a hidden upload: a name and no path."""
    if isinstance(name, str) and NAME.fullmatch(name) and (shelf.hidden / name).is_file():
        return name
    raise UploadGone("This upload is not here any more. Load the page again.")
