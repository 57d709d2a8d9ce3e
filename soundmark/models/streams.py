"""Streams that must end in time."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from typing import TypeVar

from soundmark.models.failures import timed_out

PieceT = TypeVar("PieceT")


async def within(timeout_s: float, deadline_s: float, pieces: AsyncIterator[PieceT]) -> AsyncGenerator[PieceT, None]:
    """The pieces of a stream, as long as they come before the deadline.

    Only waiting counts, piece by piece: a limit around the whole loop would break into whoever reads the stream.

    Args:
        timeout_s: the limit as it was given, for the message.
        deadline_s: on the clock of the event loop.
        pieces: the stream.

    Raises:
        ModelFailure: when a piece does not come in time.
    """
    while True:
        try:
            async with asyncio.timeout_at(deadline_s):
                piece = await anext(pieces)
        except StopAsyncIteration:
            return
        except TimeoutError:
            raise timed_out(timeout_s) from None
        yield piece
