"""What a mode is to the rest of the app."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from soundmark.services import Services


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One tab of the app.

    Attributes:
        mode_id: as in `MODES` and in the log.
        title: the tab's name.
        order: tabs are sorted by it.
        build_tab: makes the tab inside an open `gr.Blocks`; it imports gradio only when it is called.
    """

    mode_id: str
    title: str
    order: int
    build_tab: Callable[[Services], None]
