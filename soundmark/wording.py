"""Words of sentences that commands print."""

from __future__ import annotations


def n_of(n: int, one: str, many: str = "") -> str:
    """A number and what it counts: 1 row, 2 rows, 1,200 rows.

    Args:
        n: the number.
        one: what one of them is called.
        many: what several, or none, are called; by default with an s.
    """
    return f"{n:,} {one if n == 1 else many or f'{one}s'}"
