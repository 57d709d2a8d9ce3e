"""Which models the owner has switched off; kept in the journal, so that it holds after a restart."""

from __future__ import annotations

import json
from collections.abc import Callable

from soundmark.store.journal import Journal

NOTE = "models switched off"


def switched_off(journal: Journal) -> frozenset[str]:
    """The names of the models that must not be asked.

    Raises:
        JournalError: when the journal cannot be read.
    """
    return frozenset(json.loads(journal.note(NOTE) or "[]"))


def switch(journal: Journal, name: str, *, on: bool) -> None:
    """Switch a model on or off.

    Raises:
        JournalError: when that could not be made durable.
    """
    kept = switched_off(journal)
    journal.set_note(NOTE, json.dumps(sorted(kept - {name} if on else kept | {name})))


def off_switches(journal: Journal) -> Callable[[str], bool]:
    """Says of a model whether it is switched off now."""
    return lambda name: name in switched_off(journal)
