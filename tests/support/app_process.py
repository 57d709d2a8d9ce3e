"""The app as a person starts it: a process of its own, on a free port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path

from tests.conftest import ROOT

START_LIMIT_S = 180


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@dataclass
class AppProcess:
    """A running app.

    Attributes:
        data: its data folder.
        clips: a folder pack, or None for the built-in pack. With one, only the map is played, unless MODES says more.
        variables: further environment variables.
        root: where app.py lies.
        command: what Python runs.
    """

    data: Path
    clips: Path | None = None
    variables: dict[str, str] = field(default_factory=dict)
    root: Path = ROOT
    command: tuple[str, ...] = ("app.py",)
    port: int = field(default_factory=free_port)
    process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://127.0.0.1:{self.port}/"

    @property
    def log(self) -> str:
        """What it printed so far."""
        path = self.data.parent / f"{self.data.name}.log"
        return path.read_text(errors="replace") if path.exists() else ""

    def start(self) -> AppProcess:
        """Start it and wait until it serves the page."""
        environment = {key: value for key, value in os.environ.items() if not key.startswith(("SPACE", "SYSTEM"))}
        environment |= {
            "DATA_DIR": str(self.data),
            "GRADIO_SERVER_PORT": str(self.port),
            "GRADIO_SERVER_NAME": "127.0.0.1",
            "GRADIO_ANALYTICS_ENABLED": "False",
            "HF_HUB_OFFLINE": "1",
            "BASELINES": "no",  # tests count the rows of the log; whoever wants opponents asks for them
            "PYTHONUNBUFFERED": "1",
        } | self.variables
        if self.clips is not None:
            environment["CLIPS_DIR"] = str(self.clips)
            environment.setdefault(
                "MODES", "geo"
            )  # whoever brings places plays places: the other modes' lists take time
        self.data.parent.mkdir(parents=True, exist_ok=True)
        with (self.data.parent / f"{self.data.name}.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, *self.command], cwd=self.root, env=environment, stdout=log, stderr=subprocess.STDOUT
            )
        self.wait_until_up()
        return self

    def wait_until_up(self) -> None:
        """Wait for the first page."""
        end = time.monotonic() + START_LIMIT_S
        while time.monotonic() < end:
            assert self.process is not None
            assert self.process.poll() is None, f"the app ended:\n{self.log}"
            try:
                with urllib.request.urlopen(self.url, timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                time.sleep(0.1)
        raise AssertionError(f"no page after {START_LIMIT_S} s:\n{self.log}")

    def stop(self, signal_number: int = signal.SIGTERM) -> None:
        """End it; SIGKILL ends it as a power cut would."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(signal_number)
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
