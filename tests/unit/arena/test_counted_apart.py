"""Standings and ratings by the votes of a log, beside the same figures worked out with pandas and no code of ours.

Each promise has a case that a plausible slip would break: ties that count as wins, sides that are mixed up, or ranks
that go by ratings and not by intervals.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
import pandas as pd
import pytest

from leaderboard.arena_board import VoteChoice, ratings_of
from soundmark.modes.arena.standings import tally_of
from soundmark.store.schema import Check, Vote, VoteRow
from tests.unit.leaderboard.test_arena_board import vote

MODELS = ("dove-3", "lark-2", "rook-4", "wren-1")
POINTS_OF_A = {"a": 1.0, "b": 0.0, "tie": 0.5, "both_bad": 0.5}
CHECKS = ("check_listened", "check_nameless", "check_fresh", "check_pace")


def random_log(seed: int, n_votes: int) -> list[VoteRow]:
    """Votes on random pairs, some of which failed a check, of all kinds that the page can choose."""
    rng = np.random.default_rng(seed)
    rows = []
    for number in range(n_votes):
        a, b = rng.choice(MODELS, 2, replace=False)
        checks = {name: Check.FAILED if rng.random() < 0.06 else Check.OK for name in CHECKS}
        rows.append(
            vote(
                number,
                Vote(str(rng.choice([one.value for one in Vote], p=[0.4, 0.3, 0.2, 0.1]))),
                str(a),
                str(b),
                media=str(rng.choice(["sound", "photo"])),
                task=str(rng.choice(["geo", "choice", "open"])),
                language=str(rng.choice(["en", "ru"])),
                logged_in=bool(rng.random() < 0.5),
                **checks,
            )
        )
    return rows


def frame(rows: Sequence[VoteRow]) -> pd.DataFrame:
    """The columns that count, as plain values."""
    names = ("model_a", "model_b", "media", "task", "language", "logged_in")
    found = pd.DataFrame([{name: getattr(row, name) for name in names} for row in rows])
    found["vote"] = [row.vote.value for row in rows]
    failed = [[name for name in CHECKS if getattr(row, name) is Check.FAILED] for row in rows]
    return found.assign(failed=[next(iter(names), "") for names in failed])


def by_model(votes: pd.DataFrame) -> pd.DataFrame:
    """Votes, wins, losses, ties and both bad of each model, whichever side it stood on."""
    wins = pd.concat([votes.model_a[votes.vote == "a"], votes.model_b[votes.vote == "b"]]).value_counts()
    losses = pd.concat([votes.model_b[votes.vote == "a"], votes.model_a[votes.vote == "b"]]).value_counts()
    even = {kind: votes[votes.vote == kind][["model_a", "model_b"]].stack().value_counts() for kind in POINTS_OF_A}
    columns = {"won": wins, "lost": losses, "tied": even["tie"], "both_bad": even["both_bad"]}
    return pd.DataFrame(columns).reindex(MODELS).fillna(0).astype(int)


@pytest.mark.parametrize("seed", range(4))
def test_every_count_is_that_of_pandas_for_any_choice_of_votes(seed: int) -> None:
    rows, rng = random_log(seed, 400), np.random.default_rng(seed)
    sent = {"media": str(rng.choice(["", "sound", "photo"])), "task": str(rng.choice(["", "geo", "open"]))}
    sent |= {"language": str(rng.choice(["", "en", "ru"])), "logged_in": str(rng.choice(["", "yes", "no"]))}
    choice, now = VoteChoice.read(sent), datetime.now(UTC)
    table = frame(rows)
    for name in ("media", "task", "language"):
        table = table[table[name] == sent[name]] if sent[name] else table
    table = table[table.logged_in == (sent["logged_in"] == "yes")] if sent["logged_in"] else table
    counted = table[table.failed == ""]

    shown = ratings_of(row for row in rows if choice.has(row, now)).shown
    expected = by_model(counted)
    found = {row.model: (row.wins, row.losses, row.ties, row.both_bad) for row in shown.table.ratings}
    assert found == {str(name): tuple(row) for name, row in expected.iterrows() if row.sum()}
    assert shown.table.n_votes == len(counted)
    assert sum(shown.report.excluded.values()) == len(table) - len(counted)
    # The side is what was shown, not who stood there: a is counted as a.
    decided = counted.vote.isin(["a", "b"]).sum()
    assert shown.position.decided == decided
    assert shown.position.share == pytest.approx((counted.vote == "a").sum() / decided)


@pytest.mark.parametrize("seed", range(3))
def test_the_tally_that_pairs_are_drawn_by_is_that_of_pandas(seed: int) -> None:
    rows = random_log(seed, 300)
    table, tally = frame(rows), tally_of(rows)
    counted = table[table.failed == ""]
    pairs = counted[["model_a", "model_b"]].apply(lambda row: tuple(sorted(row)), axis=1).value_counts()
    assert tally.standing.votes == pairs.to_dict()
    assert {f"check_{name}": n for name, n in tally.left_out.items()} == (
        table.failed[table.failed != ""].value_counts().to_dict()
    )
    assert tally.outcomes == {
        (str(a), str(b), Vote(str(said))): n
        for (a, b, said), n in counted.groupby(["model_a", "model_b", "vote"]).size().items()
    }


def gap(rows: Sequence[VoteRow]) -> float:
    """Points by which wren-1 stands before lark-2 in the tally of the arena."""
    ratings = tally_of(rows).ratings
    one, other = ratings["wren-1"].rating, ratings["lark-2"].rating
    assert one is not None and other is not None
    return one - other


def test_a_tie_and_both_bad_are_half_a_win_for_each_on_either_side() -> None:
    # 8 wins, 4 losses, and 8 votes that are half a win: 12 of 20 points, odds of 1.5.
    rows = [vote(number, Vote.A) for number in range(8)] + [vote(20 + number, Vote.B) for number in range(4)]
    even = [Vote.TIE, Vote.BOTH_BAD] * 2
    rows += [vote(40 + number, said) for number, said in enumerate(even)]
    rows += [vote(60 + number, said, a="lark-2", b="wren-1") for number, said in enumerate(even)]
    assert gap(rows) == pytest.approx(400 * math.log10(1.5), abs=0.01)


def test_a_vote_for_b_is_a_vote_for_who_stands_there() -> None:
    # wren-1 stands on b and takes 15 of 20 votes; on a it takes 15 of 20 too.
    on_b = [vote(n, Vote.B if n < 15 else Vote.A, a="lark-2", b="wren-1") for n in range(20)]
    on_a = [vote(100 + n, Vote.A if n < 15 else Vote.B) for n in range(20)]
    assert gap(on_b) == gap(on_a) == pytest.approx(400 * math.log10(3), abs=0.01)
    assert ratings_of(on_b).shown.position.share == 0.25
    assert ratings_of(on_a).shown.position.share == 0.75
    even = ratings_of([*on_a, *on_b]).shown.position
    assert (even.share, even.decided) == (0.5, 40)
    assert even.points == pytest.approx(0, abs=0.01)


def test_a_side_that_always_gains_is_worth_points_and_gives_no_model_any() -> None:
    # Two equal models: whoever stands on a takes 3 of 4 votes.
    rows = [vote(n, Vote.A if n % 4 else Vote.B) for n in range(40)]
    rows += [vote(100 + n, Vote.A if n % 4 else Vote.B, a="lark-2", b="wren-1") for n in range(40)]
    assert gap(rows) == pytest.approx(0, abs=0.01)
    bias = ratings_of(rows).shown.position
    assert bias.share == 0.75
    assert bias.points == pytest.approx(400 * math.log10(3), abs=0.1)


def test_models_that_differ_by_less_than_their_intervals_share_a_rank() -> None:
    # rook-4 loses nearly always; wren-1 has a few points more than lark-2, which 60 votes cannot tell from luck.
    rows = [vote(n, Vote.A if n < 32 else Vote.B) for n in range(60)]
    for place, name in enumerate(("wren-1", "lark-2")):
        rows += [vote(100 * (place + 1) + n, Vote.A if n < 57 else Vote.B, a=name, b="rook-4") for n in range(60)]
    first, second, third = ratings_of(rows).shown.table.ratings
    assert (first.model, second.model, third.model) == ("wren-1", "lark-2", "rook-4")
    assert first.rating > second.rating + 5, "by ratings alone the ranks would be 1 and 2"
    assert (first.rank, second.rank, third.rank) == (1, 1, 3)
    assert third.high is not None and second.low is not None and third.high < second.low
