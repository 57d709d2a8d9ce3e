"""A game from first to last, without a browser."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from soundmark.audio import Published
from soundmark.benchmarks import GeoPack, read_pack
from soundmark.benchmarks.clips import ClipSource
from soundmark.clip_desk import ClipGone
from soundmark.games.deal import GameKind
from soundmark.games.table import GAMES_PER_MINUTE, GameTable, PlayError, Wish
from soundmark.modes.geo import view
from soundmark.modes.geo.play import GeoPlay
from soundmark.modes.geo.round import Hint, Submission
from soundmark.modes.geo.stages import Finished, Settled, Shown
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.round_records import UnknownRound
from soundmark.store.rounds import RoundBook
from soundmark.types import Coordinate, GeoQuestion, OwnerKey, RoundId, Status
from tests.support.packs import small_pack

PLACES = [
    (48.8566, 2.3522),
    (-33.8688, 151.2093),
    (25.033, 121.5654),
    (-1.2921, 36.8219),
    (64.1466, -21.9426),
    (0.0, 0.0),
]
ANN = Player(OwnerKey("ann"), "a" * 32, "salt")
BOB = Player(OwnerKey("bob"), "b" * 32, "salt")


class Clock:
    """A server clock that tests can turn."""

    def __init__(self) -> None:
        self.now = datetime.now(UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture(scope="module")
def pack(tmp_path_factory: pytest.TempPathFactory) -> GeoPack:
    return read_pack(small_pack(tmp_path_factory.mktemp("pack") / "tones", PLACES))


@pytest.fixture
def clock() -> Clock:
    return Clock()


def published(_: GeoQuestion) -> Published:
    return Published(path=Path("a.mp3"), duration_s=1.0, waveform=(0.5,))


@dataclass(frozen=True)
class StubDesk:
    """Publishes without a file."""

    make: Callable[[GeoQuestion], Published]

    def publish(self, question: Any, source: ClipSource) -> Published:
        return self.make(question)

    def prepare(self, questions: Sequence[Any], source: ClipSource) -> None:
        pass


def engine(
    book: RoundBook, pack: GeoPack, clock: Clock, publish: Callable[[GeoQuestion], Published] = published
) -> GeoPlay:
    return GeoPlay(
        table=GameTable(mode="geo", book=book, load_pack=lambda: pack, desk=StubDesk(publish), clock=clock),
        answers=lambda benchmark, question_id, last: book.journal.rows(
            "geo", benchmark=benchmark, question_id=question_id, last=last
        ),
        deployment="test",
    )


@pytest.fixture
def play(book: RoundBook, pack: GeoPack, clock: Clock) -> GeoPlay:
    return engine(book, pack, clock)


def shown(stage: object) -> Shown:
    assert isinstance(stage, Shown)
    return stage


def settled(stage: object) -> Settled:
    assert isinstance(stage, Settled)
    return stage


def at(stage: Shown) -> Submission:
    return Submission(guess=stage.seat.question.truth.place, input_method="map")


def test_a_whole_game(play: GeoPlay, journal: Journal) -> None:
    stage: object = play.start(ANN, Wish(kind=GameKind.FREE))
    asked = []
    for number in range(1, 6):
        here = shown(stage)
        assert here.seat.record.number == number
        asked.append(here.seat.question.question_id)
        result = settled(play.answer(ANN, here.seat.record.round_id, at(here)))
        assert result.row.score == 5000.0
        assert result.points_so_far == 5000.0 * number
        assert result.seat.is_last == (number == 5)
        stage = play.flow.after(here.seat.record.round_id)
    assert isinstance(stage, Finished)
    assert len(set(asked)) == 5
    assert [row.question_id for row in stage.rows] == asked
    assert len(list(journal.rows("geo"))) == 5


def test_an_unanswered_round_cannot_be_skipped_over(play: GeoPlay) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    assert shown(play.flow.after(first.seat.record.round_id)).seat.record == first.seat.record


def test_a_double_click_logs_once(play: GeoPlay, journal: Journal) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    one = play.answer(ANN, first.seat.record.round_id, at(first))
    two = play.answer(ANN, first.seat.record.round_id, Submission(guess=Coordinate(0, 0)))
    assert one.row == two.row
    assert len(list(journal.rows("geo"))) == 1


def test_a_reload_leads_back_and_another_player_sees_nothing(play: GeoPlay) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    assert shown(play.flow.resume(ANN, first.seat.game.game_id)).seat.record == first.seat.record
    assert play.flow.resume(BOB, first.seat.game.game_id) is None
    result = play.answer(ANN, first.seat.record.round_id, at(first))
    assert settled(play.flow.resume(ANN, first.seat.game.game_id)).row == result.row


def test_another_player_cannot_answer_my_round(play: GeoPlay, journal: Journal) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    with pytest.raises(UnknownRound):
        play.answer(BOB, first.seat.record.round_id, at(first))
    assert list(journal.rows("geo")) == []


def test_two_games_of_one_player_do_not_mix(play: GeoPlay) -> None:
    one, two = shown(play.start(ANN, Wish(kind=GameKind.FREE))), shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    play.answer(ANN, one.seat.record.round_id, at(one))
    assert shown(play.flow.resume(ANN, two.seat.game.game_id)).seat.record == two.seat.record


def test_the_daily_game_is_one_for_everybody_and_once(play: GeoPlay, clock: Clock) -> None:
    mine, yours = shown(play.start(ANN, Wish(kind=GameKind.DAILY))), shown(play.start(BOB, Wish(kind=GameKind.DAILY)))
    assert mine.seat.spec == yours.seat.spec
    assert mine.seat.game.game_id != yours.seat.game.game_id
    play.answer(ANN, mine.seat.record.round_id, at(mine))
    assert settled(play.start(ANN, Wish(kind=GameKind.DAILY))).seat.game == mine.seat.game
    clock.now += timedelta(days=1)
    assert shown(play.start(ANN, Wish(kind=GameKind.DAILY))).seat.spec.seed != mine.seat.spec.seed


def test_a_seed_gives_two_players_the_same_clips(play: GeoPlay) -> None:
    mine = shown(play.start(ANN, Wish(kind=GameKind.SEED, seed="tea", rounds=3)))
    yours = shown(play.start(BOB, Wish(kind=GameKind.SEED, seed="tea", rounds=3)))
    assert mine.seat.spec.question_ids == yours.seat.spec.question_ids
    assert len(mine.seat.spec.question_ids) == 3


def test_a_hint_is_paid_once_and_stays_the_same(play: GeoPlay) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    one = shown(play.buy_hint(first.seat.record.round_id, Hint.CIRCLE))
    two = shown(play.buy_hint(first.seat.record.round_id, Hint.CIRCLE))
    three = shown(play.buy_hint(first.seat.record.round_id, Hint.CONTINENT))
    assert one.state.hints == two.state.hints
    assert three.state.bought == [Hint.CIRCLE, Hint.CONTINENT]
    assert play.answer(ANN, first.seat.record.round_id, at(first)).row.points == pytest.approx(5000 * 0.55)


def test_how_others_answered(play: GeoPlay) -> None:
    mine = shown(play.start(ANN, Wish(kind=GameKind.SEED, seed="tea")))
    yours = shown(play.start(BOB, Wish(kind=GameKind.SEED, seed="tea")))
    play.answer(BOB, yours.seat.record.round_id, Submission(guess=Coordinate(-60, 10)))
    result = play.answer(ANN, mine.seat.record.round_id, at(mine))
    assert (result.people, result.people_farther) == (1, 1.0)
    assert [one.place for one in result.others] == [Coordinate(-60, 10)]
    assert "b" * 32 not in json.dumps(view.result_page(result).map)


def test_the_end_of_the_time_takes_the_pin_that_was_there(play: GeoPlay, clock: Clock) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE, time_limit_s=60)))
    clock.now = first.seat.record.shown_at + timedelta(seconds=30)
    play.keep_draft(first.seat.record.round_id, Coordinate(1, 2), "typed")
    clock.now = first.seat.record.shown_at + timedelta(seconds=90)
    play.keep_draft(first.seat.record.round_id, Coordinate(3, 4), "map")
    clock.now = first.seat.record.shown_at + timedelta(hours=3)
    row = play.answer(ANN, first.seat.record.round_id, at(first)).row
    assert (row.latitude_deg, row.longitude_deg, row.timed_out, row.status) == (1, 2, True, Status.OK)
    assert row.input_method == "typed"


def test_too_many_games_within_a_minute_are_refused(play: GeoPlay) -> None:
    for _ in range(GAMES_PER_MINUTE):
        play.start(ANN, Wish(kind=GameKind.FREE))
    with pytest.raises(PlayError, match="wait a moment"):
        play.start(ANN, Wish(kind=GameKind.FREE))
    play.start(BOB, Wish(kind=GameKind.FREE))


def test_s10_nothing_is_told_without_an_answer(play: GeoPlay) -> None:
    nowhere = RoundId("x" * 22)
    with pytest.raises(UnknownRound):
        play.flow.after(nowhere)
    with pytest.raises(UnknownRound):
        play.answer(ANN, nowhere, Submission(guess=None))


def test_the_daily_game_goes_on_when_many_games_were_started(play: GeoPlay) -> None:
    daily = shown(play.start(ANN, Wish(kind=GameKind.DAILY)))
    for _ in range(GAMES_PER_MINUTE - 1):
        play.start(ANN, Wish(kind=GameKind.FREE))
    assert shown(play.start(ANN, Wish(kind=GameKind.DAILY))).seat.record == daily.seat.record


def test_hints_of_an_abandoned_game_are_paid_in_the_next(play: GeoPlay) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.SEED, seed="tea")))
    bought = shown(play.buy_hint(first.seat.record.round_id, Hint.CIRCLE)).state.hints
    again = shown(play.start(ANN, Wish(kind=GameKind.SEED, seed="tea")))
    assert again.state.hints == bought
    assert play.answer(ANN, again.seat.record.round_id, at(again)).row.hint_cost == 0.30


def test_an_own_answer_is_nobody_elses_and_a_person_counts_once(play: GeoPlay) -> None:
    for _ in range(3):
        mine = shown(play.start(ANN, Wish(kind=GameKind.SEED, seed="tea")))
        result = play.answer(ANN, mine.seat.record.round_id, at(mine))
    assert result.people == 0
    assert (result.others, result.machines) == ((), ())
    yours = shown(play.start(BOB, Wish(kind=GameKind.SEED, seed="tea")))
    assert play.answer(BOB, yours.seat.record.round_id, Submission(guess=Coordinate(0, 0))).people == 1


def test_a_changed_clip_list_is_said_to_be_one_and_nothing_is_scored(
    play: GeoPlay, pack: GeoPack, book: RoundBook, clock: Clock
) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    later = engine(book, dataclasses.replace(pack, revision="other"), clock)
    with pytest.raises(PlayError, match="clip list has changed"):
        later.answer(ANN, first.seat.record.round_id, at(first))
    assert later.flow.resume(ANN, first.seat.game.game_id) is None
    assert list(book.journal.rows("geo")) == []


def test_a_clip_that_cannot_be_played_closes_its_round_and_the_game_goes_on(
    pack: GeoPack, book: RoundBook, clock: Clock
) -> None:
    bad: list[str] = []

    def publish(question: GeoQuestion) -> Published:
        bad.append(question.question_id)
        if question.question_id == bad[0]:
            raise ClipGone
        return published(question)

    play = engine(book, pack, clock, publish)
    result = settled(play.start(ANN, Wish(kind=GameKind.FREE)))
    assert (result.row.status, result.row.score, result.row.points) == (Status.ERROR, None, 0.0)
    assert bad[0] not in f"{view.headline(result.row)} {view.compared(result)}"
    assert shown(play.flow.after(result.seat.record.round_id)).seat.record.number == 2


def test_the_clock_starts_when_the_clip_is_there(pack: GeoPack, book: RoundBook) -> None:
    published_at: list[datetime] = []

    def publish(question: GeoQuestion) -> Published:
        published_at.append(datetime.now(UTC))
        return published(question)

    first = shown(engine(book, pack, Clock(), publish).start(ANN, Wish(kind=GameKind.FREE)))
    assert published_at[0] <= first.seat.record.shown_at


def test_playing_without_logging_logs_nothing_and_shows_all(play: GeoPlay, journal: Journal) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE, is_logged=False)))
    result = play.answer(ANN, first.seat.record.round_id, at(first))
    assert result.row.score == 5000.0
    assert settled(play.flow.resume(ANN, first.seat.game.game_id)).row == result.row
    assert list(journal.rows("geo")) == []
    page = view.result_page(result)
    assert page.bar is not None
    assert "not_logged" in str(page.bar["note_keys"])


def strings(value: object) -> Iterator[str]:
    """Every key and value in a JSON value, as text."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from strings(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from strings(inner)
    else:
        yield str(value)


def test_the_page_of_a_question_tells_nothing(play: GeoPlay, pack: GeoPack) -> None:
    first = shown(play.start(ANN, Wish(kind=GameKind.FREE)))
    clip = view.clip_value(first.seat.record, published(first.seat.question), "address")
    page = view.guess_page(first, now=datetime.now(UTC), clip=clip)
    told = " ".join(strings([page.bar, page.map, page.clip, page.result]))
    truth = first.seat.question.truth
    for secret in (
        first.seat.question.question_id,
        truth.city,
        f"{truth.place.latitude_deg:.2f}",
        first.seat.question.clip.sha256,
    ):
        assert secret not in told
    assert "truth" not in told
