"""Four writers, twenty kills and every fault of a Hub: each acknowledged answer is loaded by `datasets`, once.

One writer's disk is full half of the time; the journal of another one is copied in mid-storm, and the copy is published
beside it. Compactors merge what is a second old, one as if the day and one as if the year were over.

Three troubles of a log are not in here, but by themselves in `test_recovery`. A deleted dataset is made anew by a
person, who has every replica send its rows again (`publish --again`): a storm has nobody to do that. The clocks of
these processes are the machine's, which no test may set over midnight. A squash comes while the compactors read, but
that it falls between a listing and a download cannot be had without stopping the reader there.
"""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import threading
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, timedelta
from functools import partial
from multiprocessing.context import ForkServerContext
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest

from soundmark.store.compaction import compact
from soundmark.store.hub_client import HubRepo
from soundmark.store.hub_errors import HubError
from soundmark.store.journal import Journal
from soundmark.store.publisher import Publisher
from soundmark.store.seal import counts
from tests.hub.conftest import REPO, ids_in_files
from tests.support.hub_writer import FAST, TIMEOUT_S, WriterTask, fork_server, run_writer
from tests.support.load_published import load_published
from tests.support.loopback.faults import FaultRule
from tests.support.loopback.store import Commit
from tests.support.loopback_hub import RunningHub, running_hub
from tests.support.waiting import wait_until

WRITERS = 4
ATTEMPTS = 3
KILLS = 20
TIMES = 2
COMMIT, PREUPLOAD = "POST .*/commit/", "POST .*/preupload/"
HANG_S = TIMEOUT_S + 1
COPIED, FULL_DISK = 2, 3
"""Which of the writers has these troubles."""


def faults() -> list[FaultRule]:
    """Every way in which the Hub fails, `TIMES` each."""
    rules = [FaultRule(COMMIT, "after", status) for status in (500, 502, 504)]
    rules += [FaultRule(COMMIT, "before", status) for status in (500, 412, 503)]
    rules += [FaultRule(COMMIT, kind) for kind in ("drop_before", "drop_after")]
    rules += [FaultRule(COMMIT, kind, delay=HANG_S) for kind in ("hang", "hang_after")]
    rules += [
        FaultRule(COMMIT, "before", 429, headers={"Retry-After": "1"}),
        FaultRule(PREUPLOAD, "before", 429, headers={"RateLimit": '"api";r=0;t=1'}),
        FaultRule(PREUPLOAD, "before", 503),
        FaultRule("PUT /__lfs", "before", 503),
        FaultRule("POST /__cas/v1/xorbs", "before", 503),
        FaultRule("POST /__cas/v1/shards", "before", 500),
        FaultRule("POST /__cas/v1/shards", "hang", delay=HANG_S),
        FaultRule("POST .*paths-info", "before", 500),
        FaultRule("GET .*/tree/", "before", 502),
    ]
    for rule in rules:
        rule.times = TIMES
    return rules


@dataclass
class Writer:
    """A writer process that is started again after each kill, on the same journal."""

    task: WriterTask
    context: ForkServerContext
    process: BaseProcess | None = None

    def start(self) -> None:
        self.process = self.context.Process(target=run_writer, args=(self.task,))
        self.process.start()

    def stop(self, how: signal.Signals) -> None:
        assert self.process is not None
        assert self.process.pid is not None
        assert self.process.exitcode is None, "the writer ended by itself"
        os.kill(self.process.pid, how)
        self.process.join(40)
        assert self.process.exitcode == (-how if how is signal.SIGKILL else 0)

    def says_where_it_is(self) -> str:
        """Has the process write the stacks of its threads to stderr. Returns how it is."""
        assert self.process is not None
        assert self.process.pid is not None
        if self.process.exitcode is None:
            os.kill(self.process.pid, signal.SIGUSR1)
            self.process.join(2)
        return repr(self.process)

    def acknowledged(self) -> list[str]:
        return self.task.output.read_text().splitlines() if self.task.output.exists() else []

    def refused(self) -> list[str]:
        refusals = self.task.refusals
        return refusals.read_text().splitlines() if refusals is not None and refusals.exists() else []


@dataclass
class Copy:
    """A journal that was copied while its writer was dead, and that is published beside it from then on."""

    task: WriterTask
    over: threading.Event
    publishing: threading.Thread = field(default_factory=threading.Thread)

    def start(self, folder: Path) -> None:
        shutil.copytree(folder, self.task.folder, ignore=shutil.ignore_patterns("cache"))
        self.publishing = threading.Thread(target=self._publish)
        self.publishing.start()

    def _publish(self) -> None:
        journal = Journal(self.task.journal_path)
        publisher = Publisher(journal, self.task.hub(), pace=FAST)
        while not self.over.wait(FAST.look_every_s):
            publisher.step()
        journal.close()


def chaos(server: RunningHub, rules: list[FaultRule], tokens: tuple[str, str]) -> None:
    """Let every fault happen, one after the other; in between one token is revoked, another may only read, somebody
    writes a README by hand and squashes the history, and the quota of commits is short. Ends when all have happened."""
    controls = server.controls
    for number, rule in enumerate(rules):
        controls.faults.append(rule)
        if number == 4:
            controls.set_tokens(revoked=tokens[:1], read_only=tokens[1:])
            wait_until(partial(was_answered, server, {401, 403}), 25)
            controls.set_tokens()
        if number in (8, 12):
            meddle(server, squash=number == 12)
        wait_until(partial(has_happened, [rule], TIMES), 1.5)
    wait_until(partial(has_happened, rules, 1), 45)
    controls.set_limit({"commits": 1, "window_s": 4})
    wait_until(partial(was_answered, server, {429}), 20)
    controls.set_limit(None)


def meddle(server: RunningHub, *, squash: bool) -> None:
    """What an owner may do to the dataset while it is written."""
    store, repo = server.store, server.store.repos["dataset", REPO]
    with store.lock:
        if squash:
            store.squash(repo, "main", "alice")
        else:
            tree = repo.find("main").tree | {"README.md": store.regular_entry(b"# By hand\n")}
            store.add_commit(repo, "main", Commit("alice", "By hand", "", tree))


def was_answered(server: RunningHub, statuses: set[int]) -> bool:
    """Whether the Hub has answered with each of these by itself, without a rule."""
    return statuses <= {entry.status for entry in list(server.controls.log) if entry.fault is None}


def has_happened(rules: list[FaultRule], times: int) -> bool:
    return all(rule.times <= TIMES - times for rule in rules)


def compact_until(hub: HubRepo, over: threading.Event, ahead_days: int) -> None:
    """A compactor that does not even spare today's shards; one that is ahead by more than a year merges whole years."""
    while not over.wait(1.0):
        with suppress(HubError):
            compact(hub, today=datetime.now(UTC).date() + timedelta(days=ahead_days), lag_days=0)


def test_l01_every_acknowledged_answer_is_loaded_once(tmp_path: Path) -> None:
    """What was lost or came twice fails at once. A busy machine may keep a fault from meeting anybody: then again."""
    missed: list[str] = []
    for attempt in range(ATTEMPTS):
        folder = tmp_path / f"attempt{attempt}"
        folder.mkdir()
        with running_hub(folder / "hub") as server:
            missed = storm(server, folder, random.Random(attempt))
        if not missed:
            return
    pytest.fail(f"In {ATTEMPTS} storms these never happened: {missed}")


def storm(server: RunningHub, tmp_path: Path, rng: random.Random) -> list[str]:
    """Writers, kills, faults and compactions at once. Returns what should have happened and did not."""
    over = threading.Event()
    context = fork_server()
    writers = [
        Writer(
            WriterTask(
                folder=tmp_path / f"writer{number}",
                output=tmp_path / f"acknowledged{number}",
                endpoint=server.endpoint,
                repo=REPO,
                token=f"hf_alice-{number}",
                over_lfs=number % 2 == 0,
                refusals=tmp_path / "refusals" if number == FULL_DISK else None,
            ),
            context,
        )
        for number in range(WRITERS)
    ]
    rules = faults()
    rng.shuffle(rules)
    trouble = threading.Thread(target=chaos, args=(server, rules, (writers[0].task.token, writers[1].task.token)))
    compactors = [
        threading.Thread(target=compact_until, args=(writer.task.hub(), over, ahead_days))
        for writer, ahead_days in zip(writers[2:], (0, 400), strict=True)
    ]
    for writer in writers:
        writer.start()
    for thread in (trouble, *compactors):
        thread.start()
    copy = Copy(replace(writers[COPIED].task, folder=tmp_path / "copy"), over)
    kill_often(writers, rng, copy)
    trouble.join()
    wait_until(lambda: merged_files(server) > 0, 20)
    over.set()
    for thread in (*compactors, copy.publishing):
        thread.join()
    for writer in writers:
        writer.stop(signal.SIGTERM)
    server.controls.set_faults([])
    copied = set(drain(copy.task))
    stored = [row_id for writer in writers for row_id in drain(writer.task)]
    merges = merged_files(server)
    twice = {row_id for row_id, times in Counter(ids_in_files(server)).items() if times > 1}
    assert twice <= copied, "only what two journals hold may be there twice, until it is merged"
    compact(writers[2].task.hub(20), today=date(2100, 1, 3))

    loaded = load_published(server.endpoint, REPO)["geo"].ids
    acknowledged = [row_id for writer in writers for row_id in writer.acknowledged()]
    refused = writers[FULL_DISK].refused()
    commits = sum(entry.status == 200 and "/commit/" in entry.path for entry in server.controls.log)
    print(
        f"{WRITERS} writers, {KILLS} kills: {len(acknowledged)} acknowledged, {len(stored)} stored, {len(loaded)} "
        f"loaded, {len(loaded) - len(set(loaded))} twice, {len(set(acknowledged) - set(loaded))} lost; {len(refused)} "
        f"refused by a full disk; {len(copied)} in a copied journal, {len(twice)} of them twice until merged; "
        f"{commits} commits, {merges} merges; faults: {dict(fired(server))}"
    )
    assert len(acknowledged) > 50 * KILLS, "too few answers for the kills to meet any"
    assert len(loaded) == len(set(loaded))
    assert set(loaded) == set(stored) >= set(acknowledged) | copied
    assert not set(loaded) & set(refused)
    missed = [str(rule) for rule in rules if not any_fired(server, rule)]
    missed += [] if merges else ["a compaction in between"]
    missed += [] if refused else ["a full disk"]
    return missed + ([] if was_answered(server, {401, 403, 429}) else ["refusals by the Hub itself"])


def kill_often(writers: list[Writer], rng: random.Random, copy: Copy) -> None:
    """Kill one writer after the other, each some time after it has answered, and start it again at once. One is copied
    in between."""
    for number in range(KILLS):
        writer, before = writers[number % WRITERS], len(writers[number % WRITERS].acknowledged())
        time.sleep(rng.uniform(0.2, 1.4))
        deadline = time.monotonic() + 30
        while len(writer.acknowledged()) == before:
            if time.monotonic() > deadline:
                pytest.fail(f"a writer acknowledged nothing in 30 s: {writer.says_where_it_is()}")
            time.sleep(0.02)
        writer.stop(signal.SIGKILL)
        if number == COPIED + WRITERS:
            copy.start(writer.task.folder)
        writer.start()


def drain(task: WriterTask) -> list[str]:
    """Publish what the kills left behind. Returns the ids in the journal."""
    journal = Journal(task.journal_path)
    publisher, deadline = Publisher(journal, task.hub(20), pace=FAST), time.monotonic() + 30
    while counts(journal).pending_rows:
        assert time.monotonic() < deadline, publisher.state()
        publisher.step()
        time.sleep(0.02)
    stored = [row.response_id for row in journal.rows("geo")]
    journal.close()
    return stored


def merged_files(server: RunningHub) -> int:
    return sum(path.startswith("manifests/") for path in server.store.repos["dataset", REPO].find("main").tree)


def fired(server: RunningHub) -> Counter[str]:
    return Counter(f"{entry.fault} {entry.status or ''}".strip() for entry in server.controls.log if entry.fault)


def any_fired(server: RunningHub, rule: FaultRule) -> bool:
    status = rule.status if rule.when in ("before", "after") else None
    return any(
        entry.fault == rule.when
        and re.search(rule.match, f"{entry.method} {entry.path}")
        and (status is None or entry.status == status)
        for entry in server.controls.log
    )
