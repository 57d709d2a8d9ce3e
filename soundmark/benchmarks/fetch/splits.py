"""Which split or configuration of a dataset is meant, when its owner has renamed or added some."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from soundmark.audio.errors import shown
from soundmark.benchmarks.fetch.errors import FetchError, FetchReason


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen of what there is, and what to say about it; '' when it is what was wanted."""

    name: str
    notice: str = ""


def chosen(what: str, wanted: str, available: Iterable[str], of: str) -> Choice:
    """The one that is wanted; else the only one there is, with a notice.

    Args:
        what: 'split' or 'configuration'.
        wanted: its name.
        available: names of all; 'configuration/split' counts as 'split' too.
        of: name of the dataset, for the message.

    Raises:
        FetchError: when the wanted one is not there and several others are, or none.
    """
    names = list(dict.fromkeys(available))
    exact = [name for name in names if wanted in (name, name.rpartition("/")[2])]
    if exact:
        return Choice(wanted if wanted in exact else exact[0].rpartition("/")[2])
    if len(names) == 1:
        notice = f"{of} has no {what} {shown(wanted)}: the only one it has, {shown(names[0])}, is used."
        return Choice(names[0], notice)
    listed = ", ".join(shown(name) for name in names[:20]) or "none"
    raise FetchError(FetchReason.MISSING, f"{of} has no {what} {shown(wanted)}. It has: {listed}. Name one of them.")
