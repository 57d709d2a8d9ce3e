"""How an event of a page is registered, the same for every tab."""

from __future__ import annotations

import html
from collections.abc import Callable, Sequence
from typing import TypeAlias

from gradio.blocks import Block
from gradio.events import Dependency

from components.page import IDLE_JS

Updates: TypeAlias = dict[Block, object]
Listener: TypeAlias = Callable[..., Dependency]
Inputs: TypeAlias = Sequence[Block]


def on(
    listener: Listener, handler: Callable[..., object], inputs: Inputs, outputs: Inputs, *, js: str | None = None
) -> None:
    """Register an event of the page: no part of the public API, and without a spinner over the widgets."""
    event = listener(
        handler,
        inputs,
        outputs,
        js=js,
        trigger_mode="once",
        api_visibility="private",
        show_progress="hidden",
        concurrency_limit=None,  # one player who waits for a clip must not hold up the others
    )
    event.then(None, js=IDLE_JS)


def sentence(error: Exception) -> str:
    """The text of an error for a toast, which takes HTML: no typed text may become any."""
    return html.escape(str(error))
