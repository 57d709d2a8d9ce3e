"""The leaderboards of the modes that are switched on. No gradio."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol

from leaderboard import arena_view, spatial_board
from leaderboard.arena_board import ArenaBoard
from leaderboard.board import GEO_PACK
from leaderboard.choice_spec import SPECS, ChoiceSpec
from leaderboard.choice_view import columns_mean
from leaderboard.geo_view import COLUMNS_MEAN
from leaderboard.notes import JsonValue, Meaning
from leaderboard.spatial_board import MODE as SAVVY
from leaderboard.spatial_board import SpatialBoard
from leaderboard.with_figures import geo_with_figures, quiz_with_figures
from soundmark.services import Services

ARENA = "arena"


class Board(Protocol):
    """Something that knows a leaderboard as it is now."""

    def value(self, ticket: object) -> JsonValue:
        """The value of the ranking table for a browser that sent this ticket."""

    def last(self, ticket: object) -> JsonValue | None:
        """The same of what was counted last, without counting; None before anything was."""


def boards_of(services: Services, more: Sequence[ChoiceSpec] = ()) -> Mapping[str, Board]:
    """The boards by mode, in the order of the modes; that of the geo mode when no other is there.

    Args:
        services: what the app gives.
        more: quizzes besides those that are known here.
    """
    packs = services.packs
    specs = [spec for spec in (*SPECS, *more) if packs.has(spec.mode)]
    quizzes: dict[str, Board] = {spec.mode: quiz_with_figures(services, spec) for spec in specs}
    spatial: dict[str, Board] = {SAVVY: SpatialBoard(services)} if packs.has(SAVVY) else {}
    arena: dict[str, Board] = {ARENA: ArenaBoard(services)} if packs.has(ARENA) else {}
    has_places = packs.has(GEO_PACK.mode) or not (quizzes or spatial or arena)
    places: dict[str, Board] = {GEO_PACK.mode: geo_with_figures(services)} if has_places else {}
    return {**places, **quizzes, **spatial, **arena}


def board_key(mode: str) -> str:
    """The key of a board's name in the page's texts."""
    return f"board_{mode}"


class BoardTexts(NamedTuple):
    """What stands over and under a board's table.

    Attributes:
        lead, explained: fixed texts of the page: (HTML tag, key) of each.
        columns_mean: what the columns mean.
    """

    lead: Sequence[tuple[str, str]]
    explained: Sequence[tuple[str, str]]
    columns_mean: Sequence[Meaning]


def texts_of(mode: str, more: Sequence[ChoiceSpec] = ()) -> BoardTexts:
    """The texts of a board."""
    spec = next((spec for spec in (*SPECS, *more) if spec.mode == mode), None)
    lead = [("h2", f"board_{mode}_title"), ("p", f"board_{mode}_lead")]
    explained = [("p", "board_choice_explained" if spec is not None else f"board_{mode}_explained")]
    if spec is not None and spec in more:
        # Its own name is a text that came with it, perhaps from outside: the page's script says it as plain text.
        return BoardTexts([("h2", board_key(mode)), ("p", "board_other_lead")], explained, columns_mean(spec))
    if spec is not None:
        return BoardTexts(lead, explained, columns_mean(spec))
    own = {SAVVY: spatial_board.COLUMNS_MEAN, ARENA: arena_view.COLUMNS_MEAN}
    return BoardTexts(lead, explained, own.get(mode, COLUMNS_MEAN))
