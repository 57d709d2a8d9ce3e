"""The leaderboard of a quiz as the log is now. No gradio."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from leaderboard.board import own_id
from leaderboard.choice import ChoiceCount, count_of, table_for
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.choice_view import JsonValue, table_value
from leaderboard.published_rows import published_rows
from soundmark.benchmarks import ChoicePack
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store.schema import ChoiceRow
from soundmark.types import ChoiceTruth


@dataclass(frozen=True, slots=True)
class _Counted:
    """A count, and the state of the log up to which it goes.

    Attributes:
        pack: whose questions were counted.
        seq: number of the newest row of the journal.
        revision: of the published log.
        n_published: rows in its files.
    """

    pack: ChoicePack
    ledger: ChoiceLedger
    count: ChoiceCount
    seq: int
    revision: str
    n_published: int

    def covers(self, pack: ChoicePack, seq: int, revision: str) -> bool:
        """Whether nothing is missing. The number of the newest row only ever grows."""
        return self.pack is pack and self.seq >= seq and self.revision == revision


@dataclass(slots=True)
class ChoiceBoard:
    """Counts the answers to the questions that are being played, and goes on from where it was when new ones came.

    Everything is counted anew only when an answer that was counted is taken back, or published files lose rows.

    Attributes:
        services: what the app gives.
        spec: whose leaderboard.
    """

    services: Services
    spec: ChoiceSpec
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _counted: _Counted | None = None

    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table for a browser that sent this ticket.

        Raises:
            JournalError: when the log cannot be read.
        """
        pack = self.services.packs.if_ready(PackKey[ChoiceTruth](self.spec.mode))
        count = count_of(ChoiceLedger(self.spec, ())) if pack is None else self._count(pack)
        published = published_rows(self.spec) if count.groups else []
        table = table_for(count, published, own_id(self.services, ticket))
        return table_value(
            table,
            benchmark="" if pack is None else pack.benchmark,
            is_read=pack is not None,
            ids_are_logged=self.services.players.is_logged,
        )

    def _count(self, pack: ChoicePack) -> ChoiceCount:
        wanted = self.services.answers.version()
        with self._lock:  # those who waited for a count that has all they know of take it
            if self._counted is None or not self._counted.covers(pack, *wanted):
                self._counted = self._brought_up_to_date(pack)
            return self._counted.count

    def _brought_up_to_date(self, pack: ChoicePack) -> _Counted:
        answers = self.services.answers
        # First: rows that come while others are read are met again, and count once.
        (seq, revision), n_published = answers.version(), answers.n_published("choice")
        kept = self._counted
        new = None if kept is None or kept.pack is not pack else self._since(kept, seq)
        if kept is None or new is None:
            ledger = ChoiceLedger(self.spec, pack.questions)
            ledger.add(answers.rows("choice", benchmark=pack.benchmark))
            return _Counted(pack, ledger, count_of(ledger), seq, revision, n_published)
        has_new = kept.ledger.add(row for row in new if row.benchmark == pack.benchmark)
        count = count_of(kept.ledger) if has_new else kept.count
        return _Counted(pack, kept.ledger, count, seq, revision, n_published)

    def _since(self, kept: _Counted, seq: int) -> list[ChoiceRow] | None:
        """What has come since a count; None when something that it has was taken back or removed."""
        answers, seen = self.services.answers, kept.ledger.seen
        if answers.n_published("choice") < kept.n_published or not answers.withdrawn().isdisjoint(seen):
            return None
        new = answers.rows_since("choice", kept.seq, seq, benchmark=kept.pack.benchmark, besides=seen)
        return [row for row in new if isinstance(row, ChoiceRow)]
