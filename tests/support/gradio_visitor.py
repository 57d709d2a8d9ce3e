"""The page's events through Gradio's own client, as a program calls them that knows the app's layout."""

from __future__ import annotations

from dataclasses import dataclass, field

from gradio_client import Client

from tests.support.raw_events import Json, RawClient


@dataclass
class GradioVisitor(RawClient):
    """One visitor who uses `gradio_client`; it is told that it may call events that are no public API."""

    client: Client = field(init=False)
    _events: dict[tuple[str | None, str], int] = field(init=False)

    def __post_init__(self) -> None:
        self.client = Client(self.url, verbose=False)
        names = {one["id"]: one["props"].get("elem_id") for one in self.client.config["components"]}
        self._events = {
            (names.get(target), event): one["id"]
            for one in self.client.config["dependencies"]
            for target, event in one["targets"]
        }
        for endpoint in self.client.endpoints.values():
            endpoint.is_valid = True

    def fn_index(self, elem_id: str, event: str) -> int:
        """The number of the handler of an element's event."""
        return self._events[elem_id, event]

    def call_handler(self, number: int, *data: object) -> Json:
        """Send an event by the number of its handler; `said` stays empty, as this client keeps no such sentences.

        Raises:
            gradio_client.exceptions.AppError: when the event fails.
        """
        found = self.client.predict(*data, fn_index=number)
        values = list(found) if isinstance(found, tuple | list) else [found]
        return {"success": True, "output": {"data": values}, "said": []}
