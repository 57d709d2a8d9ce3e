"""The wording of spatial questions: SAVVY's templates of section C.3, said afresh.

Six kinds, each for speech and for other sounds. Placeholders mean what the published ones mean: the topic of what is
said or the name of the sound, the reference object by which one stands, the facing object one looks at.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from soundmark.spatial.answers import LETTERS, sector_names


class EventKind(StrEnum):
    """What is heard: somebody talking about something, or any other sound."""

    SPEECH = "speech"
    SOUND = "sound"


class Ask(StrEnum):
    """What a question asks for."""

    DIRECTION = "direction"
    DISTANCE = "distance"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A question as it is put.

    Attributes:
        prompt: the question and how to answer it.
        options: as "A: front-left"; none for a distance.
    """

    prompt: str
    options: tuple[str, ...] = ()


_EVENT = {
    EventKind.SPEECH: 'the speech topic "{event}" comes up',
    EventKind.SOUND: "the {event} sound is heard",
}
_EGO_TARGET = {EventKind.SPEECH: "the other person", EventKind.SOUND: "the sound source"}
_ALLO_TARGET = {EventKind.SPEECH: "the speaker", EventKind.SOUND: "the sounding object"}

_EGO = "Imagine you are the camera wearer. When {event}, "
_ALLO = "Imagine you are a robot that stands by the {reference} and faces the {facing}. When {event}, "
_DIRECTION = "where is {target}, relative to the way you are facing: {options}? {rule}"
_EGO_DISTANCE = "how far, in meters, is {target} from where you stand? {rule}"
_ALLO_DISTANCE = "When {event}, how far apart, in meters, are the {reference} and {target}? {rule}"

_CENTRE = "An object's location is its center point."
_SIDES_RULE = (
    "Answer 'left' if you would face it by turning less than 120 degrees to the left, 'right' if you would face it by "
    "turning less than 120 degrees to the right, and 'back' if you would have to turn 120 degrees or more. " + _CENTRE
)
_QUADRANTS_RULE = (
    "The choices are the quadrants of a plane in which you stand at the origin and face along the positive y-axis. "
    + _CENTRE
)
_DISTANCE_RULE = (
    _CENTRE + " The distance is the Euclidean one between the two points in the horizontal plane. Answer with a number."
)


def ego_direction(kind: EventKind, event: str, n_sectors: int) -> Wording:
    """Where is it, for the wearer? Three sectors make the simple template, four the hard one.

    Raises:
        SceneError: when the number of sectors is neither 3 nor 4.
    """
    prompt = (_EGO + _DIRECTION).format(
        event=_said(kind, event), target=_EGO_TARGET[kind], options=_listed(n_sectors), rule=_rule(n_sectors)
    )
    return Wording(prompt=prompt, options=_options(n_sectors))


def ego_distance(kind: EventKind, event: str) -> Wording:
    """How far is it from the wearer?"""
    prompt = (_EGO + _EGO_DISTANCE).format(event=_said(kind, event), target=_EGO_TARGET[kind], rule=_DISTANCE_RULE)
    return Wording(prompt=prompt)


def allo_direction(kind: EventKind, event: str, reference: str, facing: str, n_sectors: int) -> Wording:
    """Where is it, for someone by the reference object who faces the facing object?

    Raises:
        SceneError: when the number of sectors is neither 3 nor 4.
    """
    prompt = (_ALLO + _DIRECTION).format(
        event=_said(kind, event),
        reference=reference,
        facing=facing,
        target=_ALLO_TARGET[kind],
        options=_listed(n_sectors),
        rule=_rule(n_sectors),
    )
    return Wording(prompt=prompt, options=_options(n_sectors))


def allo_distance(kind: EventKind, event: str, reference: str) -> Wording:
    """How far is it from the reference object?"""
    prompt = _ALLO_DISTANCE.format(
        event=_said(kind, event), reference=reference, target=_ALLO_TARGET[kind], rule=_DISTANCE_RULE
    )
    return Wording(prompt=prompt)


def _said(kind: EventKind, event: str) -> str:
    return _EVENT[kind].format(event=event)


def _rule(n_sectors: int) -> str:
    return _SIDES_RULE if n_sectors == 3 else _QUADRANTS_RULE


def _listed(n_sectors: int) -> str:
    *names, last = sector_names(n_sectors)
    return f"{', '.join(names)}, or {last}"


def _options(n_sectors: int) -> tuple[str, ...]:
    return tuple(f"{letter}: {name}" for letter, name in zip(LETTERS, sector_names(n_sectors), strict=False))
