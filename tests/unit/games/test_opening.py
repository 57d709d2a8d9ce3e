"""Which questions are played: the published ones when they can be had, else the demo, and players are told which."""

from __future__ import annotations

import dataclasses
import logging
from collections.abc import Callable
from pathlib import Path

import pytest

from components.texts import texts
from soundmark.benchmarks import ChoicePack
from soundmark.benchmarks.clips import ClipFile, LocalClips
from soundmark.benchmarks.entry import Access, AnyPack, PublishedBenchmark
from soundmark.benchmarks.fetch import FetchError, FetchReason
from soundmark.games import opening
from soundmark.games.opening import DEMO_NOTICE, FEWEST_OFFLINE, UNREACHED_NOTICE, published_or_demo
from soundmark.settings import Settings
from soundmark.types import Clip, QuestionKind, SoundmarkError
from tests.support.choices import pack_of, question

DEMO = pack_of([question(1)])


class SomeClips(LocalClips):
    """Has the recordings of the first few questions only."""

    def __init__(self, count: int) -> None:
        self._keys = {question(number).clip.key for number in range(count)}

    def at_hand(self, clip: Clip) -> ClipFile | None:
        return ClipFile(Path("x"), "") if clip.key in self._keys else None


def real(count: int = 20) -> ChoicePack:
    return dataclasses.replace(pack_of([question(n) for n in range(20)], clips=SomeClips(count)), benchmark="real")


def cannot(_: Access) -> AnyPack:
    raise SoundmarkError("No line.")


@pytest.fixture
def publish(monkeypatch: pytest.MonkeyPatch) -> Callable[[Callable[[Access], AnyPack] | None], None]:
    """Makes `real` a published benchmark that is opened by the given function."""

    def known(open_it: Callable[[Access], AnyPack] | None) -> None:
        benchmark = PublishedBenchmark(
            name="real",
            title="Real",
            kind=QuestionKind.CHOICE,
            licence="",
            homepage="",
            read=lambda _: real(),
            counts=lambda _: {},
            open=open_it,
        )
        monkeypatch.setattr(opening, "published", lambda _: benchmark)

    return known


Publish = Callable[[Callable[[Access], AnyPack] | None], None]


def opened(tmp_path: Path, **settings: object) -> tuple[str, str]:
    """Which list is played, and the key of what players are told."""
    values = Settings(data_dir=tmp_path, **settings)  # type: ignore[arg-type]
    pack = published_or_demo("real", values, lambda: DEMO)
    return pack.benchmark, pack.notice_key


def test_the_published_questions_when_they_can_be_had(publish: Publish, tmp_path: Path) -> None:
    publish(lambda _: real())
    assert opened(tmp_path) == ("real", "")


def test_the_demo_when_it_is_wanted(publish: Publish, tmp_path: Path) -> None:
    publish(lambda _: real())
    for wanted in ("real", "all"):
        assert opened(tmp_path, demo_only=("other", wanted)) == (DEMO.benchmark, DEMO_NOTICE)
    assert opened(tmp_path, demo_only=("other",)) == ("real", "")


def test_what_cannot_be_reached_is_told_apart_from_working_without_network(
    publish: Publish, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    publish(cannot)
    assert opened(tmp_path) == (DEMO.benchmark, UNREACHED_NOTICE)
    assert [(one.levelno, "No line." in one.getMessage()) for one in caplog.records] == [(logging.WARNING, True)]
    assert opened(tmp_path, offline=True) == (DEMO.benchmark, DEMO_NOTICE)


@pytest.mark.parametrize("reason", FetchReason)
def test_players_are_told_why_the_published_questions_are_not_here(
    publish: Publish, tmp_path: Path, reason: FetchReason
) -> None:
    def refused(_: Access) -> AnyPack:
        raise FetchError(reason, "Why.")

    publish(refused)
    _, key = opened(tmp_path)
    told = {"terms", "no_token", "no_access", "missing", "no_network"}
    assert key == (f"unreached_{reason}" if reason in told else UNREACHED_NOTICE)
    assert key in texts("en")


def test_without_network_what_is_here_is_played_when_it_makes_a_game(publish: Publish, tmp_path: Path) -> None:
    publish(lambda _: real(FEWEST_OFFLINE))
    pack = published_or_demo("real", Settings(data_dir=tmp_path, offline=True), lambda: DEMO)
    assert [one.question_id for one in pack.questions] == [question(n).question_id for n in range(FEWEST_OFFLINE)]
    publish(lambda _: real(FEWEST_OFFLINE - 1))
    assert opened(tmp_path, offline=True) == (DEMO.benchmark, DEMO_NOTICE)


def test_a_benchmark_that_cannot_be_opened_or_is_unknown_gives_the_demo(publish: Publish, tmp_path: Path) -> None:
    publish(None)
    assert opened(tmp_path) == (DEMO.benchmark, UNREACHED_NOTICE)
    pack = published_or_demo("no-such-benchmark", Settings(data_dir=tmp_path), lambda: DEMO)
    assert pack.notice_key == UNREACHED_NOTICE


def test_opening_is_given_what_the_owner_set(publish: Publish, tmp_path: Path) -> None:
    given: list[Access] = []

    def open_it(access: Access) -> AnyPack:
        given.append(access)
        return real()

    publish(open_it)
    opened(tmp_path, hub_endpoint="http://hub", clip_cache_bytes=7, benchmark_revisions={"real": "abc"})
    (access,) = given
    assert (access.hub_endpoint, access.clip_cache_bytes, access.revisions) == ("http://hub", 7, {"real": "abc"})
    assert access.cache_dir.is_relative_to(tmp_path)


def test_a_demo_that_cannot_be_read_is_an_error(publish: Publish, tmp_path: Path) -> None:
    def broken() -> ChoicePack:
        raise SoundmarkError("Nothing here.")

    publish(cannot)
    with pytest.raises(SoundmarkError, match="Nothing here"):
        published_or_demo("real", Settings(data_dir=tmp_path), broken)
