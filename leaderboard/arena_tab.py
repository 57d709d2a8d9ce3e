"""The part of the leaderboard's tab in which the arena's votes are chosen and drawn: layout and wiring only."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gradio as gr

from components.events import Updates
from components.note import note
from leaderboard.arena_board import DAYS, MEDIA, ArenaBoard, ArenaRatings, VoteChoice
from leaderboard.arena_view import table_value
from leaderboard.geo_view import message_value
from leaderboard.ratings.figures import battle_count_figure, interval_figure, style_figure, win_rate_figure
from leaderboard.ratings.raw_votes import STYLES
from soundmark.types import SoundmarkError

MEDIA_NAMES = {"": "Sounds and photos", "sound": "Sounds", "photo": "Photos"}
DAY_NAMES = {"": "All time", "7": "Last 7 days", "30": "Last 30 days", "365": "Last year"}


FEATURE_NAMES = {
    "words": "Words",
    "list_items": "List items",
    "headers": "Headings",
    "emphases": "Bold and italic",
    "coordinates": "Coordinates given",
}


class ArenaPart:
    """Which votes are rated, and the figures of their ratings.

    Args:
        board: the ratings.
        quiet: how all events of the tab are registered.
    """

    def __init__(self, board: ArenaBoard, quiet: Mapping[str, Any]) -> None:
        self.board = board
        self.quiet = quiet
        with gr.Row():
            self.benchmark = gr.Dropdown(
                [("All questions", "")], value="", label="Votes on", elem_id="leaderboard-arena-set"
            )
            self.media = gr.Dropdown(
                [(MEDIA_NAMES[name], name) for name in MEDIA],
                value="",
                label="About",
                elem_id="leaderboard-arena-media",
            )
            self.days = gr.Dropdown(
                [(DAY_NAMES[name], name) for name in DAYS], value="", label="Given in", elem_id="leaderboard-arena-days"
            )

    def build_figures(self) -> None:
        """The figures, in the open column."""
        with gr.Accordion("Figures", open=False, elem_id="leaderboard-arena-figures") as self.drawer:
            self.said = note(elem_id="leaderboard-arena-said")
            self.intervals = gr.Plot(show_label=False, elem_id="leaderboard-arena-intervals")
            self.wins = gr.Plot(show_label=False, elem_id="leaderboard-arena-wins")
            self.battles = gr.Plot(show_label=False, elem_id="leaderboard-arena-battles")
            self.feature = gr.Dropdown(
                [(FEATURE_NAMES[name], name) for name in STYLES],
                value=STYLES[0],
                label="How answers are written",
                elem_id="leaderboard-arena-feature",
            )
            self.style = gr.Plot(show_label=False, elem_id="leaderboard-arena-style")

    def wire(self, table: gr.HTML) -> None:
        """Follow the choices. Each is refitted when it is made."""
        inputs = [self.benchmark, self.media, self.days, self.feature]
        figures = [self.said, self.intervals, self.wins, self.battles, self.style]

        def chosen(*sent: object) -> Updates:
            *choice, feature = sent
            try:
                rated = self.board.rated(VoteChoice.read(*choice))
            except SoundmarkError as error:
                return {table: message_value(str(error))}
            return {table: table_value(rated.shown), **self._drawn(rated, feature)}

        def opened(*sent: object) -> Updates:
            *choice, feature = sent
            try:
                rated, names = self.board.rated(VoteChoice.read(*choice)), self.board.benchmarks()
            except SoundmarkError as error:
                return {self.said: {"text": str(error)}}
            return {**self._drawn(rated, feature), self.benchmark: self._offered(names)}

        for choice in inputs:
            choice.input(chosen, inputs, [table, *figures], **self.quiet, trigger_mode="always_last")
        self.drawer.expand(opened, inputs, [*figures, self.benchmark], **self.quiet, trigger_mode="once")
        self.benchmark.focus(self._names, None, self.benchmark, **self.quiet, trigger_mode="once")

    def _names(self) -> dict[str, object]:
        try:
            return self._offered(self.board.benchmarks())
        except SoundmarkError:
            return self._offered([])

    def _offered(self, names: list[str]) -> dict[str, object]:
        found: dict[str, object] = gr.update(choices=[("All questions", ""), *((name[:80], name) for name in names)])
        return found

    def _drawn(self, rated: ArenaRatings, feature: object) -> Updates:
        if not rated.shown.table.ratings:
            nothing: Updates = dict.fromkeys([self.intervals, self.wins, self.battles, self.style])
            return {self.said: {"text": "No votes among these compare two models."}, **nothing}
        n_others = rated.shown.table.n_groups - 1
        said = (
            f"The first figure shows the largest of {n_others + 1} groups that cannot be compared." if n_others else ""
        )
        return {
            self.said: {"text": said},
            self.intervals: interval_figure(rated.shown.table),
            self.wins: win_rate_figure(rated.matrices),
            self.battles: battle_count_figure(rated.matrices),
            self.style: self._style(rated, feature),
        }

    def _style(self, rated: ArenaRatings, feature: object) -> object:
        """How a feature is distributed over the answers of each model; nothing where no vote has features."""
        name = feature if isinstance(feature, str) and feature in STYLES else STYLES[0]
        try:
            return style_figure(rated.votes, name)
        except ValueError:
            return None
