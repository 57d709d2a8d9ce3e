"""What was published is on the page of an app that starts with an empty disk, and what is not is said."""

from __future__ import annotations

import json
import time
from pathlib import Path

import pytest

from tests.hub.conftest import REPO, TOKEN
from tests.support.app_process import AppProcess
from tests.support.load_published import load_published
from tests.support.loopback_hub import RunningHub
from tests.support.packs import small_pack
from tests.support.raw_events import Json, RawClient, values_in

pytestmark = pytest.mark.ui


def start(server: RunningHub, data: Path, clips: Path) -> AppProcess:
    """The app, publishing to the loopback Hub."""
    variables = {
        "LOG_REPO": REPO,
        "HF_TOKEN": TOKEN,
        "HF_ENDPOINT": server.endpoint,
        "HF_HUB_OFFLINE": "0",
        "HF_HOME": str(data.parent / "hf_home"),
        "PLAYER_SALT": "0123456789abcdef" * 2,
    }
    return AppProcess(data, clips=clips, variables=variables).start()


def board_of(visitor: RawClient) -> Json:
    """The value of the leaderboard's table."""
    values = values_in(visitor.call("leaderboard-refresh", "click", visitor.ticket, "geo"))
    return next(value for value in values if isinstance(value, dict) and "rows" in value)


def test_a_restart_on_an_empty_disk_shows_all_that_was_published(server: RunningHub, tmp_path: Path) -> None:
    clips = small_pack(tmp_path / "tones", [(float(number), float(number)) for number in range(6)])
    first = start(server, tmp_path / "one" / "data", clips)
    player = RawClient(first.url)
    for _ in range(3):
        pin = {"round": player.start(), "phase": "guess", "guess": {"lat": 1, "lon": 2, "how": "map"}}
        assert player.call("geo-submit", "click", player.ticket, pin, None, "", None)["success"]
    first.stop()  # SIGTERM, as a Space gets it
    assert len(load_published(server.endpoint, REPO)["geo"].ids) == 3

    second = start(server, tmp_path / "two" / "data", clips)
    try:
        returned = RawClient(second.url, player=player.player)
        deadline, told = time.monotonic() + 30, ""
        while "You" not in told and time.monotonic() < deadline:
            told = json.dumps(board_of(returned))
            time.sleep(0.5)
        assert "You" in told
        mine = next(row for row in board_of(returned)["rows"] if row["label"] == "You")  # type: ignore[attr-defined]
        assert mine["cells"]["games"] == 3
    finally:
        second.stop()
