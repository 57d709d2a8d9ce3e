"""Where a spatial game can stand: a question is shown, it is settled, or the game is finished."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from soundmark.benchmarks.question_scene import QuestionScene
from soundmark.games.deal import GameSpec
from soundmark.games.opponents import Race
from soundmark.games.table import PlayError, Seat
from soundmark.modes.savvy.copies import PlayableScene
from soundmark.modes.savvy.excerpt import Part
from soundmark.modes.savvy.hearing import Hearing
from soundmark.modes.savvy.pipeline import AS_SET, Choice, PipelineAnswer
from soundmark.modes.savvy.round import Tally
from soundmark.store.rounds import GameRecord
from soundmark.store.schema import SpatialRow
from soundmark.types import SpatialTruth

SpatialSeat: TypeAlias = Seat[SpatialTruth]


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A question that waits for an answer, with the copies of its recording. Of the scene only sightings are shown."""

    seat: SpatialSeat
    tally: Tally
    playable: PlayableScene
    scene: QuestionScene | None
    max_m: float
    race: Race | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Analysis:
    """What the machine made of the recording.

    Attributes:
        hearing: of the microphones.
        picture: of its peak map, in the served folder.
        why_not: why the microphones could not be used; None when they were, or there is no sound.
        pipeline: the pipeline's answer, where the scene is known.
        choice: what it was made with.
    """

    hearing: Hearing | None = None
    picture: Path | None = None
    why_not: PlayError | None = None
    pipeline: PipelineAnswer | None = None
    choice: Choice = AS_SET


@dataclass(frozen=True, slots=True, kw_only=True)
class Settled:
    """An answered question: what is told after the row is in the log.

    Attributes:
        others: the answers of other people to the same question.
        machines: the newest answer of each model and baseline to it.
        playable: None when the recording cannot be played any more.
        told: what of the recording is told, by its clock, while later questions of the game are about it too; None for
            all of it.
        max_m: where the slider of metres ends.
        race: how the game stands against the opponent, this round included; None in a game against nobody.
    """

    seat: SpatialSeat
    row: SpatialRow
    tally: Tally
    others: tuple[SpatialRow, ...]
    machines: tuple[SpatialRow, ...]
    playable: PlayableScene | None
    scene: QuestionScene | None
    analysis: Analysis
    max_m: float
    told: Part | None = None
    race: Race | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Finished:
    """A game whose rounds are all answered."""

    game: GameRecord
    spec: GameSpec
    rows: tuple[SpatialRow, ...]
    tally: Tally
    race: Race | None = None


Stage = Shown | Settled | Finished
