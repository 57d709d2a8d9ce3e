"""The last table of each board in the data folder, so that it can be shown at once after a start. No gradio."""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from leaderboard.notes import JsonValue
from soundmark import __version__
from soundmark.whole_file import whole_file

log = logging.getLogger(__name__)

FORM = f"{__version__} 1"
"""Of the tables: one that another version wrote is not shown."""
MAX_BYTES = 30_000_000


@dataclass(frozen=True, slots=True)
class KeptTable:
    """A table, as nobody in particular sees it.

    Attributes:
        table: the value of `components.ranking_table`.
        as_of: when it was counted, in seconds since 1970.
    """

    table: JsonValue
    as_of: float


@dataclass(frozen=True, slots=True)
class KeptTables:
    """One JSON file a board. It is a copy of what can be counted: losing it loses nothing.

    Attributes:
        folder: where the files lie; it is made when one is written.
    """

    folder: Path

    def read(self, mode: str) -> KeptTable | None:
        """The table that was kept last; None without one that can be used."""
        path = self.folder / f"{mode}.json"
        try:
            if path.stat().st_size > MAX_BYTES:
                return None
            told = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError, RecursionError):
            return None
        if not isinstance(told, Mapping) or told.get("form") != FORM:
            return None
        table, as_of = told.get("table"), told.get("as_of")
        if not (isinstance(as_of, int | float) and math.isfinite(as_of)):
            return None
        if not (isinstance(table, Mapping) and isinstance(table.get("rows"), list)):
            return None
        return KeptTable(table, float(as_of))

    def keep(self, mode: str, kept: KeptTable) -> None:
        """Keep a table in place of the last one; a sentence instead of a table is not kept.

        A disk that takes nothing leaves the last one, and a line in the app's log.
        """
        if "rows" not in kept.table:
            return
        path = self.folder / f"{mode}.json"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"form": FORM, "as_of": kept.as_of, "table": kept.table}, ensure_ascii=True)
            with whole_file(path) as part:
                part.write_text(text, encoding="utf-8")
        except OSError as error:
            log.warning("The leaderboard's last table could not be kept in %s (%s).", self.folder, error.strerror)
