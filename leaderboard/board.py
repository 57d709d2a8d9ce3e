"""The leaderboard as the log is now. No gradio."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from leaderboard.geo import GeoCount, count_answers, table_for
from leaderboard.geo_view import JsonValue, table_value
from soundmark.benchmarks import GeoPack
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store.ids import PlayerError
from soundmark.store.schema import GeoRow
from soundmark.types import GeoTruth, QuestionId

GEO_PACK: PackKey[GeoTruth] = PackKey("geo")


@dataclass(slots=True)
class GeoBoard:
    """Counts the answers to the clip list that is being played, and counts anew only when one has come.

    Attributes:
        services: what the app gives.
    """

    services: Services
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _counted: tuple[tuple[str, ...], GeoCount] | None = None

    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table for a browser that sent this ticket.

        Raises:
            JournalError: when the log cannot be read.
        """
        players = self.services.players
        clip_list, count = self._count()
        table = table_for(count, own_id(self.services, ticket))
        return table_value(table, clip_list=clip_list, ids_are_logged=players.is_logged)

    def _count(self) -> tuple[str, GeoCount]:
        answers = self.services.answers
        with self._lock:  # many pages that open at once wait for one count
            pack = self.services.packs.if_ready(GEO_PACK)
            # Until the clips are checked, the clip list of the newest answer stands in.
            newest = (row.benchmark for row in answers.rows("geo", last=1) if isinstance(row, GeoRow))
            name = next(newest, "") if pack is None else pack.benchmark
            state = (name, "" if pack is None else pack.revision, *map(str, answers.version()))
            if self._counted is None or self._counted[0] != state:
                rows = answers_to(pack, answers.rows("geo", benchmark=name))
                places = () if pack is None else [question.truth.place for question in pack.questions]
                self._counted = (state, count_answers(rows, places))
            return name, self._counted[1]


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
