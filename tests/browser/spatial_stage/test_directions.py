"""What is drawn when, and from where the sound is heard."""

from __future__ import annotations

import math

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser import DESKTOP, PHONE
from tests.support.stage_page import AT_REST, SCENE, STAGE, Open, answer, open_round, size_of, wait_at

pytestmark = [pytest.mark.browser, pytest.mark.long]
# (name of the item: forward, reference, target, azimuth in degrees) of published questions of SAVVY-Bench.
PUBLISHED = [
    ((0.375, -0.836), (1.889, -6.032), (-1.3, -6.9), 98.9331),
    ((-0.504, -0.859), (-0.667, -6.602), (-1.3, -6.9), 34.3888),
    ((0.924, 0.3), (1.75, -6.442), (1.688, -7.348), 111.9021),
    ((0.5, -1.3), (2.7, 3.1), (5.27, 0.214), -20.6477),
    ((2.4, -0.4), (4.4, -1.1), (3.287, 2.533), -116.4952),
    ((2.8, -0.6), (5.8, 1.4), (5.422, 0.588), 102.8680),
]


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
    open_round(page, "distance")
    expect(page.locator(".sm-top-map")).to_be_hidden()
    expect(page.locator(".sm-stage-legend li")).to_have_count(0)


def test_names_on_the_map_cover_no_mark_and_no_other_name_wherever_the_wearer_walks(ask: Open) -> None:
    page = ask("quadrants")
    answer(page)
    for size in (DESKTOP, PHONE):
        page.set_viewport_size(size_of(size))
        page.wait_for_function(f"{STAGE}.map.size.width === document.querySelector('.sm-top-map').clientWidth")
        shown = page.evaluate(
            f"""() => {{
            const {{ map }} = {STAGE}, shares = map.map.objects.map(() => 0), met = [];
            for (let t = 0; t <= 60; t += 0.5) {{
              map.draw(t);
              const i = Math.round(2 * t), wearer = map.map.wearer.xy[Math.min(i, 119)];
              const marks = [wearer, map.targetAt(t), map.truth, map.pin, ...map.map.objects.map((one) => one.xy)].map((xy) => map.at(xy));
              const boxes = map.labels.names.map((name) => name.box);
              const line = Array.from({{ length: 40 }}, (_, i) => map.at([0, 1].map((k) => map.origin.xy[k] + (i / 39) * (map.truth[k] - map.origin.xy[k]))));
              boxes.forEach((box, k) => {{
                if (!box) return;
                if (line.some(([lx, ly]) => lx > box[0] && lx < box[0] + box[2] && ly > box[1] && ly < box[1] + box[3])) met.push([t, k, 'line of the truth']);
                shares[k] += 1 / 121;
                const [x, y, wide, tall] = box;
                if (x < 0 || y < 0 || x + wide > map.size.width || y + tall > map.size.height) met.push([t, k, 'edge']);
                marks.forEach(([mx, my], m) => {{ if (mx > x - 8 && mx < x + wide + 8 && my > y - 8 && my < y + tall + 8) met.push([t, k, m]); }});
                boxes.forEach((other, o) => {{
                  if (other && o > k && x < other[0] + other[2] && other[0] < x + wide && y < other[1] + other[3] && other[1] < y + tall) met.push([t, k, `name ${{o}}`]);
                }});
              }});
            }}
            return {{ shares, met }};
        }}"""  # noqa: E501
        )
        assert shown["met"] == []
        assert min(shown["shares"]) > 0.9, shown


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
    page.wait_for_function(AT_REST)
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
        wait_at(page, at_s)
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
    wait_at(page, 12)
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


def test_no_width_scrolls_sideways_and_no_drawing_is_empty(ask: Open) -> None:
    page = ask("quadrants")
    answer(page)
    for size in (PHONE, {"width": 320, "height": 640}, {"width": 1600, "height": 900}):
        page.set_viewport_size(size_of(size))
        page.wait_for_function(
            """() => document.documentElement.scrollWidth <= window.innerWidth
                && [...document.querySelectorAll('.sm-stage canvas')].filter((c) => c.clientWidth).every((c) =>
                  Math.abs(c.width / c.clientWidth - Math.min(2, devicePixelRatio)) < 0.02
                  && c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some((x) => x > 0))"""
        )
