"""What decoding an audio file showed."""

from __future__ import annotations

from dataclasses import dataclass

from soundmark.benchmarks.report import FindingKind


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of the decode check of one file.

    Attributes:
        fault: why it cannot be played, or None.
        sha256: digest of the file's bytes; '' where the file could not be read.
        duration_s: length of the decoded sound; 0 where there is none.
        n_bad_samples: samples that are no finite numbers.
        extension_matches: whether its extension fits its content.
    """

    fault: FindingKind | None = None
    sha256: str = ""
    duration_s: float = 0.0
    n_bad_samples: int = 0
    extension_matches: bool = True
