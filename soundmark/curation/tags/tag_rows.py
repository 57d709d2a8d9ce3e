"""The rows of a file of tags, in whichever of its shapes."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.json_table import json_object
from soundmark.benchmarks.values import clean_text
from soundmark.curation.tags.shares import TagsError

MAX_CATEGORY_CHARACTERS = 120
_LONG = {"file_name", "category", "share"}


@dataclass(frozen=True, slots=True)
class TagRow:
    """What a row says: shares by category of one clip, or a part of them."""

    where: str
    file_name: str
    shares: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class BadRow:
    """A row, or one value of it, that cannot be used, and why."""

    where: str
    why: str


def csv_rows(content: bytes, name: str) -> Iterator[TagRow | BadRow]:
    """Rows of CSV with commas, a row a share or a row a clip.

    Raises:
        TagsError: when the file is no UTF-8 text, no table, or lacks a column.
    """
    text = _text(content, name)
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    try:
        header = next((row for row in reader if any(cell.strip() for cell in row)), [])
        names = [column_name(cell) for cell in header]
        if "file_name" not in names:
            found = ", ".join(shown(each) for each in names[:8]) or "nothing"
            raise TagsError(f"{name} lacks the column file_name (found: {found}). Its cells are separated by commas.")
        is_long = set(names) >= _LONG
        categories = header if is_long else _categories(header, names, name)
        for row in reader:
            if any(cell.strip() for cell in row):
                where = f"line {reader.line_num}"
                if len(row) != len(names):
                    yield BadRow(where, f"{len(row)} fields instead of {len(names)}")
                else:
                    cells = dict(zip(names if is_long else categories, row, strict=True))
                    yield from _long_row(where, cells) if is_long else _wide_row(where, cells)
    except csv.Error as error:
        raise TagsError(f"{name} is not a table ({error}). Check its quotation marks.") from error


def json_rows(content: bytes, name: str) -> Iterator[TagRow | BadRow]:
    """Rows of JSON lines; a line that is no such object is a bad row.

    Raises:
        TagsError: when the file is no UTF-8 text.
    """
    for number, line in enumerate(_text(content, name).split("\n"), start=1):
        if not line.strip():
            continue
        where = f"line {number}"
        try:
            read = json_object(line.encode())
        except ValueError as error:
            yield BadRow(where, str(error))
            continue
        file_name, tags = read.get("file_name"), read.get("tags")
        if not isinstance(file_name, str) or not isinstance(tags, dict):
            yield BadRow(where, "it needs a text file_name and an object tags")
            continue
        yield from _checked(where, file_name, tags)


def _long_row(where: str, cells: Mapping[str, str]) -> Iterator[TagRow | BadRow]:
    yield from _checked(where, cells["file_name"], {cells["category"]: cells["share"]})


def _wide_row(where: str, cells: Mapping[str, str]) -> Iterator[TagRow | BadRow]:
    tags = {category: cell for category, cell in cells.items() if category != "file_name" and cell.strip()}
    yield from _checked(where, cells["file_name"], tags)


def _checked(where: str, file_name: str, tags: Mapping[str, object]) -> Iterator[TagRow | BadRow]:
    """The good shares as one row, after a word on each bad one."""
    good: dict[str, float] = {}
    n_bad = 0
    for written, value in tags.items():
        try:
            category = category_name(written)
            good[category] = _share(value)
        except ValueError as error:
            n_bad += 1
            yield BadRow(where, f"{shown(file_name)}: {error}")
    if good or not n_bad:
        yield TagRow(where, file_name, good)


def category_name(written: str) -> str:
    """The name of a category, on one line.

    Raises:
        ValueError: when it is empty or too long.
    """
    name = clean_text(written)
    if not name:
        raise ValueError("a category without a name")
    if len(name) > MAX_CATEGORY_CHARACTERS:
        raise ValueError(f"the category {shown(name)} has more than {MAX_CATEGORY_CHARACTERS} characters")
    return name


def _share(value: object) -> float:
    """A number from 0 to 1.

    Raises:
        ValueError: for anything else, a flag or an integer of a thousand digits among them.
    """
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("a share that is no number")
    if isinstance(value, str) and (len(value) > 64 or not value.isascii() or "_" in value):
        raise ValueError(f"the share {shown(value)} is not a number")
    try:
        share = float(value)
    except (ValueError, OverflowError) as error:
        raise ValueError(f"the share {shown(str(value)[:64])} is not a number") from error
    if not math.isfinite(share) or not 0 <= share <= 1:
        percent = ", is it in percent?" if 1 < share <= 100 else ""
        raise ValueError(f"the share {share:g} is not within 0 to 1{percent}")
    return share + 0.0


def _categories(header: Sequence[str], names: Sequence[str], name: str) -> list[str]:
    """The header of a table with a column a category.

    Raises:
        TagsError: when a name cannot be one, or stands twice.
    """
    found: list[str] = []
    for written, normalised in zip(header, names, strict=True):
        if normalised == "file_name":
            found.append("file_name")
            continue
        try:
            found.append(category_name(written))
        except ValueError as error:
            raise TagsError(f"The header of {name} cannot be used: {error}. Correct it.") from error
    twice = sorted({each for each in found if found.count(each) > 1})
    if twice:
        raise TagsError(f"{name} has the column {shown(twice[0])} twice. Delete one.")
    if len(found) < 2:
        raise TagsError(f"{name} has no column besides file_name. Add category and share.")
    return found


def _text(content: bytes, name: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise TagsError(f"{name} is not UTF-8 text. Save it as UTF-8 (in Excel: CSV UTF-8).") from error
