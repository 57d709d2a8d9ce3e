"""Where the log stands: what is published, what waits, and why."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from soundmark.store.journal import Journal
from soundmark.store.seal import counts
from soundmark.wording import n_of

LAST_ERROR = "last error"
"""Under this name the journal keeps why the last try to publish failed; '' when it did not."""


class Mode(StrEnum):
    """Where answers go at the moment: nowhere but here, nor there for want of a token, to the Hub, or after a pause."""

    LOCAL = "local"
    NAMED_ONLY = "named_only"
    PUBLISHING = "publishing"
    PAUSED = "paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class LogState:
    """What the page and `log status` say about the log.

    Attributes:
        mode: where answers go.
        repo: the dataset; '' when none is set.
        pending_rows, published_rows: rows of this journal that are not, and that are, on the Hub.
        last_error: why the last try failed, as a sentence; '' when it did not.
        unpublished_s: how long an answer may stay unpublished while all goes well.
    """

    mode: Mode
    repo: str
    pending_rows: int
    published_rows: int
    last_error: str = ""
    unpublished_s: float = 0.0


def kept_state(journal: Journal, repo: str = "", *, has_token: bool = True) -> LogState:
    """The state as the journal alone tells it, for a log that this process does not publish.

    Args:
        journal: the rows, and why the last try failed.
        repo: the dataset; '' when none is set.
        has_token: whether there is a token to write to it.

    Raises:
        JournalError: when the journal cannot be read.
    """
    found = counts(journal)
    may_publish = Mode.PUBLISHING if has_token else Mode.NAMED_ONLY
    return LogState(
        mode=may_publish if repo else Mode.LOCAL,
        repo=repo,
        pending_rows=found.pending_rows,
        published_rows=found.published_rows,
        last_error=journal.note(LAST_ERROR) or "",
    )


def said(state: LogState, *, disk_is_lasting: bool) -> str:
    """The state in words, for the page."""
    if state.mode is Mode.LOCAL and not state.repo:
        words = "Answers stay on this machine for now: no dataset is set for them."
    elif state.mode is Mode.NAMED_ONLY:
        words = (
            f"Answers stay on this machine for now: a dataset is named (LOG_REPO={state.repo}), but there is no token "
            "(HF_TOKEN) to write to it."
        )
    elif state.mode is Mode.PUBLISHING:
        words = f"Answers are published to {state.repo}."
    else:
        words = f"{state.last_error} {n_of(state.pending_rows, 'answer waits', 'answers wait')}."
    if not disk_is_lasting:
        words += (
            f" This Space's disk does not last: an answer may stay unpublished for up to {state.unpublished_s:.0f} s, "
            "and is lost if the Space is stopped hard in that time."
            if state.repo and state.mode is not Mode.NAMED_ONLY
            else " This Space's disk does not last, so they are lost when it restarts."
        )
    return words


def note_of(state: LogState) -> Mapping[str, object] | None:
    """The state as a note that the page says in the reader's language; None for what it has no text of its own for."""
    if state.mode is Mode.LOCAL and not state.repo:
        return {"key": "log_local"}
    if state.mode is Mode.NAMED_ONLY:
        return {"key": "log_no_token", "params": {"repo": state.repo}}
    if state.mode is Mode.PUBLISHING:
        return {"key": "log_published", "params": {"repo": state.repo}}
    return None


def said_with_bucket(state: LogState, bucket: str, save_every_s: float, trouble: str) -> str:
    """The state in words, for the page of a Space that keeps its answers in a bucket.

    Args:
        state: the state.
        bucket: owner/name of the bucket.
        save_every_s: how often answers go there.
        trouble: why they do not at the moment, as a sentence; '' when they do.
    """
    if trouble:
        return f"{said(state, disk_is_lasting=False)} The bucket that should keep them meanwhile does not: {trouble}"
    words = said(state, disk_is_lasting=True) if state.repo else "Answers are published nowhere: LOG_REPO is not set."
    until = f" for up to {state.unpublished_s:.0f} s; until then it" if state.repo else "; it"
    return (
        f"{words} This Space's disk does not last: an answer may stay unpublished{until} is kept in the bucket "
        f"{bucket}, within {save_every_s:.0f} s."
    )
