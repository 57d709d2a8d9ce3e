"""Chance that comes out the same on every machine: numbers from a digest of what they are drawn for."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TypeVar

from soundmark.types import Question, TruthT_co

T = TypeVar("T")

SEED = "soundmark/baselines/1"
"""Takes part in every draw; it is logged with each run."""
_BITS = 53
"""As many as a float of 64 bits holds."""


def uniform(stream: str, question: Question[TruthT_co], number: int = 0) -> float:
    """A number uniform in [0, 1): the first 53 bits of a SHA-256 of seed, stream, question and number.

    It depends on no other question, so that a list in another order, or a longer one, gives the same.

    Args:
        stream: whose draws these are.
        question: what is drawn for, by its benchmark and id.
        number: which draw for that question.
    """
    parts = (SEED, stream, question.benchmark, question.question_id, str(number))
    digest = hashlib.sha256("\x1f".join(parts).encode("utf-8", "replace")).digest()
    return float(int.from_bytes(digest[:8]) >> (64 - _BITS)) / 2.0**_BITS


def one_of(stream: str, question: Question[TruthT_co], items: Sequence[T], number: int = 0) -> T:
    """One of the items, each as likely as any other.

    Raises:
        ValueError: when there are none.
    """
    if not items:
        raise ValueError("Nothing can be drawn from no items.")
    return items[int(uniform(stream, question, number) * len(items))]
