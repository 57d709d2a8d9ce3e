"""Two reviewers check questions, each for themselves: sheets without the answer, and what comes back.

GlobeAudio cross-checks a sample for each language and reports how often annotators agree (section 2.4); in TAU two
people answer every question (section 4.1).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.answer_key import AnswerKeyError, resolve_answer
from soundmark.benchmarks.values import MAX_TEXT_CHARACTERS, clean_text
from soundmark.curation.questions.agreement import Agreement, agreement
from soundmark.curation.questions.cells import read_cells, write_cells
from soundmark.curation.questions.draft import LETTERS, CellError, Draft, Problem, QuestionsError, digest
from soundmark.curation.questions.table import OPTION_COLUMNS
from soundmark.scoring.figures import Figure, share_figure

SHEET_COLUMNS = ("question_id", "file_name", "language", "question", *OPTION_COLUMNS, "answer", "verdict", "comment")
UNSURE = "?"


class Verdict(StrEnum):
    """What a reviewer says of a question."""

    OK = "ok"
    FIX = "fix"
    REJECT = "reject"


@dataclass(frozen=True, slots=True, kw_only=True)
class Judgement:
    """What a reviewer says of one question.

    Attributes:
        answer: the option's letter, '?' for one that cannot be told, '' when none was given.
        verdict: None when none was given.
        comment: in the reviewer's own words.
    """

    answer: str
    verdict: Verdict | None
    comment: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """A sheet that came back.

    Attributes:
        judgements: by question id.
        problems: cells that cannot be used; what else stands in their rows counts.
    """

    judgements: Mapping[str, Judgement]
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Disagreement:
    """A question on which the reviewers do not agree with each other, or both not with its key."""

    question_id: str
    key: str
    first: Judgement
    second: Judgement

    @property
    def is_key_in_doubt(self) -> bool:
        """Whether both name the same option, and it is not the one that counts as right."""
        return self.first.answer == self.second.answer != self.key and self.first.answer in LETTERS


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two reviews side by side.

    Attributes:
        answers, verdicts: agreement in each, over the questions for which both gave one.
        first_right, second_right: how often each names the option that counts as right.
        disagreements: in the order of the table.
        n_one_only: questions that only one of them judged.
    """

    answers: Agreement
    verdicts: Agreement
    first_right: Figure
    second_right: Figure
    disagreements: tuple[Disagreement, ...]
    n_one_only: int


def sample_of(drafts: Sequence[Draft], n_per_language: int | None, seed: int) -> list[Draft]:
    """So many questions of each language, drawn by a seed, in the order of the table; None for all."""
    if n_per_language is None:
        return list(drafts)
    drawn: set[str] = set()
    for language in {draft.language for draft in drafts}:
        ids = [draft.question_id for draft in drafts if draft.language == language]
        drawn |= set(sorted(ids, key=lambda one: digest("review", str(seed), one))[:n_per_language])
    return [draft for draft in drafts if draft.question_id in drawn]


def write_sheet(path: Path, drafts: Sequence[Draft]) -> None:
    """Write a reviewer's sheet: questions and options, without answer, description or labels.

    Raises:
        QuestionsError: when it cannot be written.
    """
    write_cells(path, SHEET_COLUMNS, [_sheet_row(draft) for draft in drafts])


def _sheet_row(draft: Draft) -> dict[str, str]:
    cells = {"question_id": draft.question_id, "file_name": draft.file_name, "language": draft.language}
    return cells | {"question": draft.question} | dict(zip(OPTION_COLUMNS, draft.options, strict=True))


def read_review(path: Path, drafts: Sequence[Draft]) -> Review:
    """Read a sheet that a reviewer filled in.

    Args:
        path: `.csv` or `.jsonl`.
        drafts: the questions it is about. Options are taken from here, letters count by their order in the table.

    Raises:
        QuestionsError: when it cannot be read, or nothing was filled in.
    """
    records, problems = read_cells(path, ("question_id",))
    by_id = {draft.question_id: draft for draft in drafts}
    found: dict[str, Judgement] = {}
    for record in records:
        where, question_id = f"line {record.line}", record.cells.get("question_id", "").strip()
        draft = by_id.get(question_id)
        if draft is None:
            problems.append(Problem(where, "question_id", f"{shown(question_id) or 'nothing'} is not in the table"))
            continue
        faults, judgement = _judgement(record.cells, draft)
        problems += [Problem(where, fault.column, fault.why) for fault in faults]
        if question_id in found:
            problems.append(Problem(where, "question_id", f"{shown(question_id)} stands in an earlier row too"))
        elif judgement.answer or judgement.verdict is not None:
            found[question_id] = judgement
    if not found:
        raise QuestionsError(f"{shown(path.name)} holds no answers and no verdicts. Fill in one of these columns.")
    return Review(judgements=found, problems=tuple(problems))


def _judgement(cells: Mapping[str, str], draft: Draft) -> tuple[list[CellError], Judgement]:
    """What a row says, and the cells that say nothing usable. The options must be those that were reviewed."""
    faults: list[CellError] = []
    for column, option in zip(OPTION_COLUMNS, draft.options, strict=True):
        if column in cells and clean_text(cells[column]) != option:
            faults.append(CellError(column, "the table has other words by now; review the question again"))
    answer, verdict = "", None
    if not faults:
        try:
            answer = _answer(cells.get("answer", "").strip(), draft)
        except AnswerKeyError as error:
            faults.append(CellError("answer", str(error)))
        word = cells.get("verdict", "").strip().casefold()
        if word in set(Verdict):
            verdict = Verdict(word)
        elif word:
            faults.append(CellError("verdict", f"{shown(word)} is none of {', '.join(Verdict)}"))
    comment = clean_text(cells.get("comment", ""))[:MAX_TEXT_CHARACTERS]
    return faults, Judgement(answer=answer, verdict=verdict, comment=comment)


def _answer(cell: str, draft: Draft) -> str:
    if cell in ("", UNSURE, "\uff1f"):
        return UNSURE if cell else ""
    return LETTERS[resolve_answer(cell, draft.options)]


def compare(drafts: Sequence[Draft], first: Review, second: Review) -> Compared:
    """Put two reviews side by side.

    Args:
        drafts: the table.
        first: one reviewer's.
        second: the other's, of the same questions.
    """
    one, other = first.judgements, second.judgements
    both = [draft for draft in drafts if draft.question_id in one and draft.question_id in other]
    judged = [(draft, one[draft.question_id], other[draft.question_id]) for draft in both]
    answered = [(a.answer, b.answer) for _, a, b in judged if a.answer and b.answer]
    said = [(a.verdict, b.verdict) for _, a, b in judged if a.verdict is not None and b.verdict is not None]
    return Compared(
        answers=agreement([a for a, _ in answered], [b for _, b in answered]),
        verdicts=agreement([a for a, _ in said], [b for _, b in said]),
        first_right=_right(drafts, one),
        second_right=_right(drafts, other),
        disagreements=tuple(
            Disagreement(question_id=draft.question_id, key=draft.answer, first=a, second=b)
            for draft, a, b in judged
            if _differ(a.answer, b.answer) or _differ(a.verdict, b.verdict) or _differ(a.answer, draft.answer)
        ),
        n_one_only=len(one.keys() ^ other.keys()),
    )


def _differ(one: str | None, other: str | None) -> bool:
    return bool(one and other and one != other)


def _right(drafts: Sequence[Draft], judgements: Mapping[str, Judgement]) -> Figure:
    found = [(draft, judgements[draft.question_id]) for draft in drafts if draft.question_id in judgements]
    return share_figure([said.answer == draft.answer for draft, said in found if said.answer])
