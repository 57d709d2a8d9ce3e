"""Our own fixed texts, written as Markdown and made HTML before they are sent, so that no page loads a renderer."""

from __future__ import annotations

import gradio as gr
from markdown_it import MarkdownIt

TEMPLATE_SIGNS = str.maketrans({"{": "&#123;", "}": "&#125;", "$": "&#36;", "`": "&#96;"})
"""Signs that Gradio's templates would take for code."""


def prose(markdown: str, *, elem_id: str | None = None) -> gr.HTML:
    """A fixed text of ours. Never give it text from people, models or data sets: that belongs in a widget's value."""
    html = MarkdownIt("js-default").render(markdown).translate(TEMPLATE_SIGNS)
    return gr.HTML(
        html_template=f'<div class="sm-prose">{html}</div>', js_on_load=None, apply_default_css=False, elem_id=elem_id
    )
