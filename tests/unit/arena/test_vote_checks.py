"""What is checked of a vote: it is kept in any case, and left out of ratings with a reason."""

from __future__ import annotations

from collections import Counter

import pytest

from soundmark.audio import Published
from soundmark.benchmarks import GeoPack
from soundmark.modes.arena.matchmaking import BATTLES_PER_MINUTE
from soundmark.modes.arena.round import VOTES_PER_MINUTE
from soundmark.modes.arena.rows import Ballot
from soundmark.modes.arena.stages import ArenaError, ListenFirstError, Wish
from soundmark.store.schema import Vote
from tests.support.arena import (
    ANN,
    BOB,
    HEARD,
    Make,
    look,
    votes,
)


def test_who_did_not_listen_is_told_once_and_then_kept_apart(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    deaf = Ballot(vote=Vote.B, listened_s=0.4)
    with pytest.raises(ListenFirstError, match="Listen first"):
        here.play.vote(ANN, stage.record.round_id, deaf)
    assert votes(here) == []
    here.play.vote(ANN, stage.record.round_id, deaf)
    (vote,) = votes(here)
    assert vote.failed_checks == ("listened",)
    tally = here.play.standings.tally()
    assert (tally.n_votes, tally.left_out) == (0, Counter(listened=1))


def test_of_a_clip_shorter_than_six_seconds_half_is_enough(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    here = make()
    desk = here.play.exhibits.desk
    short = Published(path=desk.public_dir / "short.mp3", duration_s=2.4, waveform=())
    monkeypatch.setattr(desk, "publish", lambda *_: short)
    stage = look(here, here.play.start(ANN, Wish()))
    after = make()  # a restart changes nothing
    after.clock.turn(seconds=60)
    with pytest.raises(ListenFirstError, match=r"1\.2 s or more"):
        after.play.vote(ANN, stage.record.round_id, Ballot(vote=Vote.B, listened_s=1.1))
    after.play.vote(ANN, stage.record.round_id, Ballot(vote=Vote.B, listened_s=1.3))
    assert [vote.failed_checks for vote in votes(here)] == [()]


def test_a_vote_in_the_same_second_is_asked_to_look_first(make: Make) -> None:
    here = make()
    stage = here.play.start(ANN, Wish())
    with pytest.raises(ListenFirstError, match="moment"):
        here.play.vote(ANN, stage.record.round_id, HEARD)


def test_a_clip_that_was_judged_before_is_kept_apart(make: Make, pack: GeoPack) -> None:
    here = make()
    for _ in range(len(pack.questions) + 1):
        here.play.vote(ANN, look(here, here.play.start(ANN, Wish())).record.round_id, HEARD)
    failed = [vote.failed_checks for vote in votes(here)]
    assert failed == [()] * len(pack.questions) + [("fresh",)]


def test_a_clip_that_was_skipped_is_a_fresh_one(make: Make, pack: GeoPack) -> None:
    here = make()
    for _ in pack.questions:
        here.play.skip(ANN, look(here, here.play.start(ANN, Wish())).record.round_id)
    here.play.vote(ANN, look(here, here.play.start(ANN, Wish())).record.round_id, HEARD)
    assert [vote.failed_checks for vote in votes(here)] == [()]


def test_votes_in_a_row_too_fast_for_a_person_are_kept_apart(make: Make) -> None:
    here = make()
    stages = [here.play.start(ANN, Wish()) for _ in range(VOTES_PER_MINUTE + 1)]
    here.clock.turn(seconds=20)
    for stage in stages:
        here.play.vote(ANN, stage.record.round_id, HEARD)
    assert ["pace" in vote.failed_checks for vote in votes(here)] == [False] * VOTES_PER_MINUTE + [True]


def test_battles_are_started_at_a_persons_pace(make: Make) -> None:
    here = make()
    for _ in range(BATTLES_PER_MINUTE):
        here.play.start(ANN, Wish())
    with pytest.raises(ArenaError, match="wait"):
        here.play.start(ANN, Wish())
    assert here.play.start(BOB, Wish())
