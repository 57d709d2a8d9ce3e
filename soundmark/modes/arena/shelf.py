"""Where uploads are kept: encoded anew, under random names, in a folder that nobody is served from."""

from __future__ import annotations

import json
import re
import secrets
import time
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import PublishError
from soundmark.modes.arena.refusals import not_here
from soundmark.modes.arena.upload import Exhibit, ExhibitKind
from soundmark.whole_file import UNFINISHED, whole_file

KEPT_H = 24.0
MAX_BYTES = 2_000_000_000
"""Of all uploads, reported ones included."""
NAME = re.compile(r"[0-9a-f]{32}\.(?:mp3|jpg)")
FILE = re.compile(NAME.pattern + r"(?:\.json)?")


@dataclass(frozen=True, slots=True)
class Shelf:
    """Uploads on this machine.

    Attributes:
        folder: for them alone.
    """

    folder: Path

    @property
    def hidden(self) -> Path:
        """Where those lie that were reported, until the owner has looked."""
        return self.folder / "reported"

    def keep(self, exhibit: Exhibit) -> str:
        """Keep an upload. Returns its name, which nobody can guess.

        Raises:
            PublishError: when it cannot be written, or too much lies here already.
        """
        self.sweep()
        if self._bytes() + len(exhibit.data) > MAX_BYTES:
            raise PublishError("Many uploads are kept here just now. Please try again later.", key="err_upload_many")
        name = f"{secrets.token_hex(16)}.{exhibit.suffix}"
        facts = json.dumps({"duration_s": exhibit.duration_s, "waveform": exhibit.waveform})
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with whole_file(self.folder / name) as part:
                part.write_bytes(exhibit.data)
                self._facts(name).write_text(facts, encoding="utf-8")
        except OSError as error:
            why = error.strerror or type(error).__name__
            raise PublishError(
                "The upload could not be kept ({why}). Please try again later.", key="err_upload_not_kept", why=why
            ) from error
        return name

    def exhibit(self, name: object) -> Exhibit:
        """An upload with all that is known of it.

        Raises:
            UploadError: as `path`.
        """
        path = self.path(name)
        try:
            data = path.read_bytes()
            facts = json.loads(self._facts(path.name).read_text(encoding="utf-8"))
        except OSError as error:
            raise not_here() from error
        return Exhibit(
            kind=self.kind(path.name), data=data, duration_s=facts["duration_s"], waveform=tuple(facts["waveform"])
        )

    def _facts(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def path(self, name: object) -> Path:
        """The file of an upload.

        Raises:
            UploadError: when it is none, is gone, or was reported: the same sentence for all of them.
        """
        if isinstance(name, str) and NAME.fullmatch(name):
            found = self.folder / name
            if found.is_file():
                return found
        raise not_here()

    def _bytes(self) -> int:
        files = self.folder.rglob("*") if self.folder.is_dir() else ()
        return sum(path.stat().st_size for path in files if path.is_file())

    def kind(self, name: str) -> ExhibitKind:
        """Whether an upload is heard or seen."""
        return ExhibitKind.SOUND if name.endswith(".mp3") else ExhibitKind.PHOTO

    def hide(self, name: str) -> None:
        """Show an upload to nobody any more; it stays for the owner to look at.

        Raises:
            UploadError: when it is gone, or hidden already.
        """
        path = self.path(name)
        self.hidden.mkdir(parents=True, exist_ok=True)
        path.replace(self.hidden / name)

    def sweep(self, max_age_h: float = KEPT_H) -> None:
        """Remove uploads that are older, and what a killed process left; reported ones stay."""
        if not self.folder.is_dir():
            return
        oldest_s = time.time() - max_age_h * 3600
        for path in self.folder.iterdir():
            try:
                is_ours = FILE.fullmatch(path.name) or UNFINISHED.fullmatch(path.name)
                if is_ours and path.stat().st_mtime < oldest_s:
                    path.unlink()
            except FileNotFoundError:
                continue
