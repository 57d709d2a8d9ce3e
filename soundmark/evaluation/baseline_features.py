"""Features of recordings, worked out once: kept on disk by the digest of the recording, and made by a helper process.

A process of its own, of the lowest priority, because librosa's first use takes seconds of processor time: in this one
it would hold up whoever opens the page meanwhile, and keep its memory for ever.
"""

from __future__ import annotations

import json
import logging
import re
import subprocess
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import soundmark
from soundmark.benchmarks.clips import LocalClips
from soundmark.benchmarks.entry import AnyPack
from soundmark.models.baselines.features import N_FEATURES, VERSION
from soundmark.models.baselines.neighbours import Features
from soundmark.whole_file import whole_file

log = logging.getLogger(__name__)

MAX_RECORDINGS = 3000
"""More would keep the helper at work for hours."""
LOWEST = 19
"""The priority of the helper process, as `nice` counts."""
_SHA256 = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class FeatureShelf:
    """Features on disk, one small file a recording.

    Attributes:
        folder: where they are kept; other versions of the recipe have folders of their own beside it.
    """

    folder: Path

    def get(self, sha256: str) -> Features | None:
        """The features of a recording; None when they are not there, or the file is damaged."""
        path = self._path(sha256)
        try:
            found = np.load(path, allow_pickle=False)
        except (OSError, ValueError, EOFError):
            return None
        is_whole = found.shape == (N_FEATURES,) and found.dtype == np.float64 and bool(np.isfinite(found).all())
        return found if is_whole else None

    def put(self, sha256: str, features: Features) -> None:
        """Keep the features of a recording, whole or not at all.

        Raises:
            OSError: when the folder cannot be written.
        """
        path = self._path(sha256)
        self.prepare()
        with whole_file(path) as part, part.open("wb") as file:
            np.save(file, features, allow_pickle=False)

    def prepare(self) -> None:
        """Make the folder.

        Raises:
            OSError: when it cannot be made.
        """
        (self.folder / VERSION).mkdir(parents=True, exist_ok=True)

    def _path(self, sha256: str) -> Path:
        if not _SHA256.fullmatch(sha256):
            raise ValueError("Recordings are kept by the SHA-256 of their bytes.")
        return self.folder / VERSION / f"{sha256}.npy"


def recordings_of(pack: AnyPack) -> Mapping[str, Path]:
    """The recordings of a pack by the digests of their bytes, when all of them lie on this machine; else none.

    Those of a published benchmark are fetched as players need them: nothing is fetched for a baseline.
    """
    if not isinstance(pack.clips, LocalClips):
        return {}
    found = {
        question.clip.sha256: question.clip.path
        for question in pack.questions
        if question.clip.path is not None and _SHA256.fullmatch(question.clip.sha256)
    }
    if len(found) > MAX_RECORDINGS:
        log.info("%s has %d recordings: too many to compare at the start.", pack.title, len(found))
        return {}
    return found


def features_of(recordings: Mapping[str, Path], shelf: FeatureShelf, *, niceness: int = LOWEST) -> dict[str, Features]:
    """The features of recordings, from the shelf or from a helper process; one that cannot be decoded has none.

    Args:
        recordings: files by the digests of their bytes.
        shelf: where features are kept.
        niceness: of the helper process, 0 to 19.

    Returns:
        Nothing when the helper process could not do its work; the log then says why.
    """
    missing = {sha256: path for sha256, path in recordings.items() if shelf.get(sha256) is None}
    if missing and not _listen(missing, shelf, niceness):
        return {}
    found = {sha256: shelf.get(sha256) for sha256 in recordings}
    return {sha256: features for sha256, features in found.items() if features is not None}


def _listen(recordings: Mapping[str, Path], shelf: FeatureShelf, niceness: int) -> bool:
    """Have a helper process fill the shelf. Returns whether it came to its end."""
    module = "soundmark.evaluation.baseline_listening"
    command: Sequence[str] = (sys.executable, "-m", module, str(shelf.folder), str(niceness))
    asked = json.dumps([[sha256, str(path)] for sha256, path in recordings.items()])
    try:
        done = subprocess.run(  # noqa: S603  our own module, and paths of our own tables on its standard input
            command,
            input=asked.encode(),
            cwd=Path(soundmark.__file__).resolve().parent.parent,
            capture_output=True,
            check=False,
        )
    except OSError as error:
        log.warning("Recordings cannot be compared: no helper process could be started (%s).", error.strerror)
        return False
    if done.returncode:
        last = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:]
        log.warning("Recordings could not all be compared: %s", *last or ["the helper process ended."])
    return not done.returncode
