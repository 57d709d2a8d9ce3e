"""Rows of multiple-choice questions."""

from __future__ import annotations

from dataclasses import replace

from soundmark.benchmarks.answer_key import AnswerKeyError, resolve_answer
from soundmark.benchmarks.columns import Record
from soundmark.benchmarks.languages import language_tag
from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.rows import OPTION_COLUMNS, Remark, RowContent, RowError, asked, choices_of
from soundmark.types import ChoiceTruth

ANSWER_COLUMNS = ("answer", "answer_index")
_TYPED = frozenset({"question_id", "question", "language", *ANSWER_COLUMNS, *OPTION_COLUMNS, *"abcdefgh"})


def choice_row(record: Record) -> RowContent[ChoiceTruth]:
    """A multiple-choice question of a row.

    `answer` names the right option by letter, by its text, by a number from 1 or as option1; `answer_index` is a whole
    number counted from 0.

    Raises:
        RowError: when it has no question, no options or no answer among them.
    """
    choices = choices_of(record)
    content = asked(record, ChoiceTruth(choice_index=answer_of(record, choices)), choices, _TYPED)
    tags, bad_languages = _with_clip_language(content.tags)
    return replace(content, tags=tags, remarks=(*content.remarks, *bad_languages))


def answer_of(record: Record, choices: tuple[str, ...]) -> int:
    """The place of the right option, from 0.

    Raises:
        RowError: when there is no key, or it names no option, or the two columns disagree.
    """
    found: set[int] = set()
    for column in ANSWER_COLUMNS:
        if not record.cells.get(column, "").strip():
            continue
        try:
            found.add(resolve_answer(record.values.get(column), choices, zero_based=column == "answer_index"))
        except AnswerKeyError as error:
            raise RowError(FindingKind.BAD_ANSWER, str(error)) from error
    if len(found) > 1:
        raise RowError(FindingKind.BAD_ANSWER, "answer and answer_index disagree")
    if not found:
        raise RowError(FindingKind.BAD_ANSWER, "no answer")
    return found.pop()


def _with_clip_language(tags: dict[str, str]) -> tuple[dict[str, str], tuple[Remark, ...]]:
    """The tags with the language of the speech in its usual letters; one that is no code stays and is remarked."""
    if "clip_language" not in tags:
        return tags, ()
    try:
        return tags | {"clip_language": language_tag(tags["clip_language"])}, ()
    except ValueError as error:
        return tags, ((FindingKind.BAD_VALUE, f"clip_language: {error}"),)
