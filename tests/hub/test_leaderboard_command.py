"""`leaderboard BENCHMARK --from OWNER/NAME`: the tables of a dataset on the Hub, or a sentence on what is wrong."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from soundmark.cli import main
from soundmark.store.flush import flush
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.prepare import prepare
from soundmark.store.withdraw import withdraw
from soundmark.types import ResponderKind, Status
from tests.hub.conftest import REPO, TOKEN
from tests.support.any_rows import any_row
from tests.support.loopback_hub import RunningHub
from tests.support.rows import geo_row


@pytest.fixture(autouse=True)
def _settings(server: RunningHub, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HF_ENDPOINT", server.endpoint)
    monkeypatch.setenv("HF_TOKEN", TOKEN)
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "elsewhere"))  # where there is no journal


def table(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    assert main(["leaderboard", *words, "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_the_tables_of_a_published_log_are_those_of_the_journal_it_came_from(
    repo: HubRepo, journal: Journal, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prepare(journal, repo)
    rows = [
        geo_row(question_id=f"q{number}", responder_id=who, responder_kind=kind, points=points, error_km=km)
        for number in range(12)
        for who, kind, points, km in (
            ("ann", ResponderKind.HUMAN, 5000.0, 0.0),
            ("<b>wren</b>", ResponderKind.MODEL, 0.0, 19_000.0),
        )
    ]
    for row in rows:
        journal.append(row)
    for number in range(4):
        journal.append(any_row(
            "choice", response_id=f"c{number}", benchmark="tau", question_id=f"q{number}", status=Status.OK,
            responder_kind=ResponderKind.HUMAN, choice_index=number % 2, true_index=1, hop_type="Single-hop",
            category="Transit", self_report="lived_in_taiwan:yes",
        ))  # fmt: skip
    flush(journal, repo)
    withdraw(journal, rows[:1], deployment_id="test")
    flush(journal, repo)

    found = table(capsys, "pack", "--from", REPO)
    by_label = {row["label"]: row for row in found["rows"]}
    assert by_label["All people"]["answers"] == 11, "the answer that was taken back is counted"
    assert by_label["All people"]["figures"]["geoscore"]["value"] == pytest.approx(5000)
    assert by_label["<b>wren</b>"]["answers"] == 12
    here = tmp_path / "here"
    here.mkdir()
    journal.close()
    (here / "journal.sqlite").symlink_to(tmp_path / "journal.sqlite")
    assert table(capsys, "pack", "--data", str(here)) == found

    choice = {row["label"]: row for row in table(capsys, "tau", "--from", REPO, "--by-category")["rows"]}
    assert choice["People who have lived in Taiwan"]["figures"]["category_0"]["value"] == 0.5


def test_what_is_not_there_is_said(
    repo: HubRepo, journal: Journal, server: RunningHub, capsys: pytest.CaptureFixture[str]
) -> None:
    def said(*words: str) -> str:
        assert main(["leaderboard", *words]) == 2
        return capsys.readouterr().err

    assert "alice/nothing" in said("pack", "--from", "alice/nothing")
    prepare(journal, repo)
    journal.append(geo_row())
    flush(journal, repo)
    assert "no answer to the benchmark 'other'" in said("other", "--from", REPO)
    assert "tell no categories" in said("pack", "--from", REPO, "--by-category")
    server.controls.set_tokens(revoked=[TOKEN])
    assert "401" in said("pack", "--from", REPO)
