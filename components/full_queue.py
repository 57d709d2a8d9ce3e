"""What a visitor is told when more waits to be answered than can be answered soon."""

from __future__ import annotations

from starlette.datastructures import Headers
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from components.texts import best_language, texts, wanted_languages

JOIN = "/queue/join"


class FullQueue:
    """Says in the visitor's language what Gradio's page says in English alone, with less to do about it.

    Gradio's page has one fixed sentence for its own refusal (503), and shows what it is told for another one (429).
    Nothing of the event was begun, and what was typed or marked stays on the page.
    """

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] != "http" or not scope["path"].endswith(JOIN):
            await self._app(scope, receive, send)
            return
        is_full = False

        async def told(message: Message) -> None:
            nonlocal is_full
            if message["type"] == "http.response.start" and message["status"] == 503:
                is_full = True
                await _refusal(Headers(scope=scope))(scope, receive, send)
            elif not is_full:
                await send(message)

        await self._app(scope, receive, told)


def _refusal(headers: Headers) -> JSONResponse:
    said = texts(best_language(wanted_languages(headers.get("accept-language", ""))))["too_many_at_once"]
    return JSONResponse({"detail": said}, 429, {"Retry-After": "5"})
