"""The leaderboard as the log is now. No gradio."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from leaderboard.geo import GeoCount, count_of, table_for
from leaderboard.geo_ledger import GeoLedger
from leaderboard.geo_view import table_value
from leaderboard.notes import JsonValue
from leaderboard.position import Position
from soundmark.benchmarks import GeoPack
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store.ids import PlayerError
from soundmark.store.schema import GeoRow
from soundmark.types import GeoTruth, QuestionId

GEO_PACK: PackKey[GeoTruth] = PackKey("geo")


@dataclass(frozen=True, slots=True)
class _Counted:
    """A count, and the state of the log up to which it goes.

    Attributes:
        pack: whose questions were counted; None while the clips are being checked.
        clip_list: its name.
    """

    pack: GeoPack | None
    clip_list: str
    ledger: GeoLedger
    count: GeoCount
    position: Position


@dataclass(slots=True)
class GeoBoard:
    """Counts the answers to the clip list that is being played, and goes on from where it was when new ones came.

    Attributes:
        services: what the app gives.
    """

    services: Services
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _counted: _Counted | None = None

    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table for a browser that sent this ticket.

        Raises:
            JournalError: when the log cannot be read.
        """
        return self._shown(self._count(), ticket)

    def last(self, ticket: object) -> JsonValue | None:
        """The same of what was counted last; None before anything was."""
        return None if self._counted is None else self._shown(self._counted, ticket)

    def _shown(self, counted: _Counted, ticket: object) -> JsonValue:
        table = table_for(counted.count, own_id(self.services, ticket))
        return table_value(table, clip_list=counted.clip_list, ids_are_logged=self.services.players.is_logged)

    def _count(self) -> _Counted:
        answers = self.services.answers
        with self._lock:  # many pages that open at once wait for one count
            pack = self.services.packs.if_ready(GEO_PACK)
            # Until the clips are checked, the clip list of the newest answer stands in.
            newest = (row.benchmark for row in answers.rows("geo", last=1) if isinstance(row, GeoRow))
            name = next(newest, "") if pack is None else pack.benchmark
            kept = self._counted
            is_same = kept is not None and kept.pack is pack and kept.clip_list == name
            if kept is None or not is_same or not kept.position.covers(*answers.version()):
                kept = self._counted = self._brought_up_to_date(pack, name, kept if is_same else None)
            return kept

    def _brought_up_to_date(self, pack: GeoPack | None, name: str, kept: _Counted | None) -> _Counted:
        answers, places = self.services.answers, [] if pack is None else [one.truth.place for one in pack.questions]
        position = Position.of(answers, "geo")
        if kept is not None:
            n_seen, seen = len(kept.ledger.seen), kept.ledger.seen
            new = kept.position.rows_since(answers, position, benchmark=name, seen=seen)
            if new is not None and kept.ledger.add(answers_to(pack, new)):
                has_new = len(kept.ledger.seen) > n_seen or len(kept.ledger.damaged) > kept.count.damaged
                count = count_of(kept.ledger, places, kept.count) if has_new else kept.count
                return _Counted(pack, name, kept.ledger, count, position)
        ledger = GeoLedger()
        ledger.add(answers_to(pack, answers.rows("geo", benchmark=name)))
        return _Counted(pack, name, ledger, count_of(ledger, places), position)


def answers_to(pack: GeoPack | None, rows: Iterable[object]) -> Iterator[GeoRow]:
    """The rows that answer a question as the clip list has it now: another list may have had its name."""
    places = {} if pack is None else {question.question_id: question.truth.place for question in pack.questions}
    for row in rows:
        if not isinstance(row, GeoRow):
            continue
        place = places.get(QuestionId(row.question_id))
        if pack is None or (
            place is not None
            and (place.latitude_deg, place.longitude_deg) == (row.true_latitude_deg, row.true_longitude_deg)
        ):
            yield row


def own_id(services: Services, ticket: object) -> str | None:
    """The viewer's logged id; None for a browser that does not say who it is: it may look at the table all the same."""
    try:
        return services.players.player(ticket.get("player") if isinstance(ticket, Mapping) else None).responder_id
    except PlayerError:
        return None
