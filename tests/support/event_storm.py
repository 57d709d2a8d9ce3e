"""Sends many events to a running app over one connection, and gathers what comes of each."""

from __future__ import annotations

import http.client
import json
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field

from tests.support.raw_events import Json

WAIT_S = 60.0


@dataclass(frozen=True, slots=True)
class Handler:
    """An event with something behind it on the server.

    Attributes:
        number: as the page's configuration counts.
        name: element and event, for whoever reads a failure.
        inputs: types of the components whose values it takes.
        shape: inputs and outputs, alike for events of one function.
    """

    number: int
    name: str
    inputs: tuple[str, ...]
    shape: str

    @property
    def n_inputs(self) -> int:
        """How many values it takes."""
        return len(self.inputs)


def handlers_in(config: Json) -> list[Handler]:
    """Every handler of a page."""
    components, dependencies = config["components"], config["dependencies"]
    assert isinstance(components, list)
    assert isinstance(dependencies, list)
    by_id = {one["id"]: one for one in components}
    return [
        Handler(
            number=one["id"],
            name=f"{one['id']} " + (", ".join(_name(by_id, *target) for target in one["targets"]) or one["api_name"]),
            inputs=tuple(by_id[number]["type"] for number in one["inputs"]),
            shape=json.dumps([one["inputs"], one["outputs"]]),
        )
        for one in dependencies
        if one["backend_fn"]
    ]


def _name(by_id: dict[int, Json], component: int | None, event: str) -> str:
    props = by_id[component]["props"] if component in by_id else {}
    assert isinstance(props, dict)
    return f"{props.get('elem_id') or props.get('label') or 'page'}.{event}"


@dataclass
class Storm:
    """One visitor that sends much at once.

    Attributes:
        port: of the app on this machine.
    """

    port: int
    session: str = field(default_factory=lambda: secrets.token_hex(6))

    def send(self, calls: Sequence[tuple[int, Sequence[object]]]) -> list[Json]:
        """Send handler numbers with data. Returns the last message of each, in that order.

        Raises:
            AssertionError: when one is not taken, or not answered in time.
        """
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=WAIT_S)
        wanted: dict[str, int] = {}
        found: dict[int, Json] = {}
        for place, (number, data) in enumerate(calls):
            body = json.dumps({"fn_index": number, "data": list(data), "session_hash": self.session})
            connection.request("POST", "/gradio_api/queue/join", body, {"Content-Type": "application/json"})
            answer = connection.getresponse()
            text = answer.read()
            if answer.status == 200:
                wanted[json.loads(text)["event_id"]] = place
            else:
                found[place] = {"status": answer.status, "output": {"error": text.decode(errors="replace")}}
        if wanted:
            connection.request("GET", f"/gradio_api/queue/data?session_hash={self.session}")
            stream = connection.getresponse()
            while len(found) < len(calls):
                line = stream.readline()
                assert line, f"the stream ended with {len(found)} of {len(calls)} answers"
                if line.startswith(b"data:"):
                    message: Json = json.loads(line[5:])
                    if message["msg"] == "process_completed":
                        found[wanted[str(message["event_id"])]] = message
        connection.close()
        return [found[place] for place in range(len(calls))]
