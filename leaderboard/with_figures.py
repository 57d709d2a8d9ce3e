"""A mode's ranking with the tables of all figures beside it. No gradio."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, cast

from leaderboard.board import GEO_PACK, GeoBoard
from leaderboard.choice_board import ChoiceBoard
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.live_figures import LiveFigures
from leaderboard.paper_rules import PaperRules
from leaderboard.tables.asked import AskedOf, asked_of_pack
from leaderboard.tables.kinds import GEO, choice_kind
from leaderboard.tables.view import JsonValue
from soundmark.benchmarks.entry import AnyPack
from soundmark.pack_loader import PackKey
from soundmark.services import Services
from soundmark.types import ChoiceQuestion, ChoiceTruth, GeoTruth


class _Ranking(Protocol):
    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table."""

    def last(self, ticket: object) -> JsonValue | None:
        """The same of what was counted last; None before anything was."""


@dataclass(slots=True)
class WithFigures:
    """A ranking, and further views.

    Attributes:
        services: what the app gives.
        ranking: the board whose value comes first.
        pack: whose questions are played.
        figures: makes the tables of all figures.
        rules: makes the table by the paper's own rules; None for a benchmark whose rules are those of the ranking.
        spec: of a quiz, whose questions tell their groups.
    """

    services: Services
    ranking: _Ranking
    pack: PackKey[GeoTruth] | PackKey[ChoiceTruth]
    figures: LiveFigures
    rules: PaperRules | None = None
    spec: ChoiceSpec | None = None
    _asked: tuple[AnyPack, AskedOf] | None = None

    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table for a browser that sent this ticket.

        Raises:
            JournalError: when the log cannot be read.
        """
        value, pack = self.ranking.value(ticket), self.services.packs.if_ready(self.pack)
        if pack is None:
            return value
        if self.spec is not None:
            groups = {str(one.question_id): self.spec.group_of(cast("ChoiceQuestion", one)) for one in pack.questions}
            category_of = {str(one.question_id): one.tags.get("category", "") for one in pack.questions}
            self.figures.kind = choice_kind(self.spec, groups, category_of)
        if self._asked is None or self._asked[0] is not pack:
            self._asked = (pack, asked_of_pack(pack))
        views = self.figures.views(ticket, pack.benchmark, self._asked[1])
        if self.rules is not None:
            views += self.rules.views(pack)
        return {**value, "views": views}

    def last(self, ticket: object) -> JsonValue | None:
        """The same of what was counted last; None before anything was."""
        value = self.ranking.last(ticket)
        if value is None:
            return None
        rules = [] if self.rules is None else self.rules.last_views()
        return {**value, "views": [*self.figures.last_views(ticket), *rules]}


def geo_with_figures(services: Services) -> WithFigures:
    """The board of places."""
    return WithFigures(services, GeoBoard(services), GEO_PACK, LiveFigures(services, GEO), PaperRules(services))


def quiz_with_figures(services: Services, spec: ChoiceSpec) -> WithFigures:
    """The board of a quiz."""
    figures = LiveFigures(services, choice_kind(spec))
    return WithFigures(services, ChoiceBoard(services, spec), PackKey[ChoiceTruth](spec.mode), figures, spec=spec)
