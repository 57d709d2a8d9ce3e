"""A server that drips bytes holds nobody for ever: each wait ends with a sentence, and a slow line may go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache, HubDataset, Pace, WebFiles
from soundmark.benchmarks.fetch.pace import SlowestPace
from tests.support.dripping_web import DrippingWeb, dripping_web
from tests.unit.fetch.conftest import LOOPBACK

SOON = SlowestPace(answer_s=0.4, window_s=0.4, window_bytes=1000)
COMMIT = "0123456789" * 4
NAME = "owner/name"


@pytest.fixture(autouse=True)
def online(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests run with HF_HUB_OFFLINE; a server on this machine is no network."""
    monkeypatch.setattr("huggingface_hub.constants.HF_HUB_OFFLINE", False)


@pytest.fixture
def web() -> Iterator[DrippingWeb]:
    with dripping_web() as running:
        yield running


@pytest.fixture
def dataset(web: DrippingWeb, tmp_path: Path) -> HubDataset:
    return HubDataset(NAME, revision=COMMIT, state_dir=tmp_path / "state", endpoint=web.address, slowest=SOON)


@pytest.fixture
def files(tmp_path: Path) -> Iterator[WebFiles]:
    pace = Pace(read_s=5.0, first_wait_s=0.01, slowest=SOON)
    opened = WebFiles(FileCache(tmp_path / "cache", max_bytes=2_000_000_000), hosts=LOOPBACK, pace=pace,
                      max_file_bytes=1_500_000_000)  # fmt: skip
    yield opened
    opened.close()


def given_up(act: Callable[[], object]) -> str:
    """What is said; it comes long before a limit for each byte would end it."""
    begin_s = time.monotonic()
    with pytest.raises(FetchError) as caught:
        act()
    assert time.monotonic() - begin_s < 30.0
    assert caught.value.reason is FetchReason.NO_NETWORK
    assert caught.value.reason.may_pass
    assert "127.0.0.1" in str(caught.value)
    assert "Try again later" in str(caught.value)
    return str(caught.value)


def read_rows(dataset: HubDataset) -> bytes:
    with dataset.opened("rows.parquet") as file:
        return file.read(100)


def test_a_head_that_never_ends(web: DrippingWeb, dataset: HubDataset, files: WebFiles, tmp_path: Path) -> None:
    web.drip_head()
    looked_up = HubDataset(NAME, revision="main", state_dir=tmp_path, endpoint=web.address, slowest=SOON)
    for act in (
        looked_up.commit,
        dataset.files,
        lambda: read_rows(dataset),
        lambda: dataset.download("clip.mp3", tmp_path / "into"),
        lambda: files.fetch("key", f"{web.address}/clip.mp3"),
    ):
        assert "did not answer within 0.4 s" in given_up(act)


def test_a_body_that_never_ends(web: DrippingWeb, dataset: HubDataset, files: WebFiles, tmp_path: Path) -> None:
    looked_up = HubDataset(NAME, revision="main", state_dir=tmp_path, endpoint=web.address, slowest=SOON)
    for act in (looked_up.commit, dataset.files, lambda: files.fetch("key", f"{web.address}/clip.mp3")):
        assert "too slow" in given_up(act)


def test_the_sentence_shows_no_signature(web: DrippingWeb, files: WebFiles) -> None:
    assert "secret" not in given_up(lambda: files.fetch("key", f"{web.address}/clip.mp3?signature=secret"))


def test_a_slow_line_that_gets_on_takes_its_time(web: DrippingWeb, files: WebFiles) -> None:
    web.piece, web.n_pieces = b"\x01" * 4000, 60  # more than two windows
    web.first = web.first.replace(b"1000000000", b"240000").replace(b"application/json", b"audio/mpeg")
    begin_s = time.monotonic()
    assert files.fetch("key", f"{web.address}/clip.mp3").path.read_bytes() == b"\x01" * 240_000
    assert time.monotonic() - begin_s > 2 * SOON.window_s


def test_a_listing_without_an_end_is_given_up(web: DrippingWeb, tmp_path: Path) -> None:
    page = b'[{"type": "file", "path": "a.mp3", "size": 1, "oid": "%s"}]' % COMMIT.encode()
    link = f'Link: <{web.address}/next>; rel="next"\r\n'.encode()
    size = f"Content-Length: {len(page)}\r\n".encode()
    web.first = b"HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/json\r\n" + size + link + b"\r\n"
    web.piece, web.n_pieces, web.every_s = page, 1, 0.0
    dataset = HubDataset(NAME, revision=COMMIT, state_dir=tmp_path, endpoint=web.address, listing_s=0.3)
    with pytest.raises(FetchError, match=r"files of owner/name could not be listed within 0\.3 s"):
        dataset.files()
