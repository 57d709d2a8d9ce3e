"""A round is answered once, by whoever holds its id, whatever is sent twice."""

from __future__ import annotations

import threading
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from soundmark.store.journal import Journal
from soundmark.store.round_records import UnknownRound
from soundmark.store.rounds import RoundBook
from soundmark.types import GameId, OwnerKey, QuestionId, RoundId
from tests.support.rows import geo_row

ANN, BOB = OwnerKey("ann"), OwnerKey("bob")
Q1, Q2 = QuestionId("q1"), QuestionId("q2")


def test_a_round_id_cannot_be_guessed(book: RoundBook) -> None:
    game = book.start_game("geo", ANN, {})
    ids = {book.open_round(game.game_id, number, Q1).round_id for number in range(1, 50)}
    assert len(ids) == 49
    assert min(len(round_id) for round_id in ids) >= 22  # 128 bits in base64


def test_opening_the_same_round_again_returns_it(book: RoundBook) -> None:
    game = book.start_game("geo", ANN, {})
    first = book.open_round(game.game_id, 1, Q1)
    assert book.open_round(game.game_id, 1, Q2) == first


def test_a_second_answer_returns_the_first_and_logs_nothing(book: RoundBook) -> None:
    opened = book.open_round(book.start_game("geo", ANN, {}).game_id, 1, Q1)
    first = geo_row(score=1.0)
    assert book.settle(opened.round_id, first) == (first, True)
    assert book.settle(opened.round_id, geo_row(score=2.0)) == (first, False)
    assert list(book.journal.rows("geo")) == [first]
    assert book.response(book.round(opened.round_id)) == first


def test_the_answers_of_a_game_come_in_the_order_of_its_rounds(book: RoundBook) -> None:
    game, other = book.start_game("geo", ANN, {}), book.start_game("geo", ANN, {})
    rounds = [book.open_round(game.game_id, number, Q1) for number in (1, 2, 3, 4)]
    rows = [geo_row(score=float(number)) for number in (1, 2, 3)]
    book.settle(book.open_round(other.game_id, 1, Q1).round_id, geo_row(score=9.0))
    for number in (2, 0, 1):  # the last is not answered; the second is not to be logged
        book.settle(rounds[number].round_id, rows[number], is_logged=number != 1)
    assert book.responses_of(game.game_id) == rows
    assert book.responses_of(GameId("x" * 22)) == []


def test_sixteen_answers_at_once_log_one(book: RoundBook) -> None:
    opened = book.open_round(book.start_game("geo", ANN, {}).game_id, 1, Q1)
    results: list[tuple[object, bool]] = []
    threads = [
        threading.Thread(target=lambda: results.append(book.settle(opened.round_id, geo_row()))) for _ in range(16)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sum(is_first for _, is_first in results) == 1
    assert len({row.response_id for row, _ in results}) == 1  # type: ignore[attr-defined]
    assert len(list(book.journal.rows("geo"))) == 1


def test_a_game_that_exists_once_for_each_owner(book: RoundBook) -> None:
    first = book.start_game("geo", ANN, {"n": 1}, once_key="2026-03-20")
    assert book.start_game("geo", ANN, {"n": 2}, once_key="2026-03-20") == first
    assert book.start_game("geo", BOB, {}, once_key="2026-03-20").game_id != first.game_id
    assert book.start_game("tau", ANN, {}, once_key="2026-03-20").game_id != first.game_id
    assert book.start_game("geo", ANN, {}).game_id != book.start_game("geo", ANN, {}).game_id


def test_unknown_ids(book: RoundBook) -> None:
    assert book.game(GameId("nowhere")) is None
    for call in (
        lambda: book.round(RoundId("nowhere")),
        lambda: book.settle(RoundId("nowhere"), geo_row()),
        lambda: book.change_state(RoundId("nowhere"), lambda state: state),
    ):
        with pytest.raises(UnknownRound, match="new game"):
            call()
    assert list(book.journal.rows("geo")) == []


def test_state_changes_until_the_answer_and_not_after(book: RoundBook) -> None:
    opened = book.open_round(book.start_game("geo", ANN, {}).game_id, 1, Q1)
    assert book.change_state(opened.round_id, lambda state: {**state, "a": 1}).state == {"a": 1}
    book.settle(opened.round_id, geo_row())
    assert book.change_state(opened.round_id, lambda state: {**state, "a": 2}).state == {"a": 1}


def test_everything_is_there_after_a_restart(tmp_path: Path) -> None:
    before = Journal(tmp_path / "journal.sqlite")
    game = RoundBook(before).start_game("geo", ANN, {"seed": "x"})
    opened = RoundBook(before).open_round(game.game_id, 1, Q1)
    before.close()
    after = Journal(tmp_path / "journal.sqlite")
    book = RoundBook(after)
    assert book.game(game.game_id) == game
    assert book.round(opened.round_id) == opened
    assert book.settle(opened.round_id, geo_row())[1] is True
    after.close()


def test_what_an_owner_has_seen_and_started(book: RoundBook) -> None:
    game = book.start_game("geo", ANN, {})
    book.open_round(game.game_id, 1, Q1)
    book.open_round(book.start_game("geo", BOB, {}).game_id, 1, Q2)
    assert book.questions_seen(ANN) == {Q1}
    minute_ago = datetime.now(UTC) - timedelta(minutes=1)
    assert book.games_since(ANN, minute_ago) == 1
    assert book.games_since(ANN, datetime.now(UTC) + timedelta(seconds=1)) == 0


def test_an_answer_that_is_not_to_be_logged_is_in_no_log_and_still_answers_its_round(book: RoundBook) -> None:
    opened = book.open_round(book.start_game("geo", ANN, {}).game_id, 1, Q1)
    row = geo_row()
    assert book.settle(opened.round_id, row, is_logged=False) == (row, True)
    assert book.settle(opened.round_id, geo_row(), is_logged=False) == (row, False)
    assert book.response(book.round(opened.round_id)) == row
    assert list(book.journal.rows("geo")) == []
