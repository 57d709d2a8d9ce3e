"""How often the spatial stage draws while its sound plays, beside an animation loop that draws nothing.

    .venv/bin/python -m perf.stage_draws

For each scene: draws a second, the same as a share of the frames that the browser gives the empty loop in the same run,
and the median time that the scripts need for one draw.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.support.app_process import AppProcess
from tests.support.browser import CHROMIUM, DESKTOP, FLAGS, WAIT_MS

STAGE = "document.querySelector('.sm-stage').soundmarkStage"
SECONDS = 4
FRAMES_JS = """(seconds) => new Promise((resolve) => {
  const start = performance.now();
  let frames = 0;
  const next = () => {
    frames += 1;
    if (performance.now() - start < 1000 * seconds) requestAnimationFrame(next);
    else resolve(frames / (performance.now() - start) * 1000);
  };
  requestAnimationFrame(next);
})"""
DRAWS_JS = f"""async (seconds) => {{
  const stage = {STAGE}, before = stage.draws, start = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
  return (stage.draws - before) / (performance.now() - start) * 1000;
}}"""
COST_JS = f"""() => {{
  const stage = {STAGE}, times = [];
  for (let i = 0; i < 300; i++) {{
    const start = performance.now();
    stage.timeline.draw(i / 5);
    stage.polar.draw(i / 5, stage.shown, 0);
    if (stage.value.map) stage.map.draw(i / 5);
    times.push(performance.now() - start);
  }}
  return times.sort((a, b) => a - b)[150];
}}"""


def measure(page: Page, name: str, empty_per_s: float) -> None:
    """Play and print one line."""
    page.evaluate(f"{STAGE}.playback.seek(5)")
    page.evaluate(f"{STAGE}.playback.play()")
    page.wait_for_function(f"{STAGE}.playback.isPlaying && {STAGE}.playback.now > 5.2")
    per_s = float(page.evaluate(DRAWS_JS, SECONDS))
    page.evaluate(f"{STAGE}.playback.audio.pause()")
    cost_ms = float(page.evaluate(COST_JS))
    print(f"{name:24} {per_s:5.1f} draws/s  {per_s / empty_per_s:4.2f} of an empty loop  {cost_ms:5.2f} ms a draw")


def open_case(page: Page, case: str) -> None:
    """Ask the question of a case."""
    page.click(f"#ask-{case}")
    page.wait_for_selector(f".sm-stage[data-round^={case}][data-ready='1']", timeout=WAIT_MS * 3)


def main() -> None:
    """Measure the scenes in turn."""
    app = AppProcess(Path(tempfile.mkdtemp()) / "data", command=("-m", "tests.support.stage_app")).start()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            page = browser.new_page(viewport={"width": DESKTOP["width"], "height": DESKTOP["height"]})
            page.goto(app.url)
            page.wait_for_selector("#ask-three")
            empty_per_s = float(page.evaluate(FRAMES_JS, SECONDS))
            print(f"{'an empty loop':24} {empty_per_s:5.1f} frames/s")
            open_case(page, "three")
            measure(page, "60 s, asked", empty_per_s)
            page.locator(".sm-where .sm-option").first.click()
            page.wait_for_selector(".sm-stage[data-phase=told]", timeout=WAIT_MS)
            measure(page, "60 s, told with map", empty_per_s)
            open_case(page, "long")
            measure(page, "300 s, told with map", empty_per_s)
            browser.close()
    finally:
        app.stop()


if __name__ == "__main__":
    main()
