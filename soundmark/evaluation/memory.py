"""Gives the memory of sounds back as soon as they are sent."""

from __future__ import annotations

import ctypes

M_MMAP_THRESHOLD = -3
"""Of glibc's malloc.h."""
LARGE_BYTES = 1536 * 1024
"""Decoded sound is larger; smaller blocks are quicker from a heap."""


def give_back_large_blocks() -> bool:
    """Let glibc's allocator take large blocks from the system one by one, and give each back when it is freed.

    By default it raises its threshold with the first large block that is freed, and then serves decoded sound from
    heaps that fragment. It is for processes that do a run and nothing else.

    Returns:
        Whether it was done; other C libraries know no such thing, and do without.
    """
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError, TypeError):
        return False
    return bool(mallopt(M_MMAP_THRESHOLD, LARGE_BYTES))
