"""Where on Earth was this recorded?"""

from __future__ import annotations

from soundmark.mode import Mode
from soundmark.services import Services


def _build_tab(services: Services) -> None:
    from soundmark.modes.geo.tab import build_tab

    build_tab(services)


MODE = Mode(mode_id="geo", title="Where on Earth?", order=10, build_tab=_build_tab)
