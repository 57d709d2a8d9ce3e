"""Where on Earth was this recorded?"""

from __future__ import annotations

from soundmark.benchmarks import GeoPack
from soundmark.mode import Mode
from soundmark.pack_loader import Progress
from soundmark.services import Services
from soundmark.settings import Settings


def _build_tab(services: Services) -> None:
    from soundmark.modes.geo.tab import build_tab

    build_tab(services)


def _open_pack(settings: Settings, on_progress: Progress) -> GeoPack:
    from soundmark.modes.geo.clips import open_pack

    return open_pack(settings, on_progress)


MODE = Mode(mode_id="geo", title="Where on Earth?", order=10, build_tab=_build_tab, open_pack=_open_pack)
