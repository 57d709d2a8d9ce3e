"""The whole path by commands: judged reasoning, weights, chosen clips, drafted questions, a quiz that is played."""

from __future__ import annotations

import csv
import dataclasses
import itertools
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
WRITER = f"""
[[models]]
name = "writer"
adapter = "scripted"
[[models.script]]
answers = ['{json.dumps({"questions": [DRAFT]})}']
"""
NEAR = {"Bell": 2.0, "Speech": 1.0, "Rain": 0.0, "Wind": 0.25}
FAR = {"Bell": 0.0, "Speech": 0.0, "Rain": 1.0, "Wind": 0.25}
"""What a category contributes for each unit of its share: to answers near the truth, and to far ones."""
SHARES: Mapping[str, Sequence[float]] = {
    "Bell": (0.0, 0.25, 0.5), "Speech": (0.0, 0.5, 1.0), "Rain": (0.25, 0.75), "Wind": (0.0, 1.0),
}  # fmt: skip
"""Such that each contribution is one of the five levels."""
NEW = {
    "chapel.wav": {"Bell": 0.5, "Speech": 0.25},
    "edge.wav": {"Bell": 0.5},
    "market.wav": {"Speech": 1.0, "Bell": 0.25, "Rain": 0.25, "Wind": 1.0},
    "porch.wav": {"Bell": 0.5, "Speech": 0.5, "Rain": 0.75},
    "field.wav": {"Wind": 1.0, "Rain": 0.5},
}
LOCALIZABILITY = {"chapel.wav": 1.25, "edge.wav": 1.0, "market.wav": 1.25, "porch.wav": 0.75, "field.wav": -0.5}
"""By hand: 2 x bell + 1 x speech - 1 x rain. Wind stays below alpha on both sides."""


def levels_of(shares: Mapping[str, float], slopes: Mapping[str, float], lean: int) -> str:
    """A judge's reply: the categories, the longest heard first, with their levels.

    Args:
        shares: of a clip.
        slopes: of its side.
        lean: by how much this judge is too mild or too strict where it can be; two that lean apart agree on average.
    """
    names = sorted(shares, key=lambda name: (-shares[name], name))
    levels = [round(4 * slopes[name] * shares[name]) for name in names]
    return json.dumps({str(n): level + lean * (0 < level < 4) for n, level in enumerate(levels, start=1)})


def table(path: str, header: str, rows: Iterable[Sequence[object]]) -> str:
    with Path(path).open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([header.split(","), *rows])
    return path


def tag_rows(clips: Mapping[str, Mapping[str, float]]) -> list[tuple[str, str, float]]:
    return [(name, category, share) for name, shares in clips.items() for category, share in shares.items()]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder with weights that were fitted to what judges said, and the pack of recordings chosen by them."""
    with pytest.MonkeyPatch.context() as patch:
        folder = tmp_path_factory.mktemp("path")
        patch.chdir(folder)
        patch.setenv("MODELS_FILE", str(folder / "models.toml"))
        fit_weights()
        choose_clips()
        yield folder


def fit_weights() -> None:
    """Judges rate clips whose contributions are known."""
    every = [dict(zip(SHARES, values, strict=True)) for values in itertools.product(*SHARES.values())]
    clips = {f"clip{n:02}": {name: t for name, t in shares.items() if t} for n, shares in enumerate(every)}
    is_near = {name: n % 3 != 0 for n, name in enumerate(clips)}
    models = [WRITER]
    for judge, lean in (("mild", 1), ("strict", -1), ("exact", 0)):
        models += ["[[models]]", f'name = "{judge}"', 'adapter = "scripted"', "inputs = []"]
        for name, shares in clips.items():
            reply = levels_of(shares, NEAR if is_near[name] else FAR, lean)
            models += ["[[models.script]]", f'when = "I am in {name} "', f"answers = ['{reply}']"]
    Path("models.toml").write_text("\n".join(models), encoding="utf-8")
    tags = table("tags.csv", "file_name,category,share", tag_rows(clips))
    errors = [(name, 999.9 if is_near[name] else 1000.0, f"I am in {name} by what I hear.") for name in clips]
    answers = table("answers.csv", "file_name,error_km,reasoning", errors)

    judges = [word for judge in ("mild", "strict", "exact") for word in ("--judge", judge)]
    tables = ["--tags", tags, "--answers", answers]
    assert main(["localizability", "judge", *tables, *judges, "--to", "judged.jsonl", "--data", "data"]) == 0
    assert main(["localizability", "fit", *tables, "--judged", "judged.jsonl", "--to", "weights.json"]) == 0


def choose_clips() -> None:
    """Other recordings are curated by the weights."""
    Path("recordings").mkdir()
    for seed, name in enumerate(NEW):
        soundfile.write(Path("recordings") / name, street(seed, 1.0), RATE_HZ)
    new_tags = table("new_tags.csv", "file_name,category,share", tag_rows(NEW))
    curate = ["curate", "recordings", "--to", "chosen", "--workers", "1", "--near-duplicates", "off"]
    curate += ["--tags", new_tags, "--weights", "weights.json"]
    assert main(curate) == 0


def test_weights_are_those_of_the_data(place: Path) -> None:
    fitted = {one["category"]: one for one in json.loads(Path("weights.json").read_text("utf-8"))["categories"]}
    for category, one in fitted.items():
        assert one["near"]["value"] == pytest.approx(NEAR[category], abs=1e-12)
        assert one["far"]["value"] == pytest.approx(FAR[category], abs=1e-12)
    sides = {name: one["side"] for name, one in fitted.items()}
    assert sides == {"Bell": "positive", "Speech": "positive", "Rain": "negative", "Wind": "neither"}


def test_what_judges_said_decides_what_is_kept(place: Path) -> None:
    clip_of = {str(one["recording"]): str(one["file_name"]) for one in lines_of(Path("chosen-curation/clips.jsonl"))}
    assert set(clip_of) == {name for name, value in LOCALIZABILITY.items() if value > 1} != set(LOCALIZABILITY)
    with Path("chosen/metadata.csv").open(encoding="utf-8", newline="") as file:
        written = {row["file_name"]: float(row["localizability"]) for row in csv.DictReader(file)}
    assert written == {clip: pytest.approx(LOCALIZABILITY[name], abs=1e-6) for name, clip in clip_of.items()}


@pytest.fixture
def quiz_folder(place: Path) -> Path:
    """A pack of questions that a model drafted about the chosen clips."""
    notes = [
        (one["file_name"], "People and stalls.", "Recorded by us")
        for one in lines_of(Path("chosen-curation/clips.jsonl"))
    ]
    table("notes.csv", "file_name,description,source", notes)
    draft = ["questions", "draft", "notes.csv", "--model", "writer", "--per-clip", "1", "--to", "table.csv"]
    assert main([*draft, "--data", "data"]) == 0
    pack = ["questions", "pack", "table.csv", "--clips", "chosen", "--to", "Market Quiz", "--licence", "cc-by-4.0"]
    assert main([*pack, "--title", "What does a <b>market</b> sound like?"]) == 0
    return place / "Market Quiz"


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
        assert not [
            secret for secret in ("chapel", "market.", "stalls", "Recorded by us", "audio/") if secret in before
        ]
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
