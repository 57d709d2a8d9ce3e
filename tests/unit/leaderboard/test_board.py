"""The board follows the log: the clip list that is played, the viewer's own row, and every new answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from leaderboard.board import GEO_PACK, GeoBoard
from leaderboard.geo_ledger import GeoLedger
from leaderboard.geo_view import NO_ANSWERS
from soundmark.benchmarks import GeoPack, Pack
from soundmark.benchmarks.report import PackReport
from soundmark.store.journal import Journal, JournalError
from soundmark.store.schema import GeoRow
from soundmark.types import Clip, Coordinate, GeoTruth, Question, QuestionId, QuestionKind
from tests.support.services import services_on

Answer = Callable[..., GeoRow]
TOKEN = "00000000-0000-4000-8000-000000000001"


def never(_: object) -> GeoPack:
    raise AssertionError("the clips are not read here")


def pack_of(benchmark: str, *places: Coordinate) -> GeoPack:
    questions = tuple(
        Question(
            question_id=QuestionId(f"q{number}"),
            benchmark=benchmark,
            revision="r1",
            kind=QuestionKind.GEO,
            prompt="Where was this recorded?",
            clip=Clip(path=Path("none.wav"), sha256=""),
            truth=GeoTruth(place=place),
        )
        for number, place in enumerate(places)
    )
    report = PackReport(n_rows=len(places), n_playable=len(places))
    return Pack(benchmark=benchmark, revision="r1", title="", questions=questions, report=report, is_synthetic=False)


def board_on(
    journal: Journal,
    tmp_path: Path,
    *,
    is_logged: bool = True,
    read: Callable[[Callable[[int, int], None]], GeoPack] = never,
) -> GeoBoard:
    services = services_on(journal, tmp_path, is_logged=is_logged)
    if read is not never:
        services.packs.start(GEO_PACK, read)
    return GeoBoard(services)


def own_labels(value: Any) -> list[str]:
    return [row["label"] for row in value["rows"] if row["own"]]


def test_the_viewers_row_is_marked_for_the_viewer_alone(journal: Journal, tmp_path: Path, answer: Answer) -> None:
    board = board_on(journal, tmp_path)
    journal.append(answer(board.services.players.player(TOKEN).responder_id, "q1", 10.0, 900.0))
    assert own_labels(board.value({"player": TOKEN, "game": "", "query": ""})) == ["You"]
    assert own_labels(board.value({"player": TOKEN.replace("1", "2")})) == []


@pytest.mark.parametrize("ticket", [None, [], "x", {}, {"player": None}, {"player": ["a"]}, {"player": "<script>"}])
def test_any_ticket_may_look(journal: Journal, tmp_path: Path, answer: Answer, ticket: object) -> None:
    journal.append(answer("aabbcc", "q1", 10.0, 900.0))
    assert own_labels(board_on(journal, tmp_path).value(ticket)) == []


def test_without_a_salt_nobody_is_marked(journal: Journal, tmp_path: Path, answer: Answer) -> None:
    board = board_on(journal, tmp_path, is_logged=False)
    journal.append(answer(None, "q1", 10.0, 900.0))
    assert own_labels(board.value({"player": TOKEN})) == []


def test_a_new_answer_is_seen_and_nothing_is_counted_twice(
    journal: Journal, tmp_path: Path, answer: Answer, monkeypatch: pytest.MonkeyPatch
) -> None:
    met: list[str] = []

    class Watched(GeoLedger):
        def add(self, rows: Iterable[GeoRow]) -> bool:
            listed = list(rows)
            met.extend(row.response_id for row in listed)
            return super().add(listed)

    monkeypatch.setattr("leaderboard.board.GeoLedger", Watched)
    board = board_on(journal, tmp_path)
    assert board.value(None) == {"message": NO_ANSWERS}
    assert board.last(None) == board.value(None)
    written = [answer(player, "q1", 10.0, 900.0) for player in ("aaaaaa", "bbbbbb", "cccccc")]
    journal.append(written[0])
    assert "Player aaaaaa" in str(board.value(None))  # the first answer names the list: everything is counted
    met.clear()
    for row in written[1:]:
        journal.append(row)
        assert f"Player {row.responder_id}" not in str(board.last(None))
        labels = [str(board.value(None)) for _ in range(3)]
        assert all(f"Player {row.responder_id}" in text for text in labels)
        assert str(board.last(None)) == labels[0]
    assert met == [row.response_id for row in written[1:]]


def test_only_the_newest_clip_list_counts_until_the_clips_are_checked(
    journal: Journal, tmp_path: Path, answer: Answer
) -> None:
    journal.append(answer("aaaaaa", "q1", 10.0, 900.0, benchmark="old"))
    journal.append(answer("bbbbbb", "q1", 10.0, 900.0, benchmark="new"))
    value = str(board_on(journal, tmp_path).value(None))
    assert "Player bbbbbb" in value
    assert "Player aaaaaa" not in value


def test_the_clip_list_that_is_played_counts_and_its_middle_is_guessed(
    journal: Journal, tmp_path: Path, answer: Answer
) -> None:
    journal.append(answer("aaaaaa", "q0", 10.0, 900.0, benchmark="played", truth=(0.0, 0.0)))
    journal.append(answer("bbbbbb", "q0", 10.0, 900.0, benchmark="other"))
    board = board_on(journal, tmp_path, read=lambda _: pack_of("played", Coordinate(0, 0), Coordinate(0, 20)))
    assert board.services.packs.of(GEO_PACK).pack().benchmark == "played"
    value: Any = board.value(None)
    assert [row["label"] for row in value["rows"] if row["kind"] == "human"] == ["All people", "Player aaaaaa"]
    (middle,) = [row for row in value["rows"] if "Middle" in row["label"]]
    # From (0, 10) to (0, 0) along the equator of WGS-84: 10 degrees of a circle of 6378.137 km.
    assert middle["cells"]["median_km"] == pytest.approx(1113.195, abs=0.001)


def test_a_log_that_cannot_be_read_is_said(journal: Journal, tmp_path: Path, answer: Answer) -> None:
    journal.append(answer("aaaaaa", "q1", 10.0, 900.0))
    board = board_on(journal, tmp_path)
    with journal.reading() as connection:
        connection.execute("DROP TABLE responses")
    with pytest.raises(JournalError, match="cannot be read"):
        board.value(None)
