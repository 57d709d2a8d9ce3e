"""The editing table: questions as people work on them in a spreadsheet, checked cell by cell when they come back."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.answer_key import AnswerKeyError, resolve_answer
from soundmark.benchmarks.columns import Record
from soundmark.benchmarks.hops import HOPS
from soundmark.benchmarks.languages import language_tag
from soundmark.benchmarks.rows import MAX_ID_CHARACTERS
from soundmark.benchmarks.values import MAX_TEXT_CHARACTERS, clean_text, parse_flag, relative_name
from soundmark.curation.questions.cells import read_cells, write_cells
from soundmark.curation.questions.checks import gives_away, question_faults, remarks
from soundmark.curation.questions.draft import LETTERS, CellError, Draft, Problem, question_id_of

OPTION_COLUMNS = tuple(f"option_{letter.lower()}" for letter in LETTERS)
COLUMNS = (
    "question_id", "keep", "file_name", "language", "question", *OPTION_COLUMNS, "answer", "hop_type", "category",
    "description",
)  # fmt: skip
NEEDED = ("file_name", "question", *OPTION_COLUMNS, "answer")
_HOP_WORDS = {"single": HOPS[0], "singlehop": HOPS[0], "multi": HOPS[1], "multihop": HOPS[1]}


@dataclass(frozen=True, slots=True)
class QuestionTable:
    """What a table holds.

    Attributes:
        drafts: its questions, in order, those that are not kept among them.
        problems: rows that give no question, each cell that is to blame.
        remarks: what an editor should look at in the others.
    """

    drafts: tuple[Draft, ...]
    problems: tuple[Problem, ...] = ()
    remarks: tuple[Problem, ...] = ()

    @property
    def kept(self) -> tuple[Draft, ...]:
        """The questions that are to go into the pack."""
        return tuple(draft for draft in self.drafts if draft.is_kept)


def write_table(path: Path, drafts: Sequence[Draft]) -> None:
    """Write the editing table, `.csv` or `.jsonl`.

    Raises:
        QuestionsError: when it cannot be written.
    """
    more = dict.fromkeys(column for draft in drafts for column in draft.more if column not in COLUMNS)
    write_cells(path, (*COLUMNS, *more), map(row_of, drafts))


def row_of(draft: Draft) -> dict[str, str]:
    """The cells of a question."""
    return dict(draft.more) | {
        "question_id": draft.question_id,
        "keep": "yes" if draft.is_kept else "no",
        "file_name": draft.file_name,
        "language": draft.language,
        "question": draft.question,
        **dict(zip(OPTION_COLUMNS, draft.options, strict=True)),
        "answer": draft.answer,
        "hop_type": draft.hop_type,
        "category": draft.category,
        "description": draft.description,
    }


def read_table(path: Path) -> QuestionTable:
    """Read an editing table back.

    Rows in which a cell is wrong are left out and every such cell is named; the others are kept. A row without a
    `question_id` gets one, an empty `keep` means yes, and an empty `language` means en.

    Raises:
        QuestionsError: when it cannot be read at all.
    """
    records, problems = read_cells(path, NEEDED)
    drafts: dict[str, Draft] = {}
    noticed: list[Problem] = []
    for record in records:
        where = f"line {record.line}"
        found = _draft(record)
        if not isinstance(found, Draft):
            problems += [Problem(where, column, why) for column, why in found]
        elif found.question_id in drafts:
            problems.append(Problem(where, "question_id", f"{shown(found.question_id)} stands in an earlier row too"))
        else:
            drafts[found.question_id] = found
            noticed += [Problem(where, column, why) for column, why in _remarks(found)]
    return QuestionTable(tuple(drafts.values()), tuple(problems), tuple(noticed))


def _remarks(draft: Draft) -> Iterable[tuple[str, str]]:
    if why := gives_away(draft.question, draft.options, draft.answer_index):
        yield "question", why
    yield from remarks(draft.question, draft.options, draft.answer_index)


def _draft(record: Record) -> Draft | list[tuple[str, str]]:
    """The question of a row, or what is wrong with it: columns and reasons."""
    cells = record.cells
    faults: list[tuple[str, str]] = []
    values: dict[str, str] = {}
    for column, read in _READERS.items():
        try:
            values[column] = read(cells)
        except CellError as error:
            faults.append((error.column, error.why))
    question = clean_text(cells.get("question", ""))
    options = tuple(clean_text(cells.get(column, "")) for column in OPTION_COLUMNS)
    faults += question_faults(question, options, values.get("language", ""))
    answer_index = -1
    if not any(column.startswith("option") for column, _ in faults):
        try:
            answer_index = resolve_answer(cells.get("answer", "").strip(), options)
        except AnswerKeyError as error:
            faults.append(("answer", str(error)))
    if faults:
        return faults
    return Draft(
        question_id=values["question_id"] or question_id_of(values["file_name"], question, options),
        file_name=values["file_name"],
        question=question,
        options=options,
        answer_index=answer_index,
        language=values["language"],
        hop_type=values["hop_type"],
        category=values["category"],
        description=values["description"],
        is_kept=values["keep"] != "no",
        more={column: clean_text(cell) for column, cell in cells.items() if column not in COLUMNS and cell.strip()},
    )


def _file_name(cells: Mapping[str, str]) -> str:
    try:
        return str(relative_name(cells.get("file_name", "").strip()))
    except ValueError as error:
        raise CellError("file_name", str(error)) from error


def _language(cells: Mapping[str, str]) -> str:
    try:
        return language_tag(cells.get("language", "").strip() or "en")
    except ValueError as error:
        raise CellError("language", str(error)) from error


def _keep(cells: Mapping[str, str]) -> str:
    try:
        return "no" if parse_flag(cells.get("keep", "")) is False else "yes"
    except ValueError:
        word = shown(cells["keep"].strip())
        raise CellError("keep", f"{word} is neither yes nor no") from None


def _hop_type(cells: Mapping[str, str]) -> str:
    return hop_of(cells.get("hop_type", ""))


def hop_of(text: str) -> str:
    """The label that a text means, one of `HOPS`; '' for an empty one.

    Raises:
        CellError: for any other word.
    """
    word = "".join(one for one in text.casefold() if one.isalnum())
    if not word:
        return ""
    if word not in _HOP_WORDS:
        raise CellError("hop_type", f"{shown(text.strip())} is neither {HOPS[0]} nor {HOPS[1]}")
    return _HOP_WORDS[word]


def _short(column: str, cells: Mapping[str, str], longest: int) -> str:
    text = clean_text(cells.get(column, ""))
    if len(text) > longest:
        raise CellError(column, f"it has more than {longest} characters")
    return text


_READERS: Mapping[str, Callable[[Mapping[str, str]], str]] = {
    "question_id": lambda cells: _short("question_id", cells, MAX_ID_CHARACTERS),
    "file_name": _file_name,
    "language": _language,
    "keep": _keep,
    "hop_type": _hop_type,
    "category": lambda cells: _short("category", cells, MAX_TEXT_CHARACTERS),
    "description": lambda cells: _short("description", cells, 4 * MAX_TEXT_CHARACTERS),
}
