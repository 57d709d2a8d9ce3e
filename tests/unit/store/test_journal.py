"""What the journal acknowledged is there, once; what it refused is not."""

from __future__ import annotations

import sqlite3
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from soundmark.store import schema
from soundmark.store.journal import Journal, JournalError
from tests.support.rows import geo_row


def test_rows_come_back_in_order(journal: Journal) -> None:
    rows = [geo_row(question_id=f"q{number}") for number in range(5)]
    assert all(journal.append(row) for row in rows)
    assert list(journal.rows("geo")) == rows


def test_the_same_response_id_is_stored_once_and_the_first_stays(journal: Journal) -> None:
    first = geo_row(score=1.0)
    assert journal.append(first) is True
    assert journal.append(geo_row(response_id=first.response_id, score=2.0)) is False
    assert [row.score for row in journal.rows("geo")] == [1.0]


def test_rows_can_be_asked_for_by_question_and_only_the_newest(journal: Journal) -> None:
    for number in range(6):
        journal.append(geo_row(question_id="a" if number % 2 else "b", round_number=number))
    numbers = [row.round_number for row in journal.rows("geo", benchmark="pack", question_id="a", last=2)]  # type: ignore[attr-defined]
    assert numbers == [3, 5]


def test_many_threads_share_commits_and_lose_nothing(journal: Journal) -> None:
    def write() -> None:
        for _ in range(50):
            assert journal.append(geo_row())

    threads = [threading.Thread(target=write) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    ids = [row.response_id for row in journal.rows("geo")]
    assert len(ids) == len(set(ids)) == 16 * 50


def test_a_job_that_fails_takes_no_other_with_it(journal: Journal) -> None:
    is_running, may_end = threading.Event(), threading.Event()

    def slow(_: sqlite3.Connection) -> None:
        is_running.set()
        may_end.wait(10)

    def bad(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO games VALUES ('g', 'geo', 'o', NULL, '{}', 'now')")
        raise KeyError("whatever")

    with ThreadPoolExecutor() as pool:
        first = pool.submit(journal.write, slow)
        is_running.wait(10)  # the writer is held: what comes now shares one commit
        failing, fine = pool.submit(journal.write, bad), pool.submit(journal.append, geo_row())
        while journal._jobs.qsize() < 2:
            time.sleep(0.01)
        may_end.set()
        assert first.result() is None
        with pytest.raises(KeyError):
            failing.result()
        assert fine.result() is True
    with journal.reading() as connection:
        assert connection.execute("SELECT count(*) FROM games").fetchone() == (0,)
    assert journal.append(geo_row()) is True


def test_a_number_that_sqlite_cannot_hold_does_not_end_the_writer(journal: Journal) -> None:
    with pytest.raises(OverflowError):
        journal.write(lambda connection: connection.execute("SELECT ?", (2**70,)).fetchone())
    assert journal.append(geo_row()) is True


def test_a_journal_whose_file_was_deleted_acknowledges_nothing(tmp_path: Path) -> None:
    opened = Journal(tmp_path / "journal.sqlite")
    for path in tmp_path.glob("journal.sqlite*"):
        path.unlink()
    with pytest.raises(JournalError, match="could not be stored"):
        opened.append(geo_row())
    opened.close()


def test_an_invalid_row_is_refused_before_it_is_queued(journal: Journal) -> None:
    with pytest.raises(schema.RowError, match="error_km"):
        journal.append(geo_row(error_km=float("nan")))
    assert list(journal.rows("geo")) == []


def test_commits_are_flushed_to_the_disk(journal: Journal) -> None:
    modes = journal.write(
        lambda connection: [
            connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")
        ]
    )
    assert modes == ["wal", 2]


def test_a_damaged_row_is_left_out_and_the_rest_is_read(journal: Journal) -> None:
    journal.append(geo_row())
    journal.write(
        lambda connection: connection.execute("INSERT INTO responses VALUES (NULL, 'x', 'geo', 'b', 'q', '{')")
    )
    journal.append(geo_row())
    assert len(list(journal.rows("geo"))) == 2


def test_a_folder_that_cannot_be_written_is_named_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(JournalError, match="DATA_DIR"):
        Journal(tmp_path / "file" / "journal.sqlite")


def test_a_file_that_is_no_journal_is_refused(tmp_path: Path) -> None:
    (tmp_path / "journal.sqlite").write_bytes(b"this is a text about something else" * 40)
    with pytest.raises(JournalError, match=r"journal\.sqlite"):
        Journal(tmp_path / "journal.sqlite")


def test_a_closed_journal_refuses(tmp_path: Path) -> None:
    closed = Journal(tmp_path / "journal.sqlite")
    closed.close()
    with pytest.raises(JournalError, match="stopping"):
        closed.append(geo_row())
    closed.close()


def test_two_processes_worth_of_journals_on_one_file_lose_nothing(tmp_path: Path) -> None:
    journals = [Journal(tmp_path / "journal.sqlite") for _ in range(3)]

    def write(one: Journal) -> None:
        for _ in range(40):
            one.append(geo_row())

    threads = [threading.Thread(target=write, args=(one,)) for one in journals]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(list(journals[0].rows("geo"))) == 120
    for one in journals:
        one.close()
