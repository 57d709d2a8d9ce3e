"""Texts of data sets and models that would do something in a page are shown as text: nothing runs or is loaded."""

from __future__ import annotations

import csv
import dataclasses
import io
import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, Page, Request, expect

from soundmark.benchmarks import read_choice_pack, read_pack
from soundmark.benchmarks.demo import DEMO_GLOBEAUDIO, DEMO_TAU
from soundmark.store.ids import new_response_id
from soundmark.store.journal import Journal
from soundmark.store.schema import ResponseRow
from soundmark.types import ResponderKind
from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.browser import WAIT_MS, click_map, open_app, start_game, submit
from tests.support.choice_log import choice_row
from tests.support.packs import tone
from tests.support.rows import geo_row

pytestmark = pytest.mark.browser

WEB = "203.0.113.1"
"""Nobody's address (RFC 5737)."""
HTML = "<img src=x onerror=\"document.body.dataset.pwned='img'\">"
SCRIPT = "<script>document.body.dataset.pwned='script'</script>"
MARKDOWN = f"![m](http://{WEB}/m.png) [l](javascript:document.body.dataset.pwned='md') <http://{WEB}/auto>"
KATEX = f"$$\\href{{javascript:alert(1)}}{{x}}\\includegraphics{{http://{WEB}/k.png}}$$"
TEMPLATE = "${document.body.dataset.pwned='js'} {{7*7}}"
BIDI = "\u202eevil\u2066\u200f"
HOSTILE = " ".join((HTML, SCRIPT, MARKDOWN, KATEX, TEMPLATE, BIDI))
NAME = f"=HYPERLINK(0) {HTML}"
"""Of a model: what a spreadsheet would run, too."""
QUIZZES = {"tau": ("demo_tau", DEMO_TAU, "zh-Hant"), "globeaudio": ("demo_globeaudio", DEMO_GLOBEAUDIO, "th")}
NAMES = ["src", "href", "srcdoc", "onerror", "style"]
DONE = """(NAMES) => ({
  pwned: document.body.dataset.pwned || '',
  found: [...document.querySelectorAll('*')].filter((one) => NAMES.some((name) => {
    const value = one.getAttribute(name) || '';
    return value === 'x' || /203\\.0\\.113\\.1|javascript:(?!void)|dataset\\.pwned/i.test(value);
  })).map((one) => one.outerHTML.slice(0, 200)),
  scripts: [...document.scripts].filter((one) => /dataset\\.pwned/.test(one.textContent) && !one.src).length,
})"""


def write_quiz(folder: Path, language: str) -> None:
    """Questions all of whose texts are hostile, over a folder of built-in ones."""
    shutil.rmtree(folder)
    folder.mkdir()
    tone(folder / "sound.wav")
    letters = [f"option_{letter}" for letter in "abcd"]
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "question_id", "question", *letters, "answer", "language", "source", "licence"])
        writer.writerow(
            ["sound.wav", "q1", f"Q {HOSTILE}", *(f"{n} {HOSTILE}" for n in range(4)), "A", language, HOSTILE, HOSTILE]
        )


def write_places(folder: Path) -> Path:
    """A place whose names are hostile."""
    folder.mkdir(parents=True)
    tone(folder / "sound.wav")
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "latitude", "longitude", "continent", "country", "city", "source", "licence"])
        writer.writerow(["sound.wav", 10, 20, HOSTILE, HOSTILE, HOSTILE, HOSTILE, HOSTILE])
    return folder


def model_says(row: ResponseRow) -> ResponseRow:
    """The answer of a model with a hostile name, reply and reasoning."""
    return dataclasses.replace(
        row,
        response_id=new_response_id(),
        responder_kind=ResponderKind.MODEL,
        responder_id=NAME,
        raw_answer=HOSTILE,
        extra_json=json.dumps({"reasoning": f"Because {HOSTILE}"}),
    )


@pytest.fixture(scope="module")
def hostile_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app on hostile questions, with the answers of a hostile model in its log."""
    folder = tmp_path_factory.mktemp("hostile")
    root, places = folder / "app", write_places(folder / "places")
    for name in ("soundmark", "components", "leaderboard"):
        shutil.copytree(ROOT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "app.py", root)
    (folder / "data").mkdir()
    journal = Journal(folder / "data" / "journal.sqlite")
    (place,) = (pack := read_pack(places)).questions
    truth = {"true_latitude_deg": 10.0, "true_longitude_deg": 20.0, "true_city": HOSTILE, "true_country": HOSTILE}
    journal.append(model_says(geo_row(benchmark=pack.benchmark, question_id=place.question_id, **truth)))
    for built_in, benchmark, language in QUIZZES.values():
        write_quiz(root / "soundmark" / "benchmarks" / built_in, language)
        (asked,) = read_choice_pack(root / "soundmark" / "benchmarks" / built_in, name=benchmark).questions
        journal.append(model_says(choice_row(asked)))
    journal.close()
    modes = {"DEMO": "all", "MODES": "geo,tau,globeaudio"}
    running = AppProcess(folder / "data", clips=places, root=root, variables=modes).start()
    yield running
    running.stop()


@pytest.fixture
def watched(new_context: Callable[..., BrowserContext], hostile_app: AppProcess) -> Iterator[Page]:
    """A page that must ask no other host for anything, and open no dialog."""
    page, strangers = new_context(accept_downloads=True).new_page(), list[str]()

    def note(request: Request) -> None:
        if urlsplit(request.url).netloc not in ("", urlsplit(hostile_app.url).netloc):
            strangers.append(request.url)

    page.on("request", note)
    page.on("dialog", lambda dialog: strangers.append(dialog.message))
    yield page
    assert strangers == []


def check(page: Page, *places: str, says: str = HTML) -> None:
    """The texts stand there, letter by letter, and did nothing."""
    for place in places:
        expect(page.locator(place).first).to_contain_text(says, timeout=WAIT_MS)
    assert page.evaluate(DONE, NAMES) == {"pwned": "", "found": [], "scripts": 0}


def test_places_show_hostile_names_as_text(hostile_app: AppProcess, watched: Page) -> None:
    page = watched
    open_app(page, hostile_app.url)
    start_game(page)
    page.click("#geo-hint-continent")
    check(page, "#geo-continent")
    page.fill("#geo-place textarea, #geo-place input", HOSTILE[:200])
    page.click("#geo-set-pin")
    check(page, "#geo-place-note", says="<img")
    page.fill("#geo-place textarea, #geo-place input", "")
    click_map(page, 0.5, 0.5)
    submit(page)
    check(page, "#geo-result")
    expect(page.locator("#geo-result")).to_contain_text(NAME)
    page.locator("#geo-result .sm-why summary").click()
    check(page, "#geo-result .sm-why dd")
    page.locator(".sm-map path, .sm-map .leaflet-interactive, .sm-map .leaflet-marker-icon").first.hover(force=True)
    check(page)
    page.click("#geo-next")
    check(page, "#geo-share")


@pytest.mark.parametrize("mode", ["tau", pytest.param("globeaudio", marks=pytest.mark.long)])
def test_quizzes_show_hostile_questions_and_answers_as_text(hostile_app: AppProcess, watched: Page, mode: str) -> None:
    page, card = watched, f"#{mode}-card .sm-choice"
    open_app(page, f"{hostile_app.url}?mode={mode}&seed=a&rounds=1", mode)
    page.click(f"#{mode}-play")
    page.wait_for_selector(f"{card}[data-phase=ask]", timeout=WAIT_MS)
    check(page, card, f"{card} button.sm-option")
    expect(page.locator(card)).to_contain_text(MARKDOWN)
    expect(page.locator(card)).to_contain_text(KATEX)
    page.locator(f"{card} button.sm-option").first.click()
    page.wait_for_selector(f"{card}[data-phase=told]", timeout=WAIT_MS)
    check(page, card)
    for fold in page.locator(f"{card} summary").all():
        fold.click()
    expect(page.locator(card)).to_contain_text(f"Because {HTML}")
    expect(page.locator(card)).to_contain_text(NAME)
    check(page)
    page.locator(f"{card} button.sm-next").click()
    expect(page.locator(f"#{mode}-again")).to_be_visible(timeout=WAIT_MS)
    check(page)


@pytest.mark.long
def test_the_leaderboard_shows_a_hostile_model_as_text_and_its_csv_is_harmless(
    hostile_app: AppProcess, watched: Page
) -> None:
    page = watched
    open_app(page, f"{hostile_app.url}?mode=leaderboard&board=tau")
    table = page.locator("#leaderboard-tau-table")
    expect(table.locator("tbody tr", has_text="<img").first).to_be_visible(timeout=WAIT_MS)
    check(page)
    with page.expect_download() as saved:
        table.get_by_role("button", name="CSV").click()
    lines = list(csv.reader(io.StringIO(saved.value.path().read_text(encoding="utf-8-sig"))))
    cells = [cell for line in lines for cell in line]
    assert any("HYPERLINK" in cell for cell in cells)
    assert [cell for cell in cells if cell.lstrip().startswith(("=", "+", "@"))] == []
