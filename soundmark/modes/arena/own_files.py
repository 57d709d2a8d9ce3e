"""What battles are about, of what visitors bring: published for the page of whoever brought it, and for nobody else."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from soundmark.audio import publish_bytes
from soundmark.modes.arena.asking import Ask
from soundmark.modes.arena.battle import OPEN, UPLOAD, Runs, Subject
from soundmark.modes.arena.contenders import default_prompt
from soundmark.modes.arena.prompts import PROMPT_LANGUAGE, edited_prompt
from soundmark.modes.arena.shelf import Shelf
from soundmark.modes.arena.shown import Asked, Shown
from soundmark.modes.arena.upload import Exhibit, ExhibitKind
from soundmark.types import QuestionKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnFiles:
    """Recordings and photos of visitors.

    Attributes:
        shelf: keeps it.
        public_dir: where copies for pages are published.
    """

    shelf: Shelf
    public_dir: Path

    def asked(self, name: str, prompt: str) -> Asked:
        """What a visitor brought, for models that are to be asked.

        Raises:
            UploadError: when it is gone.
            PromptEditError: when an edited prompt cannot be sent.
        """
        exhibit = self.shelf.exhibit(name)
        words, prompt_id = default_prompt(exhibit.kind)
        edited = edited_prompt(prompt)
        is_edited = bool(edited) and edited != words
        subject = Subject(
            kind=exhibit.kind,
            benchmark=UPLOAD,
            revision=exhibit.kind.value,
            question_id=name.partition(".")[0],
            prompt=edited or words,
            prompt_id=None if is_edited else prompt_id,
            runs=Runs.LIVE,
            task=OPEN if is_edited else QuestionKind.GEO.value,
            language=None if is_edited else PROMPT_LANGUAGE,
        )
        ask = Ask(prompt=edited or words, path=self.shelf.path(name), is_sound=exhibit.kind is ExhibitKind.SOUND)
        return Asked(subject=subject, shown=self.show(exhibit), ask=ask)

    def show(self, exhibit: Exhibit) -> Shown:
        """Publish a copy of an upload for the page of whoever brought it.

        Raises:
            PublishError: when it cannot be written.
        """
        path = publish_bytes(exhibit.data, self.public_dir, suffix=exhibit.suffix)
        return Shown(kind=exhibit.kind, path=path, duration_s=exhibit.duration_s, waveform=exhibit.waveform)

    def shown_again(self, subject: Subject, clip_name: str) -> Shown:
        """A new copy for a page that was reloaded; the one that it had is removed.

        Raises:
            UploadError, PublishError: when it cannot be had any more.
        """
        self._unpublish(clip_name)
        return self.show(self.shelf.exhibit(_upload_name(subject)))

    def hide(self, subject: Subject, clip_name: str) -> None:
        """Show an upload to nobody any more.

        Raises:
            UploadError: when it is gone.
        """
        self._unpublish(clip_name)
        self.shelf.hide(_upload_name(subject))

    def _unpublish(self, clip_name: str) -> None:
        """Remove a published copy of an upload; the name is one that this server made."""
        if clip_name:
            (self.public_dir / Path(clip_name).name).unlink(missing_ok=True)


def _upload_name(subject: Subject) -> str:
    return f"{subject.question_id}.{'mp3' if subject.kind is ExhibitKind.SOUND else 'jpg'}"
