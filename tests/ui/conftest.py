"""One app for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.app_process import AppProcess
from tests.support.packs import small_pack
from tests.support.raw_events import RawClient

PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654), (-1.2921, 36.8219), (64.1466, -21.9426)]
TOKEN = "hf_" + "TokenThatNobodyMaySee"  # no real one, and written so that no scanner takes it for one


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    """The app with all modes, a secret to keep, and a watch on what it opens and whom it talks to."""
    folder = tmp_path_factory.mktemp("ui")
    (folder / "canary.txt").write_text("The canary sings.", encoding="utf-8")
    running = AppProcess(
        folder / "data",
        clips=small_pack(folder / "tones", PLACES),
        variables={"MODES": "", "HF_TOKEN": TOKEN, "WATCH_LOG": str(folder / "watch.log")},
        command=("-m", "tests.support.watched_app"),
    ).start()
    yield running
    running.stop()


@pytest.fixture
def visitor(app: AppProcess) -> RawClient:
    """Somebody new on the page."""
    return RawClient(app.url)
