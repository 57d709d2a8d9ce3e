"""The page itself: its frame and how it is served."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import gradio as gr

from components.page import page_head, page_header
from components.theme import theme

TITLE = "Soundmark"


@contextmanager
def page() -> Iterator[gr.Blocks]:
    """The page with its header; what is built inside the block stands below it."""
    with gr.Blocks(title=TITLE, analytics_enabled=False) as blocks:
        page_header()
        yield blocks


def serve_page(blocks: gr.Blocks, *, open_browser: bool = False) -> None:
    """Serve the page until the process is stopped. Host and port are Gradio's own settings."""
    blocks.launch(
        theme=theme(),
        head=page_head(),
        inbrowser=open_browser,
        footer_links=[],
        show_error=True,
        quiet=False,
    )
