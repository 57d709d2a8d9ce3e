"""The leaderboard of a quiz as the log is now. No gradio."""

from __future__ import annotations

import threading
from collections.abc import Iterable
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
from soundmark.store.schema import ChoiceRow, Row
from soundmark.types import ChoiceTruth


@dataclass(frozen=True, slots=True)
class _Counted:
    """A count, and the state of the log up to which it goes.

    Attributes:
        pack: whose questions were counted.
        seq: number of the newest row of the journal.
        revision: of the published log.
    """

    pack: ChoicePack
    ledger: ChoiceLedger
    count: ChoiceCount
    seq: int
    revision: str

    def covers(self, pack: ChoicePack, seq: int, revision: str) -> bool:
        """Whether nothing is missing. The number of the newest row only ever grows."""
        return self.pack is pack and self.seq >= seq and self.revision == revision


@dataclass(slots=True)
class ChoiceBoard:
    """Counts the answers to the questions that are being played, and goes on from where it was when new ones came.

    Everything is counted anew only when something was published or taken back.

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
        answers, journal = self.services.answers, self.services.journal
        seq, revision = answers.version()  # first: rows that come while others are read are met again, and count once
        kept = self._counted
        if kept is not None and kept.covers(pack, 0, revision) and not self._took_back(kept.seq, seq):
            ledger = kept.ledger
            new: Iterable[Row] = journal.rows_between("choice", kept.seq, seq)
        else:
            ledger = ChoiceLedger(self.spec, pack.questions)
            new = answers.rows("choice", benchmark=pack.benchmark)
        ledger.add(row for row in new if isinstance(row, ChoiceRow) and row.benchmark == pack.benchmark)
        return _Counted(pack, ledger, count_of(ledger), seq, revision)

    def _took_back(self, after_seq: int, until_seq: int) -> bool:
        """Whether an answer was taken back since."""
        return any(True for _ in self.services.journal.rows_between("withdrawals", after_seq, until_seq))
