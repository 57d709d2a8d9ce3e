"""Runs app.py and notes whatever it connects to, looks up or runs, and each file named canary that it opens.

`WATCH_LOG` says where the notes go. What it notes does not depend on the code that is watched: Python itself tells.
"""

from __future__ import annotations

import os
import runpy
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CANARY = "canary"


def watch(log: int) -> None:
    """Note from now on, into an open file."""

    def note(line: str) -> None:
        os.write(log, (line.replace("\n", " ")[:500] + "\n").encode(errors="replace"))

    def hook(event: str, args: tuple[object, ...]) -> None:
        if event in {"socket.connect", "socket.sendto"}:
            note(f"connect {args[1]}")
        elif event in {"socket.getaddrinfo", "socket.gethostbyname"}:
            note(f"look up {args[0]}")
        elif event in {"os.system", "subprocess.Popen", "os.exec"}:
            note(f"run {args[0]}")
        elif event == "open" and CANARY in str(args[0]):
            note(f"open {args[0]}")

    sys.addaudithook(hook)


if __name__ == "__main__":
    watch(os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600))
    sys.path.insert(0, str(ROOT))
    sys.argv = ["app.py"]
    runpy.run_path(str(ROOT / "app.py"), run_name="__main__")
