"""The commands, and the services of the app, against the loopback Hub, each in a process of its own."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

from soundmark.settings import Settings
from soundmark.store.compaction import LAG_DAYS
from soundmark.store.flush import flush
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.prepare import prepare
from soundmark.store.published import AllRows, PublishedLog
from soundmark.store.withdraw import withdraw
from tests.conftest import ROOT
from tests.hub.conftest import REPO, TOKEN
from tests.support.load_published import load_published
from tests.support.loopback_hub import RunningHub
from tests.support.rows import geo_row
from tests.support.waiting import wait_until

APP = """
import sys, time
from soundmark.services import open_services
from soundmark.settings import read_settings
from tests.support.rows import geo_row
services = open_services(read_settings())
while services.publisher is not None and services.publisher.state().published_rows == 0:
    services.journal.append(geo_row()) if services.publisher.state().pending_rows == 0 else time.sleep(0.05)
for number in range(5):
    services.journal.append(geo_row())
print(services.log_sentence(), flush=True)
time.sleep(60)
"""


def environment(server: RunningHub, data: Path, **changes: str) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HF_", "LOG_"))}
    hub = {"HF_ENDPOINT": server.endpoint, "HF_TOKEN": TOKEN, "LOG_REPO": REPO, "HF_HOME": str(data / "home")}
    return {**kept, **hub, "DATA_DIR": str(data), **changes}


def command(server: RunningHub, data: Path, *words: str, **changes: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "soundmark", *words],
        cwd=ROOT, env=environment(server, data, **changes), capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    return done.returncode, done.stdout + done.stderr


def test_publish_status_compact_and_verify(server: RunningHub, tmp_path: Path) -> None:
    data = tmp_path / "data"
    journal = Journal(data / "journal.sqlite")
    for _ in range(3):
        journal.append(geo_row())
    journal.close()
    assert "Pending: 3 rows" in command(server, data, "log", "status")[1]
    assert command(server, data, "publish") == (0, f"geo: 3 rows published to {REPO}\n")
    assert command(server, data, "publish") == (0, "Nothing waits.\n")
    code, text = command(server, data, "log", "status")
    assert (code, "Pending: 0 rows" in text, "Published: 3 rows" in text) == (0, True, True)
    assert TOKEN not in text
    assert command(server, data, "compact") == (0, "No period that is over has files to merge.\n")
    code, text = command(server, data, "log", "verify", REPO)
    assert code == 0, text
    commits = len(server.store.repos["dataset", REPO].commits)
    assert command(server, data, "publish", "--again")[0] == 0
    assert len(server.store.repos["dataset", REPO].commits) == commits, "what is there was committed again"


def test_compact_says_what_it_did(server: RunningHub, repo: HubRepo, journal: Journal, tmp_path: Path) -> None:
    prepare(journal, repo)
    past = datetime.now(UTC) - timedelta(days=LAG_DAYS + 1)
    for _ in range(2):
        journal.append(geo_row())
        flush(journal, repo, now=past)
    code, text = command(server, tmp_path / "data", "compact")
    period, _, said = text.partition(" ")
    assert f"{past:%Y-%m-%d}".startswith(period), "the day, or what is over around it"
    assert (code, said) == (0, "geo: 2 files became one of 2 rows\n")


def test_what_is_missing_or_refused_is_said(server: RunningHub, tmp_path: Path) -> None:
    data = tmp_path / "data"
    for missing in ({"LOG_REPO": ""}, {"HF_TOKEN": ""}):
        code, text = command(server, data, "publish", **missing)
        assert code == 2
        assert "LOG_REPO" in text
        assert "HF_TOKEN" in text
    server.controls.set_tokens(revoked=[TOKEN])
    code, text = command(server, data, "publish")
    assert (code, "401" in text, "Traceback" in text) == (2, True, False)
    server.controls.set_tokens()
    code, text = command(server, data, "compact")
    assert (code, "no dataset" in text, "Traceback" in text) == (2, True, False)


def test_on_sigterm_the_last_answers_leave(server: RunningHub, tmp_path: Path) -> None:
    data = tmp_path / "data"
    process = subprocess.Popen(
        [sys.executable, "-c", APP], cwd=ROOT, env=environment(server, data), stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert f"published to {REPO}" in process.stdout.readline()
    process.send_signal(signal.SIGTERM)
    assert process.wait(40) == -signal.SIGTERM
    process.stdout.close()
    journal = Journal(data / "journal.sqlite")
    stored = [row.response_id for row in journal.rows("geo")]
    journal.close()
    assert len(stored) >= 6
    assert sorted(load_published(server.endpoint, REPO, tables=["geo"])["geo"].ids) == sorted(stored)


def test_a_restart_on_an_empty_disk_shows_all_that_was_published(
    server: RunningHub, repo: HubRepo, journal: Journal, tmp_path: Path
) -> None:
    from soundmark.secret import Secret
    from soundmark.services import open_services

    prepare(journal, repo)
    rows = [geo_row(question_id=f"q{number % 2}") for number in range(6)]
    for row in rows:
        journal.append(row)
    flush(journal, repo)
    withdraw(journal, rows[:1], deployment_id="test")
    flush(journal, repo)

    for token in ("", TOKEN):  # without a token it only reads
        settings = Settings(
            data_dir=tmp_path / f"fresh-{token}", log_repo=REPO, hub_token=Secret(token), hub_endpoint=server.endpoint
        )
        services = open_services(settings)
        answers = services.answers
        assert wait_until(lambda answers=answers: len(list(answers.rows("geo"))) == 5, 20)  # type: ignore[misc]
        own = geo_row(question_id="q1")
        services.journal.append(own)
        assert list(answers.rows("geo")) == [*rows[1:], own]
        assert list(answers.rows("geo", benchmark="pack", question_id="q1", last=2)) == [rows[5], own]
        assert list(answers.rows("geo", question_id="q0", last=1)) == [rows[4]]
        services.close()


def test_rows_that_are_here_and_published_are_there_once(repo: HubRepo, journal: Journal) -> None:
    prepare(journal, repo)
    rows = [geo_row() for _ in range(4)]
    for row in rows[:3]:
        journal.append(row)
    flush(journal, repo)
    published = PublishedLog(repo)
    answers = AllRows(journal, published)
    before = answers.version()
    answers.refresh()
    between = answers.version()
    journal.append(rows[3])
    assert len({before, between, answers.version()}) == 3
    assert list(answers.rows("geo")) == rows
    for last in range(6):
        assert list(answers.rows("geo", last=last)) == rows[max(0, 4 - last) :] if last else True
    withdraw(journal, rows[1:2], deployment_id="test")
    assert list(answers.rows("geo")) == [rows[0], *rows[2:]]
