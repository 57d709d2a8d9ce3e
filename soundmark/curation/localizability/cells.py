"""Single values of the tables that localizability is computed from. Nothing is guessed."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.row_files import read_row_file
from soundmark.benchmarks.values import clean_text, finite_number, relative_name
from soundmark.curation.localizability.errors import LocalizabilityError

CLIP_COLUMNS = ("clip_id", "file_name", "question_id", "key")
"""Names of the column that says which clip a row is about; the first that a row has counts."""
MAX_ID_CHARS = 500
MAX_CATEGORY_CHARS = 120
Cells = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class NamedRow:
    """A row: where it stands, for a message, and its values by normalised column name."""

    where: str
    cells: Cells


class BadCell(ValueError):
    """A value that cannot be used; the text is a sentence without its end."""


def rows_of(path: Path) -> tuple[list[NamedRow], list[str]]:
    """The rows of a data file, and a remark on each that cannot be read.

    Raises:
        PackError: when the file cannot be read at all.
        LocalizabilityError: when two columns have one name.
    """
    found = read_row_file(path)
    name = shown(path.name)
    names = {written: column_name(str(written)) for written in found.columns}
    twice = [column for column, n in Counter(names.values()).items() if n > 1]
    if twice:
        raise LocalizabilityError(f"{name} has the column {shown(twice[0])} twice. Delete or rename one.")
    rows = [
        NamedRow(f"{name}, row {row.number}", {names[written]: value for written, value in row.values.items()})
        for row in found.rows
    ]
    return rows, [f"{name}, {one.subject}: {one.detail}" for one in found.misshapen]


def clip_id_of(cells: Cells) -> str:
    """Which clip a row is about, in composed letters (NFC); of a `file_name` the path inside its folder.

    Raises:
        BadCell: when it does not say, or not in up to 500 characters without control characters.
    """
    for column in CLIP_COLUMNS:
        value = cells.get(column)
        text = str(value) if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if not text.strip():
            continue
        if len(text) > MAX_ID_CHARS or any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
            raise BadCell(f"its {column} is too long (more than {MAX_ID_CHARS}) or holds control characters")
        text = unicodedata.normalize("NFC", text.strip())
        try:
            return str(relative_name(text)) if column == "file_name" else text
        except ValueError as error:
            raise BadCell(f"its file_name {shown(text)} is refused, {error}") from error
    raise BadCell(f"it names no clip ({', '.join(CLIP_COLUMNS)})")


def category_of(cells: Cells) -> str:
    """Which category a row is about.

    Raises:
        BadCell: when it does not say, or not in up to 120 characters.
    """
    name = text_of(cells, "category")
    if not name or len(name) > MAX_CATEGORY_CHARS:
        raise BadCell(f"it names no category of 1 to {MAX_CATEGORY_CHARS} characters")
    return name


def text_of(cells: Cells, column: str) -> str:
    """A text on one line, without control characters; '' where there is none."""
    value = cells.get(column)
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    return clean_text(value).strip() if isinstance(value, str) else ""


def number_of(cells: Cells, column: str) -> float | None:
    """A finite number; None for an empty cell or null.

    Raises:
        BadCell: for anything else.
    """
    value = cells.get(column)
    if value is None or (isinstance(value, str) and not value.strip()):
        return None
    try:
        return finite_number(float(value) if isinstance(value, str) else value)
    except ValueError as error:
        raise BadCell(f"its {column} {shown(str(value))} is no finite number") from error


def pairs_of(cells: Cells, pairs: tuple[tuple[str, str], ...]) -> Iterator[tuple[float, float]]:
    """Latitude and longitude from the pairs of columns that hold both.

    Raises:
        BadCell: as `number_of`.
    """
    for latitude, longitude in pairs:
        one, other = number_of(cells, latitude), number_of(cells, longitude)
        if one is not None and other is not None:
            yield one, other
