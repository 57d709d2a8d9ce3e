"""A bucket on the Hub as the durable store between two flushes, for a Space whose disk does not last.

Every few seconds the rows that are not published yet are put there as an immutable fragment of JSON Lines. A process
that starts on an empty disk takes over what earlier ones left. SQLite itself never lies in a bucket: mounted ones have
no file locks to rely on.
"""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import tempfile
import threading
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from soundmark.settings import Secret
from soundmark.store import schema
from soundmark.store.hub_client import TIMEOUT_S, hub_api, translated_errors
from soundmark.store.journal import Journal, insert_job
from soundmark.store.json_lines import read_lines
from soundmark.store.seal import first_unpublished, replica_id
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

FOLDER = "inbox"
FRAGMENT = re.compile(rf"{FOLDER}/([0-9a-f]+)/(\d+)-(\d+)\.jsonl")
SAVE_EVERY_S = 5.0
MAX_FRAGMENT_ROWS = 5_000


class Inbox(Protocol):
    """Files that outlive this machine. Each method raises HubError when it failed."""

    def put(self, name: str, data: bytes) -> None:
        """Store a file; the same name always comes with rows that include those it came with before."""

    def names(self) -> list[str]:
        """The names of all files."""

    def get(self, name: str) -> bytes:
        """The content of a file."""

    def remove(self, names: Sequence[str]) -> None:
        """Forget files."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HubBucket:
    """A bucket on the Hub.

    Attributes:
        name: owner/name.
        token: must be allowed to write to it.
        endpoint: address of the Hub; empty for the public one.
    """

    name: str
    token: Secret
    endpoint: str = ""

    def put(self, name: str, data: bytes) -> None:
        """See Inbox."""
        with translated_errors(self.name):
            hub_api(self.token, self.endpoint, TIMEOUT_S).batch_bucket_files(self.name, add=[(data, name)])

    def names(self) -> list[str]:
        """See Inbox."""
        with translated_errors(self.name):
            api = hub_api(self.token, self.endpoint, TIMEOUT_S)
            return sorted(item.path for item in api.list_bucket_tree(self.name, prefix=FOLDER, recursive=True))

    def get(self, name: str) -> bytes:
        """See Inbox."""
        with translated_errors(self.name), tempfile.TemporaryDirectory() as folder:
            local = Path(folder) / "fragment"  # never a name from outside
            api = hub_api(self.token, self.endpoint, TIMEOUT_S)
            api.download_bucket_files(self.name, [(name, local)], raise_on_missing_files=True)
            return local.read_bytes()

    def remove(self, names: Sequence[str]) -> None:
        """See Inbox."""
        with translated_errors(self.name):
            hub_api(self.token, self.endpoint, TIMEOUT_S).batch_bucket_files(self.name, delete=list(names))


@dataclass(slots=True)
class BucketMirror:
    """Keeps the unpublished rows of a journal in an inbox.

    Attributes:
        journal: the rows.
        inbox: where they are kept too.
        is_published: whether the row of that table with that id is in the dataset.
        before_restore: reads what is in the dataset.
    """

    journal: Journal
    inbox: Inbox
    is_published: Callable[[str, str], bool] = lambda table, row_id: False
    before_restore: Callable[[], object] = lambda: None
    _saved_until: int = 0
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
        is_restored = False
        while True:
            is_last = self._stop.wait(SAVE_EVERY_S if is_restored else 0)
            try:
                if not is_restored:
                    self.restore()
                    is_restored = True
                self.save()
                self.tidy()
            except SoundmarkError as error:
                log.warning("The bucket: %s It is tried again.", error)
                self._stop.wait(SAVE_EVERY_S)
            except Exception:  # a surprise of a library must not end saving for good
                log.exception("Saving to the bucket failed in a way that is not known. It goes on.")
                self._stop.wait(SAVE_EVERY_S)
            if is_last:
                return

    def save(self) -> int:
        """Put the rows that came since the last time and are not published. Returns how many.

        Raises:
            HubError: when the inbox did not take them; they are put the next time.
            JournalError: when the journal cannot be read.
        """
        after = max(self._saved_until, first_unpublished(self.journal) - 1)
        query = "SELECT seq, log_table, row FROM responses WHERE seq > ? ORDER BY seq LIMIT ?"
        with self.journal.reading() as connection:
            found = connection.execute(query, (after, MAX_FRAGMENT_ROWS)).fetchall()
        if found:
            lines = [json.dumps({"table": table, "row": json.loads(row)}) for _, table, row in found if _is_json(row)]
            name = f"{FOLDER}/{replica_id(self.journal)}/{found[0][0]}-{found[-1][0]}.jsonl"
            self.inbox.put(name, ("\n".join(lines) + "\n").encode())
            self._saved_until = found[-1][0]
        return len(found)

    def tidy(self) -> int:
        """Remove the fragments of this journal whose rows are all published. Returns how many.

        Raises:
            HubError: when the inbox cannot be listed or changed.
            JournalError: when the journal cannot be read.
        """
        first, own = first_unpublished(self.journal), replica_id(self.journal)
        done = [
            name
            for name in self.inbox.names()
            if (match := FRAGMENT.fullmatch(name)) and match[1] == own and int(match[3]) < first
        ]
        if done:
            self.inbox.remove(done)
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
        for name in self.inbox.names():
            match = FRAGMENT.fullmatch(name)
            if match is None or match[1] == own:
                continue
            rows = self._rows(name, self.inbox.get(name))
            left = [row for row in rows if not self.is_published(schema.table_of(row), schema.row_id(row))]
            if left:
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
