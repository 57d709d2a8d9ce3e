"""A bucket on the Hub as the durable store between two flushes, for a Space whose disk does not last.

Every few seconds the rows that are not published yet are put there as an immutable fragment of JSON Lines. A process
that starts on an empty disk takes over what earlier ones left. SQLite itself never lies in a bucket: mounted ones have
no file locks to rely on.
"""

from __future__ import annotations

import json
import logging
import random
import re
import sqlite3
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Protocol

from soundmark.store import schema
from soundmark.store.hub_errors import HubBusy, HubError, HubRefusal
from soundmark.store.journal import Journal, insert_job
from soundmark.store.json_lines import read_lines
from soundmark.store.seal import first_unpublished, replica_id
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

FOLDER = "inbox"
FRAGMENT = re.compile(rf"{FOLDER}/([0-9a-f]+)/(\d+)-(\d+)\.jsonl")
SAVE_EVERY_S = 5.0
MAX_BACKOFF_S = 60.0
RECHECK_S = 60.0
RESTORE_AGAIN_S = 15.0
MAX_FRAGMENT_ROWS = 5_000


class Inbox(Protocol):
    """Files that outlive this machine. Each method raises HubError when it failed."""

    def put(self, name: str, data: bytes) -> None:
        """Store a file; the same name always comes with rows that include those it came with before."""

    def names(self, folder: str) -> list[str]:
        """The names of all files in a folder, at any depth."""

    def get(self, name: str) -> bytes | None:
        """The content of a file; None when there is none of that name."""

    def remove(self, names: Sequence[str]) -> None:
        """Forget files."""


@dataclass(slots=True)
class BucketMirror:
    """Keeps the unpublished rows of a journal in an inbox.

    Attributes:
        journal: the rows.
        inbox: where they are kept too.
        is_published: whether the row of that table with that id is in the dataset.
        before_restore: reads what is in the dataset.
        trouble: why the last try failed, as a sentence; '' when it did not.
    """

    journal: Journal
    inbox: Inbox
    is_published: Callable[[str, str], bool] = lambda table, row_id: False
    before_restore: Callable[[], object] = lambda: None
    trouble: str = ""
    _saved_until: int = 0
    _taken_over: set[str] = field(default_factory=set)
    _tidied_until: int = 0
    _restore_at: float = 0.0
    _restore_trouble: str = ""
    _failures: int = 0
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Take over what earlier processes left, then save again and again, in a thread of its own."""
        self._thread = threading.Thread(target=self._run, name="bucket", daemon=True)
        self._thread.start()

    def close(self, *, within_s: float = 10.0) -> None:
        """Save a last time and stop."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(within_s)

    def _run(self) -> None:
        wait_s = 0.0
        while True:
            is_last = self._stop.wait(wait_s)
            try:
                self._tell(self._step())
                wait_s = SAVE_EVERY_S
            except SoundmarkError as error:
                wait_s = self._pause_s(error)
                self._tell(str(error))
            except Exception:  # a surprise of a library must not end saving for good
                log.exception("Saving to the bucket failed in a way that is not known. It goes on.")
                wait_s = MAX_BACKOFF_S
                self._tell("Saving there failed in a way that is not known; the log of the server has more.")
            if is_last:
                return

    def _step(self) -> str:
        """Save, and take over what others left, which must not keep from saving. Returns why the latter failed."""
        while self.save() == MAX_FRAGMENT_ROWS:
            pass
        self.tidy()
        self._failures = 0
        now = time.monotonic()
        if now >= self._restore_at:
            try:
                self.restore()
            except HubError as error:
                self._restore_at = now + RESTORE_AGAIN_S
                self._restore_trouble = f"What earlier processes left there is not taken over yet. {error}"
            else:
                self._restore_at, self._restore_trouble = float("inf"), ""
        return self._restore_trouble

    def _pause_s(self, error: SoundmarkError) -> float:
        """How long to wait after a failure."""
        match error:
            case HubRefusal():  # a person must mend it
                return RECHECK_S
            case HubBusy():
                return error.wait_s + random.uniform(1, 5)  # noqa: S311  no secret
        self._failures += 1
        longest_s = min(MAX_BACKOFF_S, SAVE_EVERY_S * 2 ** min(self._failures - 1, 10))
        return random.uniform(SAVE_EVERY_S / 2, longest_s)  # noqa: S311  no secret

    def _tell(self, trouble: str) -> None:
        if trouble and trouble != self.trouble:
            log.warning("The bucket: %s", trouble)
        if self.trouble and not trouble:
            log.info("The bucket takes answers again.")
        self.trouble = trouble

    def save(self) -> int:
        """Put the rows that came since the last time and are not published. Returns how many were looked at.

        Raises:
            HubError: when the inbox did not take them; they are put the next time.
            JournalError: when the journal cannot be read.
        """
        after = max(self._saved_until, first_unpublished(self.journal) - 1)
        query = "SELECT seq, log_table, row, response_id FROM responses WHERE seq > ? ORDER BY seq LIMIT ?"
        with self.journal.reading() as connection:
            found = connection.execute(query, (after, MAX_FRAGMENT_ROWS)).fetchall()
        # Rows that were taken over still lie in the fragment that they came from.
        new = [(table, row) for _, table, row, row_id in found if row_id not in self._taken_over and _is_json(row)]
        if new:
            lines = [json.dumps({"table": table, "row": json.loads(row)}) for table, row in new]
            name = f"{FOLDER}/{replica_id(self.journal)}/{found[0][0]}-{found[-1][0]}.jsonl"
            self.inbox.put(name, ("\n".join(lines) + "\n").encode())
        if found:
            self._saved_until = found[-1][0]
        return len(found)

    def tidy(self) -> int:
        """Remove the fragments of this journal whose rows are all published. Returns how many.

        Raises:
            HubError: when the inbox cannot be listed or changed.
            JournalError: when the journal cannot be read.
        """
        first, own = first_unpublished(self.journal), replica_id(self.journal)
        if first == self._tidied_until:
            return 0
        done = [
            name
            for name in self.inbox.names(FOLDER)
            if (match := FRAGMENT.fullmatch(name)) and match[1] == own and int(match[3]) < first
        ]
        if done:
            self.inbox.remove(done)
        self._tidied_until = first
        return len(done)

    def restore(self) -> int:
        """Take over rows that other processes left there and that are not published. Returns how many were new here.

        A fragment of another process is removed only when all its rows are published: that process may still run. Its
        rows may then be published by both; readers know each id once.

        Raises:
            HubError: when the inbox cannot be read.
            JournalError: when the journal cannot be written.
        """
        self.before_restore()
        own, count, done = replica_id(self.journal), 0, list[str]()
        for name in self.inbox.names(FOLDER):
            match = FRAGMENT.fullmatch(name)
            if match is None or match[1] == own:
                continue
            data = self.inbox.get(name)
            if data is None:  # another replica has just removed it
                continue
            rows = self._rows(name, data)
            left = [row for row in rows if not self.is_published(schema.table_of(row), schema.row_id(row))]
            if left:
                self._taken_over.update(schema.row_id(row) for row in left)
                count += self.journal.write(_insert_all(left))
            else:
                done.append(name)
        if done:
            self.inbox.remove(done)
        if count:
            log.info("%d answers of an earlier process were taken over from the bucket.", count)
        return count

    def _rows(self, name: str, data: bytes) -> list[schema.Row]:
        lines, rows = read_lines(data), list[schema.Row]()
        for found in lines.objects:
            table, record = found.get("table"), found.get("row")
            with suppress(schema.RowError):
                if isinstance(table, str) and isinstance(record, Mapping):
                    rows.append(schema.from_record(table, record))
        bad = len(lines.bad_lines) + len(lines.objects) - len(rows)
        if bad:
            log.warning("%d rows in %s cannot be read and are left out.", bad, name)
        return rows


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _insert_all(rows: Sequence[schema.Row]) -> Callable[[sqlite3.Connection], int]:
    jobs = [insert_job(row) for row in rows]
    return lambda connection: sum(job(connection) for job in jobs)
