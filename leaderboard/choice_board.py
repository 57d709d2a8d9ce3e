"""The leaderboard of a quiz as the log is now. No gradio."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field

from leaderboard.board import own_id
from leaderboard.choice import ChoiceCount, count_of, table_for
from leaderboard.choice_answers import ChoiceLedger
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.choice_view import table_value
from leaderboard.notes import JsonValue
from leaderboard.position import Position
from leaderboard.published_rows import published_rows
from soundmark.benchmarks import ChoicePack
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.types import ChoiceTruth


@dataclass(frozen=True, slots=True)
class _Counted:
    """A count, and the state of the log up to which it goes.

    Attributes:
        pack: whose questions were counted.
    """

    pack: ChoicePack
    ledger: ChoiceLedger
    count: ChoiceCount
    position: Position


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
        return self._shown(pack, count, ticket)

    def last(self, ticket: object) -> JsonValue | None:
        """The same of what was counted last; None before anything was."""
        counted = self._counted
        return None if counted is None else self._shown(counted.pack, counted.count, ticket)

    def _shown(self, pack: ChoicePack | None, count: ChoiceCount, ticket: object) -> JsonValue:
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
            kept = self._counted
            if kept is None or kept.pack is not pack or not kept.position.covers(*wanted):
                kept = self._counted = self._brought_up_to_date(pack)
            return kept.count

    def _brought_up_to_date(self, pack: ChoicePack) -> _Counted:
        answers = self.services.answers
        position, kept = Position.of(answers, "choice"), self._counted
        if kept is not None and kept.pack is pack:
            seen = kept.ledger.seen
            new = kept.position.rows_since(answers, position, benchmark=pack.benchmark, seen=seen)
            if new is not None:
                count = count_of(kept.ledger) if kept.ledger.add(new) else kept.count
                return _Counted(pack, kept.ledger, count, position)
        ledger = ChoiceLedger(self.spec, pack.questions)
        ledger.add(answers.rows("choice", benchmark=pack.benchmark))
        return _Counted(pack, ledger, count_of(ledger), position)
