"""Verdicts kept between starts, because decoding a thousand recordings takes a minute."""

from __future__ import annotations

import dataclasses
import json
import logging
import math
import re
from pathlib import Path, PurePosixPath

from soundmark.benchmarks.report import FindingKind
from soundmark.benchmarks.verdict import Verdict
from soundmark.whole_file import whole_file

_logger = logging.getLogger(__name__)
_VERSION = 1
"""Changes with every change of what a verdict says or of how files are judged."""

_SHA256 = re.compile(r"[0-9a-f]{64}")

Stamp = tuple[int, int]
"""Size in bytes and modification time in ns: a file with the same stamp is taken for unchanged."""


class AuditCache:
    """Verdicts by file name and stamp. Reading never fails, writing never stops the program."""

    def __init__(self, path: Path | None, max_duration_s: float, known: dict[str, tuple[Stamp, Verdict]]) -> None:
        self._path = path
        self._max_duration_s = max_duration_s
        self._known = known
        self._kept: dict[str, tuple[Stamp, Verdict]] = {}

    @classmethod
    def read(cls, path: Path | None, max_duration_s: float) -> AuditCache:
        """The cache of a file; an empty one when there is no such file, or it is damaged or for another length."""
        known: dict[str, tuple[Stamp, Verdict]] = {}
        if path is not None:
            try:
                known = _parsed(json.loads(path.read_bytes()), max_duration_s)
            except FileNotFoundError:
                pass
            except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
                _logger.warning("The audit cache %s cannot be used and is made anew (%s).", path.name, error)
        return cls(path, max_duration_s, known)

    def get(self, name: PurePosixPath, stamp: Stamp | None) -> Verdict | None:
        """The verdict on a file, if it still has this stamp."""
        known = self._known.get(str(name))
        return known[1] if known is not None and known[0] == stamp else None

    def put(self, name: PurePosixPath, stamp: Stamp | None, verdict: Verdict) -> None:
        """Remember a verdict on a file that had this stamp before it was judged; only what was put is written."""
        if stamp is not None:
            self._kept[str(name)] = (stamp, verdict)

    def write(self) -> None:
        """Write the cache as a whole or not at all; a folder that cannot be written is only logged."""
        if self._path is None or self._kept == self._known:
            return
        files = {name: [*stamp, dataclasses.asdict(verdict)] for name, (stamp, verdict) in self._kept.items()}
        content = json.dumps({"version": _VERSION, "max_duration_s": self._max_duration_s, "files": files})
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            with whole_file(self._path) as part:
                part.write_text(content, encoding="utf-8")
        except OSError as error:
            _logger.warning("The audit cache %s cannot be written (%s).", self._path.name, error.strerror)


def stamp_of(path: Path) -> Stamp | None:
    """A file's stamp now; None when it is not there."""
    try:
        state = path.stat()
    except OSError:
        return None
    return (state.st_size, state.st_mtime_ns)


def _parsed(read: object, max_duration_s: float) -> dict[str, tuple[Stamp, Verdict]]:
    if not isinstance(read, dict) or not isinstance(read.get("files"), dict):
        raise ValueError("it is no table of verdicts")
    if read.get("version") != _VERSION or read.get("max_duration_s") != max_duration_s:
        return {}
    return {
        str(name): ((int(size), int(mtime_ns)), _verdict(facts))
        for name, (size, mtime_ns, facts) in read["files"].items()
    }


def _verdict(facts: dict[str, object]) -> Verdict:
    fault, digest, duration_s = facts["fault"], facts["sha256"], facts["duration_s"]
    n_bad, matches = facts["n_bad_samples"], facts["extension_matches"]
    if not (isinstance(digest, str) and isinstance(n_bad, int) and isinstance(matches, bool)):
        raise ValueError("a verdict has values of wrong types")
    if not (isinstance(duration_s, int | float) and math.isfinite(duration_s) and duration_s >= 0):
        raise ValueError("a verdict has no length")
    playable = fault is None
    if playable and not (_SHA256.fullmatch(digest) and duration_s > 0):
        raise ValueError("a playable file has no digest")
    return Verdict(
        fault=None if playable else FindingKind(str(fault)),
        sha256=digest,
        duration_s=float(duration_s),
        n_bad_samples=n_bad,
        extension_matches=matches,
    )
