"""One app for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.app_process import AppProcess
from tests.support.packs import small_pack

PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654), (-1.2921, 36.8219), (64.1466, -21.9426)]


@pytest.fixture(scope="session")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    folder = tmp_path_factory.mktemp("ui")
    running = AppProcess(folder / "data", clips=small_pack(folder / "tones", PLACES), variables={"MODES": ""}).start()
    yield running
    running.stop()
