"""What is known of each recording before there are questions: a file of descriptors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from soundmark.audio.errors import shown
from soundmark.benchmarks.languages import language_tag
from soundmark.benchmarks.values import clean_text, relative_name
from soundmark.curation.questions.cells import read_cells
from soundmark.curation.questions.draft import CellError, Problem, QuestionsError

MAX_DESCRIPTION_CHARACTERS = 2_000
_TYPED = frozenset({"file_name", "description", "category", "language"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Descriptor:
    """What is known of a recording.

    Attributes:
        file_name: of the recording, inside its folder.
        description: what is heard and where, in a few words, as 'door chime of a metro line'.
        category: what kind of sound it is; '' when that is not known.
        language: in which questions are wanted (BCP 47).
        more: further columns, by name; they go into the rows of its questions.
    """

    file_name: str
    description: str
    category: str = ""
    language: str = "en"
    more: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))


def read_descriptors(path: Path, language: str = "en") -> tuple[tuple[Descriptor, ...], tuple[Problem, ...]]:
    """The descriptors of a file, and the rows that are none.

    Args:
        path: `.csv` or `.jsonl` with the columns file_name and description.
        language: of questions, where a row names none.

    Raises:
        QuestionsError: when it cannot be read, or no row is one.
    """
    records, problems = read_cells(path, ("file_name", "description"))
    found: dict[str, Descriptor] = {}
    for record in records:
        where = f"line {record.line}"
        try:
            one = _descriptor(record.cells, language)
        except CellError as error:
            problems.append(Problem(where, error.column, error.why))
            continue
        if one.file_name in found:
            problems.append(Problem(where, "file_name", f"{shown(one.file_name)} stands in an earlier row too"))
        else:
            found[one.file_name] = one
    if not found:
        first = f" The first: {problems[0]}." if problems else ""
        raise QuestionsError(f"No row of {shown(path.name)} describes a recording.{first} Correct the file.")
    return tuple(found.values()), tuple(problems)


def _descriptor(cells: Mapping[str, str], language: str) -> Descriptor:
    """The descriptor of a row.

    Raises:
        CellError: when it has none.
    """
    try:
        file_name = str(relative_name(cells.get("file_name", "").strip()))
    except ValueError as error:
        raise CellError("file_name", str(error)) from error
    description = clean_text(cells.get("description", ""))
    if not description:
        raise CellError("description", "it is empty")
    if len(description) > MAX_DESCRIPTION_CHARACTERS:
        raise CellError("description", f"it has more than {MAX_DESCRIPTION_CHARACTERS} characters")
    try:
        language = language_tag(cells.get("language", "").strip() or language)
    except ValueError as error:
        raise CellError("language", str(error)) from error
    return Descriptor(
        file_name=file_name,
        description=description,
        category=clean_text(cells.get("category", ""))[:200],
        language=language,
        more={name: clean_text(cell) for name, cell in cells.items() if name and name not in _TYPED and cell.strip()},
    )
