"""The spatial stage and answer on a page of their own: one clock, the map only when told, sound in space."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.support.app_process import AppProcess
from tests.support.browser import DESKTOP, PHONE, WAIT_MS
from tests.support.stage_scene import LAMP, SOFA, Scene

pytestmark = pytest.mark.browser
Open = Callable[[str], Page]
STAGE = "document.querySelector('.sm-stage').soundmarkStage"
SCENE = Scene(folder=Path("nowhere"), duration_s=60)
# (name of the item: forward, reference, target, azimuth in degrees) of published questions of SAVVY-Bench.
PUBLISHED = [
    ((0.375, -0.836), (1.889, -6.032), (-1.3, -6.9), 98.9331),
    ((-0.504, -0.859), (-0.667, -6.602), (-1.3, -6.9), 34.3888),
    ((0.924, 0.3), (1.75, -6.442), (1.688, -7.348), 111.9021),
    ((0.5, -1.3), (2.7, 3.1), (5.27, 0.214), -20.6477),
    ((2.4, -0.4), (4.4, -1.1), (3.287, 2.533), -116.4952),
    ((2.8, -0.6), (5.8, 1.4), (5.422, 0.588), 102.8680),
]


def size_of(size: dict[str, int]) -> ViewportSize:
    return {"width": size["width"], "height": size["height"]}


@pytest.fixture(scope="module")
def stage_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    folder = tmp_path_factory.mktemp("stage") / "data"
    running = AppProcess(folder, command=("-m", "tests.support.stage_app")).start()
    yield running
    running.stop()


@pytest.fixture(scope="module")
def shared_page(stage_app: AppProcess, browser: Browser) -> Iterator[Page]:
    """One page for all tests; an error in its console or its scripts fails the module."""
    context = browser.new_context(viewport=size_of(DESKTOP), reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    page.goto(stage_app.url)
    page.wait_for_selector("#ask-three")
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def ask(shared_page: Page) -> Open:
    """Opens the question of a case; the sound is at rest at its start."""

    def open_case(case: str) -> Page:
        shared_page.set_viewport_size(size_of(DESKTOP))
        last = (
            shared_page.get_attribute(".sm-stage", "data-round") if shared_page.locator(".sm-stage").count() else None
        )
        if last == case:
            shared_page.evaluate(f"{STAGE}.value.round = null")
        shared_page.click(f"#ask-{case}")
        shared_page.wait_for_selector(f".sm-stage[data-round={case}][data-phase=ask][data-ready='1']", timeout=WAIT_MS)
        shared_page.wait_for_selector(f".sm-where[data-round={case}][data-phase=ask]")
        shared_page.wait_for_function("!document.querySelector('.sm-where .sm-resting')")
        shared_page.evaluate(f"{STAGE}.playback.audio.pause(); {STAGE}.turnHead(0)")
        shared_page.locator(".sm-stage-modes input").first.check()
        shared_page.mouse.move(2, 2)
        return shared_page

    return open_case


def answer(page: Page) -> None:
    """Take the first choice and wait for the truth."""
    page.locator(".sm-where .sm-option").first.click()
    page.wait_for_selector(".sm-stage[data-phase=told]", timeout=WAIT_MS)


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
    page.wait_for_function(f"!{STAGE}.playback.audio.seeking && !{STAGE}.frame")
    page.wait_for_timeout(60)
    sound_s = page.evaluate(f"{STAGE}.playback.audio.currentTime")
    assert sound_s == pytest.approx(seconds, abs=within_s)
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
    assert 10 < page.evaluate(f"{STAGE}.drawnAt") < 14


def test_the_time_asked_about_ends_by_itself(ask: Open) -> None:
    page = ask("three")
    page.click(".sm-stage-bar .sm-stage-button")
    page.evaluate(f"{STAGE}.playback.audio.currentTime = 19.6")
    page.wait_for_function(f"!{STAGE}.playback.isPlaying", timeout=5000)
    assert 20 <= page.evaluate(f"{STAGE}.playback.now") < 20.4


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


def test_path_objects_and_truth_are_drawn_only_when_told(ask: Open) -> None:
    page = ask("three")
    expect(page.locator(".sm-top-map")).to_be_hidden()
    expect(page.locator(".sm-stage-legend li")).to_have_count(0)
    expect(page.locator(".sm-stage-toggle", has_text="Global map")).to_be_hidden()
    expect(page.locator(".sm-stage-modes label", has_text="truth")).to_be_hidden()
    assert not page.evaluate(f"!!({STAGE}.value.map || {STAGE}.value.truth || {STAGE}.value.own)")
    answer(page)
    expect(page.locator(".sm-top-map")).to_be_visible()
    expect(page.locator(".sm-stage-legend")).to_contain_text("Target: ceramic speaker")
    assert page.evaluate(
        """() => { const canvas = document.querySelector('.sm-top-map');
        const data = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data;
        return new Set(new Uint32Array(data.buffer)).size; }"""
    ) > 50  # fmt: skip
    page.locator(".sm-stage-toggle", has_text="Global map").click()
    expect(page.locator(".sm-top-map")).to_be_hidden()
    page.locator(".sm-stage-toggle", has_text="Global map").click()
    page.click("#ask-distance")
    expect(page.locator(".sm-stage")).to_have_attribute("data-round", "distance")
    expect(page.locator(".sm-top-map")).to_be_hidden()
    expect(page.locator(".sm-stage-legend li")).to_have_count(0)


def test_published_azimuths_come_out_and_lead_back(ask: Open) -> None:
    page = ask("three")
    for forward, reference, target, azimuth_deg in PUBLISHED:
        pose = {"xy": reference, "forward": forward}
        found, back = page.evaluate(
            """([pose, target]) => { const S = window.SoundmarkSeries, azimuth = S.azimuthOf(pose, target);
            return [azimuth, S.ahead(pose, azimuth, S.distanceOf(pose.xy, target))]; }""",
            [pose, target],
        )
        assert found == pytest.approx(azimuth_deg, abs=0.01)
        assert back == pytest.approx(target, abs=1e-9)


def test_directions_between_two_times_take_the_short_way_round(ask: Open) -> None:
    page = ask("three")
    at = "([t, gap]) => window.SoundmarkSeries.angleAt([0, 1, 4], [170, -170, 90], t, gap)"
    assert abs(page.evaluate(at, [0.5, 1.5])) == pytest.approx(180)
    assert page.evaluate(at, [0.25, 1.5]) == pytest.approx(175)
    assert page.evaluate(at, [1.5, 1.5]) == pytest.approx(-170)  # nothing is known over a long gap: the nearest holds
    assert page.evaluate(at, [3.5, 1.5]) == pytest.approx(90)
    assert page.evaluate(at, [-9, 1.5]) == pytest.approx(170)
    assert page.evaluate(at, [99, 1.5]) == pytest.approx(90)


def level_difference_db(page: Page, azimuth_deg: float) -> float:
    """How much louder the right channel is than the left when noise is panned to a direction."""
    return float(
        page.evaluate(
            """async (azimuth) => {
        const rate = 48000, context = new OfflineAudioContext(2, rate, rate);
        const noise = context.createBuffer(1, rate, rate), samples = noise.getChannelData(0);
        for (let i = 0, seed = 1; i < rate; i++) {
          seed = (seed * 16807) % 2147483647;
          samples[i] = seed / 1073741823.5 - 1;
        }
        const source = context.createBufferSource(), panner = window.SoundmarkSpatialSound.createPanner(context);
        source.buffer = noise;
        window.SoundmarkSpatialSound.place(panner, azimuth);
        source.connect(panner).connect(context.destination);
        source.start();
        const out = await context.startRendering();
        const power = (channel) => out.getChannelData(channel).slice(rate / 4).reduce((sum, x) => sum + x * x, 0);
        return 10 * Math.log10(power(1) / power(0));
    }""",
            azimuth_deg,
        )
    )


def test_sound_is_panned_to_the_side_where_it_is(ask: Open) -> None:
    page = ask("three")
    assert level_difference_db(page, 90) == pytest.approx(12, abs=2)
    assert level_difference_db(page, -90) == pytest.approx(-12, abs=2)
    assert level_difference_db(page, 0) == pytest.approx(0, abs=0.5)
    assert level_difference_db(page, 180) == pytest.approx(0, abs=0.5)


def panned_deg(page: Page) -> float:
    """The direction that the panner of the stage has now."""
    page.wait_for_function(f"!{STAGE}.frame")
    x, z = page.evaluate(
        f"[{STAGE}.playback.sound.panner.positionX.value, {STAGE}.playback.sound.panner.positionZ.value]"
    )
    return math.degrees(math.atan2(x, -z))


def test_binaural_follows_the_estimate_or_the_truth_and_the_head(ask: Open) -> None:
    page = ask("three")
    page.locator(".sm-stage-modes input[value=estimate]").check()
    assert page.evaluate(f"{STAGE}.playback.audio.src").endswith("mono.wav")
    for at_s in (7.0, 33.0, 50.0):
        page.evaluate(f"{STAGE}.playback.seek({at_s})")
        page.wait_for_function(f"!{STAGE}.playback.audio.seeking")
        page.wait_for_timeout(60)
        assert panned_deg(page) == pytest.approx(SCENE.seen(at_s)[0], abs=20)  # the estimates are off by 5 degrees rms
    before = panned_deg(page)
    page.locator(".sm-polar").focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    assert (panned_deg(page) - (before - 30) + 180) % 360 - 180 == pytest.approx(0, abs=0.1)
    expect(page.locator(".sm-polar")).to_have_attribute("aria-valuetext", "Your head is turned 30° to the right.")
    box = page.locator(".sm-polar").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 100)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 4, box["y"] + 100, steps=4)
    page.mouse.up()
    expect(page.locator(".sm-polar")).to_have_attribute("aria-valuenow", "-15")
    page.locator(".sm-stage button", has_text="Face the front").click()
    answer(page)
    page.locator(".sm-stage-modes input[value=truth]").check()
    page.evaluate(f"{STAGE}.playback.seek(12)")
    page.wait_for_function(f"!{STAGE}.playback.audio.seeking")
    page.wait_for_timeout(60)
    assert panned_deg(page) == pytest.approx(SCENE.seen(12)[0], abs=1)


def test_switches_filter_what_is_followed_and_drawn(ask: Open) -> None:
    page = ask("three")
    page.locator(".sm-stage-modes input[value=estimate]").check()
    page.evaluate(f"{STAGE}.playback.seek(30)")
    with_audio = page.evaluate(f"{STAGE}.azimuthAt(30)")
    page.locator(".sm-stage-toggle", has_text="Sound (audio)").click()
    expect(page.locator(".sm-stage-toggle", has_text="Sound (audio)")).to_have_attribute("aria-pressed", "false")
    assert page.evaluate(f"{STAGE}.azimuthAt(30)") != with_audio
    page.locator(".sm-stage-toggle", has_text="Sound (audio)").click()
    assert page.evaluate(f"{STAGE}.azimuthAt(30)") == with_audio


def test_other_tracks_of_the_same_round_keep_the_place_in_the_sound(ask: Open) -> None:
    page = ask("three")
    page.evaluate(f"{STAGE}.playback.seek(30); {STAGE}.value.isOld = true")
    page.click("#ask-three")
    page.wait_for_function(f"!{STAGE}.value.isOld && Math.abs({STAGE}.drawnAt - 30) < 0.05")


def test_what_was_heard_reaches_the_server(ask: Open) -> None:
    page = ask("distance")
    before = page.evaluate(f"{STAGE}.playback.heard.told")
    page.click(".sm-stage-play")
    page.wait_for_timeout(700)
    page.locator(".sm-stage-modes input[value=estimate]").check()
    page.wait_for_timeout(700)
    page.evaluate(f"{STAGE}.playback.seek(50)")
    page.wait_for_timeout(300)
    page.click(".sm-stage-play")
    page.wait_for_timeout(100)
    page.fill(".sm-metres-field input", "2.5")
    page.keyboard.press("Enter")
    page.wait_for_selector(".sm-where[data-phase=told]")
    got = page.evaluate(f"{STAGE}.playback.heard.told")
    assert 0.8 < got["listened_s"] - before["listened_s"] < 3
    assert got["plays"] == max(1, before["plays"])
    expect(page.locator("#got")).to_contain_text(str(got["listened_s"]))


@pytest.mark.parametrize(
    ("how", "case"), [("click", "three"), ("keyboard", "quadrants"), ("dial", "three"), ("dial", "quadrants")]
)
def test_a_direction_is_answered_by_button_key_or_dial(ask: Open, how: str, case: str) -> None:
    page = ask(case)
    if how == "click":
        page.locator(".sm-where .sm-option").nth(2).click()
    elif how == "keyboard":
        page.keyboard.press("c")
    else:  # back, or back on the left, is below the middle on the left
        side = page.locator(".sm-dial").evaluate("dial => dial.clientWidth")
        page.locator(".sm-dial").click(position={"x": 0.42 * side, "y": 0.75 * side})
    page.wait_for_selector(".sm-where[data-phase=told]", timeout=WAIT_MS)
    assert page.evaluate("document.querySelector('#answer .sm-where').soundmarkAnswer.value.chosen") == 2
    expect(page.locator(".sm-where .sm-is-own .sm-option-text")).to_have_text(
        "back" if case == "three" else "back-left"
    )


def test_after_the_answer_truth_error_and_reasons_stand_there(ask: Open) -> None:
    page = ask("quadrants")
    expect(page.locator(".sm-where .sm-also")).to_have_text("Standing at the lamp, facing the sofa.")
    page.keyboard.press("3")
    page.wait_for_selector(".sm-where[data-phase=told]")
    # Independent of the scene's own code: the angle at the lamp between sofa and target, from the lengths of the sides.
    a, b, c = abs(SOFA - LAMP), abs(SCENE.target(15) - LAMP), abs(SCENE.target(15) - SOFA)
    degrees = math.degrees(math.acos((a * a + b * b - c * c) / (2 * a * b)))
    expect(page.locator(".sm-where-verdict")).to_contain_text(f"It was {degrees:.0f}° to the right.")
    expect(page.locator(".sm-where-verdict")).to_contain_text(f"missed it by {90 + degrees:.0f}°")
    reasons = page.locator(".sm-where-others")
    expect(reasons).to_contain_text("It heard <b>speech</b> on the left.")
    expect(reasons).to_contain_text("from the sound at the microphones")
    expect(reasons).to_contain_text("unparsed")
    page.locator(".sm-where .sm-next").click()
    page.wait_for_selector(".sm-where[data-round=distance][data-phase=ask]")


def test_a_distance_is_set_by_slider_or_number_each_moving_the_other(ask: Open) -> None:
    page = ask("distance")
    slider, field, submit = (
        page.locator(name) for name in (".sm-metres input[type=range]", ".sm-metres-field input", ".sm-where-submit")
    )
    expect(submit).to_be_disabled()
    field.fill("2,4")
    expect(slider).to_have_value("2.4")
    slider.focus()
    page.keyboard.press("ArrowRight")
    expect(field).to_have_value("2.5")
    expect(submit).to_have_text("Answer 2.5 m")
    for text, sentence in (
        ("far", "That is no distance."),
        ("11", "The most that can be answered is 10 m."),
        ("-1", "That is no distance."),
    ):
        field.fill(text)
        field.press("Enter")
        expect(page.locator(".sm-where-error")).to_contain_text(sentence)
        expect(submit).to_be_disabled()
    field.fill("3.3")
    field.press("Enter")
    page.wait_for_selector(".sm-where[data-phase=told]")
    miss = 3.3 - SCENE.seen(15)[1]
    expect(page.locator(".sm-where-verdict")).to_contain_text(f"{abs(miss):.2f} m too {'far' if miss > 0 else 'near'}.")
    expect(page.locator(".sm-metres-mark.sm-at-truth")).to_be_visible()


def test_not_to_know_is_an_answer_by_button_and_key(ask: Open) -> None:
    for case, act in (("distance", "key"), ("three", "button")):
        page = ask(case)
        if act == "key":
            page.keyboard.press("0")
        else:
            page.locator(".sm-where .sm-pass").click()
        page.wait_for_selector(".sm-where[data-phase=told]")
        expect(page.locator(".sm-where-verdict")).to_contain_text("You skipped this one.")


def test_a_refused_answer_may_be_given_again(ask: Open) -> None:
    page = ask("refused")
    page.keyboard.press("a")
    expect(page.locator(".toast-body")).to_be_visible()
    expect(page.locator(".sm-where .sm-option").first).to_be_enabled()
    page.keyboard.press("b")
    page.wait_for_selector(".sm-where[data-phase=told]")


def test_no_width_scrolls_sideways_and_no_drawing_is_empty(ask: Open) -> None:
    page = ask("quadrants")
    answer(page)
    for size in (PHONE, {"width": 320, "height": 640}, {"width": 1600, "height": 900}):
        page.set_viewport_size(size_of(size))
        page.wait_for_timeout(120)
        assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        for canvas in page.locator(".sm-stage canvas:visible").all():
            assert canvas.evaluate(
                "c => Math.abs(c.width / c.clientWidth - Math.min(2, devicePixelRatio)) < 0.02 "
                "&& c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((x) => x > 0)"
            )
