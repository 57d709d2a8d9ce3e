"""Soundmark: the composition root. Settings -> services -> enabled modes -> page -> launch."""

from __future__ import annotations

import logging
import sys

from soundmark.baselines_at_start import start_baselines
from soundmark.mode import start_reading
from soundmark.registry import enabled_modes
from soundmark.services import open_services
from soundmark.settings import Settings, read_settings, spare_gradio_its_statistics
from soundmark.types import SoundmarkError


def main(settings: Settings | None = None) -> int:
    """Start the app and serve it until it is stopped. Returns the exit code."""
    logging.basicConfig(level=logging.WARNING, format="%(message)s")
    logging.getLogger("soundmark").setLevel(logging.INFO)
    try:
        services = open_services(settings or read_settings())
        modes = enabled_modes(services.settings.modes)
        start_reading(modes, services)  # while Gradio is imported
        spare_gradio_its_statistics()
        import gradio as gr

        import leaderboard.tab
        from components.shell import follow_tab_link, page, serve_page

        with page() as blocks, gr.Tabs(overflow_behavior="wrap") as tabs:
            for mode in modes:
                with gr.Tab(mode.title, id=mode.mode_id):
                    mode.build_tab(services)
            with gr.Tab("Leaderboard", id="leaderboard") as tab:
                leaderboard.tab.build_tab(services, tab)
            follow_tab_link(blocks, tabs)
        takes_uploads = any(mode.takes_uploads for mode in modes)
        serve_page(
            blocks,
            open_browser=services.settings.open_browser,
            takes_uploads=takes_uploads,
            on_served=lambda: start_baselines((mode.mode_id for mode in modes), services),
        )
        services.close()
    except SoundmarkError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
