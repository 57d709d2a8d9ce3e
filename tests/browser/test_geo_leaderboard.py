"""The board of places in a browser: continents, the map and its file, the owner's page of errors, hostile names."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from soundmark.benchmarks import read_pack
from soundmark.benchmarks.demo import DEMO_BENCHMARK, demo_pack_folder
from soundmark.games.opening import audit_cache_of
from soundmark.settings import Settings
from soundmark.store.journal import Job, Journal, insert_job
from soundmark.store.schema import AnnotationRow, ErrorType
from soundmark.types import ResponderKind
from tests.support.app_process import AppProcess
from tests.support.browser import WAIT_MS, open_app
from tests.support.rows import NOON, geo_row

HOSTILE = "<img src=x onerror=alert(1)>${alert(2)}"
N_ERRORS = 4


def write_log(running: AppProcess) -> None:
    """A model with a hostile name answers every clip with one point; four of its truths name a country."""
    pack = read_pack(
        demo_pack_folder(),
        name=DEMO_BENCHMARK,
        audit_cache=audit_cache_of(Settings(data_dir=running.data), demo_pack_folder()),
    )
    rows = [
        geo_row(
            benchmark=pack.benchmark, benchmark_revision=pack.revision, question_id=str(question.question_id),
            responder_kind=ResponderKind.MODEL, responder_id=HOSTILE, raw_answer=f"{HOSTILE} Lagos, by the birds",
            true_latitude_deg=question.truth.place.latitude_deg, latitude_deg=6.5, longitude_deg=3.4,
            true_longitude_deg=question.truth.place.longitude_deg, error_km=1000.0, points=2558.0, score=2558.0,
            true_continent=question.truth.continent, true_city=HOSTILE, guess_country="NG",
            true_country="Norway" if number < N_ERRORS else None, answered_at=NOON + timedelta(seconds=number),
        )
        for number, question in enumerate(pack.questions)
    ]  # fmt: skip
    journal = Journal(running.data / "journal.sqlite")
    journal.write(partial(_run_all, [insert_job(row) for row in rows]))
    journal.close()


def _run_all(jobs: list[Job[bool]], connection: sqlite3.Connection) -> None:
    for job in jobs:
        job(connection)


def logged_classes(running: AppProcess) -> list[ErrorType | None]:
    journal = Journal(running.data / "journal.sqlite")
    try:
        return [row.error_type for row in journal.rows("annotations") if isinstance(row, AnnotationRow)]
    finally:
        journal.close()


@pytest.fixture
def page_of_places(
    new_context: Callable[..., BrowserContext],
) -> Callable[[AppProcess], Page]:  # the context fails the test on an error of the page
    def opened(running: AppProcess) -> Page:
        page = new_context(viewport={"width": 1280, "height": 900}).new_page()
        page.on("dialog", lambda dialog: pytest.fail(f"something ran: {dialog.message}"))
        open_app(page, running.url + "?mode=leaderboard&board=geo")
        expect(page.locator("#leaderboard-table tbody tr").first).to_be_visible(timeout=WAIT_MS)
        return page

    return opened


@pytest.mark.long
def test_the_owner_sees_the_map_saves_it_and_sorts_errors(
    tmp_path: Path, page_of_places: Callable[[AppProcess], Page]
) -> None:
    running = AppProcess(tmp_path / "data", variables={"MODES": "geo", "DEMO": "all"}).start()
    try:
        write_log(running)
        page = page_of_places(running)
        look_at_continents_and_map(page, tmp_path)
        sort_errors(page)
        ask_as_somebody_else(page, running)
        assert logged_classes(running) == [ErrorType.BIRD_BIAS, None, ErrorType.REFUSAL]
    finally:
        running.stop()


def look_at_continents_and_map(page: Page, folder: Path) -> None:
    page.locator("#leaderboard-table select").first.select_option(label="Error by continent")
    expect(page.locator("#leaderboard-table thead")).to_contain_text("Median error (km)")
    expect(page.locator("#leaderboard-table tbody tr", has_text="<img src=x")).to_contain_text("1,000")

    page.locator("#leaderboard-map > button").click()
    told = page.locator("#leaderboard-map-told")
    expect(told).to_contain_text("clips that you have answered", timeout=WAIT_MS)
    expect(page.locator("#leaderboard-map-figure")).to_be_hidden()
    page.locator("#leaderboard-map-every input").check()
    expect(told).to_contain_text("A star is where a sound was recorded", timeout=WAIT_MS)
    expect(page.locator("#leaderboard-map-figure .js-plotly-plot")).to_contain_text("True places", timeout=WAIT_MS)
    with page.expect_download(timeout=WAIT_MS) as saved:
        page.locator("#leaderboard-map-save").click()
    file = folder / saved.value.suggested_filename
    saved.value.save_as(file)
    assert file.suffix == ".html"
    text = file.read_text(encoding="utf-8")
    assert "<img" not in text and "${alert" not in text and "openstreetmap" in text


def sort_errors(page: Page) -> None:
    """On the owner's page, which whoever sits at the machine may open."""
    page.goto(page.url.partition("?")[0] + "owner")
    page.get_by_role("tab", name="Errors of models").click()
    case, told = page.locator("#sorting-case"), page.locator("#sorting-said")
    expect(case).to_contain_text("the model says Nigeria, 1,000 km away", timeout=WAIT_MS)
    expect(page.locator("#sorting-raw textarea")).to_have_value(f"{HOSTILE} Lagos, by the birds")
    page.locator("#sorting-keep").click()
    expect(told).to_contain_text("Choose a class first", timeout=WAIT_MS)
    legend = page.locator("#sorting-figure")
    kinds = page.locator("#sorting-kind input")

    kinds.nth(0).check()
    page.locator("#sorting-keep").click()
    expect(legend).to_contain_text(f"1 of {N_ERRORS}", timeout=WAIT_MS)
    page.locator("#sorting-back").click()
    expect(told).to_contain_text("Taken back", timeout=WAIT_MS)
    expect(legend).to_be_hidden()
    kinds.nth(6).check()
    page.locator("#sorting-keep").click()
    expect(legend).to_contain_text(f"1 of {N_ERRORS}", timeout=WAIT_MS)


def ask_as_somebody_else(page: Page, running: AppProcess) -> None:
    """The same pages, whose requests come through a proxy now: that they hide a button would be no protection."""
    page.route(
        "**/queue/join*",
        lambda route: route.continue_(headers={**route.request.headers, "x-forwarded-for": "192.0.2.1"}),
    )
    page.locator("#sorting-kind input").nth(1).check()
    with page.expect_response("**/queue/join*") as refused:
        page.locator("#sorting-keep").click()
    assert refused.value.status == 403

    open_app(page, running.url + "?mode=leaderboard&board=geo")
    page.locator("#leaderboard-errors > button").click()
    expect(page.locator("#leaderboard-errors-figure")).to_contain_text(f"1 of {N_ERRORS}", timeout=WAIT_MS)
    expect(page.locator("#sorting-keep")).to_have_count(0)
    page.locator("#leaderboard-map > button").click()
    expect(page.locator("#leaderboard-map-told")).to_contain_text("clips that you have answered", timeout=WAIT_MS)
    expect(page.locator("#leaderboard-map-figure")).to_be_hidden()
    expect(page.locator("#leaderboard-map-every")).to_be_hidden()
