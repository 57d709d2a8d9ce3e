"""Entries under a number that counts frames or windows: trajectories, key frames and tracks are all published so."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from soundmark.audio.errors import shown
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument
from soundmark.benchmarks.savvy.values import object_of

EntryT = TypeVar("EntryT")

MAX_FRAMES = 1_000_000
"""Beyond a dozen hours of 20 frames a second a key is no frame of these recordings."""

_MAX_KEY_DIGITS = 9


def read_frames(
    document: JsonDocument, name: str, parse: Callable[[Json], EntryT]
) -> tuple[dict[int, EntryT], tuple[Finding, ...]]:
    """Read an object whose keys are frame numbers, padded or not, as '00012' or '12'.

    Args:
        document: the file.
        name: of the file, for findings.
        parse: reads one value; a `ValueError` costs this entry.

    Returns:
        Entries by frame number, ascending, and a finding for what was left out.

    Raises:
        ValueError: when the file holds no object.
    """
    entries: dict[int, EntryT] = {}
    wrong: list[str] = [f"{shown(key)}: stands twice, the first counts" for key in document.repeated_keys]
    for key, value in object_of(document.value, "the file").items():
        try:
            frame = frame_number(key)
            if frame in entries:
                raise ValueError("stands twice, the first counts")
            entries[frame] = parse(value)
        except ValueError as error:
            wrong.append(f"{shown(key)}: {error}")
    return dict(sorted(entries.items())), summary(name, "entry", wrong)


def frame_number(key: str) -> int:
    """The number in a key.

    Raises:
        ValueError: when it is no whole number from 0 to 1,000,000.
    """
    if not (key.isascii() and key.isdigit() and len(key) <= _MAX_KEY_DIGITS) or int(key) > MAX_FRAMES:
        raise ValueError("it is no number of a frame")
    return int(key)


def summary(name: str, what: str, faults: list[str]) -> tuple[Finding, ...]:
    """One finding a file: a file of 4,000 frames in another layout is one fault, not 4,000.

    Args:
        name: of the file.
        what: of which kind the faulty parts are, as 'entry'.
        faults: which part, and what is wrong with it.
    """
    if not faults:
        return ()
    more = f", and {len(faults) - 1} more" if len(faults) > 1 else ""
    return (Finding(FindingKind.BAD_VALUE, name, f"{what} {faults[0]}{more}"),)
