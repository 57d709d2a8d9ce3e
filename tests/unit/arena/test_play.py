"""Battles from the draw to the vote: nothing is told before a vote is stored, and no vote is lost or counted twice."""

from __future__ import annotations

import dataclasses
import hashlib
import json
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from soundmark.modes.arena.battle import SIDES, Answer, Phase, Runs, Truth
from soundmark.modes.arena.handlers import ArenaHandlers
from soundmark.modes.arena.rows import Ballot
from soundmark.modes.arena.said import NO_REASONS
from soundmark.modes.arena.stages import AlreadyVotedError, ClosedError, Stage, Wish
from soundmark.modes.arena.view import Told, battle_page
from soundmark.store.ids import Player
from soundmark.store.round_records import UnknownRound
from soundmark.store.schema import Vote, VoteRow
from soundmark.types import Coordinate, OwnerKey, ResponderKind, RoundId, Status
from tests.support.arena import (
    ANN,
    BOB,
    HEARD,
    Make,
    battles,
    look,
    seen_by_browser,
    votes,
)
from tests.support.services import services_on


def test_without_models_baselines_meet_and_the_vote_is_logged_with_its_battle(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    assert not battles(here) and not votes(here)
    told = here.play.vote(ANN, stage.record.round_id, dataclasses.replace(HEARD, reasons=("accuracy",)))
    (battle,), (vote,) = battles(here), votes(here)
    assert told.vote == vote
    assert (vote.battle_id, vote.model_a, vote.model_b) == (battle.battle_id, battle.model_a, battle.model_b)
    assert {battle.model_a, battle.model_b} <= {"Random", "Any other place of the list", "Middle of the list"}
    assert (battle.status_a, battle.status_b) == (Status.OK, Status.OK)
    assert vote.failed_checks == ()
    assert json.loads(vote.extra_json or "")["reasons"] == ["accuracy"]
    assert (vote.responder_id, vote.listened_s) == ("a" * 32, 6.0)
    assert vote.coordinates_a and vote.coordinates_b
    assert battle.error_a_km is not None
    assert (vote.task, vote.media, vote.language, vote.logged_in) == ("geo", "sound", "en", False)


def test_sides_follow_from_the_logged_seed_and_pairs_are_drawn_with_the_logged_probability(make: Make) -> None:
    here = make()
    for number in range(12):
        player = dataclasses.replace(ANN, owner=OwnerKey(f"p{number}"))
        stage = look(here, here.play.start(player, Wish()), player)
        page = json.loads(seen_by_browser(stage))  # nor does the order of what is sent tell more than the sides do
        assert [*page["battle"]["sides"], *(pin["sign"] for pin in page["map"]["pins"])] == ["a", "b", "A", "B"]
        here.play.vote(player, stage.record.round_id, HEARD)
    for battle in battles(here):
        is_even = hashlib.sha256(battle.side_seed.encode()).digest()[0] % 2 == 0
        assert (battle.model_a < battle.model_b) == is_even
        assert battle.pairing == "narrowest-intervals-v1"
        assert battle.pair_probability is not None and 1 / 30 <= battle.pair_probability <= 1
    # Three baselines are three pairs: none of them is certain, and with the first vote none is known from another.
    assert battles(here)[0].pair_probability == pytest.approx(1 / 3)
    assert len({battle.side_seed for battle in battles(here)}) == 12


def test_nothing_that_a_browser_gets_before_the_vote_names_a_model_or_the_truth(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    state = stage.state.meeting
    cities = [f"City {number}" for number in range(1, 6)]
    secrets = [state.a.name, state.b.name, state.battle_id, state.side_seed, state.rule, *cities, "probability"]
    found = seen_by_browser(stage, here)
    assert "Where was this recorded?" in found
    assert [secret for secret in secrets if secret in found] == []
    told = here.play.vote(ANN, stage.record.round_id, HEARD)
    page = ArenaHandlers(services_on(here.journal, Path("none")), here.play, str)._page(told)
    assert all(name in json.dumps(dataclasses.asdict(page)) for name in (state.a.name, state.b.name, "City "))
    assert page.battle is not None and page.battle["question"] is not None, "what was asked stays on the page"


def test_of_a_bare_place_the_page_says_where_it_lies_and_how_it_was_found_after_the_vote_alone(make: Make) -> None:
    here, nairobi = make(), Coordinate(-1.2921, 36.8219)
    stage = look(here, here.play.start(ANN, Wish()))
    at_sea = Answer(name="Random", kind=ResponderKind.BASELINE, text=f"{NO_REASONS}\n\nx", place=Coordinate(-20, -15))
    in_city = dataclasses.replace(at_sea, name="Middle of the list", place=nairobi)
    with_reasons = dataclasses.replace(at_sea, name="owl-4", kind=ResponderKind.MODEL, text="Waves.\n\nx")

    def sides(a: Answer, b: Answer, told: Told | None = None) -> list[dict[str, object]]:
        meeting = dataclasses.replace(stage.state.meeting, a=a, b=b)
        seen = dataclasses.replace(stage, state=dataclasses.replace(stage.state, meeting=meeting))
        battle = json.loads(json.dumps(battle_page(seen, str, told).battle))
        return [battle["sides"][side] for side in SIDES]

    far, near = sides(at_sea, in_city)
    assert near["near"] == {"city": "Nairobi, Kenya", "km": None}
    # It is at 15.93 S, 5.72 W: 4.07 degrees of 110.6 km to the north, and 9.28 of some 105.9 km to the east.
    assert far["near"] == {"city": "Half Tree Hollow, Saint Helena", "km": pytest.approx(1081, rel=0.01)}
    assert "how" not in far
    told = Told(truth=Truth(place=nairobi), rated={"a": None, "b": None})
    assert [one["how"] for one in sides(at_sea, with_reasons, told)] == ["geo", None]
    assert [one["near"] is None for one in sides(at_sea, with_reasons)] == [False, True]
    live = dataclasses.replace(stage, subject=dataclasses.replace(stage.subject, runs=Runs.LIVE))
    assert '"near": {' not in json.dumps(battle_page(live, str).battle)


def test_pins_are_alike_before_the_vote_and_named_after_it(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    told = Told(truth=Truth(place=Coordinate(0, 0)), rated={"a": None, "b": None})
    before, after = (json.loads(json.dumps(battle_page(stage, str, one).map)) for one in (None, told))
    assert [set(pin) for pin in before["pins"]] == [{"sign", "lat", "lon"}] * 2
    assert before["truth"] is None
    found = [(pin["sign"], pin["kind"], pin["name"]) for pin in after["pins"]]
    assert found == [("A", "baseline", stage.state.meeting.a.name), ("B", "baseline", stage.state.meeting.b.name)]
    assert after["truth"] == {"lat": 0, "lon": 0, "label": ""}


def test_a_second_vote_is_refused_and_changes_nothing(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    here.play.vote(ANN, stage.record.round_id, HEARD)
    for again in (HEARD, Ballot(vote=Vote.B, listened_s=6.0)):
        with pytest.raises(AlreadyVotedError, match="already"):
            here.play.vote(ANN, stage.record.round_id, again)
    assert [vote.vote for vote in votes(here)] == [Vote.A]


def test_two_tabs_at_once_give_one_vote(make: Make) -> None:
    here = make()
    for _ in range(5):
        stage = look(here, here.play.start(ANN, Wish()))

        def press(vote: Vote, round_id: RoundId = stage.record.round_id) -> bool:
            try:
                here.play.vote(ANN, round_id, Ballot(vote=vote, listened_s=6.0))
            except AlreadyVotedError:
                return False
            return True

        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(press, [Vote.A, Vote.B, Vote.TIE, Vote.BOTH_BAD])) == 1
    assert len(votes(here)) == len(battles(here)) == 5


def test_fifty_voters_at_once_lose_no_vote(make: Make) -> None:
    here = make()
    players = [Player(OwnerKey(f"voter {number}"), f"{number:032x}", "salt") for number in range(50)]

    def begin(player: Player) -> Stage:
        return here.play.start(player, Wish())

    def press(pair: tuple[Player, Stage]) -> VoteRow | None:
        return here.play.vote(pair[0], pair[1].record.round_id, HEARD).vote

    with ThreadPoolExecutor(50) as pool:
        stages = list(pool.map(begin, players))
        here.clock.turn(seconds=30)
        told = list(pool.map(press, zip(players, stages, strict=True)))
    assert len({vote.vote_id for vote in told if vote is not None}) == 50
    assert {vote.vote_id for vote in votes(here)} == {vote.vote_id for vote in told if vote is not None}
    assert here.play.standings.tally().n_votes == 50
    assert Counter(vote.responder_id for vote in votes(here)) == {player.responder_id: 1 for player in players}


def test_a_battle_is_its_voters_alone(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    for act in (
        lambda: here.play.vote(BOB, stage.record.round_id, HEARD),
        lambda: here.play.skip(BOB, stage.record.round_id),
        lambda: here.play.report(BOB, stage.record.round_id, "nsfw"),
        lambda: here.play.register.seat(BOB, stage.record.round_id),
        lambda: here.play.vote(ANN, RoundId("x" * 22), HEARD),
    ):
        with pytest.raises(UnknownRound):
            act()
    assert here.play.resume(BOB, stage.game.game_id) is None
    here.play.leave(BOB, stage.game.game_id)
    assert here.play.vote(ANN, stage.record.round_id, HEARD).vote is not None


def test_a_battle_outlives_a_restart(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish()))
    after = make()
    again = after.play.resume(ANN, stage.game.game_id)
    assert again is not None and again.shown is not None
    assert (again.state.meeting, again.state.phase) == (stage.state.meeting, Phase.VOTE)
    after.clock.turn(seconds=60)
    after.play.vote(ANN, stage.record.round_id, HEARD)
    told = make().play.resume(ANN, stage.game.game_id)
    assert told is not None and told.vote is not None
    assert len(votes(here)) == 1


def test_a_skipped_or_left_battle_is_logged_without_a_vote_and_tells_nothing(make: Make) -> None:
    here = make()
    first = look(here, here.play.start(ANN, Wish()))
    here.play.skip(ANN, first.record.round_id)
    second = look(here, here.play.start(ANN, Wish()))
    here.play.start(ANN, Wish(leaving=second.game.game_id))
    assert [json.loads(row.extra_json or "")["outcome"] for row in battles(here)] == ["skipped", "left"]
    assert votes(here) == []
    for stage in (first, second):
        assert here.play.resume(ANN, stage.game.game_id) is None
        with pytest.raises(ClosedError, match="without a vote"):
            here.play.vote(ANN, stage.record.round_id, HEARD)


def test_a_battle_that_nobody_came_back_to_is_logged_after_a_day(make: Make) -> None:
    here = make()
    here.play.start(ANN, Wish())
    here.clock.turn(hours=25)
    here.play._started = 0  # the sweep comes with every hundredth start
    here.play.start(BOB, Wish())
    assert [json.loads(row.extra_json or "")["outcome"] for row in battles(here)] == ["left"]


def test_what_is_played_without_logging_is_not_logged_and_does_not_count(make: Make) -> None:
    here = make()
    stage = look(here, here.play.start(ANN, Wish(is_logged=False)))
    told = here.play.vote(ANN, stage.record.round_id, HEARD)
    assert told.vote is not None
    assert (battles(here), votes(here)) == ([], [])
    assert here.play.standings.tally().n_votes == 0
