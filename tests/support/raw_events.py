"""Calling the page's events as anybody could: by plain HTTP, without the page."""

from __future__ import annotations

import json
import secrets
import urllib.request
import uuid
from dataclasses import dataclass, field

Json = dict[str, object]


@dataclass
class RawClient:
    """One visitor without a browser.

    Attributes:
        url: address of the app.
        player: the random id that the page would keep.
        headers: sent with every request.
        games: by mode, the game that the browser's tab plays.
    """

    url: str
    player: str = field(default_factory=lambda: str(uuid.uuid4()))
    session: str = field(default_factory=lambda: secrets.token_hex(6))
    headers: dict[str, str] = field(default_factory=dict)
    games: dict[str, str] = field(default_factory=dict)

    def _request(self, path: str, body: bytes | None = None) -> urllib.request.Request:
        types = {} if body is None else {"Content-Type": "application/json"}
        return urllib.request.Request(self.url + path, body, self.headers | types)

    def config(self) -> Json:
        """What the page is built from; everybody can read it."""
        with urllib.request.urlopen(self._request("config"), timeout=30) as answer:
            found: Json = json.load(answer)
            return found

    def fn_index(self, elem_id: str, event: str) -> int:
        """The number of the handler of an element's event."""
        config = self.config()
        components, dependencies = config["components"], config["dependencies"]
        assert isinstance(components, list)
        assert isinstance(dependencies, list)
        ids = [one["id"] for one in components if one["props"].get("elem_id") == elem_id]
        for dependency in dependencies:
            if any(target == [ids[0], event] for target in map(list, dependency["targets"])):
                return int(dependency["id"])
        raise LookupError(f"{elem_id}.{event}")

    def call(self, elem_id: str, event: str, *data: object) -> Json:
        """Send an event and wait for what comes of it: `success`, `output`, and the sentences `said` meanwhile."""
        return self.call_handler(self.fn_index(elem_id, event), *data)

    def open(self, elem_id: str) -> Json:
        """What a page that is opened gets, among it the value of that element."""
        config = self.config()
        components, dependencies = config["components"], config["dependencies"]
        assert isinstance(components, list)
        assert isinstance(dependencies, list)
        (element,) = [one["id"] for one in components if one["props"].get("elem_id") == elem_id]
        (handler,) = [one["id"] for one in dependencies if _is_load(one) and element in one["outputs"]]
        return self.call_handler(handler, self.ticket)

    def call_handler(self, number: int, *data: object) -> Json:
        """The same by the number of the handler."""
        body = {"fn_index": number, "data": list(data), "session_hash": self.session}
        request = self._request("gradio_api/queue/join", json.dumps(body).encode())
        with urllib.request.urlopen(request, timeout=30) as answer:
            event_id = json.load(answer)["event_id"]
        stream = self._request(f"gradio_api/queue/data?session_hash={self.session}")
        said: list[str] = []
        with urllib.request.urlopen(stream, timeout=60) as answer:
            for line in answer:
                if not line.startswith(b"data:"):
                    continue
                message: Json = json.loads(line[5:])
                if message["msg"] == "log":
                    said.append(str(message["log"]))
                if message.get("event_id") == event_id and message["msg"] == "process_completed":
                    return message | {"said": said}
        raise AssertionError("the stream ended without an answer")

    @property
    def ticket(self) -> Json:
        """What the page would send to say who this is."""
        return {"player": self.player, "games": self.games, "query": ""}

    def start(self) -> str:
        """Start a game. Returns the round's id."""
        return round_in(self.call("geo-play", "click", self.ticket, 0))


def _is_load(dependency: dict[str, list[list[object]]]) -> bool:
    return any(event == "load" for _, event in dependency["targets"])


def round_in(message: Json) -> str:
    """The id of the round that a page shows."""
    for value in values_in(message):
        if isinstance(value, dict) and "phase" in value:
            return str(value["round"])
    raise AssertionError(f"no round in {str(message)[:500]}")


def values_in(message: Json) -> list[object]:
    """The new values of components in a message, updates unpacked."""
    output = message.get("output")
    data = output.get("data", []) if isinstance(output, dict) else []
    return [one.get("value", one) if isinstance(one, dict) else one for one in data]


def error_in(message: Json) -> str:
    """The sentence that a failed event shows, or ''."""
    output = message.get("output")
    found = output.get("error") if isinstance(output, dict) else None
    return "" if found is None else str(found)
