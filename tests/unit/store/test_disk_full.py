"""A full disk refuses an answer with a sentence, keeps what was stored, and goes on when there is room again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.store.journal import Journal, JournalError
from soundmark.store.rounds import RoundBook
from soundmark.types import OwnerKey, QuestionId
from tests.support.rows import geo_row
from tests.support.small_disk import mounted


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    with mounted(tmp_path / "disk") as folder:
        yield folder


def fill(book: RoundBook) -> tuple[list[str], JournalError]:
    """Answer rounds until one is refused. Returns what was acknowledged, and the refusal."""
    acknowledged: list[str] = []
    game = book.start_game("geo", OwnerKey("o"), {})
    for number in range(1, 20_000):
        try:
            round_ = book.open_round(game.game_id, number, QuestionId("q"))
            row, is_first = book.settle(round_.round_id, geo_row(raw_answer="x" * 2000))
        except JournalError as refusal:
            return acknowledged, refusal
        assert is_first
        acknowledged.append(row.response_id)
    raise AssertionError("the disk never got full")


def test_a_full_disk_refuses_and_loses_nothing(small_disk: Path) -> None:
    (small_disk / "ballast").write_bytes(b"0" * 600_000)
    journal = Journal(small_disk / "journal.sqlite")
    acknowledged, refusal = fill(RoundBook(journal))
    assert "could not be stored" in str(refusal)
    assert "try again" in str(refusal)
    assert len(acknowledged) > 10
    assert [row.response_id for row in journal.rows("geo")] == acknowledged

    (small_disk / "ballast").unlink()
    later = geo_row()
    assert journal.append(later) is True
    journal.close()

    reopened = Journal(small_disk / "journal.sqlite")
    assert [row.response_id for row in reopened.rows("geo")] == [*acknowledged, later.response_id]
    with reopened.reading() as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    reopened.close()


def test_a_quota_refuses_and_loses_nothing(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.sqlite")
    journal.write(lambda connection: connection.execute("PRAGMA max_page_count = 60").fetchone())
    acknowledged, refusal = fill(RoundBook(journal))
    assert "could not be stored" in str(refusal)
    assert [row.response_id for row in journal.rows("geo")] == acknowledged
    journal.write(lambda connection: connection.execute("PRAGMA max_page_count = 4000").fetchone())
    assert journal.append(geo_row()) is True
    journal.close()
