"""The table of judgements: which judge says how much which category of a clip contributed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.curation.localizability.cells import (
    BadCell,
    Cells,
    category_of,
    clip_id_of,
    number_of,
    rows_of,
    text_of,
)
from soundmark.curation.localizability.contributions import Judgement
from soundmark.curation.localizability.errors import LocalizabilityError
from soundmark.curation.localizability.rules import N_LEVELS, Rules

NO_JUDGE = "(mean)"
"""Who judged, where a table has no judges: its contributions are means already."""
_TIGHT = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedRows:
    """What tables of judgements hold, and a remark on each row that is left out."""

    judgements: Sequence[Judgement]
    remarks: Sequence[str]


def read_judged(paths: Iterable[Path], rules: Rules) -> JudgedRows:
    """Read tables with clip_id, category, judge, and either level or contribution.

    `level` is 0 to 4 and counts what the scale says. `contribution` stands on the scale itself: one of its five values
    where a judge is named, anything from its least to its greatest where none is, as for means over judges.

    Args:
        paths: Parquet, JSON lines, a JSON array or CSV.
        rules: with the scale.

    Raises:
        PackError: when a file cannot be read at all.
        LocalizabilityError: when no row can be used, or rows with and without a judge are mixed.
    """
    judgements: list[Judgement] = []
    remarks: list[str] = []
    for path in paths:
        rows, misshapen = rows_of(path)
        remarks += misshapen
        for row in rows:
            try:
                judgements.append(_judgement(row.cells, rules))
            except BadCell as error:
                remarks.append(f"{row.where}: {error}")
    if not judgements:
        told = f" The first fault: {remarks[0]}." if remarks else ""
        raise LocalizabilityError(
            "There are no judgements with clip_id, category, judge and level (0 to 4), or contribution in place of "
            f"level.{told}"
        )
    judges = {one.judge for one in judgements}
    if NO_JUDGE in judges and len(judges) > 1:
        raise LocalizabilityError(
            "Some judgements name a judge and others do not. Give either what each judge said, or means over judges."
        )
    return JudgedRows(judgements=judgements, remarks=remarks)


def _judgement(cells: Cells, rules: Rules) -> Judgement:
    judge = text_of(cells, "judge")
    if len(judge) > 120:
        raise BadCell("its judge has more than 120 characters")
    level, contribution = number_of(cells, "level"), number_of(cells, "contribution")
    if (level is None) == (contribution is None):
        raise BadCell("it needs a level or a contribution, and not both")
    value = _of_level(level, rules) if level is not None else _on_scale(contribution or 0.0, rules, bool(judge))
    return Judgement(clip_id_of(cells), category_of(cells), judge or NO_JUDGE, value)


def _of_level(level: float, rules: Rules) -> float:
    if level not in range(N_LEVELS):
        raise BadCell(f"its level {level:g} is none of 0 to {N_LEVELS - 1}")
    return rules.scale[int(level)]


def _on_scale(value: float, rules: Rules, has_judge: bool) -> float:
    if has_judge:
        nearest = min(rules.scale, key=lambda level: abs(level - value))
        if abs(nearest - value) > _TIGHT:
            levels = ", ".join(f"{level:g}" for level in rules.scale)
            raise BadCell(f"its contribution {value:g} is none of the five levels {levels}")
        return nearest
    if not rules.scale[0] - _TIGHT <= value <= rules.scale[-1] + _TIGHT:
        raise BadCell(f"its contribution {value:g} is not in {rules.scale[0]:g} to {rules.scale[-1]:g}")
    return value


def judged_lines(rows: Iterable[tuple[str, str, str, int]]) -> str:
    """Rows of clip id, category, judge and level as JSON lines that `read_judged` reads."""
    names = ("clip_id", "category", "judge", "level")
    return "".join(json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False) + "\n" for row in rows)
