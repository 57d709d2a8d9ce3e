"""The table deals what was asked for, opens rounds in their order, and refuses what is not allowed now."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta

import pytest

from soundmark.games.deal import GameKind, GameSpec
from soundmark.games.table import GAMES_PER_MINUTE, GameTable, PlayError
from soundmark.store.round_records import GameRecord, UnknownRound
from soundmark.store.rounds import RoundBook
from soundmark.types import ChoiceTruth, GameId, QuestionId, RoundId
from tests.support.choices import ANN, BOB, Clock, StubDesk, pack_of, question, quiz_table, wish

PACK = pack_of([question(number) for number in range(24)])
Table = GameTable[ChoiceTruth]


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def desk() -> StubDesk:
    return StubDesk()


@pytest.fixture
def table(book: RoundBook, clock: Clock, desk: StubDesk) -> Table:
    return quiz_table(book, lambda: PACK, clock=clock, desk=desk)


def spec_of(game: GameRecord) -> GameSpec:
    return GameSpec.from_json(game.spec)


def test_a_game_has_as_many_rounds_as_were_asked_for_or_questions_there_are(table: Table) -> None:
    assert len(spec_of(table.begin(ANN, wish(rounds=7))).question_ids) == 7
    few = table.begin(ANN, wish(rounds=20, filters={"language": ("th",), "category": ("Nature",)}))
    assert len(set(spec_of(few).question_ids)) == 6


def test_a_daily_game_has_the_tables_length_and_no_time_limit(table: Table) -> None:
    spec = spec_of(table.begin(ANN, wish(GameKind.DAILY, rounds=20, time_limit_s=30)))
    assert (len(spec.question_ids), spec.time_limit_s) == (5, None)
    assert spec.seed == datetime.now(UTC).date().isoformat()


def test_what_was_asked_for_is_kept_with_the_game(table: Table) -> None:
    spec = spec_of(
        table.begin(ANN, wish(filters={"language": ("th",)}, said={"x": "y"}, time_limit_s=60, is_logged=False))
    )
    assert (spec.filters, spec.said, spec.time_limit_s, spec.is_logged) == (
        {"language": ("th",)},
        {"x": "y"},
        60,
        False,
    )


def test_rounds_are_opened_in_order_and_the_next_clip_is_prepared(table: Table, desk: StubDesk) -> None:
    game = table.begin(ANN, wish(rounds=3))
    ids = spec_of(game).question_ids
    assert table.number_to_open(game) == 1
    for number in (1, 2, 3):
        opened = table.open(game, number)
        assert opened is not None
        seat, copy = opened
        assert copy is not None
        assert (seat.record.number, seat.question.question_id, seat.is_last) == (number, ids[number - 1], number == 3)
        assert table.number_to_open(game) == number
    assert desk.prepared == list(ids[1:])
    assert table.open(game, 4) is None
    assert [seat.record.number for seat in table.seats_of(game)] == [1, 2, 3]


def test_opening_a_round_twice_is_one_round(table: Table) -> None:
    game = table.begin(ANN, wish())
    first, again = table.open(game, 1), table.open(game, 1)
    assert first is not None
    assert again is not None
    assert first[0].record == again[0].record


def test_games_and_rounds_of_others_and_of_other_modes_are_unknown(table: Table, book: RoundBook, clock: Clock) -> None:
    game = table.begin(ANN, wish())
    opened = table.open(game, 1)
    assert opened is not None
    round_id = opened[0].record.round_id
    assert table.game_of(ANN, game.game_id) == game
    assert table.game_of(BOB, game.game_id) is None
    assert table.game_of(ANN, GameId("x" * 22)) is None
    assert table.seat(round_id).record == table.seat(round_id, ANN).record
    other = quiz_table(book, lambda: PACK, clock=clock, mode="other")
    assert other.game_of(ANN, game.game_id) is None
    for asked, of, player in ((table, round_id, BOB), (other, round_id, ANN), (table, RoundId("x" * 22), ANN)):
        with pytest.raises(UnknownRound):
            asked.seat(of, player)


def test_too_many_games_within_a_minute_are_refused_but_todays_goes_on(table: Table, clock: Clock) -> None:
    daily = table.begin(ANN, wish(GameKind.DAILY))
    for _ in range(GAMES_PER_MINUTE - 1):
        table.begin(ANN, wish())
    with pytest.raises(PlayError, match="wait a moment"):
        table.begin(ANN, wish())
    assert table.begin(ANN, wish(GameKind.DAILY)) == daily
    table.begin(BOB, wish())
    clock.now += timedelta(minutes=2)
    table.begin(ANN, wish())


def test_new_games_deal_what_was_not_seen_while_there_is_any(table: Table) -> None:
    seen: list[QuestionId] = []
    for _ in range(2):
        game = table.begin(ANN, wish(rounds=5))
        for number in range(1, 6):
            table.open(game, number)
        seen += spec_of(game).question_ids
    assert len(set(seen)) == 10


class Stock:
    """Has one seed for one choice of filters."""

    def __init__(self) -> None:
        self.asked: list[tuple[set[QuestionId], Mapping[str, tuple[str, ...]], int]] = []

    def take(self, seen: set[QuestionId], filters: Mapping[str, tuple[str, ...]], rounds: int) -> str | None:
        self.asked.append((seen, filters, rounds))
        return None if filters else "from-the-stock"


def test_a_free_game_is_one_that_can_start_at_once_when_there_is_one(book: RoundBook, clock: Clock) -> None:
    stock = Stock()
    table = quiz_table(book, lambda: PACK, clock=clock, stock=stock)
    assert spec_of(table.begin(ANN, wish(rounds=4))).seed == "from-the-stock"
    assert spec_of(table.begin(ANN, wish(filters={"language": ("th",)}))).seed != "from-the-stock"
    assert spec_of(table.begin(ANN, wish(GameKind.SEED, seed="tea"))).seed == "tea"
    table.begin(ANN, wish(GameKind.DAILY))
    assert [(filters, rounds) for _, filters, rounds in stock.asked] == [({}, 4), ({"language": ("th",)}, 5)]


def test_a_round_whose_question_has_changed_asks_for_a_new_game(book: RoundBook, clock: Clock) -> None:
    packs = [PACK]
    table = quiz_table(book, lambda: packs[-1], clock=clock)
    game = table.begin(ANN, wish())
    opened = table.open(game, 1)
    assert opened is not None
    packs.append(pack_of(PACK.questions, revision="ffffffffffff"))
    with pytest.raises(PlayError, match="start a new game"):
        table.open(game, 2)
    with pytest.raises(PlayError, match="start a new game"):
        table.seat(opened[0].record.round_id)
