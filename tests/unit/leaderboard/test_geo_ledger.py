"""Answers that are counted on as they come make the same table as all of them counted at once."""

from __future__ import annotations

import random
from datetime import timedelta
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from leaderboard.geo import count_answers, count_of, table_for
from leaderboard.geo_ledger import GeoLedger
from soundmark.types import ResponderKind, Status
from tests.support.any_rows import NOON, any_row


def log_of(rng: random.Random, n: int) -> list[Any]:
    """People who answer again, fail and stay unnamed; models that answer once in a while anew; a damaged row."""
    rows = []
    for number in range(n):
        kind = rng.choice([ResponderKind.HUMAN] * 8 + [ResponderKind.MODEL, ResponderKind.BASELINE])
        is_human = kind is ResponderKind.HUMAN
        status = rng.choice(list(Status))
        km = rng.choice([0.0, 30.0, 900.0, 15_000.0])
        rows.append(
            any_row(
                "geo", response_id=f"id-{number:04}", benchmark="b", question_id=f"q{rng.randrange(20)}",
                responder_kind=kind, responder_id=rng.choice(["ann", "bob", None]) if is_human else "m",
                game_id=rng.choice(["g", None]), setting="audio", prompt_id=None, imported_from=None, repeat_index=0,
                status=status, error_km=km, points=float("nan") if rng.random() < 0.03 else 5000.0 - km / 4,
                score=1.0, answered_at=NOON + timedelta(seconds=number // 2),
                true_latitude_deg=1.0, true_longitude_deg=2.0,
            )
        )  # fmt: skip
    return rows


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**6), cuts=st.lists(st.integers(0, 60), max_size=4))
def test_counting_on_is_counting_everything(seed: int, cuts: list[int]) -> None:
    rows = log_of(random.Random(seed), 60)
    ledger, done, count = GeoLedger(), 0, None
    for cut in [*sorted(cuts), len(rows)]:
        before = None if count is None else table_for(count)
        if not ledger.add(rows[max(0, done - 3) : cut]):  # the last ones come once more
            ledger = GeoLedger()
            assert ledger.add(rows[:cut])
        if count is not None:
            assert table_for(count) == before  # whoever holds the earlier count keeps it as it was
        count, done = count_of(ledger, (), count), cut
    whole = count_answers(rows)
    assert count is not None
    assert table_for(count, "ann").rows == table_for(whole, "ann").rows
    assert (count.repeats, count.damaged, count.questions) == (whole.repeats, whole.damaged, whole.questions)


def test_what_lies_before_a_counted_answer_needs_a_new_count() -> None:
    early, late = log_of(random.Random(1), 2), log_of(random.Random(1), 40)[20:]
    ledger = GeoLedger()
    assert ledger.add(late)
    n_seen = len(ledger.seen)
    assert not ledger.add(early)
    assert len(ledger.seen) == n_seen
