"""Who asks for what."""

from __future__ import annotations

from urllib.parse import unquote

from starlette.requests import Request

from tests.support.loopback.errors import BAD_CREDENTIALS, HubError, repo_not_found
from tests.support.loopback.faults import Controls
from tests.support.loopback.store import Commit, Repo, Store


class Handlers:
    """What every handler knows."""

    store: Store
    controls: Controls

    def user(self, request: Request) -> str | None:
        """Return the user of the token, None without one."""
        header = request.headers.get("authorization", "")
        if not header.startswith("Bearer "):
            return None
        token = header.removeprefix("Bearer ")
        if token in self.controls.revoked:
            raise HubError(401, BAD_CREDENTIALS)
        return token.removeprefix("hf_").split("-")[0] or "user"

    def writer(self, request: Request) -> str:
        """Return the user, refusing missing, revoked and read-only tokens."""
        user = self.user(request)
        if user is None:
            raise HubError(401, "Invalid username or password.")
        token = request.headers["authorization"].removeprefix("Bearer ")
        if token in self.controls.read_only:
            raise HubError(403, "This token may only read")
        return user

    def repo(self, request: Request) -> Repo:
        """Return the repository the path names, hiding private ones."""
        user = self.user(request)
        kind = request.path_params["kind"].removesuffix("s")
        repo_id = f"{request.path_params['owner']}/{request.path_params['name']}"
        repo = self.store.repos.get((kind, repo_id))
        if repo is None or (repo.private and user is None):
            raise repo_not_found(401 if user is None else 404)
        return repo

    def revision(self, request: Request) -> tuple[Repo, Commit]:
        """Return the repository and the commit the path names."""
        repo = self.repo(request)
        return repo, repo.find(unquote(request.path_params.get("rev", "main")))
