"""What a run writes down about one recording: a line of JSON."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from soundmark.curation.batch.clips import ClipFile
from soundmark.curation.filters.values import ClipValues, NoValue

_REASONS = ("no_clipping_ratio", "no_spectral_flatness", "no_acoustic_complexity")


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """Why a file gave no values.

    Attributes:
        reason: one word: those of `soundmark.audio.AudioReason`, 'decoder' for an error of a decoder that it should
            not make, 'crashed' when the process that read the file ended, 'no_segment' for a recording that is to be
            cut and holds no part of the lengths wanted.
        message: a sentence for people.
    """

    reason: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """What was heard in a recording, or in a part of it.

    Attributes:
        values: of the filters.
        tags: by tagger, as its provenance names it, the share of time by category.
        fingerprint: as `soundmark.curation.near_duplicates.fingerprint_text` writes it; empty where none was wanted.
        start_s, end_s: the part, in seconds; both None for all of the recording.
    """

    values: ClipValues
    tags: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    fingerprint: str = ""
    start_s: float | None = None
    end_s: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipRecord:
    """What is known of a recording: either something was heard, or a fault says why not.

    Attributes:
        file: which one, in which state.
        task: digest of what was done with it, see `ClipTask.digest`.
        heard: one entry, or one for each segment in the order of time.
        fault: why there is none.
    """

    file: ClipFile
    task: str
    heard: tuple[Heard, ...] = ()
    fault: Fault | None = None


def encode(record: ClipRecord) -> str:
    """One line of strict JSON (no NaN), the same for the same recording and task wherever it is made."""
    return json.dumps(dataclasses.asdict(record), ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def decode(line: str | bytes) -> ClipRecord:
    """The record of a line.

    Raises:
        ValueError: when it is none, for instance because a run was killed while it wrote it.
    """
    try:
        read = json.loads(line)
        file = ClipFile(str(read["file"]["name"]), int(read["file"]["size_bytes"]), int(read["file"]["mtime_ns"]))
        fault = None if read["fault"] is None else Fault(**read["fault"])
        heard = tuple(_heard(each) for each in read["heard"])
        return ClipRecord(file=file, task=str(read["task"]), heard=heard, fault=fault)
    except (KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"no record of a recording ({error})") from error


def _heard(read: dict[str, object]) -> Heard:
    values, tags = read["values"], read["tags"]
    if not isinstance(values, dict) or not isinstance(tags, dict):
        raise TypeError("values and tags are objects")
    reasons = {name: None if values[name] is None else NoValue(str(values[name])) for name in _REASONS}
    # Of our own writing: wrong names are refused, and kinds are as they were written.
    return Heard(**{**read, "values": ClipValues(**{**values, **reasons}), "tags": tags})  # type: ignore[arg-type]
