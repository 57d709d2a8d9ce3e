"""Microphone arrays from JSON files.

    {"name": "table", "unit": "cm", "frame": "x forward, y left, z up",
     "microphones": [[-5, -5, 0], [-5, 5, 0], [5, -5, 0], [5, 5, 0]], "names": ["a", "b", "c", "d"]}

Only `microphones` (or `positions_m`, or `mics`) is needed. Other fields are left alone, but those whose name is almost
one of these are refused: "frames" would quietly turn every direction. Without `unit` they are metres; without `frame`
x is right, y up and z forward.
"""

from __future__ import annotations

import json
from difflib import get_close_matches
from pathlib import Path

import numpy as np

from soundmark.spatial.arrays import BUILT_IN, Floats, MicrophoneArray, shown
from soundmark.spatial.errors import ArrayError

MAX_FILE_BYTES = 1_000_000
METRES_BY_UNIT = {"m": 1.0, "cm": 0.01, "mm": 0.001}
_POSITION_KEYS = ("microphones", "positions_m", "mics")
FIELDS = (*_POSITION_KEYS, "name", "names", "unit", "frame")
ALMOST = 0.8
"""Share of letters in common (difflib's ratio) from which a field is taken for a slip of the pen."""

_AXES: dict[str, tuple[int, int, int]] = {
    "right": (1, 0, 0), "left": (-1, 0, 0), "up": (0, 1, 0), "down": (0, -1, 0),
    "forward": (0, 0, 1), "front": (0, 0, 1), "back": (0, 0, -1), "backward": (0, 0, -1),
}  # fmt: skip
"""Directions seen by the wearer, in the frame of an array."""


def named_array(name_or_path: str) -> MicrophoneArray:
    """A built-in array by its name, else the array of a JSON file.

    Raises:
        ArrayError: when it is neither, or the file cannot be used.
    """
    built_in = BUILT_IN.get(name_or_path)
    if built_in is not None:
        return built_in
    return read_array(Path(name_or_path))


def read_array(path: Path) -> MicrophoneArray:
    """Read the array of a JSON file; the module's docstring shows one.

    Raises:
        ArrayError: when there is no such file or it does not describe an array.
    """
    label = shown(path.name, 60)
    try:
        if not path.is_file():
            known = ", ".join(BUILT_IN)
            raise ArrayError(f"There is no array and no file {label}. Name a JSON file, or one of: {known}.")
        if path.stat().st_size > MAX_FILE_BYTES:
            raise ArrayError(f"{label} has more than {MAX_FILE_BYTES // 1000} kB: not the file of an array.")
        content = json.loads(path.read_bytes())
    except OSError as error:
        raise ArrayError(f"{label} cannot be read. Check its permissions.") from error
    except (ValueError, RecursionError) as error:  # ValueError: no JSON, no UTF-8, or a NUL in the name
        raise ArrayError(
            f"{label} is not JSON. Correct it, or name a built-in array: {', '.join(BUILT_IN)}."
        ) from error
    return array_of(content, label, path.stem)


def array_of(content: object, label: str, default_name: str) -> MicrophoneArray:
    """The array that a JSON value describes.

    Args:
        content: what `json.loads` returned.
        label: what to call it in messages.
        default_name: the array's name where the value gives none.

    Raises:
        ArrayError: when it does not describe an array.
    """
    if isinstance(content, list):
        content = {"microphones": content}
    if not isinstance(content, dict):
        raise ArrayError(f'{label}: a JSON object with "microphones" was expected.')
    given = [key for key in _POSITION_KEYS if key in content]
    if len(given) != 1:
        raise ArrayError(f'{label}: give the positions once, as "microphones": [[x, y, z], ...].')
    for key in content:
        near = [] if key in FIELDS else get_close_matches(str(key).lower(), FIELDS, n=1, cutoff=ALMOST)
        if near:
            raise ArrayError(f"{label}: the field {shown(str(key))} is not known. If {near[0]} is meant, write that.")
    positions = _numbers(content[given[0]], label)
    unit = content.get("unit", "m")
    if not isinstance(unit, str) or unit not in METRES_BY_UNIT or (given[0] == "positions_m" and unit != "m"):
        raise ArrayError(f"{label}: the unit {shown(str(unit))} cannot be used. Use one of m, cm, mm.")
    positions = positions * METRES_BY_UNIT[unit] @ _axes(content.get("frame"), label)
    name = content.get("name", default_name)
    if not isinstance(name, str) or not name.isprintable() or not 0 < len(name) <= 60:
        raise ArrayError(f"{label}: the array's name must be a line of at most 60 characters.")
    return MicrophoneArray.of(name, positions, _names(content.get("names"), label))


def _numbers(value: object, label: str) -> Floats:
    """An m x 3 array; booleans, texts and numbers beyond double precision are not numbers here."""
    if not isinstance(value, list):
        raise ArrayError(f"{label}: the positions must be a list of [x, y, z].")
    for k, row in enumerate(value):
        if not isinstance(row, list) or len(row) != 3 or not all(_is_number(item) for item in row):
            raise ArrayError(f"{label}: microphone {k} needs three numbers [x, y, z], not {shown(json.dumps(row))}.")
    return np.array(value, dtype=np.float64).reshape(-1, 3)


def _is_number(item: object) -> bool:
    return isinstance(item, int | float) and not isinstance(item, bool) and abs(item) < 1e9  # NaN compares false


def _names(value: object, label: str) -> list[str] | None:
    if value is None:
        return None
    fits = isinstance(value, list) and all(isinstance(v, str) and v.isprintable() and len(v) <= 20 for v in value)
    if not fits or not isinstance(value, list) or any("," in v or v != v.strip() for v in value):
        raise ArrayError(f'{label}: "names" must be a list of short texts without commas, one a microphone.')
    return value


def _axes(frame: object, label: str) -> Floats:
    """The matrix that turns rows of the file's frame into rows of (right, up, forward)."""
    if frame is None:
        return np.eye(3)
    if isinstance(frame, str) and len(frame) <= 200:
        words = [part.split() for part in frame.lower().replace(";", ",").split(",")]
        if [w[0] for w in words if len(w) == 2 and w[1] in _AXES] == ["x", "y", "z"] and len(words) == 3:
            axes = np.array([_AXES[w[1]] for w in words], dtype=np.float64)
            if abs(np.linalg.det(axes)) > 0.5:
                return axes
    raise ArrayError(
        f"{label}: the frame {shown(str(frame))} cannot be read. Say where each axis points, for instance "
        '"x right, y up, z forward".'
    )
