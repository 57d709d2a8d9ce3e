"""Events change what they name and nothing else, and a visitor costs little memory: Gradio itself without a server."""

from __future__ import annotations

import asyncio
from asyncio import Queue as AsyncQueue
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import gradio as gr
import pytest
from gradio.state_holder import SessionState

from components.light_blocks import CLOSED_SESSIONS_KEPT, LightBlocks, LightSession, LightSessions

pytestmark = pytest.mark.ui


def result_of(called: Coroutine[object, object, list[object]]) -> list[object]:
    """In a thread: tests that drove a browser before leave a running event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, called).result()


class Page:
    """Three components and an event over all of them."""

    def __init__(self) -> None:
        with LightBlocks() as self.blocks:
            self.text, self.choice = gr.Textbox(), gr.Radio(["a", "b"])
            self.kept = gr.State(0)
            button = gr.Button()
            button.click(lambda: None, None, [self.text, self.kept, self.choice])
        (self.event,) = self.blocks.fns.values()
        self.sessions = LightSessions()
        self.sessions.set_blocks(self.blocks)

    def after(self, given: object, session: SessionState) -> list[object]:
        """What the browser gets of the event."""
        return result_of(self.blocks.postprocess_data(self.event, given, session))


def test_only_what_is_named_is_made_anew() -> None:
    page = Page()
    session = page.sessions["one"]
    assert page.after({page.text: "new"}, session) == ["new", None, gr.skip()]
    assert page.after({page.kept: 5}, session) == [gr.skip(), None, gr.skip()]
    assert session[page.kept._id] == 5
    assert page.after(gr.skip(), session) == [gr.skip(), None, gr.skip()]
    assert page.after(["x", 6, "a"], session) == ["x", None, "a"]
    assert session[page.choice._id] is page.choice


def test_choices_that_an_event_gave_are_known_to_this_visitor_alone() -> None:
    page = Page()
    one, two = page.sessions["one"], page.sessions["two"]
    update = page.after({page.choice: gr.update(choices=["c"], value="c")}, one)[2]
    assert update == {"__type__": "update", "choices": [["c", "c"]], "value": "c"}
    assert [list(pair) for pair in one[page.choice._id].choices] == [["c", "c"]]
    assert two[page.choice._id].choices == [("a", "a"), ("b", "b")]
    assert page.choice.choices == [("a", "a"), ("b", "b")]


def test_gradio_itself_says_the_same() -> None:
    page = Page()
    for given in ({page.text: "new"}, {page.choice: gr.update(visible=False)}, {page.kept: 3, page.text: "x"}):
        plain = result_of(gr.Blocks.postprocess_data(page.blocks, page.event, dict(given), page.sessions["a"]))
        assert page.after(given, page.sessions["b"]) == plain


def test_sessions_that_were_closed_go_after_a_while_and_open_ones_stay() -> None:
    page = Page()
    for name in ("open", "closed", "just closed"):
        assert isinstance(page.sessions[name], LightSession)
        page.blocks._queue.pending_messages_per_session[name] = AsyncQueue()
        page.blocks._queue.pending_event_ids_session[name] = {"event"}
    page.sessions["closed"].is_closed = page.sessions["just closed"].is_closed = True
    for name in ("open", "closed"):
        page.sessions.time_last_used[name] -= CLOSED_SESSIONS_KEPT + timedelta(seconds=1)
    page.sessions.delete_all_expired_state()
    queue, left = page.blocks._queue, {"open", "just closed"}
    for kept in (
        page.sessions.session_data,
        queue.pending_messages_per_session,
        queue.pending_event_ids_session,
    ):
        assert set(kept) == left


def test_no_more_sessions_are_kept_than_was_said() -> None:
    page = Page()
    page.sessions.capacity = 5
    for number in range(20):
        page.sessions[str(number)]
    assert list(page.sessions.session_data) == ["15", "16", "17", "18", "19"]
