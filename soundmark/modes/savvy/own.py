"""The pipeline on somebody's own recording: what may be analysed, and the analysis."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from soundmark.audio.blocks import BlockReader
from soundmark.audio.sound import Samples
from soundmark.modes.savvy.hearing import Hearing, HowHeard, hear
from soundmark.modes.savvy.own_sound import Ears, ears_of
from soundmark.spatial.array_file import array_of
from soundmark.spatial.arrays import BUILT_IN, MicrophoneArray
from soundmark.spatial.located_rows import Row, rows
from soundmark.types import SoundmarkError

MAX_ARRAY_CHARS = 20_000
MAX_MICS_CHARS = 400
OWN_ARRAY = "own"
COLUMNS = (
    "start_s", "azimuth_deg", "confidence", "cdr", "found", "candidate_1_deg", "candidate_2_deg", "sharpness",
    "level_dbfs",
)  # fmt: skip

Progress = Callable[[float], None]
"""Called with the share of the recording that was analysed."""


class OwnRecordingError(SoundmarkError):
    """A recording or a choice that cannot be analysed; the text says what to do."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OwnWish:
    """How somebody's recording is to be heard.

    Attributes:
        array: its microphones.
        mics: names of those to use; None for all.
        is_paper: by the published procedure.
    """

    array: MicrophoneArray
    mics: tuple[str, ...] | None
    is_paper: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class OwnResult:
    """What was heard of somebody's recording.

    Attributes:
        hearing: directions and peak map.
        duration_s: of what was analysed.
        rows: one a segment.
        notes: sentences that a person should read.
        ears: the channels that can be listened to.
        peak: the highest sample of these.
    """

    hearing: Hearing
    duration_s: float
    rows: tuple[Row, ...]
    notes: tuple[str, ...]
    ears: Ears
    peak: float


def read_wish(array_name: object, array_json: object, mics: object, is_paper: object) -> OwnWish:
    """What was chosen on the page.

    Raises:
        OwnRecordingError: for a choice that is none; the text says what to do.
        ArrayError: when the pasted array cannot be used.
    """
    return OwnWish(array=_array(array_name, array_json), mics=_mics(mics), is_paper=is_paper is True)


def _array(name: object, text: object) -> MicrophoneArray:
    if name != OWN_ARRAY:
        built_in = BUILT_IN.get(name) if isinstance(name, str) else None
        if built_in is None:
            raise OwnRecordingError(
                "Choose one of the arrays: {names}, or your own.", key="err_own_arrays", names=", ".join(BUILT_IN)
            )
        return built_in
    if not isinstance(text, str) or not text.strip():
        raise OwnRecordingError(
            "Paste the positions of your microphones, such as {example}.",
            key="err_own_positions",
            example='{"microphones": [[0.1, 0, 0], ...]}',
        )
    if len(text) > MAX_ARRAY_CHARS:
        raise OwnRecordingError(
            "The array has more than {most} characters. Leave out what is no position.",
            key="err_own_array_long",
            most=f"{MAX_ARRAY_CHARS:,}",
        )
    try:
        content = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise OwnRecordingError(
            "The array is not JSON. Correct it, or choose a built-in one.", key="err_own_json"
        ) from error
    return array_of(content, "The array", OWN_ARRAY)


def _mics(text: object) -> tuple[str, ...] | None:
    if not isinstance(text, str) or not text.strip():
        return None
    if len(text) > MAX_MICS_CHARS:
        raise OwnRecordingError(
            "Name the microphones to use with commas between them, such as 3,4,5,6.", key="err_own_mics"
        )
    return tuple(name.strip() for name in text.split(","))


def analyse(path: Path, wish: OwnWish, on_progress: Progress, max_s: float = math.inf) -> OwnResult:
    """Find where the sound of each segment comes from.

    Args:
        path: of the recording.
        wish: how it is to be heard.
        on_progress: told how far it is.
        max_s: a longer recording is refused.

    Raises:
        OwnRecordingError: when it is too long, or has one channel only.
        AudioError: when it is no sound that can be read in blocks.
        ArrayError: when channels and microphones do not fit.
        RecordingError: when it is too short.
    """
    with BlockReader(path) as reader:
        if reader.n_channels < 2:
            raise OwnRecordingError(
                "The recording has one channel. A direction needs at least two microphones: upload a file with one "
                "channel for each.",
                key="err_own_mono",
            )
        duration_s = reader.n_frames / reader.sample_rate_hz
        if duration_s > max_s:
            raise _too_long(duration_s, max_s)
        ears, loudest = ears_of(wish.array, reader.n_channels), _Loudest()
        hearing = hear(
            loudest.of(_watched(reader, on_progress, max_s), [ears.left, ears.right, ears.front]),
            reader.sample_rate_hz,
            reader.n_channels,
            HowHeard(wish.mics or (), wish.is_paper),
            wish.array,
        )
        notes = hearing.located.notes
        if reader.ends_early:
            notes = (*notes, "The file ends earlier than its header says; what is there was used.")
        return OwnResult(
            hearing=hearing,
            duration_s=reader.n_frames_read / reader.sample_rate_hz,
            rows=tuple(rows(hearing.located, None, paper=wish.is_paper)),
            notes=notes,
            ears=ears,
            peak=loudest.peak,
        )


@dataclass(slots=True)
class _Loudest:
    """The highest sample of some channels of the blocks that pass."""

    peak: float = 0.0

    def of(self, blocks: Iterable[Samples], columns: list[int]) -> Iterator[Samples]:
        for block in blocks:
            heard = np.abs(block[:, columns])
            self.peak = max(self.peak, float(heard[np.isfinite(heard)].max(initial=0.0)))
            yield block


def _watched(reader: BlockReader, on_progress: Progress, max_s: float) -> Iterator[Samples]:
    """The blocks, never more than is allowed, whatever the header says."""
    for block in reader.blocks():
        read_s = reader.n_frames_read / reader.sample_rate_hz
        if read_s > max_s:
            raise _too_long(read_s, max_s)
        yield block
        on_progress(reader.n_frames_read / max(1, reader.n_frames, reader.n_frames_read))


def _too_long(duration_s: float, max_s: float) -> OwnRecordingError:
    return OwnRecordingError(
        "The recording has {minutes} minutes; {most} minutes can be analysed here. Cut it, or use `soundmark locate`.",
        key="err_own_long",
        minutes=f"{duration_s / 60:.1f}",
        most=f"{max_s / 60:g}",
    )


def as_csv(result: OwnResult) -> str:
    """The rows as CSV. Every cell is a number or a word of ours, so that no spreadsheet finds a formula in it."""
    text = io.StringIO(newline="")
    table = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\r\n")
    table.writeheader()
    for row in result.rows:
        candidates = row["candidates_deg"]
        first, second = [*(candidates if isinstance(candidates, list) else []), None, None][:2]
        table.writerow({**row, "candidate_1_deg": first, "candidate_2_deg": second})
    return text.getvalue()


def as_json(result: OwnResult) -> str:
    """The rows and notes as JSON."""
    located = result.hearing.located
    return json.dumps(
        {
            "duration_s": round(result.duration_s, 3),
            "segment_s": located.segment_s,
            "notes": list(result.notes),
            "segments": list(result.rows),
        },
        allow_nan=False,
    )
