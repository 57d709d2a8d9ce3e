"""What a mode is to the rest of the app."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from soundmark.agents.game import AgentGame
from soundmark.pack_loader import AnyPack, PackKey, Progress
from soundmark.quiz.config import QuizConfig
from soundmark.services import Services
from soundmark.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Mode:
    """One tab of the app.

    Attributes:
        mode_id: the name of its folder, as in `MODES` and in links: 1 to 20 small letters from a to z.
        title: the tab's name.
        order: tabs are sorted by it.
        build_tab: makes the tab inside an open `gr.Blocks`; it imports gradio only when it is called.
        open_pack: reads the mode's questions, given the settings and whom to tell of the progress; it is called in a
            thread of its own, before the page is there.
        takes_uploads: whether people may upload files for it.
        for_agents: makes its games as agents play them; None for a mode that they cannot play.
        borrows: another mode whose questions it plays when that one is enabled too; then it reads none of its own.
        quiz: what makes it a quiz, if it is one: then it has a board on the leaderboard.
        texts_dir: folder of texts of its own, one JSON file a language, as `en.json`; None when those of the page do.
    """

    mode_id: str
    title: str
    order: int
    build_tab: Callable[[Services], None]
    open_pack: Callable[[Settings, Progress], AnyPack]
    takes_uploads: bool = False
    for_agents: Callable[[Services], AgentGame] | None = None
    borrows: str = ""
    quiz: QuizConfig | None = None
    texts_dir: Path | None = None

    def build_in(self, services: Services, _tab: object) -> None:
        """Make the tab inside an open one, which it needs not know."""
        self.build_tab(services)


def start_reading(modes: Iterable[Mode], services: Services) -> None:
    """Begin to read the questions of all modes, in the background."""
    enabled = list(modes)
    names = {mode.mode_id for mode in enabled}
    borrowers = [mode for mode in enabled if mode.borrows in names]
    for mode in enabled:
        if mode not in borrowers:
            services.packs.start(PackKey(mode.mode_id), partial(mode.open_pack, services.settings))
    for mode in borrowers:
        services.packs.lend(mode.borrows, mode.mode_id)
