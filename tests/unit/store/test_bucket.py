"""Answers outlive the disk in a bucket, and no fragment is forgotten before all of it is published."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from soundmark.store import schema
from soundmark.store.bucket import BucketMirror
from soundmark.store.hub_errors import HubBusy, HubError, HubRefusal
from soundmark.store.journal import Journal
from soundmark.store.json_lines import read_lines
from soundmark.store.seal import mark_published, replica_id, seal
from tests.conftest import ROOT
from tests.support.rows import geo_row
from tests.support.waiting import wait_until

CASES = ROOT / "tests" / "data" / "cases"


class FakeInbox:
    """Files in memory; fails when told to."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.fails = 0

    def _may_fail(self) -> None:
        if self.fails:
            self.fails -= 1
            raise HubError("The Hub answered 500.")

    def put(self, name: str, data: bytes) -> None:
        self._may_fail()
        self.files[name] = data

    def names(self, folder: str) -> list[str]:
        self._may_fail()
        return sorted(name for name in self.files if name.startswith(f"{folder}/"))

    def get(self, name: str) -> bytes | None:
        self._may_fail()
        return self.files.get(name)

    def remove(self, names: Sequence[str]) -> None:
        self._may_fail()
        for name in names:
            del self.files[name]


def append(journal: Journal, number: int = 3) -> list[str]:
    rows = [geo_row() for _ in range(number)]
    for row in rows:
        journal.append(row)
    return [row.response_id for row in rows]


def ids(journal: Journal) -> list[str]:
    return [row.response_id for row in journal.rows("geo")]


def publish(journal: Journal) -> None:
    mark_published(journal, seal(journal))


@pytest.fixture
def inbox() -> FakeInbox:
    return FakeInbox()


def test_an_empty_disk_gets_back_what_was_not_published(journal: Journal, inbox: FakeInbox, tmp_path: Path) -> None:
    mirror = BucketMirror(journal, inbox)
    own = append(journal)
    assert mirror.save() == 3
    own += append(journal)
    assert mirror.save() == 3
    assert mirror.save() == 0, "saved already"

    fresh = Journal(tmp_path / "fresh" / "journal.sqlite")
    after = BucketMirror(fresh, inbox)
    assert after.restore() == 6
    assert after.restore() == 0
    assert ids(fresh) == own
    assert list(fresh.rows("geo")) == list(journal.rows("geo"))
    fresh.close()


def test_a_fragment_is_removed_when_all_of_it_is_published(journal: Journal, inbox: FakeInbox) -> None:
    mirror = BucketMirror(journal, inbox)
    append(journal)
    mirror.save()
    assert mirror.tidy() == 0
    publish(journal)
    append(journal)
    mirror.save()
    assert mirror.tidy() == 1
    assert [name.split("/")[-1] for name in inbox.files] == ["4-6.jsonl"]


def test_what_is_published_is_neither_saved_nor_taken_over(journal: Journal, inbox: FakeInbox, tmp_path: Path) -> None:
    mirror = BucketMirror(journal, inbox)
    known = set(append(journal))
    mirror.save()
    fresh = Journal(tmp_path / "fresh" / "journal.sqlite")
    after = BucketMirror(fresh, inbox, is_published=lambda _, row_id: row_id in known)
    assert after.restore() == 0
    assert ids(fresh) == []
    assert inbox.files == {}, "nothing in it is of use any more"
    publish(journal)
    assert BucketMirror(journal, inbox).save() == 0
    fresh.close()


def test_fragments_of_others_stay_until_they_are_published(journal: Journal, inbox: FakeInbox, tmp_path: Path) -> None:
    """Their writer may still run."""
    append(journal)
    BucketMirror(journal, inbox).save()
    fresh = Journal(tmp_path / "fresh" / "journal.sqlite")
    after = BucketMirror(fresh, inbox)
    after.restore()
    publish(fresh)
    after.tidy()
    assert len(inbox.files) == 1
    fresh.close()


def test_a_put_that_fails_is_made_again(journal: Journal, inbox: FakeInbox) -> None:
    mirror = BucketMirror(journal, inbox)
    append(journal)
    inbox.fails = 1
    with pytest.raises(HubError):
        mirror.save()
    append(journal)
    assert mirror.save() == 6


def test_the_thread_restores_saves_and_saves_a_last_time(journal: Journal, inbox: FakeInbox) -> None:
    other = json.dumps({"table": "geo", "row": json.loads(schema.encode(geo_row()))})
    inbox.files["inbox/abcdef/1-1.jsonl"] = other.encode()
    mirror = BucketMirror(journal, inbox)
    mirror.start()
    assert wait_until(lambda: len(ids(journal)) == 1, 10)
    append(journal)
    mirror.close()
    saved = b"".join(data for name, data in inbox.files.items() if replica_id(journal) in name)
    assert len(read_lines(saved).objects) == 3


def test_what_was_taken_over_is_not_saved_once_more(journal: Journal, inbox: FakeInbox, tmp_path: Path) -> None:
    """It still lies where it came from; else a bucket would grow with each restart."""
    append(journal)
    BucketMirror(journal, inbox).save()
    fresh = Journal(tmp_path / "fresh" / "journal.sqlite")
    after = BucketMirror(fresh, inbox)
    assert after.restore() == 3
    after.save()
    assert len(inbox.files) == 1
    own = append(fresh, 1)
    after.save()
    saved = next(data for name, data in inbox.files.items() if replica_id(fresh) in name)
    assert [found["row"]["response_id"] for found in read_lines(saved).objects] == own  # type: ignore[index]
    fresh.close()


def test_a_bucket_that_asks_to_wait_is_left_alone(
    journal: Journal, inbox: FakeInbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def busy(name: str, data: bytes) -> None:
        tries.append(name)
        raise HubBusy("The Hub asks to wait 3600 s.", 3600.0)

    monkeypatch.setattr("soundmark.store.bucket.SAVE_EVERY_S", 0.01)
    monkeypatch.setattr(inbox, "put", busy)
    append(journal)
    mirror = BucketMirror(journal, inbox)
    mirror.start()
    assert wait_until(lambda: "3600 s" in mirror.trouble, 10)
    assert not wait_until(lambda: len(tries) > 1, 0.5)
    mirror.close()
    assert len(tries) == 2, "a last try when the app ends, and it ends at once"


def test_a_dataset_that_cannot_be_read_does_not_keep_from_saving(journal: Journal, inbox: FakeInbox) -> None:
    def fails() -> None:
        raise HubRefusal("The Hub has no dataset a/b.")

    append(journal)
    mirror = BucketMirror(journal, inbox, before_restore=fails)
    mirror.start()
    assert wait_until(lambda: len(inbox.files) == 1, 10)
    assert wait_until(lambda: "no dataset a/b" in mirror.trouble, 10)
    mirror.close()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\x00\xff\xfe", b"[1]\n", b'{"table": "geo"}\n', b'{"table": "geo", "row": {"response_id": 5}}\n',
        b'{"table": "nope", "row": {}}\n', b'{"table": ["geo"], "row": 3}\n', b"{" * 100_000, b'{"table":',
    ],
)  # fmt: skip
def test_a_fragment_that_is_none_is_left_out_and_the_others_are_read(
    data: bytes, journal: Journal, inbox: FakeInbox
) -> None:
    inbox.files = {
        "inbox/aa/1-1.jsonl": data,
        "inbox/ab/../../1-1.jsonl": b"{}",
        "elsewhere/1": b"{}",
        "inbox/bb/1-1.jsonl": json.dumps({"table": "geo", "row": json.loads(schema.encode(geo_row()))}).encode(),
    }
    assert BucketMirror(journal, inbox).restore() == 1


def test_l03_whole_rows_of_a_torn_file_are_kept() -> None:
    found = read_lines((CASES / "l03_crash.jsonl").read_bytes())
    assert [item["row_id"] for item in found.objects] == ["r001", "r002", "r003", "r004", "r005"]
    assert len(found.bad_lines) == 1


def test_l09_bytes_that_are_no_utf8_spoil_no_other_row() -> None:
    found = read_lines((CASES / "l09_bad_bytes.jsonl").read_bytes())
    assert [item["row_id"] for item in found.objects] == ["r001", "r002", "r003", "r004"]
    assert found.bad_lines == []


def test_an_object_inside_a_torn_line_is_not_believed() -> None:
    """It may be part of somebody's answer."""
    found = read_lines(b'{"raw_answer": "{\\"table\\": 1}" {"table": "geo"}\n{"a": 1}\n')
    assert found.objects == [{"a": 1}]
    assert len(found.bad_lines) == 1
