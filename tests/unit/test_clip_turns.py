"""A crowd of cold clips takes turns, and holds up nobody whose clip is there."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from soundmark import clip_turns
from soundmark.clip_turns import MAX_AHEAD, EncodingTurns
from tests.support.waiting import wait_until

COLD, WARM = "0" * 64, "1" * 64


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> EncodingTurns:
    """On a machine of two processors, where one clip is there."""
    monkeypatch.setattr("os.cpu_count", lambda: 2)
    monkeypatch.setattr(clip_turns, "is_prepared", lambda cache_dir, sha256: sha256 == WARM)
    return EncodingTurns()


def test_one_encodes_at_a_time_and_a_clip_that_is_there_does_not_wait(turns: EncodingTurns, tmp_path: Path) -> None:
    now, most, lock, done = 0, 0, threading.Lock(), threading.Event()

    def encode() -> None:
        nonlocal now, most
        with turns.turn(tmp_path, COLD):
            with lock:
                now += 1
                most = max(most, now)
            done.wait(10)
            with lock:
                now -= 1

    threads = [threading.Thread(target=encode) for _ in range(8)]
    for thread in threads:
        thread.start()
    assert wait_until(lambda: now == 1, 10)
    with turns.turn(tmp_path, WARM):
        assert now == 1, "somebody is still encoding"
    done.set()
    for thread in threads:
        thread.join()
    assert most == 1


def test_a_turn_is_given_back_after_an_error(turns: EncodingTurns, tmp_path: Path) -> None:
    for _ in range(3):
        with pytest.raises(RuntimeError), turns.turn(tmp_path, COLD):
            raise RuntimeError
    with turns.turn(tmp_path, COLD):
        pass


def test_what_is_prepared_ahead_waits_in_a_line_that_ends(turns: EncodingTurns) -> None:
    gate, order = threading.Event(), list[int]()

    def wait() -> None:
        gate.wait(10)

    turns.ahead(wait)
    for number in range(3 * MAX_AHEAD):
        turns.ahead(lambda number=number: order.append(number))  # type: ignore[misc]
    gate.set()
    assert wait_until(lambda: len(order) >= MAX_AHEAD - 1, 10)
    assert order == sorted(order)
    assert len(order) <= MAX_AHEAD + 1
