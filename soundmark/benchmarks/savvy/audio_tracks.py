"""Published audio tracks: what SRP-PHAT heard in each quarter of a second (`audio_track_results.json`)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from soundmark.audio.errors import shown
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.frames import read_frames, summary
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument
from soundmark.benchmarks.savvy.values import azimuth_of_text, list_of, metres_of, number_of, object_of, text_of
from soundmark.spatial.scene import Floats, Track, TrackSource

WINDOWS_PER_SECOND = 4

DROPPED_DISTANCE = "its distance means nothing and is left out; sqrt(K/CDR) stands for it"
"""The published distance is fitted to delays that hold none, and is 0.2 to 1.0 m whatever the room."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class AudioWindows:
    """One estimate a window of 0.25 s, over all sounds together.

    Attributes:
        times_s: shape (n,), when a window begins.
        azimuths_deg: shape (n,). Values of 1 and 180 are often ties, and silence also has one.
        cdr: shape (n,), the published ratio of coherent to diffuse sound, at least 0; NaN where there is none.
        energies: shape (n,), `clip_energy`; NaN where there is none.
        labels: the published sectors, 'front-left' and the like.
    """

    times_s: Floats
    azimuths_deg: Floats
    cdr: Floats
    energies: Floats
    labels: tuple[str, ...]

    def track(self, k: float | None = None) -> Track:
        """The windows as a track.

        Distances are sqrt(K/CDR) (SAVVY, section 4.2, as its text has it), NaN where K is not given or the ratio is
        0. The method publishes no certainty, so that confidences are NaN.

        Args:
            k: of the question, from kdrr.json.
        """
        positive = self.cdr > 0
        distances = np.full(len(self.cdr), np.nan)
        if k is not None:
            distances[positive] = np.sqrt(k / self.cdr[positive])
        return Track(
            source=TrackSource.AUDIO,
            label="",
            times_s=self.times_s,
            azimuths_deg=self.azimuths_deg,
            distances_m=distances,
            confidences=np.full(len(self.cdr), np.nan),
        )


_Window = tuple[float, float, float, str]


def parse_audio_track(document: JsonDocument, name: str) -> tuple[AudioWindows, tuple[Finding, ...]]:
    """Read an audio track; windows that are wrong are left out and told.

    Args:
        document: {"0": [4 x {angle, direction, distance, clip_energy, cdr}]}, one list a second.
        name: of the file, for findings.

    Raises:
        ValueError: when no window can be used.
    """
    faults: list[str] = []
    seconds, findings = read_frames(document, name, lambda value: _second(value, faults))
    numbered = [
        ((second * WINDOWS_PER_SECOND + place) / WINDOWS_PER_SECOND, window)
        for second, windows in seconds.items()
        for place, window in windows.items()
    ]
    if not numbered:
        raise ValueError("no window has an angle")
    columns = np.array([(time, *window[:3]) for time, window in numbered], dtype=np.float64)
    windows = AudioWindows(
        times_s=columns[:, 0],
        azimuths_deg=columns[:, 1],
        cdr=columns[:, 2],
        energies=columns[:, 3],
        labels=tuple(window[3] for _, window in numbered),
    )
    return windows, (*findings, *summary(name, "window", faults))


def _second(value: Json, faults: list[str]) -> dict[int, _Window]:
    windows = list_of(value, "the second")
    if len(windows) > WINDOWS_PER_SECOND:
        raise ValueError(f"{len(windows)} windows instead of {WINDOWS_PER_SECOND}")
    usable: dict[int, _Window] = {}
    for place, window in enumerate(windows):
        try:
            usable[place] = _window(object_of(window, "the window"))
        except ValueError as error:
            faults.append(f"{place}: {error}")
    return usable


def _window(fields: Mapping[str, Json]) -> _Window:
    return (
        azimuth_of_text(fields.get("angle"), "angle"),
        _not_negative(fields.get("cdr"), "cdr"),
        _not_negative(fields.get("clip_energy"), "clip_energy"),
        text_of(fields.get("direction"), "direction"),
    )


def _not_negative(value: Json, name: str) -> float:
    if value is None:
        return float("nan")
    number = number_of(value, name)
    if number < 0:
        raise ValueError(f"{name} is below 0")
    return number


def parse_k(document: JsonDocument, name: str) -> tuple[dict[str, float], tuple[Finding, ...]]:
    """Read kdrr.json: K of sqrt(K/CDR) by question id; an id whose K is null has none.

    Raises:
        ValueError: when the file holds no object.
    """
    values: dict[str, float] = {}
    wrong: list[Finding] = []
    for key, value in object_of(document.value, "the file").items():
        if value is None:
            continue
        try:
            values[key] = metres_of(value, "K")
        except ValueError as error:
            wrong.append(Finding(FindingKind.BAD_VALUE, name, f"{shown(key)}: {error}"))
    return values, tuple(wrong)
