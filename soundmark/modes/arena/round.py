"""The rules of a vote. No vote is thrown away: the outcomes of checks stand beside it, and ratings leave it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from soundmark.modes.arena.upload import ExhibitKind
from soundmark.store.schema import Check

MIN_HEARD_S = 3.0
MIN_HEARD_SHARE = 0.5
"""Of a clip that is shorter than six seconds."""
MIN_LOOKED_S = 3.0
"""Nobody compares two answers in less."""
VOTES_PER_MINUTE = 8
VOTES_PER_HOUR = 120
CHECKS = ("listened", "nameless", "fresh", "pace")
"""The checks of a vote: the page has a text `arena_failed_` and `arena_out_` for each."""


class Missing(StrEnum):
    """What a voter should do first."""

    HEARD = "heard"
    LOOKED = "looked"


@dataclass(frozen=True, slots=True, kw_only=True)
class Attention:
    """How a battle was looked at before the vote.

    Attributes:
        kind: whether there was something to hear.
        duration_s: of the sound; None for a photo.
        heard_s: as the browser counted; None where it did not tell.
        looked_s: since both answers were shown, by the server's clock.
    """

    kind: ExhibitKind
    duration_s: float | None
    heard_s: float | None
    looked_s: float

    @property
    def wanted_s(self) -> float:
        """So much should be heard."""
        if self.kind is ExhibitKind.PHOTO:
            return 0.0
        return MIN_HEARD_S if self.duration_s is None else min(MIN_HEARD_S, MIN_HEARD_SHARE * self.duration_s)

    @property
    def missing(self) -> Missing | None:
        """What should be done first; None when enough was."""
        if (self.heard_s or 0.0) < self.wanted_s:
            return Missing.HEARD
        return Missing.LOOKED if self.looked_s < MIN_LOOKED_S else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Checks:
    """Outcomes of all checks of a vote."""

    listened: Check
    nameless: Check
    fresh: Check
    pace: Check

    @property
    def failed(self) -> tuple[str, ...]:
        """The names of those that failed."""
        return tuple(name for name in CHECKS if getattr(self, name) is Check.FAILED)


def checks_of(
    attention: Attention, *, given_away: str, judged_before: bool, votes_at: Sequence[datetime], now: datetime
) -> Checks:
    """Check a vote.

    Args:
        attention: how the battle was looked at.
        given_away: a name that an answer holds, or ''.
        judged_before: the voter had voted on the same clip.
        votes_at: when the voter voted before, in any order.
        now: of this vote.
    """
    in_minute = sum(now - timedelta(minutes=1) < at for at in votes_at)
    in_hour = sum(now - timedelta(hours=1) < at for at in votes_at)
    return Checks(
        listened=_check(attention.missing is None),
        nameless=_check(not given_away),
        fresh=_check(not judged_before),
        pace=_check(in_minute < VOTES_PER_MINUTE and in_hour < VOTES_PER_HOUR),
    )


def _check(is_ok: bool) -> Check:
    return Check.OK if is_ok else Check.FAILED
