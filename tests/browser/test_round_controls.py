"""Pin by keyboard and by typing, hints, giving up, the time limit, the player, the looks."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.test_whole_game import logged_rows
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, click_map, open_app, points_of, start_game, submit

pytestmark = pytest.mark.browser


@pytest.fixture
def playing(app: AppProcess, page: Page) -> Page:
    open_app(page, app.url)
    start_game(page)
    return page


def test_the_keyboard_alone_drops_moves_and_submits_a_pin(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    playing.locator(".sm-map").focus()
    playing.keyboard.press("Enter")
    expect(playing.locator(".sm-map-live")).to_have_text(
        re.compile(r"Your pin is at (28|29)\.\d\d° N, (9|10)\.\d\d° E")
    )
    playing.keyboard.press("ArrowRight")
    playing.keyboard.press("ArrowRight")
    playing.wait_for_timeout(600)
    playing.keyboard.press(" ")
    expect(playing.locator(".sm-map-live")).not_to_have_text(re.compile(r" (9|10)\.\d\d° E"))
    playing.locator("#geo-submit").focus()
    playing.keyboard.press("Enter")
    expect(playing.locator("#geo-result .sm-headline")).to_be_visible(timeout=20_000)
    row = logged_rows(app)[before]
    assert row.input_method == "keyboard"
    assert row.latitude_deg == pytest.approx(29, abs=0.6)
    assert row.longitude_deg is not None
    assert row.longitude_deg > 20


def test_a_pin_can_be_dragged(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    click_map(playing, 0.5, 0.5)
    height = playing.locator(".sm-map").evaluate("map => map.clientHeight")
    box = playing.locator(".sm-map .sm-pin.sm-you").bounding_box()
    assert box is not None
    playing.mouse.move(box["x"] + 15, box["y"] + 15)
    playing.mouse.down()
    playing.mouse.move(box["x"] + 115, box["y"] + 15, steps=8)
    playing.mouse.up()
    submit(playing)
    assert logged_rows(app)[before].longitude_deg == pytest.approx(10 + 100 * 360 / (height / 0.55), abs=3)


@pytest.mark.parametrize(
    ("text", "latitude", "longitude"),
    [
        ("48,8566 2,3522", 48.8566, 2.3522),
        ("48°51'24\"N 2°21'8\"E", 48.856667, 2.352222),
        ("−33.8688, 151.2093", -33.8688, 151.2093),
        ("10, 190", 10.0, -170.0),
        ("Lima", -12.05, -77.04),
    ],
)
def test_a_typed_place_becomes_the_pin(
    app: AppProcess, playing: Page, text: str, latitude: float, longitude: float
) -> None:
    before = len(logged_rows(app))
    playing.fill("#geo-place textarea, #geo-place input", text)
    playing.keyboard.press("Enter")
    submit(playing)
    row = logged_rows(app)[before]
    assert row.latitude_deg == pytest.approx(latitude, abs=0.02)
    assert row.longitude_deg == pytest.approx(longitude, abs=0.02)
    assert row.input_method == "typed"


@pytest.mark.long
@pytest.mark.parametrize("text", ["qwertzuiop asdf", "121.5654, 25.033", "52°31'12\"N 13°24'17\"O", "1 2 3"])
def test_what_cannot_be_read_sets_no_pin_and_says_so(playing: Page, text: str) -> None:
    playing.fill("#geo-place textarea, #geo-place input", text)
    playing.click("#geo-set-pin")
    expect(playing.locator("#geo-place-note p")).to_be_visible()
    playing.click("#geo-submit")
    expect(playing.locator(".toast-body")).to_be_visible()
    expect(playing.locator(".sm-map")).to_have_attribute("data-phase", "guess")


def test_a_name_of_several_places_is_asked_back(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    playing.fill("#geo-place textarea, #geo-place input", "San José")
    playing.click("#geo-set-pin")
    expect(playing.locator("#geo-choices")).to_be_visible()
    playing.locator("#geo-choices label", has_text="Philippines").click()
    submit(playing)
    row = logged_rows(app)[before]
    assert row.guess_country == "PH"


def test_a_misspelt_place_is_offered_and_never_chosen(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    playing.fill("#geo-place textarea, #geo-place input", "Nairobbi")
    playing.click("#geo-set-pin")
    playing.locator("#geo-choices label", has_text="Nairobi").click()
    submit(playing)
    assert logged_rows(app)[before].guess_country == "KE"


def test_a_typed_place_that_was_not_set_counts_rather_than_the_old_pin(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    click_map(playing, 0.4, 0.4)
    playing.fill("#geo-place textarea, #geo-place input", "Lima")
    submit(playing)
    assert logged_rows(app)[before].guess_country == "PE"


def test_a_pin_replaces_the_typed_place(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    playing.fill("#geo-place textarea, #geo-place input", "Lima")
    playing.click("#geo-set-pin")
    expect(playing.locator(".sm-map-live")).to_contain_text("12.04° S")
    click_map(playing, 0.2, 0.2)
    expect(playing.locator("#geo-place textarea, #geo-place input")).to_have_value("")
    submit(playing)
    assert logged_rows(app)[before].input_method == "map"


def test_a_reload_keeps_the_pin(playing: Page) -> None:
    click_map(playing, 0.5, 0.4)
    said = playing.locator(".sm-map-live").inner_text()
    playing.wait_for_timeout(500)
    playing.reload()
    expect(playing.locator(".sm-map-live")).to_have_text(said, timeout=20_000)
    expect(playing.locator("#geo-submit")).to_be_enabled()


def test_submit_and_next_are_in_reach_on_a_laptop_and_a_phone(
    app: AppProcess, new_context: Callable[..., BrowserContext]
) -> None:
    for size in ({"width": 1280, "height": 800}, PHONE):
        page = new_context(viewport=size).new_page()
        open_app(page, app.url)
        start_game(page)
        expect(page.locator("#geo-submit")).to_be_in_viewport(ratio=1)
        click_map(page, 0.5, 0.4)
        submit(page)
        expect(page.locator("#geo-next")).to_be_in_viewport(ratio=1)
        expect(page.locator("#geo-result .sm-headline")).to_be_in_viewport()


DRAW_THEN_FOLLOW = """async () => {
  const map = document.querySelector('.sm-map').soundmarkMap, middles = [];
  const draw = (value) => { map.props.value = value; map.draw(); };
  draw({ round: 'x'.repeat(22), phase: 'result', guess: { lat: 78, lon: 10 }, km: 15000, others: [],
    truth: { lat: -54, lon: -68, label: 'far in the south' } });
  await new Promise((go) => setTimeout(go, 400));
  draw({ round: 'y'.repeat(22), phase: 'guess', guess: null });
  for (const end = performance.now() + 600; performance.now() < end; await new Promise(requestAnimationFrame)) {
    middles.push(map.map.getCenter().lat);
  }
  return [Math.min(...middles), Math.max(...middles)];
}"""
"""JavaScript: the southernmost and northernmost middle of the map from the moment at which a round follows a result."""


def test_the_map_of_a_new_round_stays_under_the_finger(
    app: AppProcess, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    open_app(page, app.url)
    start_game(page)
    south, north = page.evaluate(DRAW_THEN_FOLLOW)
    assert north - south < 1


def test_giving_up_tells_the_place_and_scores_nothing(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    playing.click("#geo-give-up")
    expect(playing.locator("#geo-result .sm-headline")).to_have_text("You gave up this one.", timeout=20_000)
    assert points_of(playing) == 0
    assert logged_rows(app)[before].status == "skipped"


@pytest.mark.long
def test_hints_say_their_price_first_and_keep_the_pin(app: AppProcess, playing: Page) -> None:
    before = len(logged_rows(app))
    click_map(playing, 0.5, 0.4)
    expect(playing.locator("#geo-hint-continent")).to_contain_text("−15%")
    playing.click("#geo-hint-continent")
    expect(playing.locator("#geo-continent")).to_contain_text("recorded in")
    playing.click("#geo-hint-circle")
    expect(playing.locator(".sm-circle").first).to_be_attached()
    expect(playing.locator("#geo-hint-circle")).to_be_disabled()
    submit(playing)
    row = logged_rows(app)[before]
    assert row.hints == ["continent", "circle"]
    assert points_of(playing) == round((row.score or 0) * 0.55)


def test_the_time_limit_submits_the_present_pin(app: AppProcess, page: Page) -> None:
    before = len(logged_rows(app))
    page.clock.install()
    open_app(page, app.url)
    page.locator("#geo-limit label", has_text="30 s").click()
    page.click("#geo-play")
    page.wait_for_selector("#geo-submit")
    page.clock.run_for(1000)
    expect(page.locator(".sm-left")).to_be_visible()
    click_map(page, 0.5, 0.4)
    page.wait_for_timeout(300)
    page.clock.run_for(31_000)
    expect(page.locator("#geo-result .sm-headline")).to_be_visible(timeout=20_000)
    row = logged_rows(app)[before]
    assert row.time_limit_s == 30
    assert row.status == "ok"


def test_g08_nothing_can_be_submitted_without_a_pin(playing: Page) -> None:
    expect(playing.locator("#geo-submit")).to_be_disabled()


def test_the_tab_key_reaches_everything(playing: Page) -> None:
    click_map(playing, 0.5, 0.4)
    reached = set()
    playing.locator("body").focus()
    for _ in range(40):
        playing.keyboard.press("Tab")
        reached.add(
            playing.evaluate(
                "(document.activeElement.closest('[id^=geo-]') || {}).id || document.activeElement.className"
            )
        )
    assert {"geo-player", "geo-map", "geo-submit", "geo-give-up", "geo-place", "geo-set-pin"} <= reached


@pytest.mark.long
def test_the_map_works_offline_of_everything_but_the_app(
    app: AppProcess, new_context: Callable[..., BrowserContext]
) -> None:
    page = new_context().new_page()
    outside: list[str] = []
    page.on(
        "request",
        lambda request: (
            outside.append(request.url) if not request.url.startswith((app.url, "data:", "blob:")) else None
        ),
    )
    open_app(page, app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    submit(page)
    assert outside == []


def test_without_the_map_a_typed_place_still_plays(app: AppProcess, page: Page) -> None:
    page.route("**/basemap-*.json*", lambda route: route.abort())
    open_app(page, app.url)
    page.click("#geo-play")
    expect(page.locator(".sm-map-live")).to_contain_text("could not be loaded", timeout=20_000)
    page.fill("#geo-place textarea, #geo-place input", "Lima")
    page.click("#geo-set-pin")
    submit(page)


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, {"width": 320, "height": 640}, {"width": 1600, "height": 900}])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_width_scrolls_sideways(
    app: AppProcess, new_context: Callable[..., BrowserContext], size: dict[str, int], scheme: str
) -> None:
    page = new_context(viewport=size, color_scheme=scheme).new_page()
    open_app(page, app.url)
    fits = "document.documentElement.scrollWidth <= window.innerWidth"
    assert page.evaluate(fits)
    start_game(page)
    assert page.evaluate(fits)
    click_map(page, 0.5, 0.4)
    submit(page)
    assert page.evaluate(fits)


def test_dark_and_light_can_be_switched_and_are_remembered(app: AppProcess, page: Page) -> None:
    open_app(page, app.url)
    assert not page.evaluate("document.body.classList.contains('dark')")
    page.click(".sm-theme")
    assert page.evaluate("document.body.classList.contains('dark')")
    page.reload()
    page.wait_for_selector("#geo-play")
    page.wait_for_function("document.body.classList.contains('dark')")
