"""The private cache: each recording is encoded once, however many rounds and threads ask for it."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S, decode, file_sha256
from soundmark.audio.encode import FORMAT_VERSION, encode_mp3
from soundmark.audio.errors import AudioError, AudioReason, PublishError, shown, silent
from soundmark.audio.measure import levels, waveform_peaks
from soundmark.audio.sound import Sound
from soundmark.whole_file import whole_file

NEUTRAL_MTIME_S = 946_684_800
"""2000-01-01T00:00:00Z, for every copy: a server sends the modification time along as Last-Modified."""

Source = Path | Sound | Callable[[], Sound]
"""An audio file, a recording already decoded, or what makes one when the cache does not have it.

A file that is silent is refused: nobody can answer by it. What was made here may be silent, as the clock of a scene is.
"""

_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Prepared:
    """An encoded copy in the private cache.

    Attributes:
        path: the MP3 file, which must not be shown to players: its name tells the recording.
        duration_s: length of the recording.
        waveform: see `soundmark.audio.measure.waveform_peaks`.
    """

    path: Path
    duration_s: float
    waveform: tuple[float, ...]


def prepare_copy(
    source: Source, cache_dir: Path, *, sha256: str | None = None, max_duration_s: float = DEFAULT_MAX_DURATION_S
) -> Prepared:
    """Encode a recording unless the cache has it; call it ahead of time to make the first round quick.

    Args:
        source: see `Source`; what makes a recording needs a `sha256` that names it for good.
        cache_dir: private folder, made when absent.
        sha256: of the file's bytes (or whatever names the recording for good) when known, to save reading the file.
        max_duration_s: longest sound accepted, in seconds.

    Raises:
        AudioError: when the source is no sound, or a file without anything to hear (`AudioReason.SILENT`).
        PublishError: when the cache cannot be written.
        ValueError: when `sha256` is not 64 hex digits.
    """
    from filelock import FileLock

    digest = sha256 if sha256 is not None else _digest(source)
    if not _SHA256.fullmatch(digest):
        raise ValueError("A sha256 has 64 lower-case hex digits.")
    target = _target(cache_dir, digest)
    if found := _found(target):
        return found
    try:
        (cache_dir / "locks").mkdir(parents=True, exist_ok=True)
        # 256 locks for all recordings, so that lock files do not pile up; they hold between processes as well.
        with FileLock(cache_dir / "locks" / f"{digest[:2]}.lock"):
            if found := _found(target):
                return found
            if sha256 is not None and isinstance(source, Path):
                _check_unchanged(source, sha256)
            return _encode(source, target, max_duration_s)
    except OSError as error:
        raise cannot_write(error) from error


def is_prepared(cache_dir: Path, sha256: str) -> bool:
    """Whether the cache has a copy, so that no time is needed to make one."""
    return _target(cache_dir, sha256).is_file()


def _target(cache_dir: Path, digest: str) -> Path:
    return cache_dir / f"{digest}-{FORMAT_VERSION}.mp3"


def cannot_write(error: OSError) -> PublishError:
    """A disk fault as a sentence; it names no folder."""
    why = error.strerror or type(error).__name__
    return PublishError(f"The playable copy of the recording could not be written ({why}). Make room and try again.")


def write_atomically(target: Path, content: bytes, *, neutral: bool = False) -> None:
    """Put a file in place as a whole or not at all; after a power cut as well.

    Args:
        target: its path; the folder exists.
        content: its bytes.
        neutral: make it read-only (all names of a copy share its content) and give it `NEUTRAL_MTIME_S`.
    """
    with whole_file(target, is_synced=True) as part:
        part.write_bytes(content)
        if neutral:
            neutralise(part)


def neutralise(copy: Path) -> None:
    """Make a copy read-only, as all its names share its content, with a time that tells nothing."""
    copy.chmod(0o444)
    os.utime(copy, (NEUTRAL_MTIME_S, NEUTRAL_MTIME_S))


def facts_path(copy: Path) -> Path:
    """Where the length and outline of a cached copy stand; its modification time is when the copy was last used."""
    return copy.with_suffix(".json")


def _check_unchanged(source: Path, sha256: str) -> None:
    """Another sound must not be kept under the digest of this one."""
    if file_sha256(source) != sha256:
        raise AudioError(AudioReason.CHANGED, f"{shown(source.name)} was changed. Restart the app to check it again.")


def _digest(source: Source) -> str:
    if not isinstance(source, Path | Sound):
        source = source()
    if isinstance(source, Sound):
        digest = hashlib.sha256(f"{source.samples.shape} {source.sample_rate_hz}".encode())
        digest.update(source.samples.tobytes())
        return digest.hexdigest()
    return file_sha256(source)


def _found(target: Path) -> Prepared | None:
    """A finished copy, marked as used now; none when either of its two files is absent or damaged."""
    facts = facts_path(target)
    try:
        read = json.loads(facts.read_bytes())
        found = Prepared(
            path=target, duration_s=float(read["duration_s"]), waveform=tuple(float(v) for v in read["waveform"])
        )
        if target.stat().st_size == 0:
            return None
        os.utime(facts)
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return found


def _encode(source: Source, target: Path, max_duration_s: float) -> Prepared:
    if isinstance(source, Path):
        sound = decode(source, max_duration_s=max_duration_s)
        if levels(sound).is_silent:
            raise silent(shown(source.name))
    else:
        sound = source if isinstance(source, Sound) else source()
    encoded = encode_mp3(sound)
    waveform = tuple(waveform_peaks(sound))
    facts = json.dumps({"duration_s": sound.duration_s, "waveform": waveform}, allow_nan=False)
    # The facts first: whoever sees the copy must find them.
    write_atomically(facts_path(target), facts.encode())
    write_atomically(target, encoded, neutral=True)
    return Prepared(path=target, duration_s=sound.duration_s, waveform=waveform)
