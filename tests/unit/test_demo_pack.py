"""The built-in demo pack: what a player, a reader of folders and a licence lawyer may rely on."""

from __future__ import annotations

import csv
import io
import itertools
import re
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import av
import numpy as np
import pytest
import soundfile
from av.filter import Graph
from mutagen.oggopus import OggOpus
from numpy.typing import NDArray

from soundmark.geography.country import country_at
from soundmark.geography.country_names import country_of_name
from soundmark.types import Coordinate

ROOT = Path(__file__).resolve().parents[2]
PACK = ROOT / "soundmark" / "benchmarks" / "demo_pack"
sys.path.insert(0, str(ROOT / "scripts"))

from demo_pack import (  # noqa: E402 - scripts/ is no package: its folder has to be on the path first
    scenes_africa,
    scenes_americas,
    scenes_asia,
    scenes_europe,
    scenes_south,
)
from demo_pack.catalogue import numbered_clips  # noqa: E402
from demo_pack.clip import ClipPlan, Scene  # noqa: E402
from demo_pack.files import opus_bytes, write_metadata  # noqa: E402
from demo_pack.mix import MixError, rendered, stems  # noqa: E402
from demo_pack.voices import Line, Voice, VoiceError, speak  # noqa: E402

Samples = NDArray[np.float64]
needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="the program espeak-ng is not installed")

HOMOGRAPHS = {("sw", "Saba")}
"""Words that happen to be spelled like a country: Swahili for seven."""

CATEGORIES = {"Human sounds", "Music", "Animal", "Nature", "Things", "Transport"}
CONTINENTS = {"Africa", "Antarctica", "Asia", "Europe", "North America", "Oceania", "South America"}


def metadata_rows() -> list[dict[str, str]]:
    with (PACK / "metadata.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


ROWS = metadata_rows()
BY_NAME = pytest.mark.parametrize("row", ROWS, ids=[row["file_name"] for row in ROWS])


def plan_of(city: str) -> ClipPlan:
    return next(plan for plan in numbered_clips().values() if plan.place.city == city)


@pytest.fixture(scope="module")
def sounds() -> dict[str, Samples]:
    """Every clip, decoded: shape (n, 2) at 48 kHz."""
    decoded = {}
    for row in ROWS:
        sound, rate_hz = soundfile.read(PACK / row["file_name"], dtype="float64", always_2d=True)
        assert rate_hz == 48_000
        decoded[row["file_name"]] = np.asarray(sound)
    return decoded


def lufs_by_ffmpeg(path: Path) -> float:
    """Integrated loudness as FFmpeg's ebur128 filter measures it."""
    graph = Graph()
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        source, meter, sink = (
            graph.add_abuffer(template=stream),
            graph.add("ebur128", "metadata=1"),
            graph.add("abuffersink"),
        )
        source.link_to(meter)
        meter.link_to(sink)
        graph.configure()
        loudness = float("nan")
        for frame in container.decode(stream):
            graph.push(frame)
            try:
                while True:
                    loudness = float(graph.pull().metadata["lavfi.r128.I"])
            except (BlockingIOError, av.error.EOFError):
                continue
    return loudness


# The list


def test_the_pack_is_big_enough_and_small_enough() -> None:
    files = sorted(path.name for path in PACK.glob("*.opus"))
    assert len(files) >= 28
    assert files == sorted(row["file_name"] for row in ROWS)
    assert sum((PACK / name).stat().st_size for name in files) < 4_500_000


def test_metadata_is_what_the_generator_writes(tmp_path: Path) -> None:
    write_metadata(tmp_path, numbered_clips())
    assert (tmp_path / "metadata.csv").read_bytes() == (PACK / "metadata.csv").read_bytes()


def test_columns_and_values_are_the_documented_ones() -> None:
    where = ["latitude", "longitude", "continent", "country", "city"]
    what = ["category", "has_speech", "licence", "source", "is_synthetic"]
    assert list(ROWS[0]) == ["file_name", *where, *what]
    assert {row["category"] for row in ROWS} == CATEGORIES
    assert {row["continent"] for row in ROWS} == CONTINENTS
    assert {row["has_speech"] for row in ROWS} == {"True", "False"}
    assert {(row["licence"], row["is_synthetic"]) for row in ROWS} == {("CC0-1.0", "True")}
    assert all(row["source"].startswith("Synthesised by Soundmark (") for row in ROWS)


def test_at_least_twenty_languages_are_spoken_and_credited() -> None:
    credited = [re.search(r"espeak-ng voice ([a-z]+)", row["source"]) for row in ROWS]
    assert len({match.group(1) for match in credited if match}) >= 20
    assert [match is not None for match in credited] == [row["has_speech"] == "True" for row in ROWS]


@BY_NAME
def test_the_point_lies_in_the_country_and_continent_of_its_row(row: dict[str, str]) -> None:
    assert re.fullmatch(r"-?\d+\.\d{4}", row["latitude"])
    assert re.fullmatch(r"-?\d+\.\d{4}", row["longitude"])
    country = country_at(Coordinate(float(row["latitude"]), float(row["longitude"])))
    assert country is not None
    assert (country.name, country.continent) == (row["country"], row["continent"])


def test_no_place_is_used_twice() -> None:
    assert len({row["city"] for row in ROWS}) == len(ROWS)


# What must not give the place away


@BY_NAME
def test_neither_name_nor_bytes_tell_the_place(row: dict[str, str]) -> None:
    assert re.fullmatch(r"clip_\d\d\.opus", row["file_name"])
    content = (PACK / row["file_name"]).read_bytes().lower()
    for name in (row["city"], row["country"]):
        assert name.lower().encode() not in content


@BY_NAME
def test_files_have_no_tags(row: dict[str, str]) -> None:
    assert not OggOpus(PACK / row["file_name"]).tags  # type: ignore[no-untyped-call]


def test_file_order_is_not_the_order_of_continents() -> None:
    changes = sum(one["continent"] != other["continent"] for one, other in itertools.pairwise(ROWS))
    assert changes > 2 * len(CONTINENTS)


def test_nothing_said_names_a_place() -> None:
    cities = {row["city"].casefold() for row in ROWS}
    for plan in numbered_clips().values():
        for line in plan.lines:
            words = re.findall(r"\w+", line.text)
            assert not {word.casefold() for word in words} & cities
            assert [
                word for word in words if country_of_name(word) and (plan.languages[0], word) not in HOMOGRAPHS
            ] == []


# The sound


def test_clips_last_ten_to_twenty_seconds_in_stereo(sounds: dict[str, Samples]) -> None:
    for name, sound in sounds.items():
        assert 10 <= len(sound) / 48_000 <= 20, name
        apart, together = sound[:, 0] - sound[:, 1], sound[:, 0] + sound[:, 1]
        assert 10 * np.log10(np.mean(apart**2) / np.mean(together**2)) > -30, name


def test_peaks_stay_below_minus_one_dbfs(sounds: dict[str, Samples]) -> None:
    assert {
        name: np.max(np.abs(sound)) for name, sound in sounds.items() if np.max(np.abs(sound)) >= 10 ** (-1 / 20)
    } == {}


def test_clips_are_equally_loud() -> None:
    loudness_lufs = [lufs_by_ffmpeg(PACK / row["file_name"]) for row in ROWS]
    assert max(loudness_lufs) - min(loudness_lufs) < 1.0
    assert -23 < float(np.mean(loudness_lufs)) < -14


def test_clips_are_heard_at_once_and_fade_out(sounds: dict[str, Samples]) -> None:
    for name, sound in sounds.items():
        power = np.mean(sound**2, axis=1)
        assert 10 * np.log10(np.mean(power[:48_000])) > -45, name
        assert np.max(np.abs(sound[-2400:])) < 0.01, name
        assert np.max(np.abs(sound[:48])) < 0.01, name


def test_nothing_cancels_on_a_single_loudspeaker(sounds: dict[str, Samples]) -> None:
    for name, sound in sounds.items():
        octaves = [(low, low * 2) for low in (125, 250, 500, 1000, 2000, 4000)]
        mono, sides = np.fft.rfft(sound[:480_000].mean(axis=1)), np.fft.rfft(sound[:480_000], axis=0)
        hertz = np.fft.rfftfreq(480_000, 1 / 48_000)
        for low, high in octaves:
            inside = (hertz >= low) & (hertz < high)
            kept = np.sum(np.abs(mono[inside]) ** 2) / np.mean(np.sum(np.abs(sides[inside]) ** 2, axis=0))
            assert kept > 0.4, (name, low)


def fingerprint(sound: Samples) -> Samples:
    """How the loudness of 20 bands goes in 40 slices of ten seconds, from 1 s on, zero mean, unit length."""
    mono = sound[48_000 : 11 * 48_000].mean(axis=1)
    slices = np.abs(np.fft.rfft(mono.reshape(40, -1), axis=1)) ** 2
    edges = np.geomspace(60, 12_000, 21) * slices.shape[1] / 24_000
    bands = np.stack([slices[:, int(low) : int(high) + 1].sum(axis=1) for low, high in itertools.pairwise(edges)])
    levels = np.log10(bands + 1e-9)
    flat = (levels - levels.mean(axis=1, keepdims=True)).reshape(-1)
    return np.asarray(flat / np.linalg.norm(flat))


def test_no_two_clips_are_alike(sounds: dict[str, Samples]) -> None:
    prints = {name: fingerprint(sound) for name, sound in sounds.items()}
    alike = [pair for pair in itertools.combinations(prints, 2) if float(prints[pair[0]] @ prints[pair[1]]) > 0.5]
    assert alike == []


# The generator


@pytest.mark.parametrize(
    "scene",
    [
        scenes_europe.northern_tram,
        scenes_asia.metallophone_gathering,
        scenes_africa.warm_lagoon,
        scenes_americas.pan_yard,
        scenes_south.polar_station,
    ],
)
def test_scenes_follow_their_seed(scene: Scene) -> None:
    first, again, other = (scene(np.random.default_rng(seed), 5.0) for seed in (7, 7, 8))
    assert first.shape == (240_000, 2)
    assert np.all(np.isfinite(first))
    assert np.array_equal(first, again)
    assert not np.allclose(first, other)


def test_encoding_is_repeatable() -> None:
    sound = np.random.default_rng(1).uniform(-0.3, 0.3, (48_000, 2))
    first = opus_bytes(sound, "clip_01.opus")
    assert first == opus_bytes(sound, "clip_01.opus")
    decoded, rate_hz = soundfile.read(io.BytesIO(first))
    assert (decoded.shape, rate_hz) == ((48_960, 2), 48_000)


def test_the_pack_holds_what_the_generator_makes(sounds: dict[str, Samples]) -> None:
    """The same clip made afresh: loudness and course in every band as in the file, whatever the codec changed."""
    name, plan = next((name, plan) for name, plan in numbered_clips().items() if plan.place.city == "Alice Springs")
    assert float(fingerprint(rendered(plan)) @ fingerprint(sounds[name])) > 0.95


@needs_espeak
@pytest.mark.parametrize("city", ["Isfahan", "Zanzibar City"])
def test_speech_stands_six_to_ten_decibels_above_its_bed(city: str) -> None:
    bed, speech = (in_speech_band(sound) for sound in stems(plan_of(city)))
    speaking = speech > 10**-2.5 * np.max(speech)
    assert 6 < 10 * np.log10(np.mean(speech[speaking]) / np.mean(bed[speaking])) < 10


def in_speech_band(sound: Samples) -> Samples:
    """Power between 300 and 3,400 Hz, in frames of 50 ms."""
    frames = sound.mean(axis=1)[: len(sound) // 2400 * 2400].reshape(-1, 2400)
    hertz = np.fft.rfftfreq(2400, 1 / 48_000)
    return np.asarray(np.sum(np.abs(np.fft.rfft(frames)[:, (hertz > 300) & (hertz < 3400)]) ** 2, axis=1))


@needs_espeak
def test_lines_longer_than_the_clip_are_refused_by_name() -> None:
    short = replace(plan_of("Helsinki"), seconds=5.0)
    with pytest.raises(MixError, match=r"lines of Helsinki end at .* Make the clip longer"):
        stems(short)


@needs_espeak
def test_an_unknown_language_is_refused_by_name() -> None:
    with pytest.raises(VoiceError, match=r"voice zz-nowhere\+m3"):
        speak(Voice(language="zz-nowhere"), "hello")


@needs_espeak
@pytest.mark.parametrize("text", ["", "   ", "..."])
def test_a_text_that_makes_no_sound_is_refused(text: str) -> None:
    with pytest.raises(VoiceError):
        speak(Voice(language="fi"), text)


@needs_espeak
def test_a_text_that_looks_like_an_option_is_only_spoken() -> None:
    assert len(speak(Voice(language="fi"), "--help -w /tmp/x")) > 24_000


def test_a_missing_espeak_is_told_with_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(VoiceError, match="Install it"):
        speak(Voice(language="fi"), "hei")


def test_every_line_has_a_voice_and_words() -> None:
    lines: list[Line] = [line for plan in numbered_clips().values() for line in plan.lines]
    assert all(line.text.strip() and line.voice.language for line in lines)
    assert len({(line.voice.variant, line.voice.pitch, line.voice.speed_wpm) for line in lines}) >= 20
