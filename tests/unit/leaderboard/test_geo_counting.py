"""What counts in the geo leaderboard, on tables small enough to work out by hand."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Callable
from datetime import datetime
from typing import Any, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.geo import GeoTable, count_answers, table_for
from leaderboard.geo_rows import GeoTableRow, RowKind
from leaderboard.geo_view import table_value as view_of
from soundmark.models.baselines.places import MIDDLE
from soundmark.store.schema import GeoRow
from soundmark.types import ResponderKind, Status

Answer = Callable[..., GeoRow]
MODEL = ResponderKind.MODEL


def table(rows: list[GeoRow], own_id: str | None = None, *, shown_players: int = 200) -> GeoTable:
    return table_for(count_answers(rows), own_id, shown_players=shown_players)


def row_of(found: GeoTable, label: str) -> GeoTableRow:
    (row,) = [row for row in found.rows if row.label == label]
    return row


def test_the_figures_of_a_player(answer: Answer) -> None:
    found = table(
        [
            answer("aabbccddeeff", "q1", 4000.0, 333.0, game="g1"),
            answer("aabbccddeeff", "q2", status=Status.SKIPPED, game="g1"),
            answer("aabbccddeeff", "q3", 1000.0, 2402.0, game="g2"),
            answer("aabbccddeeff", "q4", 4990.0, 0.9, game="g2"),
        ]
    )
    row = row_of(found, "Player aabbcc")
    assert (row.kind, row.games, row.figures.answers) == (RowKind.PLAYER, 2, 4)
    assert row.figures.mean_points == pytest.approx(9990 / 4)
    assert row.figures.median_km == 333.0  # of the three guesses
    assert row.figures.within == (0.25, 0.25, 0.25, 0.5, 0.5)  # of all four answers
    assert row.figures.skipped == 0.25


def test_a_distance_of_exactly_the_limit_is_within_it(answer: Answer) -> None:
    found = table([answer("aabbcc", "q1", 4000.0, 100.0), answer("aabbcc", "q2", 4000.0, 100.001)])
    assert row_of(found, "Player aabbcc").figures.within == (0.0, 0.0, 0.5, 1.0, 1.0)


def test_refused_and_unparsed_count_as_nothing_and_errors_not_at_all(answer: Answer) -> None:
    found = table(
        [
            answer("m", "q1", 3000.0, 700.0, kind=MODEL, game=None),
            answer("m", "q2", 4000.0, None, kind=MODEL, status=Status.REFUSED, game=None),
            answer("m", "q3", kind=MODEL, status=Status.UNPARSED, game=None),
            answer("m", "q4", kind=MODEL, status=Status.ERROR, game=None),
        ]
    )
    row = row_of(found, "m")
    assert row.figures.answers == 3
    assert row.figures.mean_points == 1000.0
    assert (row.figures.refused, row.figures.unparsed) == (1 / 3, 1 / 3)
    assert row.figures.errors == 0.25
    assert row.games is None


def test_only_errors_leave_no_mean_and_no_rank(answer: Answer) -> None:
    found = table([answer("m", f"q{i}", kind=MODEL, status=Status.ERROR) for i in range(12)])
    row = row_of(found, "m")
    assert (row.figures.answers, row.figures.mean_points, row.figures.errors, row.rank) == (0, None, 1.0, None)
    assert found.rows[-1] is row


def test_points_count_and_not_the_score_before_hints(answer: Answer) -> None:
    paid = dataclasses.replace(answer("aabbcc", "q1", 4000.0, 333.0), points=3000.0, hint_cost=0.25)
    assert row_of(table([paid]), "Player aabbcc").figures.mean_points == 3000.0


def test_only_the_first_answer_to_a_clip_counts(answer: Answer) -> None:
    first = answer("aabbcc", "q1", 1000.0, 2402.0, game="g1")
    again = answer("aabbcc", "q1", 5000.0, 0.0, game="g2")
    other = answer("ddeeff", "q1", 2000.0, 1368.0)
    found = table([again, other, first])  # as they were given counts, not as they came
    assert row_of(found, "Player aabbcc").figures.mean_points == 1000.0
    assert row_of(found, "Player aabbcc").games == 2
    assert row_of(found, "All people").figures.mean_points == 1500.0
    assert found.count.repeats == 1


def test_a_skip_is_a_first_answer_and_an_error_is_none(answer: Answer) -> None:
    skipped = [answer("aabbcc", "q1", status=Status.SKIPPED), answer("aabbcc", "q1", 5000.0, 0.0)]
    failed = [answer("ddeeff", "q1", status=Status.ERROR), answer("ddeeff", "q1", 5000.0, 0.0)]
    found = table([*skipped, *failed])
    assert row_of(found, "Player aabbcc").figures.mean_points == 0.0
    assert row_of(found, "Player ddeeff").figures.mean_points == 5000.0
    assert row_of(found, "Player ddeeff").figures.errors == 0.5


def test_players_without_an_id_stand_together_and_all_their_answers_count(answer: Answer) -> None:
    found = table([answer(None, "q1", 1000.0, 2402.0, game="a"), answer(None, "q1", 3000.0, 762.0, game="b")])
    row = row_of(found, "Players without an id")
    assert (row.figures.answers, row.figures.mean_points, row.rank, row.games) == (2, 2000.0, None, 2)
    assert row.figures.interval is not None
    assert found.count.repeats == 0


def test_answers_of_one_person_or_one_game_alone_tell_nothing_about_people(answer: Answer) -> None:
    player = table([answer("aabbcc", f"q{i}", 100.0 * i, 900.0) for i in range(20)])
    assert row_of(player, "All people").figures.interval is None
    assert row_of(player, "Player aabbcc").figures.interval is not None
    nobody = table([answer(None, f"q{i}", 100.0 * i, 900.0, game="one") for i in range(20)])
    assert row_of(nobody, "All people").figures.interval is None
    assert row_of(nobody, "Players without an id").figures.interval is None


def test_a_model_is_ranked_for_each_thing_it_was_given(answer: Answer) -> None:
    heard = [answer("m", f"q{i}", 3000.0, 762.0, kind=MODEL) for i in range(10)]
    blind = [answer("m", f"q{i}", 100.0, 5800.0, kind=MODEL, setting="blind") for i in range(10)]
    asked = [dataclasses.replace(one, response_id=f"{one.response_id}-p", prompt_id="short") for one in blind]
    found = table(heard + blind + asked)
    ranks = {row.detail: row.rank for row in found.rows if row.label == "m"}
    assert ranks == {"": 1, "blind": 2, "blind, short": 2}


def test_imported_answers_never_stand_in_one_row_with_those_given_here(answer: Answer) -> None:
    here = [answer("m", f"q{i}", 3000.0, 762.0, kind=MODEL) for i in range(20)]
    files = [
        dataclasses.replace(answer("m", f"q{i}", 1000.0, 2402.0, kind=MODEL), imported_from=name)
        for i in range(11)
        for name in ("a", "b")
    ]
    for rows in (here + files, files + here):
        shown = {row.is_imported: row for row in table(rows).rows if row.label == "m"}
        assert {key: (row.figures.answers, row.figures.mean_points) for key, row in shown.items()} == {
            False: (20, 3000.0),
            True: (22, 1000.0),
        }
        assert (shown[False].detail, shown[True].detail) == ("", "partial: 11 of 20 questions")
        value = cast("Any", view_of(table(rows), clip_list="clips"))
        (marked,) = [row for row in value["rows"] if row["badge"] == "imported"]
        assert (marked["label"], marked["imported"], marked["tag"]) == ("m", True, "partial: 11 of 20 questions")
        assert {"field": "imported", "label": "Imported"} in value["toggles"]
        assert value["caption"]["params"]["models"] == "1"


def test_a_clip_that_a_model_was_asked_again_counts_once_by_its_newest_answer_and_never_by_an_error(
    answer: Answer,
) -> None:
    failed = answer("m", "q0", kind=MODEL, game=None, status=Status.ERROR)
    old, new = (answer("m", "q0", points, 762.0, kind=MODEL, game=None) for points in (1000.0, 3000.0))
    failed_again = answer("m", "q0", kind=MODEL, game=None, status=Status.ERROR)
    found = row_of(table([new, failed_again, failed, old]), "m").figures
    assert (found.answers, found.mean_points, found.errors) == (1, 3000.0, 0.0)
    another = dataclasses.replace(old, response_id="response-other", repeat_index=1)
    assert row_of(table([new, old, another]), "m").figures.answers == 2
    assert row_of(table([failed, failed_again]), "m").figures.errors == 1.0


def test_a_baseline_is_no_person_and_its_newest_answer_to_a_clip_counts(answer: Answer) -> None:
    baseline = ResponderKind.BASELINE
    old = [answer(MIDDLE, f"q{i}", 1000.0, 2400.0, kind=baseline, setting="blind", game=None) for i in range(3)]
    new = [answer(MIDDLE, f"q{i}", 2000.0, 1370.0, kind=baseline, setting="blind", game=None) for i in range(2)]
    person = answer("aabbcc", "q1", 3000.0, 762.0)
    found = table([*new, *old, person])
    row = row_of(found, MIDDLE)  # once, and not as the computed row too
    assert (row.kind, row.rank, row.figures.answers, row.figures.mean_points) == (RowKind.BASELINE, None, 3, 5000 / 3)
    assert row_of(found, "All people").figures.answers == 1
    assert found.count.questions == 1
    assert [one.label for one in found.rows].count(MIDDLE) == 1
    alone = table(old)
    assert alone.count.questions == 0
    assert [one.label for one in alone.rows] == [MIDDLE]


def test_ranks_are_shared_by_equals_and_skip_nobody(answer: Answer) -> None:
    rows = [
        answer(who, f"q{i}", points, 800.0, kind=kind)
        for who, points, kind in [
            ("aaaaaa", 3000.0, ResponderKind.HUMAN),
            ("best", 4000.0, MODEL),
            ("bbbbbb", 3000.0, ResponderKind.HUMAN),
            ("cccccc", 10.0, ResponderKind.HUMAN),
            ("a guesser", 4500.0, ResponderKind.BASELINE),
        ]
        for i in range(10)
    ]
    found = table([*rows, answer("lucky!", "q1", 5000.0, 0.0)])
    ranks = {row.label: row.rank for row in found.rows}
    assert ranks["best"] == 1
    assert ranks["Player aaaaaa"] == ranks["Player bbbbbb"] == 2
    assert ranks["Player cccccc"] == 4
    assert ranks["a guesser"] is ranks["All people"] is ranks["Player lucky!"] is None
    settled = [row.figures.mean_points or 0.0 for row in found.rows if not row.is_provisional]
    assert settled == sorted(settled, reverse=True)
    assert [row.is_provisional for row in found.rows] == [False] * len(settled) + [True]  # the lucky one is last


def test_fewer_than_ten_answers_are_provisional(answer: Answer) -> None:
    nine = [answer("aabbcc", f"q{i}", 1.0, 900.0) for i in range(9)]
    assert row_of(table(nine), "Player aabbcc").is_provisional
    ten = [*nine, answer("aabbcc", "q9", 1.0, 900.0)]
    assert not row_of(table(ten), "Player aabbcc").is_provisional
    assert row_of(table(ten), "Player aabbcc").rank == 1


def test_the_best_of_each_column_is_marked_among_those_with_a_rank(answer: Answer) -> None:
    far = [answer("aaaaaa", f"q{i}", 3000.0, 90.0) for i in range(10)]
    near = [answer("bbbbbb", f"q{i}", 2000.0, 400.0 if i else 5.0) for i in range(10)]
    found = table([*far, *near, answer("lucky!", "q1", 5000.0, 0.0)])
    assert row_of(found, "Player aaaaaa").best == {
        "mean_points", "median_km", "within_100", "within_500", "within_1000"
    }  # fmt: skip
    assert row_of(found, "Player bbbbbb").best == {"within_10", "within_500", "within_1000"}
    assert not row_of(found, "Player lucky!").best
    assert not row_of(found, "All people").best


def test_the_viewer_is_you(answer: Answer) -> None:
    rows = [answer("aabbcc", "q1", 10.0, 900.0), answer("aabbcc", "q1", 10.0, 900.0, kind=MODEL), answer(None, "q1")]
    own = [row for row in table(rows, "aabbcc").rows if row.is_own]
    assert [(row.label, row.kind) for row in own] == [("You", RowKind.PLAYER)]
    assert not any(row.is_own for row in table(rows, None).rows)
    assert not any(row.is_own for row in table(rows, "someone else").rows)


def test_a_long_table_is_cut_but_never_the_viewer_nor_a_settled_player_for_a_lucky_one(answer: Answer) -> None:
    rows = [answer(f"player{p}", f"q{i}", 100.0 * p, 900.0) for p in range(5) for i in range(10)]
    rows += [answer(f"lucky{n}", "q1", 5000.0, 0.0) for n in range(3)]
    found = table(rows, "player1", shown_players=2)
    players = [(row.label, row.rank) for row in found.rows if row.kind is RowKind.PLAYER]
    assert players == [("Player player", 1), ("Player player", 2), ("You", 4)]
    assert found.hidden_players == 5
    assert row_of(found, "All people").figures.answers == 53


def damaged_rows(answer: Answer) -> list[GeoRow]:
    good = answer("aabbcc", "bad", 10.0, 900.0)
    changes: list[dict[str, object]] = [
        {"points": math.nan},
        {"points": 5000.1},
        {"points": -1.0},
        {"points": "many"},
        {"points": 10**400},
        {"error_km": None},
        {"error_km": -1.0},
        {"error_km": math.inf},
        {"error_km": 25_000.0},
        {"true_latitude_deg": 90.5},
        {"true_longitude_deg": math.nan},
        {"true_latitude_deg": None},
        {"answered_at": None},
        {"answered_at": datetime(2026, 3, 1)},
        {"question_id": None},
        {"question_id": ["q"]},
        {"responder_id": {"a": 1}},
        {"game_id": 7},
        {"setting": None},
        {"status": None},
        {"responder_kind": None},
    ]
    return [
        dataclasses.replace(good, **{"response_id": f"bad-{i}", **change})  # type: ignore[arg-type]
        for i, change in enumerate(changes)
    ]


def test_rows_that_cannot_be_are_left_out_and_told(answer: Answer) -> None:
    bad = damaged_rows(answer)
    found = table([*bad, answer("aabbcc", "q1", 10.0, 900.0)])
    assert found.count.damaged == len(bad)
    assert table([dataclasses.replace(bad[0], response_id="")]).count.damaged == 1
    assert (found.count.questions, row_of(found, "Player aabbcc").figures.answers) == (1, 1)


def test_nothing_and_almost_nothing(answer: Answer) -> None:
    assert table([]).rows == ()
    one = table([answer("aabbcc", "q1", 10.0, 900.0)])
    assert all(row.figures.interval is None for row in one.rows)
    skipped = table([answer("aabbcc", f"q{i}", status=Status.SKIPPED) for i in range(12)])
    figures = row_of(skipped, "Player aabbcc").figures
    assert (figures.mean_points, figures.median_km, figures.skipped) == (0.0, None, 1.0)
    assert not row_of(skipped, "Player aabbcc").best


ROWS = st.lists(
    st.tuples(
        st.sampled_from(["aaaaaa", "bbbbbb", None]),
        st.sampled_from(["q1", "q2", "q3"]),
        st.floats(0, 5000),
        st.floats(0, 20000),
        st.sampled_from(list(Status)),
        st.sampled_from([ResponderKind.HUMAN, MODEL]),
    ),
    max_size=14,
)


@settings(deadline=None, max_examples=40)
@given(data=st.data(), given_rows=ROWS)
def test_order_and_copies_of_rows_make_no_difference(
    answer: Answer, data: st.DataObject, given_rows: list[tuple[str | None, str, float, float, Status, ResponderKind]]
) -> None:
    rows = [answer(who, q, points, km, status=status, kind=kind) for who, q, points, km, status, kind in given_rows]
    found = table(rows, "aaaaaa")
    copies = [dataclasses.replace(row) for row in rows]
    assert table(data.draw(st.permutations(rows + copies)), "aaaaaa") == found
    people = [row for row in rows if row.responder_kind is ResponderKind.HUMAN and row.status is not Status.ERROR]
    counted = sum(row.figures.answers for row in found.rows if row.kind is RowKind.ALL_PEOPLE)
    assert counted + found.count.repeats == len(people)
    for row in found.rows:
        shares = [*(row.figures.within or ()), row.figures.skipped or 0.0, row.figures.errors or 0.0]
        assert all(0 <= share <= 1 for share in shares)
        assert list(row.figures.within or ()) == sorted(row.figures.within or ())
