"""Error answers of the Hub."""

from __future__ import annotations

import uuid
from collections.abc import Mapping

from starlette.responses import JSONResponse

# The words for which huggingface_hub does not turn a 401 into RepositoryNotFoundError.
BAD_CREDENTIALS = "Invalid credentials in Authorization header"


class HubError(Exception):
    """An error answer, with the headers that huggingface_hub reads."""

    def __init__(
        self,
        status: int,
        message: str,
        code: str = "",
        headers: Mapping[str, str] | None = None,
    ) -> None:
        """Keep what the answer needs; ``code`` becomes X-Error-Code."""
        super().__init__(message)
        self.status, self.message, self.code = status, message, code
        self.headers = dict(headers or {})

    def response(self) -> JSONResponse:
        """Build the HTTP answer."""
        headers = {"X-Error-Message": self.message, "X-Request-Id": uuid.uuid4().hex}
        if self.code:
            headers["X-Error-Code"] = self.code
        return JSONResponse({"error": self.message}, self.status, headers | self.headers)


def repo_not_found(status: int = 404) -> HubError:
    """Answer for a repository that is missing or hidden."""
    return HubError(status, "Repository not found", "RepoNotFound")


def revision_not_found() -> HubError:
    """Answer for an unknown branch or commit."""
    return HubError(404, "Invalid rev id", "RevisionNotFound")
