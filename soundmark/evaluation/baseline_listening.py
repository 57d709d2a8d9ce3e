"""The helper process of `baseline_features`: it listens to recordings at the lowest priority, and then ends.

Run as `python -m soundmark.evaluation.baseline_listening FOLDER NICENESS`, with [[sha256, path], ...] as JSON on
standard input.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable
from pathlib import Path

from soundmark.audio import AudioError, decode
from soundmark.evaluation.baseline_features import FeatureShelf
from soundmark.models.baselines.features import mfcc_features


def listen(recordings: Iterable[tuple[str, Path]], shelf: FeatureShelf) -> int:
    """Put the features of recordings on the shelf; it ends early when the process that asked is gone.

    Args:
        recordings: digest of the bytes, and file.
        shelf: where features are kept.

    Returns:
        How many could not be decoded.

    Raises:
        OSError: when the shelf cannot be written.
    """
    shelf.prepare()  # before the seconds that librosa takes
    parent, n_bad = os.getppid(), 0
    for sha256, path in recordings:
        if os.getppid() != parent:
            break
        try:
            shelf.put(sha256, mfcc_features(decode(path)))
        except AudioError:
            n_bad += 1
    return n_bad


def main() -> int:
    """Listen to what standard input names. Returns the exit code."""
    if hasattr(os, "nice"):
        os.nice(int(sys.argv[2]))
    asked = [(str(sha256), Path(path)) for sha256, path in json.load(sys.stdin.buffer)]
    try:
        listen(asked, FeatureShelf(Path(sys.argv[1])))
    except OSError as error:
        sys.stderr.write(f"their features cannot be kept ({error.strerror}). Make DATA_DIR writable.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
