"""Clips that are files of a dataset, as TAU's mp3 files, come from a Hub into the cache, or a sentence says why not."""

from __future__ import annotations

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache, HubClips, HubDataset
from soundmark.types import Clip
from tests.support.loopback.published import publish_dataset
from tests.support.loopback_hub import RunningHub

REPO = "chenjoachim/TAU-dataset"
NAME = "00000076_1.mp3"
SOUND = random.Random(3).randbytes(200_000)
CLIP = Clip(path=None, key=NAME, address=f"https://huggingface.co/datasets/{REPO}/resolve/main/{NAME}")
Open = Callable[..., HubClips]


@pytest.fixture
def commit(server: RunningHub) -> str:
    return publish_dataset(server.store, REPO, {NAME: SOUND, "sub/other.mp3": b"other"})


@pytest.fixture
def open_clips(server: RunningHub, tmp_path: Path) -> Open:
    def make(max_bytes: int = 10_000_000, **changes: object) -> HubClips:
        options: dict[str, object] = {"revision": "main", "state_dir": tmp_path / "state", "endpoint": server.endpoint}
        dataset = HubDataset(REPO, **(options | changes))  # type: ignore[arg-type]
        return HubClips(dataset, FileCache(tmp_path / "clips", max_bytes=max_bytes))

    return make


def test_a_clip_is_fetched_once_with_progress(server: RunningHub, commit: str, open_clips: Open) -> None:
    clips = open_clips()
    assert clips.at_hand(CLIP) is None
    told: list[tuple[int, int | None]] = []
    found = clips.fetch(CLIP, lambda done, total: told.append((done, total)))
    assert found.path.read_bytes() == SOUND
    assert told[-1] == (len(SOUND), len(SOUND))
    server.controls.log.clear()
    assert clips.fetch(CLIP) == found
    assert open_clips(offline=True).fetch(CLIP) == found
    assert server.controls.log == []


def test_only_the_pinned_commit_is_read(server: RunningHub, commit: str, open_clips: Open) -> None:
    other = Clip(path=None, key="sub/other.mp3")
    assert open_clips().fetch(other).path.read_bytes() == b"other"
    publish_dataset(server.store, REPO, {NAME: b"changed"})
    assert open_clips().fetch(CLIP).path.read_bytes() == SOUND


def test_another_commit_has_clips_of_its_own(server: RunningHub, commit: str, open_clips: Open) -> None:
    assert open_clips(revision=commit).fetch(CLIP).path.read_bytes() == SOUND
    later = publish_dataset(server.store, REPO, {NAME: b"changed"})
    assert open_clips(revision=later).at_hand(CLIP) is None
    assert open_clips(revision=later).fetch(CLIP).path.read_bytes() == b"changed"
    assert open_clips(revision=commit, offline=True).fetch(CLIP).path.read_bytes() == SOUND


def test_many_that_look_the_same_revision_up_at_once_all_find_it(
    server: RunningHub, commit: str, tmp_path: Path
) -> None:
    def look_up(_: int) -> str:
        state = tmp_path / "state"
        return HubDataset(REPO, revision="main", state_dir=state, endpoint=server.endpoint).commit()

    with ThreadPoolExecutor(12) as threads:
        assert set(threads.map(look_up, range(12))) == {commit}
    assert [path.suffix for path in (tmp_path / "state").iterdir()] == [".json"]


def test_looking_for_a_clip_asks_nobody(server: RunningHub, open_clips: Open) -> None:
    clips = open_clips()
    server.controls.log.clear()
    assert clips.at_hand(CLIP) is clips.peek(CLIP) is None
    assert server.controls.log == []


def test_many_at_once_fetch_it_once(server: RunningHub, commit: str, open_clips: Open) -> None:
    with ThreadPoolExecutor(6) as threads:
        found = set(threads.map(lambda _: open_clips().fetch(CLIP).sha256, range(6)))
    assert len(found) == 1
    reads = [entry for entry in server.controls.log if entry.method == "GET" and "/resolve/" in entry.path]
    assert len(reads) == 1


def test_a_broken_connection_is_tried_again(server: RunningHub, commit: str, open_clips: Open) -> None:
    server.controls.set_faults([{"match": "GET /datasets/.*/resolve", "when": "drop_before", "times": 1}])
    assert open_clips().fetch(CLIP).path.read_bytes() == SOUND


def test_players_are_told_without_names(server: RunningHub, commit: str, open_clips: Open) -> None:
    with pytest.raises(ClipUnavailable, match="no longer offered") as caught:
        open_clips().fetch(Clip(path=None, key="gone.mp3"))
    assert "gone" not in str(caught.value)
    with pytest.raises(ClipUnavailable, match="offline"):
        open_clips(offline=True).fetch(CLIP)
    fault = {"match": "/resolve/", "when": "before", "status": 403, "headers": {"X-Error-Code": "GatedRepo"}}
    server.controls.set_faults([fault | {"times": 9}])
    with pytest.raises(ClipUnavailable, match="terms"):
        open_clips().fetch(CLIP)


def test_no_room(commit: str, open_clips: Open, tmp_path: Path) -> None:
    with pytest.raises(ClipUnavailable, match="disk"):
        open_clips(max_bytes=100_000).fetch(CLIP)
    assert list((tmp_path / "clips" / "staging").iterdir()) == []


def test_names_that_are_none(tmp_path: Path) -> None:
    for name in ("", "no-owner", "../../x", "a/b/c", "a b/c"):
        with pytest.raises(FetchError) as caught:
            HubDataset(name, revision="main", state_dir=tmp_path)
        assert caught.value.reason is FetchReason.ADDRESS
