"""The newest warnings and errors of this process, for its owner's eyes, without any secret."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime

from soundmark.settings import Settings

KEPT = 50
MAX_CHARS = 600
SHORTEST_SECRET = 6


@dataclass(frozen=True, slots=True)
class Noted:
    """One warning or error.

    Attributes:
        at: when.
        text: what was said, and by an exception its kind and words.
    """

    at: datetime
    text: str


class LastErrors(logging.Handler):
    """Keeps the newest warnings and errors.

    Args:
        secrets: values that must not be seen; they are masked.
        kept: how many.
    """

    def __init__(self, secrets: Iterable[str] = (), kept: int = KEPT) -> None:
        super().__init__(logging.WARNING)
        self._secrets = sorted((one for one in secrets if len(one) >= SHORTEST_SECRET), key=len, reverse=True)
        self._noted: deque[Noted] = deque(maxlen=kept)
        self._guard = threading.Lock()

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a record."""
        noted = Noted(datetime.fromtimestamp(record.created, UTC), self._masked(_words(record))[:MAX_CHARS])
        with self._guard:
            self._noted.append(noted)

    def newest(self) -> list[Noted]:
        """What is kept, the newest first."""
        with self._guard:
            return list(reversed(self._noted))

    def _masked(self, text: str) -> str:
        for secret in self._secrets:
            text = text.replace(secret, "**********")
        return text


def keep_errors(settings: Settings) -> LastErrors:
    """Begin to keep what this process warns of, whoever says it."""
    errors = LastErrors(settings.keys.secret_values)
    logging.getLogger().addHandler(errors)
    return errors


def _words(record: logging.LogRecord) -> str:
    try:
        text = record.getMessage()
    except (TypeError, ValueError):  # a message whose values do not fit it is still worth seeing
        text = str(record.msg)
    error = record.exc_info[1] if record.exc_info else None
    told = f"{record.levelname.lower()}, {record.name}: {text}"
    return told if error is None else f"{told} ({type(error).__name__}: {error})"
