"""Where on Earth was this recorded?"""

from __future__ import annotations

from soundmark.agents.game import AgentGame
from soundmark.mode import Mode
from soundmark.pack_loader import AnyPack, Progress
from soundmark.services import Services
from soundmark.settings import Settings


def _build_tab(services: Services) -> None:
    from soundmark.modes.geo.tab import build_tab

    build_tab(services)


def _open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    from soundmark.games.place_list import open_place_list

    return open_place_list(settings, on_progress)


def _for_agents(services: Services) -> AgentGame:
    from soundmark.modes.geo.agent import places_for_agents

    return places_for_agents(services)


MODE = Mode(
    mode_id="geo",
    title="Places",
    order=10,
    build_tab=_build_tab,
    open_pack=_open_pack,
    for_agents=_for_agents,
)
