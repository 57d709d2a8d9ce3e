"""Ending a run early, with all that was done kept."""

from __future__ import annotations

import asyncio


class Stopped(Exception):
    """The run ends: what was about to be asked is left for another time."""


class Stop:
    """Says whether, and why, nothing more may be asked. The first reason counts."""

    def __init__(self) -> None:
        self._asked = asyncio.Event()
        self.reason = ""

    def because(self, reason: str) -> None:
        """End the run. The reason is a sentence for people."""
        self.reason = self.reason or reason
        self._asked.set()

    def check(self) -> None:
        """Go on.

        Raises:
            Stopped: when the run ends.
        """
        if self._asked.is_set():
            raise Stopped

    async def sleep(self, seconds: float) -> None:
        """Wait so many seconds.

        Raises:
            Stopped: as soon as the run ends.
        """
        try:
            await asyncio.wait_for(self._asked.wait(), seconds)
        except TimeoutError:
            return
        raise Stopped
