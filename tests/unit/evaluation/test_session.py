"""Ctrl-C ends a run after the requests that are open; a second one at once, and nothing is lost either way."""

from __future__ import annotations

import asyncio
import io
import itertools
import os
import signal
from pathlib import Path

import pytest

from soundmark.evaluation.session import INTERRUPTED, Interrupted, run_session
from soundmark.store.journal import Journal
from tests.support.model_runs import FakeModel, a_plan, logged


def session(model: FakeModel, folder: Path, *, resume: bool = False) -> tuple[str, str]:
    journal, stream = Journal(folder / "journal.sqlite"), io.StringIO()
    try:
        outcome = run_session(lambda: a_plan(model, 20), folder / "runs", journal, resume=resume, stream=stream)
    finally:
        journal.close()
    return outcome.stopped_because, stream.getvalue()


def test_ctrl_c_waits_for_what_is_open_and_says_how_to_go_on(tmp_path: Path) -> None:
    model, calls = FakeModel(), itertools.count()

    async def interrupt() -> None:
        if next(calls) == 6:
            os.kill(os.getpid(), signal.SIGINT)
            await asyncio.sleep(0.01)

    model.before = interrupt
    reason, told = session(model, tmp_path)
    assert reason == INTERRUPTED and "--resume" in reason and "are awaited" in told
    n_answered = len(logged(tmp_path, "choice"))
    assert n_answered == model.asked.total() < 20, "every request that was sent was answered and logged"
    assert session(model, tmp_path, resume=True)[0] == ""
    assert set(model.asked.values()) == {1} and len(logged(tmp_path, "choice")) == 20
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_second_ctrl_c_ends_at_once_and_only_what_was_open_is_asked_again(tmp_path: Path) -> None:
    model, calls = FakeModel(), itertools.count()

    async def interrupt_twice() -> None:
        if next(calls) == 6:
            for _ in range(2):
                os.kill(os.getpid(), signal.SIGINT)
                await asyncio.sleep(0.01)
            await asyncio.sleep(60)

    model.before = interrupt_twice
    with pytest.raises(Interrupted, match="--resume"):
        session(model, tmp_path)
    model.before = None
    assert session(model, tmp_path, resume=True)[0] == ""
    assert sorted(set(model.asked.values())) in ([1], [1, 2])
    assert sum(model.asked.values()) <= 20 + 4 and len(logged(tmp_path, "choice")) == 20
