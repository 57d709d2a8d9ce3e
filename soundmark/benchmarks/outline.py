"""What the table of a folder pack says before any of its recordings is opened."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.choice_rows import choice_row
from soundmark.benchmarks.columns import Records, Table, fitting_kinds, kind_of
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.files import OutsideError, PackFiles
from soundmark.benchmarks.geo_rows import geo_row
from soundmark.benchmarks.metadata import Metadata, Row, RowReader, read_rows
from soundmark.benchmarks.report import Finding, FindingKind, main_fault
from soundmark.benchmarks.rows import RowContent
from soundmark.benchmarks.spatial_rows import spatial_row
from soundmark.benchmarks.table import read_records
from soundmark.types import ChoiceTruth, QuestionKind, TruthT_co


@dataclass(frozen=True, slots=True)
class Outline:
    """The questions of a folder, whose recordings may still turn out not to play.

    Attributes:
        kinds: of questions that it holds: one, or several where a table has the columns of several.
        choices: its multiple-choice questions, in the order of the table.
    """

    kinds: tuple[QuestionKind, ...]
    choices: tuple[RowContent[ChoiceTruth], ...] = ()


def kinds_of_folder(folder: Path) -> tuple[QuestionKind, ...]:
    """The kinds of questions that the columns of a folder's table hold.

    Raises:
        PackError: when there is no such table, or it holds none.
    """
    return _kinds(read_records(folder))


def outline_of(folder: Path) -> Outline:
    """Look over a folder pack of any kind.

    Raises:
        PackError: when nothing in it can be played, as far as its table and the names of its files tell; a sentence
            names what is wrong.
    """
    read = read_records(folder)
    files = PackFiles(folder)
    faults: list[Finding] = []
    playing: list[QuestionKind] = []
    choices: tuple[RowContent[ChoiceTruth], ...] = ()
    for kind in _kinds(read):
        if kind is QuestionKind.CHOICE:
            choices = _usable(read, kind, choice_row, files, faults)
            n_usable = len(choices)
        elif kind is QuestionKind.GEO:
            n_usable = len(_usable(read, kind, geo_row, files, faults))
        else:
            n_usable = len(_usable(read, kind, spatial_row, files, faults))
        playing += [kind] if n_usable else []
    if not playing:
        why = main_fault(faults) or "It has no rows."
        raise PackError(f"Nothing in the folder {shown(folder.name)} can be played by its {read.table}. {why}")
    return Outline(tuple(playing), choices)


def _kinds(read: Records) -> tuple[QuestionKind, ...]:
    """Raises PackError for a table that holds no questions, as every reader of it does."""
    return tuple(fitting_kinds(read.names)) or (kind_of(read.names, read.table),)


def _usable(
    read: Records, kind: QuestionKind, reader: RowReader[TruthT_co], files: PackFiles, faults: list[Finding]
) -> tuple[RowContent[TruthT_co], ...]:
    """The questions whose recording is there; what is wrong with the other rows is added to the faults."""
    metadata: Metadata[TruthT_co] = read_rows(Table(kind, read.records, read.misshapen), reader)
    faults += metadata.left_out
    return tuple(row.content for row in metadata.rows if _is_there(row, files, faults))


def _is_there(row: Row[TruthT_co], files: PackFiles, faults: list[Finding]) -> bool:
    try:
        if files.find(row.file_name) is not None:
            return True
        faults.append(Finding(FindingKind.MISSING, str(row.file_name)))
    except OutsideError as error:
        faults.append(Finding(FindingKind.BAD_NAME, str(row.file_name), str(error)))
    return False
