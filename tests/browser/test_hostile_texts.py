"""Texts of data sets and models that would do something in a page are shown as text: nothing runs or is loaded."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from tests.support.app_process import AppProcess
from tests.support.browser import WAIT_MS, click_map, open_app, start_game, submit
from tests.support.hostile_shop import HOSTILE, HTML, KATEX, MARKDOWN, NAME, PLAYER, RIVAL, SCRIPT, VARIABLES, build

pytestmark = pytest.mark.browser

NICKNAME = "<img src=x onerror=alert(1)>\u202e"
BOARDS = {"geo": "", "tau": "tau-", "globeaudio": "globeaudio-", "arena": "arena-"}
"""What can be chosen on the leaderboard, and how its elements' names begin."""
NAMES = ["src", "href", "srcdoc", "onerror", "style"]
DONE = """(NAMES) => ({
  pwned: document.body.dataset.pwned || '',
  found: [...document.querySelectorAll('*')].filter((one) => NAMES.some((name) => {
    const value = one.getAttribute(name) || '';
    return value === 'x' || /203\\.0\\.113\\.1|javascript:(?!void)|dataset\\.pwned/i.test(value);
  })).map((one) => one.outerHTML.slice(0, 200)),
  scripts: [...document.scripts].filter((one) => /dataset\\.pwned/.test(one.textContent) && !one.src).length,
})"""


@pytest.fixture(scope="module")
def hostile_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app on hostile questions, with the answers of a hostile model in its log."""
    folder = tmp_path_factory.mktemp("hostile")
    root, places = build(folder)
    running = AppProcess(folder / "data", clips=places, root=root, variables=VARIABLES).start()
    yield running
    running.stop()


@pytest.fixture
def watched(new_context: Callable[..., BrowserContext], hostile_app: AppProcess) -> Iterator[Page]:
    """A page that must ask no other host for anything, and open no dialog."""
    page, strangers = new_context(accept_downloads=True).new_page(), list[str]()

    def note(request: Request) -> None:
        if urlsplit(request.url).netloc not in ("", urlsplit(hostile_app.url).netloc):
            strangers.append(request.url)

    page.on("request", note)
    page.on("dialog", lambda dialog: strangers.append(dialog.message))
    yield page
    assert strangers == []


def check(page: Page, *places: str, says: str = HTML) -> None:
    """The texts stand there, letter by letter, and did nothing."""
    for place in places:
        expect(page.locator(place).first).to_contain_text(says, timeout=WAIT_MS)
    assert page.evaluate(DONE, NAMES) == {"pwned": "", "found": [], "scripts": 0}


def test_places_show_hostile_names_as_text(hostile_app: AppProcess, watched: Page) -> None:
    page = watched
    open_app(page, hostile_app.url)
    start_game(page)
    page.click("#geo-hint-continent")
    check(page, "#geo-continent")
    page.fill("#geo-place textarea, #geo-place input", HOSTILE[:200])
    page.click("#geo-set-pin")
    check(page, "#geo-place-note", says="<img")
    page.fill("#geo-place textarea, #geo-place input", "")
    click_map(page, 0.5, 0.5)
    submit(page)
    check(page, "#geo-result")
    expect(page.locator("#geo-result")).to_contain_text(NAME)
    page.locator("#geo-result .sm-why summary").click()
    check(page, "#geo-result .sm-why dd")
    page.locator(".sm-map path, .sm-map .leaflet-interactive, .sm-map .leaflet-marker-icon").first.hover(force=True)
    check(page)
    page.click("#geo-next")
    check(page, "#geo-share")


@pytest.mark.parametrize("mode", ["tau", pytest.param("globeaudio", marks=pytest.mark.long)])
def test_quizzes_show_hostile_questions_and_answers_as_text(hostile_app: AppProcess, watched: Page, mode: str) -> None:
    page, card = watched, f"#{mode}-card .sm-choice"
    open_app(page, f"{hostile_app.url}?mode={mode}&seed=a&rounds=1", mode)
    page.click(f"#{mode}-play")
    page.wait_for_selector(f"{card}[data-phase=ask]", timeout=WAIT_MS)
    check(page, card, f"{card} button.sm-option")
    expect(page.locator(card)).to_contain_text(MARKDOWN)
    expect(page.locator(card)).to_contain_text(KATEX)
    page.locator(f"{card} button.sm-option").first.click()
    page.wait_for_selector(f"{card}[data-phase=told]", timeout=WAIT_MS)
    check(page, card)
    for fold in page.locator(f"{card} summary").all():
        fold.click()
    expect(page.locator(card)).to_contain_text(f"Because {HTML}")
    expect(page.locator(card)).to_contain_text(NAME)
    check(page)
    page.locator(f"{card} button.sm-next").click()
    expect(page.locator(f"#{mode}-again")).to_be_visible(timeout=WAIT_MS)
    check(page)


@pytest.mark.long
def test_directions_show_hostile_questions_and_things_as_text(hostile_app: AppProcess, watched: Page) -> None:
    page, card = watched, "#savvy-card .sm-where"
    open_app(page, f"{hostile_app.url}?mode=savvy&rounds=1", "savvy")
    page.click("#savvy-play")
    page.wait_for_selector(f"{card}[data-phase=ask]", timeout=2 * WAIT_MS)
    check(page, card)
    expect(page.locator(card)).to_contain_text(KATEX)
    page.locator(f"{card} .sm-option").first.click()
    page.wait_for_selector(f"{card}[data-phase=told]", timeout=2 * WAIT_MS)
    for fold in page.locator("#savvy-card summary").all():
        fold.click()
    check(page, card)
    expect(page.locator(card)).to_contain_text(NAME)
    expect(page.locator(card)).to_contain_text(f"Because {HTML}")


def test_the_header_the_boards_own_answers_and_the_owners_page_show_text(
    hostile_app: AppProcess, watched: Page
) -> None:
    page, url = watched, hostile_app.url
    page.add_init_script(f"""
        localStorage.setItem('soundmark.player', {PLAYER!r});
        localStorage.setItem('soundmark.nickname', {NICKNAME!r});""")
    open_app(page, f"{url}?mode=leaderboard&board=savvy")
    check(page, ".sm-who-name", says=NICKNAME)
    page.locator(".sm-who summary").click()
    expect(page.locator(".sm-who input")).to_have_value(NICKNAME)
    check(page, "#leaderboard-savvy-table tbody", says=NAME[:40])  # names are cut in a table
    page.locator("#own-answers > button").click()
    check(page, "#own-list", says=HTML)
    expect(page.locator("#own-list li")).to_have_count(3)
    for board, name in BOARDS.items():
        page.locator(f"#leaderboard-which input[value={board}]").check()
        check(page, f"#leaderboard-{name}table tbody", says=NAME[:40])
    check(page, "#leaderboard-arena-table tbody", says=RIVAL[:40])
    page.locator("#leaderboard-arena-filter select").first.focus()  # asks which benchmarks and languages there are
    check(page, "#leaderboard-arena-filter", says=HTML)
    page.goto(f"{url}owner")
    check(page, ".sm-owner section:has-text('Reports')", says=HOSTILE)
    for title in ("Last warnings and errors", "Models of the arena"):
        check(page, f".sm-owner section:has(h2:text('{title}'))", says="<img")


@pytest.mark.long
def test_the_leaderboard_shows_a_hostile_model_as_text_and_its_csv_is_harmless(
    hostile_app: AppProcess, watched: Page
) -> None:
    page = watched
    open_app(page, f"{hostile_app.url}?mode=leaderboard&board=tau")
    table = page.locator("#leaderboard-tau-table")
    expect(table.locator("tbody tr", has_text="<img").first).to_be_visible(timeout=WAIT_MS)
    check(page)
    with page.expect_download() as saved:
        table.get_by_role("button", name="CSV").click()
    lines = list(csv.reader(io.StringIO(saved.value.path().read_text(encoding="utf-8-sig"))))
    cells = [cell for line in lines for cell in line]
    assert any("HYPERLINK" in cell for cell in cells)
    assert [cell for cell in cells if cell.lstrip().startswith(("=", "+", "@"))] == []

    page.locator("#leaderboard-which input[value=arena]").check()
    page.locator("#leaderboard-arena-figures > button").click()
    check(page, "#leaderboard-arena-intervals .main-svg", says=SCRIPT[:9])
