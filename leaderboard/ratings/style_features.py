"""How an answer is written: words, lists, headers, emphasis, coordinates (GeoArena, section 4.4)."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from soundmark.geography.coordinates import MAX_TEXT_LENGTH, parse_coordinates

if TYPE_CHECKING:
    from markdown_it.token import Token

MAX_CHARACTERS = 200_000
"""As much of an answer is looked at as the log keeps."""

_SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
"""Kana and Han: scripts that put no spaces between words."""
_WORD = re.compile(f"[{_SIGNS}]|[^\\W_{_SIGNS}]+(?:['\u2019.,-][^\\W_{_SIGNS}]+)*")
_DECIMAL_PAIR = re.compile(
    r"(?<![\d.])[-+]?\d{1,3}\.\d+\s*\u00b0?\s*[NS]?\s*[,;/\s]\s*[-+]?\d{1,3}\.\d+(?![\d.])\s*\u00b0?\s*[EW]?"
)


@dataclass(frozen=True, slots=True)
class AnswerStyle:
    """What can be counted in an answer.

    Attributes:
        words: runs of letters and digits; of Chinese and Japanese each sign.
        list_items: of ordered and unordered lists.
        headers: headings of any level.
        emphases: spans in bold or italics.
        gives_coordinates: whether it names a place in coordinates.
    """

    words: int
    list_items: int
    headers: int
    emphases: int
    gives_coordinates: bool


def style_of(answer: str, gives_coordinates: bool | None = None) -> AnswerStyle:
    """Count what an answer in Markdown (CommonMark 0.31) is made of.

    What is not seen is not counted: addresses behind links, HTML, and the marks themselves.

    Args:
        answer: any text.
        gives_coordinates: where somebody has read the answer for a place; else each of its lines is looked at.
    """
    from markdown_it import MarkdownIt

    tokens = MarkdownIt("commonmark").parse(answer[:MAX_CHARACTERS])
    inline = [child for token in tokens for child in (token.children or ())]
    text = "".join(_seen(token) for token in tokens)
    found = any(_gives_place(line) for line in text.splitlines()) if gives_coordinates is None else gives_coordinates
    return AnswerStyle(
        words=len(_WORD.findall(text)),
        list_items=sum(token.type == "list_item_open" for token in tokens),
        headers=sum(token.type == "heading_open" for token in tokens),
        emphases=sum(child.type in ("strong_open", "em_open") for child in inline),
        gives_coordinates=found,
    )


def _seen(token: Token) -> str:
    """What a reader sees of a block, a line for each line."""
    if token.type in ("fence", "code_block"):
        return token.content + "\n"
    pieces = []
    for child in token.children or ():
        if child.type in ("text", "code_inline"):
            pieces.append(child.content)
        elif child.type in ("softbreak", "hardbreak"):
            pieces.append("\n")
    return "".join([*pieces, "\n"]) if pieces else ""


def _gives_place(line: str) -> bool:
    """Whether a line, or two decimal numbers side by side in it, are coordinates."""
    if sum(sign.isdigit() for sign in line) < 2:
        return False
    if len(line) <= MAX_TEXT_LENGTH and parse_coordinates(line).place is not None:
        return True
    pairs = _DECIMAL_PAIR.findall(line.translate({0x2212: "-"}))
    return any(parse_coordinates(pair).place is not None for pair in pairs)
