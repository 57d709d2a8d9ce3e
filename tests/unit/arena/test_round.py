"""The checks of a vote, each by itself."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from soundmark.modes.arena.round import Attention, checks_of
from soundmark.modes.arena.upload import ExhibitKind

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ATTENTIVE = Attention(kind=ExhibitKind.SOUND, duration_s=10, heard_s=6, looked_s=8)
MINUTE = [NOW - timedelta(seconds=6 * number) for number in range(1, 9)]


@pytest.mark.parametrize(
    ("given_away", "judged_before", "votes_at", "failed"),
    [
        ("", False, MINUTE[:7], ()),
        ("wren-1", False, [], ("nameless",)),
        ("", True, [], ("fresh",)),
        ("", False, MINUTE, ("pace",)),
        ("", False, [NOW - timedelta(seconds=61 + 25 * number) for number in range(120)], ("pace",)),
        ("wren-1", True, MINUTE, ("nameless", "fresh", "pace")),
    ],
)
def test_each_check_fails_for_its_own_reason_alone(
    given_away: str, judged_before: bool, votes_at: list[datetime], failed: tuple[str, ...]
) -> None:
    found = checks_of(ATTENTIVE, given_away=given_away, judged_before=judged_before, votes_at=votes_at, now=NOW)
    assert found.failed == failed
