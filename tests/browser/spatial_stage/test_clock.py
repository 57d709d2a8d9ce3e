"""One clock: the sound, its drawings and the film are always at the same time."""

from __future__ import annotations

import re
import time

import pytest
from playwright.sync_api import Page, expect

from tests.support.stage_page import STAGE, Open, answer, wait_at

pytestmark = pytest.mark.browser


def watch_draws(page: Page) -> None:
    """Remember the time that each part of the stage drew last."""
    page.evaluate(
        """() => {
        const stage = document.querySelector('.sm-stage').soundmarkStage;
        window.drawnTimes = {};
        for (const name of ['timeline', 'polar', 'map']) {
          const draw = Object.getPrototypeOf(stage[name]).draw;
          stage[name].draw = function (t, ...rest) { window.drawnTimes[name] = t; return draw.call(this, t, ...rest); };
        }
    }"""
    )


def assert_all_at(page: Page, seconds: float, *, within_s: float) -> None:
    """Sound and drawings, at rest, stand at one time."""
    wait_at(page, seconds, within_s)
    sound_s = page.evaluate(f"{STAGE}.playback.audio.currentTime")
    assert page.evaluate("window.drawnTimes") == pytest.approx(
        dict.fromkeys(("timeline", "polar", "map"), sound_s), abs=0.05
    )


def test_a_click_a_key_and_the_span_move_sound_and_drawings(ask: Open) -> None:
    page = ask("three")
    answer(page)
    watch_draws(page)
    timeline = page.locator(".sm-timeline")
    width = timeline.evaluate("box => box.clientWidth")
    for share in (0.8, 0.25, 0.5):
        timeline.click(position={"x": share * width, "y": 20})
        assert_all_at(page, 60 * share, within_s=0.1)
    timeline.focus()
    page.keyboard.press("ArrowRight")
    assert_all_at(page, 32, within_s=0.1)
    page.keyboard.press("Home")
    assert_all_at(page, 0, within_s=0.01)
    page.click(".sm-stage-bar .sm-stage-button")
    page.wait_for_function(f"{STAGE}.playback.isPlaying && {STAGE}.playback.now > 10.2")
    page.keyboard.press("Escape")
    page.evaluate(f"{STAGE}.playback.audio.pause()")
    assert 10 < page.evaluate(f"{STAGE}.drawnAt") < 21


def test_the_time_asked_about_ends_by_itself(ask: Open) -> None:
    page = ask("three")
    page.click(".sm-stage-bar .sm-stage-button")
    page.evaluate(f"{STAGE}.playback.audio.currentTime = 19.6")
    page.wait_for_function(f"!{STAGE}.playback.isPlaying")
    assert 20 <= page.evaluate(f"{STAGE}.playback.now") < 24  # of 60: a busy machine looks at the clock seldom


def test_space_plays_and_pauses(ask: Open) -> None:
    page = ask("three")
    for part in (".sm-polar", ".sm-timeline"):
        page.locator(part).focus()
        page.keyboard.press(" ")
        page.wait_for_function(f"{STAGE}.playback.isPlaying")
        page.keyboard.press(" ")
        page.wait_for_function(f"!{STAGE}.playback.isPlaying")


def test_the_film_follows_the_sound_and_its_own_bar_moves_the_sound(ask: Open) -> None:
    page = ask("film")
    page.wait_for_function("document.querySelector('.sm-stage video').readyState >= 2")
    page.evaluate(f"{STAGE}.playback.seek(40)")
    page.wait_for_function("Math.abs(document.querySelector('.sm-stage video').currentTime - 40) < 0.2")
    page.evaluate("document.querySelector('.sm-stage video').currentTime = 22")
    page.wait_for_function(f"Math.abs({STAGE}.drawnAt - 22) < 0.05")


@pytest.mark.parametrize(("first", "then"), [("play", "pause"), ("pause", "play")])
def test_what_the_film_tells_late_does_not_turn_the_sound_round(ask: Open, first: str, then: str) -> None:
    """The film's own event comes after the sound was told the opposite, as when somebody presses twice quickly."""
    page = ask("film")
    page.wait_for_function("document.querySelector('.sm-stage video').readyState >= 2")
    if first == "pause":
        page.evaluate(f"{STAGE}.playback.play()")
        page.wait_for_function("!document.querySelector('.sm-stage video').paused")
    has_told = page.evaluate_handle(
        f"""([first, then]) => {{
        const {{ playback }} = {STAGE}, told = {{ now: false }};
        document.querySelector('.sm-stage video').addEventListener(first, () => setTimeout(() => {{ told.now = true; }}), {{ once: true }});
        playback.toggle();
        playback.follower.tick();
        playback.audio[then]();
        return told;
    }}""",  # noqa: E501
        [first, then],
    )
    page.wait_for_function("told => told.now", arg=has_told)
    assert page.evaluate(f"{STAGE}.playback.isPlaying") is (then == "play")


def test_other_tracks_of_the_same_round_keep_the_place_in_the_sound(ask: Open) -> None:
    page = ask("three")
    page.evaluate(f"{STAGE}.playback.seek(30); {STAGE}.value.isOld = true")
    page.click("#ask-again")
    page.wait_for_function(f"!{STAGE}.value.isOld && Math.abs({STAGE}.drawnAt - 30) < 0.05")


def test_a_scene_without_its_sound_says_so_and_its_clock_goes_on(ask: Open) -> None:
    page = ask("silent")
    expect(page.locator(".sm-stage-note")).to_contain_text("Without sound")
    expect(page.locator(".sm-stage-modes")).to_be_hidden()
    page.click(".sm-stage-play")
    page.wait_for_function(f"{STAGE}.playback.isPlaying && {STAGE}.drawnAt > 0.2")
    ask("three")
    expect(page.locator(".sm-stage-note")).to_be_hidden()


def wait_until_heard(page: Page, seconds: float) -> None:
    """Wait until the sound was played for so long since the round began."""
    page.wait_for_function(f"s => {STAGE}.playback.heard.listened >= s", arg=seconds)


def test_what_was_heard_reaches_the_server(ask: Open) -> None:
    page = ask("distance")
    before_s, began = page.evaluate(f"{STAGE}.playback.heard.listened"), time.monotonic()
    page.click(".sm-stage-play")
    wait_until_heard(page, before_s + 0.4)
    page.locator(".sm-stage-modes input[value=estimate]").check()
    wait_until_heard(page, before_s + 0.8)
    page.evaluate(f"{STAGE}.playback.seek(50)")
    wait_until_heard(page, before_s + 1)
    page.click(".sm-stage-play")
    page.wait_for_function(f"!{STAGE}.playback.isPlaying")
    took_s = time.monotonic() - began
    page.fill(".sm-metres-field input", "2.5")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sm-where[data-phase=told]")
    got = page.evaluate(f"{STAGE}.playback.heard.told")
    assert 0.9 < got["listened_s"] - before_s < took_s + 0.2  # a seek over most of the sound does not count
    assert got["plays"] == 1
    expect(page.locator("#got")).to_contain_text("listened_s")
    sent = re.search(r"listened_s\W+([\d.]+)", str(page.locator("#got").text_content()))
    assert sent is not None
    assert 0.9 < float(sent[1]) - before_s <= got["listened_s"]  # what the page counts on after the answer is not sent
