"""A quiz game from first to last, without a browser: what is logged, once, and what is told to whom."""

from __future__ import annotations

import dataclasses
import hashlib
import hmac
import json
from collections import Counter
from datetime import timedelta
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio import Published
from soundmark.audio.decode import file_sha256
from soundmark.benchmarks import ChoicePack
from soundmark.clip_desk import ClipDesk, ClipGone
from soundmark.games.deal import GameKind, deal
from soundmark.games.table import PlayError
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.rules import Submission
from soundmark.quiz.stages import Finished, Settled, Shown
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook, UnknownRound
from soundmark.store.schema import ChoiceRow, decode, encode
from soundmark.types import ChoiceQuestion, Clip, QuestionId, ResponderKind, RoundId, Status
from tests.support.choices import (
    ANN,
    BOB,
    CAT,
    ORDER_KEY,
    Clock,
    StubDesk,
    pack_of,
    published,
    question,
    quiz_play,
    quiz_table,
    wish,
)
from tests.support.packs import tone

PACK = pack_of([question(number) for number in range(24)])
PASS = Submission(position=None)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def play(book: RoundBook, clock: Clock) -> QuizPlay:
    return quiz_play(quiz_table(book, lambda: PACK, clock=clock))


def shown(stage: object) -> Shown:
    assert isinstance(stage, Shown)
    return stage


def settled(stage: object) -> Settled:
    assert isinstance(stage, Settled)
    return stage


def right(stage: Shown) -> Submission:
    """The place at which the right choice is shown."""
    return Submission(position=stage.order.index(stage.seat.question.truth.choice_index))


def passed(_: Shown) -> Submission:
    return PASS


def wrong(stage: Shown) -> Submission:
    truth = stage.seat.question.truth.choice_index
    return Submission(position=next(place for place, index in enumerate(stage.order) if index != truth))


def answered(play: QuizPlay, player: Player, stage: Shown, submission: Submission) -> Settled:
    return play.answer(player, stage.seat.record.round_id, submission)


def rows(journal: Journal) -> list[ChoiceRow]:
    return [row for row in journal.rows("choice") if isinstance(row, ChoiceRow)]


def test_a_whole_game(play: QuizPlay, journal: Journal) -> None:
    stage: object = play.flow.start(ANN, wish())
    asked, results = [], []
    for number, submit in enumerate([right, right, wrong, passed, right], start=1):
        here = shown(stage)
        assert here.seat.record.number == number
        asked.append(here.seat.question.question_id)
        result = answered(play, ANN, here, submit(here))
        assert result.seat.is_last == (number == 5)
        results.append((result.tally.right, result.tally.answered, result.tally.passed, result.tally.streak))
        stage = play.flow.after(here.seat.record.round_id)
    assert results == [(1, 1, 0, 1), (2, 2, 0, 2), (2, 3, 0, 0), (2, 3, 1, 0), (3, 4, 1, 1)]
    assert isinstance(stage, Finished)
    assert stage.tally.best_streak == 2
    assert len(set(asked)) == 5
    assert [row.question_id for row in stage.rows] == asked
    assert rows(journal) == list(stage.rows)


def test_what_is_logged_of_an_answer(play: QuizPlay, journal: Journal, clock: Clock) -> None:
    here = shown(play.flow.start(ANN, wish(said={"language:th": "native", "language:bn": "some", "lived_there": "no"})))
    clock.now = here.seat.record.shown_at + timedelta(seconds=7)
    sent = dataclasses.replace(right(here), input_method="keyboard", listened_s=3.5, play_count=2)
    answered(play, ANN, here, sent)
    (row,) = rows(journal)
    asked = here.seat.question
    assert (row.benchmark, row.benchmark_revision, row.question_id) == (
        "test-choices",
        PACK.revision,
        asked.question_id,
    )
    assert (row.responder_kind, row.responder_id, row.salt_id) == (ResponderKind.HUMAN, ANN.responder_id, ANN.salt_id)
    assert (row.status, row.correct, row.score) == (Status.OK, True, 1.0)
    assert row.raw_answer == asked.choices[asked.truth.choice_index]
    assert row.choice_index == row.true_index == asked.truth.choice_index
    assert row.choice_order == list(here.order)
    assert (row.answered_at - row.shown_at).total_seconds() == 7
    assert (row.listened_s, row.play_count, row.input_method) == (3.5, 2, "keyboard")
    assert (row.language, row.category, row.hop_type) == (asked.language, *asked.tags.values())
    level = {"th": "native", "bn": "some"}[asked.language]
    assert row.self_report == f"language:{level} lived_there:no"
    assert (row.game_kind, row.round_number, row.setting, row.timed_out) == ("free", 1, "audio", False)
    assert decode("choice", encode(row)) == row


def test_the_logged_seed_gives_the_logged_order_and_needs_the_servers_key(play: QuizPlay, journal: Journal) -> None:
    here = shown(play.flow.start(ANN, wish()))
    answered(play, ANN, here, PASS)
    (row,) = rows(journal)
    seed = json.loads(row.extra_json or "")["choice_seed"]
    # By the documented rule, worked out here: ascending SHA-256 of seed and number.
    order = sorted(range(4), key=lambda number: hashlib.sha256(f"{seed}\x1f{number}".encode()).digest())
    assert row.choice_order == order
    message = f"choices\x1f{here.seat.record.round_id}".encode()
    assert seed == int.from_bytes(hmac.new(ORDER_KEY.value.encode(), message, hashlib.sha256).digest()[:4])
    # What the browser knows does not give the seed.
    assert seed != int.from_bytes(hashlib.sha256(message).digest()[:4])


def test_i_dont_know_is_no_choice_and_no_wrong_one(play: QuizPlay, journal: Journal) -> None:
    here = shown(play.flow.start(ANN, wish()))
    result = answered(play, ANN, here, PASS)
    (row,) = rows(journal)
    assert (row.status, row.choice_index, row.correct, row.raw_answer) == (Status.SKIPPED, None, None, None)
    assert row.true_index == here.seat.question.truth.choice_index
    assert (result.tally.answered, result.tally.passed) == (0, 1)


def test_a_wrong_choice_is_wrong_and_scores_nothing(play: QuizPlay, journal: Journal) -> None:
    answered(play, ANN, here := shown(play.flow.start(ANN, wish())), wrong(here))
    (row,) = rows(journal)
    assert (row.status, row.correct, row.score) == (Status.OK, False, 0.0)
    assert row.choice_index != row.true_index


@pytest.mark.parametrize("position", [4, 25])
def test_a_choice_that_was_not_shown_leaves_the_round_open(play: QuizPlay, journal: Journal, position: int) -> None:
    here = shown(play.flow.start(ANN, wish()))
    with pytest.raises(PlayError, match="4 choices"):
        answered(play, ANN, here, Submission(position=position))
    assert rows(journal) == []
    assert answered(play, ANN, here, right(here)).row.correct


def test_a_double_click_logs_once_and_the_first_choice_stands(play: QuizPlay, journal: Journal) -> None:
    here = shown(play.flow.start(ANN, wish()))
    one, two = answered(play, ANN, here, right(here)), answered(play, ANN, here, wrong(here))
    assert one.row == two.row
    assert one.tally == two.tally
    assert len(rows(journal)) == 1


def test_a_reload_leads_back_in_the_same_order(play: QuizPlay) -> None:
    here = shown(play.flow.start(ANN, wish()))
    again = shown(play.flow.resume(ANN, here.seat.game.game_id))
    assert (again.seat.record, again.order) == (here.seat.record, here.order)
    assert shown(play.flow.after(here.seat.record.round_id)).seat.record == here.seat.record
    result = answered(play, ANN, here, right(here))
    assert settled(play.flow.resume(ANN, here.seat.game.game_id)).row == result.row


def test_another_player_neither_sees_nor_answers_my_round(play: QuizPlay, journal: Journal) -> None:
    here = shown(play.flow.start(ANN, wish()))
    assert play.flow.resume(BOB, here.seat.game.game_id) is None
    with pytest.raises(UnknownRound):
        answered(play, BOB, here, right(here))
    assert rows(journal) == []


def test_a_round_of_another_quiz_is_unknown_here(play: QuizPlay, book: RoundBook, clock: Clock) -> None:
    here = shown(play.flow.start(ANN, wish()))
    other = quiz_play(quiz_table(book, lambda: PACK, clock=clock, mode="other"))
    with pytest.raises(UnknownRound):
        other.answer(ANN, here.seat.record.round_id, right(here))
    assert other.flow.resume(ANN, here.seat.game.game_id) is None


def test_nothing_is_told_of_a_round_that_is_not_there(play: QuizPlay) -> None:
    nowhere = RoundId("x" * 22)
    with pytest.raises(UnknownRound):
        play.flow.after(nowhere)
    with pytest.raises(UnknownRound):
        play.answer(ANN, nowhere, PASS)


def test_a_game_without_logging_is_told_and_logged_nowhere(play: QuizPlay, journal: Journal) -> None:
    here = shown(play.flow.start(ANN, wish(is_logged=False)))
    result = answered(play, ANN, here, right(here))
    assert result.row.correct
    assert result.tally.right == 1
    assert rows(journal) == []


def gone(_: object) -> Published:
    raise ClipGone


def test_a_sound_that_cannot_be_played_counts_nowhere(book: RoundBook, journal: Journal, clock: Clock) -> None:
    play = quiz_play(quiz_table(book, lambda: PACK, clock=clock, desk=StubDesk(gone)))
    first = settled(play.flow.start(ANN, wish(rounds=2)))
    row = first.row
    assert (row.status, row.score, row.correct, row.choice_index) == (Status.ERROR, None, None, None)
    assert (first.tally.answered, first.tally.passed, first.tally.right) == (0, 0, 0)
    second = settled(play.flow.after(first.seat.record.round_id))
    assert isinstance(play.flow.after(second.seat.record.round_id), Finished)
    assert [row.status for row in rows(journal)] == [Status.ERROR] * 2


def test_a_silent_recording_closes_its_round_and_the_next_one_is_asked(
    book: RoundBook, clock: Clock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    loud, quiet = tmp_path / "loud.wav", tmp_path / "telling silence.wav"
    tone(loud, 0.3)
    soundfile.write(quiet, np.zeros(8_000), 16_000)

    def asked(number: int, path: Path) -> ChoiceQuestion:
        return question(number, clip=Clip(path=path, sha256=file_sha256(path), key=path.stem))

    pack = pack_of([asked(0, quiet), asked(1, loud)])
    desk = ClipDesk(public_dir=tmp_path / "public", cache_dir=tmp_path / "cache")
    play = quiz_play(quiz_table(book, lambda: pack, clock=clock, desk=desk))
    seed = next(seed for seed in "abcdefgh" if _dealt(pack, seed)[0] == pack.questions[0].question_id)
    first = settled(play.flow.start(ANN, wish(GameKind.SEED, seed=seed, rounds=2)))
    assert (first.row.status, first.row.score) == (Status.ERROR, None)
    assert "telling silence.wav is silent" in caplog.text
    second = shown(play.flow.after(first.seat.record.round_id))
    assert second.published is not None
    assert second.published.path.is_file()
    assert len(list((tmp_path / "public").iterdir())) == 1


def _dealt(pack: ChoicePack, seed: str) -> tuple[QuestionId, ...]:
    ids = [one.question_id for one in pack.questions]
    return deal(ids, revision=pack.revision, kind=GameKind.SEED, seed=seed, rounds=2)


def test_a_sound_that_cannot_be_played_does_not_end_a_run(book: RoundBook, clock: Clock) -> None:
    broken: set[str] = set()

    def publish(asked: object) -> Published:
        if getattr(asked, "question_id", "") in broken:
            raise ClipGone
        return published(asked)

    play = quiz_play(quiz_table(book, lambda: PACK, clock=clock, desk=StubDesk(publish)))
    one = shown(play.flow.start(ANN, wish(rounds=3)))
    broken.add(one.seat.spec.question_ids[1])
    answered(play, ANN, one, right(one))
    two = settled(play.flow.after(one.seat.record.round_id))
    three = shown(play.flow.after(two.seat.record.round_id))
    assert answered(play, ANN, three, right(three)).tally.streak == 2


def told_to(play: QuizPlay, player: Player, submit: str) -> Settled:
    here = shown(play.flow.start(player, wish(GameKind.SEED, seed="tea", rounds=1)))
    submissions = {"right": right(here), "wrong": wrong(here), "pass": PASS}
    return answered(play, player, here, submissions[submit])


def test_others_are_people_once_each_and_never_oneself(play: QuizPlay, journal: Journal) -> None:
    assert told_to(play, ANN, "wrong").others == ()
    first = told_to(play, BOB, "right")
    assert [other.responder_id for other in first.others] == [ANN.responder_id]
    told_to(play, ANN, "right")  # she has heard the truth since: her first answer is the one that counts
    result = told_to(play, CAT, "pass")
    assert [(other.responder_id, other.correct) for other in result.others] == [
        (ANN.responder_id, False),
        (BOB.responder_id, True),
    ]
    assert told_to(play, CAT, "right").others == result.others
    assert len(rows(journal)) == 5


def test_rounds_that_could_not_be_played_and_other_questions_are_no_answers_of_others(
    play: QuizPlay, journal: Journal
) -> None:
    row = told_to(play, BOB, "right").row
    stranger = dataclasses.replace(row, responder_id="d" * 32)
    journal.append(dataclasses.replace(stranger, response_id="0197-1", status=Status.ERROR, correct=None, score=None))
    journal.append(dataclasses.replace(stranger, response_id="0197-2", true_index=(row.true_index + 1) % 4))
    journal.append(dataclasses.replace(stranger, response_id="0197-3", choice_order=[0, 1, 2], true_index=0))
    assert [other.responder_id for other in told_to(play, ANN, "right").others] == [BOB.responder_id]


def test_a_seed_gives_two_players_the_same_questions_each_in_an_order_of_their_own(play: QuizPlay) -> None:
    orders = Counter[bool]()
    for number in range(12):
        mine, yours = (
            shown(play.flow.start(player, wish(GameKind.SEED, seed=f"s{number}", rounds=3))) for player in (ANN, BOB)
        )
        assert mine.seat.spec.question_ids == yours.seat.spec.question_ids
        orders[mine.order == yours.order] += 1
    assert orders[False] >= 6  # of 12, where 1 in 24 is the same by chance


def test_questions_are_of_what_was_chosen(play: QuizPlay) -> None:
    here = shown(play.flow.start(ANN, wish(filters={"language": ("bn",), "category": ("Nature",)})))
    dealt = [PACK.question(one) for one in here.seat.spec.question_ids]
    assert {(one.language, one.tags["category"]) for one in dealt if one} == {("bn", "Nature")}
    with pytest.raises(PlayError, match="Choose more"):
        play.flow.start(ANN, wish(filters={"language": ("fi",)}))


def test_there_is_one_daily_game_for_each_choice_of_languages(play: QuizPlay, clock: Clock) -> None:
    def daily(player: Player, **more: object) -> Shown:
        return shown(play.flow.start(player, wish(GameKind.DAILY, **more)))

    every, thai = daily(ANN), daily(ANN, filters={"language": ("th",), "category": ("Nature",)})
    assert every.seat.game != thai.seat.game
    assert thai.seat.spec.filters == {"language": ("th",)}
    assert daily(ANN).seat.game == every.seat.game
    assert daily(ANN, filters={"language": ("th",)}).seat.game == thai.seat.game
    assert daily(BOB).seat.spec.question_ids == every.seat.spec.question_ids
    clock.now += timedelta(days=1)
    assert daily(ANN).seat.spec.question_ids != every.seat.spec.question_ids


def test_a_game_is_told_to_its_end_though_the_questions_have_changed(book: RoundBook, clock: Clock) -> None:
    packs = [PACK]
    play = quiz_play(quiz_table(book, lambda: packs[-1], clock=clock))
    here = shown(play.flow.start(ANN, wish(rounds=1)))
    answered(play, ANN, here, right(here))
    packs.append(pack_of([question(99)], revision="ffffffffffff"))
    found = play.flow.resume(ANN, here.seat.game.game_id)
    assert isinstance(found, Finished)
    assert found.tally.right == 1


def test_a_game_in_which_questions_have_left_the_list_is_not_gone_on_with(book: RoundBook, clock: Clock) -> None:
    packs = [PACK]
    play = quiz_play(quiz_table(book, lambda: packs[-1], clock=clock))
    here = shown(play.flow.start(ANN, wish()))
    packs.append(pack_of([question(99)], revision="ffffffffffff"))
    assert play.flow.resume(ANN, here.seat.game.game_id) is None
    with pytest.raises(PlayError, match="new game"):
        answered(play, ANN, here, right(here))
