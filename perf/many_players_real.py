"""Real clients among the lean visitors: `gradio_client`s and browsers, in a process of their own.

    .venv/bin/python -m perf.many_players_real URL

They play a quiz, the browsers the map too, until their input ends; then they tell what they saw, as JSON.
"""

from __future__ import annotations

import json
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from httpx import HTTPError
from playwright.sync_api import Error, sync_playwright

from tests.support.browser import CHROMIUM, FLAGS, click_map, next_round, open_app, start_game, submit
from tests.support.gradio_visitor import GradioVisitor
from tests.support.raw_events import values_in

CLIENTS = 6
BROWSERS = 2
PAUSE_S = 10.0
END_S = 60


class RealPlayers:
    """The process of these clients, seen from outside; it runs from the start."""

    def __init__(self, url: str) -> None:
        command = [sys.executable, "-m", "perf.many_players_real", url]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def told(self) -> str:
        """End them, and say what they saw."""
        try:
            text, _ = self._process.communicate("\n", timeout=END_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return f"real clients: not at an end after {END_S} s"
        found = json.loads(text)
        lines = [
            f"{kind}: {len(one)} answers, median {statistics.median(one) * 1000:.0f} ms, "
            f"longest {max(one) * 1000:.0f} ms"
            for kind, one in found["answer_s"].items()
            if one
        ]
        return "\n".join([*lines, f"{len(found['errors'])} errors of real clients", *found["errors"][:3]])


@dataclass
class Told:
    """What the real clients saw: seconds of answers by kind of client, and errors."""

    answer_s: dict[str, list[float]] = field(default_factory=lambda: {"gradio_client": [], "browser": []})
    errors: list[str] = field(default_factory=list)
    is_over: threading.Event = field(default_factory=threading.Event)

    def pause(self) -> bool:
        """Wait as a person does. Returns whether to go on."""
        return not self.is_over.wait(PAUSE_S * random.uniform(0.5, 1.5))


def play_with_client(url: str, told: Told) -> None:
    """A quiz with Gradio's own client, which is told that it may call events that are no public API."""
    visitor = GradioVisitor(url)

    def call(elem_id: str, event: str, *data: object) -> dict[str, object]:
        begin = time.monotonic()
        values = values_in(visitor.call(elem_id, event, *data))
        told.answer_s["gradio_client"].append(time.monotonic() - begin)
        return next(one for one in values if isinstance(one, dict) and "phase" in one)

    card: dict[str, object] = {"phase": "summary"}
    while told.pause():
        if card["phase"] == "summary":
            card = call("tau-play", "click", visitor.ticket)
        elif card["phase"] == "ask":
            answer = {**card, "answer": {"position": random.randrange(4), "how": "click"}}
            card = call("tau-card", "answer", visitor.ticket, answer, None)
        else:
            card = call("tau-card", "next", card)


def play_with_browser(url: str, told: Told) -> None:
    """The map in Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        page = browser.new_page()
        open_app(page, url)
        start_game(page)
        while told.pause():
            click_map(page, random.uniform(0.2, 0.8), random.uniform(0.3, 0.7))
            begin = time.monotonic()
            submit(page)
            told.answer_s["browser"].append(time.monotonic() - begin)
            if not told.pause():
                break
            if page.inner_text("#geo-next").startswith("See"):
                page.click("#geo-next")
                start_game(page, "#geo-again")
            else:
                next_round(page)
        browser.close()


def guarded(play: Callable[[str, Told], None], url: str, told: Told) -> None:
    """Play until the end; whatever ends it before is an error of the app's, which is told."""
    try:
        play(url, told)
    except (Error, AssertionError, StopIteration, ValueError, OSError, HTTPError) as error:
        told.errors.append(f"{type(error).__name__}: {error}"[:300])


def main() -> None:
    """Play until the input ends."""
    url, told = sys.argv[1], Told()
    plays = [play_with_client] * CLIENTS + [play_with_browser] * BROWSERS
    threads = [threading.Thread(target=guarded, args=(play, url, told)) for play in plays]
    for thread in threads:
        thread.start()
    sys.stdin.readline()
    told.is_over.set()
    for thread in threads:
        thread.join()
    print(json.dumps({"answer_s": told.answer_s, "errors": told.errors}))


if __name__ == "__main__":
    main()
