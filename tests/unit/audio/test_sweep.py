"""Old copies go, the newest stay, and nothing else is touched."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import pytest

from soundmark.audio import decode, prepare_copy, publish_copy, publish_image, sweep_cache, sweep_published

CASES = Path(__file__).resolve().parents[2] / "data" / "cases"
SOURCES = [CASES / name for name in ("a09_speech.m4a", "a11_u8.wav", "a02_stream_header.wav")]


def published_hours_ago(folder: Path, hours: float, mark: str) -> Path:
    """A file named as a copy published so long ago."""
    folder.mkdir(exist_ok=True)
    path = folder / f"{int((time.time() - hours * 3600) * 1000):012x}{mark * 32}.mp3"
    path.write_bytes(b"sound")
    return path


def test_copies_older_than_asked_are_removed(tmp_path: Path) -> None:
    old, young = published_hours_ago(tmp_path, 25, "a"), published_hours_ago(tmp_path, 23, "b")
    assert sweep_published(tmp_path, max_age_h=24) == 1
    assert (old.exists(), young.exists()) == (False, True)


def test_of_too_many_copies_the_oldest_are_removed(tmp_path: Path) -> None:
    paths = [published_hours_ago(tmp_path, hours, mark) for hours, mark in ((3, "f"), (1, "0"), (2, "5"))]
    assert sweep_published(tmp_path, max_files=1) == 2
    assert [path.exists() for path in paths] == [False, True, False]


def test_other_files_stay(tmp_path: Path) -> None:
    strange = tmp_path / "holiday.mp3"
    strange.write_bytes(b"mine")
    published_hours_ago(tmp_path, 30, "c")
    (tmp_path / "folder").mkdir()
    assert sweep_published(tmp_path) == 1
    assert strange.exists()


def test_a_copy_just_published_is_not_swept(tmp_path: Path) -> None:
    published = publish_copy(SOURCES[0], tmp_path / "public", tmp_path / "cache")
    assert sweep_published(tmp_path / "public") == 0
    assert published.path.is_file()


def test_sweeping_nothing_is_no_error(tmp_path: Path) -> None:
    assert sweep_published(tmp_path / "absent") == 0
    assert sweep_cache(tmp_path / "absent", max_bytes=0) == 0


def test_two_sweeps_at_once_remove_each_copy_once(tmp_path: Path) -> None:
    for number in range(100):
        published_hours_ago(tmp_path, 30 + number, f"{number % 10}")
    with ThreadPoolExecutor(4) as pool:
        removed = list(pool.map(lambda _: sweep_published(tmp_path), range(4)))
    assert sum(removed) == 100


def test_the_cache_keeps_what_was_used_last(tmp_path: Path) -> None:
    prepared = [prepare_copy(source, tmp_path) for source in SOURCES]
    for age_s, copy in ((10, prepared[0]), (30, prepared[1]), (20, prepared[2])):
        os.utime(copy.path.with_suffix(".json"), (time.time() - age_s,) * 2)
    sizes = [copy.path.stat().st_size for copy in prepared]
    assert sweep_cache(tmp_path, max_bytes=sizes[0] + sizes[2]) == 1
    assert [copy.path.exists() for copy in prepared] == [True, False, True]
    prepare_copy(SOURCES[2], tmp_path)  # used now, after the first
    assert sweep_cache(tmp_path, max_bytes=sizes[2]) == 1
    assert [copy.path.exists() for copy in prepared] == [False, False, True]


def test_a_published_copy_outlives_the_cache(tmp_path: Path) -> None:
    published = publish_copy(SOURCES[0], tmp_path / "public", tmp_path / "cache")
    assert sweep_cache(tmp_path / "cache", max_bytes=0) == 1
    assert decode(published.path).duration_s > 2
    assert publish_copy(SOURCES[0], tmp_path / "public", tmp_path / "cache").path.is_file()


@pytest.mark.parametrize("sweep", [sweep_published, partial(sweep_cache, max_bytes=10**9)], ids=["public", "cache"])
def test_parts_of_a_killed_writer_are_removed_after_an_hour(
    sweep: Callable[[Path], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, now_s = tmp_path / f".{'a' * 16}.part", time.time()
    part.write_bytes(b"half")
    os.utime(part, (0, 0))  # as of one that is whole and about to take its place
    for later_s, is_there in ((3000, True), (4000, False)):
        monkeypatch.setattr(time, "time", lambda later_s=later_s: now_s + later_s)
        sweep(tmp_path)
        assert part.exists() is is_there


def test_pictures_are_swept_like_copies(tmp_path: Path) -> None:
    picture = publish_image(b"\x89PNG", tmp_path)
    assert picture.suffix == ".png"
    assert sweep_published(tmp_path) == 0
    old = tmp_path / f"{0:012x}{'a' * 32}.png"
    picture.rename(old)
    assert sweep_published(tmp_path) == 1
    assert not old.exists()
