"""What is measured of the answers to a benchmark, by the table of the log that holds them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from leaderboard.choice_spec import GLOBEAUDIO, SPECS, TAU, ChoiceSpec
from leaderboard.tables import measure_choice, measure_geo, measure_spatial
from leaderboard.tables.answers import Answers, answers_of
from leaderboard.tables.categories import categories
from leaderboard.tables.columns import Mask
from leaderboard.tables.experience import NAMES as EXPERIENCE
from leaderboard.tables.experience import experience
from leaderboard.tables.groups import Classes
from leaderboard.tables.metrics import Measured

if TYPE_CHECKING:
    import pyarrow as pa

    from leaderboard.tables.source import LoggedTable

Measure = Callable[[Answers], list[Measured]]


@dataclass(frozen=True, slots=True, kw_only=True)
class TableKind:
    """How the answers to one benchmark are read and measured.

    Attributes:
        log_table: geo, choice or spatial.
        columns: of the log that are needed beside those of every table.
        is_sound: says which rows hold values that can be.
        measure: the metrics; the first orders the rows.
        classes: by which people are told apart; None for not at all.
        by_experience: whether that is how many questions they had answered before, and not what they said.
        by_category: share of right answers in each category of questions; None where questions have none.
    """

    log_table: str
    columns: Sequence[str]
    is_sound: Callable[[pa.Table], Mask]
    measure: Measure
    classes: Classes | None = None
    by_experience: bool = False
    by_category: Measure | None = None

    def answers(self, logged: LoggedTable) -> Answers:
        """The answers that count."""
        found = answers_of(logged.table, self.is_sound, logged.withdrawn)
        return replace(found, report=experience(found)) if self.by_experience else found


BY_EXPERIENCE = Classes(of=str, names=EXPERIENCE, has_rest=False)
GEO = TableKind(
    log_table="geo",
    columns=measure_geo.COLUMNS,
    is_sound=measure_geo.is_sound,
    measure=measure_geo.measure,
    classes=BY_EXPERIENCE,
    by_experience=True,
)
SPATIAL = TableKind(
    log_table="spatial",
    columns=measure_spatial.COLUMNS,
    is_sound=measure_spatial.is_sound,
    measure=measure_spatial.measure,
    classes=BY_EXPERIENCE,
    by_experience=True,
)


def choice_kind(
    spec: ChoiceSpec, groups: Mapping[str, str] | None = None, category_of: Mapping[str, str] | None = None
) -> TableKind:
    """The kind of a quiz.

    Args:
        spec: of its board.
        groups: question -> its group, where the questions are at hand.
        category_of: question -> its category, likewise.
    """
    return TableKind(
        log_table="choice",
        columns=measure_choice.COLUMNS,
        is_sound=measure_choice.is_sound,
        measure=partial(measure_choice.measure, spec=spec, groups=groups),
        classes=Classes(of=spec.class_of, names=spec.classes),
        by_category=partial(categories, of_question=category_of),
    )


def kind_of(log_table: str, benchmark: str) -> TableKind:
    """The kind of a benchmark by the table that holds its answers; a quiz of no known name is told apart as TAU is."""
    if log_table == "geo":
        return GEO
    if log_table == "spatial":
        return SPATIAL
    return choice_kind(next((spec for spec in SPECS if spec.mode in benchmark), TAU))


KNOWN = {"agl1k": "geo", TAU.benchmark: "choice", GLOBEAUDIO.benchmark: "choice", "savvy": "spatial"}
"""Published benchmark -> the table that holds its answers."""
