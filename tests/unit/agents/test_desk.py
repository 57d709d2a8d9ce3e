"""An agent plays a quiz by the rules of people: what it is told and when, what is logged, and what is refused."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable

import pytest

from soundmark.agents.desk import AgentDesk, open_desk
from soundmark.agents.game import JsonValue
from soundmark.agents.marking import AgentLog
from soundmark.agents.names import AgentError, player_of
from soundmark.agents.pace import AgentPace
from soundmark.agents.quiz import AgentQuiz
from soundmark.benchmarks import ChoicePack
from soundmark.clip_desk import ClipGone
from soundmark.games.table import GAMES_PER_MINUTE, PlayError
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.rules import Submission
from soundmark.quiz.stages import Shown
from soundmark.settings import read_settings
from soundmark.store.journal import Journal, JournalError
from soundmark.store.rounds import RoundBook, UnknownRound
from soundmark.store.schema import ChoiceRow
from soundmark.types import ResponderKind, RoundId, Status
from tests.support.choices import ANN, Clock, StubDesk, pack_of, published, question, quiz_play, quiz_table, wish
from tests.support.services import services_on

PACK = pack_of([question(number) for number in range(6)])
TELLING = ("secret_question", "telling_", "truth", "right_", "correct", "Nature", "Transit", "hop")


def quiz_of(book: RoundBook, pack: ChoicePack = PACK, desk: StubDesk | None = None) -> QuizPlay:
    """The engine of a quiz as agents play it."""
    play = quiz_play(quiz_table(book, lambda: pack, clock=Clock(), desk=desk))
    return dataclasses.replace(play, table=dataclasses.replace(play.table, log_as=AgentLog(play.machines)))


def desk_of(book: RoundBook, play: QuizPlay | None = None) -> AgentDesk:
    return AgentDesk(games={"quiz": AgentQuiz(play=play or quiz_of(book))}, book=book, pace=AgentPace(costly_calls=999))


@pytest.fixture
def desk(book: RoundBook) -> AgentDesk:
    return desk_of(book)


def start(desk: AgentDesk, agent: str = "ear-1", **changes: object) -> JsonValue:
    asked: dict[str, object] = {"mode": "quiz", "seed": "", "is_daily": False, "rounds": 0, "time_limit_s": 0}
    return desk.start_game(**(asked | {"agent": agent} | changes))


def answer(desk: AgentDesk, round_id: object, **changes: object) -> JsonValue:
    asked: dict[str, object] = {"choice": None, "latitude_deg": None, "longitude_deg": None, "gives_up": False}
    return desk.answer(round_id, **(asked | changes))


def right_choice(asked: JsonValue) -> int:
    """The number of the right choice as it was listed, from the questions themselves."""
    (known,) = [one for one in PACK.questions if one.prompt == asked["question"]]
    choices = asked["choices"]
    assert isinstance(choices, list)
    (number,) = [one["number"] for one in choices if one["text"] == known.choices[known.truth.choice_index]]
    return int(number)


def rows(journal: Journal) -> list[ChoiceRow]:
    return [row for row in journal.rows("choice") if isinstance(row, ChoiceRow)]


def test_a_whole_game_is_scored_and_logged_as_a_models_and_marked(desk: AgentDesk, journal: Journal) -> None:
    game = start(desk, rounds=3)["game_id"]
    for number in range(3):
        asked, clip = desk.next_question(game)
        assert clip is not None
        assert asked["round_number"] == number + 1
        assert not any(word in json.dumps(asked, ensure_ascii=False) for word in TELLING)
        assert len(rows(journal)) == number
        right = right_choice(asked)
        given = {"choice": right} if number == 0 else {"choice": right % 4 + 1} if number == 1 else {"gives_up": True}
        told = answer(desk, asked["round_id"], **given)
        assert told["correct"] is (True, False, None)[number]
        assert told["right_choice"] == {"number": right, "text": asked["choices"][right - 1]["text"]}  # type: ignore[index]
        assert len(rows(journal)) == number + 1
    over, clip = desk.next_question(game)
    assert clip is None
    assert (over["state"], over["total_score"], over["max_total_score"]) == ("over", 1.0, 3.0)
    assert over == desk.game_result(game)
    first, second, third = rows(journal)
    for row in (first, second, third):
        assert (row.responder_kind, row.responder_id, row.setting) == (ResponderKind.MODEL, "ear-1", "agent")
        assert (row.input_method, row.prompt_id, row.run_id, row.salt_id) == ("api", "quiz-agents-1", None, None)
        assert row.game_id == game
    assert [row.status for row in (first, second, third)] == [Status.OK, Status.OK, Status.SKIPPED]
    assert [row.score for row in (first, second, third)] == [1.0, 0.0, 0.0]


def test_nothing_of_the_truth_is_told_before_the_answer(desk: AgentDesk) -> None:
    started = start(desk, rounds=2)
    game = started["game_id"]
    asked, _ = desk.next_question(game)
    with pytest.raises(AgentError) as refused:
        answer(desk, asked["round_id"], choice=9)
    said = json.dumps([started, asked, desk.next_question(game)[0], desk.game_result(game), str(refused.value)])
    assert [word for word in TELLING if word in said] == []
    assert set(asked) == {
        "state", "game_id", "round_id", "round_number", "rounds", "clip", "is_synthetic", "question", "language",
        "choices", "answer_with",
    }  # fmt: skip
    assert "seed" not in started  # with the list of questions it would say which ones come


def test_the_question_stays_the_same_until_it_is_answered(desk: AgentDesk, journal: Journal) -> None:
    game = start(desk)["game_id"]
    first, again = desk.next_question(game)[0], desk.next_question(game)[0]
    assert first == again
    desk.clip(game)
    assert rows(journal) == []


def test_a_second_answer_is_refused_and_changes_nothing(desk: AgentDesk, journal: Journal) -> None:
    asked, _ = desk.next_question(start(desk)["game_id"])
    answer(desk, asked["round_id"], choice=1)
    before = rows(journal)
    for choice in (1, 2):
        with pytest.raises(AgentError, match="answered before"):
            answer(desk, asked["round_id"], choice=choice)
    assert rows(journal) == before


def test_who_was_told_the_truth_is_scored_but_not_logged_again(desk: AgentDesk, journal: Journal) -> None:
    for number in range(2):
        game = start(desk, seed="same", rounds=2)["game_id"]
        for _ in range(2):
            asked, _ = desk.next_question(game)
            told = answer(desk, asked["round_id"], choice=right_choice(asked))
            assert told["correct"]
            assert told["is_logged"] is (number == 0)
        assert desk.game_result(game)["total_score"] == 2.0
        assert len(rows(journal)) == 2
    asked, _ = desk.next_question(start(desk, agent="ear-2", seed="same", rounds=2)["game_id"])
    assert answer(desk, asked["round_id"], choice=1)["is_logged"]


def test_an_answer_that_cannot_be_stored_tells_nothing_and_the_round_stays_open(
    desk: AgentDesk, journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, _ = desk.next_question(start(desk)["game_id"])

    def full(*_: object) -> None:
        raise JournalError("The disk is full.")

    with monkeypatch.context() as failing:
        failing.setattr(Journal, "write", full)
        with pytest.raises(JournalError) as refused:
            answer(desk, asked["round_id"], choice=1)
    assert "right" not in str(refused.value)
    assert rows(journal) == []
    assert answer(desk, asked["round_id"], choice=1)["is_logged"]
    assert len(rows(journal)) == 1


def test_agents_and_people_cannot_touch_each_others_games(desk: AgentDesk, book: RoundBook, journal: Journal) -> None:
    people = quiz_play(quiz_table(book, lambda: PACK, clock=Clock()))
    shown = people.flow.start(ANN, wish())
    assert isinstance(shown, Shown)
    with pytest.raises(AgentError, match="no such game of an agent"):
        answer(desk, shown.seat.record.round_id, choice=1)
    for call in (desk.next_question, desk.clip, desk.game_result):
        with pytest.raises(AgentError, match="no such game of an agent"):
            call(shown.seat.game.game_id)
    asked, _ = desk.next_question(start(desk)["game_id"])
    with pytest.raises(UnknownRound):
        people.answer(ANN, RoundId(str(asked["round_id"])), Submission(position=0))
    agents = quiz_of(book)
    with pytest.raises(UnknownRound):
        agents.answer(player_of("other-1"), RoundId(str(asked["round_id"])), Submission(position=0))
    assert rows(journal) == []


def test_the_rule_that_marks_rows_refuses_a_game_of_a_person(book: RoundBook, journal: Journal) -> None:
    play = quiz_of(book)
    shown = play.flow.start(ANN, wish())
    assert isinstance(shown, Shown)
    with pytest.raises(UnknownRound):
        play.answer(ANN, shown.seat.record.round_id, Submission(position=0))
    assert rows(journal) == []


def test_a_round_whose_sound_is_gone_is_passed_over_and_counts_nowhere(book: RoundBook, journal: Journal) -> None:
    gone = PACK.questions[0].question_id

    def make(asked: object) -> object:
        if asked.question_id == gone:  # type: ignore[attr-defined]
            raise ClipGone
        return published(asked)

    desk = desk_of(book, quiz_of(book, desk=StubDesk(make=make)))  # type: ignore[arg-type]
    game, prompts = start(desk, rounds=6)["game_id"], []
    while (asked := desk.next_question(game))[1] is not None:
        prompts.append(asked[0]["question"])
        answer(desk, asked[0]["round_id"], gives_up=True)
    assert len(prompts) == len(set(prompts)) == 5
    (failed,) = [row for row in rows(journal) if row.status is Status.ERROR]
    assert (failed.question_id, failed.score, failed.responder_kind) == (gone, None, ResponderKind.MODEL)
    assert desk.game_result(game)["answered"] == 5


def test_games_are_limited_as_peoples_are(desk: AgentDesk) -> None:
    for _ in range(GAMES_PER_MINUTE):
        start(desk)
    with pytest.raises(PlayError, match="many games within a minute"):
        start(desk)
    start(desk, agent="ear-2")


@pytest.mark.parametrize("game_id", ["", "x" * 22, "../../etc/passwd", None, 5, {"a": 1}, "a" * 100_000])
def test_an_unknown_game_gets_a_sentence(desk: AgentDesk, game_id: object) -> None:
    calls: list[Callable[[object], object]] = [desk.next_question, desk.clip, desk.game_result]
    for call in calls:
        with pytest.raises(AgentError, match="start_game"):
            call(game_id)


def test_an_unknown_mode_gets_the_names_of_those_there_are(desk: AgentDesk) -> None:
    for mode in ("savvy", "", None, ["quiz"]):
        with pytest.raises(AgentError, match="one of: quiz"):
            start(desk, mode=mode)


def test_agents_can_be_kept_out(journal: Journal, book: RoundBook, tmp_path: object) -> None:
    settings = read_settings({"AGENTS": "no", "DATA_DIR": str(tmp_path)})
    services = services_on(journal, settings.data_dir)
    quiz = AgentQuiz(play=quiz_of(book))
    assert open_desk([lambda _: quiz], dataclasses.replace(services, settings=settings)) is None
    opened = open_desk([lambda _: quiz, None], services)
    assert opened is not None
    assert list(opened.games) == ["quiz"]
    assert open_desk([None], services) is None
