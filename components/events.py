"""How an event of a page is registered, the same for every tab."""

from __future__ import annotations

import html
import json
from collections.abc import Callable, Sequence
from typing import TypeAlias

from gradio.blocks import Block
from gradio.events import Dependency

from components.page import BUSY_JS, BUSY_TICKET_JS, IDLE_JS
from soundmark.types import SoundmarkError

Updates: TypeAlias = dict[Block, object]
Listener: TypeAlias = Callable[..., Dependency]
Inputs: TypeAlias = Sequence[Block]


def on(
    listener: Listener,
    handler: Callable[..., object],
    inputs: Inputs,
    outputs: Inputs,
    *,
    has_ticket: bool = False,
    is_plain: bool = False,
) -> None:
    """Register an event of the page: no part of the public API, and without a spinner over the widgets.

    Args:
        listener: as `button.click`.
        handler: what happens on the server.
        inputs: as for every Gradio event.
        outputs: as for every Gradio event.
        has_ticket: the first input is the ticket component, which the browser fills.
        is_plain: all values are JSON as they come and go, which our widgets' are: Gradio need not convert them, each
            in a thread.
    """
    event = listener(
        handler,
        inputs,
        outputs,
        js=BUSY_TICKET_JS if has_ticket else BUSY_JS,
        trigger_mode="once",
        preprocess=not is_plain,
        postprocess=not is_plain,
        api_visibility="private",
        show_progress="hidden",
        concurrency_limit=None,  # one player who waits for a clip must not hold up the others
    )
    event.then(None, js=IDLE_JS)  # after a success only, whatever Gradio's documentation says
    event.failure(None, js=IDLE_JS)


def sentence(error: SoundmarkError) -> str:
    """An error for a toast, which takes HTML: no typed text may become any. The page's script says it anew.

    Gradio lets few elements and attributes through; `content` is what RDFa calls a machine's version of a text.
    """
    text = html.escape(str(error))
    if not error.key:
        return text
    note = html.escape(json.dumps({"key": error.key, "params": error.params}))
    return f'<span class="sm-told" content="{note}">{text}</span>'
