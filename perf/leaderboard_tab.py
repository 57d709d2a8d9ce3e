"""How long the Leaderboard tab takes to show its table, beside a tab of an empty Gradio app with a table of that size.

    .venv/bin/python -m perf.leaderboard_tab [--rows 20000] [--players 2000]

Both apps run in processes of their own and are opened in the same Chromium; the time is from the click on the tab until
rows are seen. The peer's table (`gr.Dataframe`, same rows and columns, made beforehand) is sent when its tab is
selected, as ours is. Ours is opened three ways: for the first time since the start, when the whole log is counted; by a
newcomer when nothing new is in the log; and after a new answer.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from perf.choice_board import write
from soundmark.benchmarks import read_choice_pack
from soundmark.benchmarks.demo import DEMO_TAU, demo_tau_folder
from soundmark.games.opening import audit_cache_of
from soundmark.settings import Settings
from soundmark.store.journal import Journal
from tests.support.app_process import AppProcess, free_port
from tests.support.browser import CHROMIUM, FLAGS
from tests.support.choice_log import made_up_log

TRIES = 5
PEER = """
import gradio as gr
rows = [[f"row {{n}}"] + [n * 0.1 + c for c in range({columns} - 1)] for n in range({rows})]
with gr.Blocks(analytics_enabled=False) as demo:
    with gr.Tab("First"):
        gr.Markdown("First")
    with gr.Tab("Table") as tab:
        table = gr.Dataframe(headers=[f"c{{c}}" for c in range({columns})], max_height=100000)
    tab.select(lambda: rows, None, table)
demo.launch(quiet=True)
"""


@contextmanager
def peer(folder: Path, rows: int, columns: int) -> Iterator[str]:
    """A Gradio app with nothing but that table. Yields its address."""
    script = folder / "peer.py"
    script.write_text(PEER.format(rows=rows, columns=columns), encoding="utf-8")
    running = AppProcess(folder / "peer", root=folder, command=(str(script),), port=free_port())
    running.start()
    try:
        yield running.url
    finally:
        running.stop()


def seconds_to_rows(browser: Browser, url: str, tab: str, rows: str) -> tuple[float, int, int]:
    """Open the page anew and the tab in it. Returns seconds from click to rows, and how many rows and columns."""
    page = browser.new_context(viewport={"width": 1280, "height": 900}).new_page()
    page.goto(url)
    button = page.get_by_role("tab", name=tab)
    button.wait_for()
    page.wait_for_load_state("networkidle")
    begin = time.perf_counter()
    button.click()
    page.locator(rows).first.wait_for()
    elapsed = time.perf_counter() - begin
    found = page.locator(rows)
    size = found.count(), found.first.locator("th, td").count()
    page.context.close()
    return elapsed, *size


def timed(browser: Browser, url: str, tab: str, rows: str) -> float:
    """The median of a few openings, in seconds."""
    return statistics.median(seconds_to_rows(browser, url, tab, rows)[0] for _ in range(TRIES))


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure both, and print Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=20_000)
    parser.add_argument("--players", type=int, default=2000)
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as top, sync_playwright() as playwright:
        folder = Path(top)
        data = folder / "data"
        cache = audit_cache_of(Settings(data_dir=data), demo_tau_folder())
        pack = read_choice_pack(demo_tau_folder(), name=DEMO_TAU, audit_cache=cache)
        log = made_up_log(pack.questions, options.rows + TRIES, players=options.players, reports=(None,))
        journal = Journal(data / "journal.sqlite")
        write(journal, islice(log, options.rows))
        ours = AppProcess(data, variables={"MODES": "tau"}).start()
        browser = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        address, rows = f"{ours.url}?mode=tau", "#leaderboard-tau-table tbody tr"
        first_s, n_rows, n_columns = seconds_to_rows(browser, address, "Leaderboard", rows)
        again_s = timed(browser, address, "Leaderboard", rows)
        after = []
        for row in log:
            journal.append(row)
            after.append(seconds_to_rows(browser, address, "Leaderboard", rows)[0])
        ours.stop()
        journal.close()
        with peer(folder, n_rows, n_columns) as url:
            peer_s = timed(browser, url, "Table", "td:visible, [role=gridcell]:visible")
        browser.close()
    print(
        f"{options.rows:,} answers of {options.players:,} players; a table of {n_rows} rows and {n_columns} columns.\n"
    )
    print("| from the click to the rows | s | ratio |\n|---|---|---|")
    named = {
        "Gradio alone": peer_s,
        "Soundmark, nothing new": again_s,
        "Soundmark, after a new answer": statistics.median(after),
        "Soundmark, first time since its start": first_s,
    }
    for name, taken_s in named.items():
        print(f"| {name} | {taken_s:.2f} | {taken_s / peer_s:.2f} |")


if __name__ == "__main__":
    main()
