"""What the columns of a table say: their names, and which kind of questions they hold."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.option_shapes import COLUMN_SETS, LIST_COLUMNS, has_options
from soundmark.benchmarks.report import Finding
from soundmark.types import QuestionKind

_SPELLINGS = {"filename": "file_name", "license": "licence"}
_ANSWERS = frozenset({"answer", "answer_index"})
KNOWN = frozenset({"file_name", "latitude", "longitude", "question", "task", *_ANSWERS, *LIST_COLUMNS}).union(
    *COLUMN_SETS[:3]
)
"""Names by which a delimiter is told from the others."""

NEEDED = (
    "latitude and longitude for places; question, options (or option_a, option_b, ...) and answer for choices; "
    "question, task and answer for spatial questions"
)


@dataclass(frozen=True, slots=True)
class Record:
    """One row.

    Attributes:
        line: of the file it ends on.
        cells: texts by column name.
        values: the same as the source has them: JSON keeps numbers and lists.
    """

    line: int
    cells: dict[str, str]
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Records:
    """The rows of a table of any columns, of which file_name is one.

    Attributes:
        table: name of the file.
        names: of its columns.
        records: rows that have the shape of the header.
        misshapen: a finding for each that has not.
    """

    table: str
    names: tuple[str, ...]
    records: tuple[Record, ...]
    misshapen: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The rows that have the shape of the header, and a finding for each that has not."""

    kind: QuestionKind
    records: tuple[Record, ...]
    misshapen: tuple[Finding, ...]


def column_name(written: str) -> str:
    """A column's name in lower case, with `_` for spaces and hyphens."""
    name = "_".join(written.casefold().replace("-", " ").replace("_", " ").split())
    return _SPELLINGS.get(name, name)


def check_columns(names: Sequence[str], table: str) -> None:
    """Look for the column that every kind needs, and for one that is there twice.

    Raises:
        PackError: with a sentence.
    """
    if "file_name" not in names:
        raise PackError(f"{table} lacks the column file_name (found: {_found(names)}). Add it.")
    twice = sorted({name for name in names if name and names.count(name) > 1})
    if twice:
        raise PackError(f"{table} has the column {shown(twice[0])} twice. Delete or rename one.")


def kind_of(names: Sequence[str], table: str, wanted: QuestionKind | None = None) -> QuestionKind:
    """The kind of questions that columns of these names hold.

    Raises:
        PackError: when they hold none, several, or not the wanted one.
    """
    fitting = fitting_kinds(names)
    if wanted is not None and wanted in fitting:
        return wanted
    if fitting and wanted is not None:
        held = " and ".join(fitting)
        raise PackError(f"{table} holds {held} questions, and {wanted} questions are wanted here. Name another folder.")
    if not fitting:
        raise PackError(f"{table} lacks columns (found: {_found(names)}). Needed are: {NEEDED}.")
    if len(fitting) > 1:
        kinds = " and ".join(fitting)
        raise PackError(
            f"The columns of {table} fit several kinds of questions: {kinds}. Name the kind that is meant "
            "(check --kind), or rename the columns that are not."
        )
    return fitting[0]


def fitting_kinds(names: Sequence[str]) -> list[QuestionKind]:
    """Kinds whose columns are all there; a column `task` makes a question with options a spatial one."""
    fitting: list[QuestionKind] = []
    found = set(names)
    asked = "question" in found and bool(found & _ANSWERS)
    if {"latitude", "longitude"} <= found:
        fitting.append(QuestionKind.GEO)
    if asked and "task" not in found and has_options(names):
        fitting.append(QuestionKind.CHOICE)
    if "question" in found and "task" in found and found & (_ANSWERS | {"distance_m"}):
        fitting.append(QuestionKind.SPATIAL)
    return fitting


def _found(names: Sequence[str]) -> str:
    return ", ".join(shown(name) for name in names[:12] if name) or "nothing"
