"""The arena's ratings as the log is now, for any choice of votes; refitted for each. No gradio."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from leaderboard.arena_view import ArenaTable, JsonValue, table_value
from leaderboard.ratings.fragility import fragilities
from leaderboard.ratings.log_votes import votes_of_log
from leaderboard.ratings.matrices import PairMatrices, pair_matrices
from leaderboard.ratings.position import position_bias
from leaderboard.ratings.rate import rate, refit
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_table import VoteTable
from soundmark.services import Services
from soundmark.store.schema import VoteRow

FEW_VOTES = 20_000
"""With more, intervals by formula are as good as those of draws, and there at once."""
ALL = ""
DAYS = {ALL: None, "7": 7, "30": 30, "365": 365}
MEDIA = (ALL, "sound", "photo")


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteChoice:
    """Which votes are rated.

    Attributes:
        benchmark: only those on its questions; '' for all.
        media: sound or photo; '' for both.
        days: of so many last days; None for all time.
    """

    benchmark: str = ALL
    media: str = ALL
    days: int | None = None

    @classmethod
    def read(cls, benchmark: object, media: object, days: object) -> VoteChoice:
        """What a page sent; what it does not offer chooses nothing."""
        return cls(
            benchmark=benchmark[:100] if isinstance(benchmark, str) else ALL,
            media=media if isinstance(media, str) and media in MEDIA else ALL,
            days=DAYS.get(days) if isinstance(days, str) else None,
        )

    def has(self, row: VoteRow, now: datetime) -> bool:
        """Whether a vote is among them."""
        if self.benchmark and row.benchmark != self.benchmark:
            return False
        if self.media and _media(row) != self.media:
            return False
        return self.days is None or row.voted_at >= now - timedelta(days=self.days)


@dataclass(frozen=True, slots=True, kw_only=True)
class ArenaRatings:
    """Ratings of a choice of votes, and what figures need beside them."""

    shown: ArenaTable
    matrices: PairMatrices
    votes: VoteTable


@dataclass(slots=True)
class ArenaBoard:
    """Rates votes, and reads them anew only when there are others.

    Attributes:
        services: what the app gives.
    """

    services: Services
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _read: tuple[object, tuple[VoteRow, ...]] | None = None

    def value(self, _ticket: object) -> JsonValue:
        """The value of the ranking table, of all votes.

        Raises:
            JournalError: when the log cannot be read.
        """
        return table_value(self.rated(VoteChoice()).shown)

    def rated(self, choice: VoteChoice) -> ArenaRatings:
        """Ratings of a choice of votes.

        Raises:
            JournalError: when the log cannot be read.
            RatingError: when there are too many models.
        """
        now = datetime.now(UTC)
        return ratings_of(row for row in self._votes() if choice.has(row, now))

    def benchmarks(self) -> list[str]:
        """The benchmarks whose questions were voted on.

        Raises:
            JournalError: when the log cannot be read.
        """
        return sorted({row.benchmark for row in self._votes()})

    def _votes(self) -> tuple[VoteRow, ...]:
        answers = self.services.answers
        with self._lock:
            state = answers.version()
            if self._read is None or self._read[0] != state:
                self._read = (state, tuple(row for row in answers.rows("votes") if isinstance(row, VoteRow)))
            return self._read[1]


def ratings_of(rows: Iterable[VoteRow]) -> ArenaRatings:
    """Rate votes.

    Raises:
        RatingError: when there are too many models.
    """
    votes, report = votes_of_log(rows)
    counts = votes.counts()
    table = rate(counts) if counts.n_votes <= FEW_VOTES else refit(counts)
    return ArenaRatings(
        shown=ArenaTable(
            table=table,
            report=report,
            position=position_bias(counts),
            fragile=next(iter(fragilities(counts, first=1)), None),
        ),
        matrices=pair_matrices(counts, RatingRules()),
        votes=votes,
    )


def _media(row: VoteRow) -> str:
    extra = json.loads(row.extra_json) if row.extra_json else {}
    kind = extra.get("kind") if isinstance(extra, Mapping) else None
    return kind if isinstance(kind, str) else "sound"
