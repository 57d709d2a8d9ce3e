"""The decode check of a pack's files: whether each is a sound, how long, and its digest.

One file after another: threads gain nothing here (19 clips take 0.42 s with one, two or four).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path, PurePosixPath

from soundmark.audio.decode import decode, file_sha256
from soundmark.audio.errors import AudioError
from soundmark.audio.measure import levels
from soundmark.benchmarks.audit_cache import AuditCache, stamp_of
from soundmark.benchmarks.report import KIND_OF_REASON, FindingKind
from soundmark.benchmarks.shipped import shipped_verdict
from soundmark.benchmarks.verdict import Verdict

Progress = Callable[[int, int], None]
"""Called with (files done, files in all)."""

CACHE_EVERY = 50
_MAY_PASS = frozenset({FindingKind.NO_DECODER, FindingKind.MISSING})
"""Faults that another install or other permissions would mend, with the file unchanged."""


def audit(
    files: Mapping[PurePosixPath, Path],
    *,
    max_duration_s: float,
    cache_path: Path | None = None,
    on_progress: Progress | None = None,
) -> dict[PurePosixPath, Verdict]:
    """Decode every file, or take its verdict from the cache when size and modification time are the same.

    Args:
        files: names in the pack and where they are.
        max_duration_s: longest recording accepted.
        cache_path: JSON file of earlier verdicts; it is written anew, and ignored when it is damaged.
        on_progress: told after each file.
    """
    cache = AuditCache.read(cache_path, max_duration_s)
    verdicts: dict[PurePosixPath, Verdict] = {}
    try:
        for name, path in files.items():
            stamp = stamp_of(path)
            verdict = cache.get(name, stamp) or judge(path, max_duration_s)
            if verdict.fault not in _MAY_PASS:
                cache.put(name, stamp, verdict)
            verdicts[name] = verdict
            if len(verdicts) % CACHE_EVERY == 0:
                cache.write()  # a check that is killed goes on from here
            if on_progress is not None:
                on_progress(len(verdicts), len(files))
    finally:
        # Also when it is broken off: the next start goes on from there.
        cache.write()
    return verdicts


def judge(path: Path, max_duration_s: float) -> Verdict:
    """Say what one file is: by its digest when it comes with the product, else by decoding it."""
    try:
        known = shipped_verdict(file_sha256(path), path.suffix)
    except AudioError as error:
        return Verdict(fault=KIND_OF_REASON[error.reason])
    return known if known is not None and known.duration_s <= max_duration_s else decoded(path, max_duration_s)


def decoded(path: Path, max_duration_s: float) -> Verdict:
    """Decode one file and say what it is."""
    try:
        sound = decode(path, max_duration_s=max_duration_s)
        digest = file_sha256(path)
    except AudioError as error:
        return Verdict(fault=KIND_OF_REASON[error.reason])
    return Verdict(
        fault=FindingKind.SILENT if levels(sound).is_silent else None,
        sha256=digest,
        duration_s=sound.duration_s,
        n_bad_samples=sound.n_bad_samples,
        extension_matches=sound.extension_matches,
    )
