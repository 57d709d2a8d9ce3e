"""Who is offered as an opponent, whom a player chose, and how a race is counted."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.evaluation.baseline_log import BaselineLog
from soundmark.evaluation.baseline_run import blind_baselines, run_baseline
from soundmark.games.opponent_choice import OpponentChoice, as_opponent
from soundmark.games.opponents import (
    MAX_SHOWN_CHARS,
    Opponent,
    Outcome,
    Race,
    answer_of,
    newest_answers,
    offered,
    opponent_of,
    points_of,
    race_line,
    reasoning_of,
)
from soundmark.games.wire import read_ticket
from soundmark.models.baselines.places import MIDDLE, PLACES
from soundmark.pack_loader import PackKey
from soundmark.store.journal import Journal
from soundmark.store.published import AllRows
from soundmark.types import GeoTruth, QuestionKind, ResponderKind, Status, worded
from tests.support.baseline_packs import places
from tests.support.rows import NOON, geo_row
from tests.support.services import services_on

OWL = Opponent(kind=ResponderKind.MODEL, name="owl/7b (new)", setting="audio")
BASELINES = tuple(map(as_opponent, PLACES))


@given(st.text(min_size=1, max_size=80), st.sampled_from(["audio", "blind", "transcript"]))
def test_a_key_leads_back_whatever_the_name(name: str, setting: str) -> None:
    one = Opponent(kind=ResponderKind.MODEL, name=name, setting=setting)
    assert opponent_of(one.key) == one


@pytest.mark.parametrize("key", [None, 3, "", "human/audio/bob", "model", "model/audio", "model/audio/", "x" * 400, {}])
def test_what_is_no_key_is_nobody(key: object) -> None:
    assert opponent_of(key) is None


def race(*rounds: tuple[float | None, float | None]) -> Race:
    return Race(opponent=OWL, rounds=rounds)


@pytest.mark.parametrize(
    ("rounds", "own", "theirs", "n", "outcome"),
    [
        ((), 0, 0, 0, Outcome.DRAWN),
        (((5000.0, 10.0), (0.0, 20.0)), 5000, 30, 2, Outcome.WON),
        (((1.0, 2.0), (None, 9.0), (9.0, None)), 1, 2, 1, Outcome.LOST),
        (((100.2, 100.4),), 100.2, 100.4, 1, Outcome.DRAWN),  # both are shown as 100
    ],
)
def test_only_rounds_count_in_which_both_have_an_answer(
    rounds: tuple[tuple[float | None, float | None], ...], own: float, theirs: float, n: int, outcome: Outcome
) -> None:
    found = race(*rounds)
    assert (found.own, found.theirs, found.n, found.outcome) == (own, theirs, n, outcome)


def test_the_end_in_a_line_has_no_line_break_and_a_short_name() -> None:
    odd = Opponent(kind=ResponderKind.MODEL, name="a\nb " * 40, setting="audio")
    line = race_line(Race(opponent=odd, rounds=((3.0, 4.0),)))
    name = "a b " * 14 + "a b…"  # a name that was cut says so
    assert line == worded("share_lost", name=name, own="3", theirs="4")
    assert race_line(race((1.0, 1.0))) == worded("share_drawn", name="owl/7b (new)", own="1", theirs="1")
    assert race_line(race()) is race_line(None) is None


def test_points_in_a_race() -> None:
    assert points_of(geo_row(points=1200.0)) == 1200.0
    assert points_of(geo_row(status=Status.REFUSED, points=0.0)) == 0.0
    assert points_of(geo_row(status=Status.ERROR, score=None, points=0.0)) is None


@pytest.mark.parametrize("extra", [None, "[]", "{", '{"reasoning": 3}', "[" * 100_000])
def test_odd_extras_have_no_reasoning(extra: str | None) -> None:
    assert reasoning_of(geo_row(responder_kind=ResponderKind.BASELINE, extra_json=extra, raw_answer="[1, 2]")) == ""


def test_reasoning_is_cut_to_what_a_person_reads() -> None:
    row = geo_row(
        responder_kind=ResponderKind.MODEL, raw_answer="a" * 100_000, extra_json=json.dumps({"reasoning": "b"})
    )
    assert reasoning_of(row).startswith("b\n\naaa")
    assert len(reasoning_of(row)) < MAX_SHOWN_CHARS + 5


def test_offered_are_models_that_ran_and_the_baselines_by_name(journal: Journal, tmp_path: Path) -> None:
    pack = places(4)
    for baseline in blind_baselines(QuestionKind.GEO):
        run_baseline(baseline, pack, BaselineLog(journal), deployment="test", rest=lambda _: None)
    runs = list(journal.rows("runs"))
    assert (
        offered(runs, BASELINES)
        == offered(runs, ())
        == offered([], BASELINES)
        == sorted(BASELINES, key=lambda one: one.name)
    )
    services = services_on(journal, tmp_path)
    choice = OpponentChoice(services, PackKey[GeoTruth]("geo"), BASELINES, MIDDLE)
    default = f"baseline/blind/{MIDDLE}"
    assert choice.value()["default"] == default
    told = [
        ({}, default),
        ({"geo": {"opponent": ""}}, ""),
        ({"geo": {"opponent": "baseline/blind/Random"}}, "baseline/blind/Random"),
        ({"geo": {"opponent": "model/audio/unheard of"}}, ""),
        ({"geo": {"opponent": 3}}, ""),
        ({"geo": "x"}, default),
    ]
    for said, expected in told:
        assert choice.of(read_ticket({"said": said})) == expected


def test_an_answer_that_failed_stands_only_where_there_is_no_other() -> None:
    """Whatever the order: an error is asked again, and a later run may fail where an earlier one did not."""
    model = {"responder_kind": ResponderKind.MODEL, "responder_id": "m"}
    rows = [
        geo_row(**model, response_id=str(minute), status=status, answered_at=NOON + timedelta(minutes=minute))
        for minute, status in enumerate((Status.ERROR, Status.OK, Status.REFUSED, Status.ERROR))
    ]
    opponent = Opponent.who_gave(rows[0])
    for order in (rows, rows[::-1]):
        assert newest_answers(order, rows[0], lambda _row, _own: True) == [rows[2]]
        assert answer_of(opponent, order) == rows[2]
        assert answer_of(opponent, [row for row in order if row.status is Status.ERROR]) == rows[3]


def test_answers_of_machines_are_found_among_a_thousand_of_people(journal: Journal) -> None:
    def fill(connection: object) -> None:
        from soundmark.store.journal import insert_job

        for number in range(1200):
            insert_job(geo_row(response_id=f"r{number}"))(connection)  # type: ignore[arg-type]

    telling = '{"responder_kind":"human"} "responder_kind":"human"'
    for name in ("one", "two"):
        row = geo_row(responder_kind=ResponderKind.MODEL, responder_id=name, response_id=name, raw_answer=telling)
        journal.append(row)
    journal.append(geo_row(responder_kind=ResponderKind.MODEL, response_id="elsewhere", question_id="q2"))
    journal.write(fill)
    found = AllRows(journal).machine_rows("geo", benchmark="pack", question_ids=["q1"])
    assert [row.responder_id for row in found] == ["one", "two"]
    with journal.reading() as connection:
        plan = connection.execute(
            "EXPLAIN QUERY PLAN SELECT row FROM responses WHERE log_table = 'geo' AND benchmark = 'pack' "
            """AND question_id = 'q1' AND instr(row, '"responder_kind":"human"') = 0 ORDER BY seq"""
        ).fetchall()
    assert "responses_by_machines" in str(plan)
