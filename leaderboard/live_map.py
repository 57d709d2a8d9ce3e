"""The map of true places and guesses as the log is now, and who may see which of it. No gradio.

A place of a clip that somebody has not answered yet would be its answer, and so would the guesses of a good model: a
viewer sees clips that were answered with the same browser. The owner may ask for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from leaderboard.geo_map import map_figure
from leaderboard.live_figures import LiveFigures
from leaderboard.notes import ENGLISH, Speaker
from leaderboard.own import OwnAnswers
from leaderboard.tables.labels import plain
from leaderboard.tables.trips import Trips, trips_of
from soundmark.store.ids import PlayerError
from soundmark.store.schema import GeoRow
from soundmark.types import Note, Status, worded_as

if TYPE_CHECKING:
    import plotly.graph_objects as go

NOTHING_OWN = worded_as(
    "The map shows clips that you have answered, so that it never tells a place too early. Play a round and come back.",
    "map_nothing_own",
)


@dataclass(frozen=True, slots=True)
class LiveMap:
    """The map of a board of places.

    Attributes:
        figures: the tables of the board.
    """

    figures: LiveFigures

    def shown(
        self, ticket: object, who: object, *, every_clip: bool, words: Speaker = ENGLISH
    ) -> tuple[go.Figure | None, str]:
        """The map and what is to be said of it; no map where there is nothing to see.

        Args:
            ticket: of the browser.
            who: label of a row of the board.
            every_clip: whether clips that the browser has not answered are shown too; only the owner may ask for it.
            words: say it.

        Raises:
            JournalError: when the log cannot be read.
        """
        trips = self.trips(ticket, who, every_clip=every_clip)
        if trips is None:
            return None, words.note(worded_as("Choose whose answers to show.", "map_choose"))
        name = plain(self.figures.said(str(who), words))
        if not len(trips):
            none = worded_as("{who}: no answers yet.", "map_no_answers", who=name)
            return None, words.note(NOTHING_OWN if trips.hidden else none)
        return map_figure(trips, name, words), " ".join(words.note(one) for one in _sentences(trips, name))

    def trips(self, ticket: object, who: object, *, every_clip: bool) -> Trips | None:
        """What the map shows; None without such a row. Arguments and errors as for `shown`."""
        found = self.figures.answers_in(str(who))
        if found is None:
            return None
        answers, group = found
        only = None if every_clip else self._answered(ticket)
        return trips_of(answers, group, self.figures.services.players.salt, only=only)

    def page(self, ticket: object, who: object, *, every_clip: bool, words: Speaker = ENGLISH) -> str:
        """The map as a web page; '' where there is nothing to see. Arguments and errors as for `shown`."""
        from leaderboard.geo_map_file import map_page

        trips = self.trips(ticket, who, every_clip=every_clip)
        return "" if trips is None or not len(trips) else map_page(trips, self.figures.said(str(who), words), words)

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


def _sentences(trips: Trips, who: str) -> list[Note]:
    without = len(trips) - int(trips.has_guess.sum())
    said = [
        worded_as(
            "{who}, answers shown: {n}. A star is where a sound was recorded.",
            "map_shown",
            who=who,
            n=f"{len(trips):,}",
        )
    ]
    for count, text, key in (
        (without, "Of these without a place: {n}.", "map_without"),
        (trips.beyond, "Older ones that are not drawn: {n}.", "map_older"),
        (trips.hidden, "To clips that you have not answered, and so not shown: {n}.", "map_hidden"),
    ):
        said += [worded_as(text, key, n=f"{count:,}")] if count else []
    return said
