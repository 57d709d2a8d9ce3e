"""What a Space's folder holds: card, requirements, three lines of app.py, and the code itself.

The code is copied whole. A Gradio Space installs its requirements before its files are there, so that the folder cannot
install itself, and there is no published package to name; a copy runs without either, and a duplicate of the Space is
complete.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path

from soundmark.deploy.card import THUMBNAIL, card
from soundmark.deploy.spaces import Space
from soundmark.settings import ROOT
from soundmark.types import SoundmarkError

PACKAGES = ("soundmark", "components", "leaderboard")
COMPOSITION_ROOT = "soundmark_app.py"
"""The repository's app.py under another name, because a Space's own app.py imports it."""
ENDINGS = frozenset({".py", ".js", ".css", ".json", ".csv", ".tsv", ".toml", ".txt", ".md", ".opus", ".flac"})
APP = '''"""{title}, written by `python -m soundmark deploy {name}`, which replaces what is changed here."""

from soundmark_app import main

from soundmark.settings import read_settings

if __name__ == "__main__":
    raise SystemExit(main(read_settings(modes={modes})))
'''
ATTRIBUTES = "".join(f"*{ending} filter=lfs diff=lfs merge=lfs -text\n" for ending in (".flac", ".opus", ".png"))
"""The Hub takes binary files by LFS or Xet only."""


class FolderError(SoundmarkError):
    """A folder that a Space cannot be written to, or from."""


def own_files(space: Space, *, repo: str = "", root: Path = ROOT) -> dict[str, bytes]:
    """The files of a Space that are its own, by path: all but the code. `spaces/` keeps them.

    Args:
        space: which one.
        repo: owner/name on the Hub, if it is known.
        root: of the code.

    Raises:
        FolderError: when the code's requirements cannot be read.
    """
    requirements = _read(root / "requirements.txt")
    return {
        "README.md": card(space, requirements=requirements.decode(), repo=repo).encode(),
        "app.py": APP.format(title=space.title, name=space.name, modes=json.dumps(space.modes)).encode(),
        "requirements.txt": requirements,
    }


def space_files(space: Space, *, repo: str = "", models: bytes | None = None, root: Path = ROOT) -> dict[str, bytes]:
    """All files of a Space by path, ready to run.

    Args:
        space: which one.
        repo: owner/name on the Hub, if it is known.
        models: content of a models file to take along.
        root: of the code: the repository, or a Space's own folder.

    Raises:
        FolderError: when the code is not whole.
    """
    files = own_files(space, repo=repo, root=root) | {".gitattributes": ATTRIBUTES.encode()}
    for package in PACKAGES:
        for path in _code(root / package):
            files[path.relative_to(root).as_posix()] = _read(path)
    whole = root / COMPOSITION_ROOT
    files[COMPOSITION_ROOT] = _read(whole if whole.is_file() else root / "app.py")
    for name in ("LICENSE", "models.example.toml"):
        files[name] = _read(root / name)
    for thumbnail in (root / THUMBNAIL, root / "spaces" / space.name / THUMBNAIL):  # of a Space, or of the repository
        if thumbnail.is_file():
            files[THUMBNAIL] = _read(thumbnail)
    if models is not None:
        files["models.toml"] = models
    return files


def write_folder(files: dict[str, bytes], folder: Path) -> None:
    """Write a Space's files, in place of what was written there before; other files stay.

    Raises:
        FolderError: when the folder holds something else, or cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise FolderError(f"{folder} is a file. Name a folder.")
    if folder.is_dir() and any(folder.iterdir()) and not (folder / COMPOSITION_ROOT).is_file():
        raise FolderError(f"{folder} holds something else. Name an empty folder, or one that this command has written.")
    try:
        for package in PACKAGES:
            for path in _code(folder / package):
                if path.relative_to(folder).as_posix() not in files:
                    path.unlink()
        for name, content in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise FolderError(f"{folder} cannot be written ({error.strerror}). Name another folder.") from error


def _code(package: Path) -> Iterator[Path]:
    """The files of a package, sorted: no link, nothing hidden, and nothing that Python or an editor left there."""
    for folder, names, found in os.walk(package):
        names[:] = sorted(name for name in names if not name.startswith((".", "__pycache__")))
        for name in sorted(found):
            path = Path(folder) / name
            if path.suffix in ENDINGS and not name.startswith(".") and not path.is_symlink():
                yield path


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise FolderError(
            f"{path.name} cannot be read ({error.strerror}). Run this from a whole copy of the code."
        ) from error
