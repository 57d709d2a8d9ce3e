"""A file of transcripts: what is said in the recordings of questions, for the setting without sound."""

from __future__ import annotations

from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.benchmarks.columns import column_name
from soundmark.benchmarks.row_files import read_row_file
from soundmark.types import SoundmarkError


class TranscriptsError(SoundmarkError):
    """A file that holds no transcripts."""


def read_transcripts(path: Path) -> dict[str, str]:
    """Transcripts by question id.

    Args:
        path: JSON lines, a JSON array, Parquet or CSV with the columns question_id and transcript.

    Raises:
        TranscriptsError: when it has no such columns, or nothing in them.
        PackError: when it cannot be read at all.
    """
    found: dict[str, str] = {}
    for row in read_row_file(path).rows:
        values = {column_name(str(name)): value for name, value in row.values.items()}
        question_id, text = values.get("question_id"), values.get("transcript")
        if isinstance(question_id, str | int) and isinstance(text, str) and text.strip():
            found.setdefault(str(question_id), text)
    if not found:
        raise TranscriptsError(f"{shown(path.name)} holds no rows with question_id and transcript. Add these columns.")
    return found
