"""Time from the start of app.py to the first served page, beside an empty Gradio app; and what a page weighs.

    .venv/bin/python -m perf.startup

Both are started as processes of their own, in turn, several times. Weights are bytes over the wire, compressed as
Gradio compresses for a browser, from an empty cache until the map of the first round is drawn, without the clip.
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

from playwright.sync_api import sync_playwright

from perf.many_players import cpu_s
from tests.conftest import ROOT
from tests.support.app_process import AppProcess, free_port
from tests.support.browser import CHROMIUM, FLAGS, received_bytes

RUNS = 5
EMPTY_APP = "import gradio as gr\nwith gr.Blocks(analytics_enabled=False) as demo:\n    pass\ndemo.launch(quiet=True)\n"


def seconds_to_page(command: list[str], variables: dict[str, str], port: int) -> tuple[float, float]:
    """Start a process, wait for its first page, end it. Returns seconds, and processor seconds."""
    environment = os.environ | {
        "GRADIO_SERVER_PORT": str(port),
        "GRADIO_ANALYTICS_ENABLED": "False",
        "HF_HUB_OFFLINE": "1",
    }
    begin = time.perf_counter()
    with subprocess.Popen(
        command, cwd=ROOT, env=environment | variables, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as process:
        while True:
            try:
                with urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=5) as answer:
                    answer.read()
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.02)
        elapsed, used = time.perf_counter() - begin, cpu_s(process.pid)
        process.kill()
    return elapsed, used


def page_weights(url: str, *, with_map: bool) -> dict[str, int]:
    """Bytes by address that a first visit costs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        page = browser.new_page()
        weights = received_bytes(page.context.new_cdp_session(page))
        page.goto(url)
        page.wait_for_load_state("load")
        page.wait_for_timeout(2500)
        if with_map:
            page.click("#geo-play")
            page.wait_for_selector(".sm-map[data-ready='1']")
            page.wait_for_timeout(1000)
        browser.close()
    return {address: size for address, size in weights.items() if not address.endswith(".mp3")}


def main() -> None:
    """Print both tables."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        (folder / "empty.py").write_text(EMPTY_APP, encoding="utf-8")
        empty, ours = [], []
        for number in range(RUNS):
            data = {"DATA_DIR": str(folder / "data")}  # the first run checks the clips, later ones find them checked
            empty.append(seconds_to_page([sys.executable, str(folder / "empty.py")], {}, free_port()))
            ours.append(seconds_to_page([sys.executable, "app.py"], data, free_port()))
            print(f"run {number + 1}: empty {empty[-1][0]:.2f} s, Soundmark {ours[-1][0]:.2f} s", file=sys.stderr)
        base_s, base_cpu_s = (statistics.median(one) for one in zip(*empty, strict=True))
        print("| start to first page | median s (CPU s) | ratio |\n|---|---|---|")
        print(f"| empty Gradio app | {base_s:.2f} ({base_cpu_s:.2f}) | 1 |")
        later_s, later_cpu_s = (statistics.median(one) for one in zip(*ours, strict=True))
        for name, page_s, used_s in (("demo pack", later_s, later_cpu_s), ("first start ever", *ours[0])):
            ratios = f"{page_s / base_s:.2f} ({used_s / base_cpu_s:.2f})"
            print(f"| Soundmark, {name} | {page_s:.2f} ({used_s:.2f}) | {ratios} |")
        print()

        port = free_port()
        environment = os.environ | {"GRADIO_SERVER_PORT": str(port), "GRADIO_ANALYTICS_ENABLED": "False"}
        with subprocess.Popen(
            [sys.executable, str(folder / "empty.py")], env=environment, stdout=subprocess.DEVNULL
        ) as bare:
            time.sleep(12)
            base = sum(page_weights(f"http://127.0.0.1:{port}/", with_map=False).values())
            bare.kill()
        app = AppProcess(folder / "weight" / "data").start()
        welcome = page_weights(app.url, with_map=False)
        whole = page_weights(app.url, with_map=True)
        app.stop()
        print("| bytes before the clip | kB | over Gradio's own, kB |\n|---|---|---|")
        print(f"| empty Gradio page | {base / 1000:.0f} | 0 |")
        for name, found in (("Soundmark, welcome", welcome), ("Soundmark, map drawn", whole)):
            print(f"| {name} | {sum(found.values()) / 1000:.0f} | {(sum(found.values()) - base) / 1000:.0f} |")
        own = {url.split("?")[0].rsplit("/", 1)[-1]: size for url, size in whole.items() if "file=" in url}
        print(
            "\nOur own files: "
            + ", ".join(f"{name} {size / 1000:.1f}" for name, size in sorted(own.items(), key=lambda x: -x[1]))
        )


if __name__ == "__main__":
    main()
