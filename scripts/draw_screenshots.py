"""Takes the pictures of README from the running app: its demo, in Debian's Chromium. Writes `docs/images/`."""

from __future__ import annotations

import io
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
answers = ["## Where\\n\\n- Rain on leaves, frogs: the tropics\\n- A call to prayer far away\\n\\n**Java, Indonesia.** -7.80, 110.36"]
"""


def main() -> None:
    """Take all of them."""
    IMAGES.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, _demo(Path(folder)) as url, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        _places(_page(browser, url), url)
        _quiz(_page(browser, url), url)
        _directions(_page(browser, url), url)
        _arena(_page(browser, url), url)
        _phone(_page(browser, url, is_phone=True), url)
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


def _places(page: Page, url: str) -> None:
    open_app(page, url)
    _shoot(page, "start")
    start_game(page)
    for number in range(5):
        click_map(page, (0.53, 0.8, 0.62, 0.3, 0.5)[number], (0.35, 0.4, 0.55, 0.45, 0.3)[number])
        if number == 1:
            page.wait_for_timeout(500)  # the pin has landed
            _shoot(page, "places_guess")
        submit(page)
        if number == 1:
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
    page.locator("#savvy-card .sm-option, #savvy-card input").first.click()
    page.wait_for_selector("#savvy-card .sm-where[data-phase=told]", timeout=2 * WAIT_MS)
    page.wait_for_timeout(1500)  # the map of the scene is drawn
    _shoot(page, "directions")


def _arena(page: Page, url: str) -> None:
    page.goto(f"{url}?mode=arena")
    wait_until_ready(page, "arena")
    page.click("#arena-play")
    page.locator(".sm-battle .sm-side, .sm-battle [data-side]").first.wait_for(timeout=2 * WAIT_MS)
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
