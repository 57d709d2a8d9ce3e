"""Where a question's clip becomes something that a browser may play."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from soundmark.audio import (
    AudioError,
    Published,
    Sound,
    prepare_copy,
    publish_copy,
    publish_image,
    sweep_cache,
    sweep_published,
)
from soundmark.audio.publish import publish_made
from soundmark.benchmarks.clips import ClipSource, ClipUnavailable
from soundmark.clip_turns import EncodingTurns
from soundmark.types import ChoiceTruth, GeoTruth, Question, SoundmarkError, SpatialTruth

log = logging.getLogger(__name__)

PUBLISHED_MAX_AGE_H = 24.0
PUBLISHED_MAX_FILES = 20_000
CACHE_MAX_BYTES = 4_000_000_000
SWEEP_EVERY = 200
AnyQuestion = Question[GeoTruth | ChoiceTruth | SpatialTruth]


class ClipGone(SoundmarkError):
    """A clip that cannot be played any more."""

    def __init__(self) -> None:
        super().__init__(
            "The sound of this round cannot be played any more, so the round was closed without a score.",
            key="err_clip_gone",
        )


@dataclass(frozen=True, slots=True)
class Recipe:
    """How something else than the whole recording is made of its file.

    Attributes:
        name: tells recipes apart: with the file's digest it names the result for good.
        make: makes the sound of the original file.
    """

    name: str
    make: Callable[[Path], Sound]

    def digest(self, sha256: str) -> str:
        """Of the result, given the file's."""
        return hashlib.sha256(f"{sha256}\x1f{self.name}".encode()).hexdigest()


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
    _turns: EncodingTurns = field(default_factory=EncodingTurns)

    def publish(self, question: AnyQuestion, source: ClipSource) -> Published:
        """A new copy for one round.

        Raises:
            ClipGone: when the file can no longer be had or decoded; its name goes to the log, not to the player.
            ClipUnavailable: when it cannot be had just now.
            PublishError: when the copy cannot be written.
        """
        with self._publishing():
            file = source.fetch(question.clip)
            with self._turns.turn(self.cache_dir, file.sha256):
                return publish_copy(file.path, self.public_dir, self.cache_dir, sha256=file.sha256)

    def publish_made(self, question: AnyQuestion, source: ClipSource, recipe: Recipe, kept_name: str = "") -> Published:
        """What a recipe makes of the clip of a question, for one round.

        Args:
            question: whose clip.
            source: of its recording.
            recipe: what to make.
            kept_name: of the copy that this round has already; it is taken again while it is there.

        Raises:
            ClipGone, ClipUnavailable, PublishError: as `publish`.
        """
        with self._publishing():
            file = source.fetch(question.clip)
            return self._published_made(lambda: recipe.make(file.path), recipe.digest(file.sha256), kept_name)

    def prepare_made(self, question: AnyQuestion, source: ClipSource, recipe: Recipe) -> None:
        """Make what a recipe makes, so that publishing it takes no time.

        Raises:
            AudioError: when the recording cannot be decoded.
            ClipUnavailable: when it cannot be had.
            PublishError: when the copy cannot be written.
        """
        file = source.fetch(question.clip)
        digest = recipe.digest(file.sha256)
        with self._turns.turn(self.cache_dir, digest):
            prepare_copy(lambda: recipe.make(file.path), self.cache_dir, sha256=digest)

    def publish_sound(self, make: Callable[[], Sound], digest: str, kept_name: str = "") -> Published:
        """A sound that is made of no recording, for one round.

        Args:
            make: makes it.
            digest: 64 hex digits that name it for good.
            kept_name: as for `publish_made`.

        Raises:
            PublishError: when it cannot be written.
        """
        with self._publishing():
            return self._published_made(make, digest, kept_name)

    def _published_made(self, make: Callable[[], Sound], digest: str, kept_name: str) -> Published:
        kept = self.public_dir / kept_name
        with self._turns.turn(self.cache_dir, digest):
            if kept_name and kept.is_file():
                copy = prepare_copy(make, self.cache_dir, sha256=digest)
                return Published(path=kept, duration_s=copy.duration_s, waveform=copy.waveform)
            return publish_copy(make, self.public_dir, self.cache_dir, sha256=digest)

    def publish_film(self, prepared: Path) -> Path:
        """A film of the private cache under a new name.

        Raises:
            PublishError: when it cannot be written.
        """
        with self._publishing():
            return publish_made(prepared, self.public_dir)

    def publish_picture(self, png: bytes) -> Path:
        """A picture under a new name.

        Raises:
            PublishError: when it cannot be written.
        """
        with self._publishing():
            return publish_image(png, self.public_dir)

    @contextmanager
    def _publishing(self) -> Iterator[None]:
        """Sweeps now and then, and turns what is wrong with a clip into what a player may be told.

        Raises:
            ClipGone, ClipUnavailable: see `publish`.
        """
        if self._published % SWEEP_EVERY == 0:
            self.sweep()
        self._published += 1
        try:
            yield
        except ClipUnavailable as error:
            if not error.is_gone:
                raise
            log.error("A clip cannot be had any more: %s", error)
            raise ClipGone from error
        except AudioError as error:
            log.error("A clip cannot be played any more: %s", error)
            raise ClipGone from error

    def prepare(self, questions: Sequence[AnyQuestion], source: ClipSource) -> None:
        """Encode the clips that come next, in the background."""

        def work() -> None:
            for question in questions:
                try:
                    file = source.fetch(question.clip)
                    with self._turns.turn(self.cache_dir, file.sha256):
                        prepare_copy(file.path, self.cache_dir, sha256=file.sha256)
                except SoundmarkError as error:
                    log.warning("A clip could not be prepared: %s", error)

        self._turns.ahead(work)

    def sweep(self) -> None:
        """Remove copies of rounds that nobody plays any more."""
        sweep_published(self.public_dir, max_age_h=PUBLISHED_MAX_AGE_H, max_files=PUBLISHED_MAX_FILES)
        sweep_cache(self.cache_dir, max_bytes=CACHE_MAX_BYTES)
