"""A bucket keeps what is not published yet, over the library's own client: nothing is lost, nothing comes twice."""

from __future__ import annotations

import json
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from huggingface_hub import HfApi

from soundmark.secret import Secret
from soundmark.services import open_services
from soundmark.settings import read_settings
from soundmark.store.bucket import BucketMirror
from soundmark.store.compaction import compact
from soundmark.store.flush import publish_all
from soundmark.store.hub_bucket import HubBucket
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubBusy, HubError, HubRefusal
from soundmark.store.journal import Journal
from soundmark.store.log_state import LogState, Mode, said_with_bucket
from soundmark.store.published import PublishedLog, published_rows
from tests.hub.conftest import REPO, TOKEN, append
from tests.support.app_process import AppProcess
from tests.support.load_published import load_published
from tests.support.loopback_hub import RunningHub
from tests.support.packs import small_pack
from tests.support.raw_events import RawClient
from tests.support.rows import geo_row
from tests.support.waiting import wait_until

BUCKET = "alice/inbox"
BATCH, XORBS, SHARDS = "POST .*/batch", "POST /__cas/v1/xorbs", "POST /__cas/v1/shards"


@pytest.fixture
def bucket(server: RunningHub) -> HubBucket:
    HfApi(endpoint=server.endpoint, token=TOKEN).create_bucket(BUCKET, private=True)
    return HubBucket(name=BUCKET, token=Secret(TOKEN), endpoint=server.endpoint)


def ids(journal: Journal) -> list[str]:
    return [row.response_id for row in journal.rows("geo")]


def names(server: RunningHub) -> list[str]:
    """What lies in the bucket, read without any code of the product."""
    return sorted(server.store.buckets.all[BUCKET].files)


def test_files_are_put_listed_read_replaced_and_removed(bucket: HubBucket) -> None:
    assert bucket.names("inbox") == []
    large = json.dumps([geo_row(raw_answer="ü" * 150_000).raw_answer] * 3).encode()
    bucket.put("inbox/ab/1-1.jsonl", b"one\n")
    bucket.put("inbox/ab/2-9.jsonl", large)
    bucket.put("elsewhere/1.jsonl", b"no\n")
    assert bucket.names("inbox") == ["inbox/ab/1-1.jsonl", "inbox/ab/2-9.jsonl"]
    assert (bucket.get("inbox/ab/1-1.jsonl"), bucket.get("inbox/ab/2-9.jsonl")) == (b"one\n", large)
    bucket.put("inbox/ab/1-1.jsonl", b"two\n")
    assert bucket.get("inbox/ab/1-1.jsonl") == b"two\n"
    bucket.remove(["inbox/ab/1-1.jsonl"])
    assert bucket.names("inbox") == ["inbox/ab/2-9.jsonl"]
    assert bucket.get("inbox/ab/1-1.jsonl") is None
    with pytest.raises(HubError, match=f"bucket {BUCKET} did not do all"):
        bucket.remove(["inbox/ab/1-1.jsonl", "inbox/ab/2-9.jsonl"])
    assert bucket.names("inbox") == [], "what could be removed was"


def test_a_listing_of_many_pages_is_whole(server: RunningHub, bucket: HubBucket) -> None:
    bucket.put("inbox/ab/1-1.jsonl", b"one\n")
    stored = server.store.buckets.all[BUCKET]
    (entry,) = stored.files.values()
    stored.files = {f"inbox/ab/{number}-{number}.jsonl": entry for number in range(2345)}
    assert bucket.names("inbox") == sorted(stored.files)


@pytest.mark.parametrize(
    "rule",
    [
        {"match": BATCH, "when": "before", "status": 500},
        {"match": BATCH, "when": "after", "status": 500},
        {"match": BATCH, "when": "after", "status": 504},
        {"match": BATCH, "when": "drop_before"},
        {"match": BATCH, "when": "drop_after"},
        {"match": BATCH, "when": "hang", "delay": 1.0},
        {"match": BATCH, "when": "hang_after", "delay": 1.0},
        {"match": BATCH, "when": "before", "status": 429, "headers": {"Retry-After": "7"}},
        {"match": XORBS, "when": "before", "status": 400},
        {"match": XORBS, "when": "hang", "delay": 4.0},
        {"match": SHARDS, "when": "hang", "delay": 4.0},
        {"match": SHARDS, "when": "hang_after", "delay": 4.0},
    ],
)
def test_saving_that_fails_is_made_again_and_each_row_is_taken_over_once(
    rule: dict[str, object], server: RunningHub, bucket: HubBucket, journal: Journal, tmp_path: Path
) -> None:
    mirror = BucketMirror(journal, replace(bucket, timeout_s=0.4))
    own = append(journal)
    server.controls.set_faults([rule])
    with pytest.raises(HubError) as caught:
        mirror.save()
    assert [entry.fault for entry in server.controls.log if entry.fault] == [rule["when"]], "tried once, and no more"
    if isinstance(caught.value, HubBusy):
        assert caught.value.wait_s == 7
    own += append(journal)
    mirror.inbox = bucket
    assert mirror.save() == 6

    fresh = Journal(tmp_path / "fresh" / "journal.sqlite")
    BucketMirror(fresh, bucket).restore()
    assert sorted(ids(fresh)) == sorted(own)
    fresh.close()


def no_bucket(server: RunningHub) -> None:
    server.store.buckets.delete(BUCKET)


def revoke(server: RunningHub) -> None:
    server.controls.set_tokens(revoked=[TOKEN])


def only_read(server: RunningHub) -> None:
    server.controls.set_tokens(read_only=[TOKEN])


def of_another(server: RunningHub) -> None:
    server.store.buckets.all[BUCKET].id = "bob/inbox"
    server.store.buckets.all[BUCKET].private = False


@pytest.mark.parametrize(
    ("refuse", "sentence"),
    [
        (no_bucket, rf"no bucket {BUCKET}.*404.*LOG_BUCKET"),
        (revoke, r"HF_TOKEN.*401.*token"),
        (only_read, rf"HF_TOKEN.*{BUCKET}.*403.*bucket"),
        (of_another, rf"HF_TOKEN.*{BUCKET}.*403.*bucket"),
    ],
)
def test_a_bucket_that_may_not_be_written_is_named_and_the_rows_wait(
    refuse: Callable[[RunningHub], None], sentence: str, server: RunningHub, bucket: HubBucket, journal: Journal
) -> None:
    mirror = BucketMirror(journal, bucket)
    own = append(journal)
    refuse(server)
    with pytest.raises(HubRefusal, match=sentence):
        mirror.save()
    with pytest.raises(HubRefusal, match=sentence):
        bucket.remove(["inbox/ab/1-1.jsonl"])
    assert ids(journal) == own


def test_a_bucket_that_is_made_later_gets_what_waits_and_the_page_says_both(
    server: RunningHub, bucket: HubBucket, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soundmark.store.bucket.RECHECK_S", 0.2)
    server.store.buckets.delete(BUCKET)
    append(journal)
    mirror = BucketMirror(journal, bucket)
    mirror.start()
    state = LogState(mode=Mode.PUBLISHING, repo=REPO, pending_rows=3, published_rows=0, unpublished_s=90)
    assert wait_until(lambda: bool(mirror.trouble), 10)
    said = said_with_bucket(state, BUCKET, 5, mirror.trouble)
    assert "up to 90 s" in said
    assert f"no bucket {BUCKET}" in said
    HfApi(endpoint=server.endpoint, token=TOKEN).create_bucket(BUCKET)
    assert wait_until(lambda: len(names(server)) == 1 and not mirror.trouble, 10)
    said = said_with_bucket(state, BUCKET, 5, mirror.trouble)
    assert f"until then it is kept in the bucket {BUCKET}, within 5 s" in said
    assert "lost" not in said
    mirror.close()


@pytest.mark.long
def test_a_space_says_that_it_keeps_answers_in_the_bucket_and_does_when_the_dataset_refuses(
    server: RunningHub, bucket: HubBucket, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("soundmark.services._close_on_sigterm", lambda _: None)  # it would stay with the test's process
    server.controls.set_faults([{"match": "POST .*/commit/", "when": "before", "status": 403, "times": 1000}])
    clips = small_pack(tmp_path / "tones", [(1.0, 2.0)])
    variables = {
        "SYSTEM": "spaces", "SPACE_ID": "alice/space", "DATA_DIR": str(tmp_path / "data"), "CLIPS_DIR": str(clips),
        "LOG_REPO": REPO, "LOG_BUCKET": BUCKET, "HF_TOKEN": TOKEN, "HF_ENDPOINT": server.endpoint,
    }  # fmt: skip
    services = open_services(read_settings(variables))
    own = append(services.journal)
    assert wait_until(lambda: f"kept in the bucket {BUCKET}" in services.log_sentence(), 20)
    assert wait_until(lambda: saved_ids(bucket) == set(own), 20)
    assert wait_until(lambda: "403" in services.log_sentence(), 10)
    own += append(services.journal)
    services.close()
    assert saved_ids(bucket) == set(own), "what came last is saved when the app ends"


def test_a_replica_that_starts_beside_another_loses_nothing_and_readers_see_each_row_once(
    server: RunningHub, bucket: HubBucket, repo: HubRepo, journal: Journal, tmp_path: Path
) -> None:
    running = BucketMirror(journal, bucket)
    own = append(journal)
    running.save()
    second = Journal(tmp_path / "second" / "journal.sqlite")
    published = PublishedLog(repo)
    beside = BucketMirror(second, bucket, is_published=published.has)
    assert beside.restore() == 3
    own += append(second)
    beside.save()
    for one in (journal, second):
        publish_all(one, repo)
    assert running.tidy() == 1
    assert beside.tidy() == 1
    assert names(server) == []
    assert sorted(row.response_id for row in published_rows(repo, "geo")) == sorted(own)  # type: ignore[attr-defined]
    (merged,) = compact(repo, lag_days=0)
    assert (merged.row_count, merged.duplicates_dropped) == (6, 3)
    second.close()


@pytest.mark.ui
def test_an_app_killed_before_it_published_loses_nothing_on_an_empty_disk(
    server: RunningHub, bucket: HubBucket, repo: HubRepo, tmp_path: Path
) -> None:
    """The dataset takes nothing while the first app runs; nothing of its disk is left for the second."""
    clips = small_pack(tmp_path / "tones", [(float(number), float(number)) for number in range(6)])
    server.controls.set_faults([{"match": "POST .*/commit/", "when": "before", "status": 500, "times": 10_000}])

    first = start(server, tmp_path / "one" / "data", clips)
    player = RawClient(first.url)
    for _ in range(3):
        pin = {"round": player.start(), "phase": "guess", "guess": {"lat": 1, "lon": 2, "how": "map"}}
        assert player.call("geo-submit", "click", player.ticket, pin, None, "", None)["success"]
    acknowledged = ids_on_disk(first.data)
    assert len(acknowledged) == 3
    assert wait_until(lambda: saved_ids(bucket) == set(acknowledged), 20)
    first.stop(signal.SIGKILL)
    server.controls.set_faults([])

    second = start(server, tmp_path / "two" / "data", clips)
    assert wait_until(lambda: ids_on_disk(second.data) == acknowledged, 30), second.log
    second.stop()
    assert sorted(load_published(server.endpoint, REPO, tables=["geo"])["geo"].ids) == sorted(acknowledged)

    third, published = Journal(tmp_path / "three" / "journal.sqlite"), PublishedLog(repo)
    mirror = BucketMirror(third, bucket, is_published=published.has, before_restore=published.refresh)
    assert mirror.restore() == 0, "all of it is published"
    assert (ids(third), names(server)) == ([], [])
    third.close()


def start(server: RunningHub, data: Path, clips: Path) -> AppProcess:
    """The app as on a Space with a bucket."""
    variables = {
        "LOG_REPO": REPO,
        "LOG_BUCKET": BUCKET,
        "HF_TOKEN": TOKEN,
        "HF_ENDPOINT": server.endpoint,
        "HF_HUB_OFFLINE": "0",
        "HF_HOME": str(data.parent / "hf_home"),
        "PLAYER_SALT": "0123456789abcdef" * 2,
    }
    return AppProcess(data, clips=clips, variables=variables).start()


def ids_on_disk(data: Path) -> list[str]:
    with sqlite3.connect(f"file:{data / 'journal.sqlite'}?mode=ro", uri=True) as connection:
        return [row_id for (row_id,) in connection.execute("SELECT response_id FROM responses ORDER BY seq")]


def saved_ids(bucket: HubBucket) -> set[str]:
    found = [bucket.get(name) or b"" for name in bucket.names("inbox")]
    return {json.loads(line)["row"]["response_id"] for data in found for line in data.splitlines()}
