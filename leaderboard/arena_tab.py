"""The part of the leaderboard's tab in which the arena's votes are chosen and drawn: layout and wiring only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import gradio as gr

from components.events import Updates
from components.note import note
from components.select_row import Select, select_row
from components.texts import page_texts, said, say_class
from leaderboard.arena_board import DAYS, GROUPS, LOGGED_IN, MEDIA, TASKS, ArenaBoard, ArenaRatings, VoteChoice
from leaderboard.arena_figures import for_page
from leaderboard.arena_view import table_value
from leaderboard.geo_view import message_value
from leaderboard.notes import JsonValue, Speaker
from leaderboard.ratings.figures import (
    agreement_figure,
    battle_count_figure,
    interval_figure,
    style_figure,
    win_rate_figure,
)
from leaderboard.ratings.raw_votes import STYLES
from leaderboard.ratings.voter_groups import GroupComparison
from leaderboard.worded import words_for
from soundmark.types import Note, SoundmarkError, worded

CHOICES = (
    Select(name="benchmark", label_key="ratings_on", options={"": "ratings_on_any"}),
    Select(name="task", label_key="ratings_task", options={name: f"ratings_task_{name or 'any'}" for name in TASKS}),
    Select(name="media", label_key="ratings_media", options={name: f"ratings_media_{name or 'any'}" for name in MEDIA}),
    Select(name="language", label_key="ratings_language", options={"": "ratings_language_any"}, has_languages=True),
    Select(
        name="logged_in",
        label_key="ratings_voters",
        options={name: f"ratings_voters_{name or 'any'}" for name in LOGGED_IN},
    ),
    Select(name="days", label_key="ratings_days", options={name: f"ratings_days_{name or 'any'}" for name in DAYS}),
)
"""Which votes can be chosen."""
FEATURES = Select(name="feature", label_key="ratings_feature", options={name: f"ratings_{name}" for name in STYLES})
COMPARED = Select(
    name="groups", label_key="ratings_groups", options={name: f"ratings_groups_{name}" for name in GROUPS}
)


class ArenaPart:
    """Which votes are rated, and the figures of their ratings.

    Args:
        board: the ratings.
        quiet: how all events of the tab are registered.
    """

    def __init__(self, board: ArenaBoard, quiet: Mapping[str, Any]) -> None:
        self.board = board
        self.quiet = quiet
        self.filter = select_row(CHOICES, elem_id="leaderboard-arena-filter", linked="arena")
        self.choices: dict[str, gr.HTML] = {"votes": self.filter}

    def build_figures(self) -> None:
        """The figures, in the open column."""
        with gr.Accordion(
            page_texts()("ratings_figures"),
            open=False,
            elem_id="leaderboard-arena-figures",
            elem_classes=[say_class("ratings_figures")],
        ) as self.drawer:
            self.said = note(elem_id="leaderboard-arena-said")
            self.intervals = _plot("intervals", "ratings_fig_intervals")
            self.wins = _plot("wins", "ratings_fig_wins")
            self.battles = _plot("battles", "ratings_fig_battles")
            self.feature = select_row([FEATURES], elem_id="leaderboard-arena-feature")
            self.style = _plot("style", "ratings_fig_style")
            self.groups = select_row([COMPARED], elem_id="leaderboard-arena-groups")
            self.agreed = note(elem_id="leaderboard-arena-agreed")
            self.verdicts = _plot("verdicts", "ratings_fig_verdicts")

    def wire(self, table: gr.HTML) -> None:
        """Follow the choices. Each is refitted when it is made."""
        inputs = [self.filter, self.feature, self.groups]
        figures = [self.said, self.intervals, self.wins, self.battles, self.style, self.agreed, self.verdicts]

        def chosen(request: gr.Request, *sent: object) -> Updates:
            try:
                return {self.filter: self._offered(sent[0]), **self._all_of(sent, words_for(request), table)}
            except SoundmarkError as error:
                return {table: message_value(error.note)}

        def opened(request: gr.Request, *sent: object) -> Updates:
            try:
                return self._all_of(sent, words_for(request))
            except SoundmarkError as error:
                return {self.said: error.note}

        self.filter.choose(chosen, inputs, [self.filter, table, *figures], **self.quiet, trigger_mode="always_last")
        for own in (self.feature, self.groups):
            own.choose(opened, inputs, figures, **self.quiet, trigger_mode="always_last")
        self.drawer.expand(opened, inputs, figures, **self.quiet, trigger_mode="once")
        self.filter.look(self._offered, self.filter, self.filter, **self.quiet, trigger_mode="once")

    def value(self, sent: Sequence[object]) -> JsonValue:
        """The value of the ranking table for what stands in the choices.

        Raises:
            SoundmarkError: when the votes cannot be read or rated.
        """
        return table_value(self.board.rated(_votes_of(sent[0])).shown)

    def _offered(self, sent: object) -> JsonValue:
        """The lists with what was chosen, and what the log has to choose from; nothing while it cannot be read."""
        try:
            offered = {"benchmark": self.board.benchmarks(), "language": self.board.languages()}
        except SoundmarkError:
            offered = {}
        return {"chosen": _votes_of(sent).as_sent(), "offered": offered}

    def _all_of(self, sent: Sequence[object], words: Speaker, table: gr.HTML | None = None) -> Updates:
        """Table and figures of a choice; without the table where it stays.

        Raises:
            SoundmarkError: when the votes cannot be read or rated.
        """
        votes, feature, groups = sent
        choice = _votes_of(votes)
        rated = self.board.rated(choice)
        shown: Updates = {} if table is None else {table: table_value(rated.shown)}
        named = _one_of(feature, FEATURES), _one_of(groups, COMPARED)
        return {**shown, **self._drawn(rated, named[0], words), **self._compared(choice, named[1])}

    def _compared(self, choice: VoteChoice, groups: str) -> Updates:
        found = self.board.compared(choice, groups)
        has_both = found.agreement.overall.n > 0
        figure = for_page(agreement_figure(found.agreement.verdicts, ("", ""))) if has_both else None
        return {self.agreed: agreement_note(found), self.verdicts: gr.update(value=figure, visible=has_both)}

    def _drawn(self, rated: ArenaRatings, feature: str, words: Speaker) -> Updates:
        if not rated.shown.table.ratings:
            nothing: Updates = dict.fromkeys([self.intervals, self.wins, self.battles, self.style])
            return {self.said: worded("ratings_none"), **nothing}
        n_groups = rated.shown.table.n_groups
        return {
            self.said: worded("ratings_islands", n=n_groups) if n_groups > 1 else {},
            self.intervals: for_page(interval_figure(rated.shown.table), words=words),
            self.wins: for_page(win_rate_figure(rated.matrices), is_percent=True, words=words),
            self.battles: for_page(battle_count_figure(rated.matrices), words=words),
            self.style: self._style(rated, feature, words),
        }

    def _style(self, rated: ArenaRatings, feature: str, words: Speaker) -> object:
        """How a feature is distributed over the answers of each model; nothing where no vote has features."""
        try:
            return for_page(style_figure(rated.votes, feature), words=words)
        except ValueError:
            return None


def agreement_note(found: GroupComparison) -> Note:
    """How far two groups agree, for the page."""
    overall, (n_one, n_other) = found.agreement.overall, found.n_votes
    votes = {"one": f"{n_one:,}", "other": f"{n_other:,}"}
    if overall.value is None or overall.interval is None:
        return worded("ratings_agree_none", **votes)
    share = {
        "n": f"{overall.n:,}",
        "share": f"{overall.value:.1%}",
        "low": f"{overall.interval.low:.1%}",
        "high": f"{overall.interval.high:.1%}",
    }
    kappa = "–" if found.agreement.kappa is None else f"{found.agreement.kappa:.2f}"
    return worded("ratings_agree", **votes, **share, kappa=kappa)


def _plot(name: str, key: str) -> gr.Plot:
    """A figure below the sentence that says what one sees."""
    said([("p", key)])
    return gr.Plot(show_label=False, elem_id=f"leaderboard-arena-{name}")


def _chosen(sent: object) -> Mapping[str, object]:
    found = sent.get("chosen") if isinstance(sent, Mapping) else None
    return found if isinstance(found, Mapping) else {}


def _votes_of(sent: object) -> VoteChoice:
    return VoteChoice.read(_chosen(sent))


def _one_of(sent: object, select: Select) -> str:
    """What was chosen in a list; the first when that is none of it."""
    name = _chosen(sent).get(select.name)
    return name if isinstance(name, str) and name in select.options else next(iter(select.options))
