"""One app and one browser for the tests of this folder."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.support.app_process import AppProcess
from tests.support.browser import CHROMIUM, DESKTOP, FLAGS, WAIT_MS
from tests.support.packs import real_or_demo_clips

OpenPage = Callable[..., Page]
OF_GRADIO = re.compile(r"reading 'getBoundingClientRect'\)\s+at \w+ \(http://[^)]*/assets/Index-")
"""Gradio's list of choices measures itself 10 ms after it was scrolled, also when Tab has closed it meanwhile."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    if not CHROMIUM.exists():
        pytest.skip("Debian's chromium is not installed (apt-get install chromium)")
    expect.set_options(timeout=WAIT_MS)
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=str(CHROMIUM), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app on the real recordings, or on the demo pack where these are absent."""
    running = AppProcess(tmp_path_factory.mktemp("app") / "data", clips=real_or_demo_clips()).start()
    yield running
    running.stop()


@pytest.fixture
def new_context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    """Makes browsers of different people; page errors fail the test."""
    contexts: list[BrowserContext] = []
    errors: list[str] = []

    def make(**options: object) -> BrowserContext:
        context = browser.new_context(**{"viewport": DESKTOP, "reduced_motion": "reduce"} | options)  # type: ignore[arg-type]
        context.on("weberror", lambda error: errors.append(f"{error.error}\n{error.error.stack}"))
        contexts.append(context)
        return context

    yield make
    for context in contexts:
        context.close()
    assert [error for error in errors if not OF_GRADIO.search(error)] == []


@pytest.fixture
def page(new_context: Callable[..., BrowserContext]) -> Page:
    return new_context().new_page()


@pytest.fixture
def own_app(tmp_path: Path) -> Iterator[Callable[..., AppProcess]]:
    """Starts apps of the test's own."""
    started: list[AppProcess] = []

    def start(clips: Path | None = None, **variables: str) -> AppProcess:
        running = AppProcess(tmp_path / f"app{len(started)}" / "data", clips=clips, variables=variables)
        started.append(running)
        return running.start()

    yield start
    for running in started:
        running.stop()
