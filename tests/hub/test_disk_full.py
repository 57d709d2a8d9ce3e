"""A disk that is full while answers are being published: refused answers say so, the others get there once."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from huggingface_hub import HfApi

from soundmark.secret import Secret
from soundmark.store.bucket import BucketMirror
from soundmark.store.flush import flush, publish_all
from soundmark.store.hub_bucket import HubBucket
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubError
from soundmark.store.journal import Journal, JournalError
from soundmark.store.log_state import Mode
from soundmark.store.publisher import Pace, Publisher
from soundmark.store.seal import counts, mark_published
from soundmark.store.shard_file import shard_bytes
from tests.hub.conftest import TOKEN, append, commits, ids_in_files
from tests.support.loopback_hub import RunningHub
from tests.support.rows import geo_row
from tests.support.small_disk import FullDisk, Quota, mounted

BUCKET = "alice/inbox"


@dataclass(frozen=True)
class Room:
    """A journal whose room can be taken away and given back."""

    journal: Journal
    fill: Callable[[], None]
    free: Callable[[], None]
    folder: Path


def on_small_disk(folder: Path) -> Room:
    journal, disk = Journal(folder / "journal.sqlite"), FullDisk(folder)
    return Room(journal, lambda: disk.fill(journal), disk.free, folder)


def under_quota(folder: Path) -> Room:
    journal, quota = Journal(folder / "journal.sqlite"), Quota()
    return Room(journal, lambda: quota.fill(journal), lambda: quota.free(journal), folder)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Room]:
    with mounted(tmp_path / "disk") as folder:
        room = on_small_disk(folder)
        yield room
        room.journal.close()


@pytest.fixture(params=["a small disk", "a quota"])
def room(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Room]:
    if request.param == "a small disk":
        yield request.getfixturevalue("small_disk")
    else:
        found = under_quota(tmp_path)
        yield found
        found.journal.close()


def append_until_refused(journal: Journal) -> tuple[list[str], JournalError]:
    """Answers until one is refused: what was acknowledged, and the refusal."""
    acknowledged: list[str] = []
    for _ in range(500):
        row = geo_row(raw_answer="x" * 3000)
        try:
            journal.append(row)
        except JournalError as refusal:
            return acknowledged, refusal
        acknowledged.append(row.response_id)
    raise AssertionError("it never got full")


def test_answers_are_refused_while_it_is_full_and_the_others_are_published_once(
    room: Room, server: RunningHub, repo: HubRepo
) -> None:
    clock = [1000.0]
    publisher = Publisher(room.journal, repo, pace=Pace(refresh_every_s=1e9), clock=lambda: clock[0])
    ids = append(room.journal)
    publisher.step()
    assert sorted(ids_in_files(server)) == sorted(ids)
    ids += append(room.journal)
    room.fill()
    acknowledged, refusal = append_until_refused(room.journal)
    assert "could not be stored" in str(refusal)
    ids += acknowledged
    for _ in range(5):  # the publisher goes on trying, and never says that something is published that is not
        clock[0] += 400
        publisher.step()
        there = ids_in_files(server)
        assert len(there) == len(set(there))
        assert set(there) <= set(ids)
    room.free()
    ids += append(room.journal)
    for _ in range(3):
        clock[0] += 400
        publisher.step()
    assert publisher.state().mode is Mode.PUBLISHING
    assert (publisher.state().pending_rows, publisher.state().last_error) == (0, "")
    assert sorted(ids_in_files(server)) == sorted(ids)
    with room.journal.reading() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def before_sealing(room: Room, repo: HubRepo, _: pytest.MonkeyPatch) -> HubRepo:
    room.fill()
    return repo


def before_sending(room: Room, repo: HubRepo, monkeypatch: pytest.MonkeyPatch) -> HubRepo:
    def filling(*arguments: object) -> bytes | None:
        room.fill()
        return shard_bytes(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("soundmark.store.flush.shard_bytes", filling)
    return repo


def after_it_arrived(room: Room, repo: HubRepo, monkeypatch: pytest.MonkeyPatch) -> HubRepo:
    def filling(*arguments: object) -> None:
        room.fill()
        mark_published(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr("soundmark.store.flush.mark_published", filling)
    return repo


@pytest.mark.parametrize(
    ("fill", "arrives"), [(before_sealing, False), (before_sending, False), (after_it_arrived, True)]
)
def test_a_disk_that_fills_in_the_middle_of_a_publish(
    fill: Callable[[Room, HubRepo, pytest.MonkeyPatch], HubRepo],
    arrives: bool,
    small_disk: Room,
    server: RunningHub,
    repo: HubRepo,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    journal = small_disk.journal
    publish_all(journal, repo)
    ids, before = append(journal), commits(server)
    with monkeypatch.context() as patched:
        fill(small_disk, repo, patched)
        with pytest.raises(JournalError):
            flush(journal, repo)
    assert commits(server) - before == arrives
    assert ids_in_files(server) == (ids if arrives else [])
    assert counts(journal).pending_rows == 3
    small_disk.free()
    flush(journal, repo)
    assert commits(server) - before == 1
    assert ids_in_files(server) == ids
    assert counts(journal).pending_rows == 0


@pytest.fixture
def bucket(server: RunningHub) -> HubBucket:
    HfApi(endpoint=server.endpoint, token=TOKEN).create_bucket(BUCKET, private=True)
    return HubBucket(name=BUCKET, token=Secret(TOKEN), endpoint=server.endpoint)


def test_a_bucket_is_written_from_a_full_disk_and_read_when_there_is_room_again(
    small_disk: Room, bucket: HubBucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = small_disk.journal
    mirror = BucketMirror(journal, bucket)
    ids = append(journal)
    assert mirror.save() == 3
    ids += append(journal)
    small_disk.fill()
    assert mirror.save() >= 3, "what was acknowledged is saved although the disk is full"

    other = Journal(tmp_path / "other" / "journal.sqlite")
    monkeypatch.setattr(tempfile, "tempdir", str(small_disk.folder))
    after = BucketMirror(other, bucket)
    with pytest.raises(HubError, match="disk of this machine is full"):
        after.restore()
    small_disk.free()
    assert after.restore() == 6
    assert sorted(row.response_id for row in other.rows("geo")) == sorted(ids)
    other.close()


def test_answers_taken_over_onto_a_full_disk_are_taken_over_when_there_is_room(
    small_disk: Room, bucket: HubBucket, tmp_path: Path
) -> None:
    other = Journal(tmp_path / "other" / "journal.sqlite")
    ids = append(other)
    BucketMirror(other, bucket).save()
    other.close()
    after = BucketMirror(small_disk.journal, bucket)
    small_disk.fill()
    with pytest.raises(JournalError):
        after.restore()
    assert list(small_disk.journal.rows("geo")) == []
    small_disk.free()
    assert after.restore() == 3
    assert [row.response_id for row in small_disk.journal.rows("geo")] == ids
