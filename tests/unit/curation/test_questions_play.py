"""From recordings to a quiz that people play: curated, asked about by a model, packed, loaded, played and ranked."""

from __future__ import annotations

import csv
import dataclasses
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import soundfile

from leaderboard.choice_board import ChoiceBoard
from leaderboard.plain_spec import plain_spec
from soundmark.cli import main
from soundmark.folder_mode import modes_to_show
from soundmark.games.table import GameTable
from soundmark.mode import start_reading
from soundmark.pack_loader import PackKey
from soundmark.quiz.handlers import QuizHandlers
from soundmark.quiz.view import Screen
from soundmark.services import open_services
from soundmark.settings import read_settings
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceTruth
from tests.support.choices import quiz_play
from tests.support.curation import RATE_HZ, lines_of, loaded, street

PLAYER = "5f0c9bd5-2c3a-4c8e-9a37-3c6f2f1f7a10"
OPTIONS = ["Metro doors", "A night market", "A temple fair", "A school bell"]
DRAFT = {"question": "Where is this heard?", "options": OPTIONS, "answer": OPTIONS[1]}
MODELS = f"""
[[models]]
name = "writer"
adapter = "scripted"
[[models.script]]
answers = ['{json.dumps({"questions": [DRAFT]})}']
"""


@pytest.fixture
def quiz_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of questions that a model drafted about the clips of a curated pack."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MODELS_FILE", str(tmp_path / "models.toml"))
    Path("models.toml").write_text(MODELS, encoding="utf-8")
    Path("recordings").mkdir()
    for number, name in enumerate(("dihua street.flac", "raohe.wav")):
        soundfile.write(Path("recordings") / name, street(number, 2.0), RATE_HZ)
    assert main(["curate", "recordings", "--to", "clips", "--workers", "1", "--near-duplicates", "off"]) == 0
    with Path("notes.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["file_name", "description", "source"])
        for clip in lines_of(Path("clips-curation") / "clips.jsonl"):
            writer.writerow([clip["file_name"], "People and stalls.", "Recorded by us"])
    draft = ["questions", "draft", "notes.csv", "--model", "writer", "--per-clip", "1", "--to", "table.csv"]
    assert main([*draft, "--data", "data"]) == 0
    pack = ["questions", "pack", "table.csv", "--clips", "clips", "--to", "Market Quiz", "--licence", "cc-by-4.0"]
    assert main([*pack, "--title", "What does a <b>market</b> sound like?"]) == 0
    return tmp_path / "Market Quiz"


def wordings_of(card: Mapping[str, object]) -> list[dict[str, Any]]:
    return cast("list[dict[str, Any]]", card["wordings"])


def test_from_recordings_to_a_quiz_that_is_played(
    quiz_folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    rows = loaded("audiofolder", "train", tmp_path / "hf", monkeypatch, data_dir=str(quiz_folder))
    assert [row["question"] for row in rows] == [DRAFT["question"]] * 2
    assert {row[f"option_{row['answer'].lower()}"] for row in rows} == {OPTIONS[1]}

    services = open_services(read_settings({"DATA_DIR": "data", "CLIPS_DIR": str(quiz_folder), "MODES": "pack"}))
    modes = modes_to_show(services.settings)
    (mode,) = modes
    assert mode.quiz is not None
    start_reading(modes, services)
    loader = services.packs.of(PackKey[ChoiceTruth]("pack"))
    table = GameTable(mode="pack", book=services.book, load_pack=loader.pack, desk=services.clips, rounds=5)
    play = dataclasses.replace(quiz_play(table), prompt_id=mode.quiz.prompt_id)
    handlers = QuizHandlers(services, mode.quiz, play, (), lambda path: f"/{path.name}")

    ticket = {"player": PLAYER, "games": {}, "query": ""}
    page = handlers.start(ticket)
    right = 0
    for _ in rows:
        assert page.card is not None and page.clip is not None
        before = json.dumps([page.card, page.clip, page.bar])
        assert not [secret for secret in ("dihua", "raohe", "stalls", "Recorded by us", "audio/") if secret in before]
        (asked,) = wordings_of(page.card)
        assert (asked["prompt"], sorted(asked["choices"])) == (DRAFT["question"], sorted(OPTIONS))
        taken = {"position": asked["choices"].index(OPTIONS[1]), "how": "click"}
        told = handlers.answer(ticket, {**page.card, "answer": taken}, None).card
        assert told is not None
        right += told["right"] == taken["position"]
        page = handlers.following(told)
    assert page.screen is Screen.GAME and page.summary is not None
    assert (right, page.summary["right"]) == (2, 2)

    logged = [row for row in services.journal.rows("choice") if isinstance(row, ChoiceRow)]
    facts = Counter((row.benchmark, row.prompt_id, row.setting, row.correct) for row in logged)
    assert facts == {("market-quiz", "pack-people-1", "audio", True): 2}
    board = ChoiceBoard(services, plain_spec(mode.title, mode.quiz)).value(ticket)
    assert "market-quiz" in str(board["caption"])
    (own,) = [row for row in cast("list[dict[str, Any]]", board["rows"]) if row["own"]]
    assert (own["cells"]["answers"], own["cells"]["micro"]["value"]) == (2, 1)
    services.close()
