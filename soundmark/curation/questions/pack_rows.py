"""From the editing table to the clips of a choice pack (docs/packs.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.curation.carried import Carried, read_carried
from soundmark.curation.pack import PackClip
from soundmark.curation.pack.training_sources import PROVENANCE_COLUMNS
from soundmark.curation.questions.draft import Draft, Problem, QuestionsError
from soundmark.curation.questions.leakage import LEAK_COLUMNS
from soundmark.curation.questions.table import row_of
from soundmark.wording import n_of

_FOR_EDITORS = frozenset({"keep", "description", *LEAK_COLUMNS})
"""What would betray the answer, or tells nothing about the question."""

_OF_THE_RECORDING = ("licence", *PROVENANCE_COLUMNS, "is_synthetic", "has_speech")
"""What the table beside the recordings may say of them that goes along; a place would betray answers."""


def pack_columns(draft: Draft) -> dict[str, str]:
    """The columns of a question in a pack but file_name: no description, and nothing of the leakage filter."""
    return {
        column: cell
        for column, cell in row_of(draft).items()
        if column != "file_name" and column not in _FOR_EDITORS and cell
    }


def pack_clips(folder: Path, drafts: Sequence[Draft]) -> tuple[list[tuple[Draft, PackClip]], list[Problem]]:
    """The questions that are kept, each with its row in a pack.

    Credit that the question's row lacks is taken from metadata.csv (or .jsonl) beside the recordings.

    Args:
        folder: of the recordings.
        drafts: those that are not kept are passed over.

    Returns:
        The rows, and the questions whose recordings are not there.

    Raises:
        QuestionsError: when there is no such folder, or no question is left.
        PackError: when the table of the folder cannot be read.
    """
    if not folder.is_dir():
        raise QuestionsError(f"There is no folder {shown(folder.name)}. Name the folder of the recordings.")
    carried = read_carried(folder)
    found: list[tuple[Draft, PackClip]] = []
    missing: list[Problem] = []
    for draft in drafts:
        path = folder / draft.file_name
        if not draft.is_kept:
            continue
        if path.is_file() and path.resolve().is_relative_to(folder.resolve()):
            columns = _credit(carried, draft.file_name) | pack_columns(draft)
            found.append((draft, PackClip(path=path, columns=columns)))
        else:
            missing.append(Problem(draft.question_id, "file_name", "there is no such recording in the folder"))
    if not found:
        raise QuestionsError(f"No question that is kept has its recording in {shown(folder.name)}. Check file_name.")
    return found, missing


def steps_said(drafts: Sequence[Draft], n_kept: int, table: str) -> tuple[str, ...]:
    """How the questions were made, for a README.

    Args:
        drafts: all questions of the table.
        n_kept: how many of them are kept and have their recording.
        table: its name.
    """
    tested = [draft for draft in drafts if draft.more.get("leak") in ("yes", "no")]
    steps = [f"{n_kept} of {n_of(len(drafts), 'question')} of {table} kept"]
    if tested:
        n_leaking = sum(draft.more["leak"] == "yes" for draft in tested)
        steps.append(
            f"leakage filter (TAU, section 3.3.4): {n_of(len(tested), 'question')} tested with a text-only model, of "
            f"which {n_leaking} can be answered without hearing"
        )
    return tuple(steps)


def _credit(carried: Carried, name: str) -> dict[str, str]:
    row, *_ = carried.rows(name)
    return {column: row[column] for column in _OF_THE_RECORDING if row.get(column)}
