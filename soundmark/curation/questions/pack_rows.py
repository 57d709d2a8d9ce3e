"""From the editing table to the rows of a choice pack (docs/packs.md)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from soundmark.benchmarks.table import JSON_METADATA_NAME, METADATA_NAME
from soundmark.curation.questions.cells import check_free, write_cells
from soundmark.curation.questions.draft import Draft, Problem, QuestionsError
from soundmark.curation.questions.leakage import LEAK_COLUMNS
from soundmark.curation.questions.table import row_of

_FOR_EDITORS = frozenset({"keep", "description", *LEAK_COLUMNS})
"""What would betray the answer, or tells nothing about the question."""


def pack_columns(draft: Draft) -> dict[str, str]:
    """The columns of a question in a pack but file_name: no description, and nothing of the leakage filter."""
    return {
        column: cell
        for column, cell in row_of(draft).items()
        if column != "file_name" and column not in _FOR_EDITORS and cell
    }


def write_pack_table(folder: Path, drafts: Sequence[Draft]) -> tuple[Path, list[Problem]]:
    """Turn a folder of recordings into a choice pack: `metadata.jsonl` beside them.

    JSON lines hold texts as they are, where CSV would need guards that `datasets` does not take off again.

    Args:
        folder: of the recordings.
        drafts: those that are not kept are passed over.

    Returns:
        The file, and the questions whose recordings are not there, which are left out.

    Raises:
        QuestionsError: when the folder has a table already, no question is left, or the disk refuses.
    """
    if not folder.is_dir():
        raise QuestionsError(f"There is no folder {folder.name}. Name the folder of the recordings.")
    for name in (METADATA_NAME, JSON_METADATA_NAME):
        check_free(folder / name, "or move the table of the folder away")
    kept = [draft for draft in drafts if draft.is_kept]
    missing = [draft for draft in kept if not (folder / draft.file_name).is_file()]
    rows = [{"file_name": one.file_name} | pack_columns(one) for one in kept if one not in missing]
    if not rows:
        raise QuestionsError(f"No question that is kept has its recording in {folder.name}. Check file_name.")
    path = folder / JSON_METADATA_NAME
    write_cells(path, list(dict.fromkeys(column for row in rows for column in row)), rows)
    return path, [Problem(one.question_id, "file_name", "there is no such recording in the folder") for one in missing]
