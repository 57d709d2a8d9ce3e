"""Copies of recordings for players and models: no tags, no telling name, a new name every time.

A published copy is a second name (a hard link) of the encoded copy in the private cache, so that publishing costs
neither time nor room, and nobody learns from a name whether two rounds play the same recording.
"""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio._copies import (
    Prepared,
    Source,
    cannot_write,
    is_prepared,
    neutralise,
    prepare_copy,
    write_atomically,
)
from soundmark.audio.decode import DEFAULT_MAX_DURATION_S
from soundmark.whole_file import whole_file

__all__ = [
    "Prepared", "Published", "is_prepared", "prepare_copy",
    "publish_bytes", "publish_copy", "publish_image", "publish_made",
    "publish_once",
]  # fmt: skip

_ATTEMPTS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Published:
    """A copy that may be served.

    Attributes:
        path: an MP3 file directly in the public folder. Its name is the time of publication (12 hex digits of
            milliseconds, which every response's Date header tells too) and 128 random bits.
        duration_s: length of the recording.
        waveform: 200 values from 0 to 1 for drawing it.
    """

    path: Path
    duration_s: float
    waveform: tuple[float, ...]

    @property
    def name(self) -> str:
        """The file name, all that a client may know."""
        return self.path.name


def publish_copy(
    source: Source,
    out_dir: Path,
    cache_dir: Path,
    *,
    sha256: str | None = None,
    max_duration_s: float = DEFAULT_MAX_DURATION_S,
) -> Published:
    """Publish a recording under a new unguessable name.

    Safe to call from several threads and processes at once.

    Args:
        source: an audio file, a recording already decoded, or what makes one.
        out_dir: public folder, made when absent.
        cache_dir: private folder for encoded copies; hard links need it on the same file system, else files are copied.
        sha256: digest of the file's bytes when known (a `Clip` has it), which saves reading the file.
        max_duration_s: longest sound accepted, in seconds.

    Raises:
        AudioError: when the source is no sound, or a file without anything to hear (`AudioReason.SILENT`).
        PublishError: when a file cannot be written.
        ValueError: when `sha256` is not 64 hex digits.
    """
    target = out_dir / _new_name()
    for attempt in range(_ATTEMPTS):
        prepared = prepare_copy(source, cache_dir, sha256=sha256, max_duration_s=max_duration_s)
        try:
            out_dir.mkdir(parents=True, exist_ok=True)
            _second_name(prepared.path, target)
        except FileNotFoundError as error:
            # The cache was swept between the two steps.
            if attempt == _ATTEMPTS - 1:
                raise cannot_write(error) from error
        except OSError as error:
            raise cannot_write(error) from error
        else:
            break
    return Published(path=target, duration_s=prepared.duration_s, waveform=prepared.waveform)


def publish_made(prepared: Path, out_dir: Path) -> Path:
    """Publish a file of the private cache under a new unguessable name.

    Raises:
        PublishError: when it is gone, or cannot be written.
    """
    target = out_dir / _new_name(prepared.suffix[1:])
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        _second_name(prepared, target)
    except OSError as error:
        raise cannot_write(error) from error
    return target


def publish_image(png: bytes, out_dir: Path) -> Path:
    """Publish a picture that was made of a recording, under a new unguessable name; it is swept like the copies.

    Raises:
        PublishError: when the file cannot be written.
    """
    return publish_bytes(png, out_dir, suffix="png")


def publish_bytes(content: bytes, out_dir: Path, *, suffix: str) -> Path:
    """Publish what was encoded here, under a new unguessable name; it is swept like the copies.

    Args:
        content: of the file, which tells nothing but the sound or picture.
        out_dir: public folder, made when absent.
        suffix: mp3, png or jpg.

    Raises:
        PublishError: when the file cannot be written.
    """
    target = out_dir / _new_name(suffix)
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        write_atomically(target, content, neutral=True)
    except OSError as error:
        raise cannot_write(error) from error
    return target


def publish_once(write: Callable[[Path], None], out_dir: Path, suffix: str = "mp3") -> Path:
    """Publish a file that nobody else will ever ask for, under a new unguessable name; no copy of it is kept.

    Args:
        write: makes the file of the path that it is given.
        out_dir: public folder, made when absent.
        suffix: of the name.

    Raises:
        PublishError: when the file cannot be written.
    """
    target = out_dir / _new_name(suffix)
    try:
        out_dir.mkdir(parents=True, exist_ok=True)
        with whole_file(target) as part:
            write(part)
            neutralise(part)
    except OSError as error:
        raise cannot_write(error) from error
    return target


def _new_name(suffix: str = "mp3") -> str:
    """Names sort by age, which lets old copies be swept: the links of one file share its times."""
    return f"{time.time_ns() // 1_000_000:012x}{secrets.token_hex(16)}.{suffix}"


def _second_name(prepared: Path, target: Path) -> None:
    try:
        target.hardlink_to(prepared)
    except FileNotFoundError:
        raise
    except OSError:
        # Another file system, one without links, or too many links.
        with whole_file(target) as part:
            shutil.copyfile(prepared, part)
            neutralise(part)
