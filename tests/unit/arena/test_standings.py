"""The tally counts every vote once, at once, and reads the log again for those of other machines."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from soundmark.modes.arena.standings import FRESH_S, MIN_VOTES, Standings
from soundmark.store.schema import Check, Vote, VoteRow
from tests.support.waiting import wait_until
from tests.unit.leaderboard.test_arena_board import many, vote


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_votes_count_at_once_and_once() -> None:
    log: list[VoteRow] = many(0, Vote.A, 3)
    seconds = Seconds()
    standings = Standings(lambda: list(log), seconds)
    assert standings.tally().n_votes == 3
    new = many(100, Vote.B, 40)
    log.extend(new)
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(standings.add, new))
    assert standings.tally().n_votes == 43
    log.append(vote(999, Vote.TIE))
    seconds.now = FRESH_S + 1
    assert wait_until(lambda: standings.tally().n_votes == 44, 20)


def test_a_vote_that_comes_while_the_log_is_read_is_not_lost() -> None:
    late = vote(7, Vote.A)

    def read() -> list[VoteRow]:
        standings.add(late)
        return many(100, Vote.A, 2)

    standings = Standings(read)
    assert standings.tally().n_votes == 3


def test_left_out_votes_are_counted_by_their_reason_and_weigh_nothing_in_the_draw() -> None:
    rows = [vote(1, Vote.A, check_pace=Check.FAILED), vote(2, Vote.A, check_listened=Check.FAILED), vote(3, Vote.A)]
    tally = Standings(lambda: rows).tally()
    assert dict(tally.left_out) == {"pace": 1, "listened": 1}
    assert tally.standing.votes == {("lark-2", "wren-1"): 1}


@pytest.mark.parametrize("n_votes", [0, 1, MIN_VOTES - 1, MIN_VOTES, 200])
def test_a_rating_is_told_from_enough_votes_on(n_votes: int) -> None:
    half = n_votes // 2
    tally = Standings(lambda: [*many(0, Vote.A, n_votes - half), *many(500, Vote.B, half)]).tally()
    if n_votes == 0:
        assert tally.ratings == {}
        return
    rated = tally.ratings["wren-1"]
    assert rated.n_votes == n_votes
    assert (rated.rating is None) == (n_votes < MIN_VOTES)


def test_who_won_every_vote_has_no_rating_that_pretends() -> None:
    rated = Standings(lambda: many(0, Vote.A, 50)).tally().ratings["wren-1"]
    assert rated.low is None or rated.high is None
