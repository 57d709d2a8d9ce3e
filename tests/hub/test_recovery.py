"""What goes wrong between the journal and the Hub, one by one: no row is lost, and none is there twice."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from soundmark.store import flush as flush_module
from soundmark.store import schema
from soundmark.store.compaction import compact
from soundmark.store.flush import flush, publish_all
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubBusy, HubError, HubMoved, HubRefusal
from soundmark.store.journal import Journal, JournalError
from soundmark.store.prepare import prepare
from soundmark.store.published import PublishedLog, published_rows
from soundmark.store.seal import counts, seal
from soundmark.store.withdraw import withdraw
from tests.hub.conftest import REPO, TOKEN, OpenRepo, append, commits, ids_in_files
from tests.support.loopback_hub import RunningHub

XORBS, SHARDS = "POST /__cas/v1/xorbs", "POST /__cas/v1/shards"
COMMIT, PREUPLOAD = "POST .*/commit/", "POST .*/preupload/"
NOW = datetime(2026, 3, 20, 23, 59, 50, tzinfo=UTC)


@pytest.mark.parametrize(
    ("rule", "error"),
    [
        ({"match": COMMIT, "when": "before", "status": 500}, HubError),
        ({"match": COMMIT, "when": "after", "status": 500}, HubError),
        ({"match": COMMIT, "when": "after", "status": 502}, HubError),
        ({"match": COMMIT, "when": "after", "status": 504}, HubError),
        ({"match": COMMIT, "when": "after", "status": 408}, HubError),
        ({"match": COMMIT, "when": "before", "status": 412}, HubMoved),
        ({"match": COMMIT, "when": "drop_before"}, HubError),
        ({"match": COMMIT, "when": "drop_after"}, HubError),
        ({"match": COMMIT, "when": "hang", "delay": 2.5}, HubError),
        ({"match": COMMIT, "when": "hang_after", "delay": 2.5}, HubError),
        ({"match": COMMIT, "when": "before", "status": 429, "headers": {"Retry-After": "7"}}, HubBusy),
        ({"match": PREUPLOAD, "when": "before", "status": 429, "headers": {"RateLimit": '"api";r=0;t=9'}}, HubBusy),
        ({"match": PREUPLOAD, "when": "before", "status": 503}, HubError),
        ({"match": PREUPLOAD, "when": "drop_before"}, HubError),
        ({"match": XORBS, "when": "before", "status": 403}, HubError),
        ({"match": XORBS, "when": "hang", "delay": 2.5}, HubError),
        ({"match": SHARDS, "when": "hang", "delay": 2.5}, HubError),
        ({"match": SHARDS, "when": "hang_after", "delay": 2.5}, HubError),
    ],
)
def test_a_push_that_fails_is_made_again_and_each_row_is_there_once(
    rule: dict[str, object],
    error: type[HubError],
    server: RunningHub,
    open_repo: OpenRepo,
    journal: Journal,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    repo = open_repo(timeout_s=1.0)
    prepare(journal, repo)
    monkeypatch.setattr("soundmark.store.hub_client.XET_TIMEOUTS", 1)
    if rule["match"] in (XORBS, SHARDS):
        monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", False)
    ids = append(journal)
    server.controls.set_faults([rule])
    with pytest.raises(error) as caught:
        flush(journal, repo)
    assert caught.type is error
    assert [entry.fault for entry in server.controls.log if entry.fault] == [rule["when"]], "tried once, and no more"
    assert counts(journal).pending_rows == 3
    if isinstance(caught.value, HubBusy):
        assert caught.value.wait_s in (7, 9)
    # A hang is over only after the client has gone.
    for _ in range(40):
        try:
            flush(journal, open_repo(timeout_s=20.0))
            break
        except HubMoved:
            continue
    assert sorted(ids_in_files(server)) == sorted(ids)
    assert counts(journal).pending_rows == 0


def test_killed_between_the_commit_and_the_mark(
    server: RunningHub, repo: HubRepo, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepare(journal, repo)
    ids = append(journal)

    def killed(*_: object, **__: object) -> None:
        raise JournalError("killed")

    with monkeypatch.context() as patched, pytest.raises(JournalError):
        patched.setattr(flush_module, "mark_published", killed)
        flush(journal, repo)
    before = commits(server)
    flush(journal, repo)
    assert commits(server) == before, "what had arrived was committed again"
    assert sorted(ids_in_files(server)) == sorted(ids)


def test_a_shard_that_arrived_unnoticed_and_was_merged_is_not_pushed_again(
    server: RunningHub, repo: HubRepo, journal: Journal, tmp_path: Path
) -> None:
    prepare(journal, repo)
    other = Journal(tmp_path / "other.sqlite")
    ids = append(other)
    flush(other, repo, now=NOW)
    ids += append(journal)
    server.controls.set_faults([{"match": COMMIT, "when": "after", "status": 500}])
    with pytest.raises(HubError):
        flush(journal, repo, now=NOW)
    assert [item.sources for item in compact(repo, today=date(2026, 3, 22))] == [2]
    flush(journal, repo, now=NOW + timedelta(days=2))
    assert counts(journal).pending_rows == 0
    assert sorted(ids_in_files(server)) == sorted(ids)
    other.close()


def test_a_shard_sealed_before_midnight_and_pushed_days_after(
    server: RunningHub, repo: HubRepo, journal: Journal, tmp_path: Path
) -> None:
    """The journal was copied: its twin has pushed the very same shard, and it was merged since."""
    prepare(journal, repo)
    ids = append(journal)
    (shard,) = seal(journal, now=NOW)
    twin = Journal(shutil.copytree(journal.path.parent, tmp_path / "copy") / journal.path.name)
    flush(twin, repo, now=NOW)
    ids += append(twin)
    flush(twin, repo, now=NOW)
    assert shard.day == "2026-03-20"
    assert compact(repo, today=date(2026, 3, 22))
    flush(journal, repo, now=NOW + timedelta(days=3))
    assert sorted(ids_in_files(server)) == sorted(ids)
    twin.close()


def test_a_shard_that_arrived_unnoticed_and_went_straight_into_its_year(
    server: RunningHub, repo: HubRepo, journal: Journal, tmp_path: Path
) -> None:
    """It was the only one of its day, so that no day names it. What was taken back stays so, and old revisions stay."""
    prepare(journal, repo)
    other = Journal(tmp_path / "other.sqlite")
    ids = append(other)
    flush(other, repo, now=NOW - timedelta(days=40))
    withdraw(other, other.rows("geo"), deployment_id="test", only=ids[:1])
    flush(other, repo, now=NOW - timedelta(days=39))
    flush(other, repo, now=NOW - timedelta(days=38))
    ids += append(journal)
    server.controls.set_faults([{"match": COMMIT, "when": "after", "status": 500}])
    with pytest.raises(HubError):
        flush(journal, repo, now=NOW)
    before = repo.head()
    assert [(item.period, item.sources) for item in compact(repo, today=date(2027, 1, 2))] == [("2026", 2)]
    flush(journal, repo, now=NOW + timedelta(days=500))
    assert counts(journal).pending_rows == 0
    assert sorted(ids_in_files(server)) == sorted(ids)
    for revision in (before, None):
        assert sorted(row.response_id for row in published_rows(repo, "geo", revision)) == sorted(ids[1:])  # type: ignore[attr-defined]
    other.close()


def test_a_clock_that_jumps_back_doubles_nothing(server: RunningHub, repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    ids = []
    for days in (0, -400, 30, 0):
        ids += append(journal)
        flush(journal, repo, now=NOW + timedelta(days=days))
    compact(repo, today=date(2026, 5, 1))
    assert sorted(ids_in_files(server)) == sorted(ids)


def test_rows_sealed_twice_from_a_copied_journal_count_once(
    server: RunningHub, repo: HubRepo, journal: Journal, tmp_path: Path
) -> None:
    prepare(journal, repo)
    ids = append(journal)
    twin = Journal(shutil.copytree(journal.path.parent, tmp_path / "copy") / journal.path.name)
    for one in (journal, twin):
        flush(one, repo, now=NOW)
    assert len(ids_in_files(server)) == 6, "both have published them: their names differ though the replica is the same"
    assert sorted(row.response_id for row in published_rows(repo, "geo")) == sorted(ids)  # type: ignore[attr-defined]
    (merged,) = compact(repo, today=date(2026, 3, 22))
    assert (merged.row_count, merged.duplicates_dropped) == (3, 3)
    assert sorted(ids_in_files(server)) == sorted(ids)
    twin.close()


def test_four_compactors_at_once(server: RunningHub, repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    ids = []
    for _ in range(6):
        ids += append(journal)
        flush(journal, repo, now=NOW)
    done: list[int] = []
    threads = [
        threading.Thread(target=lambda: done.append(len(compact(repo, today=date(2026, 3, 22))))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(done) == [0, 0, 0, 1]
    assert sorted(ids_in_files(server)) == sorted(ids)


def test_today_and_yesterday_are_not_compacted(repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    for _ in range(2):
        append(journal)
        flush(journal, repo, now=NOW)
    assert compact(repo, today=date(2026, 3, 20)) == []
    assert compact(repo, today=date(2026, 3, 21)) == []
    assert len(compact(repo, today=date(2026, 3, 22))) == 1
    assert compact(repo, today=date(2026, 3, 22)) == []


def revoke(server: RunningHub) -> None:
    server.controls.set_tokens(revoked=[TOKEN])


def only_read(server: RunningHub) -> None:
    server.controls.set_tokens(read_only=[TOKEN])


@pytest.mark.parametrize(("refuse", "named"), [(revoke, "401"), (only_read, "403")])
def test_a_refused_token_is_named_and_the_rows_wait(
    refuse: Callable[[RunningHub], None], named: str, server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    prepare(journal, repo)
    ids = append(journal)
    refuse(server)
    with pytest.raises(HubRefusal, match=rf"HF_TOKEN.*{named}.*token"):
        flush(journal, repo)
    server.controls.set_tokens()
    flush(journal, repo)
    assert sorted(ids_in_files(server)) == sorted(ids)


def test_a_deleted_dataset_is_not_made_again_and_a_new_one_gets_everything(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    prepare(journal, repo)
    ids = append(journal)
    flush(journal, repo)
    ids += append(journal)
    server.store.delete_repo("dataset", REPO)
    for step in (prepare, flush):
        with pytest.raises(HubRefusal, match="LOG_REPO"):
            step(journal, repo)
    server.store.create_repo("dataset", REPO, "alice", private=False)
    prepare(journal, repo)
    publish_all(journal, repo)
    assert sorted(ids_in_files(server)) == sorted(ids)


def test_a_squashed_history_goes_on_and_an_old_revision_is_refused(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    prepare(journal, repo)
    ids = append(journal)
    old = flush(journal, repo).revision
    reader = PublishedLog(repo)
    assert reader.refresh()
    with server.store.lock:
        server.store.squash(server.store.repos["dataset", REPO], "main", "alice")
    ids += append(journal)
    flush(journal, repo)
    assert reader.refresh()
    assert sorted(row.response_id for row in reader.rows("geo")) == sorted(ids)  # type: ignore[attr-defined]
    with pytest.raises(HubError):
        list(published_rows(repo, "geo", revision=old))


def test_a_history_that_is_squashed_during_a_read(server: RunningHub, repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    ids = append(journal)
    flush(journal, repo)
    reader = PublishedLog(repo)
    reader.refresh()
    ids += append(journal)
    flush(journal, repo)

    class SquashedMeanwhile(HubRepo):
        def files(self, folder: str, revision: str) -> list[str]:
            found = super().files(folder, revision)
            with server.store.lock:
                server.store.squash(server.store.repos["dataset", REPO], "main", "alice")
            return found

    reader.hub = SquashedMeanwhile(name=REPO, token=repo.token, endpoint=repo.endpoint, cache_dir=repo.cache_dir)
    with pytest.raises(HubMoved, match="history"):
        reader.refresh()
    assert len(list(reader.rows("geo"))) == 3, "what was read before is still there"
    reader.hub = repo
    assert reader.refresh()
    assert sorted(row.response_id for row in reader.rows("geo")) == sorted(ids)  # type: ignore[attr-defined]


def test_rows_that_cannot_be_read_make_no_empty_file(server: RunningHub, repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    journal.write(lambda c: c.execute("INSERT INTO responses VALUES (NULL, 'x', 'geo', 'b', 'q', '{')"))
    before = commits(server)
    flush(journal, repo)
    assert commits(server) == before
    ids = append(journal)
    flush(journal, repo)
    assert ids_in_files(server) == ids


def test_a_foreign_file_is_left_out_and_the_others_are_read(repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    ids = append(journal)
    flush(journal, repo, now=NOW)
    repo.commit("Something else", add={"data/geo/2026-03-20/torn.parquet": b"PAR1 this is none"})
    assert [row.response_id for row in published_rows(repo, "geo")] == ids  # type: ignore[attr-defined]


def test_l01_two_publishers_on_one_journal(server: RunningHub, repo: HubRepo, journal: Journal) -> None:
    """And neither writes over the words of the README: it is declared once, and then left alone."""
    ids: list[str] = []
    repo.create()
    by_hand = repo.commit("By hand", add={"README.md": b"# Our answers\n"})

    def write() -> None:
        one = Journal(journal.path)
        for _ in range(5):
            ids.extend(append(one, 100))
            while counts(one).pending_rows:
                try:
                    publish_all(one, repo)
                except HubMoved:
                    continue
        one.close()

    threads = [threading.Thread(target=write) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    found = ids_in_files(server)
    assert len(found) == len(set(found)) == 1000
    assert set(found) == set(ids)
    stored = server.store.repos["dataset", REPO]
    readmes = {commit.tree["README.md"].sha256 for commit in stored.commits.values() if "README.md" in commit.tree}
    newest, first = stored.find("main").tree["README.md"], stored.find(by_hand).tree["README.md"]
    text = server.store.blob_path(newest.sha256).read_text("utf-8")
    assert text.endswith("# Our answers\n")
    assert all(f"config_name: {table}" in text for table in schema.TABLES)
    assert readmes == {first.sha256, newest.sha256}
