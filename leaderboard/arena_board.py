"""The arena's ratings as the log is now, for any choice of votes; refitted for each. No gradio."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from leaderboard.arena_view import ArenaTable, table_value
from leaderboard.notes import JsonValue
from leaderboard.ratings.fragility import fragilities
from leaderboard.ratings.log_votes import votes_of_log
from leaderboard.ratings.matrices import PairMatrices, pair_matrices
from leaderboard.ratings.position import position_bias
from leaderboard.ratings.rate import rate, refit
from leaderboard.ratings.table import RatingRules
from leaderboard.ratings.vote_table import VoteTable
from leaderboard.ratings.voter_groups import GroupComparison, VoterGroup, compare_groups
from soundmark.services import Services
from soundmark.store.schema import VoteRow

FEW_VOTES = 20_000
"""With more, intervals by formula are as good as those of draws, and there at once."""
ALL = ""
MAX_CHARS = 100
DAYS = {ALL: None, "7": 7, "30": 30, "365": 365}
MEDIA = (ALL, "sound", "photo")
TASKS = (ALL, "geo", "choice", "open")
LOGGED_IN = {ALL: None, "yes": True, "no": False}
GROUPS = {
    "judges": (VoterGroup("responder_kind", "human"), VoterGroup("responder_kind", "model")),
    "logged_in": (VoterGroup("logged_in", "true"), VoterGroup("logged_in", "false")),
}
"""Groups whose agreement the page shows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class VoteChoice:
    """Which votes are rated.

    Attributes:
        benchmark: only those on its questions; '' for all.
        media: sound or photo; '' for both.
        task: geo, choice or open; '' for all.
        language: of the question; '' for all.
        logged_in: whether voters had logged in; None for all.
        days: of so many last days; None for all time.
    """

    benchmark: str = ALL
    media: str = ALL
    task: str = ALL
    language: str = ALL
    logged_in: bool | None = None
    days: int | None = None

    @classmethod
    def read(cls, sent: Mapping[str, object]) -> VoteChoice:
        """What a page sent; what it does not offer chooses nothing."""
        said = {name: value[:MAX_CHARS] for name, value in sent.items() if isinstance(value, str)}
        media, task = said.get("media", ALL), said.get("task", ALL)
        return cls(
            benchmark=said.get("benchmark", ALL),
            media=media if media in MEDIA else ALL,
            task=task if task in TASKS else ALL,
            language=said.get("language", ALL),
            logged_in=LOGGED_IN.get(said.get("logged_in", ALL)),
            days=DAYS.get(said.get("days", ALL)),
        )

    def as_sent(self) -> dict[str, str]:
        """As a page sends it."""
        logged_in = next(name for name, one in LOGGED_IN.items() if one is self.logged_in)
        days = next(name for name, one in DAYS.items() if one == self.days)
        named = {"benchmark": self.benchmark, "task": self.task, "media": self.media, "language": self.language}
        return {**named, "logged_in": logged_in, "days": days}

    def has(self, row: VoteRow, now: datetime) -> bool:
        """Whether a vote is among them."""
        wanted = (
            (self.benchmark, row.benchmark),
            (self.media, row.media),
            (self.task, row.task),
            (self.language, row.language),
        )
        if any(name and name != own for name, own in wanted):
            return False
        if self.logged_in is not None and row.logged_in is not self.logged_in:
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

    def last(self, _ticket: object) -> None:
        """Nothing is kept for a viewer: all see the same."""

    def rated(self, choice: VoteChoice) -> ArenaRatings:
        """Ratings of a choice of votes.

        Raises:
            JournalError: when the log cannot be read.
            RatingError: when there are too many models.
        """
        now = datetime.now(UTC)
        return ratings_of(row for row in self._votes() if choice.has(row, now))

    def compared(self, choice: VoteChoice, groups: str) -> GroupComparison:
        """How far two groups agree, among a choice of votes.

        Args:
            choice: of votes.
            groups: one of `GROUPS`; another name is the first of them.

        Raises:
            JournalError: when the log cannot be read.
            RatingError: when there are too many models.
        """
        now = datetime.now(UTC)
        first, second = GROUPS.get(groups) or next(iter(GROUPS.values()))
        kinds = {group.label for group in (first, second) if group.respect == "responder_kind"} or {"human"}
        votes, _ = votes_of_log((row for row in self._votes() if choice.has(row, now)), responders=kinds)
        return compare_groups(votes, first, second)

    def benchmarks(self) -> list[str]:
        """The benchmarks whose questions were voted on.

        Raises:
            JournalError: when the log cannot be read.
        """
        return sorted({row.benchmark for row in self._votes()})

    def languages(self) -> list[str]:
        """The languages of questions that were voted on.

        Raises:
            JournalError: when the log cannot be read.
        """
        return sorted({row.language for row in self._votes() if row.language})

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
