"""When the publisher tries, when it waits, and what it says meanwhile."""

from __future__ import annotations

import dataclasses
import socket
from datetime import UTC, datetime
from pathlib import Path

import pytest

from soundmark.store.flush import flush
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.log_state import LogState, Mode, kept_state, said
from soundmark.store.publisher import Pace, Publisher
from tests.hub.conftest import REPO, TOKEN, OpenRepo
from tests.support.loopback_hub import RunningHub, running_hub
from tests.support.rows import geo_row
from tests.support.waiting import wait_until


class Clock:
    """A monotonic clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def answers(journal: Journal, number: int) -> list[str]:
    rows = [geo_row() for _ in range(number)]
    for row in rows:
        journal.append(row)
    return [row.response_id for row in rows]


def published_ids(server: RunningHub) -> list[str]:
    import pyarrow.parquet as pq

    tree = server.store.repos["dataset", REPO].find("main").tree
    paths = [path for path in tree if path.startswith("data/geo/2")]
    return [
        str(row_id)
        for path in paths
        for row_id in pq.read_table(server.store.blob_path(tree[path].sha256))["response_id"].to_pylist()
    ]


def commits(server: RunningHub) -> int:
    return sum("/commit/" in entry.path and entry.status == 200 for entry in server.controls.log)


def test_l05_a_busy_hub_is_left_alone_for_as_long_as_it_says(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    clock = Clock()
    publisher = Publisher(journal, repo, clock=clock)
    publisher.step()
    assert publisher.state().mode is Mode.PUBLISHING
    before = commits(server)
    ids = answers(journal, 20)
    busy = {"match": "/commit/", "when": "before", "status": 429, "times": 2, "headers": {"Retry-After": "271"}}
    server.controls.set_faults([busy])
    for _ in range(2):
        publisher.step()
        assert publisher.state().mode is Mode.PAUSED
        assert "271 s" in publisher.state().last_error
        asked = len(server.controls.log)
        clock.now += 270.9
        publisher.step()
        assert len(server.controls.log) == asked, "the Hub was asked within the time it wanted to be left alone"
        clock.now += 10
    publisher.step()
    assert commits(server) - before == 1
    assert sorted(published_ids(server)) == sorted(ids)
    state = publisher.state()
    assert (state.mode, state.pending_rows, state.published_rows, state.last_error) == (Mode.PUBLISHING, 0, 20, "")


def test_l05_an_hour_of_steady_answers_makes_at_most_sixty_commits(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    clock, ids = Clock(), list[str]()
    publisher = Publisher(journal, repo, clock=clock, pace=Pace(refresh_every_s=1e9))
    publisher.step()
    before = commits(server)
    for second in range(0, 3600, 5):
        if second % 25 == 0:  # more seldom than idle_s: the worst case
            ids += answers(journal, 1)
        clock.now += 5
        publisher.step()
    assert 30 <= commits(server) - before <= 60
    clock.now += 90
    publisher.step()
    assert sorted(published_ids(server)) == sorted(ids)


def test_what_is_over_is_merged_an_hour_after_the_start_and_answers_go_in_between(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    clock = Clock()
    publisher = Publisher(
        journal, repo, clock=clock, pace=Pace(look_every_s=3600, flush_every_s=0, refresh_every_s=1e9)
    )
    publisher.step()
    ids: list[str] = []
    year = datetime.now(UTC).year
    for past, month in ((3, 3), (3, 9), (2, 3), (2, 9)):
        ids += answers(journal, 1)
        flush(journal, repo, now=datetime(year - past, month, 3, tzinfo=UTC))
    publisher.start()
    try:
        for _ in range(2):
            assert len(data_files(server)) == 4, "compacted before its time"
            clock.now += 1790
            publisher.step()
        clock.now += 30
        for files in (3, 2, 2):
            ids += answers(journal, 1)
            sent = publisher.step()
            assert sent is not None
            assert sent.rows == 1
            assert len({path.split("/")[2] for path in data_files(server)} - {f"{datetime.now(UTC):%Y-%m-%d}"}) == files
        assert sorted(published_ids(server)) == sorted(ids)
    finally:
        publisher.close()


def data_files(server: RunningHub) -> list[str]:
    tree = server.store.repos["dataset", REPO].find("main").tree
    return [path for path in tree if path.startswith("data/geo/2")]


def test_without_pauses_an_answer_waits_no_longer_than_promised(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    clock = Clock()
    publisher = Publisher(journal, repo, clock=clock)
    publisher.step()
    answers(journal, 1)
    publisher.step()
    sent_at, waited = clock.now, 0.0
    while waited == 0.0:
        answers(journal, 1)  # somebody answers all the time, so that it is never idle
        clock.now += 1
        publisher.step()
        waited = clock.now - sent_at if publisher.state().pending_rows == 0 else 0.0
    assert waited <= publisher.state().unpublished_s


def test_l04_a_hub_that_is_away_until_after_the_exit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    clock, path = Clock(), tmp_path / "journal.sqlite"
    journal = Journal(path)
    base = HubRepo(name=REPO, endpoint=f"http://127.0.0.1:{port}", cache_dir=tmp_path / "cache")
    repo = dataclasses.replace(base, token=type(base.token)(TOKEN))
    publisher = Publisher(journal, repo, clock=clock)
    ids = []
    for _ in range(10):
        ids += answers(journal, 5)
        publisher.step()
        clock.now += 60
    state = publisher.state()
    assert (state.mode, state.pending_rows, state.published_rows) == (Mode.PAUSED, 50, 0)
    assert "did not answer" in state.last_error
    assert "50 answers wait" in said(state, disk_is_lasting=True)
    publisher.start()
    publisher.close()
    journal.close()

    journal = Journal(path)
    assert kept_state(journal, REPO).pending_rows == 50
    with running_hub(tmp_path / "hub", port) as server:
        again = Publisher(journal, repo, clock=clock)
        again.step()
        assert sorted(published_ids(server)) == sorted(ids)
        assert again.state().pending_rows == 0
    journal.close()


def test_a_revoked_token_means_local_until_it_works_again(
    server: RunningHub, repo: HubRepo, journal: Journal, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    publisher = Publisher(journal, repo, clock=clock)
    publisher.step()
    ids = answers(journal, 4)
    server.controls.set_tokens(revoked=[TOKEN])
    for _ in range(3):
        publisher.step()
        clock.now += publisher.pace.recheck_s
    state = publisher.state()
    assert (state.mode, state.pending_rows) == (Mode.LOCAL, 4)
    assert "401" in state.last_error
    assert sum("401" in record.message for record in caplog.records) == 1, "one clear line, not one for each try"
    assert kept_state(journal, REPO).last_error == state.last_error
    server.controls.set_tokens()
    publisher.step()
    assert publisher.state().mode is Mode.PUBLISHING
    assert sorted(published_ids(server)) == sorted(ids)
    assert kept_state(journal, REPO).last_error == ""


def test_a_missing_dataset_that_the_token_may_not_create_means_local(
    server: RunningHub, repo: HubRepo, journal: Journal
) -> None:
    server.controls.set_tokens(read_only=[TOKEN])
    answers(journal, 1)
    publisher = Publisher(journal, repo, clock=Clock())
    publisher.step()
    assert publisher.state().mode is Mode.LOCAL
    assert "403" in publisher.state().last_error


def test_the_thread_publishes_and_close_sends_what_came_last(
    server: RunningHub, open_repo: OpenRepo, journal: Journal
) -> None:
    publisher = Publisher(journal, open_repo(), pace=Pace(look_every_s=0.02))
    ids = answers(journal, 2)
    publisher.start()
    assert wait_until(lambda: publisher.state().pending_rows == 0, 20)
    ids += answers(journal, 2)
    publisher.close()
    assert sorted(published_ids(server)) == sorted(ids)


def test_offline_is_said(journal: Journal, repo: HubRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", True)
    answers(journal, 1)
    publisher = Publisher(journal, repo, clock=Clock())
    publisher.step()
    assert publisher.state().mode is Mode.LOCAL
    assert "HF_HUB_OFFLINE" in publisher.state().last_error


def test_a_surprise_of_a_library_does_not_end_publishing(
    server: RunningHub, repo: HubRepo, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def surprise(*_: object) -> bool:
        raise ZeroDivisionError

    publisher = Publisher(journal, repo, pace=Pace(look_every_s=0.02, backoff_s=0.1, min_gap_s=0.1))
    with monkeypatch.context() as patched:
        patched.setattr("soundmark.store.publisher.prepare", surprise)
        publisher.start()
        assert wait_until(lambda: bool(publisher.state().last_error), 20)
    ids = answers(journal, 1)
    assert wait_until(lambda: publisher.state().pending_rows == 0, 20)
    publisher.close()
    assert published_ids(server) == ids


@pytest.mark.parametrize(
    ("state", "lasting", "words"),
    [
        (
            LogState(mode=Mode.LOCAL, repo="", pending_rows=3, published_rows=0),
            True,
            ["on this machine", "no dataset is set"],
        ),
        (LogState(mode=Mode.LOCAL, repo="", pending_rows=3, published_rows=0), False, ["lost when it restarts"]),
        (
            LogState(mode=Mode.PUBLISHING, repo=REPO, pending_rows=3, published_rows=0, unpublished_s=90),
            False,
            [REPO, "up to 90 s"],
        ),
        (
            LogState(mode=Mode.PAUSED, repo=REPO, pending_rows=3, published_rows=0, last_error="No answer."),
            True,
            ["No answer.", "3 answers wait"],
        ),
    ],
)
def test_the_page_is_told(state: LogState, lasting: bool, words: list[str]) -> None:
    sentence = said(state, disk_is_lasting=lasting)
    assert all(word in sentence for word in words)
