"""What the page shows of a quiz's leaderboard: a value for the ranking table, and the texts around it."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.choice import CHANCE, GROUP_COLUMN, ChoiceTable
from leaderboard.choice_rows import ChoiceFigures, ChoiceRowKind, ChoiceTableRow
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.notes import JsonValue, Meaning, fixed, left_out
from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.shares import Share
from leaderboard.tables.labels import NO_NAME, plain, toggles_of
from soundmark.models.baselines.nearest import NEAREST
from soundmark.types import worded

MAX_NAME_CHARS = 80
NOT_READ = worded("board_not_read")
INTERVAL = "95 % interval"

MARKS = {
    ChoiceRowKind.PLAYER: "human",
    ChoiceRowKind.NO_ID: "human",
    ChoiceRowKind.ALL_PEOPLE: "human",
    ChoiceRowKind.PEOPLE: "human",
    ChoiceRowKind.MODEL: "model",
    ChoiceRowKind.BASELINE: "baseline",
    ChoiceRowKind.PUBLISHED_PEOPLE: "human",
    ChoiceRowKind.PUBLISHED_MODEL: "model",
    ChoiceRowKind.PUBLISHED_BASELINE: "baseline",
}


def columns_mean(spec: ChoiceSpec) -> Sequence[Meaning]:
    """What the columns mean."""
    mean, chance, least = fixed(spec.mean_is if spec.groups else "Accuracy"), fixed(CHANCE), PROVISIONAL_BELOW
    groups: Sequence[Meaning] = [([spec.mean_is], worded("columns_mean_groups"))] if spec.groups else []
    return (
        (["#"], worded("columns_rank_choice", mean=mean, least=least)),
        (["Who"], worded("columns_who_said", all=fixed("All people"))),
        (["Players without an id"], worded("columns_no_id")),
        (["Baselines"], worded("columns_baselines_choice", chance=chance, nearest=fixed(NEAREST))),
        *groups,
        (["All answers"], worded("columns_all_answers")),
        (["What counts as right"], worded("columns_right")),
        (["95 % interval"], worded("columns_interval_choice")),
        (["Choices taken"], worded("columns_taken")),
        (["Answers"], worded("columns_answers_choice", chance=chance)),
        (["Passed", "Refused", "Not readable"], worded("columns_rates")),
        (["Errors"], worded("columns_errors")),
        (["Bold"], worded("columns_best_choice", least=least)),
        (["Published figures"], worded(spec.published_key)),
    )


def table_value(table: ChoiceTable, *, benchmark: str, is_read: bool = True, ids_are_logged: bool = True) -> JsonValue:
    """The value of `components.ranking_table`.

    Args:
        table: the figures.
        benchmark: name of the questions that are played; it comes from outside.
        is_read: whether these questions have been read.
        ids_are_logged: whether this deployment gives players an id.
    """
    spec, has_groups = table.count.spec, bool(table.count.groups)
    return {
        "caption": _caption(table, benchmark) if is_read else worded("board_caption_published", list=spec.title),
        "columns": _columns(table),
        "rows": [_row(row) for row in table.rows],
        "toggles": toggles_of(
            {
                "single": any(row.kind is ChoiceRowKind.PLAYER and not row.is_own for row in table.rows),
                "imported": any(row.is_imported for row in table.rows),
                "published": any(row.is_published for row in table.rows),
            }
        ),
        "sort": {"column": "macro" if has_groups else "micro", "order": "descending"},
        "note": _notes(table, benchmark, ids_are_logged) if is_read else [NOT_READ],
    }


def _caption(table: ChoiceTable, benchmark: str) -> JsonValue:
    count = table.count
    players = len(count.of_kind(ChoiceRowKind.PLAYER))
    models = len({entry.key.who for entry in count.of_kind(ChoiceRowKind.MODEL)})
    name = plain(benchmark[:MAX_NAME_CHARS])
    return worded(
        "board_caption", list=name, questions=f"{count.questions:,}", players=f"{players:,}", models=f"{models:,}"
    )


def _columns(table: ChoiceTable) -> list[JsonValue]:
    """The columns; those for passes and failures only when there was one."""
    spec, groups = table.count.spec, table.count.groups
    rare = {"skipped": "Passed", "refused": "Refused", "unparsed": "Not readable", "errors": "Errors"}
    met = [name for name in rare if any(getattr(row.figures, name) for row in table.rows)]
    main: JsonValue = {"unit": INTERVAL, "type": "bar", "percent": True, "max": 1}
    macro: list[JsonValue] = [{"id": "macro", "label": spec.mean_is, **main}] if groups else []
    micro: JsonValue = (
        {"id": "micro", "label": "All answers", "type": "percent"}
        if groups
        else {"id": "micro", "label": "Accuracy", **main}
    )
    return [
        {"id": "rank", "label": "#", "name": "Rank", "type": "rank"},
        {"id": "who", "label": "Who", "type": "who"},
        *macro,
        *(
            {
                "id": GROUP_COLUMN.format(number),
                "label": spec.groups[group],
                "group": spec.groups_are,
                "type": "percent",
            }
            for number, group in enumerate(groups)
        ),
        micro,
        *([{"id": "taken", "label": "Choices taken", "type": "percent"}] if "skipped" in met else []),
        {"id": "answers", "label": "Answers", "type": "count"},
        *({"id": name, "label": rare[name], "type": "rate"} for name in met),
    ]


def _row(row: ChoiceTableRow) -> JsonValue:
    words = ("provisional" if row.is_provisional else "", plain(row.detail), row.partial)
    return {
        "kind": "you" if row.is_own else MARKS[row.kind],
        "label": plain(row.label).strip() or NO_NAME,
        "tag": ", ".join(filter(None, words)),
        "badge": "published" if row.is_published else "imported" if row.is_imported else "",
        "published": row.is_published,
        "imported": row.is_imported,
        "single": row.kind is ChoiceRowKind.PLAYER,
        "own": row.is_own,
        "muted": row.is_provisional,
        "provisional": row.is_provisional,
        "cells": {"rank": row.rank, **_cells(row.figures)},
        "best": sorted(row.best),
    }


def _cells(figures: ChoiceFigures) -> dict[str, object]:
    shares = figures.shares
    rates = {name: getattr(figures, name) for name in ("skipped", "refused", "unparsed", "errors")}
    return {
        "macro": _share(shares.macro),
        "micro": _share(shares.micro),
        "taken": _share(shares.taken),
        **{GROUP_COLUMN.format(number): _share(share) for number, share in enumerate(shares.groups)},
        "answers": figures.answers,
        **{name: None if rate is None else round(rate, 4) for name, rate in rates.items()},
    }


def _share(share: Share) -> JsonValue | None:
    if share.value is None:
        return None
    interval = share.interval
    return {
        "value": round(share.value, 4),
        "low": None if interval is None else round(interval.low, 4),
        "high": None if interval is None else round(interval.high, 4),
    }


def _notes(table: ChoiceTable, benchmark: str, ids_are_logged: bool) -> Sequence[JsonValue]:
    spec, count = table.count.spec, table.count
    notes = left_out(count.repeats, count.damaged, table.hidden_players, ids_are_logged=ids_are_logged)
    other = spec.published and benchmark != spec.benchmark
    return [*([worded("board_note_caution", list=spec.title)] if other else []), *notes]
