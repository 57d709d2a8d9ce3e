"""Driving the app in Debian's Chromium as a person would."""

from __future__ import annotations

import math
from pathlib import Path

from playwright.sync_api import CDPSession, Page, expect

_SHELL = Path("/usr/bin/chromium-headless-shell")
"""Debian's Chromium without the parts that only a window shows: it starts pages with less work."""
CHROMIUM = _SHELL if _SHELL.exists() else Path("/usr/bin/chromium")
FLAGS = [
    "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
]  # fmt: skip
DESKTOP = {"width": 1200, "height": 900}
PHONE = {"width": 390, "height": 844}
WAIT_MS = 20_000


def received_bytes(session: CDPSession) -> dict[str, int]:
    """Count bytes over the wire by address, from now on."""
    addresses: dict[str, str] = {}
    weights: dict[str, int] = {}
    session.send("Network.enable")
    session.on(
        "Network.requestWillBeSent", lambda event: addresses.update({event["requestId"]: event["request"]["url"]})
    )

    def finished(event: dict[str, object]) -> None:
        address = addresses.get(str(event["requestId"]), "")
        weights[address] = weights.get(address, 0) + int(str(event["encodedDataLength"]).split(".")[0])

    session.on("Network.loadingFinished", finished)
    return weights


def open_app(page: Page, url: str, mode: str = "geo") -> None:
    """Open the page and wait until a mode can be played."""
    page.goto(url)
    wait_until_ready(page, mode)


def wait_until_ready(page: Page, mode: str = "geo") -> None:
    """Wait until the page has asked the server where this tab stood in a mode."""
    page.wait_for_selector(f"body[data-ready~={mode}]", timeout=WAIT_MS)


def start_game(page: Page, button: str = "#geo-play") -> None:
    """Press Play and wait for the map."""
    page.click(button)
    wait_for_map(page)


def wait_for_map(page: Page) -> None:
    """Wait until the coastlines are drawn."""
    page.wait_for_selector(".sm-map[data-ready='1']", timeout=WAIT_MS)


def click_map(page: Page, x_share: float, y_share: float, *, tap: bool = False) -> tuple[float, float]:
    """Click the map of a fresh round. Returns the latitude and longitude under the click.

    They are worked out from the Web Mercator projection: the map shows 29 N 10 E in its middle, and the whole world is
    as wide as the map, or as high as 1/0.55 of it, whichever is less.
    """
    box, before = page.locator(".sm-map").bounding_box(), None
    while box != before:  # a page that is still scrolling
        page.wait_for_timeout(50)
        box, before = page.locator(".sm-map").bounding_box(), box
    assert box is not None
    x, y = box["x"] + box["width"] * x_share, box["y"] + box["height"] * y_share
    if tap:
        page.touchscreen.tap(x, y)
    else:
        page.mouse.click(x, y)
    world_px = max(256.0, min(box["width"], box["height"] / 0.55))
    middle = math.asinh(math.tan(math.radians(29)))
    latitude = math.degrees(math.atan(math.sinh(middle - (y_share - 0.5) * box["height"] * 2 * math.pi / world_px)))
    longitude = 10 + (x_share - 0.5) * box["width"] * 360 / world_px
    return latitude, (longitude + 180) % 360 - 180


def submit(page: Page) -> None:
    """Press Submit and wait for the truth."""
    expect(page.locator("#geo-submit")).to_be_enabled(timeout=WAIT_MS)
    page.click("#geo-submit")
    expect(page.locator(".sm-map")).to_have_attribute("data-phase", "result", timeout=WAIT_MS)
    page.wait_for_selector("#geo-result .sm-score", timeout=WAIT_MS)


def round_of(page: Page) -> str:
    """The id of the round that the page shows."""
    page.wait_for_selector(".sm-bar[data-round]", timeout=WAIT_MS)
    return str(page.get_attribute(".sm-bar", "data-round"))


def next_round(page: Page) -> None:
    """Press Next and wait for another round."""
    before = round_of(page)
    page.click("#geo-next")
    page.wait_for_function("before => document.querySelector('.sm-bar').dataset.round !== before", arg=before)
    expect(page.locator(".sm-map")).to_have_attribute("data-phase", "guess", timeout=WAIT_MS)


def points_of(page: Page) -> int:
    """The points on the result card, when they have stopped counting."""
    return int(str(page.get_attribute("#geo-result .sm-score", "data-points")))
