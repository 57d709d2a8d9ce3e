"""Many players of a quiz at once, beside a bare Gradio app whose one event does nothing.

    .venv/bin/python -m perf.quiz_players [--players 100] [--seconds 60]

First each player answers about every 5 s, as people do: how long does an answer take, and is every answer in the log,
under the right player, with the choice that was taken? Then few clients press without a pause, here and on the bare app
in turn: how many events a second does each of them serve? The bare app runs as Gradio makes it, and beside that with
the one setting of Gradio that the app changes. Clients and servers share the processors.
"""

from __future__ import annotations

import argparse
import collections
import json
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from perf.submit import wait_for
from soundmark.store.journal import Journal
from soundmark.store.schema import ChoiceRow
from tests.support.app_process import AppProcess, free_port

PAUSE_S = 5.0
OUR_SETTING = {"GRADIO_ANALYTICS_CACHE_FREQUENCY": "1000"}
CLIENTS_WITHOUT_PAUSE = 8
BARE_APP = """
import gradio as gr
with gr.Blocks(analytics_enabled=False) as demo:
    button, out = gr.Button("Go", elem_id="bare"), gr.JSON()
    button.click(lambda: {"ok": True}, None, out, concurrency_limit=None)
demo.launch(quiet=True)
"""


@dataclass
class Visitor:
    """One visitor over plain HTTP.

    Attributes:
        url: address of the app.
        events: (element, event) -> number of its handler, shared by all visitors of an app.
    """

    url: str
    events: dict[tuple[str, str], int]
    player: str = field(default_factory=lambda: str(uuid.uuid4()))
    session: str = field(default_factory=lambda: secrets.token_hex(6))

    def call(self, elem_id: str, event: str, *data: object) -> list[Any]:
        """Send an event and return the new values of its outputs."""
        body = {"fn_index": self.events[elem_id, event], "data": list(data), "session_hash": self.session}
        join = urllib.request.Request(
            self.url + "gradio_api/queue/join", json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(join, timeout=60) as answer:
            event_id = json.load(answer)["event_id"]
        with urllib.request.urlopen(f"{self.url}gradio_api/queue/data?session_hash={self.session}", timeout=60) as told:
            for line in told:
                message = json.loads(line[5:]) if line.startswith(b"data:") else {}
                if message.get("event_id") == event_id and message.get("msg") == "process_completed":
                    assert message["success"], message
                    return list(message["output"]["data"])
        raise AssertionError("the stream ended without an answer")

    @property
    def ticket(self) -> dict[str, object]:
        """What the page would send to say who this is."""
        return {"player": self.player, "games": {}, "said": {}, "query": ""}


def events_of(url: str) -> dict[tuple[str, str], int]:
    """Numbers of all handlers of an app's elements."""
    with urllib.request.urlopen(url + "config", timeout=30) as answer:
        config = json.load(answer)
    names = {one["id"]: one["props"].get("elem_id") for one in config["components"]}
    return {
        (names[target], event): dependency["id"]
        for dependency in config["dependencies"]
        for target, event in dependency["targets"]
        if names.get(target)
    }


def card_in(values: list[Any]) -> dict[str, Any]:
    """The question that a page shows."""
    unpacked = [one.get("value", one) if isinstance(one, dict) else one for one in values]
    return next(one for one in unpacked if isinstance(one, dict) and "phase" in one)


@dataclass
class Played:
    """What the players saw: seconds for each answer, and (player, game round) -> the position that was taken."""

    answer_s: list[float] = field(default_factory=list)
    taken: dict[str, list[int]] = field(default_factory=lambda: collections.defaultdict(list))


def play(visitor: Visitor, seen: Played, end_s: float, pause: Callable[[], float]) -> None:
    """Answer questions until the time is over."""
    card: dict[str, Any] = {"phase": "summary"}
    while time.monotonic() < end_s:
        if card["phase"] == "summary":
            card = card_in(visitor.call("tau-play", "click", visitor.ticket))
        time.sleep(pause())
        position = random.randrange(4)
        asked = card["round"]
        begin = time.monotonic()
        answered = {**card, "answer": {"position": position, "how": "click"}}
        card = card_in(visitor.call("tau-card", "answer", visitor.ticket, answered, None))
        seen.answer_s.append(time.monotonic() - begin)
        assert (card["round"], card["chosen"]) == (asked, position), "another player's answer"
        seen.taken[visitor.player].append(position)
        card = card_in(visitor.call("tau-card", "next", card))


def many_players(app: AppProcess, players: int, seconds: float) -> Played:
    """People at their own pace."""
    events, seen, end_s = events_of(app.url), Played(), time.monotonic() + seconds
    visitors = [Visitor(app.url, events) for _ in range(players)]
    threads = [
        threading.Thread(target=play, args=(one, seen, end_s, lambda: random.uniform(0.5, 1.5) * PAUSE_S))
        for one in visitors
    ]
    for thread in threads:
        thread.start()
        time.sleep(PAUSE_S / players)  # people do not come all at once
    for thread in threads:
        thread.join()
    return seen


def check_log(app: AppProcess, seen: Played) -> int:
    """Hold the log against what the players did. Returns how many answers it has."""
    journal = Journal(app.data / "journal.sqlite")
    rows = [row for row in journal.rows("choice") if isinstance(row, ChoiceRow)]
    journal.close()
    logged: dict[str | None, list[int]] = collections.defaultdict(list)
    for row in rows:
        assert row.choice_index is not None
        logged[row.responder_id].append(row.choice_order.index(row.choice_index))
    assert sorted(map(tuple, logged.values())) == sorted(map(tuple, seen.taken.values())), "lost or mixed answers"
    return len(rows)


def events_per_s(clients: int, seconds: float, work: Callable[[float], int]) -> float:
    """Events served a second to so many clients without a pause."""
    counts: list[int] = []
    end_s = time.monotonic() + seconds
    threads = [threading.Thread(target=lambda: counts.append(work(end_s))) for _ in range(clients)]
    begin = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - begin)


def press_quiz(url: str, events: dict[tuple[str, str], int], end_s: float) -> int:
    """Play without a pause. Returns how many events that were."""
    seen = Played()
    visitor = Visitor(url, events)
    play(visitor, seen, end_s, lambda: 0.0)
    n_answers = len(seen.answer_s)
    return 2 * n_answers + n_answers // 10 + 1


def press_bare(url: str, events: dict[tuple[str, str], int], end_s: float) -> int:
    """Press the bare app's button without a pause. Returns how often."""
    visitor, count = Visitor(url, events), 0
    while time.monotonic() < end_s:
        visitor.call("bare", "click")
        count += 1
    return count


@contextmanager
def bare_app(script: Path, variables: dict[str, str]) -> Iterator[str]:
    """The bare app in a process of its own. Gives its address."""
    port = free_port()
    environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "GRADIO_ANALYTICS_ENABLED": "False"} | variables
    with subprocess.Popen([sys.executable, str(script)], env=environment) as process:
        url = f"http://127.0.0.1:{port}/"
        wait_for(url)
        yield url
        process.kill()


def main() -> None:
    """Measure both, and print a table."""
    parser = argparse.ArgumentParser(description="Many players of a quiz at once.")
    parser.add_argument("--players", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "bare.py").write_text(BARE_APP, encoding="utf-8")
        app = AppProcess(folder / "data", variables={"DEMO": "all"}).start()
        with bare_app(folder / "bare.py", {}) as bare_url, bare_app(folder / "bare.py", OUR_SETTING) as tuned_url:
            seen = many_players(app, options.players, options.seconds)
            n_logged = check_log(app, seen)
            presses: dict[str, Callable[[float], int]] = {
                "bare": partial(press_bare, bare_url, events_of(bare_url)),
                "tuned": partial(press_bare, tuned_url, events_of(tuned_url)),
                "ours": partial(press_quiz, app.url, events_of(app.url)),
            }
            rates: dict[str, list[float]] = collections.defaultdict(list)
            for _ in range(3):
                for name, press in presses.items():
                    rates[name].append(events_per_s(CLIENTS_WITHOUT_PAUSE, 8, press))
        app.stop()
    ordered = sorted(seen.answer_s)
    print(f"{options.players} players, an answer about every {PAUSE_S:g} s each, for {options.seconds:g} s:")
    print(f"- {len(ordered)} answers acknowledged, {n_logged} in the log, each once and under its player")
    print(f"- an answer takes {statistics.median(ordered) * 1000:.0f} ms (median), ", end="")
    print(f"{ordered[int(0.95 * len(ordered))] * 1000:.0f} ms (p95)")
    print("| without a pause | events a second | ratio |\n|---|---|---|")
    base = statistics.median(rates["bare"])
    labels = {
        "bare": "bare Gradio event that does nothing",
        "tuned": "the same, counting its statistics as seldom as the app",
        "ours": "quiz: answers and next questions",
    }
    for name, label in labels.items():
        rate = statistics.median(rates[name])
        print(f"| {label} | {rate:.0f} | {rate / base:.2f} |")


if __name__ == "__main__":
    main()
