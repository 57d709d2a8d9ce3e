"""Takes the pictures of README from the running app: its demo, in Debian's Chromium. Writes `docs/images/`."""

from __future__ import annotations

import io
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from soundmark.settings import ROOT
from tests.support.app_process import AppProcess
from tests.support.browser import (
    CHROMIUM,
    FLAGS,
    PHONE,
    WAIT_MS,
    click_map,
    next_round,
    open_app,
    start_game,
    submit,
    wait_until_ready,
)

IMAGES = ROOT / "docs" / "images"
DESKTOP = {"width": 1200, "height": 820}
QUALITY = 82
SEED = "readme"
OFF_DEG = (3.0, 12.0, 1.0, 20.0, 6.0)
"""How far from the truth the player's pins are, so that figures are those of a person."""
MODELS = """
[[models]]
name = "scripted-model-1"
adapter = "scripted"
inputs = ["audio"]
[[models.script]]
answers = ["Low voices, a moped and church bells from two sides: an old town in Italy. 43.77, 11.25"]

[[models]]
name = "scripted-model-2"
adapter = "scripted"
inputs = ["audio"]
[[models.script]]
answers = ["- Rain on leaves, frogs: the tropics\\n- A call to prayer far away\\n\\n**Java, Indonesia.** -7.80, 110.36"]
"""


def main() -> None:
    """Take all of them."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, _demo(Path(folder)) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        _arena(_page(browser, url), url)
        _directions(_page(browser, url), url)
        _phone(_page(browser, url, is_phone=True), url)
        _places(browser, url)
        _quiz(_page(browser, url), url)
        browser.close()


@contextmanager
def _demo(folder: Path) -> Iterator[str]:
    models = folder / "models.toml"
    models.write_text(MODELS, encoding="utf-8")
    variables = {"DEMO": "all", "BASELINES": "yes", "MODELS_FILE": str(models)}
    app = AppProcess(folder / "data", variables=variables).start()
    try:
        yield app.url
    finally:
        app.stop()


def _page(browser: Browser, url: str, *, is_phone: bool = False) -> Page:
    context = browser.new_context(
        viewport=PHONE if is_phone else DESKTOP,  # type: ignore[arg-type]
        has_touch=is_phone,
        locale="en-GB",
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.goto(url)
    return page


def _shoot(page: Page, name: str) -> None:
    page.wait_for_timeout(700)  # what comes in gently has come
    with Image.open(io.BytesIO(page.screenshot())) as image:
        image.convert("RGB").save(IMAGES / f"{name}.webp", quality=QUALITY, method=6)


def _places(browser: Browser, url: str) -> None:
    """A game whose truths are known: somebody has given up each of its rounds before, without logging."""
    link, page = f"{url}?mode=geo&seed={SEED}&rounds=5", _page(browser, url)
    open_app(page, link)
    page.check("#geo-unlogged input")
    start_game(page)
    truths = []
    for number in range(5):
        page.click("#geo-give-up")
        page.wait_for_selector(".sm-map[data-phase=result]", timeout=WAIT_MS)
        truths.append(_coordinates(page.locator("#geo-map").inner_text()))
        if number < 4:
            next_round(page)
    _second_game(_page(browser, url), link, truths)


def _coordinates(told: str) -> tuple[float, float]:
    """Latitude and longitude in a text such as 'The true place is at 55.95° N, 3.19° W'."""
    found = re.search(r"([\d.]+)° ([NS]), ([\d.]+)° ([EW])", told)
    if found is None:
        raise ValueError(f"No coordinates in {told!r}.")
    return float(found[1]) * (1 if found[2] == "N" else -1), float(found[3]) * (1 if found[4] == "E" else -1)


def _second_game(page: Page, link: str, truths: list[tuple[float, float]]) -> None:
    open_app(page, link)
    start_game(page)
    for number, (latitude, longitude) in enumerate(truths):
        page.fill("#geo-place textarea, #geo-place input", f"{latitude - OFF_DEG[number]:.2f}, {longitude + 5:.2f}")
        page.click("#geo-set-pin")
        page.wait_for_selector("#geo-submit:not([disabled])", timeout=WAIT_MS)
        if number == 0:
            page.evaluate("scrollTo(0, 0)")
            _shoot(page, "places_guess")
        submit(page)
        if number == 0:
            page.wait_for_timeout(1500)  # the map has come to rest around both places
            _shoot(page, "places_truth")
        if number < 4:
            next_round(page)
    page.click("#geo-next")
    page.get_by_role("tab", name="Leaderboard").click()
    page.locator("#leaderboard-table tbody tr").nth(3).wait_for(timeout=3 * WAIT_MS)
    _shoot(page, "leaderboard")


def _quiz(page: Page, url: str) -> None:
    open_app(page, f"{url}?mode=globeaudio", "globeaudio")
    page.click("#globeaudio-play")
    page.locator("#globeaudio-card button.sm-option").first.click(timeout=WAIT_MS)
    page.locator("#globeaudio-card .sm-choice[data-phase=told]").wait_for(timeout=WAIT_MS)
    _shoot(page, "languages")


def _directions(page: Page, url: str) -> None:
    open_app(page, f"{url}?mode=savvy", "savvy")
    page.click("#savvy-play")
    page.wait_for_selector("#savvy-card .sm-where[data-phase=ask]", timeout=2 * WAIT_MS)
    card = page.locator("#savvy-card .sm-where")
    if card.get_attribute("data-kind") == "direction":
        card.locator(".sm-option").first.click()
    else:
        card.locator("input").last.fill("2.5")
        card.locator(".sm-where-submit").click()
    page.wait_for_selector("#savvy-card .sm-where[data-phase=told]", timeout=2 * WAIT_MS)
    page.wait_for_timeout(1500)  # the map of the scene is drawn
    page.locator("#savvy-card .sm-next").scroll_into_view_if_needed()
    page.evaluate("scrollBy(0, -430)")
    _shoot(page, "directions")


def _arena(page: Page, url: str) -> None:
    page.goto(f"{url}?mode=arena")
    wait_until_ready(page, "arena")
    page.click("#arena-play")
    page.locator(".sm-battle .sm-vote-row button").first.wait_for(timeout=2 * WAIT_MS)
    _shoot(page, "arena")


def _phone(page: Page, url: str) -> None:
    open_app(page, url)
    start_game(page)
    click_map(page, 0.6, 0.4, tap=True)
    submit(page)
    page.wait_for_timeout(1500)  # the map has come to rest around both places
    _shoot(page, "phone")


if __name__ == "__main__":
    main()
