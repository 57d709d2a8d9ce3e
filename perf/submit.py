"""From the click on Submit to the truth on the screen, beside a bare Gradio event with a JSON output.

    .venv/bin/python -m perf.submit

Both apps run at once and are measured in turn in one browser. The clock runs in the page: from the click event to the
change of the page that shows the answer.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.support.app_process import AppProcess, free_port
from tests.support.browser import CHROMIUM, FLAGS, click_map, next_round, open_app, start_game
from tests.support.packs import small_pack

ROUNDS = 40
BARE_APP = """
import itertools
import gradio as gr
numbers = itertools.count()
with gr.Blocks(analytics_enabled=False) as demo:
    button = gr.Button("Submit", elem_id="bare")
    out = gr.JSON(elem_id="out")
    button.click(lambda: {"number": next(numbers), "km": 12.5}, None, out)
demo.launch(quiet=True)
"""
STOPWATCH = """([button, watched, sign]) => {
  const root = document.querySelector(watched);
  window.elapsed = new Promise((resolve) => {
    document.querySelector(button).addEventListener('click', () => {
      const begin = performance.now();
      const number = () => (/number\\D*(\\d+)/.exec(root.textContent) || [])[1];
      const before = number();
      const isNew = () => number() !== undefined && number() !== before;
      const seen = () => (sign ? root.dataset.phase === sign : isNew());
      const observer = new MutationObserver(() => {
        if (!seen()) return;
        observer.disconnect();
        resolve(performance.now() - begin);
      });
      observer.observe(root, { attributes: true, childList: true, subtree: true, characterData: true });
    }, { once: true, capture: true });
  });
}"""


def timed_click(page: Page, button: str, watched: str, sign: str | None) -> float:
    """Click and return the milliseconds until the page shows the answer."""
    page.evaluate(STOPWATCH, [button, watched, sign])
    page.click(button)
    return float(page.evaluate("window.elapsed"))


def wait_for(url: str) -> None:
    """Wait until an address answers."""
    while True:
        try:
            urllib.request.urlopen(url, timeout=5)
            return
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)


def main() -> None:
    """Measure both, and print a table."""
    with tempfile.TemporaryDirectory() as scratch, sync_playwright() as playwright:
        folder = Path(scratch)
        (folder / "bare.py").write_text(BARE_APP, encoding="utf-8")
        port = free_port()
        environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "GRADIO_ANALYTICS_ENABLED": "False"}
        places = [(float(number), float(number)) for number in range(10)]
        app = AppProcess(folder / "data", clips=small_pack(folder / "tones", places)).start()
        with subprocess.Popen([sys.executable, str(folder / "bare.py")], env=environment) as bare_process:
            wait_for(f"http://127.0.0.1:{port}/")
            browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
            ours, bare = (
                browser.new_page(viewport={"width": 1200, "height": 900}, reduced_motion="reduce") for _ in range(2)
            )
            bare.goto(f"http://127.0.0.1:{port}/")
            bare.wait_for_selector("#bare")
            found: dict[str, list[float]] = {"bare": [], "ours": []}
            for number in range(ROUNDS):
                if number % 20 == 0:
                    ours.evaluate("try { sessionStorage.clear() } catch (error) { /* no page yet */ }")
                    open_app(ours, app.url + "?seed=perf&rounds=20")
                    ours.evaluate("localStorage.clear()")
                    start_game(ours)
                click_map(ours, 0.4, 0.4)
                ours.wait_for_selector("#geo-submit:not([disabled])")
                found["bare"].append(timed_click(bare, "#bare", "#out", None))
                found["ours"].append(timed_click(ours, "#geo-submit", ".sm-map", "result"))
                if ours.inner_text("#geo-next").startswith("See"):
                    ours.click("#geo-next")
                    ours.click("#geo-again")
                    ours.wait_for_selector("#geo-submit", state="visible")
                    ours.wait_for_selector(".sm-map[data-phase='guess']")
                else:
                    next_round(ours)
            browser.close()
            bare_process.kill()
        app.stop()
    print("| click to answer on the screen | median ms | p90 ms | ratio of medians |\n|---|---|---|---|")
    base = statistics.median(found["bare"])
    for name, label in (("bare", "bare Gradio event, JSON output"), ("ours", "Submit to the truth on the map")):
        values = sorted(found[name])
        middle = statistics.median(values)
        print(f"| {label} | {middle:.0f} | {values[int(0.9 * len(values))]:.0f} | {middle / base:.2f} |")


if __name__ == "__main__":
    main()
