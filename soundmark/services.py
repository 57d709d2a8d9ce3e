"""What every mode is given: settings, the log, the round book, player ids, and the clips."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypedDict

from soundmark.clip_desk import ClipDesk
from soundmark.pack_loader import PackShelf
from soundmark.settings import Settings
from soundmark.store.bucket import SAVE_EVERY_S, BucketMirror
from soundmark.store.hub_bucket import HubBucket
from soundmark.store.hub_client import HubRepo
from soundmark.store.ids import PlayerIds, player_ids
from soundmark.store.journal import Journal
from soundmark.store.log_state import LogState, kept_state, note_of, said, said_with_bucket
from soundmark.store.published import AllRows, PublishedLog
from soundmark.store.publisher import Pace, Publisher
from soundmark.store.rounds import RoundBook
from soundmark.types import SoundmarkError
from soundmark.variables import SettingsError


@dataclass(frozen=True, slots=True, kw_only=True)
class Services:
    """Everything that outlives a request."""

    settings: Settings
    journal: Journal
    book: RoundBook
    players: PlayerIds
    clips: ClipDesk
    packs: PackShelf
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
        if self.publisher is not None:
            return self.publisher.state()
        return kept_state(self.journal, self.settings.log_repo, has_token=self.settings.publishes)

    def log_sentence(self) -> str:
        """The same in words, for the page.

        Raises:
            JournalError: when the journal cannot be read.
        """
        state = self.log_state()
        if self.settings.on_space and self.bucket is not None:
            return said_with_bucket(state, self.settings.log_bucket, SAVE_EVERY_S, self.bucket.trouble)
        return said(state, disk_is_lasting=not self.settings.on_space)

    def log_note(self) -> Mapping[str, object]:
        """The same as a note for the page: in the reader's language where the page has a text for it."""
        try:
            note = None if self.settings.on_space else note_of(self.log_state())
            return note or {"text": self.log_sentence()}
        except SoundmarkError as error:
            return {"text": str(error)}

    def close(self) -> None:
        """Send what waits, if the Hub takes it in time, and close the journal."""
        if self.bucket is not None:
            self.bucket.close(within_s=0)  # it saves while the publisher tries, which may take all the time there is
        self.packs.close()
        if self.publisher is not None:
            self.publisher.close()
        if self.bucket is not None:
            self.bucket.close()
        self.journal.close()


def open_services(settings: Settings) -> Services:
    """Open the journal and begin to read and write the log.

    Raises:
        SoundmarkError: when the data folder cannot be used; the text says what to do.
    """
    if settings.clips_dir is not None and not settings.clips_dir.is_dir():
        raise SettingsError(
            f"There is no folder {settings.clips_dir}. Give --clips (or CLIPS_DIR) a folder with a metadata.csv."
        )
    data = settings.data_dir
    journal = Journal(data / "journal.sqlite")
    services = Services(
        settings=settings,
        journal=journal,
        book=RoundBook(journal),
        players=player_ids(settings.player_salt, on_space=settings.on_space, data_dir=data),
        clips=ClipDesk(public_dir=data / "published", cache_dir=data / "clip_cache"),
        packs=PackShelf(),
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
