"""`judge` counts the battles that were published from anywhere, as the leaderboard does."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.cli import main
from soundmark.store.flush import publish_all
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.schema import Vote
from soundmark.store.withdraw import withdraw
from soundmark.types import ResponderKind
from tests.hub.conftest import REPO, TOKEN
from tests.support.any_rows import any_row
from tests.support.loopback_hub import RunningHub


def battle_with_vote(journal: Journal, number: int) -> None:
    battle = f"battle-{number}"
    journal.append(any_row("battles", battle_id=battle, response_a="Taipei.", response_b="Lisbon."))
    human = ResponderKind.HUMAN
    journal.append(any_row("votes", vote_id=f"v{number}", battle_id=battle, vote=Vote.TIE, responder_kind=human))


def test_battles_of_other_machines_are_judged_and_votes_taken_back_are_not_counted(
    server: RunningHub,
    repo: HubRepo,
    journal: Journal,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for number in range(4):
        battle_with_vote(journal, number)
    withdraw(journal, list(journal.rows("votes"))[:1], deployment_id="test")
    publish_all(journal, repo)
    here = Journal(tmp_path / "here" / "journal.sqlite")
    battle_with_vote(here, 4)
    here.close()
    models = tmp_path / "models.toml"
    models.write_text('[[models]]\nname = "j"\nadapter = "scripted"\n[[models.script]]\nanswers = ["tie"]\n')
    for name, value in (("HF_ENDPOINT", server.endpoint), ("HF_TOKEN", TOKEN), ("MODELS_FILE", str(models))):
        monkeypatch.setenv(name, value)
    command = ["judge", "--model", "j", "--setting", "blind", "--data", str(tmp_path / "here")]
    assert main(command) == 0
    assert "Battles: 1\n" in capsys.readouterr().out, "no dataset is set"
    monkeypatch.setenv("LOG_REPO", REPO)
    assert main([*command, "--new"]) == 0
    assert "Battles: 4\n" in capsys.readouterr().out, "three of the dataset and one of this machine"
    monkeypatch.setenv("LOG_REPO", "alice/nothing")
    assert main([*command, "--new"]) == 2
    assert "alice/nothing" in capsys.readouterr().err
