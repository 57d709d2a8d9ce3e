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


ERRORS_IN_A_ROW = 20
"""So many questions in a row without a reply mean that the next will have none either."""


class Losses:
    """Ends a run when one question after the other brings no reply.

    Args:
        stop: ends it.
        advice: how to go on, as a sentence.
    """

    def __init__(self, stop: Stop, advice: str) -> None:
        self._stop = stop
        self._advice = advice
        self._n_in_a_row = 0

    def note(self, failure: str) -> None:
        """A question has come to its end, without a reply for a reason; '' with one."""
        self._n_in_a_row = self._n_in_a_row + 1 if failure else 0
        if self._n_in_a_row == ERRORS_IN_A_ROW:
            self._stop.because(
                f"{ERRORS_IN_A_ROW} questions in a row brought no reply; the last: {failure}. {self._advice}"
            )
