"""Before an answer a page holds what is shown and nothing of the truth; after it all that was promised."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.audio import Published
from soundmark.games.deal import GameKind, GameSpec
from soundmark.quiz.config import Filter, QuizConfig
from soundmark.quiz.play import QuizPlay
from soundmark.quiz.rules import Submission
from soundmark.quiz.stages import Finished, Settled, Shown
from soundmark.quiz.view import Page, Screen, clip_value, question_page, result_page, summary_page
from soundmark.store.journal import Journal
from soundmark.store.rounds import RoundBook
from soundmark.types import ChoiceTruth, ResponderKind, Status
from tests.support.choices import ANN, BOB, CAT, Clock, pack_of, question, quiz_play, quiz_table, wish

CONFIG = QuizConfig(
    mode="quiz",
    title_key="t",
    lead_key="l",
    prompt_id="p",
    filters=(Filter(tag="language", label_key="x", values={"th": "th", "bn": "bn"}),),
    macro_mean_of="language",
)
CARD_KEYS = {"round", "phase", "wordings"}


@pytest.fixture
def play(book: RoundBook) -> QuizPlay:
    return quiz_play(quiz_table(book, lambda: pack_of([question(n) for n in range(24)]), clock=Clock()))


def start(play: QuizPlay, **more: Any) -> Shown:
    stage = play.flow.start(ANN, wish(**more))
    assert isinstance(stage, Shown)
    return stage


def parts_of(page: Page) -> str:
    return json.dumps([page.bar, page.clip, page.card, page.summary], ensure_ascii=False)


def card_of(page: Page) -> Mapping[str, object]:
    assert page.card is not None
    return page.card


def test_a_question_tells_its_texts_in_the_shown_order_and_nothing_else(play: QuizPlay) -> None:
    here = start(play)
    asked, record = here.seat.question, here.seat.record
    assert here.published is not None
    page = question_page(here, clip=clip_value(record, here.published, "/copy"))
    card = card_of(page)
    assert set(card) == CARD_KEYS
    assert page.clip is not None
    assert set(page.clip) == {"id", "src", "duration_s", "peaks"}
    assert card["wordings"] == [
        {"lang": asked.language, "prompt": asked.prompt, "choices": [asked.choices[i] for i in here.order]},
        {
            "lang": "en",
            "prompt": asked.wordings["en"].prompt,
            "choices": [asked.wordings["en"].choices[i] for i in here.order],
        },
    ]
    told = parts_of(page)
    assert "telling" not in told
    assert asked.question_id not in told
    assert all(value not in told for value in asked.tags.values())


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Shown:
    """A shown question."""
    book = RoundBook(Journal(tmp_path_factory.mktemp("shown") / "journal.sqlite"))
    stage = start(quiz_play(quiz_table(book, lambda: pack_of([question(1)]), clock=Clock())))
    book.journal.close()
    return stage


def with_truth(stage: Shown, truth: int, order: list[int]) -> Shown:
    other = dataclasses.replace(stage.seat.question, truth=ChoiceTruth(choice_index=truth))
    return dataclasses.replace(stage, seat=dataclasses.replace(stage.seat, question=other), order=tuple(order))


@given(st.integers(1, 3), st.permutations(range(4)))
def test_the_page_of_a_question_is_the_same_whatever_the_truth_is(asked: Shown, truth: int, order: list[int]) -> None:
    one, other = (question_page(with_truth(asked, index, order)) for index in (truth, 0))
    assert parts_of(one) == parts_of(other)


def right_of(here: Shown) -> int:
    return here.order.index(here.seat.question.truth.choice_index)


def test_a_result_tells_right_and_own_choice_by_their_shown_places(play: QuizPlay) -> None:
    here = start(play)
    taken = (right_of(here) + 1) % 4
    result = play.answer(ANN, here.seat.record.round_id, Submission(position=taken))
    card = card_of(result_page(result))
    assert (card["phase"], card["status"], card["chosen"], card["right"]) == ("told", "ok", taken, right_of(here))
    assert card["credit"] == {
        "is_synthetic": False,
        "source": here.seat.question.clip.source,
        "licence": here.seat.question.clip.licence,
    }
    assert card["wordings"] == card_of(question_page(here))["wordings"]


def test_how_people_and_models_answered_stands_at_the_choices_as_they_were_shown(
    play: QuizPlay, journal: Journal
) -> None:
    def answer(player: object, position: int | None) -> Settled:
        stage = play.flow.start(player, wish(GameKind.SEED, seed="tea", rounds=1))  # type: ignore[arg-type]
        assert isinstance(stage, Shown)
        place = None if position is None else stage.order.index(position)
        return play.answer(player, stage.seat.record.round_id, Submission(position=place))  # type: ignore[arg-type]

    row = answer(BOB, 2).row
    answer(CAT, None)
    model = dataclasses.replace(row, responder_kind=ResponderKind.MODEL, responder_id="m1", choice_order=[0, 1, 2, 3])
    for number, (name, index, status) in enumerate(
        [("m1", 0, Status.OK), ("m1", 3, Status.OK), ("m2", None, Status.UNPARSED)]
    ):
        changes = {"response_id": f"0197-{number}", "responder_id": name, "choice_index": index, "status": status}
        journal.append(dataclasses.replace(model, **changes))  # type: ignore[arg-type]
    result = answer(ANN, 1)
    order, card = result.row.choice_order, card_of(result_page(result))
    assert card["people"] == [int(index == 2) for index in order]
    assert card["people_passed"] == 1
    assert card["models"] == [
        {"kind": "model", "name": "m1", "status": "ok", "position": order.index(3), "said": row.raw_answer},
        {"kind": "model", "name": "m2", "status": "unparsed", "position": None, "said": row.raw_answer},
    ]
    told = json.dumps(card)
    assert str(BOB.responder_id) not in told
    assert str(CAT.responder_id) not in told


def test_a_wording_that_does_not_fit_the_choices_or_repeats_them_is_not_shown(book: RoundBook) -> None:
    asked = question(1)
    odd = dataclasses.replace(
        asked,
        wordings={
            "en": dataclasses.replace(asked.wordings["en"], choices=("one", "two")),
            "de": dataclasses.replace(asked.wordings["en"], prompt=asked.prompt),
        },
    )
    play = quiz_play(quiz_table(book, lambda: pack_of([odd]), clock=Clock()))
    wordings = card_of(question_page(start(play)))["wordings"]
    assert isinstance(wordings, list)
    assert [one["lang"] for one in wordings] == [asked.language]


def test_a_player_is_told_when_nothing_is_logged(play: QuizPlay) -> None:
    for is_logged, keys in ((True, []), (False, ["not_logged"])):
        bar = question_page(start(play, is_logged=is_logged)).bar
        assert bar is not None
        assert bar["note_keys"] == keys


def finished(play: QuizPlay, **more: Any) -> Finished:
    stage: object = start(play, **more)
    for number in range(30):
        if isinstance(stage, Finished):
            return stage
        assert isinstance(stage, Shown)
        position = None if number == 1 else right_of(stage)
        play.answer(ANN, stage.seat.record.round_id, Submission(position=position))
        stage = play.flow.after(stage.seat.record.round_id)
    raise AssertionError("the game does not end")


def test_the_summary_counts_and_shares_a_link_to_the_same_questions(play: QuizPlay) -> None:
    end = finished(play, rounds=4, filters={"language": ("th",)})
    published = [{"label": "x", "kind": "model", "source": "T", "shares": {"th": 0.5}}]
    page = summary_page(end, CONFIG, url="https://example.org", published=published)
    assert page.screen is Screen.GAME
    assert page.summary is not None
    assert (page.summary["right"], page.summary["passed"], page.summary["n_counted"]) == (3, 1, 4)
    spec = GameSpec.from_json(end.game.spec)
    link = f"https://example.org?mode=quiz&seed={spec.seed}&rounds=4&clips={spec.revision}&language=th"
    assert isinstance(page.summary["share"], list)
    assert page.summary["share"][1:] == ["🟩⬛🟩🟩 3 / 4", link]
    assert page.summary["published"] == published
    told = parts_of(page)
    assert not any(one.question_id in told or str(one.raw_answer) in told for one in end.rows)


def test_a_daily_result_without_a_known_address_leads_to_the_quiz(play: QuizPlay) -> None:
    page = summary_page(finished(play, kind=GameKind.DAILY), CONFIG, url="", published=[])
    assert page.summary is not None
    assert isinstance(page.summary["share"], list)
    assert page.summary["share"][-1] == "?mode=quiz"


def test_the_mean_over_languages_stands_beside_that_of_the_paper_for_the_same_ones(play: QuizPlay) -> None:
    published = [{"label": "x", "kind": "model", "source": "T", "shares": {"th": 0.5, "bn": 0.9, "ru": 0.1}}]
    end = finished(play, rounds=12)
    page = summary_page(end, CONFIG, url="", published=published)
    assert page.summary is not None
    groups, beside = page.summary["groups"], page.summary["published"]
    assert isinstance(groups, list)
    assert isinstance(beside, list)
    assert [part["value"] for part in groups] == ["th", "bn", "macro_mean"]
    assert beside[0]["shares"]["macro_mean"] == pytest.approx(0.7)


def test_a_clip_is_named_after_its_round_alone(asked: Shown) -> None:
    record = asked.seat.record
    copy = Published(path=Path("/somewhere/telling.mp3"), duration_s=1.23456, waveform=(0.5, 1.0))
    value = clip_value(record, copy, "/file/1")
    assert value == {"id": record.round_id, "src": "/file/1", "duration_s": 1.23, "peaks": [0.5, 1.0]}
