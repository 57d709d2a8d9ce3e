"""A person plays a game of five rounds with real clicks, and every number on the page is right."""

from __future__ import annotations

import math
import re
from collections.abc import Callable

import pytest
from geographiclib.geodesic import Geodesic
from playwright.sync_api import BrowserContext, Page, expect

from soundmark.store.journal import Journal
from soundmark.store.schema import GeoRow
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, click_map, next_round, open_app, points_of, start_game, submit
from tests.support.packs import real_or_demo_clips, truths

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]


def logged_rows(app: AppProcess) -> list[GeoRow]:
    """What is in the app's journal."""
    journal = Journal(app.data / "journal.sqlite")
    rows = [row for row in journal.rows("geo") if isinstance(row, GeoRow)]
    journal.close()
    return rows


def shown_km(page: Page) -> tuple[float, float]:
    """The kilometres in the headline, and how precisely they are written."""
    text = page.inner_text("#geo-result .sm-headline")
    found = re.search(r"([\d,.]+) (km|m)\b", text)
    assert found, text
    value = float(found[1].replace(",", ""))
    return (value / 1000, 0.0005) if found[2] == "m" else (value, 0.05 if "." in found[1] else 0.5)


KM_COVERS = """() => {
  const written = document.querySelector('.sm-map .sm-km');
  if (!written || written.style.opacity === '0') return []; // one that goes fades
  const own = written.getBoundingClientRect();
  const names = '.sm-map .leaflet-tooltip:not(.sm-km), .sm-map .sm-pin.sm-you';
  return [...document.querySelectorAll(names)].filter((one) => {
    const box = one.getBoundingClientRect();
    return own.left < box.right && box.left < own.right && own.top < box.bottom && box.top < own.bottom;
  }).map((one) => one.textContent);
}"""
"""JavaScript: what the distance on the map hides."""
CLICKS = [(0.50, 0.40), (0.72, 0.52), (0.30, 0.66), (0.80, 0.75), (0.12, 0.30)]


@pytest.mark.parametrize("size", ["desktop", pytest.param("phone", marks=pytest.mark.long)])
def test_five_rounds(app: AppProcess, new_context: NewContext, size: str) -> None:
    is_phone = size == "phone"
    page = (
        new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page() if is_phone else new_context().new_page()
    )
    before = len(logged_rows(app))
    open_app(page, app.url)
    start_game(page)
    pins, seen_km, seen_points = [], [], []
    for number, (x, y) in enumerate(CLICKS, start=1):
        expect(page.locator(".sm-bar")).to_contain_text(f"Round {number} of 5")
        expect(page.locator("#geo-submit")).to_be_disabled()
        pins.append(click_map(page, x, y, tap=is_phone))
        submit(page)
        assert page.evaluate(KM_COVERS) == []
        seen_km.append(shown_km(page))
        seen_points.append(points_of(page))
        if number < 5:
            next_round(page)
    page.click("#geo-next")
    expect(page.locator(".sm-total b")).to_have_attribute("data-total", re.compile(r"\d+"))

    degrees_per_pixel = 360 / 358 if is_phone else 0.43
    rows, places = logged_rows(app)[before:], truths(real_or_demo_clips())
    assert len(rows) == 5
    assert len({row.question_id for row in rows}) == 5
    for row, pin, (km, precision), points in zip(rows, pins, seen_km, seen_points, strict=True):
        assert row.latitude_deg is not None
        assert row.longitude_deg is not None
        # The pin is where the click was, to two pixels or three: map, finger and scrolled page each round.
        assert row.latitude_deg == pytest.approx(pin[0], abs=2.5 * degrees_per_pixel)
        assert row.longitude_deg == pytest.approx(pin[1], abs=2.5 * degrees_per_pixel)
        true_latitude, true_longitude = places[row.question_id]
        metres = Geodesic.WGS84.Inverse(row.latitude_deg, row.longitude_deg, true_latitude, true_longitude)["s12"]
        assert km == pytest.approx(metres / 1000, abs=precision + 1e-6)
        assert points == round(5000 * math.exp(-metres / 1000 / 1492.7))
    total = int(str(page.get_attribute(".sm-total b", "data-total")))
    assert total == round(sum(row.points for row in rows))
    text = page.input_value(".sm-share textarea")
    assert f"{total:,} / 25,000" in text
    assert f"{app.url}?seed={rows[0].game_seed}&rounds=5" in text
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_the_result_is_on_the_leaderboard_with_the_own_row_marked(app: AppProcess, page: Page) -> None:
    open_app(page, app.url)
    start_game(page)
    click_map(page, 0.5, 0.4)
    submit(page)
    page.get_by_role("tab", name="Leaderboard").click()
    own = page.locator("#leaderboard-table tr", has_text="You")
    expect(own).to_be_visible()
    expect(page.locator("#leaderboard-table")).to_contain_text("Anywhere on Earth by chance")
    expect(page.locator("#leaderboard-table")).to_contain_text("Middle of the list")


def test_a_shared_link_deals_the_same_clips(app: AppProcess, new_context: NewContext) -> None:
    asked = []
    for _ in range(2):
        page = new_context().new_page()
        before = len(logged_rows(app))
        open_app(page, app.url + "?seed=tea&rounds=2")
        expect(page.locator("#geo-message")).to_contain_text("2 rounds")
        start_game(page)
        expect(page.locator(".sm-bar")).to_contain_text("Round 1 of 2")
        for number in range(2):
            click_map(page, 0.5, 0.4)
            submit(page)
            if number == 0:
                next_round(page)
        asked.append([row.question_id for row in logged_rows(app)[before:]])
    assert asked[0] == asked[1]
    assert len(asked[0]) == 2


def test_a_link_that_cannot_be_followed_is_explained(app: AppProcess, page: Page) -> None:
    open_app(page, app.url + "?seed=%3Cscript%3E&rounds=5")
    expect(page.locator("#geo-message")).to_contain_text("letters, digits")
