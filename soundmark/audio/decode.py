"""The one way in: every audio file is opened here and nowhere else."""

from __future__ import annotations

import dataclasses
import hashlib
import io
import os
import stat
from pathlib import Path

import numpy as np

from soundmark.audio._pyav import decode_with_pyav, pyav_installed
from soundmark.audio._sndfile import NotForSndfile, decode_with_sndfile
from soundmark.audio.errors import AudioError, AudioReason, no_sound, shown
from soundmark.audio.formats import extension_matches, is_for_sndfile, is_signed
from soundmark.audio.sound import Sound

DEFAULT_MAX_DURATION_S = 182.0
"""The longest clips of the published benchmarks are 180 s by their tables; MP3 pads at both ends."""

MAX_FILE_BYTES = 512 * 1024 * 1024


def decode(path: Path, *, max_duration_s: float = DEFAULT_MAX_DURATION_S) -> Sound:
    """Decode a whole file, by its content and not by its name.

    libsndfile decodes wav, ogg and their kin, PyAV everything else and what libsndfile finds broken. The length is what
    comes out, and decoding stops at the first frame beyond `max_duration_s`, however small the file is.

    Args:
        path: a regular file; it comes from our own tables, never from a client.
        max_duration_s: longest sound accepted, in seconds.

    Raises:
        AudioError: whenever there is no sound to return; `reason` says why, the text what to do.
    """
    name = shown(path.name)
    with open_regular(path, name) as file:
        sound = _decode_open(file, name, max_duration_s)
    return _checked(sound, path.suffix)


def file_sha256(path: Path) -> str:
    """Hex digest of an audio file's bytes.

    Raises:
        AudioError: when the path is no readable file, or one that is empty or too large.
    """
    with open_regular(path, shown(path.name)) as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _decode_open(file: io.BufferedReader, name: str, max_duration_s: float) -> Sound:
    head = file.peek(16)[:16]
    has_pyav = pyav_installed()
    reason = None
    if is_for_sndfile(head) or not has_pyav:
        try:
            return decode_with_sndfile(file, name, max_duration_s)
        except NotForSndfile as refusal:
            reason = refusal.reason
            file.seek(0)
    if has_pyav:
        if_none = reason or (AudioReason.UNREADABLE if is_signed(head) else AudioReason.NOT_AUDIO)
        return decode_with_pyav(file, name, max_duration_s, if_none=if_none)
    if reason is not None:
        raise no_sound(reason, name)
    message = f"{name} may need PyAV to be read. Install it (pip install av) or convert the file to wav, flac or ogg."
    raise AudioError(AudioReason.NO_DECODER, message)


def open_regular(path: Path, name: str, *, max_bytes: int | None = MAX_FILE_BYTES) -> io.BufferedReader:
    """Open a regular file without waiting, so that a pipe or a device is refused instead of read.

    The file object carries no name: soundfile would guess a format from it.

    Args:
        path: the file.
        name: for messages.
        max_bytes: of a file that will be held in memory; None for one that is read block by block.

    Raises:
        AudioError: when the path is no readable file, or one that is empty or too large.
    """
    try:
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        message = f"{name} is not there or may not be read. Check its name and its permissions."
        raise AudioError(AudioReason.MISSING, message) from error
    try:
        state = os.fstat(descriptor)
        if not stat.S_ISREG(state.st_mode):
            raise AudioError(AudioReason.MISSING, f"{name} is not a file. Give the name of an audio file.")
        if state.st_size == 0:
            raise AudioError(AudioReason.EMPTY, f"{name} is empty (0 bytes). Replace it or delete it.")
        if max_bytes is not None and state.st_size > max_bytes:
            size_mb, limit_mb = state.st_size // 2**20, max_bytes // 2**20
            message = f"{name} has {size_mb} MB; at most {limit_mb} MB can be used. Cut it or compress it."
            raise AudioError(AudioReason.TOO_LARGE, message)
        return os.fdopen(descriptor, "rb")
    except AudioError:
        os.close(descriptor)
        raise


def _checked(sound: Sound, suffix: str) -> Sound:
    """The sound with every sample finite, and with a word on its extension."""
    samples = sound.samples
    n_bad = samples.size - int(np.count_nonzero(np.isfinite(samples)))
    if n_bad:
        samples = np.nan_to_num(samples, nan=0.0, posinf=0.0, neginf=0.0)
    matches = extension_matches(suffix, sound.container)
    return dataclasses.replace(sound, samples=samples, n_bad_samples=n_bad, extension_matches=matches)
