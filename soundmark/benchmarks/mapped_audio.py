"""The sound of a row of a Hub dataset: bytes in the row itself, or a file of the same dataset."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.audio.errors import shown
from soundmark.audio.formats import AUDIO_EXTENSIONS
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.rows import RowError
from soundmark.benchmarks.values import relative_name

MAX_CLIP_BYTES = 100_000_000


def audio_bytes(audio: object) -> bytes:
    """The encoded sound that a value brings along; b'' for none.

    Raises:
        RowError: when it is larger than any clip may be.
    """
    content = audio.get("bytes") if isinstance(audio, Mapping) else None
    if not isinstance(content, bytes):
        return b""
    if len(content) > MAX_CLIP_BYTES:
        raise RowError(FindingKind.TOO_LARGE, f"over {MAX_CLIP_BYTES // 10**6} MB")
    return content


def audio_path(audio: object) -> str:
    """What a value calls its sound; '' when it does not."""
    path = audio.get("path") if isinstance(audio, Mapping) else audio
    return path.strip() if isinstance(path, str) else ""


def path_in_dataset(written: str, own: str) -> str:
    """The path of a file in the dataset.

    Args:
        written: what the row calls it.
        own: how an address of this dataset at this commit begins.

    Raises:
        RowError: when it names no sound, or one that is somewhere else.
    """
    if not written:
        raise RowError(FindingKind.EMPTY, "no audio")
    if "://" in written and not written.startswith(own):
        raise RowError(FindingKind.BAD_VALUE, f"audio elsewhere is not fetched: {shown(written)}")
    try:
        name = relative_name(written.removeprefix(own))
    except ValueError as error:
        raise RowError(FindingKind.BAD_NAME, str(error)) from error
    if name.suffix.lstrip(".").lower() not in AUDIO_EXTENSIONS:
        raise RowError(FindingKind.NOT_AUDIO, shown(written))
    return str(name)
