"""Whether a logged row can be used at all: a log that was edited, or written by others, may hold anything."""

from __future__ import annotations

from datetime import datetime

from soundmark.store.tables.answers import PlayedRow
from soundmark.types import ResponderKind, Status


def is_sound(row: PlayedRow) -> bool:
    """Whether the columns that say whose answer it is, to what and when, hold what they should."""
    texts = (row.response_id, row.question_id, row.setting, row.responder_id or "", row.game_id or "")
    if not all(isinstance(text, str) for text in texts) or not (row.response_id and row.question_id):
        return False
    if not (isinstance(row.status, Status) and isinstance(row.responder_kind, ResponderKind)):
        return False
    return isinstance(row.answered_at, datetime) and row.answered_at.tzinfo is not None


Asked = tuple[str, ...]
"""What was asked of a model or baseline."""


def asked_of(row: PlayedRow) -> Asked:
    """Names what a sound row answers: of several answers to the same only one counts (`ResponseRow.precedence`).

    Repetitions of a run are different things, and so are published files; another run that asks the same is not.
    """
    asked = (row.responder_id or "", row.setting, row.question_id)
    if row.responder_kind is ResponderKind.BASELINE:
        return asked
    return (*asked, str(row.prompt_id or ""), str(row.repeat_index or 0), str(row.imported_from or ""))
