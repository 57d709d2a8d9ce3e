"""How an answer is written, apart from what it says: what style control needs (GeoArena, Table 5)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from soundmark.modes.arena.markdown import readable, tokens_of

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0e7f]|[^\W_]+(?:['’-][^\W_]+)*")
"""A word; in scripts without spaces, each sign is one."""
MAX_CHARS = 200_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """Counts of an answer.

    Attributes:
        words: without signs of Markdown.
        list_items: of bullet and numbered lists.
        headers: headings of any level.
        emphases: bold and italic spans.
    """

    words: int
    list_items: int
    headers: int
    emphases: int


def style_of(text: str) -> Style:
    """Count an answer in Markdown; of a longer one the first 200,000 characters."""
    tokens = tokens_of(readable(text[:MAX_CHARS]))
    kinds = [token.type for token in tokens]
    return Style(
        words=sum(len(WORD.findall(token.content)) for token in tokens),
        list_items=kinds.count("list_item_open"),
        headers=kinds.count("heading_open"),
        emphases=kinds.count("strong_open") + kinds.count("em_open"),
    )
