"""One page with the spatial widgets for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.support.app_process import AppProcess
from tests.support.browser import DESKTOP
from tests.support.stage_page import Open, open_round, settle, size_of


@pytest.fixture(scope="session")
def stage_app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    folder = tmp_path_factory.mktemp("stage") / "data"
    running = AppProcess(folder, command=("-m", "tests.support.stage_app")).start()
    yield running
    running.stop()


@pytest.fixture(scope="session")
def shared_page(stage_app: AppProcess, browser: Browser) -> Iterator[Page]:
    """An error in its console or its scripts fails the last test."""
    context = browser.new_context(viewport=size_of(DESKTOP), reduced_motion="reduce")
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    page.route("**/me", lambda route: route.fulfill(json={}))  # this page has nobody who logs in
    page.goto(stage_app.url)
    page.wait_for_selector("#ask-three")
    yield page
    context.close()
    assert complaints == []


@pytest.fixture
def ask(shared_page: Page) -> Open:
    """Opens a new round of a case; the sound is at rest at its start."""

    def open_case(case: str) -> Page:
        shared_page.set_viewport_size(size_of(DESKTOP))
        open_round(shared_page, case)
        settle(shared_page)
        return shared_page

    return open_case
