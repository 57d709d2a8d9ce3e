"""Runs app.py and notes each host it talks to and each file named canary that it opens: `WATCH_LOG` says where."""

from __future__ import annotations

import os
import runpy
import sys

from tests.conftest import ROOT

CANARY = "canary"
LOOPBACK = ("127.", "::1", "localhost", "0.0.0.0")


def _note(line: str) -> None:
    """One line to the log, by a descriptor of its own: whatever opens files would be noted again."""
    os.write(_LOG, (line.replace("\n", " ")[:500] + "\n").encode(errors="replace"))


def _watch(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.connect":
        address = args[1]
        if isinstance(address, tuple):
            _note(f"connect {address[0]}:{address[1]}")
    elif event == "socket.getaddrinfo":
        _note(f"look up {args[0]!s}")
    elif event == "open" and isinstance(args[0], str | bytes | os.PathLike):
        path = os.fspath(args[0])
        if CANARY in (path.decode(errors="replace") if isinstance(path, bytes) else path):
            _note(f"open {path!r}")
    elif event in {"os.system", "subprocess.Popen"}:
        _note(f"run {args[0]!r}")


if __name__ == "__main__":
    _LOG = os.open(os.environ["WATCH_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
    sys.addaudithook(_watch)
    sys.path.insert(0, str(ROOT))
    sys.argv = ["app.py"]
    runpy.run_path(str(ROOT / "app.py"), run_name="__main__")
