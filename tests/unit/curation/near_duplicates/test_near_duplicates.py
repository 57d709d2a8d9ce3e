"""The same sound is found again after coding, cutting and turning down, and nothing else is."""

from __future__ import annotations

import base64
import io
import math
from itertools import pairwise

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from soundmark.audio.resample import resample
from soundmark.audio.sound import Sound
from soundmark.curation.near_duplicates import (
    Candidate,
    Fingerprint,
    NearDuplicate,
    find_near_duplicates,
    fingerprint,
    fingerprint_of_text,
    fingerprint_text,
    groups_of,
    near_duplicates_among,
)
from soundmark.curation.near_duplicates.fingerprint import HOP_S, RATE_HZ
from soundmark.curation.near_duplicates.match import threshold_of

FILE_RATE_HZ = 16_000


def scene(seed: int, seconds: float = 9.0) -> Sound:
    """Something like a street: noise whose colour and strength change all the time."""
    random = np.random.default_rng(seed)
    n = int(seconds * FILE_RATE_HZ)
    spectrum = np.fft.rfft(random.standard_normal(n))
    hz = np.fft.rfftfreq(n, 1 / FILE_RATE_HZ)
    samples = np.fft.irfft(spectrum / np.sqrt(hz + 50), n)
    events = np.interp(np.arange(n), np.linspace(0, n, 60), random.uniform(0.1, 1.0, 60))
    samples *= events
    return sound(0.3 * samples / np.abs(samples).max())


def sound(samples: NDArray[np.floating]) -> Sound:
    shaped = samples.reshape(len(samples), -1).astype(np.float32)
    return Sound(samples=shaped, sample_rate_hz=FILE_RATE_HZ)


def coded(source: Sound, name: str, **options: object) -> Sound:
    file = io.BytesIO()
    soundfile.write(file, source.samples, source.sample_rate_hz, format=name, **options)
    file.seek(0)
    samples, _ = soundfile.read(file, dtype="float32", always_2d=True)
    return sound(samples)


@pytest.fixture(scope="module")
def scenes() -> dict[str, Sound]:
    return {f"scene{seed}.wav": scene(seed) for seed in range(6)}


@pytest.fixture(scope="module")
def prints(scenes: dict[str, Sound]) -> dict[str, Fingerprint]:
    return {name: fingerprint(each) for name, each in scenes.items()}


def pairs_with(prints: dict[str, Fingerprint], copy: Sound) -> list[NearDuplicate]:
    return list(find_near_duplicates(prints | {"z-copy": fingerprint(copy)}))


def test_different_recordings_are_no_pairs(prints: dict[str, Fingerprint]) -> None:
    assert find_near_duplicates(prints) == ()
    assert find_near_duplicates({}) == ()


@pytest.mark.parametrize(
    ("name", "options"), [("MP3", {"compression_level": 0.9}), ("OGG", {"compression_level": 1.0}), ("FLAC", {})]
)
def test_a_copy_that_was_coded_cut_and_turned_down_is_found(
    scenes: dict[str, Sound], prints: dict[str, Fingerprint], name: str, options: dict[str, object]
) -> None:
    start_s = 1.2345
    cut = sound(0.2 * scenes["scene3.wav"].samples[round(start_s * FILE_RATE_HZ) : -9_000])
    (pair,) = pairs_with(prints, coded(cut, name, **options))
    assert (pair.first, pair.second) == ("scene3.wav", "z-copy")
    assert pair.offset_s == pytest.approx(start_s, abs=0.1)  # mp3 adds some of its own at the start
    assert pair.shared_s == pytest.approx(9.0 - start_s - 9_000 / FILE_RATE_HZ, abs=0.6)
    assert pair.bit_error_rate < 0.3


def test_stereo_polarity_and_another_rate_make_no_difference(
    scenes: dict[str, Sound], prints: dict[str, Fingerprint]
) -> None:
    mono = scenes["scene2.wav"].samples
    for copy in (
        sound(np.concatenate([mono, mono], axis=1)),
        sound(np.concatenate([mono, -mono], axis=1)),
        Sound(samples=resample(mono, FILE_RATE_HZ, 22_050), sample_rate_hz=22_050),
    ):
        (pair,) = pairs_with(prints, copy)
        assert pair.first == "scene2.wav"
        assert abs(pair.offset_s) <= HOP_S


def test_a_part_inside_another_recording_is_found(scenes: dict[str, Sound], prints: dict[str, Fingerprint]) -> None:
    part = scenes["scene1.wav"].samples[2 * FILE_RATE_HZ : 6 * FILE_RATE_HZ]
    around = scene(99).samples[: 3 * FILE_RATE_HZ]
    (pair,) = pairs_with(prints, sound(np.concatenate([around, part, around])))
    assert pair.first == "scene1.wav"
    assert pair.offset_s == pytest.approx(2.0 - 3.0, abs=2 * HOP_S)
    assert pair.shared_s == pytest.approx(4.0, abs=1.0)


def test_silence_hum_and_scraps_are_no_duplicates_of_anything() -> None:
    time_s = np.arange(9 * FILE_RATE_HZ) / FILE_RATE_HZ
    random = np.random.default_rng(3)
    hums = [
        sound(0.1 * np.sin(2 * np.pi * 440 * time_s) + 1e-3 * random.standard_normal(len(time_s))) for _ in range(2)
    ]
    silent = sound(np.zeros(9 * FILE_RATE_HZ))
    scrap = sound(np.zeros(100))
    prints = {f"{n}": fingerprint(each) for n, each in enumerate([silent, silent, scrap, scrap, *hums])}
    assert find_near_duplicates(prints) == ()


def test_bits_are_those_of_the_definition() -> None:
    """Haitsma and Kalker 2002, section 4.2, written out sample by sample with a plain Fourier sum."""
    recorded = scene(7, 0.8)
    found = fingerprint(recorded)
    samples = resample(recorded.samples - recorded.samples.mean(), FILE_RATE_HZ, RATE_HZ)[:, 0].astype(float)
    edges_hz = [300 * (2000 / 300) ** (m / 33) for m in range(34)]
    n = np.arange(1850)
    window = 0.5 - 0.5 * np.cos(2 * np.pi * n / 1849)

    def energies(frame: int) -> list[float]:
        part = samples[frame * 58 : frame * 58 + 1850] * window
        power = {k: abs(np.sum(part * np.exp(-2j * np.pi * k * n / 2048))) ** 2 for k in range(123, 820)}
        return [
            sum(p for k, p in power.items() if low <= k * RATE_HZ / 2048 < high) for low, high in pairwise(edges_hz)
        ]

    for frame in (1, 20):
        now, before = energies(frame), energies(frame - 1)
        bits = [(now[m] - now[m + 1]) - (before[m] - before[m + 1]) > 0 for m in range(32)]
        # Word n - 1 compares frame n with the one before it; bit 31 is the lowest band.
        assert [bool(int(found.words[frame - 1]) >> (31 - m) & 1) for m in range(32)] == bits


def test_a_match_by_chance_is_as_rare_for_short_stretches_as_published() -> None:
    def by_chance(n_frames: int) -> float:
        return math.erfc((1 - 2 * threshold_of(n_frames)) / math.sqrt(2) * math.sqrt(32 * n_frames) / 3) / 2

    assert threshold_of(256) == 0.35
    assert by_chance(256) == pytest.approx(3.6e-20, rel=0.03)  # the figure of section 4.3
    assert by_chance(86) == pytest.approx(by_chance(256), rel=1e-6)
    assert threshold_of(1000) == 0.35


def test_groups_hang_together_by_pairs() -> None:
    def pair(first: str, second: str) -> NearDuplicate:
        return NearDuplicate(first=first, second=second, offset_s=0.0, shared_s=5.0, bit_error_rate=0.1)

    assert groups_of([pair("c", "d"), pair("a", "b"), pair("b", "e"), pair("a", "e")]) == (("a", "b", "e"), ("c", "d"))
    assert groups_of([]) == ()


def test_a_fingerprint_comes_back_from_its_text(prints: dict[str, Fingerprint]) -> None:
    one = prints["scene1.wav"]
    back = fingerprint_of_text(fingerprint_text(one))
    assert np.array_equal(back.words, one.words)
    assert np.array_equal(back.weakest, one.weakest)
    assert np.array_equal(back.is_telling, one.is_telling)
    assert fingerprint_of_text("").n_frames == 0


@settings(max_examples=40)
@given(st.text(max_size=40) | st.binary(max_size=60).map(lambda data: base64.b64encode(data).decode()))
def test_another_text_is_refused_or_is_a_fingerprint(text: str) -> None:
    try:
        found = fingerprint_of_text(text)
    except ValueError:
        return
    assert fingerprint_text(found) == text
    assert found.weakest.shape == (found.n_frames, 3) and (found.weakest < 32).all()


def test_of_each_group_one_clip_stays(prints: dict[str, Fingerprint]) -> None:
    same = prints["scene1.wav"]
    given_prints = {"a": same, "b": same, "c": same, "d": same, "other": prints["scene2.wav"]}

    def candidate(name: str, *, has_row: bool = True, is_lossy: bool = False, duration_s: float = 9.0) -> Candidate:
        return Candidate(name=name, file_name=name, has_row=has_row, is_lossy=is_lossy, duration_s=duration_s)

    clips = [
        candidate("a", has_row=False, duration_s=20),
        candidate("b", is_lossy=True, duration_s=20),
        candidate("c", duration_s=8),
        candidate("d"),
        candidate("other"),
    ]
    found = near_duplicates_among(clips, given_prints)
    assert [[each.name for each in group] for group in found.groups] == [["d", "c", "b", "a"]]
    assert found.spare == {"a", "b", "c"}
