"""The papers' tables as the ranking table of the page shows them: every cell as it is printed."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from leaderboard.notes import JsonValue
from leaderboard.paper_columns import COLUMNS, PaperColumn
from leaderboard.paper_tables import PAPERS, TABLES, PaperTable, read_table
from soundmark.types import Note, worded

_KINDS = {
    "baseline": "baseline",
    "Random": "baseline",
    "Human": "human",
    "Human-Level": "human",
    "Chance-Level (Freq)": "baseline",
}
"""Group or label of a row -> its mark; all others are models."""


def paper_views(mode: str) -> list[JsonValue]:
    """The tables of a mode's paper, each a view of `components.ranking_table`; none for a mode without a paper."""
    return [_view(mode, table) for table in TABLES.get(mode, ())]


def _view(mode: str, table: PaperTable) -> JsonValue:
    paper, records = PAPERS[mode], read_table(table.file)
    names = [name for name in records[0] if name != table.label]
    named = {"paper": paper.short, "n": table.number}
    notes = [worded("paper_note", title=paper.title, **named), *([table.note] if table.note else [])]
    return {
        "id": f"table{table.number}",
        "label": worded("paper_table", about=table.about, **named),
        "group": "Published",
        "caption": worded("paper_caption", about=table.about, **named),
        "columns": [_who(table), *(_column(name, COLUMNS[name]) for name in names)],
        "rows": [_row(table, number, record, names) for number, record in enumerate(records, start=1)],
        "sort": {"column": "", "order": "descending"},
        "note": notes,
        "source": f"{paper.title}, table {table.number}. {paper.homepage}",
        "file": table.file.removesuffix(".csv"),
    }


def _who(table: PaperTable) -> JsonValue:
    titles = {"mics": "Microphones", "object": "Object", "seg_thr": "Threshold", "n_frame": "Frames", "code": "Code",
              "expert": "Expert says", "feature": "Feature", "": "Row"}  # fmt: skip
    return {"id": "who", "label": titles.get(table.label, "Who"), "type": "who"}


def _column(name: str, column: PaperColumn) -> JsonValue:
    kind = "words" if column.is_text else "printed"
    return {"id": name, "label": column.label, "unit": column.unit, "type": kind, "better": column.better}


def _row(table: PaperTable, number: int, record: Mapping[str, str], names: Sequence[str]) -> JsonValue:
    label = record[table.label] if table.label else str(number)
    category = record.get("group") or record.get("category") or label
    is_responder = table.label in ("model", "method")
    return {
        "kind": _KINDS.get(category, "model") if is_responder else "",
        "label": label if is_responder else label.replace("_", " "),
        "tag": "",
        "badge": "published",
        "printed": True,
        "own": False,
        "muted": False,
        "cells": {name: _cell(record[name], COLUMNS[name]) for name in names},
        "best": [],
    }


def _cell(text: str, column: PaperColumn) -> object:
    if not text:
        return None
    return text if column.is_text else {"text": text, "value": _number(text)}


def _number(text: str) -> float | None:
    value = float(text)
    return value if math.isfinite(value) else None


def citation(mode: str) -> list[Note]:
    """How to cite the published figures of a mode's board, and the answers; nothing for a mode without a paper."""
    paper = PAPERS.get(mode)
    if paper is None:
        return []
    entry = f"@misc{{{paper.short.lower()}, title = {{{paper.title}}}, howpublished = {{{paper.homepage}}}}}"
    return [worded("cite_published"), {"text": entry}, worded("cite_answers")]
