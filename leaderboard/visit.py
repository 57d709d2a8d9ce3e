"""Who asks a handler of the tab."""

from __future__ import annotations

import gradio as gr

from soundmark.owner import Visit, read_visit


def visit_of(request: gr.Request) -> Visit:
    """What of a request says who sends it; nothing where there is none, as in a call from Python."""
    return read_visit({} if request.request is None else request.request.scope)
