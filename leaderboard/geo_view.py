"""What the page shows of the geo leaderboard: a value for the ranking table, and the texts around it."""

from __future__ import annotations

from leaderboard.geo import GeoTable
from leaderboard.geo_rows import WITHIN_KM, Figures, GeoTableRow, RowKind, share_column
from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.tables.labels import NO_NAME, plain
from leaderboard.told import JsonValue, left_out, told
from soundmark.scoring.geo import MAX_SCORE

NO_ANSWERS: JsonValue = {"key": "board_no_answers"}
MAX_NAME_CHARS = 80

MARKS = {
    RowKind.PLAYER: "human",
    RowKind.NO_ID: "human",
    RowKind.ALL_PEOPLE: "human",
    RowKind.PEOPLE: "human",
    RowKind.MODEL: "model",
    RowKind.BASELINE: "baseline",
}

COLUMNS_MEAN = f"""
- **#**: rank by mean points among players and models with {PROVISIONAL_BELOW} answers or more; equal means share a
  rank. Groups and baselines have none.
- **Who**: an anonymous player, a model, or a group. *All people* is every answer of a person that counts. *People in
  their first 10 questions* and the like are the same answers by how many clips of the list the player had answered
  before. *Players without an id* cannot be told apart. Baselines answer by
  rule: *Middle of the list*, *Random* and *Any other place of the list* never listen, *Nearest neighbour* answers with
  the place of the clip that sounds most alike. They answer every clip, once. *Anywhere on Earth by chance* is the mean
  over a thousand random points for each clip that somebody answered.
- **Mean points**: points less what was paid for hints, over all answers that count. A clip that was skipped, an answer
  that was refused and one that could not be read count as 0. A baseline answers every clip once; people may have heard
  some clips more often than others.
- **95 % interval**: percentile bootstrap, which draws answers again and again from those given: whole players for *All
  people*, whole games for players without an id, clips for everybody else. One of these alone has no interval.
- **Games**: games with at least one answer.
- **Answers**: how many answers count. Only a player's **first** answer to a clip does, since the truth is shown
  afterwards. All answers without an id count. For a baseline: how many clips.
- **Median error**: half of the guesses were closer than this. Over the answers with a guess only.
- **Answers within {", ".join(f"{km:,}" for km in WITHIN_KM)} km**: share of **all** answers that count, so that a
  skipped clip is a miss.
- **Skipped**, **Refused**, **Not readable**: shares of all answers that count.
- **Errors**: questions that failed for technical reasons, as a share of these and the answers together. They count
  nowhere else.
- **Bold**: the best of the players and models shown that have a rank.

Names of clips are never shown here. The map shows places of clips that you have answered.
"""


def message_value(told: str | JsonValue) -> JsonValue:
    """A sentence instead of a table, as text or as one of the page's texts."""
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
        "sort": {"column": "mean_points", "order": "descending"},
        "note": _notes(table, ids_are_logged),
    }


def _caption(table: GeoTable, clip_list: str) -> JsonValue:
    count = table.count
    players, models = len(count.of_kind(RowKind.PLAYER)), len(count.of_kind(RowKind.MODEL))
    return told(
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
                "group": "Answers within \u2026 km",
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
        "tag": "provisional" if row.is_provisional else "",
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
