"""AGL1K's models by its paper's own rules, in the columns of its tables 1 and 2, beside the published rows."""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from leaderboard.notes import JsonValue
from leaderboard.paper_columns import COLUMNS
from leaderboard.paper_tables import read_table
from leaderboard.tables.answers import Origin
from leaderboard.tables.as_published import Known, PublishedRules, by_published_rules
from leaderboard.tables.groups import Who
from leaderboard.tables.labels import NO_NAME, plain
from leaderboard.tables.table import PARTIAL_BELOW
from soundmark.benchmarks.agl1k.questions import NAME
from soundmark.benchmarks.entry import AnyPack
from soundmark.services import Services
from soundmark.types import worded


@dataclass(slots=True)
class PaperRules:
    """The view, kept until there are other rows.

    Attributes:
        services: what the app gives.
    """

    services: Services
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _kept: tuple[tuple[str, ...], list[JsonValue]] | None = None
    _known: tuple[str, Known] = field(default_factory=lambda: ("", {}))

    def views(self, pack: AnyPack) -> list[JsonValue]:
        """The view; none where another list than AGL1K is played, or no model has answered.

        Raises:
            JournalError: when the log cannot be read.
        """
        if pack.benchmark != NAME:
            return []
        with self._lock:
            state = (pack.revision, *map(str, self.services.answers.version()))
            if self._kept is None or self._kept[0] != state:
                if self._known[0] != pack.revision:
                    self._known = (pack.revision, {})
                rows = self.services.answers.rows("geo", benchmark=NAME)
                found = by_published_rules(pack, rows, self._known[1])
                self._kept = (state, [rules_view(found, len(pack.questions))] if found else [])
            return self._kept[1]

    def last_views(self) -> list[JsonValue]:
        """The view as it was worked out last."""
        return [] if self._kept is None else self._kept[1]


def rules_view(found: Sequence[PublishedRules], questions: int) -> JsonValue:
    """The rows here and those of the paper, in one view of `components.ranking_table`."""
    first, second = read_table("agl1k_table1.csv"), read_table("agl1k_table2.csv")
    names = [name for name in (*first[0], *second[0]) if name not in ("group", "model")]
    by_name = {_slug(record["model"]): record for record in second}
    printed = [{**by_name.get(_slug(record["model"]), {}), **record} for record in first]
    digits = {name: max(len(record[name].partition(".")[2]) for record in printed) for name in names}
    rows = [_row(row, names, digits, questions) for row in found] + [_printed(record, names) for record in printed]
    return {
        "id": "rules",
        "label": "By the paper's own rules, beside the published rows",
        "group": "From the answers here",
        "caption": worded("paper_rules_caption"),
        "columns": [
            {"id": "who", "label": "Who", "type": "who"},
            {"id": "answers", "label": "Answers", "type": "count"},
            *(
                {"id": name, "label": COLUMNS[name].label, "unit": COLUMNS[name].unit, "type": "printed",
                 "better": COLUMNS[name].better}
                for name in names
            ),
        ],
        "rows": sorted(rows, key=_points, reverse=True),
        "toggles": [{"field": "published", "label": "Published figures"}],
        "sort": {"column": "", "order": "descending"},
        "note": [worded("paper_rules_note")],
        "file": "soundmark-agl1k-paper-rules",
    }  # fmt: skip


def _slug(name: str) -> str:
    """The two tables spell models differently: Flash-Thinking and Flash Thinking, Think and think."""
    return re.sub(r"[^a-z0-9.]+", "-", name.casefold())


def _row(row: PublishedRules, names: Sequence[str], digits: Mapping[str, int], questions: int) -> JsonValue:
    key = row.key
    is_partial = row.answers < PARTIAL_BELOW * questions
    parts = ["" if key.setting in ("", "audio") else key.setting, key.prompt]
    parts += [f"partial: {row.answers:,} of {questions:,} questions"] if is_partial else []
    cells: dict[str, object] = {"answers": row.answers}
    for name in names:
        value = row.figures.get(name)
        cells[name] = None if value is None else {"text": f"{value:.{digits[name]}f}", "value": value}
    return {
        "kind": "model" if key.who is Who.MODEL else "baseline",
        "label": plain(key.name)[:60] or NO_NAME,
        "tag": ", ".join(plain(part)[:60] for part in parts if part),
        "badge": "imported" if key.origin is Origin.IMPORTED else "",
        "own": False,
        "muted": is_partial,
        "published": False,
        "cells": cells,
        "best": [],
    }


def _printed(record: Mapping[str, str], names: Sequence[str]) -> JsonValue:
    cells = {name: {"text": record[name], "value": float(record[name])} for name in names if record.get(name)}
    return {
        "kind": "baseline" if record["group"] == "baseline" else "model",
        "label": record["model"],
        "tag": record["group"],
        "badge": "published",
        "own": False,
        "muted": False,
        "published": True,
        "cells": {"answers": None, **{name: cells.get(name) for name in names}},
        "best": [],
    }


def _points(row: JsonValue) -> float:
    cells = row["cells"]
    cell = cells.get("geoscore") if isinstance(cells, Mapping) else None
    return float(cell["value"]) if isinstance(cell, Mapping) else 0.0
