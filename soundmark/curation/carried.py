"""What a table beside the recordings says of them, carried over into a pack."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.table import JSON_METADATA_NAME, METADATA_NAME, read_records
from soundmark.benchmarks.values import relative_name

Columns = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Carried:
    """Rows by recording.

    Attributes:
        names: of the columns, without file_name.
        remarks: a sentence for each row that cannot be used.
        of_file: rows by file name (NFC), in the order of the table; choice questions have several for one clip.
    """

    names: tuple[str, ...]
    remarks: tuple[str, ...]
    of_file: Mapping[str, tuple[Columns, ...]]

    def has(self, name: str) -> bool:
        """Whether the table says something of a recording."""
        return _composed(name) in self.of_file

    def unused(self, names: Iterable[str]) -> tuple[str, ...]:
        """File names of the table that are not among the given ones, sorted."""
        return tuple(sorted(self.of_file.keys() - {_composed(name) for name in names}))

    def rows(self, name: str) -> tuple[Columns, ...]:
        """The rows of a recording; one without columns where the table has none."""
        return self.of_file.get(_composed(name), ({},))


def read_carried(folder: Path) -> Carried:
    """Read metadata.csv or metadata.jsonl of a folder; without one there is nothing to carry.

    Raises:
        PackError: when there is a table that cannot be read at all.
    """
    if not any((folder / name).is_file() for name in (METADATA_NAME, JSON_METADATA_NAME)):
        return Carried((), (), {})
    read = read_records(folder)
    remarks = [f"{read.table}, {finding.subject}: {finding.detail}." for finding in read.misshapen]
    rows: dict[str, list[Columns]] = {}
    for record in read.records:
        written = record.cells["file_name"].strip()
        try:
            name = _composed(str(relative_name(written)))
        except ValueError as error:
            remarks.append(f"{read.table}, line {record.line}: the file name {shown(written)} is refused, {error}.")
            continue
        cells = {column: cell for column, cell in record.cells.items() if column and column != "file_name"}
        rows.setdefault(name, []).append(cells)
    names = tuple(name for name in read.names if name and name != "file_name")
    return Carried(names, tuple(remarks), {name: tuple(found) for name, found in rows.items()})


def _composed(name: str) -> str:
    return unicodedata.normalize("NFC", name)
