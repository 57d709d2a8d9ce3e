"""The publisher: a thread that sends what waits to the Hub, whatever the Hub does."""

from __future__ import annotations

import logging
import random
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from soundmark.store.compaction import compact
from soundmark.store.flush import Flushed, flush
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubBusy, HubRefusal
from soundmark.store.journal import Journal, JournalError
from soundmark.store.log_state import LAST_ERROR, LogState, Mode
from soundmark.store.prepare import prepare
from soundmark.store.seal import counts
from soundmark.types import SoundmarkError
from soundmark.wording import n_of

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How often things are done, in seconds.

    Attributes:
        flush_every_s: longest time that a row waits while the Hub answers.
        idle_s: rows are sent earlier when none has come for that long.
        min_gap_s: shortest time between two commits: 60 s keeps to 60 commits an hour.
        look_every_s: how often the journal is looked at.
        recheck_s: how often a Hub that refused is asked again.
        backoff_s, max_backoff_s: first and longest pause after a failure; the pause is random below it (full jitter).
        prepare_every_s: how often the README is looked at.
        refresh_every_s: how often it is read what others have published.
        compact_first_s, compact_every_s: when what is over is compacted, after the start and then.
    """

    flush_every_s: float = 90.0
    idle_s: float = 20.0
    min_gap_s: float = 60.0
    look_every_s: float = 1.0
    recheck_s: float = 300.0
    backoff_s: float = 4.0
    max_backoff_s: float = 300.0
    prepare_every_s: float = 3600.0
    refresh_every_s: float = 300.0
    compact_first_s: float = 3600.0
    compact_every_s: float = 86_400.0


@dataclass(slots=True)
class _Times:
    """Moments on the monotonic clock."""

    not_before: float = 0.0
    last_commit: float = float("-inf")
    prepared: float = float("-inf")
    newest_seen: float = 0.0
    refreshed: float = float("-inf")
    next_compaction: float = float("inf")


@dataclass(slots=True)
class Publisher:
    """Publishes a journal to a dataset until it is closed. It never raises: what goes wrong is in `state()`.

    Attributes:
        journal: where the rows are; safe to be written to by anybody meanwhile.
        hub: the dataset.
        pace: how often.
        refresh: reads back what is published; called after each flush that sent something, and now and then.
        clock: the monotonic clock, in seconds; replaced in tests.
    """

    journal: Journal
    hub: HubRepo
    pace: Pace = field(default_factory=Pace)
    refresh: Callable[[], None] = lambda: None
    clock: Callable[[], float] = time.monotonic
    _mode: Mode = Mode.PUBLISHING
    _last_error: str = ""
    _failures: int = 0
    _may_try_last: bool = True
    _newest_seq: int = -1
    _times: _Times = field(default_factory=_Times)
    _one_at_a_time: threading.Lock = field(default_factory=threading.Lock)
    _stop: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin, in a thread of its own; what an earlier process left goes first."""
        self._keep_error("")
        self._times.next_compaction = self.clock() + self.pace.compact_first_s
        self._thread = threading.Thread(target=self._run, name="publisher", daemon=True)
        self._thread.start()

    def close(self, *, last_flush_within_s: float = 20.0) -> None:
        """Stop, after sending what waits if the Hub takes it in time. What does not leave stays in the journal."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(last_flush_within_s)
            if self._thread.is_alive():
                log.warning(
                    "The Hub did not take the last answers in time. They stay here and leave at the next start."
                )

    def state(self) -> LogState:
        """Where things stand.

        Raises:
            JournalError: when the journal cannot be read.
        """
        found = counts(self.journal)
        return LogState(
            mode=self._mode,
            repo=self.hub.name,
            pending_rows=found.pending_rows,
            published_rows=found.published_rows,
            last_error=self._last_error,
            unpublished_s=self.pace.flush_every_s,
        )

    def step(self) -> Flushed | None:
        """Do what is due now; the thread calls it again and again. Returns what was sent, or None if nothing was tried.

        Never raises a `SoundmarkError`.
        """
        with self._one_at_a_time:
            sent = None
            try:
                if self._is_due():
                    sent = self._flush()
                self._compact_when_due()
                if (sent and sent.revision) or self.clock() - self._times.refreshed >= self.pace.refresh_every_s:
                    self._times.refreshed = self.clock()
                    self.refresh()
            except SoundmarkError as error:
                self._note_failure(error)
            return sent

    def _run(self) -> None:
        while not self._stop.wait(self.pace.look_every_s):
            try:
                self.step()
            except Exception:  # a surprise of a library must not end publishing for good
                log.exception("Publishing failed in a way that is not known. It goes on.")
                self._pause("Publishing failed in a way that is not known; the log of the server has more.")
        self._flush_last()

    def _flush_last(self) -> None:
        if not self._may_try_last:
            return
        with self._one_at_a_time:
            try:
                while counts(self.journal).pending_rows:
                    self._flush()
            except SoundmarkError as error:
                log.warning("The last answers stay here and leave at the next start: %s", error)

    def _is_due(self) -> bool:
        now, times = self.clock(), self._times
        found = counts(self.journal)
        if found.newest_seq != self._newest_seq:
            self._newest_seq, times.newest_seen = found.newest_seq, now
        if now < times.not_before:
            return False
        if self._mode is not Mode.PUBLISHING or now - times.prepared >= self.pace.prepare_every_s:
            return True
        since_commit = now - times.last_commit
        is_idle = now - times.newest_seen >= self.pace.idle_s
        wait_s = self.pace.min_gap_s if is_idle else self.pace.flush_every_s
        return bool(found.pending_rows) and since_commit >= wait_s

    def _flush(self) -> Flushed:
        now = self.clock()
        is_prepared = now - self._times.prepared < self.pace.prepare_every_s
        if not is_prepared:
            prepare(self.journal, self.hub)
            self._times.prepared = now
        sent = flush(self.journal, self.hub)
        if sent.revision:
            self._times.last_commit = self.clock()
            log.info("Published %s to %s.", n_of(sent.rows, "row"), self.hub.name)
        if self._last_error:
            log.info("The Hub takes answers again.")
            self._keep_error("")
        self._mode, self._last_error, self._failures, self._may_try_last = Mode.PUBLISHING, "", 0, True
        return sent

    def _compact_when_due(self) -> None:
        now = self.clock()
        if self._mode is Mode.PUBLISHING and now >= self._times.next_compaction:
            self._times.next_compaction = now + self.pace.compact_every_s  # also when it fails: there is no hurry
            merged = compact(self.hub, max_commits=1)
            if merged:
                self._times.next_compaction = now  # there may be more, but answers that wait go in between
            for done in merged:
                log.info("Merged %d files of %s, %s.", done.sources, done.table, done.period)

    def _note_failure(self, error: SoundmarkError) -> None:
        self._may_try_last = not isinstance(error, HubRefusal | HubBusy)
        match error:
            case HubRefusal():
                self._times.prepared = float("-inf")  # whoever mends it may have changed the dataset too
                self._wait(Mode.LOCAL, f"{error} Until then answers stay on this machine.", self.pace.recheck_s)
            case HubBusy():
                # A little later than asked, and not all replicas at once.
                self._wait(Mode.PAUSED, str(error), error.wait_s + random.uniform(1, 5))  # noqa: S311  no secret
            case _:  # the outcome is unknown, somebody else was first, or the journal's disk is full: the same again
                self._pause(str(error))

    def _pause(self, sentence: str) -> None:
        self._failures += 1
        longest_s = min(self.pace.max_backoff_s, self.pace.backoff_s * 2 ** min(self._failures - 1, 30))
        self._wait(Mode.PAUSED, sentence, random.uniform(0, longest_s))  # noqa: S311  no secret

    def _keep_error(self, sentence: str) -> None:
        with suppress(JournalError):  # a full disk is told elsewhere; this is but a note
            self.journal.set_note(LAST_ERROR, sentence)

    def _wait(self, mode: Mode, sentence: str, wait_s: float) -> None:
        if sentence != self._last_error:
            log.warning("%s", sentence)
            self._keep_error(sentence)
        self._mode, self._last_error = mode, sentence
        self._times.not_before = self.clock() + wait_s
