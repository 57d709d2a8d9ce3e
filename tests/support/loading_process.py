"""Runs a module of the tests in a process of its own against a Hub, and gives what it printed as JSON.

It is a process of its own because `datasets` reads the address of the Hub when it is imported.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from typing import Any

from tests.conftest import ROOT

Loaded = list[dict[str, Any]]


def loaded_by(module: str, endpoint: str, repos: Sequence[str], *, token: str = "") -> dict[str, Loaded]:
    """What the module prints of each repository, with an empty cache."""
    with tempfile.TemporaryDirectory() as home:
        environment = {"HF_ENDPOINT": endpoint, "HF_HOME": home, "HF_HUB_OFFLINE": "0"}
        done = subprocess.run(
            [sys.executable, "-m", module, *repos],
            cwd=ROOT, env=os.environ | environment | ({"HF_TOKEN": token} if token else {}),
            capture_output=True, text=True, check=False, timeout=300,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    loaded: dict[str, Loaded] = json.loads(done.stdout)
    return loaded
