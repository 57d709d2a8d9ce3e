"""Folders of clips on this machine."""

from __future__ import annotations

import hashlib
from pathlib import Path

from soundmark.settings import Settings


def audit_cache_of(settings: Settings, folder: Path) -> Path:
    """The file that keeps what was found of a folder's recordings, so that an unchanged one is not decoded again."""
    return settings.data_dir / "audits" / f"{hashlib.sha256(str(folder).encode()).hexdigest()[:16]}.json"
