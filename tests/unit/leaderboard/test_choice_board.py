"""The board of a quiz follows the log: it goes on from where it was, and counts anew only when it must."""

from __future__ import annotations

import dataclasses
import threading
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, cast

import pytest

from leaderboard.boards import boards_of
from leaderboard.choice_board import ChoiceBoard
from leaderboard.choice_spec import TAU
from leaderboard.choice_view import NOT_READ
from soundmark.benchmarks import ChoicePack
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store import schema
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal, JournalError
from soundmark.store.published import PublishedLog
from soundmark.store.schema import ChoiceRow
from soundmark.store.shard_file import parquet_bytes
from soundmark.store.withdraw import withdraw
from soundmark.types import ChoiceTruth
from tests.support.choice_log import choice_row
from tests.support.choices import pack_of, question
from tests.support.services import services_on

TOKEN = "00000000-0000-4000-8000-000000000001"
TAU_PACK: PackKey[ChoiceTruth] = PackKey("tau")
QUESTIONS = [question(i) for i in range(24)]
ANN, BOB = "a" * 32, "b" * 32


def board_on(journal: Journal, folder: Path, pack: ChoicePack | None = None, *, is_logged: bool = True) -> ChoiceBoard:
    services = services_on(journal, folder, is_logged=is_logged)
    ready = pack or pack_of(QUESTIONS)
    services.packs.start(TAU_PACK, lambda _: ready)
    services.packs.of(TAU_PACK).pack()
    return ChoiceBoard(services, TAU)


def own_rows(value: Any) -> dict[str, int]:
    """Label and number of answers of the rows that are of this log's players."""
    return {row["label"]: row["cells"]["answers"] for row in value["rows"] if row["single"]}


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The tables of all rows that were read from now on."""
    read: list[str] = []
    decode = schema.decode

    def counting(table: str, text: str) -> schema.Row:
        read.append(table)
        return decode(table, text)

    monkeypatch.setattr("soundmark.store.schema.decode", counting)
    return read


def test_the_viewers_row_is_marked_for_the_viewer_alone(journal: Journal, tmp_path: Path) -> None:
    board = board_on(journal, tmp_path)
    journal.append(choice_row(QUESTIONS[0], responder_id=board.services.players.player(TOKEN).responder_id))
    assert own_rows(board.value({"player": TOKEN, "games": {}, "query": ""})) == {"You": 1}
    assert "You" not in own_rows(board.value({"player": TOKEN.replace("1", "2")}))


@pytest.mark.parametrize("ticket", [None, [], "x", {}, {"player": None}, {"player": ["a"]}, {"player": "<script>"}])
def test_any_ticket_may_look(journal: Journal, tmp_path: Path, ticket: object) -> None:
    journal.append(choice_row(QUESTIONS[0], responder_id=ANN))
    assert own_rows(board_on(journal, tmp_path).value(ticket)) == {"Player aaaaaa": 1}


def test_without_ids_nobody_is_marked_and_it_is_said(journal: Journal, tmp_path: Path) -> None:
    board = board_on(journal, tmp_path, is_logged=False)
    journal.append(choice_row(QUESTIONS[0], responder_id=None))
    value: Any = board.value({"player": TOKEN})
    assert own_rows(value) == {}
    assert any(note["key"] == "board_note_no_ids" for note in value["note"])


def test_a_new_answer_is_seen_and_old_ones_are_not_read_again(
    journal: Journal, tmp_path: Path, decoded: list[str]
) -> None:
    board = board_on(journal, tmp_path)
    for number in range(5):
        journal.append(choice_row(QUESTIONS[number], responder_id=ANN))
    board.value(None)
    assert decoded == ["choice"] * 5
    for number in range(5, 8):
        journal.append(choice_row(QUESTIONS[number], responder_id=ANN))
        assert [own_rows(board.value(None)) for _ in range(3)] == [{"Player aaaaaa": number + 1}] * 3
    assert decoded == ["choice"] * 8


def test_answers_to_other_question_lists_do_not_count(journal: Journal, tmp_path: Path) -> None:
    board = board_on(journal, tmp_path)
    journal.append(choice_row(QUESTIONS[0], responder_id=ANN))
    board.value(None)
    for other in ("tau", "test-choices-2"):
        journal.append(choice_row(QUESTIONS[1], responder_id=ANN, benchmark=other))
    assert own_rows(board.value(None)) == {"Player aaaaaa": 1}
    assert own_rows(board_on(journal, tmp_path).value(None)) == {"Player aaaaaa": 1}


def test_what_is_taken_back_no_longer_counts(journal: Journal, tmp_path: Path) -> None:
    board = board_on(journal, tmp_path)
    rows = [choice_row(QUESTIONS[0], responder_id=who) for who in (ANN, BOB)]
    for row in rows:
        journal.append(row)
    assert own_rows(board.value(None)) == {"Player aaaaaa": 1, "Player bbbbbb": 1}
    withdraw(journal, rows[:1], deployment_id="test")
    assert own_rows(board.value(None)) == {"Player bbbbbb": 1}
    journal.append(choice_row(QUESTIONS[1], responder_id=BOB))
    assert own_rows(board.value(None)) == {"Player bbbbbb": 2}


@dataclass
class FolderHub:
    """The published log in a folder: what a reader of it asks of the Hub."""

    folder: Path
    commits: list[list[str]] = field(default_factory=lambda: [[]])

    def publish(self, name: str, rows: list[ChoiceRow], *, instead: bool = False) -> None:
        path = f"data/choice/{name}.parquet"
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_bytes(parquet_bytes("choice", [asdict(row) for row in rows]))
        self.commits.append([path] if instead else [*self.commits[-1], path])

    def head(self) -> str:
        return str(len(self.commits) - 1)

    def files(self, folder: str, revision: str) -> list[str]:
        assert folder == "data"
        return self.commits[int(revision)]

    def download(self, path: str, revision: str) -> Path:
        assert path in self.commits[int(revision)]
        return self.folder / path


def test_what_is_published_is_counted_on_and_rows_that_are_known_are_not_read_again(
    journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, hub = board_on(journal, tmp_path), FolderHub(tmp_path / "hub")
    log = PublishedLog(cast("HubRepo", hub))
    board.services = dataclasses.replace(board.services, published=log)
    made: list[str] = []
    from_record = schema.from_record

    def counting(table: str, record: Mapping[str, object]) -> schema.Row:
        made.append(table)
        return from_record(table, record)

    monkeypatch.setattr("soundmark.store.schema.from_record", counting)
    own = [choice_row(QUESTIONS[number], responder_id=ANN) for number in range(5)]
    for row in own:
        journal.append(row)
    assert own_rows(board.value(None)) == {"Player aaaaaa": 5}

    hub.publish("own", own)  # the publisher has sent what the journal has
    log.refresh()
    counts = board._counted
    assert own_rows(board.value(None)) == {"Player aaaaaa": 5}
    assert made == []
    assert counts is not None
    assert board._counted is not None
    assert board._counted.count is counts.count  # nothing new: not even the intervals are made again

    others = [choice_row(QUESTIONS[number], responder_id=BOB) for number in range(3)]
    hub.publish("others", others)
    log.refresh()
    assert own_rows(board.value(None)) == {"Player aaaaaa": 5, "Player bbbbbb": 3}
    assert made == ["choice"] * 3

    hub.publish("whole", [*own, *others])  # compacted: other files, the same rows
    log.refresh()
    assert own_rows(board.value(None)) == {"Player aaaaaa": 5, "Player bbbbbb": 3}
    assert made == ["choice"] * 3

    hub.publish("less", others[:1], instead=True)  # its owner has taken rows out
    log.refresh()
    assert own_rows(board.value(None)) == {"Player aaaaaa": 5, "Player bbbbbb": 1}


def test_many_viewers_at_once_see_every_answer(journal: Journal, tmp_path: Path) -> None:
    board = board_on(journal, tmp_path)
    seen: list[tuple[int, int]] = []

    def play_and_look(who: int) -> None:
        for number in range(6):
            journal.append(choice_row(QUESTIONS[number], responder_id=f"{who}" * 32))
            seen.append((number + 1, own_rows(board.value(None))[f"Player {who}{who}{who}{who}{who}{who}"]))

    threads = [threading.Thread(target=play_and_look, args=(who,)) for who in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(seen) == 36
    assert all(played == counted for played, counted in seen)


def test_until_the_questions_are_read_nothing_is_counted_and_published_figures_stand(
    journal: Journal, tmp_path: Path
) -> None:
    journal.append(choice_row(QUESTIONS[0], responder_id=ANN))
    value: Any = ChoiceBoard(services_on(journal, tmp_path), TAU).value(None)
    assert own_rows(value) == {}
    assert [row for row in value["rows"] if row["published"]]
    assert value["note"] == [NOT_READ]


def test_a_log_that_cannot_be_read_is_said(journal: Journal, tmp_path: Path) -> None:
    board = board_on(journal, tmp_path)
    with journal.reading() as connection:
        connection.execute("DROP TABLE responses")
    with pytest.raises(JournalError, match="cannot be read"):
        board.value(None)


def test_boards_are_those_of_the_modes_that_are_switched_on(journal: Journal, tmp_path: Path) -> None:
    def boards(*modes: str) -> list[str]:
        services: Services = services_on(journal, tmp_path)
        for mode in modes:
            services.packs.start(PackKey[ChoiceTruth](mode), lambda _: pack_of(QUESTIONS))
        return list(boards_of(services))

    assert boards("globeaudio", "geo", "tau") == ["geo", "tau", "globeaudio"]
    assert boards("tau") == ["tau"]
    assert boards() == ["geo"]
