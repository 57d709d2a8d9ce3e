"""Votes as preference data: what was asked, both answers, who won; nothing private; the command rate reads it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from soundmark.benchmarks import read_pack
from soundmark.cli import main
from soundmark.modes.arena.rows import Ballot
from soundmark.modes.arena.stages import ListenFirstError, Wish
from soundmark.modes.arena.upload import take
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.schema import Vote
from soundmark.types import OwnerKey
from tests.conftest import ROOT
from tests.support.arena import SAID, arena, says
from tests.support.packs import small_pack

PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654)]
FIELDS = {
    "instruction",
    "model_a",
    "model_b",
    "response_a",
    "response_b",
    "winner",
    "benchmark",
    "question_id",
    "media",
}


@pytest.fixture
def voted(tmp_path: Path) -> Path:
    """A data folder with four votes on clips, one of them flagged, and one on a private photo."""
    journal = Journal(tmp_path / "data" / "journal.sqlite")
    pack = read_pack(small_pack(tmp_path / "tones", PLACES))
    here = arena(journal, tmp_path, [pack], {name: says(text) for name, text in SAID.items()})
    photo = here.play.exhibits.shelf.keep(take(ROOT / "tests" / "data" / "cases" / "s07_exif_gps.jpg"))
    for number, vote in enumerate([*Vote, Vote.A]):
        player = Player(OwnerKey(f"p{number}"), f"{number:032x}", "salt")
        stage = here.play.start(player, Wish(upload=photo if number == 4 else "", prompt="日本? \u2028 Where"))
        assert stage.bout is not None and stage.bout.wait(20)
        here.clock.turn(seconds=30)
        ballot = Ballot(vote=vote, listened_s=0.0 if number == 3 else 6.0, reasons=("clarity",))
        for _ in range(2 if number == 3 else 1):
            try:
                here.play.vote(player, stage.record.round_id, ballot)
            except ListenFirstError:
                continue
    here.play.ring.close()
    journal.close()
    return tmp_path / "data"


def test_each_vote_with_its_answers_is_a_line(voted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "votes.jsonl"
    assert main(["arena-export", str(file), "--data", str(voted)]) == 0
    assert "4 of 5 votes" in capsys.readouterr().out
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").split("\n") if line]
    assert [line["winner"] for line in lines] == ["model_a", "model_b", "tie", "tie (bothbad)"]
    for line in lines:
        assert set(line) >= FIELDS
        assert (line["response_a"], line["response_b"]) == (SAID[line["model_a"]], SAID[line["model_b"]])
        assert line["instruction"] == "日本? \u2028 Where"
        assert line["reasons"] == ["clarity"]
    assert [line["failed_checks"] for line in lines] == [[], [], [], ["listened"]]


def test_the_command_rate_reads_the_file(voted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "votes.jsonl"
    main(["arena-export", str(file), "--data", str(voted)])
    capsys.readouterr()
    assert main(["rate", str(file), "--rounds", "0", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)["votes"]
    assert (found["n_rows"], found["n_votes"], found["excluded"]) == (4, 3, {"check_listened failed": 1})
    for only, number in (("media=sound", 3), ("task=open", 3), ("logged_in=false", 3), ("logged_in=true", 0)):
        assert main(["rate", str(file), "--rounds", "0", "--json", "--only", only]) == 0
        rated = json.loads(capsys.readouterr().out)["ratings"]
        assert sum(row["votes"] for row in rated) == 2 * number


def test_what_cannot_be_written_or_read_gets_a_sentence(
    voted: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["arena-export", str(tmp_path / "none" / "votes.jsonl"), "--data", str(voted)]) == 2
    assert "cannot be written" in capsys.readouterr().err
    assert main(["arena-export", str(tmp_path / "votes.jsonl"), "--data", str(tmp_path / "nowhere")]) == 2
    assert "--data" in capsys.readouterr().err
    assert not list(tmp_path.glob("*.part"))
