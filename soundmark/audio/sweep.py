"""Removing published copies that nobody plays any more, and cached ones that take too much room."""

from __future__ import annotations

import re
import time
from pathlib import Path

from soundmark.audio._copies import facts_path
from soundmark.whole_file import UNFINISHED

_PUBLISHED = re.compile(r"([0-9a-f]{12})[0-9a-f]{32}\.(?:mp3|mp4|png|jpg)")
_CACHED = re.compile(r"[0-9a-f]{64}-mp[34]v[0-9]+\.mp[34]")
_UNFINISHED_MAX_AGE_S = 3600.0


def sweep_published(out_dir: Path, *, max_age_h: float = 24.0, max_files: int = 5000) -> int:
    """Remove published copies older than `max_age_h`, then the oldest beyond `max_files`, and abandoned parts.

    Only files named as `publish_copy` names them are touched; several sweeps may run at once.

    Returns:
        How many copies were removed.
    """
    names = sorted(path.name for path in _files(out_dir) if _PUBLISHED.fullmatch(path.name))
    oldest_ms = time.time_ns() // 1_000_000 - int(max_age_h * 3_600_000)
    n_expired = sum(int(name[:12], 16) < oldest_ms for name in names)
    doomed = names[: max(n_expired, len(names) - max(max_files, 0))]
    _sweep_unfinished(out_dir)
    return sum(_remove(out_dir / name) for name in doomed)


def sweep_cache(cache_dir: Path, *, max_bytes: int) -> int:
    """Remove the encoded copies used longest ago until the rest takes at most `max_bytes`, and abandoned parts.

    A copy that is published stays playable: the public name keeps its content.

    Returns:
        How many copies were removed.
    """
    copies: list[tuple[float, int, Path]] = []
    for path in _files(cache_dir):
        if _CACHED.fullmatch(path.name):
            copies.append((_last_used_s(path), _size_bytes(path), path))
    _sweep_unfinished(cache_dir)
    excess = sum(size for _, size, _ in copies) - max_bytes
    n_removed = 0
    for _, size, path in sorted(copies):
        if excess <= 0:
            break
        excess -= size
        n_removed += _remove(path)
        _remove(facts_path(path))
    return n_removed


def _sweep_unfinished(folder: Path) -> None:
    oldest_s = time.time() - _UNFINISHED_MAX_AGE_S
    for path in _files(folder):
        if UNFINISHED.fullmatch(path.name) and _written_s(path) < oldest_s:
            _remove(path)


def _files(folder: Path) -> list[Path]:
    try:
        return list(folder.iterdir())
    except FileNotFoundError:
        return []


def _last_used_s(copy: Path) -> float:
    return _changed_s(facts_path(copy))


def _changed_s(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except FileNotFoundError:
        return 0.0


def _written_s(part: Path) -> float:
    """By its status: the time of change of a part that is about to take its place is a neutral one."""
    try:
        return part.stat().st_ctime
    except FileNotFoundError:
        return time.time()


def _size_bytes(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0


def _remove(path: Path) -> bool:
    """Whether this call removed the file; another sweep may have been quicker."""
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    return True
