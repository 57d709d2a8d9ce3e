"""How many players the app holds, beside a bare Gradio app that serves as many events and does nothing in them.

    .venv/bin/python -m perf.many_players [--players 200] [--most 800] [--seconds 20]

Players of all five modes open the page, hold its heartbeat, fetch the sounds, and act about every 10 s. Most are lean
visitors (`perf.many_players_wire`); six real `gradio_client`s and two headless Chromium play among them. First so many
players act on both apps in turn; then their number is doubled, and halved once, as long as 95 % of all answers take
less than a second. Answers are clicks until the page has all that they change; the wait for a model is none. Both
servers, all clients and the browsers share the processors: on two cores the figures are a lower bound.
"""

from __future__ import annotations

import argparse
import asyncio
import collections
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from perf.many_players_modes import MODES, Play, bare
from perf.many_players_real import RealPlayers
from perf.many_players_wire import CallError, Site, Visitor
from perf.submit import wait_for
from soundmark.audio import prepare_copy
from soundmark.registry import enabled_modes
from soundmark.settings import read_settings
from tests.support.app_process import AppProcess, free_port

PAUSE_S = 10.0
LIMIT_S = 1.0
QUESTION_MODES = ("geo", "tau", "globeaudio")
"""Those whose every question has a recording of its own."""
OURS, BARE = "Soundmark", "bare Gradio app"
ARRIVALS_PER_S = 10
WARM_UP_S = 25.0
NOT_TIMED = frozenset({"arena-play.then", "page.open"})
"""The wait for a model, which says nothing of the server; and whole pages, which are told apart."""
MODELS = "\n".join(
    f"""[[models]]
name = "{name}"
adapter = "scripted"
inputs = ["audio"]
[[models.script]]
answers = ["{said}"]
delay_s = {delay_s}
"""
    for name, said, delay_s in (
        ("wren-omni-1", "Quito, Ecuador. Coordinates: -0.18, -78.47", 2.0),
        ("lark-audio-2", "Bergen, Norway. Coordinates: 60.39, 5.32", 1.0),
    )
)
BARE_APP = f"""
import gradio as gr
with gr.Blocks(analytics_enabled=False) as demo:
    state, box, out = gr.State(), gr.JSON(elem_id="bare"), gr.JSON()
    button = gr.Button("Go", elem_id="bare")
    button.click(lambda value: {{"ok": True}}, [box], out, concurrency_limit=None)
    for _ in range({len(MODES) + 1}):
        demo.load(lambda value: {{"ok": True}}, [box], out, concurrency_limit=None)
demo.launch(quiet=True)
"""


@dataclass(slots=True)
class Seen:
    """What the players of a stage saw: seconds by what was clicked, and the errors they were told."""

    answer_s: dict[str, list[float]] = field(default_factory=lambda: collections.defaultdict(list))
    errors: collections.Counter[str] = field(default_factory=collections.Counter)

    def note(self, name: str, seconds: float) -> None:
        """An answer has come."""
        self.answer_s[name].append(seconds)

    @property
    def timed(self) -> list[float]:
        """Of all answers, shortest first."""
        return sorted(one for name, found in self.answer_s.items() if name not in NOT_TIMED for one in found)


def quantile(ordered: list[float], share: float) -> float:
    """Of ordered values; infinite when there are none."""
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("inf")


def cpu_s(process_id: int) -> float:
    """Processor seconds that a process has used so far."""
    fields = Path(f"/proc/{process_id}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """What so many players saw on one app.

    Attributes:
        players: how many.
        seconds: how long it was measured.
        cpu_s: of the server, in that time.
        seen: by the players.
    """

    players: int
    seconds: float
    cpu_s: float
    seen: Seen

    @property
    def p95_s(self) -> float:
        """95 % of all answers take no longer."""
        return quantile(self.seen.timed, 0.95)

    @property
    def is_held(self) -> bool:
        """Whether so many players can play."""
        return self.p95_s < LIMIT_S and not self.seen.errors

    def row(self, name: str) -> str:
        """Of the table."""
        timed = self.seen.timed
        ms = " | ".join(f"{quantile(timed, share) * 1000:.0f}" for share in (0.5, 0.95, 0.99))
        per_event = 1000 * self.cpu_s / max(1, len(timed))
        return (
            f"| {name} | {self.players} | {len(timed)} | {ms} | {sum(self.seen.errors.values())} "
            f"| {100 * self.cpu_s / self.seconds:.0f} % | {per_event:.1f} |"
        )


@dataclass
class Crowd:
    """The players of one app; they act while it plays.

    Attributes:
        site: the app.
        process_id: of its server.
        modes: what they play, in turn.
        seen: since the last look.
    """

    site: Site
    process_id: int
    modes: Sequence[Play]
    seen: Seen = field(default_factory=Seen)
    _plays: asyncio.Event = field(default_factory=asyncio.Event)
    _players: list[asyncio.Task[None]] = field(default_factory=list)
    _n_open: int = 0

    async def stage(self, players: int, seconds: float) -> Stage:
        """Let so many play for a while, once all of them have opened the page."""
        self._plays.set()
        for number in range(len(self._players), players):
            self._players.append(asyncio.create_task(self._live(self.modes[number % len(self.modes)])))
            await asyncio.sleep(1 / ARRIVALS_PER_S)
        for task in self._players[players:]:
            task.cancel()
        del self._players[players:]
        while self._n_open < players:
            await asyncio.sleep(0.1)
        self.seen, cpu_before_s, begin = Seen(), cpu_s(self.process_id), time.monotonic()
        await asyncio.sleep(seconds)
        self._plays.clear()
        used_s, elapsed_s = cpu_s(self.process_id) - cpu_before_s, time.monotonic() - begin
        return Stage(players=players, seconds=elapsed_s, cpu_s=used_s, seen=self.seen)

    async def warm_up(self, seconds: float) -> None:
        """One player of each mode without pauses, so that sounds are encoded as on a server that runs for long."""
        for play in self.modes:
            with suppress(TimeoutError, CallError):
                played = play(Visitor(self.site), partial(asyncio.sleep, 0))
                await asyncio.wait_for(played, seconds / len(self.modes))

    async def _live(self, play: Play) -> None:
        while True:  # who was told an error opens the page anew
            visitor = Visitor(self.site, on_answer=self._note)
            try:
                await visitor.open()
                self._n_open += 1
                await play(visitor, self._pause)
            except (CallError, OSError, TimeoutError, ValueError) as error:
                self.seen.errors[f"{type(error).__name__} {error}"[:200]] += 1
                await self._pause()
            finally:
                await visitor.close()

    def _note(self, name: str, seconds: float) -> None:
        self.seen.note(name, seconds)

    async def _pause(self) -> None:
        await asyncio.sleep(PAUSE_S * random.uniform(0.5, 1.5))
        await self._plays.wait()


async def measure(crowds: Mapping[str, Crowd], players: int, most: int, seconds: float) -> None:
    """Find how many players each app holds, in turn, and print what they saw."""
    held = dict.fromkeys(crowds, 0)
    refused = dict.fromkeys(crowds, most + 1)

    async def look(name: str, n_players: int) -> None:
        stage = await crowds[name].stage(n_players, seconds)
        print(stage.row(name), flush=True)
        for error, count in stage.seen.errors.most_common(3):
            print(f"  {count} x {error}", file=sys.stderr)
        if stage.is_held:
            held[name] = max(held[name], n_players)
        else:
            refused[name] = min(refused[name], n_players)
        if name == OURS and n_players == players:
            print_slowest(stage)

    n_players = players
    while n_players <= most and any(held[name] == n_players // 2 or n_players == players for name in crowds):
        for name in crowds:
            if refused[name] > n_players:
                await look(name, n_players)
        n_players *= 2
    for name in crowds:
        if refused[name] <= most:
            await look(name, (held[name] + refused[name]) // 2)
    base = held[BARE]
    for name, count in held.items():
        print(f"{name}: {count} players with p95 under {LIMIT_S:g} s, {count / max(1, base):.2f} of the bare app's")


def print_slowest(stage: Stage) -> None:
    """What takes longest, to the other channel."""
    for name, found in sorted(stage.seen.answer_s.items(), key=lambda one: -quantile(sorted(one[1]), 0.95)):
        ordered = sorted(found)
        ms = [f"{quantile(ordered, share) * 1000:.0f}" for share in (0.5, 0.95)]
        print(f"  {name}: {len(ordered)} answers, median {ms[0]} ms, p95 {ms[1]} ms", file=sys.stderr)


@contextmanager
def bare_app(folder: Path) -> Iterator[tuple[str, int]]:
    """The bare app in a process of its own. Gives its address and process id."""
    script, port = folder / "bare.py", free_port()
    script.write_text(BARE_APP, encoding="utf-8")
    environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "GRADIO_ANALYTICS_ENABLED": "False"}
    with subprocess.Popen([sys.executable, str(script)], env=environment) as process:
        url = f"http://127.0.0.1:{port}/"
        try:
            wait_for(url)
            yield url, process.pid
        finally:
            process.kill()


async def run(app: AppProcess, bare_url: str, bare_pid: int, options: argparse.Namespace) -> None:
    """Measure both apps with their players."""
    assert app.process is not None
    crowds = {
        OURS: Crowd(Site.of(app.url), app.process.pid, list(MODES.values())),
        BARE: Crowd(Site.of(bare_url), bare_pid, [bare]),
    }
    print("| app | players | answers | p50 ms | p95 ms | p99 ms | errors | CPU of the server | CPU ms an answer |")
    print("|---|---|---|---|---|---|---|---|---|")
    await crowds[OURS].warm_up(WARM_UP_S)
    await measure(crowds, options.players, options.most, options.seconds)


def encode_all(data: Path) -> None:
    """Fill the cache of playable copies, as that of a server which has run for a while."""
    settings = read_settings({"DATA_DIR": str(data), "DEMO": "all", "HF_HUB_OFFLINE": "1"}, modes=QUESTION_MODES)
    for mode in enabled_modes(settings.modes):
        pack = mode.open_pack(settings, lambda *_: None)
        for question in pack.questions:
            file = pack.clips.fetch(question.clip)
            prepare_copy(file.path, data / "clip_cache", sha256=file.sha256)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description="How many players the app holds.")
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--most", type=int, default=800)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--no-real", action="store_true", help="without real clients and browsers")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "models.toml").write_text(MODELS, encoding="utf-8")
        encode_all(folder / "data")
        variables = {"DEMO": "all", "MODELS_FILE": str(folder / "models.toml")}
        app = AppProcess(folder / "data", variables=variables).start()
        with bare_app(folder) as (bare_url, bare_pid):
            real = None if options.no_real else RealPlayers(app.url)
            asyncio.run(run(app, bare_url, bare_pid, options))
            if real is not None:
                print(real.told())
        app.stop()


if __name__ == "__main__":
    main()
