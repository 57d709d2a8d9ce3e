"""The last table is there at once, says that it is being counted anew, outlasts a restart, and is never half a file."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from leaderboard.kept_tables import FORM, KeptTable, KeptTables
from leaderboard.last_tables import COUNTING, CountFailed, LastTables
from soundmark.benchmarks import GeoPack
from soundmark.pack_loader import NotReady, PackKey
from soundmark.store.journal import Journal, JournalError
from soundmark.types import GeoTruth
from tests.support.any_rows import any_row
from tests.support.services import services_on

GEO: PackKey[GeoTruth] = PackKey("geo")


class SlowBoard:
    """Counts the answers to places; as long as the gate is shut, it is counting."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal
        self.gate = threading.Event()
        self.gate.set()
        self.counts = 0
        self.fault: Exception | None = None
        self.counted: int | None = None

    def value(self, ticket: object) -> dict[str, Any]:
        seen = len(list(self.journal.rows("geo")))
        self.gate.wait(20)
        self.counts += 1
        if self.fault is not None:
            raise self.fault
        self.counted = seen
        return self.shown(seen, ticket)

    def last(self, ticket: object) -> dict[str, Any] | None:
        return None if self.counted is None else self.shown(self.counted, ticket)

    def shown(self, n: int, ticket: object) -> dict[str, Any]:
        return {"rows": [{"label": f"{n} answers"}], "viewer": ticket}


@pytest.fixture
def boards(journal: Journal, tmp_path: Path) -> Callable[[], tuple[SlowBoard, LastTables]]:
    """Makes a board and its last tables, as each start of the app does."""

    def made() -> tuple[SlowBoard, LastTables]:
        board = SlowBoard(journal)
        return board, LastTables(services_on(journal, tmp_path), {"geo": board})

    return made


Boards = Callable[[], tuple[SlowBoard, LastTables]]


def counted(last: LastTables, ticket: object = None) -> Any:
    return asyncio.run(last.now("geo", ticket))


def label(value: Any) -> str:
    return str(value["rows"][0]["label"])


def until(is_so: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 20
    while not is_so():
        assert time.monotonic() < deadline
        time.sleep(0.005)


def test_while_it_counts_the_last_table_is_shown_and_says_so(boards: Boards, journal: Journal) -> None:
    board, last = boards()
    begin_ms = time.time() * 1000 - 1
    first = counted(last, "me")
    assert (label(first), first["viewer"]) == ("0 answers", "me")
    assert begin_ms <= first["as_of"] <= time.time() * 1000 + 1
    assert "counting" not in last.at_once("geo", "me")
    board.gate.clear()
    journal.append(any_row("geo", response_id="a"))
    shown: Any = last.at_once("geo", "me")
    assert (label(shown), shown["viewer"], shown["counting"]) == ("0 answers", "me", "anew")
    assert shown["as_of"] == first["as_of"]
    board.gate.set()
    newest = counted(last)
    assert label(newest) == "1 answers" and newest["as_of"] > first["as_of"] and "counting" not in newest


def test_all_who_ask_wait_for_one_count_and_nothing_new_is_not_counted(boards: Boards, journal: Journal) -> None:
    board, last = boards()
    board.gate.clear()

    async def ask() -> list[Any]:
        asking = asyncio.gather(*(last.now("geo", n) for n in range(50)))
        await asyncio.sleep(0)
        board.gate.set()
        return list(await asking)

    assert [value["viewer"] for value in asyncio.run(ask())] == list(range(50))
    counted(last)
    assert board.counts == 1
    journal.append(any_row("geo", response_id="a"))
    counted(last)
    assert board.counts == 2


def test_an_answer_that_came_during_a_count_is_in_the_table_of_whoever_asks_then(
    boards: Boards, journal: Journal
) -> None:
    board, last = boards()
    board.gate.clear()
    assert last.at_once("geo", None) is COUNTING
    journal.append(any_row("geo", response_id="late"))
    asking = threading.Timer(0.05, board.gate.set)
    asking.start()
    assert label(counted(last)) == "1 answers"


def test_after_a_restart_the_table_is_there_before_anything_is_counted(boards: Boards, journal: Journal) -> None:
    _, before = boards()
    journal.append(any_row("geo", response_id="a"))
    kept = counted(before, "me")
    until(lambda: list(before._kept.folder.glob("*.json")) != [])
    board, after = boards()
    board.gate.clear()

    def read(_: object) -> GeoPack:
        board.gate.wait(20)
        raise NotReady("There are no clips.")

    after._services.packs.start(GEO, read)
    journal.append(any_row("geo", response_id="b"))
    shown: Any = after.at_once("geo", "me")
    assert (label(shown), shown["as_of"], shown["counting"]) == ("1 answers", kept["as_of"], "anew")
    assert shown["viewer"] is None  # as nobody in particular sees it
    assert board.counts == 0  # answers to another list cannot be told yet
    board.gate.set()
    assert label(counted(after)) == "2 answers"


def test_a_log_that_cannot_be_read_is_said_to_all_who_wait_and_is_tried_again(boards: Boards) -> None:
    board, last = boards()
    board.fault = JournalError("The log cannot be read.")
    with pytest.raises(JournalError, match="cannot be read"):
        counted(last)
    board.fault = None
    assert label(counted(last)) == "0 answers"


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_fault_of_the_program_leaves_nobody_waiting(boards: Boards) -> None:
    board, last = boards()
    board.fault = ZeroDivisionError("a bug")
    with pytest.raises(CountFailed, match="app's log says why"):
        counted(last)


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", '"x"', "[" * 100_000, "{}", '{"form": "0"}', '{"form": FORM, "table": [], "as_of": 1}',
        '{"form": FORM, "table": {"rows": 1}, "as_of": 1}', '{"form": FORM, "table": {"rows": []}, "as_of": NaN}',
        '{"form": FORM, "table": {"rows": []}, "as_of": "1"}', "\udcff",
    ],
    ids=range(13),
)  # fmt: skip
def test_a_damaged_file_is_no_table(tmp_path: Path, text: str) -> None:
    (tmp_path / "geo.json").write_text(text.replace("FORM", f'"{FORM}"'), encoding="utf-8", errors="surrogateescape")
    assert KeptTables(tmp_path).read("geo") is None


def test_what_is_kept_is_read_again_whatever_names_it_holds(tmp_path: Path) -> None:
    kept = KeptTables(tmp_path / "new" / "folder")
    assert kept.read("geo") is None
    table = {"rows": [{"label": "\ud83d<script>\u202e\x00"}]}
    kept.keep("geo", KeptTable(table, 12.5))
    kept.keep("geo", KeptTable({"message": "Nothing yet."}, 13.0))
    assert kept.read("geo") == KeptTable(table, 12.5)
    assert kept.read("tau") is None


def test_a_disk_that_takes_nothing_is_told_in_the_log_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    KeptTables(tmp_path / "file").keep("geo", KeptTable({"rows": []}, 1.0))
    assert "could not be kept" in caplog.text
