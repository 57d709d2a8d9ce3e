"""The tab of GlobeAudio: the quiz with its configuration."""

from __future__ import annotations

from soundmark.modes.globeaudio.published import PUBLISHED
from soundmark.modes.globeaudio.round import CONFIG
from soundmark.modes.quiz import build_quiz_tab
from soundmark.services import Services


def build_tab(services: Services) -> None:
    """Build the tab in the open `gr.Blocks`."""
    build_quiz_tab(services, CONFIG, PUBLISHED)
