"""The part of the leaderboard's tab in which the arena's votes are chosen and drawn: layout and wiring only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import gradio as gr

from components.events import Updates
from components.note import note
from leaderboard.arena_board import DAYS, GROUPS, MEDIA, TASKS, ArenaBoard, ArenaRatings, VoteChoice
from leaderboard.arena_view import JsonValue, table_value
from leaderboard.geo_view import message_value
from leaderboard.ratings.figures import (
    agreement_figure,
    battle_count_figure,
    interval_figure,
    style_figure,
    win_rate_figure,
)
from leaderboard.ratings.rating_text import agreement_sentence
from leaderboard.ratings.raw_votes import STYLES
from leaderboard.ratings.voter_groups import VoterGroup
from soundmark.types import SoundmarkError

MEDIA_NAMES = {"": "Sounds and photos", "sound": "Sounds", "photo": "Photos"}
DAY_NAMES = {"": "All time", "7": "Last 7 days", "30": "Last 30 days", "365": "Last year"}
TASK_NAMES = {"": "Anything", "geo": "Places", "choice": "Multiple choice", "open": "Voters' own questions"}
LOGGED_IN_NAMES = {"": "Everybody", "yes": "Logged in", "no": "Guests"}
ANY_BENCHMARK, ANY_LANGUAGE = "All questions", "All languages"
GROUP_NAMES = {"judges": "People and models as judges", "logged_in": "Logged in and guests"}
GROUP_WORDS = {
    VoterGroup("responder_kind", "human"): "People",
    VoterGroup("responder_kind", "model"): "Models as judges",
    VoterGroup("logged_in", "true"): "Logged in",
    VoterGroup("logged_in", "false"): "Guests",
}

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
        self.choices: dict[str, gr.Dropdown] = {}
        with gr.Row(elem_classes="sm-choices"):
            self._choice("benchmark", "Votes on", {"": ANY_BENCHMARK}, "leaderboard-arena-set")
            self._choice("task", "Asked for", {name: TASK_NAMES[name] for name in TASKS})
            self._choice("media", "About", {name: MEDIA_NAMES[name] for name in MEDIA})
        with gr.Row(elem_classes="sm-choices"):
            self._choice("language", "Language", {"": ANY_LANGUAGE})
            self._choice("logged_in", "Voters", LOGGED_IN_NAMES)
            self._choice("days", "Given in", {name: DAY_NAMES[name] for name in DAYS})

    def _choice(self, name: str, label: str, offered: Mapping[str, str], elem_id: str = "") -> None:
        self.choices[name] = gr.Dropdown(
            [(words, value) for value, words in offered.items()],
            value="",
            label=label,
            min_width=140,
            elem_id=elem_id or f"leaderboard-arena-{name.replace('_', '-')}",
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
            self.groups = gr.Dropdown(
                [(GROUP_NAMES[name], name) for name in GROUPS],
                value=next(iter(GROUPS)),
                label="How far two groups agree",
                elem_id="leaderboard-arena-groups",
            )
            self.agreed = note(elem_id="leaderboard-arena-agreed")
            self.verdicts = gr.Plot(show_label=False, elem_id="leaderboard-arena-verdicts")

    def wire(self, table: gr.HTML) -> None:
        """Follow the choices. Each is refitted when it is made."""
        inputs = [*self.choices.values(), self.feature, self.groups]
        figures = [self.said, self.intervals, self.wins, self.battles, self.style, self.agreed, self.verdicts]

        def chosen(*sent: object) -> Updates:
            try:
                return self._all_of(sent, table)
            except SoundmarkError as error:
                return {table: message_value(str(error))}

        def opened(*sent: object) -> Updates:
            try:
                return self._all_of(sent)
            except SoundmarkError as error:
                return {self.said: {"text": str(error)}}

        for choice in inputs:
            choice.input(chosen, inputs, [table, *figures], **self.quiet, trigger_mode="always_last")
        self.drawer.expand(opened, inputs, figures, **self.quiet, trigger_mode="once")
        for name, offered in (("benchmark", self._benchmarks), ("language", self._languages)):
            self.choices[name].focus(offered, None, self.choices[name], **self.quiet, trigger_mode="once")

    def value(self, sent: Sequence[object]) -> JsonValue:
        """The value of the ranking table for what stands in the choices.

        Raises:
            SoundmarkError: when the votes cannot be read or rated.
        """
        return table_value(self.board.rated(self._choice_of(sent)).shown)

    def _choice_of(self, sent: Sequence[object]) -> VoteChoice:
        return VoteChoice.read(dict(zip(self.choices, sent, strict=True)))

    def _all_of(self, sent: Sequence[object], table: gr.HTML | None = None) -> Updates:
        """Table and figures of a choice; without the table where it stays.

        Raises:
            SoundmarkError: when the votes cannot be read or rated.
        """
        *chosen, feature, groups = sent
        choice = self._choice_of(chosen)
        rated = self.board.rated(choice)
        shown: Updates = {} if table is None else {table: table_value(rated.shown)}
        return {**shown, **self._drawn(rated, feature), **self._compared(choice, groups)}

    def _compared(self, choice: VoteChoice, groups: object) -> Updates:
        found = self.board.compared(choice, groups if isinstance(groups, str) else "")
        first, second = (GROUP_WORDS[group] for group in found.groups)
        has_both = found.agreement.overall.n > 0
        return {
            self.agreed: {"text": agreement_sentence(found)},
            self.verdicts: agreement_figure(found.agreement.verdicts, (first, second)) if has_both else None,
        }

    def _benchmarks(self) -> dict[str, object]:
        return _offered(ANY_BENCHMARK, self.board.benchmarks)

    def _languages(self) -> dict[str, object]:
        return _offered(ANY_LANGUAGE, self.board.languages)

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


def _offered(every: str, names: Callable[[], list[str]]) -> dict[str, object]:
    """What a list offers now; only everything while the log cannot be read."""
    try:
        found = names()
    except SoundmarkError:
        found = []
    update: dict[str, object] = gr.update(choices=[(every, ""), *((name[:80], name) for name in found)])
    return update
