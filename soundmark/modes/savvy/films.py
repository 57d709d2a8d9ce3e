"""The film beside the stage: encoded in the background, and shown as soon as it is there."""

from __future__ import annotations

import logging
import threading
from concurrent.futures import Future
from concurrent.futures import TimeoutError as StillRunning
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.audio.film import film_digest, film_in_cache, prepare_film
from soundmark.clip_desk import ClipDesk
from soundmark.modes.savvy.excerpt import Part
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

PATIENCE_S = 6.0
"""So long a question waits for its film; after the answer the film is there, or comes with the next look at it."""


@dataclass(slots=True)
class FilmDesk:
    """Publishes films under random names, one encoded at a time. Safe to use from several threads."""

    clips: ClipDesk
    _waiting: dict[str, Future[Path]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _working: threading.Lock = field(default_factory=threading.Lock)

    def film(self, path: Path | None, part: Part, kept_name: str = "", patience_s: float = PATIENCE_S) -> Path | None:
        """A copy of the part of a film in the served folder; None without a film, or while it is being made.

        Args:
            path: of the film; None for none.
            part: the one that the sound has.
            kept_name: of the copy that the round has already; it is taken again while it is there.
            patience_s: how long to wait for one that is not made yet, in seconds.
        """
        kept = self.clips.public_dir / kept_name
        if kept_name and kept.is_file():
            return kept
        if path is None:
            return None
        try:
            return self.clips.publish_film(self._arriving(path, part).result(patience_s))
        except StillRunning:
            return None
        except SoundmarkError as error:
            log.warning("A film cannot be shown. %s", error)
            return None

    def prepare(self, path: Path, part: Part) -> None:
        """Begin to make one, and do not wait."""
        try:
            self._arriving(path, part)
        except SoundmarkError as error:
            log.warning("A film cannot be shown. %s", error)

    def _arriving(self, path: Path, part: Part) -> Future[Path]:
        """The film in the private cache, at once or when it is made.

        Raises:
            AudioError: when there is no such file.
        """
        digest = film_digest(path, part.start_s, part.end_s)
        found = film_in_cache(digest, self.clips.cache_dir)
        if found is not None:
            done: Future[Path] = Future()
            done.set_result(found)
            return done
        with self._lock:
            if digest in self._waiting:
                return self._waiting[digest]
            made: Future[Path] = Future()
            self._waiting[digest] = made
        # No pool: the end of the program would wait for its work.
        threading.Thread(target=self._make, args=(path, part, digest, made), name="film", daemon=True).start()
        return made

    def _make(self, path: Path, part: Part, digest: str, made: Future[Path]) -> None:
        try:
            with self._working:  # one at a time: each takes all cores
                made.set_result(prepare_film(path, part.start_s, part.end_s, self.clips.cache_dir))
        except Exception as error:  # noqa: BLE001 - whatever it is, the one who waits must be told
            made.set_exception(error)
        finally:
            with self._lock:
                del self._waiting[digest]
