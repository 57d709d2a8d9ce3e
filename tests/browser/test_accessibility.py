"""Every tab in its states by the keyboard alone: axe-core finds nothing serious, focus is seen, and nothing moves.

The page is used as somebody does who has no mouse: Tab until a control has the focus, then Enter. And it says
everything in the language of its reader.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from soundmark.benchmarks import read_choice_pack
from soundmark.benchmarks.demo import DEMO_TAU, demo_tau_folder
from soundmark.store.journal import Job, Journal, insert_job
from soundmark.types import ResponderKind
from tests.support.app_process import AppProcess
from tests.support.axe import Finding, findings, serious
from tests.support.browser import DESKTOP, PHONE, WAIT_MS, wait_until_ready
from tests.support.choice_log import choice_row, made_up_log
from tests.support.hostile import FORMULA, HTML, TEMPLATE

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]
MAX_TABS = 250
LIES_BEHIND = "one => Boolean(document.activeElement.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING)"
FULLEST = {"places: told", "tau: told", "globeaudio: told", "directions: told", "arena: told", "leaderboard: places"}
HOSTILE = f"{FORMULA} {HTML} {TEMPLATE}"
MIXED_SCRIPT = r"""() => {
  const shown = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('DATA, [lang="en"]');
  const found = [], texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const parent = texts.currentNode.parentElement;
    if (!['SCRIPT', 'STYLE', 'NOSCRIPT'].includes(parent.tagName) && shown(parent)) found.push(texts.currentNode.data);
  }
  for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
    const named = [...document.querySelectorAll(`[${name}]`)].filter(shown);
    found.push(...named.map((node) => node.getAttribute(name)));
  }
  return [...new Set(found.map((text) => text.trim()))].filter((text) => /[A-Za-z]{2}/.test(text));
}""".replace("DATA", ".sm-place, .sm-left-cell, .sm-credit, .leaflet-tooltip")
"""JavaScript: every text that somebody sees or hears and that has a word in Latin letters. Left out is what comes with
the recordings: their places and credits, and what is marked as English."""
IN_LATIN = {
    *("Soundmark", "Leaflet", "Natural", "Earth", "Lima", "Enter", "km", "Tripoli", "Libya", "Lebanon"),
    *("SAVVY", "Bench", "MEDIA", "Aria", "Everyday", "Activities", "HRTF", "SD", "Seg", "audio", "wav", "flac", "JSON"),
    *("Table", "Gemini", "Pro", "https", "http", "rounds", "seed", "clips", "mode", "savvy", "geo"),
    *("radio", "refrigerator", "microwave", "oven", "other", "person", "kitchen", "sink"),
    *("front", "left", "right", "back"),
}
"""Names, units, formats, things and sectors of questions."""
LOOKS = [
    pytest.param("light", DESKTOP, False),
    pytest.param("light", DESKTOP, True, marks=pytest.mark.long),
    pytest.param("dark", DESKTOP, True, marks=pytest.mark.long),
    pytest.param("light", PHONE, True, marks=pytest.mark.long),
    pytest.param("dark", PHONE, True, marks=pytest.mark.long),
]
IDLE = "() => !document.querySelector('[aria-busy=true]')"
"""Nothing is awaited from the server."""
OF_GRADIO: dict[str, str] = {}
"""Rules that Gradio's own widgets break and our styles cannot mend, with the reason: none at present."""


def run_all(jobs: list[Job[bool]], connection: sqlite3.Connection) -> None:
    for job in jobs:
        job(connection)


@pytest.fixture(scope="module")
def full_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app with all tabs, and answers of others in its log, one of them under a hostile name."""
    running = AppProcess(tmp_path_factory.mktemp("full") / "data", variables={"MODES": ""}).start()
    questions = read_choice_pack(demo_tau_folder(), name=DEMO_TAU).questions
    rows = [
        *made_up_log(questions, 60, players=3, reports=("lived_in_taiwan:yes", None)),
        choice_row(
            questions[0],
            responder_kind=ResponderKind.MODEL,
            responder_id=HOSTILE,
            prompt_id=HOSTILE,
            self_report=HOSTILE,
        ),
    ]
    journal = Journal(running.data / "journal.sqlite")
    journal.write(partial(run_all, [insert_job(row) for row in rows]))
    journal.close()
    yield running
    running.stop()


class Walker:
    """Somebody who uses the page by the keyboard, and what was in the way."""

    def __init__(self, page: Page, url: str, *, looks_everywhere: bool) -> None:
        self.page = page
        self.url = url
        self.looks_everywhere = looks_everywhere
        self.found: list[tuple[str, Finding]] = []
        self.looked_at: list[str] = []

    def look(self, state: str) -> None:
        """Let axe-core look at what is there now, and see that nothing runs or sticks out.

        axe-core needs a second or two for a page, so the short run shows it each tab once, when the tab is fullest.
        """
        self.page.wait_for_function(IDLE, timeout=WAIT_MS)
        if self.looks_everywhere or state in FULLEST:
            self.looked_at.append(state)
            self.found += [(state, one) for one in findings(self.page)]
        assert self.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth"), state
        assert self.page.evaluate("document.body.dataset.pwned") is None, f"markup from outside ran in {state}"
        moving = "document.getAnimations().filter((one) => one.effect.getComputedTiming().duration > 250).length"
        assert self.page.evaluate(moving) == 0, f"something moves in {state} though motion is unwanted"

    def reach(self, selector: str) -> None:
        """Press Tab, or Shift and Tab for what lies behind, until the element has the focus, which must be seen."""
        wanted = self.page.locator(selector).first
        wanted.wait_for(timeout=2 * WAIT_MS)
        key = "Shift+Tab" if wanted.evaluate(LIES_BEHIND) else "Tab"
        for _ in range(MAX_TABS):
            if self.page.evaluate("wanted => document.activeElement.matches(wanted)", selector):
                break
            self.page.keyboard.press(key)
        else:
            raise AssertionError(f"Tab never comes to {selector}")
        outline = "getComputedStyle(document.activeElement).outlineStyle"
        assert self.page.evaluate(outline) != "none", f"nobody sees that {selector} has the focus"

    def press(self, selector: str) -> None:
        """Reach a control and press Enter; one that has just appeared may rest for a moment before."""
        self.page.locator(f"{selector}:not([disabled])").first.wait_for(timeout=2 * WAIT_MS)
        self.reach(selector)
        self.page.keyboard.press("Enter")

    def see(self, selector: str) -> None:
        """Wait for something."""
        self.page.locator(selector).first.wait_for(timeout=2 * WAIT_MS)

    def open_tab(self, mode: str) -> None:
        """Turn to a tab."""
        self.press(f'[role="tab"][data-tab-id="{mode}"]')
        self.see(f'[role="tab"][data-tab-id="{mode}"][aria-selected="true"]')

    def places(self) -> None:
        """A round on the map."""
        self.look("places: start")
        self.press("#geo-play")
        self.see(".sm-map[data-ready='1']")
        self.look("places: question")
        self.press(".sm-map")
        self.press("#geo-submit")
        self.see("#geo-result .sm-score")
        self.see("#geo-next:not([disabled])")
        self.look("places: told")

    def quiz(self, mode: str) -> None:
        """A question of a quiz."""
        self.open_tab(mode)
        self.look(f"{mode}: start")
        self.press(f"#{mode}-play")
        self.see(f"#{mode}-card .sm-option")
        self.look(f"{mode}: question")
        self.press(f"#{mode}-card .sm-option")
        self.see(f"#{mode}-card .sm-next")
        self.look(f"{mode}: told")

    def directions(self) -> None:
        """A question of the spatial mode."""
        self.open_tab("savvy")
        self.look("directions: start")
        self.press("#savvy-play")
        card = "#savvy-card .sm-where"
        self.see(f"{card}[data-phase=ask]")
        self.look("directions: question")
        if self.page.get_attribute(card, "data-kind") == "direction":
            self.press(f"{card} .sm-option")
        else:
            self.reach(f"{card} input[type=number], {card} input[type=text]")
            self.page.keyboard.type("2.5")
            self.page.keyboard.press("Enter")
        self.see(f"{card}[data-phase=told]")
        self.look("directions: told")

    def arena(self) -> None:
        """A battle."""
        self.open_tab("arena")
        self.look("arena: start")
        self.press("#arena-play")
        card = ".sm-battle"
        self.see(f"{card}[data-phase=vote]")
        self.look("arena: vote")
        self.press(".sm-vote-tie")
        expect(self.page.locator(f"{card}[data-phase=told], {card} .sm-notice:not([hidden])")).not_to_have_count(
            0, timeout=WAIT_MS
        )
        if self.page.get_attribute(card, "data-phase") != "told":
            self.press(".sm-vote-tie")  # a vote within the first seconds is asked to look first
        self.see(f"{card}[data-phase=told]")
        self.look("arena: told")

    def boards(self) -> None:
        """The leaderboards: chosen with the space bar, compared, drawn, and one's own answers."""
        self.open_tab("leaderboard")
        self.see("#leaderboard-table tbody tr")
        self.look("leaderboard: places")
        if not self.looks_everywhere:
            return
        self.page.locator("#leaderboard-which input").nth(1).press("Space")
        self.see("#leaderboard-tau-table tbody tr")
        expect(self.page.locator("#leaderboard-tau-table")).to_contain_text("HYPERLINK")
        self.press("#leaderboard-tau-details button")
        self.see("#leaderboard-tau-figure-0 .main-svg")
        self.press("#own-answers button")
        self.see("#own-save")
        self.look("leaderboard: quiz, figures, my answers")
        for place, mode in enumerate(("globeaudio", "savvy", "arena"), start=2):
            self.page.locator("#leaderboard-which input").nth(place).press("Space")
            self.see(f"#leaderboard-{mode}-table tbody tr, #leaderboard-{mode}-table .sm-ranking-message")
            self.look(f"leaderboard: {mode}")

    def answer(self, mode: str) -> None:
        """Play and answer the round that a page shows, and go on."""
        self.press(f"#{mode}-play")
        if mode == "geo":
            self.see(".sm-map[data-ready='1']")
            self.press("#geo-give-up")
            self.press("#geo-next")
            return
        card = f"#{mode}-card"
        self.press(f"{card} .sm-pass")
        self.press(f"{card} .sm-next")

    def broken(self) -> list[tuple[str, Finding]]:
        """What must not be there, with where it was."""
        return [(state, one) for state, one in self.found if one in serious([one]) and one.rule not in OF_GRADIO]


@pytest.mark.parametrize("scheme,viewport,looks_everywhere", LOOKS)
def test_every_tab_by_the_keyboard_alone(
    full_app: AppProcess, new_context: NewContext, scheme: str, viewport: dict[str, int], *, looks_everywhere: bool
) -> None:
    page = new_context(color_scheme=scheme, viewport=viewport).new_page()
    walker = Walker(page, full_app.url, looks_everywhere=looks_everywhere)
    page.goto(full_app.url)
    wait_until_ready(page)
    walker.places()
    walker.quiz("tau")
    walker.quiz("globeaudio")
    walker.directions()
    walker.arena()
    walker.boards()
    assert len(walker.looked_at) == 20 if looks_everywhere else set(walker.looked_at) == FULLEST
    assert walker.broken() == []

    # What would be serious is found.
    page.evaluate("""document.querySelector('.gradio-container').insertAdjacentHTML('afterbegin',
        '<img src="data:,"><p style="color: #999; background: #aaa">A text</p><button></button>')""")
    assert {one.rule for one in serious(findings(page))} >= {"image-alt", "color-contrast", "button-name"}


@pytest.mark.long
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_ends_of_games_the_card_of_a_player_and_the_owners_page(
    full_app: AppProcess, new_context: NewContext, scheme: str
) -> None:
    page = new_context(color_scheme=scheme).new_page()
    walker = Walker(page, full_app.url, looks_everywhere=True)
    for mode in ("geo", "tau", "globeaudio", "savvy"):
        summary = "#geo-share" if mode == "geo" else f"#{mode}-summary"
        page.goto(f"{full_app.url}?mode={mode}&seed=tea&rounds=1")
        wait_until_ready(page, mode)
        walker.answer(mode)
        walker.see(f"{summary} .sm-total")
        walker.look(f"{mode}: end of the game")
        walker.press(f"{summary} .sm-copy")
        expect(page.locator(f"{summary} .sm-copy-row [role=status]")).not_to_be_empty()
    walker.press("#header summary")
    walker.see(".sm-who[open] input")
    walker.look("card of the player")
    page.goto(f"{full_app.url}owner")
    walker.see(".sm-owner section")
    walker.look("owner's page")
    assert walker.broken() == []


def round_of(page: Page, url: str, mode: str) -> Iterator[str]:
    """A game of one round, state by state."""
    page.goto(f"{url}?mode={mode}&seed=2468&rounds=1")
    wait_until_ready(page, mode)
    page.locator(f"#{mode}-play").wait_for(timeout=WAIT_MS)
    page.locator(f"#{mode}-logged button").click()
    yield "start"
    page.click(f"#{mode}-play")
    if mode == "geo":
        page.wait_for_selector(".sm-map[data-ready='1']", timeout=WAIT_MS)
        page.locator("#geo-place").get_by_role("textbox").fill("Tripoli")
        page.click("#geo-submit")
        page.wait_for_selector(".toast-body .sm-told[data-said]", timeout=WAIT_MS)
        page.click("#geo-set-pin")
        page.wait_for_selector("#geo-choices label", timeout=WAIT_MS)
        yield "asked back"
        page.click("#geo-hint-continent")
        page.wait_for_selector("#geo-continent p:not([hidden])", timeout=WAIT_MS)
        page.locator("#geo-choices label").first.click()
        expect(page.locator("#geo-submit")).to_be_enabled(timeout=WAIT_MS)
        page.click("#geo-submit")
        go_on, end = "#geo-next", "#geo-share"
    else:
        page.click("#savvy-card .sm-pass:enabled")
        go_on, end = "#savvy-card .sm-next", "#savvy-summary"
        page.wait_for_selector("#savvy-otherwise button", timeout=WAIT_MS)
    page.wait_for_selector(go_on, timeout=2 * WAIT_MS)
    yield "told"
    page.click(f"{go_on}:enabled")
    page.wait_for_selector(f"{end} .sm-total", timeout=WAIT_MS)
    yield "end"


@pytest.mark.long
@pytest.mark.parametrize("locale", ["ru-RU", "bn-BD"])
def test_places_and_directions_have_no_english_sentence(
    full_app: AppProcess, new_context: NewContext, locale: str
) -> None:
    page = new_context(locale=locale).new_page()
    for mode in ("geo", "savvy"):
        for state in round_of(page, full_app.url, mode):
            english = [text for text in page.evaluate(MIXED_SCRIPT) if set(re.findall("[A-Za-z]{2,}", text)) - IN_LATIN]
            assert english == [], (mode, state)
            assert page.evaluate("document.documentElement.lang") == locale.partition("-")[0]
    assert "Soundmark" in page.input_value("#savvy-summary textarea")
