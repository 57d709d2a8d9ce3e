"""A Space's folder starts: the card's versions, the requirements, and app.py with a Space's variables."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
import yaml

from soundmark.store.journal import Journal
from soundmark.store.schema import RunRow
from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.raw_events import RawClient
from tests.support.waiting import wait_until

pytestmark = pytest.mark.spaces

BLIND_RUNS = 3 + 3 + 3 + 2
"""Places, two quizzes and directions: whoever comes meets opponents from the first start on."""
SPACE = {"SYSTEM": "spaces", "SPACE_ID": "x/y", "SPACE_HOST": "x-y.hf.space", "SPACE_AUTHOR_NAME": "x"}


def card() -> dict[str, object]:
    """The front matter of the Space's card."""
    text = (ROOT / "spaces" / "all" / "README.md").read_text(encoding="utf-8")
    found: dict[str, object] = yaml.safe_load(text.split("---")[1])
    return found


@pytest.fixture
def space(tmp_path: Path) -> Path:
    """What a Space holds: the tracked files, with the card as its README."""
    folder = tmp_path / "space"
    for name in ("soundmark", "components", "leaderboard", "spaces"):
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("app.py", "requirements.txt"):
        shutil.copy(ROOT / name, folder)
    shutil.copy(ROOT / "spaces" / "all" / "README.md", folder)
    return folder


def test_the_card_names_the_gradio_of_the_requirements() -> None:
    pinned = re.search(r"^gradio==(\S+)$", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    assert pinned
    assert card()["sdk_version"] == pinned[1]
    assert card()["sdk"] == "gradio"
    assert str(card()["python_version"]) in ("3.11", "3.12", "3.13")
    assert (ROOT / str(card()["app_file"])).exists()
    assert len(str(card()["short_description"])) <= 60


def test_the_app_boots_as_a_space_and_a_round_can_be_played(space: Path, tmp_path: Path) -> None:
    app = AppProcess(tmp_path / "data", variables=SPACE | {"BASELINES": "yes"}, root=space).start()
    try:
        with urllib.request.urlopen(app.url, timeout=30) as page:
            assert b"Soundmark" in page.read()
        assert RawClient(app.url).start()
        assert wait_until(lambda: len(runs_of_baselines(app)) >= BLIND_RUNS, 120), app.log
    finally:
        app.stop()


def runs_of_baselines(app: AppProcess) -> list[RunRow]:
    """The runs of baselines that never listen, in the app's log."""
    journal = Journal(app.data / "journal.sqlite")
    runs = [row for row in journal.rows("runs") if isinstance(row, RunRow) and row.setting == "blind"]
    journal.close()
    assert all(row.is_complete and row.ok_count == row.question_count for row in runs)
    return runs


def test_the_spaces_package_is_the_one_from_pypi(space: Path) -> None:
    code = "import gradio, spaces; print(hasattr(spaces, 'GPU'), spaces.__file__)"
    environment = dict(os.environ) | SPACE
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=space, env=environment, capture_output=True, text=True, check=True
    )
    assert result.stdout.startswith("True")
    assert str(space) not in result.stdout


def test_without_a_salt_a_space_logs_no_player_id(space: Path, tmp_path: Path) -> None:
    from tests.browser.test_whole_game import logged_rows

    app = AppProcess(tmp_path / "data", variables=SPACE, root=space).start()
    try:
        visitor = RawClient(app.url)
        round_id = visitor.start()
        pin = {"round": round_id, "phase": "guess", "guess": {"lat": 1, "lon": 2}}
        visitor.call("geo-submit", "click", visitor.ticket, pin, None, "", None)
        row = logged_rows(app)[0]
        assert (row.responder_id, row.salt_id, row.deployment_id) == (None, None, "x/y")
    finally:
        app.stop()
