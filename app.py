"""Soundmark: the composition root. Settings -> services -> enabled modes -> page -> launch."""

from __future__ import annotations

import logging
import sys
from functools import partial

from soundmark.agents.desk import open_desk
from soundmark.baselines_at_start import start_baselines
from soundmark.folder_mode import modes_to_show
from soundmark.games.own_dataset import with_fetched_dataset
from soundmark.mode import start_reading
from soundmark.ownership.last_errors import keep_errors
from soundmark.services import open_services
from soundmark.settings import Settings, read_settings, spare_gradio_its_statistics
from soundmark.types import SoundmarkError


def main(settings: Settings | None = None) -> int:
    """Start the app and serve it until it is stopped. Returns the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("soundmark").setLevel(logging.INFO)
    try:
        settings = settings or read_settings()
        errors = keep_errors(settings)
        services = open_services(with_fetched_dataset(settings))
        modes = modes_to_show(services.settings)
        start_reading(modes, services)  # while Gradio is imported
        spare_gradio_its_statistics()
        from components.shell import PageTab, serve_page, tabbed_page
        from leaderboard.sorting_tab import owner_tabs
        from leaderboard.tab import build_tab
        from soundmark.ownership.tab import owner_entry

        tabs = [PageTab(mode.mode_id, mode.title, partial(mode.build_in, services)) for mode in modes]
        agents = open_desk((mode.for_agents for mode in modes), services)
        quizzes = [(mode.title, mode.quiz) for mode in modes if mode.quiz is not None]
        tabs.append(PageTab("leaderboard", "Leaderboard", partial(build_tab, services, quizzes=quizzes)))
        serve_page(
            tabbed_page(tabs, has_login=services.settings.has_login, agents=agents),
            open_browser=services.settings.open_browser,
            longest_upload_s=services.settings.own_recording_s * any(mode.takes_uploads for mode in modes),
            on_served=partial(start_baselines, [mode.mode_id for mode in modes], services),
            owner=owner_entry(services, errors, owner_tabs(services)),
            has_agents=agents is not None,
            text_folders=[mode.texts_dir for mode in modes if mode.texts_dir is not None],
        )
        services.close()
    except SoundmarkError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
