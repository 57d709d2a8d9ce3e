"""From the parts of a text to one latitude and one longitude."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from soundmark.geography.angles import CoordinateReason, NotCoordinates, angle_deg
from soundmark.geography.coordinate_text import Axis, Kind, Part

PAIR = 2
SECONDS = 2
MIN_DECIMALS_IN_PROSE = 2
"""Two numbers among words are coordinates only when they look like it: `route 66, exit 12` is none."""

Run = tuple[Part, ...]
"""Numbers with nothing between them."""


def angles_of(parts: Sequence[Part]) -> tuple[float, float]:
    """Latitude and longitude in degrees, signed.

    Raises:
        NotCoordinates: when the parts do not name exactly one point beyond doubt.
    """
    count = {kind: sum(part.kind is kind for part in parts) for kind in Kind}
    if count[Kind.NUMBER] < PAIR:
        raise NotCoordinates(CoordinateReason.NO_COORDINATES)
    if count[Kind.AMBIGUOUS_HEMISPHERE]:
        raise NotCoordinates(CoordinateReason.AMBIGUOUS_HEMISPHERE)
    if count[Kind.BROKEN]:
        raise NotCoordinates(CoordinateReason.UNREADABLE)
    if max(count[Kind.HEMISPHERE], count[Kind.LABEL]) > PAIR:
        raise NotCoordinates(CoordinateReason.SEVERAL_POINTS)
    if count[Kind.STRAY_HEMISPHERE] and count[Kind.HEMISPHERE] < PAIR:  # `south latitude 33.9` is not 33.9
        raise NotCoordinates(CoordinateReason.UNREADABLE)
    if count[Kind.HEMISPHERE]:
        return _with_hemispheres(_runs_and_others(parts))
    if count[Kind.COLON]:  # 12:30 is a time of day
        raise NotCoordinates(CoordinateReason.UNREADABLE)
    if count[Kind.LABEL]:
        return _with_labels(_runs_and_others(parts))
    if count[Kind.NOTATION]:
        raise NotCoordinates(CoordinateReason.AMBIGUOUS_ORDER)
    return _bare(_runs_and_others(parts))


def _runs_and_others(parts: Iterable[Part]) -> list[Run | Part]:
    """The parts with neighbouring numbers joined; a colon between two numbers joins them too."""
    elements: list[Run | Part] = []
    for part in parts:
        if part.kind is Kind.COLON:
            continue
        last = elements[-1] if elements else None
        if part.kind is not Kind.NUMBER:
            elements.append(part)
        elif isinstance(last, tuple):
            elements[-1] = (*last, part)
        else:
            elements.append((part,))
    return elements


def _runs(elements: Iterable[Run | Part]) -> list[Run]:
    return [element for element in elements if isinstance(element, tuple)]


def _with_hemispheres(elements: Sequence[Run | Part]) -> tuple[float, float]:
    """Letters all before their numbers or all after them; each number belongs to one, or is the other, signed angle."""
    marks = _indices(elements, Kind.HEMISPHERE)
    runs = [index for index, element in enumerate(elements) if isinstance(element, tuple)]
    if len(runs) != PAIR:
        too_few = len(runs) < PAIR
        raise NotCoordinates(CoordinateReason.MISSING_HEMISPHERE if too_few else CoordinateReason.TOO_MANY_NUMBERS)
    step = 1 if marks[0] < runs[0] else -1
    letters = {mark + step: elements[mark] for mark in marks}
    if not set(letters) <= set(runs) or (len(marks) == 1 and runs == [marks[0] - 1, marks[0] + 1]):
        # A lone letter between two numbers may belong to either, or be a word: Italian `e` is `and`.
        raise NotCoordinates(CoordinateReason.UNREADABLE)
    angles = [_lettered(run, letters.get(index)) for index, run in zip(runs, _runs(elements), strict=True)]
    axes = [_axis(letters.get(index)) for index in runs]
    if len(marks) < PAIR:
        axes = [axis or _other(axes) for axis in axes]
    _check_order(axes, _label_axes(elements))
    return _in_order(axes, angles)


def _lettered(run: Run, letter: Run | Part | None) -> float:
    """The angle of a number with its letter, or with its sign: without either it may lie on both sides."""
    if isinstance(letter, Part):
        return angle_deg(run, letter)
    angle = angle_deg(run)
    if not run[0].sign and angle:
        raise NotCoordinates(CoordinateReason.MISSING_HEMISPHERE)
    return angle


def _axis(letter: Run | Part | None) -> Axis | None:
    return letter.axis if isinstance(letter, Part) else None


def _other(axes: Sequence[Axis | None]) -> Axis:
    return Axis.LATITUDE if Axis.LONGITUDE in axes else Axis.LONGITUDE


def _check_order(axes: Sequence[Axis | None], labels: Sequence[Axis | None]) -> None:
    """Two labels must come in the order of the angles: `lat: 121 E, lon: 25 N` is contradictory."""
    if len(set(axes)) < PAIR or (len(labels) == PAIR and list(labels) != list(axes)):
        raise NotCoordinates(CoordinateReason.CONTRADICTORY_ORDER)


def _in_order(axes: Sequence[Axis | None], angles: Sequence[float]) -> tuple[float, float]:
    by_axis = dict(zip(axes, angles, strict=True))
    return by_axis[Axis.LATITUDE], by_axis[Axis.LONGITUDE]


def _indices(elements: Sequence[Run | Part], kind: Kind) -> list[int]:
    return [index for index, element in enumerate(elements) if isinstance(element, Part) and element.kind is kind]


def _label_axes(elements: Iterable[Run | Part]) -> list[Axis | None]:
    return [part.axis for part in elements if isinstance(part, Part) and part.kind is Kind.LABEL]


def _with_labels(elements: Sequence[Run | Part]) -> tuple[float, float]:
    """One label a number, before or after it, or both labels before or after both numbers."""
    axes = _label_axes(elements)
    if len(set(axes)) != PAIR:
        raise NotCoordinates(CoordinateReason.CONTRADICTORY_ORDER)
    labels_and_runs = [e for e in elements if isinstance(e, tuple) or e.kind is Kind.LABEL]
    shape = "".join("#" if isinstance(element, tuple) else "L" for element in labels_and_runs)
    if shape in ("L#L#", "#L#L"):
        angles = [_single_angle(run) for run in _runs(elements)]
    elif shape in ("LL##", "LL#", "##LL", "#LL"):
        angles = [angle_deg(angle) for angle in _pair([angle for run in _runs(elements) for angle in _split(run)])]
    else:
        raise NotCoordinates(CoordinateReason.TOO_MANY_NUMBERS)
    return _in_order(axes, angles)


def _single_angle(run: Run) -> float:
    """The angle of several numbers only when one of them has a unit."""
    if len(run) > 1 and all(number.unit is None for number in run):
        raise NotCoordinates(CoordinateReason.TOO_MANY_NUMBERS)
    return angle_deg(run)


def _bare(elements: Sequence[Run | Part]) -> tuple[float, float]:
    """Two angles, latitude first, alone or recognisable among words."""
    latitude, longitude = _pair([angle for run in _runs(elements) for angle in _split(run)])
    if any(isinstance(element, Part) and element.kind is Kind.WORD for element in elements):
        _check_prose(elements, (latitude, longitude))
    return angle_deg(latitude), angle_deg(longitude)


def _check_prose(elements: Sequence[Run | Part], angles: tuple[Run, Run]) -> None:
    """Among words: two numbers with decimals, and nothing but separators between them."""
    ends = [index for index, element in enumerate(elements) if isinstance(element, tuple)]
    between = elements[ends[0] + 1 : ends[-1]]
    is_listed = bool(between) and all(isinstance(e, Part) and e.kind is Kind.SEPARATOR for e in between)
    is_decimal = all(len(angle) == 1 and angle[0].decimals >= MIN_DECIMALS_IN_PROSE for angle in angles)
    if not (is_listed and is_decimal):
        raise NotCoordinates(CoordinateReason.UNREADABLE)


def _pair(angles: Sequence[Run]) -> tuple[Run, Run]:
    if len(angles) != PAIR:
        reason = CoordinateReason.TOO_MANY_NUMBERS if len(angles) > PAIR else CoordinateReason.NO_COORDINATES
        raise NotCoordinates(reason)
    latitude, longitude = angles
    is_marked = all(angle[0].unit == 0 for angle in angles)
    if len(latitude) != len(longitude) and not is_marked:
        raise NotCoordinates(CoordinateReason.UNREADABLE)
    return latitude, longitude


def _split(run: Run) -> list[Run]:
    """A run of numbers without letters, cut where a new angle certainly begins."""
    angles: list[Run] = []
    for number in run:
        previous = angles[-1][-1] if angles else None
        if previous is None or number.unit == 0 or (number.unit is None and previous.unit in (None, SECONDS)):
            angles.append((number,))
        elif number.unit is None:  # 48° 51 may go on in minutes, or not
            raise NotCoordinates(CoordinateReason.UNREADABLE)
        else:
            angles[-1] = (*angles[-1], number)
    return angles
