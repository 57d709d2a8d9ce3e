"""Which question list is played: the published one when it is there in time, else the demo, and never a long wait."""

from __future__ import annotations

import dataclasses
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from soundmark.benchmarks import ChoicePack, PackError
from soundmark.benchmarks.block import single_blocks
from soundmark.benchmarks.clips import ByteProgress, ClipFile
from soundmark.benchmarks.entry import Access, AnyPack
from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache, Origin
from soundmark.benchmarks.pool import ClipPool
from soundmark.benchmarks.published import published
from soundmark.games import opening
from soundmark.games.opening import DEMO_NOTICE, UNREACHED_NOTICE, published_or_demo
from soundmark.games.table import PlayError
from soundmark.pack_loader import NotReady, PackLoader
from soundmark.settings import Settings
from soundmark.store.rounds import RoundBook
from soundmark.types import Clip, QuestionId
from tests.support.choices import ANN, Clock, pack_of, question, quiz_table, wish

PATIENCE_S = 0.2
UNREACHABLE = FetchError(FetchReason.NO_NETWORK, "The Hub cannot be reached.")


def demo() -> ChoicePack:
    return pack_of([question(number) for number in range(8)], revision="demo00000000")


def real() -> ChoicePack:
    questions = [question(number, question_id=QuestionId(f"real {number}")) for number in range(20)]
    return pack_of(questions, revision="f" * 40)


@pytest.fixture
def opens(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Access], AnyPack]], None]:
    """Lets TAU open as a test wants it."""

    def use(open_pack: Callable[[Access], AnyPack]) -> None:
        stand_in = dataclasses.replace(published("tau"), open=open_pack)
        monkeypatch.setattr(opening, "published", lambda _: stand_in)

    return use


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path)


Opens = Callable[[Callable[[Access], AnyPack]], None]


def eventually(holds: Callable[[], bool]) -> bool:
    """Whether it holds within some seconds."""
    deadline_s = time.monotonic() + 10
    while not holds() and time.monotonic() < deadline_s:
        time.sleep(0.01)
    return holds()


def test_what_opens_in_time_is_played_without_a_notice(opens: Opens, settings: Settings) -> None:
    opens(lambda _: real())
    pack = published_or_demo("tau", settings, demo)
    assert (pack.revision, pack.notice_key) == ("f" * 40, "")


@pytest.mark.parametrize(("offline", "notice"), [(False, "unreached_no_network"), (True, DEMO_NOTICE)])
def test_what_cannot_be_had_is_replaced_by_the_demo_and_that_is_said(
    opens: Opens, settings: Settings, offline: bool, notice: str
) -> None:
    def fail(_: Access) -> AnyPack:
        raise UNREACHABLE

    opens(fail)
    pack = published_or_demo("tau", dataclasses.replace(settings, offline=offline), demo)
    assert (pack.revision, pack.notice_key) == ("demo00000000", notice)


@pytest.mark.parametrize("names", [("tau",), ("all",)])
def test_a_demo_that_was_asked_for_asks_nobody(opens: Opens, settings: Settings, names: tuple[str, ...]) -> None:
    def fail(_: Access) -> AnyPack:
        raise AssertionError("opened")

    opens(fail)
    pack = published_or_demo("tau", dataclasses.replace(settings, demo_only=names), demo)
    assert (pack.revision, pack.notice_key) == ("demo00000000", DEMO_NOTICE)


def test_the_demo_is_played_until_the_published_questions_have_arrived(
    opens: Opens, settings: Settings, book: RoundBook
) -> None:
    may_arrive = threading.Event()

    def arrive(_: Access) -> AnyPack:
        may_arrive.wait(30)
        return real()

    opens(arrive)
    began_s = time.monotonic()

    def read(_: object) -> ChoicePack:
        return cast("ChoicePack", published_or_demo("tau", settings, demo, patience_s=PATIENCE_S))

    loader = PackLoader(read)
    loader.start()
    first = loader.pack(10)
    assert time.monotonic() - began_s < 5
    assert (first.revision, first.notice_key) == ("demo00000000", UNREACHED_NOTICE)

    table = quiz_table(book, loader.pack, clock=Clock())
    begun = table.begin(ANN, wish())
    opened = table.open(begun, 1)
    assert opened is not None

    may_arrive.set()
    assert eventually(lambda: loader.pack().revision == "f" * 40)
    assert loader.pack() is loader.pack() is loader.pack_if_ready()
    assert loader.pack().notice_key == ""
    later = table.open(table.begin(ANN, wish()), 1)
    assert later is not None
    assert later[0].question.question_id.startswith("real ")
    # The game that was begun on the demo goes on as it was dealt.
    assert table.seat(opened[0].record.round_id, ANN).question == opened[0].question
    second = table.open(begun, 2)
    assert second is not None
    assert second[0].question.question_id == second[0].spec.question_ids[1]
    assert second[0].question.revision == question(0).revision


def test_a_game_of_a_list_that_nobody_holds_any_more_says_so(book: RoundBook) -> None:
    pack = demo()
    begun = quiz_table(book, lambda: pack, clock=Clock()).begin(ANN, wish())
    changed = quiz_table(book, lambda: dataclasses.replace(pack, revision="another"), clock=Clock())
    with pytest.raises(PlayError, match="has changed since this game began"):
        changed.open(begun, 1)


def test_what_fails_late_leaves_the_demo_and_says_why(opens: Opens, settings: Settings) -> None:
    may_fail, failed = threading.Event(), threading.Event()

    def fail(_: Access) -> AnyPack:
        may_fail.wait(30)
        failed.set()
        raise UNREACHABLE

    opens(fail)
    pack = published_or_demo("tau", settings, demo, patience_s=PATIENCE_S)
    assert (pack.newest(), pack.notice_key) == (pack, UNREACHED_NOTICE)
    may_fail.set()
    assert failed.wait(10)
    assert eventually(lambda: pack.newest().notice_key == "unreached_no_network")
    assert (pack.newest().questions, pack.newest().revision) == (pack.questions, pack.revision)
    assert pack.newest() is pack.newest()


def test_a_bug_is_no_missing_network(opens: Opens, settings: Settings) -> None:
    def fail(_: Access) -> AnyPack:
        raise ZeroDivisionError

    opens(fail)
    with pytest.raises(ZeroDivisionError):
        published_or_demo("tau", settings, demo)
    loader = PackLoader(lambda _: published_or_demo("tau", settings, demo))
    loader.start()
    with pytest.raises(NotReady, match="finds the reason in its log"):
        loader.pack(10)


@pytest.fixture
def silent_server() -> Iterator[str]:
    """A server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"


@pytest.mark.parametrize("name", ["tau", "globeaudio"])
def test_a_hub_that_takes_the_question_and_never_answers_holds_nobody_up(
    silent_server: str, settings: Settings, name: str
) -> None:
    began_s = time.monotonic()
    hanging = dataclasses.replace(settings, hub_endpoint=silent_server)
    pack = published_or_demo(name, hanging, demo, patience_s=PATIENCE_S)
    assert (pack.revision, pack.notice_key) == ("demo00000000", UNREACHED_NOTICE)
    assert time.monotonic() - began_s < 10


class Kept:
    """A source of those clips that are in a cache."""

    def __init__(self, cache: FileCache) -> None:
        self.cache = cache

    def at_hand(self, clip: Clip) -> ClipFile | None:
        found = self.cache.get(clip.key)
        return None if found is None else ClipFile(found.path, found.sha256)

    def peek(self, clip: Clip) -> ClipFile | None:
        return self.at_hand(clip)

    def load(self, block: object, on_progress: ByteProgress | None = None) -> Iterator[str]:
        raise FetchError(FetchReason.OFFLINE, "Nobody may be asked.")


def pooled(folder: Path, n_here: int) -> ChoicePack:
    """Published questions of which so many recordings are on this machine."""
    cache = FileCache(folder, max_bytes=10**6)
    for number in range(n_here):
        cache.put_bytes(f"telling_key_{number}", b"sound %d" % number, Origin())
    pack = real()
    pool = ClipPool(single_blocks([one.clip for one in pack.questions]), Kept(cache), cache)
    return dataclasses.replace(pack, clips=pool)


@pytest.mark.parametrize(("n_here", "n_played"), [(4, 8), (5, 5), (20, 20)])
def test_without_network_those_questions_are_played_whose_recordings_are_here(
    opens: Opens, settings: Settings, tmp_path: Path, n_here: int, n_played: int
) -> None:
    opens(lambda _: pooled(tmp_path / "clips", n_here))
    pack = published_or_demo("tau", dataclasses.replace(settings, offline=True), demo)
    assert len(pack.questions) == n_played
    assert pack.notice_key == (DEMO_NOTICE if n_here < 5 else "")


@pytest.mark.parametrize("space", ["", "owner/space"])
def test_recordings_are_fetched_ahead_on_a_space_and_for_nobody_else(
    opens: Opens, settings: Settings, tmp_path: Path, space: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[ClipPool] = []

    def note(pool: ClipPool) -> None:
        started.append(pool)

    monkeypatch.setattr(ClipPool, "start", note)
    opens(lambda _: pooled(tmp_path / "clips", 3))
    pack = published_or_demo("tau", dataclasses.replace(settings, space_id=space), demo)
    assert started == ([pack.clips] if space else [])


def test_a_demo_that_cannot_be_read_is_an_error(opens: Opens, settings: Settings) -> None:
    def fail(_: Access) -> AnyPack:
        raise UNREACHABLE

    def no_demo() -> ChoicePack:
        raise PackError("Nothing can be played.")

    opens(fail)
    with pytest.raises(PackError):
        published_or_demo("tau", settings, no_demo)
