"""The mode that docs/a_mode_of_your_own.md makes, made of that page's own blocks: one folder, and nothing else."""

from __future__ import annotations

import csv
import json
import shutil
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from soundmark.store.journal import Journal
from soundmark.store.schema import ChoiceRow
from tests.conftest import ROOT
from tests.support.app_process import AppProcess
from tests.support.doc_blocks import blocks_of
from tests.support.packs import tone
from tests.support.raw_events import Json, RawClient, round_in, values_in

pytestmark = pytest.mark.ui

FOLDER = Path("soundmark/modes/household")
SOUNDS = FOLDER / "household-sounds"


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the code with the page's files in it, and a sound for each row of its table."""
    root = tmp_path_factory.mktemp("house")
    for name in ("soundmark", "components", "leaderboard"):
        shutil.copytree(ROOT / name, root / name)
    for name in ("app.py", "requirements.txt", "LICENSE", "models.example.toml"):
        shutil.copy(ROOT / name, root)
    before = {path.relative_to(root) for path in root.rglob("*")}
    for block in blocks_of(ROOT / "docs" / "a_mode_of_your_own.md"):
        if block.file:
            (root / block.file).parent.mkdir(parents=True, exist_ok=True)
            (root / block.file).write_text(block.text, encoding="utf-8")
    with (root / SOUNDS / "metadata.csv").open(encoding="utf-8", newline="") as table:
        for number, row in enumerate(csv.DictReader(table), start=1):
            tone(root / SOUNDS / row["file_name"], hertz=150.0 * number)
    new = {path.relative_to(root) for path in root.rglob("*")} - before
    assert all(path == FOLDER or path.is_relative_to(FOLDER) for path in new), "one folder, and nothing else"
    return root


@pytest.fixture(scope="module")
def app(house: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[AppProcess]:
    data = tmp_path_factory.mktemp("own") / "data"
    running = AppProcess(data, root=house, variables={"MODES": "household"}).start()
    yield running
    running.stop()


def board_of(visitor: RawClient) -> Json:
    """The leaderboard as the page shows it when its tab is opened."""
    shown = visitor.call("leaderboard-refresh", "click", visitor.ticket, "household")
    (table,) = [value for value in values_in(shown) if isinstance(value, dict) and "caption" in value]
    return table


def test_it_is_played_logged_and_ranked(app: AppProcess) -> None:
    visitor = RawClient(app.url)
    shown = visitor.call("household-play", "click", visitor.ticket)
    (asked,) = [value for value in values_in(shown) if isinstance(value, dict) and "wordings" in value]
    assert asked["wordings"][0]["prompt"] == "What is this?"
    assert "household-sounds" not in json.dumps(shown)
    card = {"round": round_in(shown), "phase": "ask", "answer": {"position": 0, "how": "click"}}
    told = visitor.call("household-card", "answer", visitor.ticket, card, None)
    assert told["success"], told

    journal = Journal(app.data / "journal.sqlite")
    (row,) = journal.rows("choice")
    journal.close()
    assert isinstance(row, ChoiceRow)
    assert (row.benchmark, row.prompt_id, row.status) == ("household-sounds", "household-people-1", "ok")
    assert row.correct is (row.choice_index == row.true_index)
    assert '"players": "1"' in json.dumps(board_of(visitor)["caption"])


def test_its_texts_reach_the_page(app: AppProcess) -> None:
    config = RawClient(app.url).config()
    folder = str(config["head"]).split('name="soundmark-texts" content="')[1].split('"')[0]
    with urllib.request.urlopen(app.url + folder + "en.json", timeout=30) as answer:
        assert json.load(answer)["household_title"] == "Which machine of the house is that?"
    assert "board_household" in json.dumps(config)


@pytest.mark.long
def test_it_is_checked_and_becomes_a_space(house: Path, tmp_path: Path) -> None:
    def command(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "soundmark", *words], cwd=house, capture_output=True, text=True, check=True
        )

    assert "4 of 4" in command("check", "--clips", str(SOUNDS)).stdout
    command("deploy", "household", "--to", str(tmp_path / "household-space"))
    written = {path.relative_to(tmp_path / "household-space") for path in (tmp_path / "household-space").rglob("*")}
    assert {SOUNDS / "kettle.flac", SOUNDS / "metadata.csv", FOLDER / "texts" / "en.json"} <= written
