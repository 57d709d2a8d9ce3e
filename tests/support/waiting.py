"""Waiting for something that another thread or process does."""

from __future__ import annotations

import time
from collections.abc import Callable


def wait_until(is_done: Callable[[], bool], longest_s: float) -> bool:
    """Wait until it is so. Returns False when it is not so after `longest_s`."""
    deadline = time.monotonic() + longest_s
    while not is_done():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.02)
    return True
