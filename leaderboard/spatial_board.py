"""The leaderboard of Directions as the log is now: SAVVY's four tasks. No gradio."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from leaderboard.geo_view import NO_ANSWERS, message_value
from leaderboard.live_figures import LiveFigures
from leaderboard.notes import Meaning, fixed
from leaderboard.paper_tables import read_table
from leaderboard.tables.asked import AskedOf, asked_of_pack
from leaderboard.tables.experience import NAMES as EXPERIENCE
from leaderboard.tables.kinds import SPATIAL
from leaderboard.tables.labels import plain
from leaderboard.tables.metrics import Measured
from leaderboard.tables.view import JsonValue, published_rows
from soundmark.benchmarks.entry import AnyPack
from soundmark.benchmarks.savvy.reader import SAVVY_BENCHMARK
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.store.schema import SpatialRow
from soundmark.types import SpatialTruth, worded

MODE = "savvy"
PACK: PackKey[SpatialTruth] = PackKey(MODE)
MAX_NAME_CHARS = 80

COLUMNS_MEAN: Sequence[Meaning] = (
    (["Who"], worded("columns_who_experience", all=fixed("All people"), first=fixed(EXPERIENCE["first"]))),
    (["Mean of the four"], worded("columns_mean_four")),
    (["Other columns"], worded("columns_others", definitions=worded("board_definitions"))),
    (["95 % interval"], worded("columns_interval_savvy")),
    (["simple", "hard"], worded("columns_levels")),
)


def _published(measured: Sequence[Measured]) -> list[JsonValue]:
    """The rows of SAVVY's main table, which are in per cent already."""
    records = [dict(record) for record in read_table("savvy_table2.csv")]
    return published_rows(records, [one.metric for one in measured], source="Table 2")


@dataclass(slots=True)
class SpatialBoard:
    """The figures of spatial answers, people, models and baselines in one table.

    Attributes:
        services: what the app gives.
        figures: the tables.
    """

    services: Services
    figures: LiveFigures = field(init=False)
    _asked: tuple[AnyPack, AskedOf] | None = None

    def __post_init__(self) -> None:
        self.figures = LiveFigures(self.services, SPATIAL, _published)

    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table for a browser that sent this ticket.

        Raises:
            JournalError: when the log cannot be read.
        """
        pack = self.services.packs.if_ready(PACK)
        newest = (row.benchmark for row in self.services.answers.rows("spatial", last=1) if isinstance(row, SpatialRow))
        name = next(newest, "") if pack is None else pack.benchmark
        if pack is not None and (self._asked is None or self._asked[0] is not pack):
            self._asked = (pack, asked_of_pack(pack))
        views = self.figures.views(ticket, name, None if pack is None or self._asked is None else self._asked[1])
        return _shown(views, name)

    def last(self, ticket: object) -> JsonValue | None:
        """The same of what was counted last; None before anything was."""
        name, _ = self.figures.asked()
        return _shown(self.figures.last_views(ticket), name) if name else None


def _shown(views: Sequence[JsonValue], name: str) -> JsonValue:
    """The first view with the others beside it.

    Args:
        views: none without an answer.
        name: of the questions that are played; it comes from outside.
    """
    if not views:
        return message_value(NO_ANSWERS)
    caution = [worded("board_note_caution", list="SAVVY-Bench")] if name != SAVVY_BENCHMARK else []
    return {
        **views[0],
        "note": [*caution, *_listed(views[0]["note"])],
        "caption": worded("board_caption_savvy", list=plain(name[:MAX_NAME_CHARS])),
        "views": views[1:],
    }


def _listed(notes: object) -> list[object]:
    return list(notes) if isinstance(notes, list) else []
