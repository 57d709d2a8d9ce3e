"""How others answered a question, each with a reason where there is one: people, models, and the pipeline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from soundmark.games.opponents import Opponent, reasoning_of
from soundmark.modes.savvy.hearing import HowHeard
from soundmark.modes.savvy.pipeline import ALL_ON, PipelineAnswer, Switches
from soundmark.modes.savvy.round import is_direction
from soundmark.modes.savvy.stages import Settled
from soundmark.spatial.scene import TrackSource
from soundmark.store.schema import SpatialRow
from soundmark.types import Note, ResponderKind, SpatialQuestion, worded

JsonValue = Mapping[str, object]

PEOPLE_SHOWN = 20
"""Distances of people that are listed; sectors are counted."""
PLACED_BY = {
    TrackSource.SNAPSHOT: "savvy_by_sd",
    TrackSource.SEGMENTATION: "savvy_by_seg",
    TrackSource.AUDIO: "savvy_by_audio",
}
"""Keys of texts."""
SOURCE_NAMES = {TrackSource.SNAPSHOT: "SD", TrackSource.SEGMENTATION: "Seg", TrackSource.AUDIO: "audio"}
NO_SOURCE = "\N{EN DASH}"
"""Where every source is switched off."""


def others_of(settled: Settled) -> list[JsonValue]:
    """Everybody else: people, the newest answer of each model and baseline, and the pipeline."""
    question, people = settled.seat.question, settled.others
    found = [*(_sectors(people) if is_direction(question) else _distances(people)), *_machines(settled.machines)]
    if settled.analysis.pipeline is not None:
        found += _pipeline(settled.analysis.pipeline, question, settled.analysis.choice.how)
    return found


def _sectors(people: Sequence[SpatialRow]) -> Iterator[JsonValue]:
    """How many people took each sector, and how many none."""
    counts = Counter((row.choice_index, row.status.value) for row in people)
    for (position, status), n in sorted(counts.items(), key=lambda item: -item[1]):
        yield _answer("human", f"{n} ×", position, None, status)


def _distances(people: Sequence[SpatialRow]) -> Iterator[JsonValue]:
    for row in people[:PEOPLE_SHOWN]:
        yield _answer("human", "", None, row.distance_m, row.status.value)


def _machines(rows: Sequence[SpatialRow]) -> Iterator[JsonValue]:
    for row in rows:
        who = Opponent.who_gave(row)
        answer = _answer(who.kind.value, who.label, row.choice_index, row.distance_m, row.status.value)
        # What a baseline does is a fixed text of the page, in the reader's language.
        yield {**answer, "said": reasoning_of(row) if who.kind is ResponderKind.MODEL else ""}


def heard_as(settled: Settled) -> str:
    """By which microphones, which procedure and which parts of the pipeline a result was made; '' for all of them."""
    pipeline = settled.analysis.pipeline
    switches = ALL_ON if pipeline is None else pipeline.switches
    return ", ".join([*_limits(settled.analysis.choice.how, switches), *([] if switches.uses_map else ["-map"])])


def _limits(how: HowHeard, switches: Switches) -> Iterator[str]:
    """What was used where that is not everything, in the words of SAVVY's tables."""
    if switches.sources != ALL_ON.sources:
        yield "+".join(name for source, name in SOURCE_NAMES.items() if source in switches.sources) or NO_SOURCE
    if how.mics:
        yield "".join(how.mics)
    if how.is_paper:
        yield "paper"


def _pipeline(found: PipelineAnswer, question: SpatialQuestion, how: HowHeard) -> Iterator[JsonValue]:
    """The answer by the map and, for the wearer's own view, what the tracks say without one (SAVVY, Table 9)."""
    by_map, n = found.by_map, len(question.choices)
    limits = {"limits": ", ".join(_limits(how, found.switches))}
    if found.switches.uses_map:
        sector = by_map.sector(n) if n else None
        metres = None if n else by_map.distance_m
        yield {**_answer("baseline", "Pipeline", sector, metres, ""), "why": _why_map(found, question), **limits}
    if found.without_map is not None:
        alone_m = None if n else found.without_map.distance_m
        why = worded("savvy_by_votes", n=found.n_votes)
        answer = _answer("baseline", "Pipeline (-map)", found.without_sector, alone_m, "")
        yield {**answer, "why": why, **limits}
    elif not found.switches.uses_map:
        answer = _answer("baseline", "Pipeline (-map)", None, None, "")
        yield {**answer, "why": worded("savvy_needs_map"), **limits}


def _why_map(found: PipelineAnswer, question: SpatialQuestion) -> Note | None:
    reason = found.by_map.no_azimuth if is_direction(question) else found.by_map.no_distance
    if reason is not None:
        return {"text": reason.value, **worded(f"savvy_{reason.name.lower()}")}
    if found.target_source is None:
        return None
    return worded(PLACED_BY[found.target_source], n=found.n_points)


def _answer(kind: str, name: str, position: int | None, metres: float | None, status: str) -> dict[str, object]:
    rounded = None if metres is None else round(metres, 2)
    return {
        "kind": kind,
        "name": name,
        "position": position,
        "metres": rounded,
        "status": status,
        "why": None,
        "said": "",
    }
