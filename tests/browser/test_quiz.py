"""People play both quizzes to the end: with a mouse, by the keyboard alone, with a finger, in their own language."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from soundmark.store.journal import Journal
from soundmark.store.schema import ChoiceRow
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, WAIT_MS, open_app, wait_until_ready
from tests.support.quizzes import QUIZZES, Quiz, truth_of

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]
EVERY_QUIZ = pytest.mark.parametrize("quiz", QUIZZES, ids=[quiz.mode for quiz in QUIZZES])
NAME_A_MODEL = "flag => flag.append(' lab.example/a-long-name-of-a-model-omni-audio-thinking-2026-11-preview')"
FITS = "document.documentElement.scrollWidth <= window.innerWidth"


@pytest.fixture(scope="module")
def quiz_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app with the built-in questions."""
    running = AppProcess(
        tmp_path_factory.mktemp("quiz") / "data", variables={"DEMO": "all", "MODES": "geo,tau,globeaudio"}
    ).start()
    yield running
    running.stop()


def logged(app: AppProcess) -> list[ChoiceRow]:
    journal = Journal(app.data / "journal.sqlite")
    rows = [row for row in journal.rows("choice") if isinstance(row, ChoiceRow)]
    journal.close()
    return rows


def open_quiz(page: Page, app: AppProcess, quiz: Quiz, query: str = "") -> None:
    open_app(page, f"{app.url}?mode={quiz.mode}{query}", quiz.mode)
    expect(page.locator(f"#{quiz.mode}-play")).to_be_visible()


def card(page: Page, quiz: Quiz, phase: str) -> Locator:
    """The card, when it is in that phase."""
    found = page.locator(f"#{quiz.mode}-card .sm-choice[data-phase={phase}]")
    found.wait_for(timeout=WAIT_MS, state="attached" if phase == "summary" else "visible")
    return found


def places(page: Page, quiz: Quiz) -> tuple[int, int]:
    """Where the right choice stands, by the pack's own table, and where a wrong one does."""
    asked = card(page, quiz, "ask")
    prompt = asked.locator(".sm-question").inner_text()
    shown = [one.inner_text() for one in asked.locator("button.sm-option [lang]:first-child").all()]
    right = shown.index(truth_of(quiz, prompt, shown))
    return right, (right + 1) % len(shown)


def next_question(page: Page, quiz: Quiz, press: Callable[[], None]) -> bool:
    """Go on. Returns whether another question follows."""
    before = page.get_attribute(f"#{quiz.mode}-card .sm-choice", "data-round")
    press()
    page.wait_for_function(
        "([mode, before]) => document.querySelector(`#${mode}-card .sm-choice`).dataset.round !== before",
        arg=[quiz.mode, before],
    )
    return page.get_attribute(f"#{quiz.mode}-card .sm-choice", "data-phase") != "summary"


@pytest.mark.parametrize(
    "quiz",
    [
        pytest.param(quiz, marks=[pytest.mark.long] if quiz.mode == "globeaudio" else [], id=quiz.mode)
        for quiz in QUIZZES
    ],
)
def test_a_whole_game_with_the_mouse(quiz_app: AppProcess, page: Page, quiz: Quiz) -> None:
    before = len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz)
    page.click(f"#{quiz.mode}-play")
    right = 0
    for number in range(1, 11):
        place, wrong = places(page, quiz)
        expect(page.locator(f"#{quiz.mode}-bar")).to_contain_text(f"Round {number} of 10")
        if number == 4:
            page.click(f"#{quiz.mode}-card .sm-pass")
        else:
            taken = wrong if number == 2 else place
            right += taken == place
            page.locator(f"#{quiz.mode}-card button.sm-option").nth(taken).click()
        told = card(page, quiz, "told")
        expect(told.locator(".sm-verdict")).to_contain_text(
            {2: "Not quite.", 4: "You skipped this one."}.get(number, "Right!")
        )
        expect(told.locator("li.sm-option").nth(place)).to_contain_text("Right choice")
        expect(told.locator(".sm-flag", has_text="Right choice")).to_have_count(1)
        expect(told.locator(".sm-flag", has_text="Your choice")).to_have_count(0 if number == 4 else 1)
        expect(told.locator(".sm-credit")).to_contain_text("Licence: CC0-1.0")
        expect(page.locator(f"#{quiz.mode}-bar .sm-bar-points")).to_contain_text(f"{right} right")
        assert next_question(page, quiz, lambda: page.click(f"#{quiz.mode}-card .sm-next")) == (number < 10)

    summary = page.locator(f"#{quiz.mode}-summary")
    expect(summary.locator(".sm-total")).to_have_text("8 of 10 right")
    expect(summary).to_contain_text("longest run: 6")
    expect(summary).to_contain_text("skipped: 1")
    expect(summary.locator("tbody")).to_contain_text([re.compile(re.escape(quiz.source))])
    rows = logged(quiz_app)[before:]
    assert [row.status for row in rows] == ["skipped" if number == 4 else "ok" for number in range(1, 11)]
    assert [row.correct for row in rows] == [{2: False, 4: None}.get(number, True) for number in range(1, 11)]
    assert {row.input_method for row in rows if row.status == "ok"} == {"click"}
    assert len({row.question_id for row in rows}) == 10
    text = page.input_value(f"#{quiz.mode}-summary textarea")
    assert "8 / 10" in text
    assert f"{quiz_app.url}?mode={quiz.mode}&seed={rows[0].game_seed}&rounds=10" in text


def test_a_round_that_is_gone_leads_back_to_the_start(quiz_app: AppProcess, page: Page) -> None:
    quiz, before = QUIZZES[0], len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz)
    page.click(f"#{quiz.mode}-play")
    round_id = card(page, quiz, "ask").get_attribute("data-round") or ""

    def of_another_server(route: Route) -> None:
        route.continue_(post_data=(route.request.post_data or "").replace(round_id, "x" * len(round_id)))

    page.route("**/queue/join*", of_another_server)
    page.locator(f"#{quiz.mode}-card button.sm-option").first.click()
    expect(page.get_by_text("expired")).to_be_visible()
    expect(page.locator(f"#{quiz.mode}-play")).to_be_visible()
    expect(page.locator(f"#{quiz.mode}-card")).to_be_hidden()
    page.unroute("**/queue/join*")
    page.click(f"#{quiz.mode}-play")
    assert card(page, quiz, "ask").get_attribute("data-round") != round_id
    assert len(logged(quiz_app)) == before


@pytest.mark.long
@EVERY_QUIZ
def test_a_whole_game_with_the_keyboard_alone(quiz_app: AppProcess, page: Page, quiz: Quiz) -> None:
    before = len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz, "&seed=keys&rounds=4")
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.id") == f"{quiz.mode}-play":
            break
    page.keyboard.press("Enter")
    keys: list[Callable[[int], str]] = [
        lambda place: str(place + 1),
        lambda place: "abcd"[place],
        lambda place: "ABCD"[place],
        lambda _: "0",
    ]
    for number, key in enumerate(keys, start=1):
        place, _ = places(page, quiz)
        page.keyboard.press(key(place))
        told = card(page, quiz, "told")
        expect(told.locator(".sm-next")).to_be_focused()
        assert next_question(page, quiz, lambda: page.keyboard.press("Enter")) == (number < 4)
    expect(page.locator(f"#{quiz.mode}-summary .sm-total")).to_have_text("3 of 4 right")
    rows = logged(quiz_app)[before:]
    assert [row.correct for row in rows] == [True, True, True, None]
    assert {row.input_method for row in rows if row.status == "ok"} == {"keyboard"}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
@EVERY_QUIZ
def test_a_whole_game_on_a_phone(quiz_app: AppProcess, new_context: NewContext, quiz: Quiz, scheme: str) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True, color_scheme=scheme).new_page()
    before = len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz, "&seed=phone&rounds=2")
    assert page.evaluate(FITS)
    page.locator(f"#{quiz.mode}-play").tap()
    for number in (1, 2):
        place, _ = places(page, quiz)
        options = page.locator(f"#{quiz.mode}-card button.sm-option")
        expect(options.last).to_be_in_viewport(ratio=1)
        assert all((box := one.bounding_box()) and box["height"] >= 44 for one in options.all())
        options.nth(place).tap()
        told = card(page, quiz, "told")
        expect(told.locator(".sm-next")).to_be_in_viewport(ratio=1)
        told.locator(".sm-flag").first.evaluate(NAME_A_MODEL)
        for option in told.locator("li.sm-option").all():
            assert (box := option.bounding_box())
            assert box["x"] + box["width"] <= PHONE["width"]
        assert page.evaluate(FITS)
        more = next_question(page, quiz, lambda: page.locator(f"#{quiz.mode}-card .sm-next").tap())
        assert more == (number < 2)
    summary = page.locator(f"#{quiz.mode}-summary")
    expect(summary.locator(".sm-total")).to_have_text("2 of 2 right")
    assert page.evaluate(FITS)
    for label in summary.locator("tbody th").all():
        assert (box := label.bounding_box())
        assert box["height"] < 60, "a label must not be broken into a column of letters"
    rows = logged(quiz_app)[before:]
    assert [(row.correct, row.input_method) for row in rows] == [(True, "touch")] * 2


@pytest.mark.long
@EVERY_QUIZ
def test_on_a_low_screen_the_verdict_is_seen_above_the_button_that_goes_on(
    quiz_app: AppProcess, new_context: NewContext, quiz: Quiz
) -> None:
    low = {"width": PHONE["height"], "height": PHONE["width"]}
    page = new_context(viewport=low).new_page()
    open_quiz(page, quiz_app, quiz, "&seed=low&rounds=1")
    page.click(f"#{quiz.mode}-play")
    card(page, quiz, "ask")
    page.evaluate("scrollTo(0, 0)")
    page.keyboard.press("1")
    told = card(page, quiz, "told")
    expect(told.locator(".sm-verdict")).to_be_in_viewport(ratio=1)
    verdict, following = (told.locator(name).bounding_box() for name in (".sm-verdict", ".sm-next"))
    assert verdict and following and verdict["y"] + verdict["height"] <= following["y"]


@pytest.mark.long
def test_a_replay_is_counted_and_the_seconds_are_logged(quiz_app: AppProcess, page: Page) -> None:
    quiz = QUIZZES[0]
    before = len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz, "&seed=replay&rounds=1")
    page.click(f"#{quiz.mode}-play")
    player = page.locator(f"#{quiz.mode}-player")
    player.locator(".sm-player[data-ready='1']").wait_for()
    if player.locator(".sm-play").get_attribute("aria-label") == "Play":
        player.locator(".sm-play").click()
    heard = f"document.querySelector('#{quiz.mode}-player audio')"
    page.wait_for_function(f"{heard}.currentTime > 0.8")
    page.evaluate(f"{heard}.currentTime = {heard}.duration - 0.3")
    page.wait_for_function(f"{heard}.ended")
    player.locator(".sm-play").click()
    page.wait_for_function(f"{heard}.currentTime > 0.8 && {heard}.currentTime < 5")
    page.keyboard.press("1")
    card(page, quiz, "told")
    row = logged(quiz_app)[before]
    assert row.play_count == 2
    assert row.listened_s is not None
    assert 0.9 < row.listened_s < 6, "the player tells how much was heard about every second"


@pytest.mark.long
def test_what_a_player_told_is_remembered_asked_for_and_logged(quiz_app: AppProcess, page: Page) -> None:
    before = len(logged(quiz_app))
    tau, globe = QUIZZES
    open_quiz(page, quiz_app, tau)
    page.locator("#tau-about label", has_text="Nature").click()
    page.locator("#tau-about fieldset", has_text="lived in Taiwan").locator("label", has_text="Yes").click()
    page.reload()
    wait_until_ready(page, "tau")
    expect(page.locator("#tau-about label", has_text="Nature").locator("input")).to_be_checked()
    page.click("#tau-play")
    card(page, tau, "ask")
    page.keyboard.press("1")
    card(page, tau, "told")
    page.get_by_role("tab", name="Languages").click()
    page.get_by_label("Bengali").select_option("good")
    page.click("#globeaudio-play")
    card(page, globe, "ask")
    page.keyboard.press("1")
    card(page, globe, "told")
    of_tau, of_globe = logged(quiz_app)[before:]
    assert (of_tau.category, of_tau.self_report) == ("Nature", "lived_in_taiwan:yes")
    assert (of_globe.language, of_globe.self_report) == ("bn", "language:good")


def test_a_reload_leads_back_to_the_tab_and_the_round(quiz_app: AppProcess, page: Page) -> None:
    quiz = QUIZZES[1]
    open_app(page, quiz_app.url)
    page.get_by_role("tab", name="Languages").click()
    page.click("#globeaudio-play")
    asked = card(page, quiz, "ask")
    shown = asked.inner_text()
    page.reload()
    expect(card(page, quiz, "ask")).to_have_text(re.compile(re.escape(shown.split("\n")[0])))
    assert card(page, quiz, "ask").inner_text() == shown
    page.keyboard.press("2")
    told = card(page, quiz, "told").locator(".sm-verdict").inner_text()
    page.reload()
    expect(card(page, quiz, "told").locator(".sm-verdict")).to_have_text(told)


def test_a_double_click_and_a_key_at_once_log_one_answer(quiz_app: AppProcess, page: Page) -> None:
    quiz = QUIZZES[0]
    before = len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz, "&seed=double&rounds=1")
    page.click("#tau-play")
    card(page, quiz, "ask")
    page.locator("#tau-card button.sm-option").nth(2).dblclick()
    page.keyboard.press("1")
    card(page, quiz, "told")
    page.wait_for_timeout(300)
    (row,) = logged(quiz_app)[before:]
    assert row.choice_index == row.choice_order[2]


TEXTS = {
    "zh-TW": ("zh-Hant", "tau", "開始"),
    "zh-HK": ("zh-Hant", "tau", "開始"),
    "zh-CN": ("zh-Hans", "globeaudio", "开始"),
    "ru-RU": ("ru", "globeaudio", "Играть"),
    "th-TH": ("th", "globeaudio", "เล่น"),
    "bn-BD": ("bn", "globeaudio", "খেলুন"),
}


@pytest.mark.parametrize(
    "locale", [pytest.param(one, marks=[] if one == "ru-RU" else [pytest.mark.long]) for one in TEXTS]
)
def test_the_page_and_its_questions_speak_the_players_language(
    quiz_app: AppProcess, new_context: NewContext, locale: str
) -> None:
    language, mode, play = TEXTS[locale]
    quiz = next(one for one in QUIZZES if one.mode == mode)
    texts = json.loads(quiz.texts(locale).read_text(encoding="utf-8"))
    assert texts["play"] == play
    page = new_context(viewport=PHONE, locale=locale).new_page()
    open_quiz(page, quiz_app, quiz, f"&seed=own&rounds=1{'' if mode == 'tau' else f'&language={language}'}")
    for name, key in (("play", "play"), ("daily", "daily_game"), ("unlogged", "play_without_logging")):
        expect(page.locator(f"#{mode}-{name}")).to_have_text(texts[key])
    expect(page.locator(f"#{mode}-logged")).to_contain_text(texts["what_is_logged"])
    page.click(f"#{mode}-play")
    asked = card(page, quiz, "ask")
    expect(asked.locator(".sm-question")).to_have_attribute("lang", language)
    expect(asked.locator(".sm-pass")).to_have_text(texts["i_dont_know"])
    assert page.evaluate(FITS)
    question = asked.locator(".sm-question")
    # Thai has no spaces between words: the browser breaks lines at words when it knows the language.
    assert question.evaluate("node => node.scrollWidth <= node.clientWidth")
    choices = asked.locator(".sm-option-text").all_inner_texts()
    page.keyboard.press("1")
    told = card(page, quiz, "told").locator(".sm-option-text")
    expect(told).to_have_text([choice.replace("\n", "") for choice in choices])
    next_question(page, quiz, lambda: page.keyboard.press("Enter"))
    expect(page.locator(f"#{mode}-again")).to_have_text(texts["play_again"])
    expect(page.locator(f"#{mode}-summary .sm-copy")).to_have_text(texts["copy_result"])
    assert page.evaluate(FITS)


@pytest.mark.long
@pytest.mark.parametrize("key,code", [("ๅ", "Digit1"), ("১", "Digit1"), ("ф", "KeyA")])
def test_keys_of_another_script_count_as_what_is_printed_on_them(
    quiz_app: AppProcess, page: Page, key: str, code: str
) -> None:
    quiz = QUIZZES[1]
    before = len(logged(quiz_app))
    open_quiz(page, quiz_app, quiz, "&seed=layout&rounds=1")
    page.click("#globeaudio-play")
    card(page, quiz, "ask")
    page.evaluate(
        "([key, code]) => document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true }))",
        [key, code],
    )
    card(page, quiz, "told")
    row = logged(quiz_app)[before]
    assert row.choice_index == row.choice_order[0]
