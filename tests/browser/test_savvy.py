"""A person plays the spatial game on the built-in scenes, with the mouse and with the keyboard alone."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
import soundfile
from playwright.sync_api import BrowserContext, Page, expect

from soundmark.benchmarks import read_spatial_pack
from soundmark.benchmarks.demo import DEMO_SAVVY, demo_savvy_folder
from soundmark.store.schema import SpatialRow
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, WAIT_MS, received_bytes
from tests.support.opponents import put_opponents
from tests.ui.test_savvy import logged

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]
CARD = "#savvy-card .sm-where"


@pytest.fixture(scope="module")
def savvy_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app on the built-in scenes, whose questions the baselines have answered."""
    running = AppProcess(tmp_path_factory.mktemp("savvy") / "data", variables={"MODES": "savvy"}).start()
    put_opponents(running.data, read_spatial_pack(demo_savvy_folder(), name=DEMO_SAVVY), ())
    yield running
    running.stop()


def begin(page: Page, url: str) -> None:
    page.goto(url)
    page.wait_for_selector("body[data-ready~=savvy]", timeout=2 * WAIT_MS)
    page.click("#savvy-play")
    page.wait_for_selector(f"{CARD}[data-phase=ask]", timeout=2 * WAIT_MS)


def switch_a_track(page: Page) -> None:
    """The pipeline's answer on the card follows a switch of the stage, and comes back with it."""
    switch = page.locator("#savvy-stage .sm-stage-toggle", has_text="Sound (audio)")
    switch.click()
    expect(page.locator(f"{CARD} .sm-where-others")).to_contain_text("\N{MIDDLE DOT} SD+Seg", timeout=WAIT_MS)
    switch.click()
    expect(page.locator(f"{CARD} .sm-where-others")).not_to_contain_text("SD+Seg", timeout=WAIT_MS)


def by_mouse(page: Page) -> None:
    if page.get_attribute(CARD, "data-kind") == "direction":
        page.locator(f"{CARD} .sm-option").nth(1).click()
    else:
        page.locator(f"{CARD} input").last.fill("2.5")
        page.click(f"{CARD} .sm-where-submit")


def by_keyboard(page: Page) -> None:
    if page.get_attribute(CARD, "data-kind") == "direction":
        page.keyboard.press("b")
    else:
        page.locator(f"{CARD} input").last.focus()
        page.keyboard.type("2.5")
        page.keyboard.press("Enter")


def points_against(app: AppProcess, own: list[SpatialRow]) -> tuple[float, float]:
    """The points of a game, and those of the baseline "Middle of the list" on the same questions."""
    ids = {row.question_id for row in own}
    theirs = [row for row in logged(app) if row.responder_id == "Middle of the list" and row.question_id in ids]
    assert len(theirs) == len(own)
    return round(sum(row.score or 0 for row in own), 1), round(sum(row.score or 0 for row in theirs), 1)


@pytest.mark.parametrize("play", [by_mouse, pytest.param(by_keyboard, marks=pytest.mark.long)])
def test_one_question_of_each_template(savvy_app: AppProcess, page: Page, play: Callable[[Page], None]) -> None:
    before = len(logged(savvy_app))
    weights = received_bytes(page.context.new_cdp_session(page))
    begin(page, savvy_app.url)
    page.wait_for_selector("#savvy-stage .sm-stage[data-ready='1']", timeout=2 * WAIT_MS)
    # The page, the question and its sound, as they are sent to an empty cache.
    assert 100_000 < sum(weights.values()) < 1_000_000, weights
    expect(page.locator("#savvy-bar .sm-rival")).to_contain_text("Middle of the list")
    expect(page.locator("#savvy-bar .sm-rival b")).to_have_text("0")
    for number in range(1, 7):
        expect(page.locator("#savvy-bar")).to_contain_text(f"Round {number} of 6", timeout=WAIT_MS)
        play(page)
        page.wait_for_selector(f"{CARD}[data-phase=told]", timeout=2 * WAIT_MS)
        expect(page.locator(CARD)).to_contain_text("Pipeline")
        expect(page.locator(f"{CARD} .sm-race")).to_contain_text("You against Middle of the list")
        if number == 1:
            switch_a_track(page)
        page.locator(f"{CARD} .sm-next").focus()
        page.keyboard.press("Enter")
        if number < 6:
            page.wait_for_selector(f"{CARD}[data-phase=ask]", timeout=2 * WAIT_MS)
    total = page.locator("#savvy-summary .sm-total")
    expect(total).to_contain_text("of 6 points", timeout=WAIT_MS)
    rows = logged(savvy_app)[before:]
    assert len(rows) == 6
    assert len({(row.task, len(row.choice_order)) for row in rows}) == 6
    assert [row.choice_index for row in rows if row.choice_order] == [1] * 4
    assert [row.distance_m for row in rows if not row.choice_order] == [2.5] * 2
    assert all(row.input_method in {"click", "keyboard", "typed"} for row in rows)
    points = re.search(r"[\d.]+", total.inner_text())
    assert points is not None
    own, theirs = points_against(savvy_app, rows)
    outcome = "beat" if own > theirs else "lost to" if own < theirs else "A draw with"
    expect(page.locator("#savvy-summary .sm-race")).to_contain_text(
        f"{outcome} Middle of the list: {own:g} to {theirs:g}"
    )
    assert f" Middle of the list {own:.1f} : {theirs:.1f}" in page.input_value("#savvy-summary textarea")
    assert float(points[0]) == pytest.approx(sum(row.score or 0 for row in rows), abs=0.05)


@pytest.mark.long
def test_a_reload_leads_back_to_the_question_on_a_phone(savvy_app: AppProcess, new_context: NewContext) -> None:
    page = new_context(viewport=PHONE, has_touch=True, is_mobile=True).new_page()
    begin(page, savvy_app.url)
    asked = page.inner_text(f"{CARD} .sm-question")
    page.reload()
    page.wait_for_selector(f"{CARD}[data-phase=ask]", timeout=2 * WAIT_MS)
    assert page.inner_text(f"{CARD} .sm-question") == asked
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_an_own_recording_is_seen_heard_and_saved(savvy_app: AppProcess, page: Page, tmp_path: Path) -> None:
    page.goto(savvy_app.url)
    page.wait_for_selector("body[data-ready~=savvy]", timeout=2 * WAIT_MS)
    page.locator("#savvy-own button").first.click()
    soundfile.write(tmp_path / "mono.wav", np.full(8_000, 0.1), 16_000)
    page.set_input_files("#savvy-own-file input[type=file]", tmp_path / "mono.wav")
    expect(page.locator("#savvy-own-file")).to_contain_text("mono", timeout=WAIT_MS)
    page.click("#savvy-own-analyse")
    expect(page.locator(".toast-body")).to_contain_text("one channel", timeout=WAIT_MS)
    # It is gone, so that its name goes too and another one can be chosen at once.
    expect(page.locator("#savvy-own-file")).not_to_contain_text("mono", timeout=WAIT_MS)
    page.set_input_files("#savvy-own-file input[type=file]", demo_savvy_folder() / "scene_01.flac")
    expect(page.locator("#savvy-own-file")).to_contain_text("scene_01", timeout=WAIT_MS)
    page.click("#savvy-own-analyse")
    expect(page.locator("#savvy-own-said")).to_contain_text("88 segments", timeout=2 * WAIT_MS)
    expect(page.locator("#savvy-own-stage canvas").first).to_be_visible()
    stage = "document.querySelector('#savvy-own-stage .sm-stage').soundmarkStage"
    page.wait_for_selector("#savvy-own-stage .sm-stage[data-ready='1']", timeout=WAIT_MS)
    page.evaluate(f"{stage}.playback.audio.pause(); {stage}.playback.seek(15.6)")
    page.locator("#savvy-own-stage .sm-stage-modes input[value=estimate]").check()
    page.wait_for_selector("#savvy-own-stage .sm-stage[data-ready='1']", timeout=WAIT_MS)
    page.click("#savvy-own-stage .sm-stage-play")
    page.wait_for_function(f"{stage}.playback.now > 15.8 && {stage}.drawnAt > 15.8")
    page.evaluate(f"{stage}.playback.audio.pause()")
    # The tap, 122 degrees to the left, is heard from there, and the crown bulges there.
    assert page.evaluate(f"{stage}.azimuthAt(16)") == pytest.approx(-122, abs=8)
    loudest = page.evaluate(f"{stage}.peaks.azimuth([...{stage}.peaks.at(16)].indexOf(255))")
    assert loudest == pytest.approx(-122, abs=8)
    with page.expect_download(timeout=WAIT_MS) as download:
        page.click("#savvy-own-csv")
    lines = download.value.path().read_text(encoding="utf-8").splitlines()
    assert len(lines) == 89
    with page.expect_download(timeout=WAIT_MS) as download:
        page.click("#savvy-own-save-json")
    segments = json.loads(download.value.path().read_text(encoding="utf-8"))["segments"]
    assert [str(one["azimuth_deg"]) for one in segments] == [line.split(",")[1] for line in lines[1:]]
    # The tap runs from 15 to 17 s, 122 degrees to the left.
    tap = [float(line.split(",")[1]) for line in lines[1:] if 15.25 <= float(line.split(",")[0]) <= 16.5]
    assert sorted(tap)[len(tap) // 2] == pytest.approx(-122, abs=8)
