"""What the page shows of the geo leaderboard: a value for the ranking table, and the texts around it."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.geo import GeoTable
from leaderboard.geo_guessers import CHANCE
from leaderboard.geo_rows import WITHIN_KM, Figures, GeoTableRow, RowKind, share_column
from leaderboard.notes import JsonValue, Meaning, fixed, left_out
from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.tables.experience import NAMES as EXPERIENCE
from leaderboard.tables.labels import NO_NAME, plain, toggles_of
from soundmark.models.baselines.nearest import NEAREST
from soundmark.scoring.geo import MAX_SCORE
from soundmark.types import Note, worded

NO_ANSWERS = worded("board_no_answers")
MAX_NAME_CHARS = 80
WITHIN = "Answers within \u2026 km"

MARKS = {
    RowKind.PLAYER: "human",
    RowKind.NO_ID: "human",
    RowKind.ALL_PEOPLE: "human",
    RowKind.PEOPLE: "human",
    RowKind.MODEL: "model",
    RowKind.BASELINE: "baseline",
}

COLUMNS_MEAN: Sequence[Meaning] = (
    (["#"], worded("columns_rank_geo", least=PROVISIONAL_BELOW)),
    (["Who"], worded("columns_who_experience", all=fixed("All people"), first=fixed(EXPERIENCE["first"]))),
    (["Players without an id"], worded("columns_no_id")),
    (
        ["Baselines"],
        worded("columns_baselines_geo", nearest=fixed(NEAREST), anywhere=fixed(CHANCE)),
    ),
    (["Mean points"], worded("columns_points")),
    (
        ["95 % interval"],
        worded("columns_interval_geo", all=fixed("All people"), no_id=fixed("Players without an id")),
    ),
    (["Games"], worded("columns_games")),
    (["Answers"], worded("columns_answers_geo")),
    (["Median error"], worded("columns_median")),
    ([WITHIN], worded("columns_within")),
    (["Skipped", "Refused", "Not readable"], worded("columns_rates")),
    (["Errors"], worded("columns_errors")),
    (["Bold"], worded("columns_best_geo")),
    (["Names of clips"], worded("columns_no_names")),
)


def message_value(told: Note) -> JsonValue:
    """A sentence instead of a table."""
    return {"message": told}


def table_value(table: GeoTable, *, clip_list: str, ids_are_logged: bool = True) -> JsonValue:
    """The value of `components.ranking_table`.

    Args:
        table: the figures.
        clip_list: its name; it comes from outside.
        ids_are_logged: whether this deployment gives players an id.
    """
    if not table.rows:
        return message_value(NO_ANSWERS)
    return {
        "caption": _caption(table, plain(clip_list[:MAX_NAME_CHARS])),
        "columns": _columns(table),
        "rows": [_row(row) for row in table.rows],
        "toggles": toggles_of(
            {
                "single": any(row.kind is RowKind.PLAYER and not row.is_own for row in table.rows),
                "imported": any(row.is_imported for row in table.rows),
            }
        ),
        "sort": {"column": "mean_points", "order": "descending"},
        "note": _notes(table, ids_are_logged),
    }


def _caption(table: GeoTable, clip_list: str) -> JsonValue:
    count = table.count
    players = len(count.of_kind(RowKind.PLAYER))
    models = len({group.responder_id for group in count.of_kind(RowKind.MODEL)})
    return worded(
        "board_caption", list=clip_list, questions=f"{count.questions:,}", players=f"{players:,}", models=f"{models:,}"
    )


def _columns(table: GeoTable) -> list[JsonValue]:
    """The columns; those for rare failures only when there was one."""
    figures = [row.figures for row in table.rows]
    rare = {"refused": "Refused", "unparsed": "Not readable", "errors": "Errors"}
    failed = [name for name in rare if any(getattr(one, name) for one in figures)]
    return [
        {"id": "rank", "label": "#", "name": "Rank", "type": "rank"},
        {"id": "who", "label": "Who", "type": "who"},
        {"id": "mean_points", "label": "Mean points", "unit": "95 % interval", "type": "bar", "max": MAX_SCORE},
        {"id": "games", "label": "Games", "type": "count"},
        {"id": "answers", "label": "Answers", "type": "count"},
        {"id": "median_km", "label": "Median error", "unit": "km", "type": "km"},
        *(
            {
                "id": share_column(km),
                "label": f"{km:,}",
                "name": f"Answers within {km:,} km",
                "group": WITHIN,
                "type": "share",
            }
            for km in WITHIN_KM
        ),
        {"id": "skipped", "label": "Skipped", "type": "rate"},
        *({"id": name, "label": rare[name], "type": "rate"} for name in failed),
    ]


def _row(row: GeoTableRow) -> JsonValue:
    return {
        "kind": "you" if row.is_own else MARKS[row.kind],
        "label": plain(row.label).strip() or NO_NAME,
        "tag": ", ".join(filter(None, (plain(row.detail), "provisional" if row.is_provisional else ""))),
        "badge": "imported" if row.is_imported else "",
        "imported": row.is_imported,
        "single": row.kind is RowKind.PLAYER,
        "own": row.is_own,
        "muted": row.is_provisional,
        "provisional": row.is_provisional,
        "cells": {"rank": row.rank, "games": row.games, **_cells(row.figures)},
        "best": sorted(row.best),
    }


def _cells(figures: Figures) -> dict[str, object]:
    shares = figures.within or (None,) * len(WITHIN_KM)
    mean = None
    if figures.mean_points is not None:
        interval = figures.interval
        mean = {
            "value": round(figures.mean_points, 1),
            "low": None if interval is None else round(interval.low, 1),
            "high": None if interval is None else round(interval.high, 1),
        }
    return {
        "answers": figures.answers,
        "mean_points": mean,
        "median_km": None if figures.median_km is None else round(figures.median_km, 3),
        **{share_column(km): _rounded(share) for km, share in zip(WITHIN_KM, shares, strict=True)},
        **{name: _rounded(getattr(figures, name)) for name in ("skipped", "refused", "unparsed", "errors")},
    }


def _rounded(share: float | None) -> float | None:
    return None if share is None else round(share, 4)


def _notes(table: GeoTable, ids_are_logged: bool) -> list[JsonValue]:
    return left_out(table.count.repeats, table.count.damaged, table.hidden_players, ids_are_logged=ids_are_logged)
