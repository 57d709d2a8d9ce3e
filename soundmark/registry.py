"""Finds the modes: every package in `soundmark/modes/` that exports `MODE`. Only the enabled ones are imported."""

from __future__ import annotations

import importlib
import pkgutil
import re
from collections.abc import Sequence

import soundmark.modes
from soundmark.mode import Mode
from soundmark.types import SoundmarkError


class UnknownMode(SoundmarkError):
    """A mode that does not exist."""


class ModeError(SoundmarkError):
    """A folder in `soundmark/modes/` that is not a mode as the page needs it."""


MODE_ID = re.compile(r"[a-z]{1,20}")
"""The form of a mode's id: it stands in links and in the ids of the page's elements."""
TAKEN = frozenset({"leaderboard", "pack"})
"""Ids of the page's other tabs: the second is that of the folder of questions that is set."""


def mode_ids() -> list[str]:
    """The ids of all modes, without importing any."""
    return sorted(found.name for found in pkgutil.iter_modules(soundmark.modes.__path__) if found.ispkg)


def enabled_modes(wanted: Sequence[str] = ()) -> list[Mode]:
    """The modes to show, in their order; all of them when none is named.

    Raises:
        UnknownMode: when a name is none of a mode; the text names those that exist.
        ModeError: when a mode's folder does not hold what it should; the text says what.
    """
    known = mode_ids()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise UnknownMode(f"MODES names {', '.join(map(repr, unknown))}. The modes are: {', '.join(known)}.")
    return sorted(map(_mode, wanted or known), key=lambda mode: mode.order)


def _mode(name: str) -> Mode:
    """The mode in the folder of that name."""
    where = f"soundmark/modes/{name}"
    if not MODE_ID.fullmatch(name) or name in TAKEN:
        taken = f", and not {' or '.join(sorted(TAKEN))}"
        raise ModeError(f"{where}: a mode's folder is named by 1 to 20 letters from a to z{taken}.")
    found = getattr(importlib.import_module(f"soundmark.modes.{name}"), "MODE", None)
    if not isinstance(found, Mode):
        raise ModeError(f"{where}/__init__.py must set MODE to a soundmark.mode.Mode.")
    for what, given in (("mode_id", found.mode_id), ("quiz.mode", name if found.quiz is None else found.quiz.mode)):
        if given != name:
            raise ModeError(f"{where}: {what} is {given!r} and must be the folder's name, {name!r}.")
    return found
