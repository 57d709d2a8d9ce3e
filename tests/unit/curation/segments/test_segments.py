"""Long recordings are cut at pauses into 20 to 40 s, and no sound is lost that could be kept."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
import soundfile
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from soundmark.audio.decode import decode
from soundmark.audio.errors import AudioError
from soundmark.curation.segments import SegmentError, SegmentSettings, find_segments, read_part
from soundmark.curation.segments.find import segments_of
from soundmark.curation.segments.islands import islands_of
from soundmark.curation.segments.levels import HOP_S, LevelTrack, levels_of_blocks

RATE_HZ = 8_000
SHORT = SegmentSettings(min_s=2.0, max_s=4.0, max_pause_s=1.0, keep_s=0.1)


def talk(*parts: float, gain: float = 0.3) -> NDArray[np.float32]:
    """Noise and silence in turn, each for so many seconds; shape (n_frames, 1)."""
    noise = np.random.default_rng(5)
    pieces = [
        gain * noise.standard_normal(round(seconds * RATE_HZ)) if n % 2 == 0 else np.zeros(round(seconds * RATE_HZ))
        for n, seconds in enumerate(parts)
    ]
    return np.concatenate(pieces).astype(np.float32)[:, None]


def track_of(samples: NDArray[np.float32]) -> LevelTrack:
    return levels_of_blocks(iter([samples]), RATE_HZ)


def test_cuts_lie_in_pauses_and_lengths_are_those_of_globeaudio(tmp_path: Path) -> None:
    # Utterances of 9 s with pauses of 0.6 s: three or four make 20 to 40 s.
    samples = talk(*[9.0, 0.6] * 11, 9.0)
    soundfile.write(tmp_path / "talk.wav", samples, RATE_HZ)
    found = find_segments(tmp_path / "talk.wav")
    assert len(found) == 3  # the fewest that keep all of 115 s
    for segment in found:
        assert 20 <= segment.duration_s <= 40
        assert segment.starts_at_pause
        assert segment.ends_at_pause
        for edge_s in (segment.start_s, segment.end_s):
            in_turn_s = edge_s % 9.6
            assert in_turn_s >= 9.0 - 1e-9 or in_turn_s < 1e-9 or edge_s == pytest.approx(114.6)
    kept_s = sum(segment.duration_s for segment in found)
    assert kept_s == pytest.approx(114.6, abs=2 * 0.6)


def test_the_gain_of_the_recorder_moves_no_cut() -> None:
    samples = talk(2.5, 0.5, 1.5, 0.4, 2.2, 2.0, 3.0, 0.5, 0.7)
    louder = segments_of(track_of(samples), SHORT)
    assert segments_of(track_of(samples * np.float32(0.01)), SHORT) == louder
    assert louder


def test_a_constant_offset_is_no_sound() -> None:
    samples = talk(2.5, 0.5, 2.5)
    assert segments_of(track_of(samples + np.float32(0.4)), SHORT) == segments_of(track_of(samples), SHORT)


def test_a_stretch_without_pauses_is_cut_where_it_is_quietest_and_says_so() -> None:
    samples = talk(7.0)
    samples[3 * RATE_HZ : 3 * RATE_HZ + RATE_HZ // 5] *= 0.3  # softer for 0.2 s, which is no pause
    found = segments_of(track_of(samples), SHORT)
    assert [round(segment.duration_s, 1) for segment in found] == [3.1, 3.9]
    assert [segment.starts_at_pause for segment in found] == [True, False]
    assert [segment.ends_at_pause for segment in found] == [False, True]


def test_a_long_pause_ends_a_segment_and_what_is_too_short_is_left_out() -> None:
    found = segments_of(track_of(talk(2.5, 1.5, 0.8, 1.5, 2.5)), SHORT)
    assert [round(segment.start_s, 1) for segment in found] == [0.0, 6.2]


def test_silence_has_no_segments() -> None:
    assert segments_of(track_of(np.zeros((RATE_HZ * 30, 1), dtype=np.float32))) == ()
    assert segments_of(levels_of_blocks(iter([]), RATE_HZ)) == ()


def test_where_blocks_begin_makes_no_difference() -> None:
    samples = talk(1.0, 0.5, 1.234)
    edges = [0, 17, 5_003, 5_004, 14_000, len(samples)]
    pieces = levels_of_blocks((samples[a:b] for a, b in pairwise(edges)), RATE_HZ)
    whole = track_of(samples)
    np.testing.assert_allclose(pieces.level_db, whole.level_db, atol=1e-6)
    assert pieces.duration_s == whole.duration_s == pytest.approx(2.734)


@settings(max_examples=150, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 400), st.integers(1, 120)), min_size=1, max_size=12))
def test_no_way_to_cut_keeps_more(turns: list[tuple[int, int]]) -> None:
    level_db = np.concatenate([np.concatenate([np.full(n, -10.0), np.full(m, -90.0)]) for n, m in turns])
    track = LevelTrack(level_db, HOP_S, len(level_db) * HOP_S)
    found = segments_of(track, SHORT)
    for segment in found:
        assert SHORT.min_s - 1e-6 <= segment.duration_s <= SHORT.max_s + 1e-6
        assert 0 <= segment.start_s < segment.end_s <= track.duration_s + 1e-9
    assert all(before.end_s <= after.start_s + 1e-9 for before, after in pairwise(found))
    exact = SegmentSettings(min_s=2.0, max_s=4.0, max_pause_s=1.0, keep_s=0.0)
    kept_s = sum(segment.duration_s for segment in segments_of(track, exact))
    assert kept_s == pytest.approx(most_kept_s(track, exact), abs=1e-4)


def most_kept_s(track: LevelTrack, rules: SegmentSettings) -> float:
    """The most that any way to cut keeps, by trying all of them, from the end backwards."""
    islands = [(island.start * track.hop_s, island.end * track.hop_s) for island in islands_of(track, rules)]

    def best(at: int) -> float:
        if at == len(islands):
            return 0.0
        most = best(at + 1)
        for last in range(at, len(islands)):
            if last > at and islands[last][0] - islands[last - 1][1] > rules.max_pause_s:
                break
            length_s = islands[last][1] - islands[at][0]
            if rules.min_s - 1e-9 <= length_s <= rules.max_s + 1e-9:
                most = max(most, length_s + best(last + 1))
        return most

    return best(0)


@pytest.mark.parametrize("suffix", ["wav", "flac", "ogg", "mp3"])
def test_a_part_is_the_samples_of_the_recording(tmp_path: Path, suffix: str) -> None:
    path = tmp_path / f"a.{suffix}"
    soundfile.write(path, talk(3.0)[:, 0], 16_000)
    whole, part = decode(path), read_part(path, 0.5, 1.25)
    assert (part.sample_rate_hz, part.n_frames) == (16_000, 12_000)
    # An mp3 decoder that starts in the middle lacks what the frames before would have added.
    tolerance = 0.02 if suffix == "mp3" else 1e-6
    np.testing.assert_allclose(part.samples[4_000:], whole.samples[12_000:20_000], atol=tolerance)
    assert read_part(path, 1.0, 99.0).duration_s == pytest.approx(whole.duration_s - 1.0, abs=1e-6)


def test_what_is_no_part_is_refused(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "a.wav", talk(1.0), RATE_HZ)
    for start_s, end_s in ((-1.0, 1.0), (0.5, 0.5), (float("nan"), 1.0), (0.0, float("inf"))):
        with pytest.raises(SegmentError, match="no part of"):
            read_part(tmp_path / "a.wav", start_s, end_s)
    with pytest.raises(SegmentError, match="ends before 5 s"):
        read_part(tmp_path / "a.wav", 5.0, 6.0)
    with pytest.raises(SegmentError, match="too long"):
        read_part(tmp_path / "a.wav", 0.0, 601.0)
    (tmp_path / "b.wav").write_text("no sound")
    with pytest.raises(AudioError):
        find_segments(tmp_path / "b.wav")


@pytest.mark.parametrize(
    "change",
    [
        {"max_s": 30.0}, {"min_s": 0.5}, {"max_s": float("nan")}, {"pause_db": 0.0}, {"min_pause_s": 4.0},
        {"keep_s": -0.1}, {"keep_s": 2.0},
    ],
)  # fmt: skip
def test_rules_that_contradict_each_other_are_refused(change: dict[str, float]) -> None:
    with pytest.raises(SegmentError, match="cannot be"):
        SegmentSettings(**change)
