"""The map of true places and guesses as the log is now, and who may see which of it. No gradio.

A place of a clip that somebody has not answered yet would be its answer, and so would the guesses of a good model: a
viewer sees clips that were answered with the same browser. The owner may ask for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.geo_map import map_figure
from leaderboard.live_figures import LiveFigures
from leaderboard.own import OwnAnswers
from leaderboard.tables.labels import plain
from leaderboard.tables.trips import Trips, trips_of
from soundmark.store.ids import PlayerError
from soundmark.store.schema import GeoRow
from soundmark.types import Status

if TYPE_CHECKING:
    import plotly.graph_objects as go

NOTHING_OWN = (
    "The map shows clips that you have answered, so that it never tells a place too early. Play a round, and come back."
)


@dataclass(frozen=True, slots=True)
class LiveMap:
    """The map of a board of places.

    Attributes:
        figures: the tables of the board.
    """

    figures: LiveFigures

    def shown(self, ticket: object, who: object, *, every_clip: bool) -> tuple[go.Figure | None, str]:
        """The map and a sentence on it; no map where there is nothing to see.

        Args:
            ticket: of the browser.
            who: label of a row of the board.
            every_clip: whether clips that the browser has not answered are shown too; only the owner may ask for it.

        Raises:
            JournalError: when the log cannot be read.
        """
        trips = self.trips(ticket, who, every_clip=every_clip)
        if trips is None:
            return None, "Choose whose answers to show."
        if not len(trips):
            return None, NOTHING_OWN if trips.hidden else f"{plain(str(who))} has no answers yet."
        return map_figure(trips, str(who)), _sentence(trips, str(who))

    def trips(self, ticket: object, who: object, *, every_clip: bool) -> Trips | None:
        """What the map shows; None without such a row. Arguments and errors as for `shown`."""
        found = self.figures.answers_in(str(who))
        if found is None:
            return None
        answers, group = found
        only = None if every_clip else self._answered(ticket)
        return trips_of(answers, group, self.figures.services.players.salt, only=only)

    def page(self, ticket: object, who: object, *, every_clip: bool) -> str:
        """The map as a web page; '' where there is nothing to see. Arguments and errors as for `shown`."""
        from leaderboard.geo_map_file import map_page

        trips = self.trips(ticket, who, every_clip=every_clip)
        return "" if trips is None or not len(trips) else map_page(trips, str(who))

    def _answered(self, ticket: object) -> frozenset[str]:
        """The questions that this browser has answered, as they are now."""
        try:
            rows = OwnAnswers(self.figures.services).rows(ticket)
        except PlayerError:
            return frozenset()
        benchmark, truths = self.figures.asked()
        return frozenset(
            row.question_id
            for row in rows
            if isinstance(row, GeoRow)
            and row.benchmark == benchmark
            and row.status is not Status.ERROR
            and (truths is None or truths.get(row.question_id) == (row.true_latitude_deg, row.true_longitude_deg))
        )


def _sentence(trips: Trips, who: str) -> str:
    n = len(trips)
    said = [f"{n:,} answer{'' if n == 1 else 's'} of {plain(who)}: a star is where a sound was recorded."]
    without = n - int(trips.has_guess.sum())
    said += [f"{without:,} of them name no place."] if without else []
    said += [f"{trips.beyond:,} older ones are not drawn."] if trips.beyond else []
    said += [f"{trips.hidden:,} to clips that you have not answered are not shown."] if trips.hidden else []
    return " ".join(said)
