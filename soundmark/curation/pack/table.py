"""The rows of a pack that is to be written: checked as the reader of packs will read them."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.benchmarks.choice_rows import choice_row
from soundmark.benchmarks.columns import Record, check_columns, column_name, kind_of
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.geo_rows import geo_row
from soundmark.benchmarks.metadata import RowReader
from soundmark.benchmarks.rows import RowError
from soundmark.benchmarks.spatial_rows import spatial_row
from soundmark.benchmarks.table import METADATA_NAME
from soundmark.benchmarks.values import clean_text
from soundmark.curation.pack.clip import PackClip, PackWriteError
from soundmark.types import ChoiceTruth, GeoTruth, QuestionKind, SpatialTruth

_FIRST = (
    "file_name", "latitude", "longitude", "continent", "country", "city", "question_id", "task", "level", "question",
    "language", "options", *(f"option_{letter}" for letter in "abcdefgh"), "answer", "answer_index", "licence",
    "source", "category", "has_speech",
)  # fmt: skip

_READERS: Mapping[QuestionKind, RowReader[GeoTruth] | RowReader[ChoiceTruth] | RowReader[SpatialTruth]] = {
    QuestionKind.GEO: geo_row,
    QuestionKind.CHOICE: choice_row,
    QuestionKind.SPATIAL: spatial_row,
}


@dataclass(frozen=True, slots=True)
class Columns:
    """The columns of a pack.

    Attributes:
        names: in the order of the table, file_name first.
        kind: of its questions; None where no question can be made of them.
        why_no_kind: a sentence, where there is none.
    """

    names: tuple[str, ...]
    kind: QuestionKind | None
    why_no_kind: str = ""


def columns_of(clips: Sequence[PackClip], kind: QuestionKind | None) -> Columns:
    """The columns of all rows together, and the kind of questions that they hold.

    Raises:
        PackWriteError: when they fit several kinds, or not the one that is wanted, or two are the same.
    """
    found = {"file_name"}
    for clip in clips:
        written = [column_name(name) for name in clip.columns]
        found |= {name for name in written if name}
        if len(set(written)) < len(written):
            raise PackWriteError(f"Two columns of {clip.path.name} have the same name. Rename one.")
    names = tuple(sorted(found, key=lambda name: (_FIRST.index(name) if name in _FIRST else len(_FIRST), name)))
    try:
        check_columns(names, METADATA_NAME)
        return Columns(names, kind_of(names, METADATA_NAME, kind))
    except PackError as error:
        if kind is not None or "several kinds" in str(error):
            raise PackWriteError(str(error)) from error
        return Columns(names, None, str(error))


def row_of(clip: PackClip, columns: Columns) -> dict[str, str]:
    """A row without its file_name: every column, each cell on one line.

    Raises:
        RowError: when no question comes of it, in the words of the reader.
    """
    written = {column_name(name): clean_text(cell) for name, cell in clip.columns.items()}
    cells = {name: written.get(name, "") for name in columns.names if name != "file_name"}
    if columns.kind is not None:
        _READERS[columns.kind](Record(0, cells, cells))
    return cells


def table_text(columns: Columns, rows: Sequence[Mapping[str, str]]) -> str:
    """The text of metadata.csv: commas, a quotation mark where one is needed, line feeds."""
    text = io.StringIO(newline="")
    writer = csv.DictWriter(text, columns.names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


__all__ = ["Columns", "RowError", "columns_of", "row_of", "table_text"]
