"""The events of a quiz tab without a page: where a first visit, a link, a reload and an odd ticket lead."""

from __future__ import annotations

import dataclasses
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.games.deal import GameSpec
from soundmark.games.wire import WireError
from soundmark.pack_loader import PackKey
from soundmark.quiz.config import Ask, Filter, QuizConfig
from soundmark.quiz.handlers import QuizHandlers
from soundmark.quiz.view import JsonValue, Page, Screen
from soundmark.services import Services, open_services
from soundmark.settings import read_settings
from soundmark.store.journal import JournalError
from soundmark.store.log_state import LogState
from soundmark.store.round_records import UnknownRound
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceTruth, GameId, SoundmarkError
from tests.support.choices import Clock, pack_of, question, quiz_play, quiz_table

PLAYER = "5f0c9bd5-2c3a-4c8e-9a37-3c6f2f1f7a10"
PACK = pack_of([question(number) for number in range(24)])
CONFIG = QuizConfig(
    mode="quiz",
    title_key="t",
    lead_key="l",
    prompt_id="p",
    filters=(Filter(tag="language", label_key="x", values={"th": "th", "bn": "bn"}, asks_level=True),),
    asks=(Ask(name="lived_there", label_key="q", values={"yes": "y", "no": "n"}),),
)
SAID = {"filters": {"language": {"bn": "good"}}, "asks": {"lived_there": "yes"}}


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    opened = open_services(read_settings({"DATA_DIR": str(tmp_path / "data")}))
    opened.packs.start(PackKey[ChoiceTruth]("quiz"), lambda _: PACK)
    opened.packs.of(PackKey[ChoiceTruth]("quiz")).pack()
    yield opened
    opened.close()


@pytest.fixture
def handlers(services: Services) -> QuizHandlers:
    play = quiz_play(quiz_table(services.book, lambda: PACK, clock=Clock()))
    return QuizHandlers(services, CONFIG, play, (), lambda path: f"/{path.name}")


def ticket(query: str = "", game: object = "", **more: object) -> dict[str, object]:
    return {"player": PLAYER, "games": {"quiz": game}, "query": query, **more}


def card_of(page: Page) -> JsonValue:
    assert page.card is not None
    return page.card


def game_of(page: Page) -> str:
    assert page.bar is not None
    return str(page.bar["game"])


def spec_of(services: Services, page: Page) -> GameSpec:
    game = services.book.game(GameId(game_of(page)))
    assert game is not None
    return GameSpec.from_json(game.spec)


def sent(page: Page, position: int | None = 0) -> dict[str, object]:
    return {**card_of(page), "answer": {"position": position, "how": "click"}}


def test_a_first_visit_is_the_welcome(handlers: QuizHandlers) -> None:
    page, said = handlers.open_page(ticket())
    assert (page.screen, said) == (Screen.WELCOME, {"text": ""})


def test_a_link_invites_and_play_follows_it(handlers: QuizHandlers, services: Services) -> None:
    link = f"?mode=quiz&seed=tea&rounds=3&clips={PACK.revision}&language=th"
    page, said = handlers.open_page(ticket(link))
    assert (page.screen, said) == (Screen.WELCOME, {"key": "invited", "params": {"n": 3}})
    spec = spec_of(services, handlers.start(ticket(link, said={"quiz": SAID})))
    assert (spec.kind, spec.seed, len(spec.question_ids)) == ("seed", "tea", 3)
    assert spec.filters == {"language": ("th",)}, "the link's choice and not the player's own: all play the same"
    assert spec.said == {"language:bn": "good", "lived_there": "yes"}


def test_a_link_that_was_made_for_another_list_says_so(handlers: QuizHandlers) -> None:
    _, said = handlers.open_page(ticket("?mode=quiz&seed=tea&rounds=3&clips=ffffffffffff"))
    assert said == {"key": "invited_other_list", "params": {"n": 3}}


@pytest.mark.parametrize("query", ["?mode=other&seed=tea", "?seed=tea"])
def test_a_link_to_another_mode_is_none_of_this_one(handlers: QuizHandlers, services: Services, query: str) -> None:
    assert handlers.open_page(ticket(query))[1] == {"text": ""}
    assert spec_of(services, handlers.start(ticket(query))).kind == "free"


def test_a_link_that_cannot_be_followed_is_explained_and_play_still_plays(
    handlers: QuizHandlers, services: Services
) -> None:
    bad = ticket("?mode=quiz&seed=tea&rounds=99")
    page, said = handlers.open_page(bad)
    assert page.screen is Screen.WELCOME
    assert "1 to 20 rounds" in str(said["text"])
    assert spec_of(services, handlers.start(bad)).kind == "free"


def test_play_again_is_a_new_game_whatever_the_link_says(handlers: QuizHandlers, services: Services) -> None:
    spec = spec_of(services, handlers.start_free(ticket("?mode=quiz&seed=tea", said={"quiz": SAID})))
    assert (spec.kind, spec.filters) == ("free", {"language": ("bn",)})


def test_a_reload_in_mid_game_returns_to_it_with_its_clip(handlers: QuizHandlers) -> None:
    started = handlers.start_daily(ticket("?mode=quiz&seed=tea"))
    page, _ = handlers.open_page(ticket("", game_of(started)))
    assert (game_of(page), card_of(page)) == (game_of(started), card_of(started))
    assert page.clip is not None
    told = handlers.answer(ticket(), sent(started), None)
    assert told.clip is None, "a clip that plays is not begun anew"
    again, _ = handlers.open_page(ticket("", game_of(started)))
    assert card_of(again) == card_of(told)
    assert again.clip is not None


def test_a_new_link_wins_over_the_game_of_the_tab(handlers: QuizHandlers) -> None:
    started = handlers.start(ticket("?mode=quiz&seed=tea"))
    page, said = handlers.open_page(ticket("?mode=quiz&seed=coffee", game_of(started)))
    assert (page.screen, said["key"]) == (Screen.WELCOME, "invited")
    same, _ = handlers.open_page(ticket("?mode=quiz&seed=tea", game_of(started)))
    assert same.screen is Screen.GAME


def test_a_game_is_played_to_its_summary(handlers: QuizHandlers, services: Services) -> None:
    page = handlers.start(ticket("?mode=quiz&seed=tea&rounds=2"))
    for _ in range(2):
        page = handlers.answer(ticket(), sent(page, None), None)
        page = handlers.following(card_of(page))
    assert page.summary is not None
    assert (page.summary["passed"], page.summary["n_counted"]) == (2, 2)
    rows = [row for row in services.journal.rows("choice") if isinstance(row, ChoiceRow)]
    assert [(row.status, row.choice_index) for row in rows] == [("skipped", None)] * 2


def test_without_logging_nothing_is_logged(handlers: QuizHandlers, services: Services) -> None:
    page = handlers.start(ticket(unlogged=True))
    assert card_of(handlers.answer(ticket(), sent(page), None))["phase"] == "told"
    assert list(services.journal.rows("choice")) == []


@pytest.mark.parametrize("value", [None, [], "x", {"player": 1}, {"player": str(uuid.uuid1())}])
def test_an_odd_ticket_cannot_start(handlers: QuizHandlers, value: object) -> None:
    for start in (handlers.start, handlers.start_free, handlers.start_daily):
        with pytest.raises(SoundmarkError, match="reload"):
            start(value)


def test_an_odd_card_is_refused(handlers: QuizHandlers) -> None:
    page = handlers.start(ticket())
    for card in (None, {}, {**card_of(page)}, {"answer": {"position": 0}}):
        with pytest.raises(WireError):
            handlers.answer(ticket(), card, None)
    with pytest.raises(UnknownRound):
        handlers.answer(ticket(), {"round": "x" * 22, "answer": {"position": 0}}, None)


def test_what_players_should_know_of_the_questions(services: Services, handlers: QuizHandlers) -> None:
    assert handlers.notice() == {"key": ""}
    other = QuizConfig(mode="other", title_key="t", lead_key="l", prompt_id="p")
    unread = QuizHandlers(services, other, handlers.play, (), str)
    assert unread.notice() == {"key": ""}
    services.packs.start(PackKey[ChoiceTruth]("other"), lambda _: pack_of([question(1)], notice_key="demo_notice"))
    services.packs.of(PackKey[ChoiceTruth]("other")).pack()
    assert unread.notice() == {"key": "demo_notice"}


def test_the_page_says_where_answers_go(services: Services) -> None:
    assert services.log_note() == {"key": "log_local"}
    named = dataclasses.replace(services, settings=dataclasses.replace(services.settings, log_repo="ann/log"))
    assert named.log_note() == {"key": "log_no_token", "params": {"repo": "ann/log"}}
    assert "LOG_REPO=ann/log" in named.log_sentence()
    assert "no token (HF_TOKEN)" in named.log_sentence()
    on_space = dataclasses.replace(named, settings=dataclasses.replace(named.settings, space_id="ann/space"))
    assert "no token (HF_TOKEN)" in str(on_space.log_note()["text"])
    assert "lost when it restarts" in str(on_space.log_note()["text"])


def test_what_became_of_a_log_that_cannot_be_read_is_said_in_words(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def unreadable(_: Services) -> LogState:
        raise JournalError("The journal cannot be read.")

    monkeypatch.setattr(Services, "log_state", unreadable)
    assert services.log_note() == {"text": "The journal cannot be read."}
