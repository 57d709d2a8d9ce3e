"""What all votes say so far: who is to meet next, and how the models of a battle stand."""

from __future__ import annotations

import logging
import math
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from soundmark.modes.arena.pairing import Standing
from soundmark.store.schema import Row, Vote, VoteRow
from soundmark.types import SoundmarkError

log = logging.getLogger(__name__)

FRESH_S = 60.0
"""Votes of other machines are read again after so long; those of this one count at once."""
MIN_VOTES = 10
"""With fewer votes on a model, a figure would promise more than it knows."""

Outcomes = Counter[tuple[str, str, Vote]]
"""How often each pair, by side, got each vote."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rated:
    """How a model stands.

    Attributes:
        rating: Elo points; None where votes do not tell.
        low, high: 95 % interval; None is an end that votes do not tell.
        n_votes: counted votes on its battles.
    """

    rating: float | None
    low: float | None
    high: float | None
    n_votes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """Votes, counted.

    Attributes:
        outcomes: those that count.
        left_out: votes that do not, by the check that failed first.
        standing: what pairs are drawn by.
        ratings: by model.
    """

    outcomes: Outcomes
    left_out: Counter[str]
    standing: Standing
    ratings: dict[str, Rated]

    @property
    def n_votes(self) -> int:
        """Votes that count."""
        return self.outcomes.total()


def tally_of(rows: Iterable[Row]) -> Tally:
    """Count votes."""
    outcomes: Outcomes = Counter()
    left_out: Counter[str] = Counter()
    for row in rows:
        if isinstance(row, VoteRow):
            _count(row, outcomes, left_out)
    return _tally(outcomes, left_out)


def _count(row: VoteRow, outcomes: Outcomes, left_out: Counter[str]) -> None:
    if row.failed_checks:
        left_out[row.failed_checks[0]] += 1
    else:
        outcomes[row.model_a, row.model_b, row.vote] += 1


def _tally(outcomes: Outcomes, left_out: Counter[str]) -> Tally:
    votes: Counter[tuple[str, str]] = Counter()
    for (a, b, _), count in outcomes.items():
        if a != b:
            votes[(a, b) if a <= b else (b, a)] += count
    ratings = ratings_of(outcomes)
    strengths = {
        name: (rated.rating - 1000) * math.log(10) / 400 for name, rated in ratings.items() if rated.rating is not None
    }
    return Tally(
        outcomes=outcomes,
        left_out=left_out,
        standing=Standing(votes=dict(votes), strengths=strengths),
        ratings=ratings,
    )


def ratings_of(outcomes: Outcomes) -> dict[str, Rated]:
    """Ratings of all models that met, with intervals that are there at once (sandwich)."""
    import numpy as np

    from leaderboard.ratings.counts import VoteCounts
    from leaderboard.ratings.outcomes import Outcome
    from leaderboard.ratings.rate import refit

    places = {Vote.A: Outcome.A, Vote.B: Outcome.B, Vote.TIE: Outcome.TIE, Vote.BOTH_BAD: Outcome.BOTH_BAD}
    models = tuple(sorted({name for a, b, _ in outcomes for name in (a, b) if a != b}))
    index = {name: place for place, name in enumerate(models)}
    cells = np.zeros((len(models), len(models), len(Outcome)), dtype=np.int64)
    for (a, b, vote), count in outcomes.items():
        if a != b:
            cells[index[a], index[b], places[vote]] += count
    found = refit(VoteCounts(models, cells)).ratings
    return {
        row.model: Rated(
            rating=row.rating if row.n_votes >= MIN_VOTES and row.rank is not None else None,
            low=row.low,
            high=row.high,
            n_votes=row.n_votes,
        )
        for row in found
    }


@dataclass(slots=True)
class Standings:
    """The tally, kept up to date without ever making a voter wait for a long reading.

    Attributes:
        read: all votes, of this machine and published.
        clock: seconds that only grow.
    """

    read: Callable[[], Iterable[Row]]
    clock: Callable[[], float] = time.monotonic
    _outcomes: Outcomes = field(default_factory=Counter)
    _left_out: Counter[str] = field(default_factory=Counter)
    _tally: Tally | None = None
    _read_at_s: float | None = None
    _since: list[VoteRow] = field(default_factory=list)
    _reading: threading.Lock = field(default_factory=threading.Lock)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def tally(self) -> Tally:
        """The present tally. The log is read at once the first time, and later in the background.

        Raises:
            JournalError: when the log cannot be read.
        """
        read_at_s = self._read_at_s
        if read_at_s is None:
            with self._reading:
                if self._read_at_s is None:
                    self._refresh()
        elif self.clock() - read_at_s > FRESH_S and self._reading.acquire(blocking=False):
            threading.Thread(target=self._refresh_and_release, name="standings", daemon=True).start()
        with self._lock:
            if self._tally is None:
                self._tally = _tally(self._outcomes.copy(), self._left_out.copy())
            return self._tally

    def add(self, row: VoteRow) -> None:
        """Count a vote that was just stored."""
        with self._lock:
            self._since.append(row)
            _count(row, self._outcomes, self._left_out)
            self._tally = None

    def _refresh_and_release(self) -> None:
        try:
            self._refresh()
        except SoundmarkError as error:
            log.warning("The votes could not be read again: %s", error)
        finally:
            self._reading.release()

    def _refresh(self) -> None:
        """Count the whole log anew, and what was added meanwhile."""
        with self._lock:
            self._since.clear()
        outcomes: Outcomes = Counter()
        left_out: Counter[str] = Counter()
        ids: set[str] = set()
        for row in self.read():
            if isinstance(row, VoteRow):
                ids.add(row.vote_id)
                _count(row, outcomes, left_out)
        with self._lock:
            for row in self._since:
                if row.vote_id not in ids:
                    _count(row, outcomes, left_out)
            self._outcomes, self._left_out, self._tally = outcomes, left_out, None
            self._read_at_s = self.clock()
