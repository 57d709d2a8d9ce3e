"""A person judges two scripted models; before the vote nothing that the browser gets tells who they are."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import BrowserContext, Page, expect

from soundmark.store.journal import Journal
from soundmark.store.schema import BattleRow, VoteRow
from tests.support.app_process import AppProcess
from tests.support.browser import PHONE, WAIT_MS, open_app
from tests.support.leaks import is_shipped, leaks, media_of, tags_of, text_of
from tests.support.packs import small_pack
from tests.support.raw_events import RawClient, error_in
from tests.support.recording_proxy import RecordingProxy

pytestmark = pytest.mark.browser
NewContext = Callable[..., BrowserContext]
CARD = ".sm-battle"
NAMES = ("wren-omni-1", "lark-audio-2")
PROMPT = "Which street is this? <img src=x onerror=window.hacked=1> {{7*7}} ${x}"
PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654)]
MODELS = """
[[models]]
name = "wren-omni-1"
adapter = "scripted"
inputs = ["audio", "image"]
[[models.script]]
answers = ["## Andes\\n\\n**Condors** and *flutes*: Quito, Ecuador.\\n\\nCoordinates: -0.18, -78.47 <img src=http://203.0.113.1/x>"]
delay_s = 0.6

[[models]]
name = "lark-audio-2"
adapter = "scripted"
inputs = ["audio", "image"]
[[models.script]]
answers = ["Rain on a wooden roof, so [Bergen](http://203.0.113.1/), Norway. Coordinates: 60.39, 5.32"]
"""


@dataclass(frozen=True)
class Running:
    """The app, and a proxy before it that keeps what browsers get."""

    app: AppProcess
    proxy: RecordingProxy

    def rows(self) -> tuple[list[BattleRow], list[VoteRow]]:
        """Logged battles and votes."""
        journal = Journal(self.app.data / "journal.sqlite")
        battles = [row for row in journal.rows("battles") if isinstance(row, BattleRow)]
        votes = [row for row in journal.rows("votes") if isinstance(row, VoteRow)]
        journal.close()
        return battles, votes


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("arena")
    (folder / "models.toml").write_text(MODELS, encoding="utf-8")
    app = AppProcess(
        folder / "data",
        clips=small_pack(folder / "tones", PLACES, seconds=3.0),
        variables={
            "MODES": "arena",
            "MODELS_FILE": str(folder / "models.toml"),
            "BASELINES": "off",
            "GRADIO_TEMP_DIR": str(folder / "data" / "gradio"),  # where uploads arrive
        },
    ).start()
    proxy = RecordingProxy(app.port)
    yield Running(app, proxy)
    proxy.close()
    app.stop()


def begin(page: Page, running: Running) -> None:
    open_app(page, f"{running.proxy.url}?mode=arena", "arena")
    page.click("#arena-play")


def wait_for(page: Page, phase: str) -> None:
    page.wait_for_selector(f"{CARD}[data-phase={phase}]", timeout=2 * WAIT_MS)


def vote(page: Page, press: Callable[[], None]) -> None:
    """Vote; who is asked to listen or look first votes again, as the sentence says."""
    press()
    expect(page.locator(f"{CARD}[data-phase=told], {CARD} .sm-notice:not([hidden])")).not_to_have_count(
        0, timeout=WAIT_MS
    )
    if page.get_attribute(CARD, "data-phase") != "told":
        press()
    wait_for(page, "told")


def test_a_whole_battle_and_nothing_tells_the_names_before_the_vote(arena: Running, page: Page, tmp_path: Path) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    begin(page, arena)
    wait_for(page, "vote")
    page.reload()
    wait_for(page, "vote")
    expect(page.locator(".sm-answer")).to_have_count(2)
    expect(page.locator(f"{CARD} .sm-answer-text h4")).to_have_text("Andes")
    expect(page.locator("#arena-map .sm-pin")).to_have_count(2)
    page.wait_for_function("document.querySelector('#arena-player audio').currentTime > 1.6 || "
                           "document.querySelector('#arena-player .sm-play').click()", timeout=WAIT_MS)  # fmt: skip
    before = list(arena.proxy.exchanges)
    secrets = [
        *NAMES,
        "side_seed",
        "narrowest",
        "probability",
        'model_a"',
        'model_b"',
        "battle_id",
        "City 1",
        "City 2",
        "City 3",
    ]
    assert leaks(before, secrets) == []
    media = media_of(before)
    assert media
    assert [tags_of(one, tmp_path) for one in media if one.body] == [None] * len([one for one in media if one.body])

    page.click(f"{CARD} .sm-chip-button >> nth=0")
    vote(page, lambda: page.keyboard.press("a"))
    told = {secret for secret, _ in leaks(arena.proxy.exchanges[len(before) :], secrets)}
    assert set(NAMES) <= told, "the recorder would not have seen a leak"
    (battle,), (row,) = arena.rows()
    assert (row.vote, row.battle_id) == ("a", battle.battle_id)
    assert json.loads(row.extra_json or "")["reasons"] == ["accuracy"]
    expect(page.locator(".sm-side-a .sm-answer-name")).to_contain_text(battle.model_a)
    expect(page.locator(".sm-side-b .sm-answer-name")).to_contain_text(battle.model_b)
    assert {battle.model_a, battle.model_b} == set(NAMES)
    expect(page.locator("#arena-map .sm-pin.sm-truth")).to_have_count(1)
    expect(page.locator(CARD)).to_contain_text("Truth: City")

    round_id = str(page.get_attribute(CARD, "data-round"))
    player = page.evaluate("localStorage.getItem('soundmark.player')")
    again = RawClient(arena.app.url, player=player)
    ballot = {"round": round_id, "ballot": {"vote": "b", "reasons": []}}
    assert "already" in error_in(again.call("arena-battle", "vote", again.ticket, ballot, None))
    assert len(arena.rows()[1]) == 1

    page.click(".sm-next")
    page.wait_for_function("before => document.querySelector('.sm-battle').dataset.round !== before", arg=round_id)
    wait_for(page, "vote")
    assert not [url for url in asked if not url.startswith((arena.proxy.url, "data:", "blob:"))]


def order_of(body: str) -> list[str]:
    """The sides in the order in which they stand in what came."""
    return re.findall(r'"([ab])": ?\{"nodes"', body)


def test_the_order_of_what_comes_is_that_of_the_page(arena: Running) -> None:
    bodies = [text_of(one) for one in arena.proxy.exchanges if not is_shipped(one) and '"nodes"' in text_of(one)]
    assert bodies
    for body in bodies:
        found = order_of(body)
        assert found == ["a", "b"] * (len(found) // 2)


def test_an_own_photo_is_judged_on_a_phone_and_its_place_stays_private(
    arena: Running, new_context: NewContext, tmp_path: Path
) -> None:
    exif = Image.Exif()
    exif[0x010E] = "Dihua Street, Taipei"
    image = io.BytesIO()
    Image.new("RGB", (640, 480), "teal").save(image, "JPEG", exif=exif)
    assert b"Dihua" in image.getvalue()
    page = new_context(viewport=PHONE, has_touch=True).new_page()
    seen = len(arena.proxy.exchanges)
    open_app(page, f"{arena.proxy.url}?mode=arena", "arena")
    page.click("#arena-own button")
    page.set_input_files(
        "#arena-file input[type=file]", {"name": "house.svg", "mimeType": "image/svg+xml", "buffer": b"<svg/>"}
    )
    expect(page.locator(".toast-body")).to_contain_text("SVG", timeout=WAIT_MS)
    page.set_input_files(
        "#arena-file input[type=file]", {"name": "house.jpg", "mimeType": "image/jpeg", "buffer": image.getvalue()}
    )
    expect(page.locator("#arena-brought img")).to_be_visible(timeout=WAIT_MS)
    page.fill("#arena-prompt textarea", PROMPT)
    page.click("#arena-ask")
    wait_for(page, "vote")
    expect(page.locator("#arena-photo img")).to_be_visible()
    expect(page.locator(".sm-asked")).to_contain_text(PROMPT)
    expect(page.locator("#arena-player")).to_be_hidden()  # there is nothing to hear
    overflow = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert overflow <= 0
    page.tap(".sm-report summary")  # its list lies over the votes, and closes again
    page.tap(".sm-report div button >> nth=0", trial=True)
    page.tap(".sm-report summary")
    vote(page, lambda: page.tap(".sm-vote-tie"))
    assert page.evaluate("window.hacked") is None
    page.click("h1 button")
    page.click("#arena-own button >> nth=0")
    expect(page.locator("#arena-prompt textarea")).to_have_value("")
    battles, _ = arena.rows()
    battle = battles[-1]
    assert battle.benchmark == "upload"
    assert (battle.response_a, battle.response_b, battle.latitude_a_deg) == (None, None, None)
    shown = [one for one in arena.proxy.exchanges[seen:] if ".jpg" in one.path and "file=" in one.path]
    assert shown
    assert all(b"Dihua" not in one.body for one in shown)
    kept = [path.read_bytes() for path in arena.app.data.rglob("*") if path.is_file()]
    assert not any(b"Dihua" in content for content in kept)
