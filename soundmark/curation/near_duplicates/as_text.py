"""A fingerprint as a line of text, for records of a run."""

from __future__ import annotations

import base64
import binascii

import numpy as np

from soundmark.curation.near_duplicates.fingerprint import N_WEAK, Fingerprint

_BYTES_A_FRAME = 4 + N_WEAK + 1


def fingerprint_text(fingerprint: Fingerprint) -> str:
    """Words (little-endian), weakest bits and telling frames, one after the other, in base 64."""
    parts = (
        fingerprint.words.astype("<u4").tobytes(),
        fingerprint.weakest.tobytes(),
        fingerprint.is_telling.astype(np.uint8).tobytes(),
    )
    return base64.b64encode(b"".join(parts)).decode("ascii")


def fingerprint_of_text(text: str) -> Fingerprint:
    """The fingerprint that `fingerprint_text` wrote.

    Raises:
        ValueError: for another text.
    """
    try:
        data = base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise ValueError("no fingerprint: it is not in base 64") from error
    n_frames, rest = divmod(len(data), _BYTES_A_FRAME)
    weakest = np.frombuffer(data, np.uint8, n_frames * N_WEAK, 4 * n_frames)
    telling = np.frombuffer(data, np.uint8, n_frames, (4 + N_WEAK) * n_frames)
    if rest or (weakest > 31).any() or (telling > 1).any():
        raise ValueError("no fingerprint: its length or its values are wrong")
    words = np.frombuffer(data, "<u4", n_frames).astype(np.uint32)
    return Fingerprint(words, weakest.reshape(n_frames, N_WEAK), telling.astype(np.bool_))
