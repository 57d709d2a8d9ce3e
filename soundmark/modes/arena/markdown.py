"""An answer as a tree of a few harmless elements, so that the page builds it without ever reading HTML.

Links and pictures become their texts: nothing of an answer leads anywhere, and nothing is fetched for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

Node = str | list["Node"]
"""A text, or an element: its name and then what is in it."""

MAX_SHOWN_CHARS = 20_000
BLOCKS = {
    "paragraph_open": "p", "bullet_list_open": "ul", "ordered_list_open": "ol", "list_item_open": "li",
    "blockquote_open": "blockquote", "table_open": "table", "tr_open": "tr", "th_open": "th", "td_open": "td",
    "thead_open": "thead", "tbody_open": "tbody", "strong_open": "strong", "em_open": "em",
}  # fmt: skip
LEAVES = {"code_inline": "code", "code_block": "pre", "fence": "pre", "hr": "hr", "hardbreak": "br"}
KEPT_CONTROLS = "\n\t"
TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f")
"""Signs that turn the direction of writing, and with it what stands around them."""


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark", {"html": False, "linkify": False}).enable("table")


def tokens_of(text: str) -> list[Token]:
    """The tokens of an answer, those inside lines in their place."""
    return [inner for token in _parser().parse(text) for inner in (token.children or [token])]


def tree(text: str) -> list[Node]:
    """The answer as elements p, h4, ul, ol, li, blockquote, table and its parts, strong, em, code, pre, br and hr."""
    shown = readable(text)
    if len(shown) > MAX_SHOWN_CHARS:
        shown = shown[:MAX_SHOWN_CHARS] + " …"
    return _inside(iter(tokens_of(shown)))


def _inside(tokens: Iterator[Token]) -> list[Node]:
    found: list[Node] = []
    for token in tokens:
        if token.nesting < 0:
            break
        name = "h4" if token.type == "heading_open" else BLOCKS.get(token.type)
        if token.nesting > 0:
            inner = _inside(tokens)
            # A link keeps its text alone; so does whatever the parser may learn later.
            found.extend([[name, *inner]] if name else inner)
        elif token.type in LEAVES:
            found.append([LEAVES[token.type], token.content] if token.content else [LEAVES[token.type]])
        elif token.type == "softbreak":
            found.append("\n")
        elif token.content:
            found.append(token.content)
    return found


def readable(text: str) -> str:
    """A text from outside without control characters, half characters and signs that turn the direction of writing."""
    return "".join(sign for sign in text if _is_kept(sign))


def _is_kept(sign: str) -> bool:
    return sign in KEPT_CONTROLS or (unicodedata.category(sign) not in {"Cc", "Cs", "Co"} and sign not in TURNING)


def plain(nodes: Sequence[Node]) -> str:
    """The text of a tree, for counting and searching."""
    return "".join(node if isinstance(node, str) else plain(node[1:]) for node in nodes)
