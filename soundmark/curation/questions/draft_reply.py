"""Reads the questions that a model drafted. Nothing is mended: what is not right is named and left out."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.audio.errors import shown
from soundmark.benchmarks.answer_key import AnswerKeyError, plain_options, resolve_answer
from soundmark.benchmarks.json_table import json_object
from soundmark.benchmarks.values import clean_text
from soundmark.curation.questions.checks import gives_away, question_faults
from soundmark.curation.questions.descriptors import Descriptor
from soundmark.curation.questions.draft import N_OPTIONS, CellError, Draft, Problem, drawn_order, question_id_of
from soundmark.curation.questions.table import hop_of
from soundmark.models.parsing.visible import NothingToReadError, said

_MAX_CATEGORY_CHARACTERS = 120


@dataclass(frozen=True, slots=True)
class DraftReading:
    """The usable questions of a reply, and what was wrong with the others."""

    drafts: tuple[Draft, ...]
    problems: tuple[Problem, ...] = ()


def read_drafts(reply: str, descriptor: Descriptor, n: int) -> DraftReading:
    """Read a reply to `draft_request`.

    A question counts when it has a text, four texts that differ as options, exactly one of them as its answer, the
    letters of its language, and does not hold the words of its answer. The order of options is drawn anew, because
    models put the right one in front; the draw depends on the question alone.

    Args:
        reply: the model's words.
        descriptor: of the recording that they are about.
        n: how many were wanted; further ones are left out and named.
    """
    where = descriptor.file_name
    try:
        listed = _object(reply).get("questions")
    except ValueError as error:
        return DraftReading((), (Problem(where, "", f"the model's reply cannot be read: {error}"),))
    if not isinstance(listed, list) or not listed:
        return DraftReading((), (Problem(where, "", "the model's reply has no list of questions"),))
    drafts: dict[str, Draft] = {}
    problems: list[Problem] = []
    for number, written in enumerate(listed, start=1):
        place = f"{where}, question {number} of the model"
        if number > n:
            problems.append(Problem(place, "", f"only {n} were asked for"))
            break
        try:
            found = _draft(written, descriptor)
        except CellError as error:
            problems.append(Problem(place, error.column, error.why))
            continue
        if found.question.casefold() in drafts:
            problems.append(Problem(place, "question", "it is asked twice"))
        else:
            drafts[found.question.casefold()] = found
    return DraftReading(tuple(drafts.values()), tuple(problems))


def _object(reply: str) -> dict[str, object]:
    """The JSON object of a reply, alone or between other words.

    Raises:
        ValueError: when there is none; the text is a reason.
    """
    try:
        text = said(reply)
    except NothingToReadError as error:
        raise ValueError(error.reason) from error
    begin, end = text.find("{"), text.rfind("}")
    if begin < 0 or end < begin:
        raise ValueError("it holds no JSON object")
    return json_object(text[begin : end + 1].encode("utf-8", "replace"))


def _draft(written: object, descriptor: Descriptor) -> Draft:
    """A question.

    Raises:
        CellError: for the first thing that is wrong with it.
    """
    question, listed, answer, labels = _shape(written)
    try:
        options = plain_options(listed)
    except AnswerKeyError as error:
        raise CellError("options", str(error)) from error
    for column, why in question_faults(question, options, descriptor.language):
        raise CellError(column, why)
    try:
        answer_index = resolve_answer(answer, options)
    except AnswerKeyError as error:
        raise CellError("answer", str(error)) from error
    if why := gives_away(question, options, answer_index):
        raise CellError("question", f"{why} ({shown(options[answer_index])})")
    question_id = question_id_of(descriptor.file_name, question, options)
    order = drawn_order(N_OPTIONS, "options", question_id)
    return Draft(
        question_id=question_id,
        file_name=descriptor.file_name,
        question=question,
        options=tuple(options[place] for place in order),
        answer_index=order.index(answer_index),
        language=descriptor.language,
        hop_type=hop_of(labels["hop_type"]),
        category=descriptor.category or labels["category"][:_MAX_CATEGORY_CHARACTERS],
        description=descriptor.description,
        more=descriptor.more,
    )


def _shape(written: object) -> tuple[str, list[str], str, dict[str, str]]:
    """The question's text, options, answer and labels, each on one line.

    Raises:
        CellError: when one of them is something else.
    """
    if not isinstance(written, dict):
        raise CellError("", "it is no JSON object")
    question, answer, listed = written.get("question"), written.get("answer"), written.get("options")
    if not isinstance(question, str):
        raise CellError("question", "it is no text")
    if not isinstance(listed, list) or not all(isinstance(option, str) for option in listed):
        raise CellError("options", "they are no list of texts")
    if not isinstance(answer, str):
        raise CellError("answer", "it is no text")
    labels = {name: written.get(name) for name in ("hop_type", "category")}
    texts = {name: clean_text(value) if isinstance(value, str) else "" for name, value in labels.items()}
    return clean_text(question), [clean_text(option) for option in listed], clean_text(answer), texts
