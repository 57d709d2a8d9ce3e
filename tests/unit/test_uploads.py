"""The one door for uploads: what it lets in, and what it keeps."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from starlette.types import Message, Receive, Scope, Send

from components.uploads import GuardedUploads, UploadDoor

LET_IN = 299


async def behind(scope: Scope, receive: Receive, send: Send) -> None:
    """Stands for the app behind the door."""
    await send({"type": "http.response.start", "status": LET_IN, "headers": []})
    await send({"type": "http.response.body", "body": b""})


def status_of(
    door: UploadDoor | None,
    path: str = "/gradio_api/upload",
    headers: Sequence[tuple[bytes, bytes]] = ((b"content-length", b"1000"),),
    method: str = "POST",
    root_path: str = "",
) -> int:
    """The status of a request's answer."""
    answers: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Message) -> None:
        answers.append(message)

    scope = {"type": "http", "path": path, "root_path": root_path, "headers": list(headers), "method": method}
    with ThreadPoolExecutor(1) as pool:  # a browser of another test may hold this thread's event loop
        pool.submit(asyncio.run, GuardedUploads(behind, door)(scope, receive, send)).result()
    return int(answers[0]["status"])


@pytest.fixture
def door(tmp_path: Path) -> UploadDoor:
    return UploadDoor(tmp_path, max_bytes=5000, max_kept_bytes=20_000)


def test_without_a_door_nothing_comes_in() -> None:
    for path in ("/gradio_api/upload", "/gradio_api/upload/", "/upload", "/x/upload"):
        assert status_of(None, path) == 403
    assert status_of(None, "/gradio_api/queue/join") == LET_IN


def test_there_is_one_door(door: UploadDoor) -> None:
    assert status_of(door) == LET_IN
    assert status_of(door, "/gradio_api/upload/") == LET_IN
    assert status_of(door, "/app/gradio_api/upload", root_path="/app") == LET_IN
    for path in ("/upload", "/x/gradio_api/upload", "/gradio_api/x/upload", "//gradio_api/upload"):
        assert status_of(door, path) == 403
    assert status_of(door, method="PUT") == 403


@pytest.mark.parametrize(
    "length,status",
    [(b"5000", LET_IN), (b"5001", 413), (b"", 411), (b"-1", 411), (b"1e3", 411), (b"9" * 30, 411), ("٣".encode(), 411)],
)
def test_an_upload_says_how_long_it_is_and_is_not_too_long(door: UploadDoor, length: bytes, status: int) -> None:
    assert status_of(door, headers=[(b"content-length", length)]) == status
    assert status_of(door, headers=[]) == 411


def put(folder: Path, name: str, n_bytes: int, age_s: float = 0.0) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"0" * n_bytes)
    for one in {path, path.parent} - {folder}:
        os.utime(one, (time.time() - age_s, time.time() - age_s))
    return path


def test_what_waits_must_not_fill_the_disk(door: UploadDoor, tmp_path: Path) -> None:
    put(tmp_path, f"{'a' * 64}/scene.wav", 10_000)
    put(tmp_path, "tmpabcdef12", 9_500)
    assert status_of(door) == 507
    put(tmp_path, "other", 10**6)  # nothing that was uploaded
    (tmp_path / "tmpabcdef12").unlink()
    assert status_of(door) == LET_IN


def test_what_nobody_used_is_removed_after_an_hour(door: UploadDoor, tmp_path: Path) -> None:
    old = [put(tmp_path, f"{'b' * 64}/a.wav", 10, 3700), put(tmp_path, "tmpxyz12345", 10, 3700)]
    young = [put(tmp_path, f"{'c' * 64}/a.wav", 10, 3500), put(tmp_path, "keep.txt", 10, 9999)]
    door.sweep()
    assert not any(path.exists() for path in old)
    assert all(path.exists() for path in young)


@pytest.mark.parametrize("minutes", [30, 1, 240])
def test_the_longest_recording_of_seven_microphones_fits_and_hardly_more(tmp_path: Path, minutes: int) -> None:
    door = UploadDoor.for_recordings(tmp_path, 60.0 * minutes)
    largest = minutes * 60 * 48_000 * 7 * 3 + 100_000

    def status(length: int) -> int:
        return status_of(door, headers=[(b"content-length", b"%d" % length)])

    assert status(largest) == LET_IN
    assert status(largest + 1_000_000) == 413
    assert door.max_kept_bytes >= 2 * largest
