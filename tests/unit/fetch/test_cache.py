"""The cache keeps its limit, spares what is in use, and survives whatever lies in its folder."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache
from tests.conftest import ROOT


def age(cache: FileCache, key: str, seconds: float) -> None:
    found = cache.peek(key)
    assert found is not None
    then = time.time() - seconds
    os.utime(found.path, (then, then))


@given(keys=st.lists(st.text(max_size=300), min_size=1, max_size=8, unique=True))
@settings(max_examples=40, deadline=None)
def test_any_text_is_a_key_and_never_a_path(tmp_path_factory: pytest.TempPathFactory, keys: list[str]) -> None:
    root = tmp_path_factory.mktemp("any")
    cache = FileCache(root / "cache", max_bytes=1_000_000)
    for number, key in enumerate(keys):
        cache.put_bytes(key, b"%d" % number)
    assert [cache.peek(key).path.read_bytes() for key in keys] == [b"%d" % n for n in range(len(keys))]  # type: ignore[union-attr]
    assert [entry.name for entry in root.iterdir()] == ["cache"]


@pytest.mark.parametrize("key", ["../../x", "/etc/passwd", "a\0b", "x" * 5000, "", "\ud800"])
def test_hostile_keys(tmp_path: Path, key: str) -> None:
    cache = FileCache(tmp_path / "cache", max_bytes=1000)
    assert cache.put_bytes(key, b"sound").path.is_relative_to(tmp_path / "cache")
    assert cache.get(key) is not None


def test_the_least_recently_used_makes_room(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000, in_use_s=60)
    for number in range(4):
        cache.put_bytes(f"k{number}", bytes([number]) * 250)
        age(cache, f"k{number}", 1000 - number)
    cache.get("k0")
    cache.put_bytes("new", b"x" * 400)
    assert [cache.peek(f"k{number}") is not None for number in range(4)] == [True, False, False, True]
    assert cache.total_bytes() <= 1000


def test_files_in_use_are_never_removed(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000, in_use_s=60)
    cache.put_bytes("used", b"a" * 800)
    with pytest.raises(FetchError, match="CLIP_CACHE_GB") as caught:
        cache.put_bytes("new", b"b" * 800)
    assert caught.value.reason is FetchReason.DISK
    assert cache.peek("used") is not None
    assert cache.peek("new") is None
    assert cache.total_bytes() == 800, "nothing half-written stays"


def test_the_same_sound_is_kept_once(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000)
    first, second = cache.put_bytes("a", b"s" * 600), cache.put_bytes("b", b"s" * 600)
    assert first.path == second.path
    assert cache.total_bytes() == 600


@pytest.mark.parametrize("damage", ["cut", "gone", "note", "note of another form", "path in note"])
def test_a_damaged_entry_counts_as_absent(tmp_path: Path, damage: str) -> None:
    cache = FileCache(tmp_path, max_bytes=1000)
    path = cache.put_bytes("a", b"s" * 600).path
    (note,) = (tmp_path / "notes").iterdir()
    if damage == "cut":
        path.write_bytes(b"s" * 10)
    elif damage == "gone":
        path.unlink()
    elif damage == "note":
        note.write_bytes(b"\xff{")
    elif damage == "note of another form":
        note.write_text('{"sha256": 5, "size_bytes": "x", "origin": []}')
    else:
        note.write_text('{"sha256": "../../../../etc/hostname", "size_bytes": 1, "origin": {}}')
    assert cache.get("a") is None
    assert cache.put_bytes("a", b"s" * 600).path.read_bytes() == b"s" * 600


def test_stale_unfinished_files_make_room(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000)
    part = cache.part("old")
    part.write_bytes(b"p" * 900)
    with pytest.raises(FetchError):
        cache.put_bytes("new", b"n" * 500)
    then = time.time() - 30 * 24 * 3600
    os.utime(part, (then, then))
    cache.put_bytes("new", b"n" * 500)
    assert not part.exists()


def test_what_a_killed_download_left_behind_counts_and_makes_room(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000)
    killed = subprocess.run(
        [sys.executable, "-c",
         "import os, sys; from pathlib import Path; from soundmark.benchmarks.fetch import FileCache\n"
         "with FileCache(Path(sys.argv[1]), max_bytes=1000).staging('k') as folder:\n"
         "    (folder / '.cache').mkdir(parents=True); (folder / '.cache' / 'x.incomplete').write_bytes(b'p' * 900)\n"
         "    os.kill(os.getpid(), 9)",
         str(tmp_path)],
        cwd=ROOT, check=False,
    )  # fmt: skip
    assert killed.returncode == -9
    assert cache.total_bytes() == 900
    with pytest.raises(FetchError, match="CLIP_CACHE_GB"):
        cache.put_bytes("new", b"n" * 500)
    (left,) = (tmp_path / "staging").rglob("*.incomplete")
    then = time.time() - 30 * 24 * 3600
    os.utime(left, (then, then))
    cache.put_bytes("new", b"n" * 500)
    assert not left.exists()
    assert cache.total_bytes() == 500


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(FetchError, match="cache cannot be written"):
        FileCache(tmp_path / "file" / "cache", max_bytes=1000)


def test_a_lock_that_another_process_held_comes_free(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000)
    script = (
        "import sys; from pathlib import Path; from soundmark.benchmarks.fetch import FileCache\n"
        "with FileCache(Path(sys.argv[1]), max_bytes=1000).lock('k', 30): print('held', flush=True); input()"
    )
    command = [sys.executable, "-c", script, str(tmp_path)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=ROOT, text=True, stdin=pipe, stdout=pipe) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(FetchError), cache.lock("k", 0.3):
            pass
        other.kill()
        with cache.lock("k", 10):
            pass


def test_a_lock_that_is_not_released_in_time_is_said(tmp_path: Path) -> None:
    cache = FileCache(tmp_path, max_bytes=1000)
    waited: list[int] = []
    with cache.lock("k", 1), pytest.raises(FetchError) as caught, cache.lock("k", 0.6, lambda: waited.append(1)):
        pass
    assert caught.value.reason is FetchReason.BUSY
    assert waited
