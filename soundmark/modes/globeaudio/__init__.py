"""What was said, and what was meant?"""

from __future__ import annotations

from soundmark.agents.game import AgentGame
from soundmark.mode import Mode
from soundmark.pack_loader import AnyPack, Progress
from soundmark.services import Services
from soundmark.settings import Settings


def _build_tab(services: Services) -> None:
    from soundmark.modes.globeaudio.tab import build_tab

    build_tab(services)


def _open_pack(settings: Settings, on_progress: Progress) -> AnyPack:
    from soundmark.modes.globeaudio.round import open_pack

    return open_pack(settings, on_progress)


def _for_agents(services: Services) -> AgentGame:
    from soundmark.agents.quiz import quiz_for_agents
    from soundmark.modes.globeaudio.round import CONFIG

    return quiz_for_agents(services, CONFIG)


MODE = Mode(
    mode_id="globeaudio",
    title="Languages",
    order=30,
    build_tab=_build_tab,
    open_pack=_open_pack,
    for_agents=_for_agents,
)
