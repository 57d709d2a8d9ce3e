"""Gradio's page and its sessions without work that nobody here asks for, which took longer than the handlers.

Gradio describes each component of the page anew for every visitor, in case a link to the visitor's page is wanted, and
that twice more for each output that an event leaves alone. This page has no such links (their address is closed).
"""

from __future__ import annotations

import copy
import threading
from collections import ChainMap
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any, cast

import gradio as gr
from gradio.block_function import BlockFunction
from gradio.blocks import Block, BlocksConfig
from gradio.components import State
from gradio.state_holder import SessionState, StateHolder
from gradio.utils import is_prop_update

CLOSED_SESSIONS_KEPT = timedelta(minutes=1)
"""A browser whose line was cut comes back with the same session."""


class LightBlocks(gr.Blocks):
    """A page whose events change the outputs that they name, and leave the others alone."""

    async def postprocess_data(
        self, block_fn: BlockFunction, predictions: list[object] | dict[object, object], state: SessionState | None
    ) -> list[Any]:
        """What the browser gets of an event.

        Args:
            block_fn: the event.
            predictions: what its handler gave; of a handler of ours, new values by component.
            state: of the visitor's session.
        """
        named = {} if predictions == gr.skip() else _named(block_fn, predictions)
        if named is None or block_fn.batch or len(named) == len(block_fn.outputs):
            return list(await super().postprocess_data(block_fn, predictions, state))
        changing = copy.copy(block_fn)
        changing.outputs = [block for block in block_fn.outputs if block._id in named]
        values = [named[block._id] for block in changing.outputs]
        given = cast("list[object]", values[0] if len(values) == 1 else values)
        found = await super().postprocess_data(changing, given, state) if values else []
        new = dict(zip((block._id for block in changing.outputs), found, strict=True))
        return [new.get(block._id, None if block.stateful else gr.skip()) for block in block_fn.outputs]


def _named(block_fn: BlockFunction, predictions: object) -> Mapping[int, object] | None:
    """New values by id of their output; None for what Gradio must read itself."""
    if not isinstance(predictions, dict) or not predictions or is_prop_update(predictions):  # type: ignore[no-untyped-call]
        return None
    outputs = {block._id for block in block_fn.outputs}
    named = {key._id: value for key, value in predictions.items() if isinstance(key, Block)}
    return named if len(named) == len(predictions) and named.keys() <= outputs else None


class LightSession(SessionState):
    """What the server knows of one open page: only what differs from the page as it is built."""

    def __init__(self, blocks: gr.Blocks) -> None:
        page = blocks.default_config
        self.blocks_config = BlocksConfig(page.root_block)
        self.blocks_config.blocks = cast("dict[int, Any]", ChainMap({}, page.blocks))
        self.blocks_config.fns, self.blocks_config.fn_id = page.fns, page.fn_id
        self.config_values = {}
        self.state_data = {}
        self._state_ttl = {}
        self.is_closed = False
        self.STATE_TTL_WHEN_CLOSED = 3600

    def __setitem__(self, key: int, value: object) -> None:
        if isinstance(self.blocks_config.blocks.get(key), State):
            super().__setitem__(key, value)
            self.config_values.clear()
        else:
            self.blocks_config.blocks[key] = cast("Block", value)

    def _update_config(self, key: int) -> None:
        """Nothing: it is for links to a visitor's page."""

    def _update_value_in_config(self, key: int, value: object) -> None:
        """Nothing: it is for links to a visitor's page."""


class LightSessions(StateHolder):
    """The sessions of all visitors, as light ones; those that were closed go after a while, and what waits for them."""

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]
        self._making = threading.Lock()

    def __getitem__(self, session_id: str) -> SessionState:
        with self._making:
            if session_id not in self.session_data:
                self.session_data[session_id] = LightSession(self.blocks)
        return super().__getitem__(session_id)

    def delete_all_expired_state(self) -> None:
        """Called by Gradio every second."""
        super().delete_all_expired_state()  # type: ignore[no-untyped-call]
        oldest = datetime.now() - CLOSED_SESSIONS_KEPT  # noqa: DTZ005 - as Gradio notes it
        with self.lock:
            for session_id, session in list(self.session_data.items()):
                last = self.time_last_used.get(session_id)
                if session.is_closed and not session.state_data and last is not None and last < oldest:
                    del self.session_data[session_id], self.time_last_used[session_id]
                    # Gradio keeps the messages of the last 2,000 pages, long after nobody can ask for them.
                    self.blocks._queue.pending_messages_per_session.pop(session_id, None)
                    self.blocks._queue.pending_event_ids_session.pop(session_id, None)
