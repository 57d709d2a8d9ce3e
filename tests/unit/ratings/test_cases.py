"""Trouble that other arenas had with votes."""

from __future__ import annotations

import json
import math
import random
from pathlib import Path
from typing import Any

import pytest

from leaderboard.ratings.matrices import pair_matrices
from leaderboard.ratings.names import model_name
from leaderboard.ratings.outcomes import Outcome, outcome_of
from leaderboard.ratings.rate import rate
from leaderboard.ratings.raw_votes import MEANINGS
from leaderboard.ratings.table import RatingTable, Standing
from leaderboard.ratings.vote_check import checked_votes
from leaderboard.ratings.vote_files import read_raw_votes
from tests.support.votes import Vote, counts_of

FILE = Path(__file__).resolve().parents[2] / "data" / "cases" / "v_votes.jsonl"
CASES: dict[str, Any] = {case["id"]: case for case in map(json.loads, FILE.read_text(encoding="utf-8").splitlines())}


def votes_of(battles: list[dict[str, str]]) -> list[Vote]:
    votes = []
    for battle in battles:
        outcome = outcome_of(battle["winner"])
        assert outcome is not None
        votes.append((battle["model_a"], battle["model_b"], outcome))
    return votes


def figures(table: RatingTable) -> dict[str, tuple[float | None, ...]]:
    return {row.model: (row.rating, row.low, row.high) for row in table.ratings}


def test_v02_a_model_that_never_won_leaves_finite_ratings() -> None:
    case = CASES["V02"]
    votes = votes_of(case["input"]["battles"])
    table = rate(counts_of(votes))
    assert [row.model for row in table.ratings] == case["expected"]["order"]
    assert all(math.isfinite(row.rating) for row in table.ratings)
    assert table.ratings[2].standing is Standing.WINLESS
    without_c = rate(counts_of([vote for vote in votes if "C" not in vote]))
    gaps = [one.ratings[0].rating - one.ratings[1].rating for one in (table, without_c)]
    assert gaps[0] == pytest.approx(gaps[1], abs=1e-6)
    assert gaps[0] == pytest.approx(400 * math.log10(2))


def test_v03_groups_that_never_met_have_tables_of_their_own() -> None:
    case = CASES["V03"]
    table = rate(counts_of(votes_of(case["input"]["battles"])))
    assert table.n_groups == case["expected"]["components"]
    groups = [[row.model for row in table.ratings if row.group == number] for number in (1, 2)]
    assert sorted(groups) == sorted(case["expected"]["within_order"])


def test_v05_ties_are_half_a_win_and_both_bad_is_counted_apart() -> None:
    case = CASES["V05"]
    record = case["input"]["battles_summary"]["A"]
    votes: list[Vote] = [("A", "B", Outcome.A)] * record["wins"] + [("A", "B", Outcome.B)] * record["losses"]
    matrices = pair_matrices(counts_of([*votes, *[("B", "A", Outcome.TIE)] * record["ties"]]))
    assert matrices.win_rates[0, 1] == matrices.win_rates[1, 0] == case["expected"]["win_rate"]
    assert matrices.battles[0, 1] == 100
    all_ties = rate(counts_of(votes_of(case["input"]["all_ties"])))
    assert len({row.rating for row in all_ties.ratings}) == 1
    assert {(row.high or 0) - (row.low or 0) for row in all_ties.ratings} == {case["expected"]["all_ties_ci_width"]}
    both_bad = rate(counts_of(votes_of(case["input"]["both_bad"])))
    assert [(row.rating, row.both_bad, row.ties) for row in both_bad.ratings] == [(1000.0, 1, 0)] * 2


def test_v08_one_model_however_its_name_is_written() -> None:
    case = CASES["V08"]
    names = [model_name(name) for name in case["input"]["names"]]
    assert len(set(names)) == case["expected"]["distinct"]
    assert [[at for at, name in enumerate(names) if name == one] for one in dict.fromkeys(names)] == case["expected"][
        "groups"
    ]
    assert all(name.encode() for name in names)


def test_v09_order_sides_and_names_change_nothing(tmp_path: Path) -> None:
    case = CASES["V09"]
    battles = case["input"]["battles"]
    reference = figures(rate(counts_of(votes_of(battles))))
    tolerance = case["expected"]["max_abs_rating_change"]
    other_side = {"left": "right", "right": "left", "tie": "tie"}
    shuffled = random.Random(4).sample(battles, len(battles))
    swapped = [
        {"model_a": row["model_b"], "model_b": row["model_a"], "winner": other_side[row["winner"]]} for row in battles
    ]
    renamed = json.loads(json.dumps(battles).replace('"m1"', '"z1"'))
    for changed, name in ((shuffled, "m1"), (swapped, "m1"), (renamed, "z1")):
        found = figures(rate(counts_of(votes_of(changed))))
        for model, expected in reference.items():
            assert found[name if model == "m1" else model] == pytest.approx(expected, abs=tolerance)
    # The file loaded twice: with ids of their own, rows count once.
    path = tmp_path / "twice.jsonl"
    rows = [json.dumps({"vote_id": f"v{number}", **row}) for number, row in enumerate(battles)]
    path.write_text("\n".join([*rows, *rows]), encoding="utf-8")
    votes, report = checked_votes(read_raw_votes(path, set(MEANINGS.values())))
    assert report.n_repeated == len(battles)
    assert figures(rate(votes.counts())) == reference
