"""The arena's ratings on the page: of the votes that count, for any choice of them, and saying what was left out."""

from __future__ import annotations

import dataclasses
import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from leaderboard.arena_board import ArenaBoard, VoteChoice, ratings_of
from leaderboard.arena_figures import for_page
from leaderboard.arena_view import PROVISIONAL_BELOW, table_value
from leaderboard.ratings.figures import interval_figure, win_rate_figure
from leaderboard.ratings.rating_text import agreement_sentence
from soundmark.settings import Settings
from soundmark.store.journal import Journal
from soundmark.store.schema import Check, Vote, VoteRow
from soundmark.types import ResponderKind, worded
from tests.support.marked import Marked
from tests.support.services import services_on

NOW = datetime.now(UTC)
CHECKS = [name for name in VoteRow.__dataclass_fields__ if name.startswith("check_")]
HOSTILE = "<img src=x onerror=alert(1)>\u202e"


def vote(number: int, winner: Vote, a: str = "wren-1", b: str = "lark-2", **changes: Any) -> VoteRow:
    row = VoteRow(
        vote_id=f"vote-{number:05}", schema_version=1, battle_id=f"battle-{number:05}", benchmark="clips",
        benchmark_revision="1", question_id=f"q{number}", responder_kind=ResponderKind.HUMAN, responder_id="v" * 32,
        model_a=a, model_b=b, vote=winner, side_seed="s", shown_at=NOW, voted_at=NOW, check_listened=Check.OK,
        app_version="0", deployment_id="test", task="geo", media="sound", language="en", logged_in=False,
    )  # fmt: skip
    return dataclasses.replace(row, **changes)


def value(rows: list[VoteRow]) -> Any:
    return json.loads(json.dumps(table_value(ratings_of(rows).shown), allow_nan=False))


def many(first: int, winner: Vote, number: int, **changes: Any) -> list[VoteRow]:
    return [vote(first + at, winner, **changes) for at in range(number)]


def test_ratings_are_those_of_odds_and_a_tie_is_half_a_win() -> None:
    shown = value([*many(0, Vote.A, 27), *many(100, Vote.B, 7), *many(200, Vote.TIE, 6)])
    first, second = shown["rows"]
    assert (first["label"], second["label"]) == ("wren-1", "lark-2")
    # 30 of 40 points are odds of 3, and 400 log10(3) points.
    gap = first["cells"]["rating"]["value"] - second["cells"]["rating"]["value"]
    assert gap == pytest.approx(190.8, abs=0.11)
    assert first["cells"] | {"rating": None} == {
        "rank": 1, "rating": None, "votes": 40, "won": 27, "tied": 6, "lost": 7, "both_bad": 0,
    }  # fmt: skip
    assert second["cells"]["rank"] == 2


def test_votes_that_failed_a_check_are_counted_apart_and_change_no_rating() -> None:
    good = [*many(0, Vote.A, 10), *many(100, Vote.B, 10)]
    bad = many(200, Vote.A, 5, check_listened=Check.FAILED) + many(300, Vote.A, 2, check_pace=Check.FAILED)
    judged = many(350, Vote.A, 3, responder_kind=ResponderKind.MODEL)
    unknown = many(400, Vote.TIE, 1, check_fresh=Check.UNAVAILABLE)
    shown = value([*good, *bad, *judged, *unknown])
    assert [row["cells"]["votes"] for row in shown["rows"]] == [21, 21]
    assert {row["cells"]["rating"]["value"] for row in shown["rows"]} == {1000.0}
    assert shown["note"][:4] == [
        worded("arena_left_out", n="10"),
        worded("arena_out_judge", n="3"),
        worded("arena_out_listened", n="5"),
        worded("arena_out_pace", n="2"),
    ]


@pytest.mark.parametrize("seed", range(3))
def test_counts_are_those_of_pandas(seed: int) -> None:
    rng = random.Random(seed)
    models = ["wren-1", "lark-2", "dove-3", "rook-4"]
    rows = []
    for number in range(400):
        a, b = rng.sample(models, 2)
        checks = {name: rng.choice([Check.OK] * 8 + [Check.FAILED, Check.UNAVAILABLE]) for name in CHECKS}
        kind = rng.choice([ResponderKind.HUMAN] * 5 + [ResponderKind.MODEL])
        who: dict[str, Any] = {"responder_kind": kind, "responder_id": f"v{number}"}
        rows.append(vote(number, rng.choice(list(Vote)), a, b, **who, **checks))
    frame = pd.DataFrame([dataclasses.asdict(row) for row in rows])
    failed = (frame[list(CHECKS)] == Check.FAILED).any(axis=1)
    kept = frame[(frame.responder_kind == ResponderKind.HUMAN) & ~failed]
    assert 150 < len(kept) < 350
    shown = value(rows)
    assert shown["caption"] == worded("arena_caption", n=str(len(kept)), models="4")
    for row in shown["rows"]:
        as_a, as_b = kept[kept.model_a == row["label"]], kept[kept.model_b == row["label"]]
        won = int((as_a.vote == Vote.A).sum() + (as_b.vote == Vote.B).sum())
        lost = int((as_a.vote == Vote.B).sum() + (as_b.vote == Vote.A).sum())
        tied, bad = (int((as_a.vote == one).sum() + (as_b.vote == one).sum()) for one in (Vote.TIE, Vote.BOTH_BAD))
        cells = row["cells"]
        assert (cells["votes"], cells["won"], cells["lost"]) == (len(as_a) + len(as_b), won, lost)
        assert (cells["tied"], cells["both_bad"]) == (tied, bad)


def test_what_votes_do_not_tell_is_said() -> None:
    assert value([]) == {"message": {"key": "arena_no_votes"}, "note": []}
    shown = value([*many(0, Vote.A, 12), *many(100, Vote.B, 12, a="dove-3", b="rook-4"), *many(200, Vote.A, 1)])
    tags = {row["label"]: row["tag"] for row in shown["rows"]}
    assert "unbeaten" in tags["wren-1"]
    assert "never won" in tags["lark-2"]
    assert all("not comparable" in tag for tag in tags.values())


def test_with_few_votes_there_is_no_rank() -> None:
    shown = value([*many(0, Vote.A, 5), *many(100, Vote.B, PROVISIONAL_BELOW - 6)])
    assert [(row["cells"]["rank"], row["muted"], row["tag"]) for row in shown["rows"]] == [
        (None, True, "provisional")
    ] * 2


def test_names_are_text_and_baselines_are_told_apart() -> None:
    shown = value(many(0, Vote.TIE, 3, a=HOSTILE, b="Random"))
    assert {(row["label"], row["kind"]) for row in shown["rows"]} == {
        (HOSTILE.replace("\u202e", ""), "model"),
        ("Random", "baseline"),
    }


def test_any_choice_of_votes_is_rated_by_itself(journal: Journal, tmp_path: Path) -> None:
    board = ArenaBoard(services_on(journal, tmp_path))
    rows = [
        *many(0, Vote.A, 3, logged_in=True),
        *many(100, Vote.B, 4, benchmark="upload", media="photo", task="open", language=None),
        *many(200, Vote.B, 5, voted_at=NOW - timedelta(days=20), language="de"),
    ]
    for row in rows:
        journal.append(row)

    def counted(**sent: object) -> int:
        return board.rated(VoteChoice.read(sent)).shown.table.n_votes

    assert (board.benchmarks(), board.languages()) == (["clips", "upload"], ["de", "en"])
    assert [counted(), counted(benchmark="upload"), counted(media="sound"), counted(media="photo")] == [12, 4, 8, 4]
    assert [counted(task="geo"), counted(task="open"), counted(language="de"), counted(language="fr")] == [8, 4, 5, 0]
    assert [counted(logged_in="yes"), counted(logged_in="no"), counted(logged_in="no", media="photo")] == [3, 9, 4]
    assert [counted(days="7"), counted(days="30"), counted(days="<x>"), counted(media=3, task=[], days=None)] == [
        7, 12, 12, 12,
    ]  # fmt: skip
    journal.append(vote(999, Vote.TIE))
    assert counted() == 13
    assert board.value(None)["caption"] == worded("arena_caption", n="13", models="2")
    assert Settings(data_dir=tmp_path).modes == ()


def test_people_and_models_as_judges_are_compared_on_the_same_battles(journal: Journal, tmp_path: Path) -> None:
    board = ArenaBoard(services_on(journal, tmp_path))
    # People say a, a, b, tie; the judge says a, b, b, and both bad, which is a tie; nobody else saw the last battle.
    said = [(Vote.A, Vote.A), (Vote.A, Vote.B), (Vote.B, Vote.B), (Vote.TIE, Vote.BOTH_BAD), (Vote.A, None)]
    for number, (person, judge) in enumerate(said):
        journal.append(vote(number, person, logged_in=number == 0))
        if judge is not None:
            same: dict[str, Any] = {"responder_kind": ResponderKind.MODEL, "logged_in": None}
            journal.append(vote(100 + number, judge, battle_id=f"battle-{number:05}", **same))
    found = board.compared(VoteChoice(), "judges")
    assert found.n_votes == (5, 4)
    assert found.agreement.verdicts.tolist() == [[1, 0, 1], [0, 1, 0], [0, 0, 1]]
    assert (found.agreement.overall.n_agreeing, found.agreement.overall.n) == (3, 4)
    assert "75.0%" in agreement_sentence(found)
    assert board.compared(VoteChoice(), "logged_in").n_votes == (1, 4)
    assert board.compared(VoteChoice(language="fr"), "<x>").n_votes == (0, 0)
    assert board.rated(VoteChoice()).shown.table.n_votes == 5, "a judge's votes rate nobody"


def test_figures_say_baselines_and_kinds_of_models_in_the_readers_language() -> None:
    rated = ratings_of([*many(0, Vote.A, 12), *many(100, Vote.A, 12, b="Random"), *many(200, Vote.B, 3, b="Random")])
    intervals = for_page(interval_figure(rated.shown.table), words=Marked())
    wins = for_page(win_rate_figure(rated.matrices), is_percent=True, words=Marked())
    assert intervals is not None and wins is not None
    assert {one.name for one in intervals.data} == {"[compared]", "[not placed by votes]"}
    assert all("[Rank]" in one.hovertemplate and "points" not in one.hovertemplate for one in intervals.data)
    assert set(intervals.layout.yaxis.ticktext) == {"wren-1", "lark-2", "[Random]"}
    assert "battles" not in wins.data[0].hovertemplate
    assert any(text.startswith("[Random]  ") for text in wins.layout.yaxis.ticktext)
