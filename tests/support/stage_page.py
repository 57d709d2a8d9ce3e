"""The page of `tests.support.stage_app` as a person uses it, and waiting for what it shows."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page, ViewportSize

from tests.support.browser import WAIT_MS
from tests.support.stage_scene import Scene

Open = Callable[[str], Page]
"""Opens a new round of a case; its sound is at rest at its start."""
STAGE = "document.querySelector('.sm-stage').soundmarkStage"
SCENE = Scene(folder=Path("nowhere"), duration_s=60)
AT_REST = f"{STAGE}.playback.audio.paused && !{STAGE}.playback.audio.seeking && !{STAGE}.frame"


def size_of(size: dict[str, int]) -> ViewportSize:
    """A size for Playwright."""
    return {"width": size["width"], "height": size["height"]}


def round_on(page: Page) -> str:
    """The round that the stage shows; '' for none."""
    return str(page.evaluate("(document.querySelector('.sm-stage') || { dataset: {} }).dataset.round || ''"))


def open_round(page: Page, case: str) -> None:
    """Ask a case anew, and wait until the new round is on both widgets: what stood there before may look the same."""
    before = round_on(page)
    page.click(f"#ask-{case}")
    page.wait_for_function(
        """([name, before]) => {
            const [stage, card] = ['.sm-stage', '.sm-where'].map((one) => document.querySelector(one));
            return stage && stage.dataset.ready === '1' && card && !card.querySelector('.sm-resting')
              && [stage, card].every(({ dataset: { round = '', phase } }) => round.startsWith(name) && round !== before && phase === 'ask');
        }""",  # noqa: E501
        arg=[f"{case}-", before],
        timeout=2 * WAIT_MS,
    )


def settle(page: Page) -> None:
    """Stop the sound, which plays by itself in a new round, and put it at its start."""
    page.evaluate(f"{STAGE}.playback.audio.pause(); {STAGE}.turnHead(0)")
    page.evaluate(f"{STAGE}.mode === 'stereo' || document.querySelector('.sm-stage-modes input').click()")
    page.mouse.move(2, 2)
    page.evaluate(f"{STAGE}.playback.seek(0)")
    wait_at(page, 0)


def wait_at(page: Page, seconds: float, within_s: float = 0.1) -> None:
    """Wait until the sound rests at a time and the stage has drawn that time."""
    page.wait_for_function(
        f"([t, within]) => {AT_REST} && Math.abs({STAGE}.playback.now - t) <= within "
        f"&& {STAGE}.drawnAt === {STAGE}.playback.now",
        arg=[seconds, within_s],
    )


def answer(page: Page) -> None:
    """Take the first choice and wait for the truth."""
    page.locator(".sm-where .sm-option").first.click()
    page.wait_for_selector(".sm-stage[data-phase=told]", timeout=WAIT_MS)
