"""A file of the web arrives whole and once, whatever the server does, or a sentence says why not."""

from __future__ import annotations

import hashlib
import random
import time
from concurrent.futures import ThreadPoolExecutor
from email.utils import formatdate
from pathlib import Path

import pytest

from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.fetch import FetchedClips, FetchError, FetchReason, FileCache, Pace, WebFiles
from soundmark.types import Clip
from tests.support.faulty_web import Fault, FaultyWeb
from tests.unit.fetch.conftest import LOOPBACK, QUICK, OpenFiles

PATH = "/download/aporee_1_2/clip.mp3"
KEY = "aporee_1_2"
CONTENT = random.Random(1).randbytes(300_000)
SHA256 = hashlib.sha256(CONTENT).hexdigest()


@pytest.fixture(autouse=True)
def _clip(web: FaultyWeb) -> None:
    web.files[PATH] = CONTENT


def fetch_fails(files: WebFiles, web: FaultyWeb, path: str = PATH) -> FetchError:
    with pytest.raises(FetchError) as caught:
        files.fetch(KEY, web.url(path))
    return caught.value


def test_a_file_is_fetched_once_with_progress_and_then_at_hand(web: FaultyWeb, files: WebFiles) -> None:
    assert files.at_hand(KEY) is None
    told: list[tuple[int, int | None]] = []
    found = files.fetch(KEY, web.url(PATH), lambda done, total: told.append((done, total)))
    assert found.path.read_bytes() == CONTENT
    assert found.sha256 == SHA256
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert told == sorted(told)
    files.fetch(KEY, web.url(PATH))
    assert len(web.asked) == 1
    again = files.at_hand(KEY)
    assert again is not None
    assert again.sha256 == SHA256


def test_a_cut_transfer_goes_on_where_it_broke_off(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), Fault(cut_after=50_000)]
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert [asked.range for asked in web.asked] == ["", "bytes=100000-", "bytes=150000-"]
    assert {asked.if_range for asked in web.asked[1:]} == {web.etag(PATH)}


def test_an_interrupted_download_goes_on_in_the_next_run(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), *[Fault(cut_after=0)] * 2]
    assert fetch_fails(open_files(), web).reason is FetchReason.NO_NETWORK
    web.asked.clear()
    assert open_files().fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert [asked.range for asked in web.asked] == ["bytes=100000-"]


def test_a_date_serves_where_there_is_no_etag(web: FaultyWeb, files: WebFiles) -> None:
    web.validators = ("last-modified",)
    web.faults[PATH] = [Fault(cut_after=100_000)]
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert web.asked[1].range == "bytes=100000-"
    assert web.asked[1].if_range == formatdate(web.modified_s, usegmt=True)


def test_without_a_validator_it_begins_anew(web: FaultyWeb, files: WebFiles) -> None:
    web.validators = ()
    web.faults[PATH] = [Fault(cut_after=100_000)]
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert [asked.range for asked in web.asked] == ["", ""]


@pytest.mark.parametrize("size", [300_000, 60_000])
def test_a_file_that_changed_meanwhile_is_never_mixed(web: FaultyWeb, open_files: OpenFiles, size: int) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), *[Fault(cut_after=0)] * 2]
    fetch_fails(open_files(), web)
    web.files[PATH] = random.Random(2).randbytes(size)
    web.modified_s += 60
    assert open_files().fetch(KEY, web.url(PATH)).path.read_bytes() == web.files[PATH]


def test_the_rest_of_another_file_is_not_taken(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), *[Fault(cut_after=0)] * 2]
    fetch_fails(open_files(), web)
    web.files[PATH] = random.Random(2).randbytes(len(CONTENT))
    web.modified_s += 60
    web.faults[PATH] = [Fault(ignore_if_range=True)]
    assert open_files().fetch(KEY, web.url(PATH)).path.read_bytes() == web.files[PATH]


def test_416_begins_anew(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), Fault(status=416)]
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert [asked.range for asked in web.asked] == ["", "bytes=100000-", ""]


def test_a_server_that_ignores_ranges(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), Fault(ignore_range=True)]
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256


def test_a_wrong_length_is_found_out_and_the_file_fetched_anew(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(cut_after=100_000), Fault(lie_about_total=400_000)]
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert [asked.range for asked in web.asked] == ["", "bytes=100000-", "bytes=300000-", ""]


def test_retry_after_is_obeyed(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(status=429, headers={"Retry-After": "1"}), Fault(status=503)]
    begin = time.monotonic()
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert 1.0 <= time.monotonic() - begin < 20


def test_a_wait_longer_than_the_time_limit_is_not_begun(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(status=429, headers={"Retry-After": "3600"})]
    begin = time.monotonic()
    assert fetch_fails(files, web).reason is FetchReason.BUSY
    assert time.monotonic() - begin < 20, "it waited all the same"


def test_tries_come_to_an_end(web: FaultyWeb, files: WebFiles) -> None:
    web.faults[PATH] = [Fault(status=500)] * 99
    assert fetch_fails(files, web).reason is FetchReason.BUSY
    assert len(web.asked) == QUICK.tries


@pytest.mark.parametrize(
    ("status", "reason"),
    [(404, "missing"), (410, "missing"), (403, "no_access"), (401, "no_access"), (418, "bad_answer")],
)
def test_what_no_try_mends_is_said_at_once(web: FaultyWeb, files: WebFiles, status: int, reason: str) -> None:
    web.faults[PATH] = [Fault(status=status)] * 9
    assert fetch_fails(files, web).reason is FetchReason(reason)
    assert len(web.asked) == 1


def test_a_web_page_is_no_recording(web: FaultyWeb, files: WebFiles) -> None:
    web.content_type = "text/html; charset=utf-8"
    assert fetch_fails(files, web).reason is FetchReason.BAD_ANSWER


def test_a_slow_server_meets_the_time_limit_and_the_rest_comes_later(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.faults[PATH] = [Fault(pause_s=0.1)]
    slow = open_files(pace=Pace(read_s=1.0, overall_s=0.4))
    error = fetch_fails(slow, web)
    assert error.reason is FetchReason.NO_NETWORK
    assert "slow" in str(error)
    assert open_files().fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert web.asked[1].range.startswith("bytes=")


def test_a_silent_server_meets_the_time_limit(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.faults[PATH] = [Fault(pause_s=1.0)] * 9
    begin = time.monotonic()
    error = fetch_fails(open_files(pace=Pace(read_s=0.2, tries=2, first_wait_s=0.01)), web)
    assert error.reason is FetchReason.NO_NETWORK
    assert time.monotonic() - begin < 20


def test_too_large_a_file_is_not_read(web: FaultyWeb, open_files: OpenFiles) -> None:
    assert fetch_fails(open_files(max_file_bytes=200_000), web).reason is FetchReason.TOO_LARGE


def test_a_file_without_a_length_is_cut_off_where_it_is_too_large(
    web: FaultyWeb, open_files: OpenFiles, cache: FileCache
) -> None:
    web.faults[PATH] = [Fault(hide_length=True)] * 2
    assert fetch_fails(open_files(max_file_bytes=200_000), web).reason is FetchReason.TOO_LARGE
    assert cache.total_bytes() < 210_000
    assert open_files().fetch(KEY, web.url(PATH)).sha256 == SHA256


def test_many_at_once_fetch_it_once(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.faults[PATH] = [Fault(pause_s=0.01)]
    sources = [open_files() for _ in range(8)]
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda files: files.fetch(KEY, web.url(PATH)), sources))
    assert {file.sha256 for file in found} == {SHA256}
    assert len(web.asked) == 1


def test_offline_uses_what_is_here(web: FaultyWeb, open_files: OpenFiles) -> None:
    offline = open_files(offline=True, recheck_after_s=0.0)
    error = fetch_fails(offline, web)
    assert error.reason is FetchReason.OFFLINE
    assert "HF_HUB_OFFLINE" in str(error)
    open_files().fetch(KEY, web.url(PATH))
    web.asked.clear()
    assert offline.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert web.asked == []


def test_an_old_file_is_checked_by_its_etag(web: FaultyWeb, open_files: OpenFiles) -> None:
    files = open_files(recheck_after_s=0.0)
    files.fetch(KEY, web.url(PATH))
    assert files.fetch(KEY, web.url(PATH)).sha256 == SHA256
    assert len(web.asked) == 2
    web.files[PATH] = b"a new recording"
    assert files.fetch(KEY, web.url(PATH)).path.read_bytes() == b"a new recording"
    web.faults[PATH] = [Fault(status=503)] * 9
    assert files.fetch(KEY, web.url(PATH)).path.read_bytes() == b"a new recording", "the server is down"


def test_a_disk_limit_that_is_reached_is_said(web: FaultyWeb, tmp_path: Path) -> None:
    files = WebFiles(FileCache(tmp_path / "small", max_bytes=400_000), hosts=LOOPBACK, pace=QUICK)
    files.fetch(KEY, web.url(PATH))
    web.files["/other.mp3"] = CONTENT[::-1]
    with pytest.raises(FetchError, match="CLIP_CACHE_GB") as caught:
        files.fetch("other", web.url("/other.mp3"))
    assert caught.value.reason is FetchReason.DISK, "the first one is in use"
    files.close()


def test_a_player_does_not_wait_for_a_check(web: FaultyWeb, open_files: OpenFiles) -> None:
    clips = FetchedClips(open_files(recheck_after_s=0.0))
    clip = Clip(path=None, key=KEY, address=web.url(PATH))
    found = clips.fetch(clip)
    assert found.sha256 == SHA256
    web.asked.clear()
    assert clips.fetch(clip) == found
    assert web.asked == []
    clips.fetch_plainly(clip)
    assert len(web.asked) == 1, "a fetch ahead checks it"


def test_a_clip_of_another_address_is_another_clip(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.files["/new.mp3"] = b"new"
    clips = FetchedClips(open_files())
    clips.fetch(Clip(path=None, key=KEY, address=web.url(PATH)))
    moved = Clip(path=None, key=KEY, address=web.url("/new.mp3"))
    assert clips.at_hand(moved) is None
    assert clips.fetch(moved).path.read_bytes() == b"new"


@pytest.mark.parametrize(("is_offline", "reason"), [(True, FetchReason.OFFLINE), (False, FetchReason.MISSING)])
def test_a_recording_of_an_older_revision_never_stands_for_one_that_cannot_be_had(
    web: FaultyWeb, open_files: OpenFiles, is_offline: bool, reason: FetchReason
) -> None:
    open_files().fetch(KEY, web.url(PATH))
    moved = fetch_fails(open_files(offline=is_offline), web, "/download/aporee_1_2/renamed.mp3")
    assert moved.reason is reason
    assert open_files(offline=is_offline).fetch(KEY, web.url(PATH)).sha256 == SHA256


def test_players_are_told_no_address(web: FaultyWeb, open_files: OpenFiles) -> None:
    web.faults[PATH] = [Fault(status=404)]
    with pytest.raises(ClipUnavailable, match="no longer offered") as caught:
        FetchedClips(open_files()).fetch(Clip(path=None, key=KEY, address=web.url(PATH)))
    assert "archive" not in str(caught.value)
    assert "127.0.0.1" not in str(caught.value)
