"""A loopback Hub for each test, and what talks to it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from soundmark.secret import Secret
from soundmark.store.hub_client import TIMEOUT_S, HubRepo
from soundmark.store.journal import Journal
from tests.support.loopback_hub import RunningHub, running_hub
from tests.support.rows import geo_row

REPO = "alice/answers"
TOKEN = "hf_alice-1"

OpenRepo = Callable[..., HubRepo]


@pytest.fixture(autouse=True)
def _online(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests run with HF_HUB_OFFLINE; the loopback Hub is no network.

    Uploads go over LFS: Xet remembers on disk, by address, what a Hub has, and another test's Hub may have had the
    same port. Writers in processes of their own go both ways.
    """
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_DISABLE_XET", True)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningHub]:
    with running_hub(tmp_path / "hub") as running:
        yield running


@pytest.fixture
def open_repo(server: RunningHub, tmp_path: Path) -> OpenRepo:
    """Opens the test's dataset, with changes to how."""

    def make(name: str = REPO, token: str = TOKEN, timeout_s: float = TIMEOUT_S) -> HubRepo:
        cache = tmp_path / "cache"
        return HubRepo(name=name, token=Secret(token), endpoint=server.endpoint, cache_dir=cache, timeout_s=timeout_s)

    return make


@pytest.fixture
def repo(open_repo: OpenRepo) -> HubRepo:
    return open_repo()


def ids_in_files(server: RunningHub) -> list[str]:
    """Every id in every file of the newest revision, read without any code of the product."""
    import pyarrow.parquet as pq

    tree = server.store.repos["dataset", REPO].find("main").tree
    found: list[str] = []
    for path, entry in tree.items():
        if path.startswith("data/geo/") and path.endswith(".parquet"):
            table = pq.read_table(server.store.blob_path(entry.sha256))
            assert table.num_rows > 0, f"{path} has no rows"
            found += [str(row_id) for row_id in table["response_id"].to_pylist() if not str(row_id).startswith("init-")]
    return found


def commits(server: RunningHub) -> int:
    return len(server.store.repos["dataset", REPO].commits)


def append(journal: Journal, number: int = 3) -> list[str]:
    """Store answers. Returns their ids."""
    rows = [geo_row() for _ in range(number)]
    assert all(journal.append(row) for row in rows)
    return [row.response_id for row in rows]
