"""Published figures become rows of a table."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from leaderboard.choice_rows import ChoiceFigures, ChoiceRowKind, ChoiceTableRow
from leaderboard.choice_spec import ChoiceSpec, PublishedTable
from leaderboard.paper_tables import read_table
from leaderboard.shares import Share, SharesByGroup

KINDS = {"Human": ChoiceRowKind.PUBLISHED_PEOPLE, "Random": ChoiceRowKind.PUBLISHED_BASELINE}
LABELS = {"Topline": "Human topline", "Random": "Chance"}
DETAILS = {
    "ASR+LLM": "reads a transcript",
    "LLM only": "gets the question alone",
    "cascade": "reads a transcript",
}


def published_rows(spec: ChoiceSpec) -> list[ChoiceTableRow]:
    """The rows of the benchmark's paper, with a figure for each group of the specification."""
    return [_row(table, record, tuple(spec.groups)) for table in spec.published for record in read_table(table.file)]


def _row(table: PublishedTable, record: Mapping[str, str], groups: Sequence[str]) -> ChoiceTableRow:
    given = {group: float(record[column]) / 100 for column, group in table.columns.items()}
    mean = float(record[table.mean_column]) / 100 if table.mean_column else math.fsum(given.values()) / len(given)
    shares = SharesByGroup(
        groups=tuple(Share(given.get(group)) for group in groups),
        macro=Share(mean),
        micro=Share(),
        taken=Share(),
    )
    category = record.get("category") or record.get("group") or ""
    details = (table.source, DETAILS.get(category, ""))
    return ChoiceTableRow(
        kind=KINDS.get(category, ChoiceRowKind.PUBLISHED_MODEL),
        label=LABELS.get(record["model"], record["model"]),
        detail="; ".join(filter(None, details)),
        figures=ChoiceFigures(shares=shares),
    )
