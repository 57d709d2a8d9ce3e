"""The rules of a vote. No vote is thrown away: the outcomes of checks stand beside it, and ratings leave it out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from soundmark.modes.arena.upload import ExhibitKind
from soundmark.store.schema import Check

MIN_HEARD_S = 3.0
MIN_HEARD_SHARE = 0.5
"""Of a clip that is shorter than six seconds."""
MIN_LOOKED_S = 3.0
"""Nobody compares two answers in less."""
VOTES_PER_MINUTE = 8
VOTES_PER_HOUR = 120
SENTENCES = {
    "listened": "the clip was hardly heard, or the answers were hardly seen",
    "nameless": "an answer gave its model away",
    "fresh": "you had judged the same clip before, and knew the truth",
    "pace": "many votes came within a short time",
}


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
    def missing(self) -> str:
        """What should be done first, as a sentence; '' when enough was."""
        if (self.heard_s or 0.0) < self.wanted_s:
            return (
                f"Listen first: of this clip, {self.wanted_s:.0f} s or more. Or vote again to send your vote as it is: "
                "it is kept, and left out of the ratings."
            )
        if self.looked_s < MIN_LOOKED_S:
            return "Take a moment to read both answers, and vote again."
        return ""


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
        return tuple(name for name in SENTENCES if getattr(self, name) is Check.FAILED)


def left_out_sentence(failed: Sequence[str]) -> str:
    """Why a vote does not count in ratings, given the checks that failed; '' when it does."""
    if not failed:
        return ""
    reasons = "; ".join(SENTENCES[name] for name in failed)
    return f"Your vote is kept. It is left out of the ratings, because {reasons}."


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
        listened=_check(not attention.missing),
        nameless=_check(not given_away),
        fresh=_check(not judged_before),
        pace=_check(in_minute < VOTES_PER_MINUTE and in_hour < VOTES_PER_HOUR),
    )


def _check(is_ok: bool) -> Check:
    return Check.OK if is_ok else Check.FAILED
