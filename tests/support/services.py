"""What a mode or a board is given, on a journal of the test's own."""

from __future__ import annotations

from pathlib import Path

from soundmark.clip_desk import ClipDesk
from soundmark.pack_loader import PackShelf
from soundmark.secret import Secret
from soundmark.services import Services
from soundmark.settings import Settings
from soundmark.store.ids import PlayerIds
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook


def services_on(journal: Journal, folder: Path, *, is_logged: bool = True) -> Services:
    """Services without a published log, and without any questions yet."""
    return Services(
        settings=Settings(data_dir=folder),
        journal=journal,
        book=RoundBook(journal),
        players=PlayerIds(Secret("s" * 40), is_logged=is_logged),
        clips=ClipDesk(public_dir=folder / "public", cache_dir=folder / "cache"),
        packs=PackShelf(),
    )
