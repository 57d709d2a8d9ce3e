"""The built-in spatial pack: its truth from its geometry, and its recordings against both."""

from __future__ import annotations

import cmath
import csv
import importlib.util
import json
import math
import sys
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import TypedDict

import mutagen.flac
import numpy as np
import pytest
import soundfile
from numpy.typing import NDArray

from soundmark.benchmarks.demo import demo_savvy_folder
from soundmark.spatial.scene import Track, TrackSource, Trajectory

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from demo_scene.array import microphones_m  # noqa: E402 - scripts/ is no package: its folder has to be on the path first
from demo_scene.files import COLUMNS, metadata_rows  # noqa: E402
from demo_scene.kitchen import KITCHEN  # noqa: E402
from demo_scene.layout import Event, Layout  # noqa: E402
from demo_scene.living_room import LIVING_ROOM  # noqa: E402
from demo_scene.questions import azimuth_deg  # noqa: E402
from demo_scene.scene_file import seen_scene_text, true_scene_text  # noqa: E402

Floats = NDArray[np.float64]
PACK = demo_savvy_folder()
RATE_HZ, SPEED_OF_SOUND_MPS = 48_000, 343.0
LETTERS = (("simple", "ABC"), ("hard", "ABCD"))
TEMPLATES = {
    ("direction_ego", "simple"), ("direction_ego", "hard"), ("distance_ego", ""), ("direction_exo", "simple"),
    ("direction_exo", "hard"), ("distance_exo", ""),
}  # fmt: skip


MICROPHONES_M = np.array([
    (0.0459, -0.0279, 0.0067), (-0.0092, 0.0102, 0.0173), (-0.0459, -0.0279, 0.0067), (-0.0635, 0.0120, 0.0056),
    (0.0524, 0.0132, 0.0122), (-0.0699, 0.0083, -0.0931), (0.0698, 0.0083, -0.0931),
])  # fmt: skip
"""Factory positions of Project Aria's microphones: x right, y up, z forward."""


class StoredTrack(TypedDict):
    source: str
    label: str
    points: list[dict[str, float]]


class StoredPlace(TypedDict):
    time_s: float
    position_m: list[float]


class StoredFrame(StoredPlace):
    forward: list[float]


class StoredObject(TypedDict, total=False):
    name: str
    position_m: list[float]
    path: list[StoredPlace]
    tracks: list[StoredTrack]


class StoredEvent(TypedDict):
    id: str
    source: str
    start_s: float
    end_s: float


class StoredScene(TypedDict):
    name: str
    trajectory: list[StoredFrame]
    objects: list[StoredObject]
    events: list[StoredEvent]


def stored(name: str) -> StoredScene:
    content: StoredScene = json.loads((PACK / name).read_text(encoding="utf-8"))
    return content


@dataclass(frozen=True, eq=False)
class OnDisk:
    """What the pack has of a scene."""

    layout: Layout
    true: StoredScene
    seen: StoredScene

    @classmethod
    def of(cls, layout: Layout) -> OnDisk:
        return cls(layout, stored(f"{layout.stem}.json"), stored(f"{layout.stem}_seen.json"))

    @cached_property
    def recording(self) -> Floats:
        sound, rate_hz = soundfile.read(PACK / f"{self.layout.stem}.flac", dtype="float64", always_2d=True)
        assert rate_hz == RATE_HZ
        return np.asarray(sound)

    @cached_property
    def bright(self) -> Floats:
        """Differenced twice: the hum and the long waves, whose correlation is a flat hill, count for less."""
        return np.diff(self.recording, n=2, axis=0)

    @property
    def frames(self) -> list[tuple[float, ...]]:
        return [(frame["time_s"], *frame["position_m"], *frame["forward"]) for frame in self.true["trajectory"]]

    def point(self, name: str, at_s: float) -> complex:
        """Where an object is, x + iy."""
        found = next(item for item in self.true["objects"] if item["name"] == name)
        if "position_m" in found:
            return complex(*found["position_m"])
        times_s, xs, ys = zip(*((place["time_s"], *place["position_m"]) for place in found["path"]), strict=True)
        return complex(np.interp(at_s, times_s, xs), np.interp(at_s, times_s, ys))

    def wearer(self, at_s: float) -> tuple[complex, complex]:
        """Where the wearer is and looks."""
        times_s, *columns = zip(*self.frames, strict=True)
        x, y, fx, fy = (float(np.interp(at_s, times_s, column)) for column in columns)
        return complex(x, y), complex(fx, fy)

    def tracks(self) -> list[StoredTrack]:
        return [track for item in self.seen["objects"] for track in item["tracks"]]


SCENES = {f"{layout.stem}.json": OnDisk.of(layout) for layout in (KITCHEN, LIVING_ROOM)}
with (PACK / "metadata.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
EVERY_ROW = pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row['scene'][:8]}-{row['task']}-{row['start_s']}-{row['level']}" for row in ROWS]
)
EVERY_SCENE = pytest.mark.parametrize("scene", SCENES.values(), ids=list(SCENES))
EVERY_EVENT = pytest.mark.parametrize(
    ("scene", "event"),
    [(scene, event) for scene in SCENES.values() for event in scene.true["events"]],
    ids=[f"{name[:8]}-{event['id']}" for name, scene in SCENES.items() for event in scene.true["events"]],
)


def sounding(row: dict[str, str]) -> str:
    events = SCENES[row["scene"]].true["events"]
    return next(event["source"] for event in events if event["start_s"] == float(row["start_s"]))


def named(row: dict[str, str]) -> list[str]:
    """The static objects a question names, in the order of its words."""
    objects = SCENES[row["scene"]].true["objects"]
    names = [item["name"] for item in objects if "position_m" in item and item["name"] in row["question"]]
    return sorted(names, key=row["question"].index)


def moments(row: dict[str, str], step_s: float) -> Floats:
    """Of the span of a question."""
    start_s, end_s = float(row["start_s"]), float(row["end_s"])
    return np.asarray(np.arange(math.ceil(start_s / step_s - 1e-9), math.ceil(end_s / step_s - 1e-9)) * step_s)


def recomputed(row: dict[str, str], times: Floats) -> tuple[float, float]:
    """Azimuth and distance in the complex plane: turning right is turning clockwise, a negative angle there."""
    scene = SCENES[row["scene"]]
    target = sum(scene.point(sounding(row), at_s) for at_s in times) / len(times)
    if row["task"].endswith("ego"):
        origin = sum(scene.wearer(at_s)[0] for at_s in times) / len(times)
        forward = sum(scene.wearer(at_s)[1] for at_s in times)
    else:
        origin = scene.point(named(row)[0], 0)
        forward = scene.point(named(row)[1], 0) - origin if row["level"] else complex(1)
    return -math.degrees(cmath.phase((target - origin) / forward)), abs(target - origin)


def option_of(azimuth: float, level: str) -> str:
    if level == "simple":
        return "back" if abs(azimuth) >= 120 else "right" if azimuth > 0 else "left"
    return ("front" if abs(azimuth) < 90 else "back") + ("-right" if azimuth > 0 else "-left")


# The lists


def test_lists_are_what_the_generator_writes() -> None:
    for name, scene in SCENES.items():
        assert (PACK / name).read_text(encoding="utf-8") == true_scene_text(scene.layout)
        seen = PACK / name.replace(".json", "_seen.json")
        assert seen.read_text(encoding="utf-8") == seen_scene_text(scene.layout)
    assert [row for scene in SCENES.values() for row in metadata_rows(scene.layout)] == ROWS
    assert tuple(ROWS[0]) == COLUMNS


def test_all_six_templates_are_asked_alike() -> None:
    counts = Counter((row["scene"], row["task"], row["level"]) for row in ROWS)
    assert set(counts) == {(name, *template) for name in SCENES for template in TEMPLATES}
    assert set(counts.values()) == {3}


def test_rows_are_complete_free_and_say_that_they_are_synthetic() -> None:
    for row in ROWS:
        assert row["file_name"] == row["scene"].replace(".json", ".flac")
        assert (row["licence"], row["is_synthetic"]) == ("CC0-1.0", "True")
        assert row["source"].startswith("Simulated by Soundmark (")
        options = [row[f"option_{letter}"] for letter in "abcd"]
        assert (
            options
            == {
                "simple": ["left", "right", "back", ""],
                "hard": ["front-left", "front-right", "back-left", "back-right"],
                "": [""] * 4,
            }[row["level"]]
        )
    assert len({row["question"] for row in ROWS}) == len(ROWS)


def test_every_option_is_right_at_least_once() -> None:
    right = {(row["scene"], row["level"], row["answer"]) for row in ROWS if row["level"]}
    assert right == {(name, level, letter) for name in SCENES for level, letters in LETTERS for letter in letters}


# The truth


@EVERY_ROW
def test_truth_follows_from_the_scene(row: dict[str, str]) -> None:
    azimuth, distance_m = recomputed(row, moments(row, 0.05))
    assert float(row["distance_m"]) == pytest.approx(distance_m, abs=0.001)
    if row["level"]:
        assert float(row["azimuth_deg"]) == pytest.approx(azimuth, abs=0.05)
        assert row[f"option_{row['answer'].lower()}"] == option_of(azimuth, row["level"])
    else:
        assert row["azimuth_deg"] == ""
        assert row["answer"] == f"{distance_m:.2f}"


@EVERY_ROW
def test_truth_does_not_hang_on_how_the_span_is_averaged(row: dict[str, str]) -> None:
    """The released evaluation averages whole seconds only."""
    azimuth, distance_m = recomputed(row, moments(row, 1.0))
    assert float(row["distance_m"]) == pytest.approx(distance_m, abs=0.3)
    if row["level"]:
        assert row[f"option_{row['answer'].lower()}"] == option_of(azimuth, row["level"])


@EVERY_ROW
def test_a_direction_is_right_at_every_moment_of_its_span(row: dict[str, str]) -> None:
    """Who hears somebody walk from one side to the other could not know which is meant."""
    for at_s in moments(row, 0.25) if row["level"] else ():
        azimuth, _ = recomputed(row, np.array([at_s]))
        assert row[f"option_{row['answer'].lower()}"] == option_of(azimuth, row["level"]), at_s


@EVERY_ROW
def test_directions_keep_away_from_the_borders_of_their_options(row: dict[str, str]) -> None:
    if row["level"]:
        azimuth = float(row["azimuth_deg"])
        borders = (0, 120, -120) if row["level"] == "simple" else (0, 90, -90, 180)
        behind = row["level"] == "simple" and abs(azimuth) > 120
        away = [abs((azimuth - border + 180) % 360 - 180) for border in borders if not (behind and border == 0)]
        assert min(away) > 8


def test_published_directions_are_reproduced() -> None:
    """Two items of SAVVY-Bench: reference, forward, target, and the published azimuth."""
    assert azimuth_deg(np.array([-1.3 - 1.889, -6.9 + 6.032]), np.array([0.375, -0.836])) == pytest.approx(
        98.9331, abs=0.01
    )
    assert azimuth_deg(np.array([3.288 - 8.6, 2.447 - 0.8]), np.array([-5.6, 0.1])) == pytest.approx(16.2032, abs=0.01)


# The scene


@EVERY_SCENE
def test_the_trajectory_is_one(scene: OnDisk) -> None:
    frames = np.array(scene.frames)
    trajectory = Trajectory(times_s=frames[:, 0], positions_m=frames[:, 1:3], forwards=frames[:, 3:])
    assert np.hypot(*trajectory.forwards.T) == pytest.approx(1, abs=1e-4)
    speeds = np.hypot(*np.diff(trajectory.positions_m, axis=0).T) / np.diff(trajectory.times_s)
    assert 0.3 < speeds.max() < 1.5
    assert "simulated" in scene.true["name"]


@EVERY_SCENE
def test_nobody_walks_through_anybody_or_a_wall(scene: OnDisk) -> None:
    length_m, width_m, _ = scene.layout.room_m
    for at_s, *_ in scene.frames[::4]:
        talker, wearer = scene.point("other person", at_s), scene.wearer(at_s)[0]
        assert abs(talker - wearer) > 0.6
        for place in (talker, wearer):
            assert 0.3 < place.real < length_m - 0.3
            assert 0.3 < place.imag < width_m - 0.3


@pytest.mark.parametrize(
    ("scene", "kept"),
    [(scene, track) for scene in SCENES.values() for track in scene.tracks()],
    ids=[f"{name[:8]}-{track['source']}-{track['label']}" for name in SCENES for track in SCENES[name].tracks()],
)
def test_tracks_are_near_the_truth_but_not_the_truth(scene: OnDisk, kept: StoredTrack) -> None:
    columns = {name: np.array([row[name] for row in kept["points"]]) for name in kept["points"][0]}
    track = Track(
        source=TrackSource(kept["source"]), label=kept["label"], times_s=columns["time_s"],
        azimuths_deg=columns["azimuth_deg"], distances_m=columns["distance_m"], confidences=columns["confidence"],
    )  # fmt: skip
    assert len(track.times_s) >= 3
    errors_m = []
    for at_s, azimuth, distance_m in zip(track.times_s, track.azimuths_deg, track.distances_m, strict=True):
        origin, forward = scene.wearer(float(at_s))
        seen = origin + distance_m * cmath.rect(1, cmath.phase(forward) - math.radians(azimuth))
        errors_m.append(abs(seen - scene.point(track.label, float(at_s))))
    assert 0.02 < np.median(errors_m) < 0.9


@EVERY_SCENE
def test_what_was_seen_lies_in_the_field_of_view_and_holds_no_truth(scene: OnDisk) -> None:
    assert {track["source"] for track in scene.tracks()} == {"sd", "seg"}
    assert all(abs(row["azimuth_deg"]) < 85 for track in scene.tracks() for row in track["points"])
    assert all("position_m" not in item and "path" not in item for item in scene.seen["objects"])
    assert scene.seen["trajectory"] == scene.true["trajectory"]


# The recording


@EVERY_SCENE
def test_the_recording_is_small_whole_and_without_tags(scene: OnDisk) -> None:
    path, recording = PACK / f"{scene.layout.stem}.flac", scene.recording
    assert path.stat().st_size < 3_500_000
    assert recording.shape == (22 * RATE_HZ, 7)
    assert soundfile.info(path).subtype == "PCM_16"
    assert not mutagen.flac.FLAC(path).tags  # type: ignore[no-untyped-call]
    assert np.max(np.abs(recording)) == pytest.approx(10 ** (-20 / 20), rel=0.01)


@EVERY_EVENT
def test_events_are_heard_in_every_channel(scene: OnDisk, event: StoredEvent) -> None:
    recording = scene.recording

    def power_db(start_s: float, end_s: float) -> Floats:
        power = np.mean(recording[round(start_s * RATE_HZ) : round(end_s * RATE_HZ)] ** 2, axis=0)
        return np.asarray(10 * np.log10(power))

    assert np.all(power_db(event["start_s"], event["end_s"]) > power_db(21.4, 22.0) + 10)


def plain_lag(one: Floats, other: Floats, most: int) -> float:
    """By how many samples `one` comes after `other`: where their plain cross-correlation is highest."""
    size = 2 * len(one)
    found = np.fft.irfft(np.fft.rfft(one, size) * np.conj(np.fft.rfft(other, size)), size)
    lags = np.arange(-most, most + 1)
    return float(lags[np.argmax(found[lags])])


@EVERY_EVENT
def test_delays_between_microphones_agree_with_the_geometry(scene: OnDisk, event: StoredEvent) -> None:
    """Far field: the wave from azimuth a comes along u = (sin a, 0, cos a), at i after j by (p_j - p_i).u / c."""
    starts = np.arange(event["start_s"], event["end_s"] - 0.25, 0.125)
    windows = {start_s: scene.bright[round(start_s * RATE_HZ) :][: RATE_HZ // 4] for start_s in starts}
    loudest = sorted(starts, key=lambda start_s: -float(np.mean(windows[start_s] ** 2)))[:6]
    right_way, wrong_way = [], []
    for start_s in loudest:
        origin, forward = scene.wearer(start_s + 0.125)
        angle = -cmath.phase((scene.point(event["source"], start_s + 0.125) - origin) / forward)
        towards = np.array([math.sin(angle), 0, math.cos(angle)])
        for i, j in ((5, 6), (3, 5), (4, 6), (3, 6), (4, 5)):
            expected = float((MICROPHONES_M[j] - MICROPHONES_M[i]) @ towards) / SPEED_OF_SOUND_MPS * RATE_HZ
            measured = plain_lag(windows[start_s][:, i], windows[start_s][:, j], 30)
            right_way.append(abs(measured - expected))
            wrong_way.append(abs(measured + expected))
    assert np.median(right_way) < 1.6
    assert np.median(wrong_way) > 8


def test_microphones_turn_with_the_head() -> None:
    """At the start the wearer looks 80 degrees counter-clockwise from x, so the right temple is at -10 degrees."""
    places = microphones_m(KITCHEN, 0.0)
    right_temple = complex(*(places[6] - places[5])[:2])
    assert math.degrees(cmath.phase(right_temple)) == pytest.approx(-10, abs=0.01)
    back_to_front = complex(*(places[3] - places[5])[:2])
    assert math.degrees(cmath.phase(back_to_front)) == pytest.approx(80, abs=5)


@pytest.mark.skipif(importlib.util.find_spec("pyroomacoustics") is None, reason="pyroomacoustics is not installed")
def test_the_simulated_room_delays_and_weakens_with_distance(monkeypatch: pytest.MonkeyPatch) -> None:
    """A click arrives after distance / c, first and strongest by the straight way, its height as 1 / distance."""
    from demo_scene import room

    click = np.zeros(RATE_HZ // 4)
    click[4800] = 1.0
    microphones = np.array([[2.0, 2.0, 1.5], [4.0, 2.0, 1.5]])
    monkeypatch.setattr(room, "microphones_m", lambda layout, at_s: microphones)
    standing = replace(KITCHEN, static_m={"click": (1.0, 2.0, 1.5)})
    heard = room.recorded(standing, {"click": click}, 0.25)
    for channel, distance_m in enumerate((1.0, 3.0)):
        peak = int(np.argmax(np.abs(heard[:, channel])))
        assert peak - 4800 == pytest.approx(distance_m / SPEED_OF_SOUND_MPS * RATE_HZ, abs=1)
    assert np.max(heard[:, 0]) / np.max(heard[:, 1]) == pytest.approx(3, rel=0.15)


def test_a_sound_too_long_for_its_event_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    from demo_scene import sounds

    short = replace(KITCHEN, events=(Event("beeps", "microwave oven", 1.0, 1.2, "buzzer", "buzzer"),))
    monkeypatch.setattr(sounds, "_of_event", lambda layout, item, rng: np.ones(RATE_HZ))
    with pytest.raises(sounds.SceneSoundError, match=r"sound of beeps lasts 1\.00 s; its event has 0\.20 s"):
        sounds.dry_sounds(short)
