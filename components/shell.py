"""The page itself: its frame and how it is served."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gradio as gr
from gradio.i18n import I18nData
from gradio.utils import get_upload_folder
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.types import ASGIApp, Receive, Scope, Send

from components.agent_api import Desk, offer_to_agents, serves_mcp, with_tool_results
from components.full_queue import FullQueue
from components.kept_documents import KeptDocuments, is_document
from components.light_blocks import LightBlocks, LightSessions
from components.owner_door import OwnerDoor, OwnerEntry, owner_site, with_site
from components.page import TAB_JS, page_head, page_header
from components.requests import GuardedRequests
from components.texts import page_texts, texts
from components.texts.brought import all_texts
from components.theme import theme
from components.uploads import SWEEP_UPLOADS_EVERY_S, UPLOADS_MAX_AGE_S, GuardedUploads, UploadDoor

TITLE = "Soundmark"
MAX_AT_ONCE = 100
"""Events under way at the same time. Some of them only wait: for a model, or for a recording from elsewhere."""
MAX_WAITING = 400
"""Further events that may wait for their turn: what the server answers within a few seconds."""
MAX_SESSIONS = 3000
"""Open pages that the server remembers. To the page of one that it forgot, it is as if it had been restarted."""


class CompressedDocuments:
    """Compresses the page itself, which Gradio sends as it is; streams and files pass untouched."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._compressing = GZipMiddleware(app, minimum_size=1000)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        await (self._compressing if is_document(scope) else self._plain)(scope, receive, send)


@contextmanager
def page(*, has_login: bool = False) -> Iterator[gr.Blocks]:
    """The page with its header; what is built inside the block stands below it.

    Args:
        has_login: whether people can log in with their Hub account.
    """
    cleaning = (int(SWEEP_UPLOADS_EVERY_S), int(UPLOADS_MAX_AGE_S))
    # It lets Gradio answer /login and /logout, to which the header links. Made outside of the page, it registers no
    # event of its own.
    login = gr.LoginButton(visible=False, render=False) if has_login else None
    with LightBlocks(title=TITLE, analytics_enabled=False, delete_cache=cleaning) as blocks:
        blocks.queue(max_size=MAX_WAITING)
        page_header()
        if login is not None:
            login.render()  # type: ignore[no-untyped-call]
        yield blocks


@dataclass(frozen=True, slots=True)
class PageTab:
    """One tab of the page.

    Attributes:
        tab_id: names it in links, as `?mode=`.
        title: what stands on it, in English: where the page has a text `board_` and the id, that is said.
        build: makes what it holds, inside the open tab that it is given.
    """

    tab_id: str
    title: str
    build: Callable[[gr.Tab], None]


def tabbed_page(tabs: Iterable[PageTab], *, has_login: bool = False, agents: Desk | None = None) -> gr.Blocks:
    """A page of tabs. It opens the one that a link names, or that was open before a reload, else the first.

    Args:
        tabs: in their order.
        has_login: whether people can log in with their Hub account.
        agents: where programs play; None for nowhere.
    """
    with page(has_login=has_login) as blocks:
        with gr.Tabs(overflow_behavior="wrap") as all_tabs:
            for one in tabs:
                with gr.Tab(_label(one), id=one.tab_id) as tab:
                    one.build(tab)
            blocks.load(None, None, all_tabs, js=TAB_JS)
        if agents is not None:
            offer_to_agents(agents)
    return blocks


def _label(tab: PageTab) -> str | I18nData:
    """What stands on a tab, in the reader's language where the page has a text for it."""
    key = f"board_{tab.tab_id}"
    return page_texts()(key) if key in texts("en") else tab.title


def serve_page(
    blocks: gr.Blocks,
    *,
    open_browser: bool = False,
    longest_upload_s: float = 0.0,
    on_served: Callable[[], None] = lambda: None,
    owner: OwnerEntry | None = None,
    has_agents: bool = False,
    text_folders: Sequence[Path] = (),
) -> None:
    """Serve the page until the process is stopped. Host and port are Gradio's own settings.

    Args:
        blocks: the page.
        open_browser: show it to whoever starts it.
        longest_upload_s: the longest recording that a part of the page asks for; 0 refuses all files.
        on_served: called once the page can be opened.
        owner: the page of whoever owns the deployment; None for no such page.
        has_agents: whether the page offers endpoints to programs, which then are tools of an MCP server too.
        text_folders: of parts that bring texts of their own.

    Raises:
        TextsError: when such texts cannot be used.
    """
    is_mcp_server = has_agents and serves_mcp()
    every_text = all_texts(text_folders)
    door = UploadDoor.for_recordings(Path(get_upload_folder()), longest_upload_s) if longest_upload_s else None
    app_kwargs: dict[str, Any] = {
        "middleware": [
            Middleware(GuardedRequests),
            Middleware(FullQueue),
            Middleware(GuardedUploads, door=door),
            Middleware(KeptDocuments),
            Middleware(CompressedDocuments),
        ]
    }
    if owner is not None:
        site = owner_site(owner)
        app_kwargs["middleware"].append(Middleware(OwnerDoor, entry=owner, site=site))
        app_kwargs["lifespan"] = with_site(site)
    if is_mcp_server:
        app_kwargs["lifespan"] = with_tool_results(blocks, app_kwargs.get("lifespan"))
    # What stands here stays as long as the process: without this Python walks through all of it again and again between
    # answers, for a fifth of a second each time.
    gc.collect()
    gc.freeze()
    app, _, _ = blocks.launch(
        theme=theme(),
        i18n=every_text,
        head=page_head(text_folders),
        inbrowser=open_browser,
        footer_links=[],
        show_error=False,
        max_file_size=1 if door is None else door.max_bytes,
        enable_monitoring=False,
        mcp_server=is_mcp_server,
        app_kwargs=app_kwargs,
        max_threads=MAX_AT_ONCE,
        state_session_capacity=MAX_SESSIONS,
        prevent_thread_lock=True,
    )
    app.state_holder = LightSessions()
    app.state_holder.set_blocks(blocks)
    on_served()
    blocks.block_thread()
