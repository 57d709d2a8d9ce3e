"""Accounts and repositories."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from tests.support.loopback.answers import (
    web_url,
)
from tests.support.loopback.errors import BAD_CREDENTIALS, HubError
from tests.support.loopback.handlers import Handlers

DUMMY_ID = "0" * 24


class Accounts(Handlers):
    """Accounts and repositories."""

    async def whoami(self, request: Request) -> Response:
        """GET /api/whoami-v2."""
        user = self.user(request)
        if user is None:
            raise HubError(401, BAD_CREDENTIALS)
        token = {"displayName": "loopback", "role": "write"}
        return JSONResponse(
            {
                "type": "user",
                "id": DUMMY_ID,
                "name": user,
                "fullname": user.title(),
                "email": None,
                "isPro": False,
                "avatarUrl": "/avatars/loopback.svg",
                "orgs": [],
                "auth": {"type": "access_token", "accessToken": token},
            }
        )

    async def create_repo(self, request: Request) -> Response:
        """POST /api/repos/create."""
        user, body = self.writer(request), await request.json()
        kind = body.get("type") or "model"
        repo_id = f"{body.get('organization') or user}/{body['name']}"
        url = web_url(request, kind, repo_id)
        private = bool(body.get("private")) or body.get("visibility") == "private"
        with self.store.lock:
            if (kind, repo_id) in self.store.repos:
                error = "You already created this repo"
                return JSONResponse({"error": error, "url": url}, 409)
            self.store.create_repo(kind, repo_id, user, private)
        return JSONResponse({"url": url, "name": repo_id, "id": DUMMY_ID})

    async def delete_repo(self, request: Request) -> Response:
        """DELETE /api/repos/delete."""
        user, body = self.writer(request), await request.json()
        repo_id = f"{body.get('organization') or user}/{body['name']}"
        with self.store.lock:
            self.store.delete_repo(body.get("type") or "model", repo_id)
        return Response("OK")

    async def validate_yaml(self, _: Request) -> Response:
        """POST /api/validate-yaml; accepts everything."""
        return JSONResponse({"errors": [], "warnings": []})
