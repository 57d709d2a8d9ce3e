"""What every mode is given: settings, the log, the round book, player ids, and the clips."""

from __future__ import annotations

import hashlib
import logging
import os
import signal
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

from soundmark.audio import AudioError, Published, prepare_copy, publish_copy, sweep_cache, sweep_published
from soundmark.benchmarks import GeoPack
from soundmark.benchmarks.clips import ClipSource, LocalClips
from soundmark.settings import Settings, SettingsError
from soundmark.store.bucket import SAVE_EVERY_S, BucketMirror
from soundmark.store.hub_bucket import HubBucket
from soundmark.store.hub_client import HubRepo
from soundmark.store.ids import PlayerIds, player_ids
from soundmark.store.journal import Journal
from soundmark.store.log_state import LogState, kept_state, said, said_with_bucket
from soundmark.store.published import AllRows, PublishedLog
from soundmark.store.publisher import Pace, Publisher
from soundmark.store.rounds import RoundBook
from soundmark.types import GeoQuestion, SoundmarkError

LOCAL = LocalClips()
log = logging.getLogger(__name__)

PACK_WAIT_S = 20.0
PUBLISHED_MAX_AGE_H = 24.0
PUBLISHED_MAX_FILES = 20_000
CACHE_MAX_BYTES = 4_000_000_000
SWEEP_EVERY = 200


NO_PACK = "The clips of this app cannot be played just now. Whoever runs it finds the reason in its log."


class NotReady(SoundmarkError):
    """The clips are still being checked, or cannot be used."""


class ClipGone(SoundmarkError):
    """A clip that cannot be played any more."""

    def __init__(self) -> None:
        super().__init__("The sound of this round cannot be played any more, so the round was closed without a score.")


@dataclass(slots=True)
class PackLoader:
    """Reads and checks a clip list in the background, so that the page is up meanwhile.

    Attributes:
        read: reads the pack; it is given a function to call with (files done, files in all).
    """

    read: Callable[[Callable[[int, int], None]], GeoPack]
    _future: Future[GeoPack] = field(default_factory=Future)
    _progress: tuple[int, int] = (0, 0)

    def start(self) -> None:
        """Begin reading, in a thread of its own."""
        threading.Thread(target=self._load, name="clips", daemon=True).start()

    def _load(self) -> None:
        try:
            pack = self.read(self._note)
        except Exception as error:  # whatever it is, those who wait for the clips must be told
            # The text may name files, which would tell a player places: it is for the log alone.
            log.error("The clips cannot be used. %s", error, exc_info=not isinstance(error, SoundmarkError))
            self._future.set_exception(NotReady(NO_PACK))
            return
        log.info("%s", pack.report.text())
        self._future.set_result(pack)

    def _note(self, done: int, total: int) -> None:
        self._progress = (done, total)

    def pack(self, wait_s: float = PACK_WAIT_S) -> GeoPack:
        """The checked pack.

        Raises:
            NotReady: when checking takes longer than `wait_s`; the text says how far it is.
            SoundmarkError: why the pack cannot be used.
        """
        try:
            return self._future.result(wait_s)
        except StillRunning:
            done, total = self._progress
            raise NotReady(f"The clips are being checked: {done} of {total} so far. Please try again soon.") from None

    def pack_if_ready(self) -> GeoPack | None:
        """The pack, or None while it is not checked yet or cannot be used."""
        if not self._future.done() or self._future.exception() is not None:
            return None
        return self._future.result()


@dataclass(slots=True)
class ClipDesk:
    """Publishes the clip of a question: a copy without tags under a random name.

    Attributes:
        public_dir: served to browsers, whole.
        cache_dir: never served.
    """

    public_dir: Path
    cache_dir: Path
    _published: int = 0

    def publish(self, question: GeoQuestion, source: ClipSource = LOCAL) -> Published:
        """A new copy for one round.

        Raises:
            ClipGone: when the file can no longer be decoded; its name goes to the log, not to the player.
            PublishError: when the copy cannot be written.
        """
        if self._published % SWEEP_EVERY == 0:
            self.sweep()
        self._published += 1
        try:
            file = source.fetch(question.clip)
            return publish_copy(file.path, self.public_dir, self.cache_dir, sha256=file.sha256)
        except AudioError as error:
            log.error("A clip cannot be played any more: %s", error)
            raise ClipGone from error

    def prepare(self, questions: Sequence[GeoQuestion], source: ClipSource = LOCAL) -> None:
        """Encode the clips that come next, in the background."""

        def work() -> None:
            for question in questions:
                try:
                    file = source.fetch(question.clip)
                    prepare_copy(file.path, self.cache_dir, sha256=file.sha256)
                except SoundmarkError as error:
                    log.warning("A clip could not be prepared: %s", error)

        threading.Thread(target=work, name="prepare", daemon=True).start()

    def sweep(self) -> None:
        """Remove copies of rounds that nobody plays any more."""
        sweep_published(self.public_dir, max_age_h=PUBLISHED_MAX_AGE_H, max_files=PUBLISHED_MAX_FILES)
        sweep_cache(self.cache_dir, max_bytes=CACHE_MAX_BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that outlives a request."""

    settings: Settings
    journal: Journal
    book: RoundBook
    players: PlayerIds
    clips: ClipDesk
    packs: PackLoader
    published: PublishedLog | None = None
    publisher: Publisher | None = None
    bucket: BucketMirror | None = None

    @property
    def answers(self) -> AllRows:
        """Every answer: of this machine, and published from anywhere."""
        return AllRows(self.journal, self.published)

    def log_state(self) -> LogState:
        """What is published, what waits, and why.

        Raises:
            JournalError: when the journal cannot be read.
        """
        return kept_state(self.journal) if self.publisher is None else self.publisher.state()

    def log_sentence(self) -> str:
        """The same in words, for the page.

        Raises:
            JournalError: when the journal cannot be read.
        """
        state = self.log_state()
        if self.settings.on_space and self.bucket is not None:
            return said_with_bucket(state, self.settings.log_bucket, SAVE_EVERY_S, self.bucket.trouble)
        return said(state, disk_is_lasting=not self.settings.on_space)

    def close(self) -> None:
        """Send what waits, if the Hub takes it in time, and close the journal."""
        if self.bucket is not None:
            self.bucket.close(within_s=0)  # it saves while the publisher tries, which may take all the time there is
        if self.publisher is not None:
            self.publisher.close()
        if self.bucket is not None:
            self.bucket.close()
        self.journal.close()


def open_services(settings: Settings) -> Services:
    """Open the journal and begin reading the clips.

    Raises:
        SoundmarkError: when the data folder cannot be used; the text says what to do.
    """
    from soundmark.benchmarks import DEMO_BENCHMARK, demo_pack_folder, read_pack

    data = settings.data_dir
    journal = Journal(data / "journal.sqlite")
    folder = settings.clips_dir or demo_pack_folder()
    if not folder.is_dir():
        raise SettingsError(f"There is no folder {folder}. Give --clips (or CLIPS_DIR) a folder with a metadata.csv.")
    name = None if settings.clips_dir else DEMO_BENCHMARK

    audit_cache = data / "audits" / f"{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}.json"

    def read(on_progress: Callable[[int, int], None]) -> GeoPack:
        return read_pack(folder, name=name, audit_cache=audit_cache, on_progress=on_progress)

    packs = PackLoader(read)
    packs.start()
    services = Services(
        settings=settings,
        journal=journal,
        book=RoundBook(journal),
        players=player_ids(settings.player_salt, on_space=settings.on_space, data_dir=data),
        clips=ClipDesk(public_dir=data / "published", cache_dir=data / "clip_cache"),
        packs=packs,
        **_open_log(settings, journal),
    )
    if services.publisher is not None or services.bucket is not None:
        _close_on_sigterm(services)
    return services


class _Log(TypedDict):
    published: PublishedLog | None
    publisher: Publisher | None
    bucket: BucketMirror | None


def _open_log(settings: Settings, journal: Journal) -> _Log:
    """Begin to read and write the dataset that is set, if one is."""
    published = PublishedLog(hub_of(settings)) if settings.log_repo else None
    return {
        "published": published,
        "publisher": None if published is None else _open_publisher(settings, journal, published),
        "bucket": _open_bucket(settings, journal, published),
    }


def _open_publisher(settings: Settings, journal: Journal, published: PublishedLog) -> Publisher | None:
    answers = AllRows(journal, published)
    if not settings.publishes:
        threading.Thread(target=answers.refresh, name="published", daemon=True).start()
        return None
    pace = Pace(flush_every_s=settings.flush_every_s)
    publisher = Publisher(journal, published.hub, pace=pace, refresh=answers.refresh)
    publisher.start()
    return publisher


def _open_bucket(settings: Settings, journal: Journal, published: PublishedLog | None) -> BucketMirror | None:
    if not (settings.log_bucket and settings.hub_token):
        return None
    inbox = HubBucket(name=settings.log_bucket, token=settings.hub_token, endpoint=settings.hub_endpoint)
    mirror = BucketMirror(journal, inbox)
    if published is not None:
        mirror.is_published = published.has
        mirror.before_restore = published.refresh
    mirror.start()
    return mirror


def hub_of(settings: Settings) -> HubRepo:
    """The dataset that is set.

    Raises:
        SettingsError: when none is.
    """
    if not settings.log_repo:
        raise SettingsError("No dataset is set. Set LOG_REPO to owner/name of a Hub dataset, and HF_TOKEN to write.")
    return HubRepo(
        name=settings.log_repo,
        token=settings.hub_token,
        endpoint=settings.hub_endpoint,
        cache_dir=settings.data_dir / "hub_cache",
    )


def _close_on_sigterm(services: Services) -> None:
    """Let SIGTERM, which a Space gets before it is stopped, send what waits; a second one ends at once.

    Python itself ends at once on SIGTERM. It is too late for sending when the interpreter shuts down, so this is not
    left to `atexit`; and a handler may have interrupted anything, so that it only starts a thread.
    """

    def close_and_end() -> None:
        services.close()
        os.kill(os.getpid(), signal.SIGTERM)

    def on_sigterm(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        threading.Thread(target=close_and_end, name="closing", daemon=True).start()

    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, on_sigterm)
