"""The owner's page: a page of its own behind a door, and what tells a browser who it is.

The page is built apart from that of everybody else, which has none of its parts and events; each of its requests passes
the door, and its handlers ask once more.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import gradio as gr
from fastapi import FastAPI
from starlette.datastructures import MutableHeaders
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.page import page_head
from components.texts import page_texts
from components.theme import theme
from components.widget import JsonValue

PATH = "/owner"
WHO = "/me"
REFUSED = (
    "Only the owner of this app sees this page. On a Space, log in as its owner on the first page; on a machine of "
    "your own, open it there, as localhost; from elsewhere, set OWNER_KEY."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnerEntry:
    """What the door asks.

    Attributes:
        page: the owner's page.
        may_enter: whether a request comes from the owner, given its ASGI scope.
        who: what to tell a browser of who it is; None for a page of somebody else.
        asks_password: whether a password opens the door.
    """

    page: gr.Blocks
    may_enter: Callable[[Scope], bool]
    who: Callable[[Scope], JsonValue | None]
    asks_password: bool = False


def owner_site(entry: OwnerEntry) -> FastAPI:
    """The owner's page as an application."""
    site = FastAPI(openapi_url=None)
    gr.mount_gradio_app(
        site, entry.page, PATH, theme=theme(), i18n=page_texts(), head=page_head(), footer_links=[], show_error=False
    )
    return site


def with_site(site: FastAPI) -> Callable[[FastAPI], object]:
    """A lifespan in which the owner's page lives as long as the app."""

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        async with site.router.lifespan_context(site):
            yield

    return lifespan


class OwnerDoor:
    """Lets the owner in to the owner's page, tells who somebody is, and passes all else on."""

    def __init__(self, app: ASGIApp, *, entry: OwnerEntry, site: ASGIApp) -> None:
        self._app = app
        self._entry = entry
        self._site = site

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        path = str(scope.get("path", "")).removeprefix(scope.get("root_path", ""))
        if scope["type"] == "http" and path in (WHO, PATH + WHO):
            await self._told(scope)(scope, receive, send)
        elif scope["type"] != "http" or not (path == PATH or path.startswith(f"{PATH}/")):
            await self._app(scope, receive, send)
        elif self._entry.may_enter(scope):
            await self._site(scope, receive, _guarding(send))
        else:
            await self._refusal()(scope, receive, send)

    def _told(self, scope: Scope) -> Response:
        found = self._entry.who(scope)
        headers = {
            "Cache-Control": "no-store",
            "Cross-Origin-Resource-Policy": "same-origin",
            "X-Content-Type-Options": "nosniff",
        }
        return JSONResponse({} if found is None else dict(found), 403 if found is None else 200, headers)

    def _refusal(self) -> Response:
        if self._entry.asks_password:
            return PlainTextResponse(REFUSED, 401, {"WWW-Authenticate": 'Basic realm="Soundmark", charset="UTF-8"'})
        return PlainTextResponse(REFUSED, 403)


def _guarding(send: Send) -> Send:
    """Adds to every answer that no other page may frame it, but that of the Hub, and that nothing may keep it."""

    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            headers["Content-Security-Policy"] = "frame-ancestors 'self' https://huggingface.co"
            headers["Cache-Control"] = "no-store"
        await send(message)

    return guarded
