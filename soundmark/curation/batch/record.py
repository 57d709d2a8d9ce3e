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
            not make, 'crashed' when the process that read the file ended.
        message: a sentence for people.
    """

    reason: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ClipRecord:
    """What is known of a recording. Either values or a fault is there.

    Attributes:
        file: which one, in which state.
        task: digest of what was done with it, see `ClipTask.digest`.
        values: of the filters.
        tags: by tagger, as its provenance names it, the share of time by category.
        fault: why there are no values.
    """

    file: ClipFile
    task: str
    values: ClipValues | None = None
    tags: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
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
        values = None if read["values"] is None else _values(read["values"])
        fault = None if read["fault"] is None else Fault(**read["fault"])
        tags = {str(tagger): dict(shares) for tagger, shares in read["tags"].items()}
        return ClipRecord(file=file, task=str(read["task"]), values=values, tags=tags, fault=fault)
    except (KeyError, TypeError, AttributeError, RecursionError, OverflowError) as error:
        raise ValueError(f"no record of a recording ({error})") from error


def _values(read: dict[str, object]) -> ClipValues:
    reasons = {name: None if read[name] is None else NoValue(str(read[name])) for name in _REASONS}
    return ClipValues(**{**read, **reasons})  # type: ignore[arg-type]  # of our own writing; wrong names are refused
