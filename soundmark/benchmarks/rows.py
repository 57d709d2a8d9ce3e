"""What all kinds of rows share: credit, flags, tags, and the text of a question in its languages."""

from __future__ import annotations

import contextlib
import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from soundmark.benchmarks.answer_key import AnswerKeyError
from soundmark.benchmarks.columns import Record
from soundmark.benchmarks.languages import language_tag
from soundmark.benchmarks.option_shapes import COLUMN_SETS, LIST_COLUMNS, options_of
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.values import MAX_TEXT_CHARACTERS, clean_text, parse_flag
from soundmark.types import ChoiceTruth, SpatialTruth, TruthT_co, Wording

MAX_QUESTION_CHARACTERS = 2000
MAX_ID_CHARACTERS = 200

FLAGS = frozenset({"has_speech"})
CREDIT = frozenset({"file_name", "licence", "source", "is_synthetic"})
OPTION_COLUMNS = frozenset(LIST_COLUMNS).union(*COLUMN_SETS[:3])

AskedT = TypeVar("AskedT", bound=ChoiceTruth | SpatialTruth)

Remark = tuple[FindingKind, str]
"""A finding on a row whose subject the caller knows: what, and the detail."""


class RowError(ValueError):
    """A row that gives no question."""

    def __init__(self, kind: FindingKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail


@dataclass(frozen=True, slots=True, kw_only=True)
class RowContent(Generic[TruthT_co]):
    """What the table says about one question.

    Attributes:
        question_id: '' for the name of its file.
        prompt: '' for the one of its kind.
        tags: every other column that is filled in, by its name; `has_speech` is 'true' or 'false'.
        remarks: what was noticed though the question plays.
    """

    truth: TruthT_co
    question_id: str = ""
    prompt: str = ""
    choices: tuple[str, ...] = ()
    language: str = "en"
    wordings: dict[str, Wording] = field(default_factory=dict)
    licence: str = ""
    source: str = ""
    is_synthetic: bool = False
    tags: dict[str, str] = field(default_factory=dict)
    remarks: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Common:
    """Credit and tags of a row of any kind."""

    licence: str
    source: str
    is_synthetic: bool
    tags: dict[str, str]


def short_text(record: Record, column: str) -> str:
    """A cell as text on one line, cut at 500 characters; '' when there is no such cell."""
    return clean_text(record.cells.get(column, ""))[:MAX_TEXT_CHARACTERS]


def common_of(record: Record, typed: frozenset[str]) -> Common:
    """Credit, flags and tags.

    Args:
        record: the row.
        typed: the columns that are more than tags, those of `CREDIT` and `FLAGS` aside.
    """
    known = typed | CREDIT | FLAGS
    tags = {
        clean_text(column)[:MAX_TEXT_CHARACTERS]: short_text(record, column)
        for column in record.cells
        if column and column not in known
    }
    flags = {column: _flag(record.cells[column]) for column in FLAGS & record.cells.keys()}
    tags |= {column: "true" if flag else "false" for column, flag in flags.items() if flag is not None}
    return Common(
        licence=short_text(record, "licence"),
        source=short_text(record, "source"),
        is_synthetic=_flag(record.cells.get("is_synthetic", "")) or False,
        tags={column: value for column, value in tags.items() if column and value},
    )


def remarks_of(record: Record, long_columns: frozenset[str] = frozenset()) -> Iterator[Remark]:
    """Flags that are none, and texts that were cut; `long_columns` may be longer and are never cut."""
    for column in sorted((FLAGS | {"is_synthetic"}) & record.cells.keys()):
        try:
            parse_flag(record.cells[column])
        except ValueError as error:
            yield FindingKind.BAD_FLAG, f"{column}: {error}"
    if any(len(cell) > MAX_TEXT_CHARACTERS for column, cell in record.cells.items() if column not in long_columns):
        yield FindingKind.SHORTENED, ""


def _flag(cell: str) -> bool | None:
    try:
        return parse_flag(cell)
    except ValueError:
        return None


def asked(record: Record, truth: AskedT, choices: tuple[str, ...], typed: frozenset[str]) -> RowContent[AskedT]:
    """A question of a row with a text: its wordings, id, credit, tags and remarks.

    Args:
        record: the row.
        truth: the right answer.
        choices: the options; none for a question without them.
        typed: the columns that are more than tags.

    Raises:
        RowError: when it has no question, or an id or language that cannot be used.
    """
    wordings, bad_wordings, columns = wordings_of(record, len(choices))
    common = common_of(record, typed | columns)
    return RowContent(
        truth=truth,
        question_id=id_of(record),
        prompt=prompt_of(record),
        choices=choices,
        language=language_of(record),
        wordings=wordings,
        licence=common.licence,
        source=common.source,
        is_synthetic=common.is_synthetic,
        tags=common.tags,
        remarks=(*remarks_of(record, typed | columns), *bad_wordings),
    )


def prompt_of(record: Record, column: str = "question") -> str:
    """The text of a question; line breaks become spaces.

    Raises:
        RowError: when there is none, or one of more than 2000 characters, which is never cut: it might lose its sense.
    """
    text = clean_text(record.cells.get(column, ""))
    if not text:
        raise RowError(FindingKind.BAD_VALUE, "no question")
    if len(text) > MAX_QUESTION_CHARACTERS:
        raise RowError(FindingKind.BAD_VALUE, f"a question of more than {MAX_QUESTION_CHARACTERS} characters")
    return text


def choices_of(record: Record, language: str = "") -> tuple[str, ...]:
    """The options of a row as they are shown.

    Raises:
        RowError: when they are none.
    """
    try:
        options = tuple(clean_text(option) for option in options_of(record.values, language))
    except AnswerKeyError as error:
        raise RowError(FindingKind.BAD_ANSWER, str(error)) from error
    if not all(options):
        raise RowError(FindingKind.BAD_ANSWER, "an option is empty")
    if len(set(options)) < len(options):
        raise RowError(FindingKind.BAD_ANSWER, "duplicate option text")
    if any(len(option) > MAX_TEXT_CHARACTERS for option in options):
        raise RowError(FindingKind.BAD_ANSWER, f"an option of more than {MAX_TEXT_CHARACTERS} characters")
    return options


def language_of(record: Record) -> str:
    """The language of a row's question, English where it says nothing.

    Raises:
        RowError: when it is no BCP 47 code.
    """
    written = record.cells.get("language", "").strip()
    try:
        return language_tag(written) if written else "en"
    except ValueError as error:
        raise RowError(FindingKind.BAD_VALUE, f"language: {error}") from error


def wordings_of(record: Record, n_choices: int) -> tuple[dict[str, Wording], tuple[Remark, ...], frozenset[str]]:
    """The question in further languages, from `question_<code>` and options with the same suffix.

    Returns:
        Wordings by code; remarks on those that cannot be used; the columns they stand in.
    """
    wordings: dict[str, Wording] = {}
    remarks: list[Remark] = []
    columns: set[str] = set()
    for suffix, code in _languages(record.cells):
        columns |= {f"{name}_{suffix}" for name in OPTION_COLUMNS | {"question"}}
        if not any(record.cells.get(f"{name}_{suffix}", "").strip() for name in OPTION_COLUMNS | {"question"}):
            continue
        try:
            choices = choices_of(record, suffix) if n_choices else ()
            if len(choices) != n_choices:
                raise RowError(FindingKind.BAD_VALUE, f"{len(choices)} options instead of {n_choices}")
            wordings[code] = Wording(prompt=prompt_of(record, f"question_{suffix}"), choices=choices)
        except RowError as error:
            remarks.append((FindingKind.BAD_WORDING, f"{code}: {error.detail}"))
    return wordings, tuple(remarks), frozenset(columns)


def _languages(columns: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Suffixes and codes of the languages that questions are written in; `question_id` is the id, not Indonesian."""
    found: dict[str, str] = {}
    for column in columns:
        for name in (OPTION_COLUMNS | {"question"}) if column != "question_id" else ():
            suffix = column.removeprefix(f"{name}_")
            if suffix != column:
                with contextlib.suppress(ValueError):  # a tag such as question_type
                    found[suffix] = language_tag(suffix)
    yield from sorted(found.items())


def id_of(record: Record) -> str:
    """The id that a row gives itself, '' when it gives none.

    Raises:
        RowError: when it is longer than 200 characters.
    """
    question_id = clean_text(record.cells.get("question_id", ""))
    if len(question_id) > MAX_ID_CHARACTERS:
        raise RowError(FindingKind.BAD_VALUE, f"a question_id of more than {MAX_ID_CHARACTERS} characters")
    return question_id


def text_digest(*parts: object) -> str:
    """Eight hex digits for a text: the first of the SHA-256 of its parts as JSON."""
    listed = json.dumps(parts, ensure_ascii=True, separators=(",", ":"))
    return hashlib.sha256(listed.encode("ascii")).hexdigest()[:8]
