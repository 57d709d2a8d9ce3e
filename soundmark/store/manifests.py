"""Manifests: which shards a compaction has merged into which file."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path

from soundmark.store.hub_client import HubRepo

log = logging.getLogger(__name__)

PERIOD_CHARS = (4, 7, 9, 10)
"""A year, a month, some ten days (2026-03-1 is the 10th to the 19th) and a day are the beginnings of a date."""


def periods_of(day: str) -> list[str]:
    """The periods around a date, YYYY-MM-DD, or around a period, the longest first, with itself as the last."""
    return [day[:chars] for chars in PERIOD_CHARS if chars <= len(day)]


def manifest_path(merged: str) -> str:
    """Where the manifest of a merged file lies."""
    _, table, period, name = merged.split("/")
    return f"manifests/{table}/{period}/{Path(name).stem}.json"


def manifest_bytes(merged: str, sources: Iterable[str], *, row_count: int, dropped: int) -> bytes:
    """The manifest of a merged file.

    Args:
        merged: its path.
        sources: the paths whose rows it holds.
        row_count: its rows.
        dropped: rows that were left out because their id came twice.
    """
    record = {
        "merged": merged,
        "sources": sorted(sources),
        "row_count": row_count,
        "duplicates_dropped": dropped,
        "compacted_at": datetime.now(UTC).isoformat(timespec="seconds"),
    }
    return json.dumps(record, indent=1).encode()


def merged_sources(hub: HubRepo, days: Iterable[tuple[str, str]], revision: str) -> set[str]:
    """The paths of all shards of these (table, day) that a compaction has merged, as of a revision.

    A shard may have gone into the file of its day, or straight into that of a longer period.

    Raises:
        HubError: when a manifest cannot be had.
    """
    found: set[str] = set()
    for table, period in {(table, period) for table, day in days for period in periods_of(day)}:
        for path in hub.files(f"manifests/{table}/{period}", revision):
            found.update(_sources(path, hub.download(path, revision)))
    return found


def _sources(path: str, local: Path) -> list[str]:
    try:
        listed = json.loads(local.read_text("utf-8"))["sources"]
        return [str(source) for source in listed]
    except (ValueError, LookupError, TypeError) as error:
        log.warning("The manifest %s is damaged and says nothing: %s", path, error)
        return []
