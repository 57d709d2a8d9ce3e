"""What the owner sees is what is there, and each button does what it says, once, whatever else is sent."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from unittest.mock import Mock

import pytest

from soundmark.modes.arena.asking import LiveModel
from soundmark.modes.arena.battle import Runs, Subject
from soundmark.modes.arena.contenders import Contenders
from soundmark.modes.arena.exhibits import REPORT_NOTE
from soundmark.modes.arena.refusals import UploadError
from soundmark.modes.arena.ring import Ring
from soundmark.modes.arena.shelf import Shelf
from soundmark.modes.arena.standings import Standings
from soundmark.modes.arena.upload import Exhibit, ExhibitKind
from soundmark.ownership.board import OwnerBoard
from soundmark.ownership.last_errors import LastErrors
from soundmark.services import Services, open_services
from soundmark.settings import read_settings
from soundmark.store.switches import off_switches, switch, switched_off
from soundmark.types import SoundmarkError
from tests.support.rows import geo_row

MODELS = """
[[models]]
name = "scripted-a"
adapter = "scripted"
inputs = ["audio"]
[[models.script]]
answers = ["A"]
[[models]]
name = "without-key"
adapter = "openai"
endpoint = "https://models.example/v1"
key_variable = "MY_KEY"
model = "m"
inputs = ["audio"]
"""


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    models = tmp_path / "models.toml"
    models.write_text(MODELS)
    opened = open_services(read_settings({"DATA_DIR": str(tmp_path / "data"), "MODELS_FILE": str(models)}))
    yield opened
    opened.close()


@pytest.fixture
def board(services: Services) -> OwnerBoard:
    return OwnerBoard(services=services, errors=LastErrors(), shelf=Shelf(services.settings.data_dir / "arena_uploads"))


def hidden(board: OwnerBoard, data: bytes = b"photo") -> str:
    exhibit = Exhibit(kind=ExhibitKind.PHOTO, data=data, duration_s=None, waveform=())
    name = board.shelf.keep(exhibit)
    board.shelf.hide(name)
    return name


def listed(value: Mapping[str, object], part: str) -> list[dict[str, object]]:
    found = value[part]
    assert isinstance(found, list)
    return found


def fact(value: Mapping[str, object], key: str, part: str = "log") -> dict[str, object]:
    (found,) = [one for one in listed(value, part) if one["key"] == key]
    return found


def test_the_log_is_told_as_it_stands(board: OwnerBoard) -> None:
    for _ in range(3):
        board.services.journal.append(geo_row())
    value = board.value()
    assert fact(value, "owner_log_pending")["text"] == "3"
    assert fact(value, "owner_log_published")["text"] == "0"
    assert fact(value, "owner_log_token")["say"] == "owner_not_set"
    assert fact(value, "owner_log_state")["say"] == "log_local"
    json.dumps(value)


def test_no_secret_is_in_what_the_page_gets(tmp_path: Path) -> None:
    secrets = {"HF_TOKEN": "hf_secret-token", "PLAYER_SALT": "s" * 40, "OWNER_KEY": "o" * 40}
    opened = open_services(read_settings({"DATA_DIR": str(tmp_path)} | secrets))
    try:
        told = json.dumps(OwnerBoard(services=opened, errors=LastErrors(), shelf=Shelf(tmp_path / "u")).value())
    finally:
        opened.close()
    assert not [secret for secret in secrets.values() if secret in told]
    assert '"owner_set"' in told


def test_without_an_arena_nothing_is_said_of_it(tmp_path: Path) -> None:
    opened = open_services(read_settings({"DATA_DIR": str(tmp_path), "MODES": "geo,tau"}))
    try:
        value = OwnerBoard(services=opened, errors=LastErrors(), shelf=Shelf(tmp_path / "u")).value()
    finally:
        opened.close()
    assert not {"models", "reports", "uploads"} & set(value)
    assert [one["key"] for one in listed(value, "limits")] == ["owner_limit_cache", "owner_limit_flush"]


def test_a_model_is_switched_off_and_on_again(board: OwnerBoard) -> None:
    is_off = off_switches(board.services.journal)
    states = [(one["name"], one["is_on"], bool(one["why"])) for one in listed(board.value(), "models")]
    assert states == [("scripted-a", True, False), ("without-key", False, True)]
    value = board.act({"what": "off", "id": "scripted-a"})
    assert (listed(value, "models")[0]["is_on"], value["said"]) == (False, {"key": "owner_said_off"})
    assert is_off("scripted-a")
    board.act({"what": "on", "id": "scripted-a"})
    assert not is_off("scripted-a")
    assert switched_off(board.services.journal) == frozenset()


def test_a_model_that_is_off_is_not_drawn(board: OwnerBoard) -> None:
    names = ("a", "b", "c")
    models = {name: LiveModel(name=name, hears=True, sees=False, open=Mock(), request_for=Mock()) for name in names}
    ring = Ring(
        contenders=Contenders(models=models),
        standings=Standings(lambda: []),
        is_off=off_switches(board.services.journal),
    )
    switch(board.services.journal, "c", on=False)
    drawn = [ring.draw(ExhibitKind.SOUND) for _ in range(20)]
    assert {frozenset(one.pair) for one in drawn if one is not None} == {frozenset({"a", "b"})}
    switch(board.services.journal, "b", on=False)
    assert ring.draw(ExhibitKind.SOUND) is None


def test_a_report_is_shown_until_it_is_done_with(board: OwnerBoard) -> None:
    at = datetime(2026, 11, 30, 4, 0, tzinfo=UTC)
    note = json.dumps({"why": "personal", "benchmark": "upload", "question_id": "q1", "at": at.isoformat()})
    board.services.journal.set_note(f"{REPORT_NOTE}battle-1", note)
    board.services.journal.set_note(f"{REPORT_NOTE}battle-2", "no JSON")
    board.services.journal.set_note("arena_reporting", "another note")
    first, second = listed(board.value(), "reports")
    told = {"why": "personal", "say": "arena_report_personal", "about": "upload q1", "upload": "q1"}
    assert first == {"id": "battle-1", "at": at.isoformat()} | told
    assert (second["why"], second["say"]) == ("?", "")
    board.act({"what": "done", "id": "battle-1"})
    assert [one["id"] for one in listed(board.value(), "reports")] == ["battle-2"]
    with pytest.raises(SoundmarkError, match="not here any more"):
        board.act({"what": "done", "id": "battle-1"})
    assert board.services.journal.note("arena_reporting") == "another note"


def test_the_report_that_a_battle_keeps_is_the_one_that_is_read(board: OwnerBoard) -> None:
    from soundmark.modes.arena.exhibits import Exhibits

    subject = Subject(
        kind=ExhibitKind.SOUND, benchmark="agl1k", revision="1", question_id="q7", prompt="p", prompt_id=None,
        runs=Runs.LOG, task="geo", language=None,
    )  # fmt: skip
    exhibits = Exhibits(
        packs=list, answers=lambda *_: [], desk=board.services.clips, shelf=board.shelf, journal=board.services.journal
    )
    exhibits.note_report(subject, "wrong", "battle-9", datetime(2026, 1, 2, tzinfo=UTC))
    (report,) = listed(board.value(), "reports")
    assert (report["id"], report["why"], report["about"], report["upload"]) == ("battle-9", "wrong", "agl1k q7", "")


def test_a_hidden_upload_is_looked_at_given_back_or_deleted(board: OwnerBoard) -> None:
    kept, gone = hidden(board, b"one"), hidden(board, b"two")
    assert {one["name"] for one in listed(board.value(), "uploads")} == {kept, gone}
    assert board.act({"what": "look", "id": kept})["look"] == {"name": kept, "url": "data:image/jpeg;base64,b25l"}
    with pytest.raises(UploadError):
        board.shelf.exhibit(kept)  # looking shows it to nobody else
    board.act({"what": "restore", "id": kept})
    assert board.shelf.exhibit(kept).data == b"one"
    board.act({"what": "delete", "id": gone})
    assert [path.name for path in board.shelf.folder.rglob("*") if gone in path.name] == []
    with pytest.raises(SoundmarkError, match="not here any more"):
        board.act({"what": "delete", "id": gone})


@pytest.mark.parametrize(
    "pressed",
    [
        None, 3, "off", [], {}, {"what": "off"}, {"what": "off", "id": 3}, {"what": "rm", "id": "x"},
        {"what": ["off"], "id": "scripted-a"}, {"what": "off", "id": "nobody"}, {"what": "off", "id": "x" * 5000},
        {"what": "look", "id": "../player_salt"}, {"what": "delete", "id": "../../journal.sqlite"},
        {"what": "delete", "id": "0" * 32 + ".jpg/../../../journal.sqlite"}, {"what": "done", "id": ""},
        {"what": "restore", "id": "0" * 32 + ".mp3"},
    ],
)  # fmt: skip
def test_what_no_button_sends_does_nothing(board: OwnerBoard, pressed: object) -> None:
    before = sorted(str(path) for path in board.services.settings.data_dir.rglob("*"))
    with pytest.raises(SoundmarkError):
        board.act(pressed)
    assert sorted(str(path) for path in board.services.settings.data_dir.rglob("*")) == before
    assert switched_off(board.services.journal) == frozenset()
