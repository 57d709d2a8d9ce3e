"""A dataset of a Hub whose columns somebody named becomes a folder on this machine, and is played from there."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks import FindingKind, GeoPack, PackError, read_any_pack
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.fetch import FetchError
from soundmark.benchmarks.mapped import MappedDataset
from soundmark.benchmarks.mapped_folder import FetchedFolder, fetch_folder
from soundmark.benchmarks.mapping import parse_map
from soundmark.cli import main
from soundmark.commands.packs import pack_named
from soundmark.folder_mode import modes_to_show
from soundmark.games.own_dataset import with_fetched_dataset
from soundmark.games.table import GameTable
from soundmark.mode import start_reading
from soundmark.pack_loader import PackKey
from soundmark.quiz.handlers import QuizHandlers
from soundmark.services import open_services
from soundmark.settings import Settings, read_settings
from soundmark.store.journal import Journal
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceTruth, GeoTruth, SoundmarkError
from tests.hub.test_mapped import parquet, text
from tests.support.app_process import AppProcess
from tests.support.choices import quiz_play
from tests.support.loopback.published import publish_dataset
from tests.support.loopback_hub import RunningHub
from tests.support.raw_events import RawClient, values_in

REPO = "alice/Market-Sounds"
COLUMNS = "audio=sound,question=Q,options=answers.text,answer=key,category=kind,language==zh-Hant"
DOORS = ("捷運車門", "夜市", "垃圾車")
PLAYER = "5f0c9bd5-2c3a-4c8e-9a37-3c6f2f1f7a10"
Rows = list[dict[str, Any]]


def wav(number: int, seconds: float = 0.2) -> bytes:
    file = io.BytesIO()
    time_s = np.arange(int(8000 * seconds)) / 8000
    soundfile.write(file, 0.3 * np.sin(2 * np.pi * (300 + 40 * number) * time_s), 8000, format="WAV")
    return file.getvalue()


def choices(n_rows: int = 6) -> Rows:
    """Rows of which the last has an answer that is none."""
    return [
        {
            "sound": {"bytes": wav(number), "path": f"telling-{DOORS[number % 3]}.wav"},
            "Q": f"第 {number} 題",
            "answers": {"text": list(DOORS)},
            "key": "E" if number == n_rows - 1 else "ABC"[number % 3],
            "kind": "market",
        }
        for number in range(n_rows)
    ]


class Stream:
    """Stands for `datasets`, which asks the Hub that it knew when it was imported."""

    split, notice = "train", ""

    def __init__(self, rows: Rows) -> None:
        self._rows, self.columns = rows, tuple(rows[0])

    def rows(self, limit: int) -> Iterator[dict[str, Any]]:
        return islice(iter(self._rows), limit)


@pytest.fixture
def stream(monkeypatch: pytest.MonkeyPatch) -> Rows:
    """The rows that a dataset streams; a test puts them in."""
    rows: Rows = []
    monkeypatch.setattr("soundmark.benchmarks.mapped.open_hub_stream", lambda *_, **__: Stream(rows))
    return rows


def fetched(server: RunningHub, folder: Path, columns: str, *, limit: int = 500, **changes: Any) -> FetchedFolder:
    access = Access(cache_dir=folder, hub_endpoint=server.endpoint, **changes)
    return fetch_folder(MappedDataset(name=REPO, columns=parse_map(columns)), access, limit=limit)


def test_a_dataset_is_played_from_what_the_owner_set(server: RunningHub, tmp_path: Path, stream: Rows) -> None:
    commit = publish_dataset(server.store, REPO, {"README.md": b"x"})
    stream += choices()
    variables = {
        "DATA_DIR": str(tmp_path / "data"), "HF_ENDPOINT": server.endpoint, "CLIPS_DATASET": REPO,
        "CLIPS_MAP": COLUMNS, "MODES": "pack",
    }  # fmt: skip
    settings = with_fetched_dataset(read_settings(variables))
    assert settings.clips_dir is not None
    services = open_services(settings)
    (mode,) = modes = modes_to_show(settings)
    assert (mode.mode_id, mode.title) == ("pack", REPO)
    assert mode.quiz is not None
    start_reading(modes, services)
    loader = services.packs.of(PackKey[ChoiceTruth]("pack"))
    table = GameTable(mode="pack", book=services.book, load_pack=loader.pack, desk=services.clips, rounds=5)
    handlers = QuizHandlers(services, mode.quiz, quiz_play(table), (), lambda path: f"/{path.name}")
    ticket = {"player": PLAYER, "games": {}, "query": ""}
    page = handlers.start(ticket)
    for _ in range(5):
        assert page.card is not None
        assert page.clip is not None
        before = json.dumps([page.card, page.clip, page.bar], ensure_ascii=False)
        assert not [word for word in ("telling", "audio/", "train-", "market.wav") if word in before]
        (asked,) = cast("list[dict[str, Any]]", page.card["wordings"])
        number = int(asked["prompt"].split()[1])
        taken = {"position": asked["choices"].index(DOORS[number % 3]), "how": "click"}
        told = handlers.answer(ticket, {**page.card, "answer": taken}, None).card
        assert told is not None
        assert told["right"] == taken["position"]
        page = handlers.following(told)
    rows = [row for row in services.journal.rows("choice") if isinstance(row, ChoiceRow)]
    assert {(row.benchmark, row.correct) for row in rows} == {("alice-market-sounds", True)}
    assert {row.question_id for row in rows} == {q.question_id for q in loader.pack().questions}
    assert all(row.question_id.startswith("train-") for row in rows)
    services.close()

    # Afterwards it is a folder as any other: without network, for commands, and for whoever looks into it.
    offline = with_fetched_dataset(read_settings(variables | {"HF_HUB_OFFLINE": "1"}))
    assert offline.clips_dir == settings.clips_dir
    assert pack_named(REPO, offline).questions == read_any_pack(settings.clips_dir).questions
    assert commit in (settings.clips_dir / "README.md").read_text("utf-8")
    with pytest.raises(FetchError, match="HF_HUB_OFFLINE"):
        with_fetched_dataset(read_settings(variables | {"HF_HUB_OFFLINE": "1", "CLIPS_LIMIT": "2"}))


def test_places_whose_sounds_are_files_of_the_dataset(server: RunningHub, tmp_path: Path, stream: Rows) -> None:
    publish_dataset(server.store, REPO, {f"clips/{number}.mp3": wav(number) for number in range(3)})
    stream += [
        {"file": f"clips/{number}.mp3", "lat": 10.5 + number, "lon": "121,5", "where": {"city": "臺北"}}
        for number in range(4)
    ]
    found = fetched(server, tmp_path, "audio=file,latitude=lat,longitude=lon,city=where.city")
    assert found.report is not None
    assert [(one.kind, one.subject) for one in found.report.left_out] == [(FindingKind.MISSING, "row 4")]
    pack = cast("GeoPack", read_any_pack(found.path))
    assert [one.truth for one in pack.questions] == [
        GeoTruth(place=one.truth.place, city="臺北") for one in pack.questions
    ]
    assert [one.truth.place.latitude_deg for one in pack.questions] == [10.5, 11.5, 12.5]
    assert {one.truth.place.longitude_deg for one in pack.questions} == {121.5}
    assert [one.clip.path.read_bytes() for one in pack.questions if one.clip.path] == [wav(n) for n in range(3)]
    assert {one.clip.source for one in pack.questions} == {REPO}


def test_columns_that_are_called_as_in_folder_packs_need_no_mapping(
    server: RunningHub, tmp_path: Path, stream: Rows, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    publish_dataset(server.store, REPO, {"README.md": b"x"})
    named = {"sound": "audio", "Q": "Question", "answers": "options", "key": "answer", "kind": "category"}
    for row in choices():
        stream.append({named[key]: value["text"] if key == "answers" else value for key, value in row.items()})
    monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    assert main(["benchmarks", "fetch", REPO, "--data", str(tmp_path / "d")]) == 1
    assert "5 of 6 rows can be played." in capsys.readouterr().out
    (table,) = tmp_path.rglob("metadata.jsonl")
    first = read_any_pack(table.parent).questions[0]
    assert (first.prompt, first.choices, first.tags["category"]) == ("第 0 題", DOORS, "market")
    for row in stream:
        row["recording"] = row.pop("audio")
    assert main(["benchmarks", "check", REPO, "--data", str(tmp_path / "e")]) == 2
    assert "No column is called audio" in capsys.readouterr().err


def test_no_more_is_fetched_than_there_is_room_for_or_was_wanted(
    server: RunningHub, tmp_path: Path, stream: Rows
) -> None:
    publish_dataset(server.store, REPO, {"README.md": b"x"})
    stream += choices(20)
    small = fetched(server, tmp_path / "small", COLUMNS, clip_cache_bytes=3 * len(wav(0)) + 10)
    assert "Raise CLIP_CACHE_GB" in small.notice
    assert len(read_any_pack(small.path).questions) == 3
    few = fetched(server, tmp_path / "few", COLUMNS, limit=4)
    assert "first 4 rows" in few.notice
    assert len(read_any_pack(few.path).questions) == 4
    again = fetched(server, tmp_path / "few", COLUMNS, limit=4)
    assert (again.path, again.report) == (few.path, None)


def test_what_cannot_be_fetched_leaves_nothing_behind(server: RunningHub, tmp_path: Path, stream: Rows) -> None:
    publish_dataset(server.store, REPO, {"README.md": b"x"})
    stream += choices(1)
    with pytest.raises(PackError, match="No question comes of"):
        fetched(server, tmp_path, COLUMNS)
    with pytest.raises(PackError, match="no column nope"):
        fetched(server, tmp_path, COLUMNS.replace("Q,", "nope,"))
    assert not [path for path in tmp_path.rglob("*") if path.name.startswith(".part") or path.suffix == ".jsonl"]


MODEL = """
[[models]]
name = "one"
adapter = "scripted"
[[models.script]]
answers = ["B"]
"""


def test_the_commands_fetch_it_play_it_and_ask_a_model_about_it(
    server: RunningHub, tmp_path: Path, stream: Rows, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    publish_dataset(server.store, REPO, {"README.md": b"x"})
    stream += choices()
    (tmp_path / "models.toml").write_text(MODEL, "utf-8")
    for name, value in (("HF_ENDPOINT", server.endpoint), ("HF_HUB_OFFLINE", "0"), ("DATA_DIR", str(tmp_path / "d")),
                        ("MODELS_FILE", str(tmp_path / "models.toml"))):  # fmt: skip
        monkeypatch.setenv(name, value)
    fetch = ["benchmarks", "fetch", REPO, "--map", COLUMNS]
    assert main(fetch) == 1  # a row is lost
    told = capsys.readouterr().out
    (folder,) = {path.parent for path in tmp_path.rglob("metadata.jsonl")}
    assert f"{REPO} is in {folder}" in told
    assert f"play --clips {folder}" in told
    assert "answer outside options: E" in told
    assert main(fetch) == 0
    assert main(["evaluate", REPO, "--model", "one"]) == 0
    with closing(Journal(tmp_path / "d" / "journal.sqlite")) as journal:
        rows = [row for row in journal.rows("choice") if isinstance(row, ChoiceRow)]
    facts = sorted((row.benchmark, row.choice_index, row.true_index) for row in rows)
    assert facts == [("alice-market-sounds", 1, truth) for truth in (0, 0, 1, 1, 2)]

    started: list[Settings] = []

    def start(settings: Settings) -> int:
        started.append(settings)
        return 0

    monkeypatch.setattr("app.main", start)
    play = ["play", "--dataset", REPO, "--map", COLUMNS]
    assert main(play) == 0
    assert with_fetched_dataset(started[0]).clips_dir == folder
    for wrong, said in (([*play, "--clips", "x"], "Both"), (["play", "--map", COLUMNS], "--dataset OWNER/NAME")):
        assert main(wrong) == 2
        assert said in capsys.readouterr().err
    assert len(started) == 1


@pytest.mark.long
@pytest.mark.ui
def test_the_app_plays_one_through_the_real_datasets(server: RunningHub, tmp_path: Path) -> None:
    listed = {"feature": text(), "_type": "List"}
    features = {"sound": {"_type": "Audio"}, "Q": text(), "answers": {"text": listed}, "key": text(), "kind": text()}
    publish_dataset(server.store, REPO, {"data/train-00000-of-00001.parquet": parquet(choices(), features)})
    app = AppProcess(
        tmp_path / "data",
        variables={
            "HF_ENDPOINT": server.endpoint, "HF_HUB_OFFLINE": "0", "HF_HOME": str(tmp_path / "hf"),
            "CLIPS_DATASET": REPO, "CLIPS_MAP": COLUMNS, "MODES": "pack",
        },
    ).start()  # fmt: skip
    try:
        visitor = RawClient(app.url)
        values = values_in(visitor.call("pack-play", "click", visitor.ticket))
        (card,) = [one for one in values if isinstance(one, dict) and one.get("phase") == "ask"]
        assert card["wordings"][0]["prompt"].startswith("第 ")
        number = int(card["wordings"][0]["prompt"].split()[1])
        taken = {"position": card["wordings"][0]["choices"].index(DOORS[number % 3]), "how": "click"}
        told = values_in(visitor.call("pack-card", "answer", visitor.ticket, {**card, "answer": taken}, None))
        assert [one["right"] for one in told if isinstance(one, dict) and "right" in one] == [taken["position"]]
        assert "answer outside options: E" in app.log
    finally:
        app.stop()


@pytest.mark.parametrize(
    ("variables", "said"),
    [
        ({"CLIPS_DATASET": "nobody"}, "owner/name"),
        ({"CLIPS_DATASET": REPO, "CLIPS_MAP": COLUMNS, "CLIPS_DIR": "x"}, "Both"),
        ({"CLIPS_DATASET": REPO, "CLIPS_MAP": COLUMNS, "CLIPS_LIMIT": "-1"}, "CLIPS_LIMIT"),
        ({"CLIPS_DATASET": REPO, "CLIPS_MAP": "question=Q"}, "which column holds the audio"),
    ],
)
def test_wrong_settings_get_a_sentence(tmp_path: Path, variables: dict[str, str], said: str) -> None:
    with pytest.raises(SoundmarkError, match=said):
        with_fetched_dataset(read_settings(variables | {"DATA_DIR": str(tmp_path)}))


def test_without_a_dataset_the_settings_stay_as_they_are(tmp_path: Path) -> None:
    settings = Settings(data_dir=tmp_path)
    assert with_fetched_dataset(settings) is settings
