"""Two models that nobody names answer the same question; a person says which answer is better."""

from __future__ import annotations

from soundmark.mode import Mode
from soundmark.pack_loader import AnyPack, Progress
from soundmark.services import Services
from soundmark.settings import Settings


def _build_tab(services: Services) -> None:
    from soundmark.modes.arena.tab import build_tab

    build_tab(services)


def _open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    from soundmark.games.place_list import open_place_list

    return open_place_list(settings, on_progress)


MODE = Mode(
    mode_id="arena",
    title="Arena",
    order=50,
    build_tab=_build_tab,
    open_pack=_open_pack,
    takes_uploads=True,
    borrows="geo",
)
