"""Reloads, tabs, restarts and double clicks: a player's round is never lost, mixed up or logged twice."""

from __future__ import annotations

import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_whole_game import logged_rows
from tests.support.app_process import AppProcess
from tests.support.browser import click_map, next_round, open_app, round_of, start_game, submit, wait_for_map
from tests.support.packs import small_pack

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]

PLACES = [
    (48.85, 2.35),
    (-33.86, 151.2),
    (25.03, 121.56),
    (-1.29, 36.82),
    (64.14, -21.94),
    (40.71, -74.0),
    (1.35, 103.8),
]


@pytest.fixture
def quick_app(own_app: Callable[..., AppProcess], tmp_path_factory: pytest.TempPathFactory) -> AppProcess:
    return own_app(clips=small_pack(tmp_path_factory.mktemp("clips") / "tones", PLACES, seconds=12))


def test_a_reload_returns_to_the_same_round(app: AppProcess, page: Page) -> None:
    open_app(page, app.url)
    start_game(page)
    first = round_of(page)
    page.reload()
    wait_for_map(page)
    assert round_of(page) == first
    click_map(page, 0.5, 0.4)
    submit(page)
    page.reload()
    expect(page.locator("#geo-result .sm-headline")).to_be_visible(timeout=20_000)
    assert round_of(page) == first
    next_round(page)
    second = round_of(page)
    page.reload()
    wait_for_map(page)
    assert round_of(page) == second


def test_g04_two_tabs_of_one_player_do_not_mix(app: AppProcess, new_context: NewContext) -> None:
    context = new_context()
    one, two = context.new_page(), context.new_page()
    before = len(logged_rows(app))
    for tab in (one, two):
        open_app(tab, app.url)
        start_game(tab)
    first, second = round_of(one), round_of(two)
    assert first != second
    click_map(one, 0.5, 0.4)
    submit(one)
    two.reload()
    wait_for_map(two)
    assert round_of(two) == second
    assert round_of(one) == first
    click_map(two, 0.6, 0.5)
    submit(two)
    rows = logged_rows(app)[before:]
    assert len(rows) == 2
    assert rows[0].game_id != rows[1].game_id
    assert rows[0].responder_id == rows[1].responder_id


@pytest.mark.long
def test_g03_two_people_have_two_ids(app: AppProcess, new_context: NewContext) -> None:
    before = len(logged_rows(app))
    for _ in range(2):
        tab = new_context().new_page()
        open_app(tab, app.url)
        start_game(tab)
        click_map(tab, 0.5, 0.4)
        submit(tab)
    rows = logged_rows(app)[before:]
    assert len({row.responder_id for row in rows}) == 2
    assert len({row.game_seed for row in rows}) == 2


def test_a_double_click_logs_once(app: AppProcess, page: Page) -> None:
    before = len(logged_rows(app))
    open_app(page, app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    expect(page.locator("#geo-submit")).to_be_enabled()
    page.dblclick("#geo-submit")
    page.wait_for_selector("#geo-result .sm-score")
    page.wait_for_timeout(500)
    assert len(logged_rows(app)) == before + 1


def test_the_game_goes_on_after_the_server_was_killed(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    submit(page)
    next_round(page)
    here = round_of(page)
    quick_app.stop(signal.SIGKILL)
    quick_app.start()
    # An open page finds its way back by itself or by a reload, whichever comes first.
    page.reload()
    wait_for_map(page)
    assert round_of(page) == here
    click_map(page, 0.55, 0.45)
    submit(page)
    assert [row.round_number for row in logged_rows(quick_app)] == [1, 2]


@pytest.mark.long
def test_g07_submitting_to_a_restarted_server_without_a_reload(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    quick_app.stop(signal.SIGKILL)
    quick_app.start()
    page.wait_for_timeout(1500)
    if page.locator("#geo-submit").is_disabled():  # the page reloaded itself and asks for the pin again
        click_map(page, 0.5, 0.4)
    submit(page)
    assert len(logged_rows(quick_app)) == 1


@pytest.mark.long
def test_g07_a_round_that_is_gone_leads_back_to_the_start(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    quick_app.stop(signal.SIGKILL)
    for path in quick_app.data.glob("journal.sqlite*"):
        path.unlink()
    quick_app.start()
    page.wait_for_timeout(1500)
    if page.locator("#geo-submit").is_visible():
        page.click("#geo-submit")
        # It says so, unless the page finds out at the same moment that the server is new, and is loaded anew.
        expect(page.get_by_text("expired").or_(page.locator("#geo-play")).first).to_be_visible()
    expect(page.locator("#geo-play")).to_be_visible()
    assert logged_rows(quick_app) == []


@pytest.mark.long
def test_g10_the_next_clip_starts_at_its_beginning_and_the_old_one_is_silent(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page)
    page.wait_for_selector(".sm-player[data-ready='1']")
    if page.get_attribute(".sm-play", "aria-label") == "Play":
        page.click(".sm-play")
    page.wait_for_function("document.querySelector('audio').currentTime > 1.5")
    first = page.evaluate("document.querySelector('audio').src")
    click_map(page, 0.5, 0.4)
    submit(page)
    next_round(page)
    page.wait_for_function("before => document.querySelector('audio').src !== before", arg=first)
    assert page.evaluate("document.querySelector('audio').currentTime") < 1.0
    assert page.evaluate("document.querySelectorAll('audio').length") == 1
    row = logged_rows(quick_app)[0]
    assert row.listened_s is not None
    assert 1.0 < row.listened_s < 12
    assert row.play_count == 1


@pytest.mark.long
def test_g10_another_tab_silences_the_clip(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page)
    page.wait_for_selector(".sm-player[data-ready='1']")
    if page.get_attribute(".sm-play", "aria-label") == "Play":
        page.click(".sm-play")
    page.wait_for_function("!document.querySelector('audio').paused")
    page.get_by_role("tab", name="Leaderboard").click()
    page.wait_for_function("document.querySelector('audio').paused")


@pytest.mark.long
def test_the_daily_game_is_played_once_a_day(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page, "#geo-daily")
    expect(page.locator(".sm-bar")).to_contain_text("Daily of 20")
    click_map(page, 0.5, 0.4)
    submit(page)
    first = round_of(page)
    page.evaluate("sessionStorage.clear()")
    page.reload()
    page.click("#geo-daily")
    expect(page.locator("#geo-result .sm-headline")).to_be_visible(timeout=20_000)
    assert round_of(page) == first


def test_playing_without_logging_is_remembered_and_logs_nothing(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    page.get_by_label("Play without logging").check()
    page.reload()
    page.wait_for_selector("body[data-ready~=geo]")
    expect(page.get_by_label("Play without logging")).to_be_checked()
    start_game(page)
    expect(page.locator(".sm-bar")).to_contain_text("not logged")
    click_map(page, 0.5, 0.4)
    submit(page)
    assert logged_rows(quick_app) == []


def test_own_answers_can_be_saved_and_taken_back(quick_app: AppProcess, page: Page) -> None:
    open_app(page, quick_app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    submit(page)
    page.get_by_role("tab", name="Leaderboard").click()
    page.get_by_text("My answers").click()
    expect(page.locator("#own-told p")).to_have_text("You have 1 answer in the log.")
    listed = page.get_by_role("region", name="Your answers").get_by_role("listitem")
    expect(listed).to_have_count(1)
    expect(listed).to_contain_text(re.compile(r"Where on Earth\?.*tone.*Answered.*km away.*of 5,000 points"))
    with page.expect_download() as saving:
        page.click("#own-save")
    assert saving.value.suggested_filename == "soundmark-my-answers.csv"
    assert b"tone" in Path(saving.value.path()).read_bytes()
    expect(page.locator("#own-take-back")).to_be_disabled()
    page.get_by_label("Yes, take all").check()
    page.click("#own-take-back")
    expect(page.locator("#own-told p")).to_contain_text("1 answer was taken back")
    expect(page.locator("#own-list li")).to_have_count(0)
    page.click("#leaderboard-refresh")
    expect(page.locator("#leaderboard-table")).to_contain_text("No answers yet")
