"""The Files API of Gemini beside what is answered to questions, for `model_server`."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from tests.support.model_server import Answer, Asked, Handler


@dataclass
class GeminiFiles:
    """Files that were uploaded.

    Attributes:
        content: by name, until it is deleted.
        states: what a file's state is when it is looked at, one after the other; the last one stays.
    """

    content: dict[str, bytes] = field(default_factory=dict)
    states: list[str] = field(default_factory=lambda: ["PROCESSING", "ACTIVE"])
    deleted: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def state(self) -> str:
        """The state at this look."""
        with self.lock:
            return self.states.pop(0) if len(self.states) > 1 else self.states[0]


def gemini_handler(files: GeminiFiles) -> type[Handler]:
    """Handles requests about these files; all others are answered by what the server was told."""

    class GeminiHandler(Handler):
        def answer_to(self, asked: Asked) -> Answer:
            name = f"files/clip{len(files.content)}"
            if asked.path.startswith("/upload/") and asked.headers["x-goog-upload-command"] == "start":
                return Answer(body={}, headers={"X-Goog-Upload-URL": f"{self.server_state.address}/upload/here"})
            if asked.path == "/upload/here":
                files.content[name] = asked.raw
                return Answer(body={"file": self._file(name)}, headers={"X-Goog-Upload-Status": "final"})
            if "/files/" in asked.path:
                name = "files/" + asked.path.rpartition("/")[2]
                if asked.method == "DELETE":
                    files.deleted.append(name)
                    return Answer(body={})
                return Answer(body=self._file(name))
            return super().answer_to(asked)

        def _file(self, name: str) -> dict[str, object]:
            uri = f"{self.server_state.address}/v1/{name}"
            return {"name": name, "uri": uri, "mimeType": "audio/wav", "state": files.state()}

    return GeminiHandler
