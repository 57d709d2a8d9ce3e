"""How long to wait for a server, and when to ask it again."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class SlowestPace:
    """How slow a server that is alive may be.

    Attributes:
        answer_s: until the head of its answer has arrived whole, in seconds.
        window_s, window_bytes: of the body so many bytes must come in each such time that is waited for them, in
            seconds: 1 kB a second, which a telephone line does.
    """

    answer_s: float = 60.0
    window_s: float = 30.0
    window_bytes: int = 30_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """Time limits and repetitions of a download; all times in seconds.

    Attributes:
        connect_s, read_s: for the connection, and between two pieces of the answer.
        overall_s: for the whole file with all repetitions; what is too slow to be worth it `slowest` ends much earlier.
        slowest: pace of one answer.
        tries: how often in a row without a new byte.
        first_wait_s, longest_wait_s: between two tries; the wait doubles each time, with some chance in it.
    """

    connect_s: float = 10.0
    read_s: float = 30.0
    overall_s: float = 3600.0
    slowest: SlowestPace = SlowestPace()
    tries: int = 4
    first_wait_s: float = 0.5
    longest_wait_s: float = 30.0

    def wait_s(self, failures: int) -> float:
        """How long to wait after so many failures in a row: half of it fixed, half by chance."""
        full_s = min(self.longest_wait_s, self.first_wait_s * 2.0 ** (failures - 1))
        return full_s * (0.5 + random.random() / 2)  # noqa: S311 - spreads load, guards nothing


def asked_wait_s(headers: Mapping[str, str]) -> float | None:
    """How long a server asks to wait by Retry-After (RFC 9110, section 10.2.3: seconds or a date); None without."""
    text = headers.get("retry-after", "").strip()
    if text.isascii() and text.isdigit():
        return float(text[:9])
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (ValueError, OverflowError):
        return None
