"""A run over many files goes on whatever single files do to the processes that read them."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import textwrap
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

from soundmark.curation.batch.local import run_local
from soundmark.curation.pool import PoolError
from soundmark.types import SoundmarkError
from tests.conftest import ROOT
from tests.support.waiting import wait_until
from tests.unit.curation.batch.tasks import DIGEST, Scripted, files


def test_files_that_end_their_process_are_named_and_no_other_is_lost(tmp_path: Path) -> None:
    names = [f"good{number}" for number in range(12)]
    listed = files(*names[:5], "crash1", *names[5:9], "crash2", *names[9:])
    records = list(run_local(Scripted(tmp_path), DIGEST, listed, n_workers=2))
    faults = {record.file.name: record.fault for record in records}
    assert sorted(faults) == sorted(file.name for file in listed)
    assert len(records) == len(listed)
    crashed = {name for name, fault in faults.items() if fault is not None and fault.reason == "crashed"}
    assert crashed == {"crash1", "crash2"}
    fault = faults["crash1"]
    assert fault is not None
    assert "crash1 ended the process" in fault.message


def test_what_concerns_all_files_ends_the_run_with_its_sentence(tmp_path: Path) -> None:
    with pytest.raises(SoundmarkError, match="has no weights"):
        list(run_local(Scripted(tmp_path), DIGEST, files("good", "refused"), n_workers=1))


def test_a_machine_that_starts_no_process_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")

    monkeypatch.setattr(ProcessPoolExecutor, "submit", refuse)
    with pytest.raises(PoolError, match="No other process can be started"):
        list(run_local(Scripted(tmp_path), DIGEST, files("good"), n_workers=1))


PARENT = """
from pathlib import Path
from soundmark.curation.batch.local import run_local
from tests.unit.curation.batch.tasks import DIGEST, Scripted, files
if __name__ == "__main__":
    list(run_local(Scripted(Path({folder!r})), DIGEST, files("slow1", "slow2"), n_workers=2))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_run_leaves_no_process_behind(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(textwrap.dedent(PARENT.format(folder=str(tmp_path))))
    parent = subprocess.Popen([sys.executable, str(script)], cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)})
    try:
        assert wait_until(lambda: (tmp_path / "slow1").exists() and (tmp_path / "slow2").exists(), longest_s=120)
        children = children_of(parent.pid)
        assert len(children) >= 2
    finally:
        parent.send_signal(signal.SIGKILL)
        parent.wait()
    assert wait_until(lambda: not any(is_running(child) for child in children), longest_s=60)


def children_of(pid: int) -> list[int]:
    return [int(text) for text in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False
