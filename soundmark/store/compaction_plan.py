"""Which files of a dataset a compaction merges: those of a day, ten days, a month or a year, once over, up to a size.

The plan follows from the listing of a revision alone, so that every replica makes the same one and a compaction that
was stopped is taken up where it stood: there is no state to keep.
"""

from __future__ import annotations

import calendar
import itertools
import re
from collections import defaultdict
from collections.abc import Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from datetime import date

from soundmark.store import schema
from soundmark.store.manifests import periods_of

MAX_BYTES = 32_000_000
"""Files are merged up to that size: some 300,000 rows, which any machine holds in memory and uploads in seconds."""
MAX_SOURCES = 500
"""One commit takes the place of at most that many files."""
PERIOD = re.compile(r"[0-9]{4}(-[0-9]{2}(-[0-9]{1,2})?)?")


@dataclass(slots=True)
class Group:
    """Files of one table that become one.

    Attributes:
        table: name of the table.
        period: YYYY-MM-DD, YYYY-MM-D, YYYY-MM or YYYY; all files are of days within it.
        paths: the files.
        size: their bytes.
    """

    table: str
    period: str
    paths: list[str] = field(default_factory=list)
    size: int = 0

    def has_room(self, size: int) -> bool:
        """Whether one more file fits."""
        return self.size + size <= MAX_BYTES and len(self.paths) < MAX_SOURCES

    def add(self, path: str, size: int) -> None:
        """One more file."""
        self.paths.append(path)
        self.size += size


def plan(sizes: Mapping[str, int], last: date, besides: AbstractSet[str] = frozenset()) -> list[Group]:
    """What is to be merged, the oldest period first; nothing when the files are as few as they can be.

    Each file belongs to the longest period around it that is over. Within a period every file goes to the first group
    that has room for it (first fit): then no two groups would fit into one, so that what was merged is left alone
    afterwards, until something late arrives.

    Args:
        sizes: bytes by path, of all files below `data/`.
        last: the last day that is over for certain.
        besides: paths that are not to be touched.
    """
    files: dict[tuple[str, str], list[str]] = defaultdict(list)
    for path in sorted(sizes):
        parts = path.split("/")
        if len(parts) == 4 and path.endswith(".parquet") and parts[1] in schema.TABLES and path not in besides:
            period = _longest_period(parts[2], last)
            if period:
                files[period, parts[1]].append(path)
    groups = [_first_fit(table, period, paths, sizes) for (period, table), paths in sorted(files.items())]
    return [group for group in itertools.chain(*groups) if len(group.paths) > 1]


def first_commit(groups: list[Group]) -> list[Group]:
    """The groups that go into the next commit: of one period, and no more of them than it can well hold."""
    taken: list[Group] = []
    for group in groups:
        if taken and (
            group.period != taken[0].period
            or sum(len(one.paths) for one in [*taken, group]) > MAX_SOURCES
            or sum(one.size for one in [*taken, group]) > MAX_BYTES
        ):
            break
        taken.append(group)
    return taken


def _longest_period(folder: str, last: date) -> str | None:
    """The longest period around a folder of this name that was over on that day; None for other folders."""
    for period in periods_of(folder) if PERIOD.fullmatch(folder) else ():
        ends = _last_day(period)
        if ends is not None and ends <= last:
            return period
    return None


def _last_day(period: str) -> date | None:
    year, month, day = [*period.split("-"), "", ""][:3]
    try:
        if len(day) == 2:
            return date.fromisoformat(period)
        number = int(month or "12")
        ends = calendar.monthrange(int(year), number)[1]
        return date(int(year), number, min(ends, int(f"{day}9")) if day else ends)
    except ValueError:
        return None


def _first_fit(table: str, period: str, paths: list[str], sizes: Mapping[str, int]) -> list[Group]:
    groups: list[Group] = []
    for path in paths:
        group = next((one for one in groups if one.has_room(sizes[path])), None)
        if group is None:
            group = Group(table, period)
            groups.append(group)
        group.add(path, sizes[path])
    return groups
