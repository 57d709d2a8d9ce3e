"""Answers outlive the disk in a bucket, and no fragment is forgotten before all of it is published."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import create_autospec

import pytest
from huggingface_hub import HfApi

from soundmark.settings import Secret
from soundmark.store import schema
from soundmark.store.bucket import BucketMirror, HubBucket
from soundmark.store.hub_client import HubError
from soundmark.store.journal import Journal
from soundmark.store.json_lines import read_lines
from soundmark.store.seal import mark_published, replica_id, seal
from tests.conftest import ROOT
from tests.support.rows import geo_row
from tests.support.waiting import wait_until

CASES = ROOT.parent / "shared" / "cases" / "files"
needs_cases = pytest.mark.skipif(not CASES.is_dir(), reason="the collected trouble reports are not here")


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

    def names(self) -> list[str]:
        self._may_fail()
        return sorted(self.files)

    def get(self, name: str) -> bytes:
        self._may_fail()
        return self.files[name]

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
    assert len(read_lines(saved).objects) == 4


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


@needs_cases
def test_l03_whole_rows_of_a_torn_file_are_kept() -> None:
    found = read_lines((CASES / "l03_crash.jsonl").read_bytes())
    assert [item["row_id"] for item in found.objects] == ["r001", "r002", "r003", "r004", "r005"]
    assert len(found.bad_lines) == 1


@needs_cases
def test_l09_bytes_that_are_no_utf8_spoil_no_other_row() -> None:
    found = read_lines((CASES / "l09_bad_bytes.jsonl").read_bytes())
    assert [item["row_id"] for item in found.objects] == ["r001", "r002", "r003", "r004"]
    assert found.bad_lines == []


def test_an_object_inside_a_torn_line_is_not_believed() -> None:
    """It may be part of somebody's answer."""
    found = read_lines(b'{"raw_answer": "{\\"table\\": 1}" {"table": "geo"}\n{"a": 1}\n')
    assert found.objects == [{"a": 1}]
    assert len(found.bad_lines) == 1


def test_the_library_takes_the_calls_that_are_made(monkeypatch: pytest.MonkeyPatch) -> None:
    """The real call is not run here: it needs the real Hub. The stand-in refuses what the library's methods refuse."""
    api = create_autospec(HfApi, instance=True)
    api.list_bucket_tree.return_value = [SimpleNamespace(path="inbox/b"), SimpleNamespace(path="inbox/a")]
    api.download_bucket_files.side_effect = lambda _, files, **__: Path(files[0][1]).write_bytes(b"row")
    monkeypatch.setattr("soundmark.store.bucket.hub_api", lambda *_: api)
    bucket = HubBucket(name="a/b", token=Secret("hf_x"))
    bucket.put("inbox/a", b"row")
    bucket.remove(["inbox/a"])
    assert bucket.names() == ["inbox/a", "inbox/b"]
    assert bucket.get("inbox/a") == b"row"
    assert [call.kwargs for call in api.batch_bucket_files.call_args_list] == [
        {"add": [(b"row", "inbox/a")]},
        {"delete": ["inbox/a"]},
    ]
