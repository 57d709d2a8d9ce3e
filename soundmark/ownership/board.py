"""The owner's board as a value for the page. See `components/owner_board/static/owner_board.js`."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from soundmark.models.model_file import models_of
from soundmark.modes.arena import matchmaking, play, ring, round, shelf, upload
from soundmark.modes.arena.battle import UPLOAD
from soundmark.modes.arena.exhibits import REPORT_NOTE
from soundmark.modes.arena.register import MODE_ID
from soundmark.ownership import uploads
from soundmark.ownership.last_errors import LastErrors
from soundmark.services import Services
from soundmark.store.switches import switch, switched_off
from soundmark.types import SoundmarkError

JsonValue = Mapping[str, object]
MAX_ID_CHARS = 200
MAX_REPORTS = 200
NOTHING = "This page sent nothing that can be done. Load it again."


class BoardError(SoundmarkError):
    """Something that no button of the board sends."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerBoard:
    """What the owner sees and does.

    Attributes:
        services: what the app gives.
        errors: the newest warnings and errors.
        shelf: the arena's uploads.
    """

    services: Services
    errors: LastErrors
    shelf: shelf.Shelf

    def value(self, said: JsonValue | None = None, look: JsonValue | None = None) -> JsonValue:
        """The whole board as it is now.

        Args:
            said: what came of an action, as a note.
            look: the hidden upload that was asked for.

        Raises:
            JournalError: when the journal cannot be read.
        """
        shown: dict[str, object] = {
            "log": self._log(),
            "errors": [{"at": _iso(one.at), "text": one.text} for one in self.errors.newest()],
            "limits": self._limits(),
            "look": look or {},
            "said": said or {},
        }
        return shown | (self._arena() if self._has_arena else {})

    @property
    def _has_arena(self) -> bool:
        return MODE_ID in (self.services.settings.modes or (MODE_ID,))

    def _arena(self) -> dict[str, object]:
        return {
            "models": self._models(),
            "reports": self._reports(),
            "uploads": [
                {"name": one.name, "is_sound": one.is_sound, "at": _iso(one.at), "bytes": one.n_bytes}
                for one in uploads.hidden_uploads(self.shelf)
            ],
        }

    def act(self, pressed: object) -> JsonValue:
        """Do what a button says, and give the board as it is then.

        Args:
            pressed: {what, id}, as the page sent it.

        Raises:
            SoundmarkError: when it cannot be done; the text says why.
        """
        wish = pressed if isinstance(pressed, Mapping) else {}
        what, subject = wish.get("what"), wish.get("id")
        if not (isinstance(what, str) and isinstance(subject, str) and len(subject) <= MAX_ID_CHARS):
            raise BoardError(NOTHING)
        if what == "fresh":
            return self.value()
        if what == "look":
            return self.value(look={"name": subject, "url": uploads.look(self.shelf, subject)})
        actions: dict[str, Callable[[str], None]] = {
            "on": lambda name: self._switch(name, on=True),
            "off": lambda name: self._switch(name, on=False),
            "done": self._done,
            "restore": lambda name: uploads.restore(self.shelf, name),
            "delete": lambda name: uploads.delete(self.shelf, name),
        }
        if what not in actions:
            raise BoardError(NOTHING)
        actions[what](subject)
        return self.value(said={"key": f"owner_said_{what}"})

    # Log

    def _log(self) -> list[JsonValue]:
        settings, state = self.services.settings, self.services.log_state()
        none, note = {"say": "owner_none"}, self.services.log_note()
        token = "owner_set" if settings.hub_token else "owner_not_set"
        return [
            {"key": "owner_log_state", "text": note.get("text"), "say": note.get("key"), "params": note.get("params")},
            {"key": "owner_log_repo", **({"text": settings.log_repo} if settings.log_repo else none)},
            {"key": "owner_log_token", "say": token},
            {"key": "owner_log_bucket", **({"text": settings.log_bucket} if settings.log_bucket else none)},
            {"key": "owner_log_pending", "text": f"{state.pending_rows:,}"},
            {"key": "owner_log_published", "text": f"{state.published_rows:,}"},
            {"key": "owner_log_last_error", **({"text": state.last_error} if state.last_error else none)},
            {"key": "owner_log_ids", "say": "owner_ids" if self.services.players.is_logged else "owner_no_ids"},
            {"key": "owner_log_file", "bytes": _bytes_of(self.services.journal.path)},
            {"key": "owner_disk_free", "bytes": shutil.disk_usage(settings.data_dir).free},
        ]

    # Models

    def _models(self) -> list[JsonValue]:
        try:
            found = models_of(self.services.settings)
        except SoundmarkError as error:
            return [{"name": "models.toml", "is_on": False, "why": str(error)}]
        off = switched_off(self.services.journal)
        listed: list[JsonValue] = [
            {"name": name, "is_on": name not in off and not model.off, "why": model.off}
            for name, model in found.models.items()
        ]
        return listed + [
            {"name": name, "is_on": False, "why": " ".join(sentences)}
            for name, sentences in found.faults.items()
            if name not in found.models
        ]

    def _switch(self, name: str, *, on: bool) -> None:
        if name not in models_of(self.services.settings).models:
            raise BoardError("There is no such model any more. Load the page again.")
        switch(self.services.journal, name, on=on)

    # Reports

    def _reports(self) -> list[JsonValue]:
        found = [(name, _report(text)) for name, text in self.services.journal.notes(REPORT_NOTE).items()]
        found.sort(key=lambda one: one[1]["at"], reverse=True)
        return [{"id": name.removeprefix(REPORT_NOTE), **told} for name, told in found[:MAX_REPORTS]]

    def _done(self, battle_id: str) -> None:
        if not self.services.journal.drop_note(f"{REPORT_NOTE}{battle_id}"):
            raise BoardError("This report is not here any more. Load the page again.")

    # Limits

    def _limits(self) -> list[JsonValue]:
        settings = self.services.settings
        of_all: list[JsonValue] = [
            {"key": "owner_limit_cache", "bytes": settings.clip_cache_bytes},
            {"key": "owner_limit_flush", "say": "owner_seconds", "params": {"n": f"{settings.flush_every_s:g}"}},
        ]
        return [*self._limits_of_arena(), *of_all] if self._has_arena else of_all

    def _limits_of_arena(self) -> list[JsonValue]:
        used = sum(path.stat().st_size for path in self.shelf.folder.rglob("*") if path.is_file())
        return [
            _minute("owner_limit_battles", matchmaking.BATTLES_PER_MINUTE, 60 * matchmaking.BATTLES_PER_MINUTE),
            _minute("owner_limit_live", matchmaking.LIVE_PER_MINUTE, matchmaking.LIVE_PER_HOUR),
            _minute("owner_limit_votes", round.VOTES_PER_MINUTE, round.VOTES_PER_HOUR),
            {"key": "owner_limit_bouts", "text": str(ring.MAX_BOUTS)},
            {"key": "owner_limit_sound", "bytes": upload.MAX_SOUND_BYTES},
            {"key": "owner_limit_photo", "bytes": upload.MAX_PHOTO_BYTES},
            {"key": "owner_limit_shelf", "bytes": used, "of": shelf.MAX_BYTES},
            {"key": "owner_limit_kept", "say": "owner_hours", "params": {"n": f"{shelf.KEPT_H:g}"}},
        ]


def _minute(key: str, in_minute: int, in_hour: int) -> JsonValue:
    return {"key": key, "say": "owner_paces", "params": {"minute": in_minute, "hour": f"{in_hour:,}"}}


def _report(text: str) -> dict[str, str]:
    """A report as it is kept; what is missing is said to be."""
    try:
        kept = json.loads(text)
    except ValueError:
        kept = {}
    told = kept if isinstance(kept, dict) else {}
    benchmark, question = (str(told.get(name, "?")) for name in ("benchmark", "question_id"))
    why = str(told.get("why", "?")) or "?"
    return {
        "at": str(told.get("at", "")),
        "why": why,
        "say": f"arena_report_{why}" if why in play.REPORTS else "",
        "about": f"{benchmark} {question}",
        "upload": question if benchmark == UPLOAD else "",
    }


def _bytes_of(path: Path) -> int:
    """Of SQLite's file, and of what it has not moved there yet."""
    files = (path, path.with_name(f"{path.name}-wal"))
    return sum(one.stat().st_size for one in files if one.exists())


def _iso(at: datetime) -> str:
    return at.isoformat(timespec="seconds")
