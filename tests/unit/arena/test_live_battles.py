"""Battles of models that are asked: both at once, and another steps in for an answer that cannot be voted on."""

from __future__ import annotations

import asyncio
import json
from queue import Queue

import pytest

from soundmark.models.script import Fault, Rule
from soundmark.modes.arena import ring
from soundmark.modes.arena.battle import Answer, Phase
from soundmark.modes.arena.matchmaking import LIVE_PER_MINUTE
from soundmark.modes.arena.stages import ArenaError, BrokenOffError, ClosedError, Wish
from soundmark.store.ids import Player
from soundmark.store.schema import BattleRow
from soundmark.types import OwnerKey, Status
from tests.support.arena import (
    ANN,
    BOB,
    HEARD,
    REFUSES,
    SAID,
    Make,
    battles,
    fails,
    look,
    says,
    seen_by_browser,
    votes,
)


def test_two_models_are_asked_and_what_they_say_is_logged(make: Make) -> None:
    here = make({name: says(text) for name, text in SAID.items()})
    stage = look(here, here.play.start(ANN, Wish()))
    assert stage.state.phase is Phase.VOTE
    found = seen_by_browser(stage)
    assert not any(name in found for name in SAID)
    here.play.vote(ANN, stage.record.round_id, HEARD)
    (battle,) = battles(here)
    assert battle.response_a == SAID[battle.model_a]
    assert battle.response_b == SAID[battle.model_b]
    assert battle.latitude_a_deg is not None
    assert battle.latency_a_s is not None and battle.latency_a_s < 20
    assert battle.prompt_id == "place-explained"


@pytest.mark.parametrize(
    "rule,status,reason",
    [
        (fails(), Status.ERROR, "http_500"),
        (fails(Fault.TIMEOUT), Status.ERROR, "timeout"),
        (says("  \n"), Status.UNPARSED, "empty"),
        (REFUSES, Status.REFUSED, "content_filter"),
        (says("I'm sorry, I cannot help with that."), Status.REFUSED, "refusal"),
        (says("I am owl-4 and I hear rain. This is Bergen, 60.39, 5.32."), Status.UNPARSED, "named"),
        (says("As an assistant made by Google I say Bergen."), Status.UNPARSED, "named"),
    ],
)
def test_an_answer_that_cannot_be_voted_on_makes_the_battle_void_and_another_model_steps_in(
    make: Make, rule: Rule, status: Status, reason: str
) -> None:
    here = make({"owl-4": rule, "wren-1": says(SAID["wren-1"]), "lark-2": says(SAID["lark-2"])})
    rows: list[BattleRow] = []
    for number in range(8):
        player = Player(OwnerKey(f"p{number}"), None, None)
        here.play.ring.resting._until.clear()
        stage = look(here, here.play.start(player, Wish()), player)
        assert stage.state.phase is Phase.VOTE
        here.play.vote(player, stage.record.round_id, HEARD)
        rows = battles(here)
        if len(rows) > number + 1:
            break
    *_, void, seen = rows
    assert json.loads(void.extra_json or "")["outcome"] == "voided"
    side = "a" if void.model_a == "owl-4" else "b"
    assert getattr(void, f"status_{side}") is status
    assert json.loads(void.extra_json or "")[f"reason_{side}"] == reason
    assert {seen.model_a, seen.model_b} == {"wren-1", "lark-2"}
    kept = "b" if side == "a" else "a"
    assert getattr(seen, f"model_{kept}") == getattr(void, f"model_{kept}"), "the other answer stays on its side"
    assert void.battle_id != seen.battle_id
    assert [vote.battle_id for vote in votes(here)][-1] == seen.battle_id


def test_what_was_voided_is_not_logged_before_the_vote_since_it_names_who_stayed(make: Make) -> None:
    here = make({"owl-4": fails(), "wren-1": says(SAID["wren-1"]), "lark-2": says(SAID["lark-2"])})
    for number in range(8):
        player = Player(OwnerKey(f"p{number}"), None, None)
        here.play.ring.resting._until.clear()
        stage = look(here, here.play.start(player, Wish()), player)
        if stage.state.voided:
            break
    assert stage.state.voided
    assert battles(here) == []


def test_without_two_good_answers_the_battle_is_given_up_and_logged(make: Make) -> None:
    here = make({"owl-4": fails(), "wren-1": says(SAID["wren-1"])})
    stage = look(here, here.play.start(ANN, Wish()))
    assert stage.state.phase is Phase.FAILED
    (battle,) = battles(here)
    assert json.loads(battle.extra_json or "")["outcome"] == "failed"
    assert {battle.status_a, battle.status_b} == {Status.OK, Status.ERROR} or Status.ERROR in (
        battle.status_a,
        battle.status_b,
    )
    with pytest.raises(ClosedError):
        here.play.vote(ANN, stage.record.round_id, HEARD)


def test_a_model_that_failed_rests(make: Make) -> None:
    here = make({"owl-4": fails(), "wren-1": says(SAID["wren-1"]), "lark-2": says(SAID["lark-2"])})
    here.play.ring.resting.failed("owl-4")
    for number in range(LIVE_PER_MINUTE):
        stage = here.play.start(Player(OwnerKey(f"p{number}"), None, None), Wish())
        assert {stage.state.meeting.a.name, stage.state.meeting.b.name} == {"wren-1", "lark-2"}
        assert stage.bout is not None and stage.bout.wait(20)
    here.play.ring.resting.failed("lark-2")
    with pytest.raises(ArenaError, match="two models"):
        here.play.start(BOB, Wish())


def test_a_text_grows_on_the_page_without_its_last_words_and_without_names(make: Make) -> None:
    long = " ".join(f"word{number}" for number in range(200))
    here = make({"wren-1": says(long, delay_s=0.1), "lark-2": says(long + " -12, -77", delay_s=0.3)})
    stage = here.play.start(ANN, Wish())
    assert stage.bout is not None
    seen = set()
    while not stage.bout.wait(0.02):
        page = seen_by_browser(stage)
        assert "wren-1" not in page and "lark-2" not in page
        seen |= {side.is_done for side in stage.bout.sides().values()}
    assert True in seen, "one answer is there while the other is awaited"


def test_models_cost_money_and_battles_with_them_have_a_slower_pace(make: Make) -> None:
    here = make({name: says(text) for name, text in SAID.items()})
    for _ in range(LIVE_PER_MINUTE):
        stage = here.play.start(ANN, Wish())
        assert stage.bout is not None and stage.bout.wait(20)
    with pytest.raises(ArenaError, match="wait"):
        here.play.start(ANN, Wish())


def test_for_whoever_goes_on_nothing_more_is_asked(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    told: Queue[str] = Queue()

    async def answered(*_: object, **__: object) -> Answer:
        told.put("asked")
        try:
            await asyncio.sleep(3600)
        finally:
            told.put("given up")
        raise AssertionError

    monkeypatch.setattr(ring, "answer_of", answered)
    here = make({name: says(text) for name, text in SAID.items()})
    first = here.play.start(ANN, Wish())
    assert [told.get(timeout=20) for _ in range(2)] == ["asked", "asked"]
    here.play.skip(ANN, first.record.round_id)
    assert [told.get(timeout=20) for _ in range(2)] == ["given up", "given up"]
    assert first.bout is not None and first.bout.wait(20)
    assert here.play.ring.bout(first.record.round_id) is None
    assert [json.loads(row.extra_json or "")["outcome"] for row in battles(here)] == ["skipped"]


def test_whoever_waits_for_the_end_of_a_battle_in_an_event_loop_lets_others_run(make: Make) -> None:
    here = make({name: says(text, delay_s=0.1) for name, text in SAID.items()})
    bout = here.play.start(ANN, Wish()).bout
    assert bout is not None

    async def watch() -> tuple[bool, int]:
        others, is_over = 0, False

        async def another() -> None:
            nonlocal others
            while not is_over:
                await asyncio.sleep(0.005)
                others += 1

        running = asyncio.create_task(another())
        early = await bout.ends(0.0)
        while not is_over:
            is_over = await bout.ends(10)
        await running
        return early, others

    early, others = asyncio.run(watch())
    assert not early
    assert others > 1
    assert asyncio.run(bout.ends(0)), "it stays over"


def test_a_battle_under_way_at_a_restart_is_given_up(make: Make) -> None:
    here = make({name: says(text, delay_s=30) for name, text in SAID.items()})
    stage = here.play.start(ANN, Wish())
    after = make({name: says(text) for name, text in SAID.items()})
    with pytest.raises(BrokenOffError, match="restarted"):
        after.play.resume(ANN, stage.game.game_id)
    assert after.play.resume(ANN, stage.game.game_id) is None, "it is said once"
    assert [json.loads(row.extra_json or "")["outcome"] for row in battles(after)] == ["failed"]


def test_a_vote_on_a_battle_that_broke_off_at_a_restart_is_told_so(make: Make) -> None:
    here = make({name: says(text, delay_s=30) for name, text in SAID.items()})
    stage = here.play.start(ANN, Wish())
    after = make({name: says(text) for name, text in SAID.items()})
    with pytest.raises(BrokenOffError, match="start another battle"):
        after.play.vote(ANN, stage.record.round_id, HEARD)
    assert votes(after) == []
