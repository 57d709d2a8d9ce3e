"""The leaderboards of the quizzes in a browser: both kinds of people, published figures, links, phone width."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Locator, Page, Route, expect

from soundmark.benchmarks import read_choice_pack, read_pack, read_spatial_pack
from soundmark.benchmarks.demo import (
    DEMO_BENCHMARK,
    DEMO_GLOBEAUDIO,
    DEMO_SAVVY,
    DEMO_TAU,
    demo_globeaudio_folder,
    demo_pack_folder,
    demo_savvy_folder,
    demo_tau_folder,
)
from soundmark.games.opening import audit_cache_of
from soundmark.settings import Settings
from soundmark.store.journal import Job, Journal, insert_job
from soundmark.store.schema import Row
from soundmark.store.tables.arena import Vote
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import any_row
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, WAIT_MS, open_app
from tests.support.choice_log import choice_row, made_up_log

NewContext = Callable[..., BrowserContext]


def write_log(running: AppProcess) -> None:
    """Write answers of 12 people, of 2 models, and of one whose id is markup, into the log of a running app."""
    journal = Journal(running.data / "journal.sqlite")
    for folder, name, reports in (
        (demo_tau_folder(), DEMO_TAU, ("lived_in_taiwan:yes", "lived_in_taiwan:no", None)),
        (demo_globeaudio_folder(), DEMO_GLOBEAUDIO, ("language:native", "language:good", None)),
    ):
        checked = audit_cache_of(Settings(data_dir=running.data), folder)
        pack = read_choice_pack(folder, name=name, audit_cache=checked)
        hostile = "<img src=x onerror=alert(1)>"
        rows = [
            *made_up_log(pack.questions, 250, players=12, reports=reports),
            choice_row(pack.questions[0], responder_id=hostile, self_report=hostile),
        ]
        jobs = [insert_job(row) for row in rows]
        journal.write(partial(_run_all, jobs))
    journal.close()


def _run_all(jobs: list[Job[bool]], connection: sqlite3.Connection) -> None:
    for job in jobs:
        job(connection)


@pytest.fixture(scope="module")
def answered_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app on the built-in questions, with answers of others in its log."""
    running = AppProcess(tmp_path_factory.mktemp("answered") / "data").start()
    write_log(running)
    yield running
    running.stop()


def leaderboard(page: Page, mode: str) -> Locator:
    """The table of a mode, when it is there."""
    found = page.locator(f"#leaderboard-{mode}-table")
    expect(found.locator("tbody tr").first).to_be_visible(timeout=WAIT_MS)
    return found


def fresh_answers() -> dict[str, Row]:
    """By board, what puts the model "fresh" into its table."""
    place = next(iter(read_pack(demo_pack_folder(), name=DEMO_BENCHMARK).questions)).truth.place
    heard = next(iter(read_spatial_pack(demo_savvy_folder(), name=DEMO_SAVVY).questions))
    named: dict[str, Any] = {
        "response_id": "fresh", "responder_kind": ResponderKind.MODEL, "responder_id": "fresh", "status": Status.OK,
        "imported_from": None, "setting": "audio", "prompt_id": None,
    }  # fmt: skip
    rows: dict[str, Row] = {
        "geo": any_row(
            "geo", **named, benchmark=DEMO_BENCHMARK, question_id="clip_01.opus",
            true_latitude_deg=place.latitude_deg, true_longitude_deg=place.longitude_deg,
        ),
        "savvy": any_row(
            "spatial", **named | {"response_id": "fresh-savvy"}, benchmark=DEMO_SAVVY, task=heard.tags["task"],
            choice_index=1, true_choice_index=heard.truth.choice_index, true_distance_m=heard.truth.distance_m,
            question_id=heard.question_id,
        ),
        "arena": any_row("votes", model_a="fresh", model_b="stale", vote=Vote.A, responder_kind=ResponderKind.HUMAN),
    }  # fmt: skip
    for mode, folder, name in (("tau", demo_tau_folder(), DEMO_TAU),
                               ("globeaudio", demo_globeaudio_folder(), DEMO_GLOBEAUDIO)):  # fmt: skip
        question = read_choice_pack(folder, name=name).questions[0]
        rows[mode] = choice_row(question, **named | {"response_id": f"fresh-{mode}"})
    return rows


def test_both_quizzes_show_people_models_and_what_is_published(
    answered_app: AppProcess, new_context: NewContext
) -> None:
    page = new_context(viewport={"width": 1280, "height": 900}).new_page()
    open_app(page, answered_app.url)
    page.get_by_role("tab", name="Leaderboard").click()
    expect(page.locator("#leaderboard-which")).to_be_visible(timeout=WAIT_MS)
    page.locator("#leaderboard-which label").nth(1).click()
    tau = leaderboard(page, "tau")
    for label in ("People who have lived in Taiwan", "People who have not lived in Taiwan", "model-0", "Chance"):
        expect(tau.locator("tbody tr", has_text=label).first).to_be_visible()
    topline = tau.locator("tbody tr", has_text="Human topline")
    expect(topline.locator(".sm-badge")).to_have_text("published")
    expect(topline).to_contain_text("84.0 %")
    expect(topline).to_contain_text("83.3 %")
    expect(tau).to_contain_text("not for the questions that are played here")
    expect(page.locator("#leaderboard-table")).to_be_hidden()
    expect(tau.locator("tbody tr", has_text="Player <img")).to_have_count(1)
    expect(tau.locator("tbody img")).to_have_count(0)
    whisker = tau.locator("tbody tr", has_text="All people").locator("td.sm-ranking-bar u")
    expect(whisker).to_have_count(1)

    page.locator("#leaderboard-which label").nth(2).click()
    globeaudio = leaderboard(page, "globeaudio")
    expect(globeaudio.locator("tbody tr", has_text="Gemini 3.1 Pro").first).to_contain_text("82.7 %")
    expect(globeaudio.locator("thead")).to_contain_text("Singapore English")
    expect(page.locator("#leaderboard-tau-table")).to_be_hidden()


@pytest.mark.long
def test_rows_can_be_hidden_by_what_they_are(answered_app: AppProcess, page: Page) -> None:
    open_app(page, answered_app.url + "?mode=leaderboard&board=tau")
    tau = leaderboard(page, "tau")
    players, published = tau.locator("tbody tr", has_text="Player "), tau.locator("tbody tr .sm-badge")
    n_players = players.count()
    assert n_players >= 13
    assert published.count() == 23
    tau.get_by_role("button", name="Single players").press("Enter")
    expect(players).to_have_count(0)
    expect(tau.get_by_role("button", name="Single players")).to_be_focused()
    tau.get_by_role("button", name="Published figures").click()
    expect(published).to_have_count(0)
    expect(tau.locator("tbody tr", has_text="People who have lived in Taiwan")).to_have_count(1)
    tau.get_by_role("button", name="Single players").click()
    expect(players).to_have_count(n_players)


@pytest.mark.long
def test_a_link_chooses_the_board_on_a_phone_which_never_scrolls_sideways(
    answered_app: AppProcess, new_context: NewContext
) -> None:
    page = new_context(viewport=PHONE, locale="bn").new_page()
    open_app(page, answered_app.url + "?mode=globeaudio")
    page.click('[role="tab"][data-tab-id="leaderboard"]')
    leaderboard(page, "globeaudio")
    expect(page.locator("#leaderboard-which")).to_contain_text("ভাষা")
    for label in page.locator("#leaderboard-which label").all():
        box = label.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    # A choice of the reader's own outlasts the link.
    page.locator("#leaderboard-which input").nth(1).press("Space")
    leaderboard(page, "tau")
    page.get_by_role("tab").first.click()
    page.click('[role="tab"][data-tab-id="leaderboard"]')
    leaderboard(page, "tau")
    expect(page.locator("#leaderboard-which")).to_contain_text("ভাষা")


def test_the_board_that_is_marked_is_the_one_that_is_seen_however_late_the_server_answers(
    answered_app: AppProcess, page: Page
) -> None:
    held: list[Route] = []
    is_holding = True

    def is_seen(name: str) -> None:
        expect(page.locator("#leaderboard-which label.selected")).to_have_text([name])
        for one, board in {"Places": "leaderboard", "Taiwan": "leaderboard-tau", "Arena": "leaderboard-arena"}.items():
            expect(page.locator(f"#{board}-heading")).to_be_visible(visible=one == name)

    open_app(page, answered_app.url + "?mode=geo&board=tau")
    page.route("**/queue/join*", lambda route: held.append(route) if is_holding else route.continue_())
    page.get_by_role("tab", name="Leaderboard").click()
    is_seen("Taiwan")
    for name in ("Places", "Arena"):
        page.locator("#leaderboard-which label", has_text=name).click()
        is_seen(name)
    is_holding = False
    for route in reversed(held):
        route.continue_()
    expect(page.locator("#leaderboard-arena-table select")).to_be_visible(timeout=WAIT_MS)
    is_seen("Arena")
    page.locator("#leaderboard-which label", has_text="Taiwan").click()
    leaderboard(page, "tau")
    is_seen("Taiwan")


def test_own_answers_stand_in_the_own_row(answered_app: AppProcess, page: Page) -> None:
    open_app(page, answered_app.url + "?mode=tau")
    page.click("#tau-play")
    page.locator("#tau-card button.sm-option").first.click(timeout=WAIT_MS)
    page.wait_for_selector("#tau-card button.sm-next", timeout=WAIT_MS)
    page.get_by_role("tab", name="Leaderboard").click()
    own = leaderboard(page, "tau").locator("tbody tr.sm-own")
    expect(own).to_have_count(1)
    expect(own).to_contain_text("You")
    expect(own).to_contain_text("provisional")


def test_every_view_is_linked_sorted_searched_and_saved(answered_app: AppProcess, new_context: NewContext) -> None:
    clipboard = ["clipboard-read", "clipboard-write"]
    page = new_context(viewport={"width": 1280, "height": 900}, permissions=clipboard).new_page()
    open_app(
        page, answered_app.url + "?mode=leaderboard&board=tau&view=figures&find=model-&sort=answers&order=ascending"
    )
    tau = leaderboard(page, "tau")
    labels = tau.locator("tbody th b")
    expect(labels).to_have_count(2)
    counts = [int(text.replace(",", "")) for text in tau.locator("tbody td.sm-ranking-count").all_inner_texts()]
    assert counts == sorted(counts)
    expect(tau.locator("thead th[aria-sort=ascending]")).to_contain_text("Answers")
    tau.locator("summary", has_text="What the figures are").click()
    expect(tau.locator("dl")).to_contain_text("failed call")

    with page.expect_download() as saved:
        tau.get_by_role("button", name="CSV").click()
    lines = saved.value.path().read_text(encoding="utf-8-sig").splitlines()
    assert lines[0].startswith("Who,Detail,Figures,Answers,Mean of both kinds") and len(lines) == 3

    tau.get_by_role("searchbox").fill("<img")
    expect(labels).to_have_text(["Player <img s"])
    tau.get_by_role("searchbox").fill("")
    tau.locator("select").select_option("table2")
    expect(tau.locator("tbody .sm-badge")).to_have_count(11)
    tau.locator("thead button[data-column=multi_hop]").click()
    expect(labels.first).to_have_text("Gemini 2.5 Pro")
    tau.get_by_role("button", name="Copy link").click()
    expect(tau.locator(".sm-ranking-told")).to_have_text("Link copied.")
    link = page.evaluate("navigator.clipboard.readText()")
    other = new_context().new_page()
    open_app(other, link)
    shown = leaderboard(other, "tau")
    expect(shown.locator("caption")).to_contain_text("table 2")
    expect(shown.locator("tbody th b").first).to_have_text("Gemini 2.5 Pro")


def test_an_answer_of_somebody_else_appears_in_every_open_board_without_a_reload(
    answered_app: AppProcess, new_context: NewContext
) -> None:
    page = new_context().new_page()
    page.clock.install()
    open_app(page, answered_app.url + "?mode=leaderboard&board=tau")
    sort = leaderboard(page, "tau").locator("thead button[data-column=answers]")
    sort.click()
    journal = Journal(answered_app.data / "journal.sqlite")
    modes = ("geo", "tau", "globeaudio", "savvy", "arena")
    rows = fresh_answers()
    for mode in ("tau", *(mode for mode in modes if mode != "tau")):
        if mode != "tau":
            page.locator("#leaderboard-which label").nth(modes.index(mode)).click()
            expect(page.locator(table_of(mode)).locator("select")).to_be_visible(timeout=WAIT_MS)
        fresh = page.locator(table_of(mode)).locator("tbody tr", has_text="fresh")
        expect(fresh).to_have_count(0)
        assert journal.append(rows[mode])
        for _ in range(60):  # a count rests for some times as long as it took
            page.clock.fast_forward(61_000)
            try:
                expect(fresh.first).to_be_visible(timeout=1000)
                break
            except AssertionError:
                continue
        expect(fresh.first).to_be_visible()
        if mode == "tau":  # whoever sorts by keyboard goes on where they were, and the order stays
            expect(sort).to_be_focused()
            expect(leaderboard(page, "tau").locator("thead th[aria-sort=descending]")).to_contain_text("Answers")
    journal.close()


def table_of(mode: str) -> str:
    return "#leaderboard-table" if mode == "geo" else f"#leaderboard-{mode}-table"


def test_two_rows_are_compared_and_figures_drawn_in_the_readers_language(
    answered_app: AppProcess, new_context: NewContext
) -> None:
    """The figures and the rows to choose are said by the server; files stay in English."""
    page = new_context(locale="zh-TW").new_page()
    open_app(page, answered_app.url + "?mode=leaderboard&board=tau")
    table = leaderboard(page, "tau")
    expect(table.locator("thead")).to_contain_text("兩類平均")
    page.locator("#leaderboard-tau-details button").first.click()
    drawn = page.locator("#leaderboard-tau-figure-0 .js-plotly-plot")
    expect(drawn).to_contain_text("玩家依平均分布", timeout=3 * WAIT_MS)
    for field, label in (("first", "所有人"), ("second", "model-0 (default)")):
        page.locator(f"#leaderboard-tau-{field} input").click()
        page.get_by_role("option", name=label, exact=True).click()
    expect(page.locator("#leaderboard-tau-pair")).to_contain_text("雙方都答過的題目", timeout=WAIT_MS)
    with page.expect_download() as saved:
        table.get_by_role("button", name="CSV").click()
    text = saved.value.path().read_text(encoding="utf-8-sig")
    assert text.startswith("Who,Detail,Figures,Rank,Mean of both kinds,") and "\nAll people," in text
    with page.expect_download() as saved:
        page.click("#leaderboard-tau-parquet")
    assert saved.value.path().read_bytes()[:4] == b"PAR1"
