"""Where is that sound, and how far away?"""

from __future__ import annotations

from soundmark.mode import Mode
from soundmark.pack_loader import AnyPack, Progress
from soundmark.services import Services
from soundmark.settings import Settings


def _build_tab(services: Services) -> None:
    from soundmark.modes.savvy.tab import build_tab

    build_tab(services)


def _open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    from soundmark.modes.savvy.clips import open_pack

    return open_pack(settings, on_progress)


MODE = Mode(
    mode_id="savvy",
    title="Directions",
    order=40,
    build_tab=_build_tab,
    open_pack=_open_pack,
    takes_uploads=True,
)
