"""Finds the modes: every package in `soundmark/modes/` that exports `MODE`. Only the enabled ones are imported."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Sequence

import soundmark.modes
from soundmark.mode import Mode
from soundmark.types import SoundmarkError


class UnknownMode(SoundmarkError):
    """A mode that does not exist."""


def mode_ids() -> list[str]:
    """The ids of all modes, without importing any."""
    return sorted(found.name for found in pkgutil.iter_modules(soundmark.modes.__path__) if found.ispkg)


def enabled_modes(wanted: Sequence[str] = ()) -> list[Mode]:
    """The modes to show, in their order; all of them when none is named.

    Raises:
        UnknownMode: when a name is none of a mode; the text names those that exist.
    """
    known = mode_ids()
    unknown = [name for name in wanted if name not in known]
    if unknown:
        raise UnknownMode(f"MODES names {', '.join(map(repr, unknown))}. The modes are: {', '.join(known)}.")
    modes = [importlib.import_module(f"soundmark.modes.{name}").MODE for name in (wanted or known)]
    return sorted(modes, key=lambda mode: mode.order)
