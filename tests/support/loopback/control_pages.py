"""The paths under `/__`."""

from __future__ import annotations

from dataclasses import asdict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.support.loopback.answers import (
    bad_request_on_error,
    control_body,
)
from tests.support.loopback.handlers import Handlers


class ControlPages(Handlers):
    """The paths under `/__`, which faults do not touch."""

    async def control_faults(self, request: Request) -> Response:
        """GET the fault rules that are left, POST a new list."""
        if request.method == "POST":
            body = await control_body(request)
            with bad_request_on_error():
                self.controls.set_faults(body or [])
        return JSONResponse([asdict(rule) for rule in self.controls.faults])

    async def control_tokens(self, request: Request) -> Response:
        """POST {"revoked": [...], "read_only": [...]}."""
        body = await control_body(request)
        with bad_request_on_error():
            self.controls.set_tokens(**(body or {}))
        return JSONResponse({"ok": True})

    async def control_limit(self, request: Request) -> Response:
        """POST {"commits": n, "window_s": s}; null or no body lifts the limit."""
        body = await control_body(request)
        with bad_request_on_error():
            self.controls.set_limit(body)
        return JSONResponse({"ok": True})

    async def control_log(self, request: Request) -> Response:
        """GET the request log, DELETE to empty it."""
        log = [asdict(entry) for entry in self.controls.log]
        if request.method == "DELETE":
            self.controls.log.clear()
        return JSONResponse(log)

    async def control_reset(self, _: Request) -> Response:
        """POST: delete all repositories, faults, limits and the log."""
        with self.store.lock:
            self.store.clear()
        self.controls.reset()
        return JSONResponse({"ok": True})
