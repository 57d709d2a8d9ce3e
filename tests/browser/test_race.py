"""A person races a model over the map: it answers after them, the score runs along, and its words stay words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from soundmark.benchmarks import read_pack
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, click_map, next_round, open_app, points_of, start_game, submit
from tests.support.leaks import leaks
from tests.support.opponents import OWL, OWL_KEY, SECRETS, place_rows, put_opponents
from tests.support.recording_proxy import RecordingProxy

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]


@pytest.fixture
def recorded(app: AppProcess) -> Iterator[RecordingProxy]:
    """The app with opponents in its log, behind a proxy that records what browsers get."""
    assert app.clips is not None
    pack = read_pack(app.clips)
    put_opponents(app.data, pack, place_rows(pack))
    proxy = RecordingProxy(app.port)
    yield proxy
    proxy.close()


def whole(points: float) -> str:
    return f"{round(points):,}"


@pytest.mark.long
@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_two_rounds_against_a_model(recorded: RecordingProxy, new_context: NewContext, size: str) -> None:
    is_phone = size == "phone"
    options = {"viewport": PHONE, "has_touch": True, "is_mobile": True} if is_phone else {}
    page = new_context(**options).new_page()
    page.add_init_script("window.alert = () => { document.title = 'alerted'; }")
    open_app(page, recorded.url + "?seed=tea&rounds=2")
    choice = page.locator("#geo-opponent select")
    expect(choice).to_have_value("baseline/blind/Middle of the list")
    choice.select_option(OWL_KEY)
    start_game(page)
    expect(page.locator(".sm-rival")).to_contain_text(OWL)
    expect(page.locator(".sm-rival b")).to_have_text("0")
    click_map(page, 0.5, 0.4, tap=is_phone)
    page.wait_for_timeout(300)
    assert leaks(recorded.exchanges, SECRETS) == []  # nothing of the model's answer before the own one
    before = len(recorded.exchanges)
    submit(page)
    assert {secret for secret, _ in leaks(recorded.exchanges[before:], SECRETS)} == set(SECRETS)
    own = points_of(page)
    outcome = "you lead" if own > 1234 else "you are behind"
    expect(page.locator("#geo-result .sm-race")).to_contain_text(f"{own:,} to 1,235 so far: {outcome}")
    expect(page.locator(".sm-rival b")).to_have_text("1,235")
    expect(page.locator("#geo-result")).to_contain_text("9,322 km")
    for name in page.locator("#geo-result .sm-answers tbody th").all():
        assert (box := name.bounding_box())
        assert box["height"] < 60, "a name must not be broken into a column of syllables"
    check_its_words(page)
    next_round(page)
    expect(page.locator(".sm-rival b")).to_have_text("1,235")
    click_map(page, 0.72, 0.52, tap=is_phone)
    submit(page)
    own += points_of(page)
    page.click("#geo-next")
    page.wait_for_selector(".sm-total b")
    ending = page.locator("#geo-share .sm-race")
    expect(ending).to_contain_text(f"You {'beat' if own > 2469 else 'lost to'} {OWL}")
    expect(ending).to_contain_text("2,469")
    line = rf"^{'Beat' if own > 2469 else 'Lost to'} {re.escape(OWL)} [\d,]+ : 2,469$"
    assert re.search(line, page.input_value(".sm-share textarea"), re.MULTILINE)
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.reload()  # the choice stays with the browser
    expect(page.locator("#geo-share .sm-race")).to_contain_text(OWL)
    page.click("#geo-again")
    expect(page.locator(".sm-rival")).to_contain_text(OWL)


def check_its_words(page: Page) -> None:
    """The fold-out shows what the model said as it came, and nothing of it runs."""
    words = page.locator("#geo-result .sm-why dd").first
    expect(words).to_be_hidden()
    page.click("#geo-result .sm-why summary")
    expect(words).to_be_visible()
    expect(page.locator("#geo-result .sm-why")).to_contain_text("kookaburra <img src=x onerror=alert(1)>")
    assert page.locator("#geo-result .sm-why img").count() == 0
    assert page.title() != "alerted"


@pytest.mark.long
def test_a_game_against_nobody_is_as_before(recorded: RecordingProxy, page: Page) -> None:
    open_app(page, recorded.url)
    page.locator("#geo-opponent select").select_option("")
    start_game(page)
    expect(page.locator(".sm-bar")).to_contain_text("Round 1")
    expect(page.locator(".sm-rival")).to_have_count(0)
