"""Where the package `mcp` is not installed, the app starts, says so in one line, and programs play over the API."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.app_process import AppProcess
from tests.support.packs import small_pack
from tests.ui.test_hostile_events import tracebacks
from tests.ui.test_hostile_requests import asked

pytestmark = [pytest.mark.ui, pytest.mark.long]


def test_the_app_starts_says_so_in_one_line_and_the_api_is_there(tmp_path: Path) -> None:
    app = AppProcess(
        tmp_path / "data",
        clips=small_pack(tmp_path / "tones", [(48.8566, 2.3522), (-33.8688, 151.2093)]),
        variables={"WITHOUT": "mcp"},
        command=("-m", "tests.support.without_packages"),
    ).start()
    try:
        (line,) = [line for line in app.log.splitlines() if "mcp" in line.lower()]
        assert "install gradio[mcp]" in line
        assert tracebacks(app.log) == []
        assert asked(app, "POST", "/gradio_api/mcp/", b"{}")[0] in (404, 405)
        assert asked(app, "GET", "/gradio_api/mcp/schema")[0] == 404
        body = json.dumps({"data": ["geo", "ear:alone", 1, False, "", 0]}).encode()
        status, text = asked(app, "POST", "/gradio_api/run/start_game", body)
        assert (status, json.loads(text)["data"][0]["state"]) == (200, "started")
    finally:
        app.stop()
