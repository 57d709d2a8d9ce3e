"""Where the published figures beside a result come from, in the page's words."""

from __future__ import annotations

from collections.abc import Mapping


def table_of_paper(paper: str, number: int, about: str) -> Mapping[str, object]:
    """A table of a benchmark's paper, as a note.

    Args:
        paper: its benchmark.
        number: of the table.
        about: key of the text that says what stands in it.
    """
    return {"key": "paper_table", "params": {"paper": paper, "n": str(number), "about": {"key": about}}}
