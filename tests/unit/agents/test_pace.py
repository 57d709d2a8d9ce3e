"""Agents are limited each, and all together, and only for a while."""

from __future__ import annotations

import threading

import pytest

from soundmark.agents import pace as pace_module
from soundmark.agents.names import AgentError
from soundmark.agents.pace import WINDOW_S, AgentPace


class Seconds:
    """A clock that stands until it is turned."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def seconds() -> Seconds:
    return Seconds()


@pytest.fixture
def pace(seconds: Seconds) -> AgentPace:
    return AgentPace(calls_per_agent=3, costly_calls=2, at_once=2, clock=seconds)


def test_an_agent_may_call_so_often_in_a_minute_and_no_other_is_held_up(pace: AgentPace, seconds: Seconds) -> None:
    for _ in range(3):
        pace.count("one")
    with pytest.raises(AgentError, match="one made 3 calls within a minute"):
        pace.count("one")
    pace.count("two")
    seconds.now += WINDOW_S
    pace.count("one")


def test_many_names_share_one_limit_for_what_costs_much(pace: AgentPace, seconds: Seconds) -> None:
    for _ in range(2):
        with pace.call(is_costly=True):
            pass
    with pytest.raises(AgentError, match="Many agents"), pace.call(is_costly=True):
        pass
    with pace.call():
        pass
    seconds.now += WINDOW_S
    with pace.call(is_costly=True):
        pass


def test_few_calls_run_at_once_and_one_that_failed_makes_room(pace: AgentPace) -> None:
    with pace.call(), pace.call(), pytest.raises(AgentError, match="Many agents"), pace.call():
        pass
    with pytest.raises(ZeroDivisionError), pace.call():
        _ = 1 / 0
    with pace.call(), pace.call():
        pass


def test_names_are_forgotten_and_do_not_pile_up(seconds: Seconds, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace_module, "MAX_NAMES", 10)
    pace = AgentPace(clock=seconds)
    for number in range(100):
        pace.count(f"name{number}")
    assert len(pace._by_name) <= 10


def test_calls_are_counted_right_from_many_threads(seconds: Seconds) -> None:
    pace, passed = AgentPace(calls_per_agent=50, clock=seconds), []

    def call() -> None:
        for _ in range(20):
            try:
                pace.count("one")
                passed.append(1)
            except AgentError:
                pass

    threads = [threading.Thread(target=call) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(passed) == 50
