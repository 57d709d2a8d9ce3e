"""Pieces of replies as JSON brings them: any member may be missing, null or of another type."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping

from soundmark.audio.errors import shown
from soundmark.models.failures import not_json

MAX_COUNT = 10**12


def loaded(raw: bytes) -> Mapping[str, object]:
    """A JSON object.

    Raises:
        ModelFailure: when it is none.
    """
    try:
        content = json.loads(raw)
    except (ValueError, RecursionError):
        raise not_json() from None
    if not isinstance(content, Mapping):
        raise not_json()
    return content


def member(value: object, *names: str | int) -> object:
    """What lies at the end of a path; None where it breaks off."""
    for name in names:
        if isinstance(name, int):
            if not (isinstance(value, list) and name < len(value)):
                return None
            value = value[name]
        else:
            value = value.get(name) if isinstance(value, Mapping) else None
    return value


def text_of(value: object) -> str:
    """A text, '' for anything else."""
    return value if isinstance(value, str) else ""


def word_of(value: object) -> str:
    """A short text fit for a log, '' for anything else."""
    return shown(value) if isinstance(value, str) else ""


def count_of(value: object) -> int | None:
    """A count that can be one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= MAX_COUNT:
        return None
    return int(value) if float(value).is_integer() else None


def money_of(value: object) -> float | None:
    """A price that can be one."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value) if 0 <= value <= MAX_COUNT else None
