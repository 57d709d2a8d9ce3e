"""What the page shows of a quiz's leaderboard: a value for the ranking table, and the texts around it."""

from __future__ import annotations

from collections.abc import Sequence

from leaderboard.choice import GROUP_COLUMN, ChoiceTable
from leaderboard.choice_rows import ChoiceFigures, ChoiceRowKind, ChoiceTableRow
from leaderboard.choice_spec import ChoiceSpec
from leaderboard.ranks import PROVISIONAL_BELOW
from leaderboard.shares import Share
from leaderboard.tables.labels import NO_NAME, plain
from leaderboard.told import JsonValue, left_out, told

MAX_NAME_CHARS = 80
NOT_READ = told("board_not_read")
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

COLUMNS_MEAN = f"""
- **#**: rank among players and models with {PROVISIONAL_BELOW} answers or more by **{{mean_is}}**; equal figures share
  a rank. Groups of people, baselines and published rows have none.
- **Who**: an anonymous player, a model, or a group. *All people* is every answer of a person that counts; *People
  who* or *asked in* are the same answers by what people said of themselves when they gave them. *Players without an
  id* cannot be told apart. *Chance* takes one of the choices, whichever, of every question that is played here. The
  other baselines answer every question by rule: any choice, always the longest, always the position that is right most
  often, or the choice worded most like what is right for the clip that sounds most alike (*Nearest neighbour*).
- **{{mean_is}}**: the plain mean of the accuracies in the columns after it, however many answers each of them has. Of a
  row that has answers in some of them only, it is the mean of those.
- **All answers**: right answers among all that count.
- **What counts as right**: the right choice. A question that was passed (*I don't know*), an answer that was refused
  and one that could not be read are not right. Only a player's **first** answer to a question counts, since the truth
  is shown afterwards. All answers without an id count.
- **95 % interval**: Wilson's for one player or model, and for the mean of its columns the square-and-add method of Zou
  and Donner made of these; for groups of people a percentile bootstrap that draws whole players again and again (whole
  games where there is no id), and for a model that was asked the same more than once whole questions. One person alone
  has no such interval; where all answers are right, or none is, it is Wilson's with one observation a player.
- **Choices taken**: right answers without counting what was passed, as after a game.
- **Answers**: how many answers count. Of *Chance*: how many questions.
- **Passed**, **Refused**, **Not readable**: shares of all answers that count.
- **Errors**: questions that failed for technical reasons, as a share of these and the answers together. They count
  nowhere else.
- **Bold**: the best of the players and models shown that have a rank, where they have {PROVISIONAL_BELOW} answers.
- **Published**: {{published_is}}.
"""


def columns_mean(spec: ChoiceSpec) -> str:
    """What the columns mean, as Markdown."""
    return COLUMNS_MEAN.format(mean_is=spec.mean_is, published_is=spec.published_is)


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
        "caption": _caption(table, benchmark) if is_read else told("board_caption_published", list=spec.title),
        "columns": _columns(table),
        "rows": [_row(row) for row in table.rows],
        "toggles": _toggles(table),
        "sort": {"column": "macro" if has_groups else "micro", "order": "descending"},
        "note": _notes(table, benchmark, ids_are_logged) if is_read else [NOT_READ],
    }


def _toggles(table: ChoiceTable) -> list[JsonValue]:
    """What may be hidden: single players, so that groups and models stand together, and what is not of this log."""
    has_players = any(row.kind is ChoiceRowKind.PLAYER and not row.is_own for row in table.rows)
    has_published = any(row.is_published for row in table.rows)
    players: list[JsonValue] = [{"field": "single", "label": "Single players"}] if has_players else []
    published: list[JsonValue] = [{"field": "published", "label": "Published figures"}] if has_published else []
    return players + published


def _caption(table: ChoiceTable, benchmark: str) -> JsonValue:
    count = table.count
    players = len(count.of_kind(ChoiceRowKind.PLAYER))
    models = len({entry.key.who for entry in count.of_kind(ChoiceRowKind.MODEL)})
    name = plain(benchmark[:MAX_NAME_CHARS])
    return told(
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
    words = ("provisional" if row.is_provisional else "", plain(row.detail))
    return {
        "kind": "you" if row.is_own else MARKS[row.kind],
        "label": plain(row.label).strip() or NO_NAME,
        "tag": ", ".join(filter(None, words)),
        "badge": "published" if row.is_published else "",
        "published": row.is_published,
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
    return [*([told("board_note_caution", list=spec.title)] if other else []), *notes]
