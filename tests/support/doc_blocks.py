"""The code blocks of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

PAGES = (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md")))
_FENCE = re.compile(r"^( *)```(\w*)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
_FILE = re.compile(r"\*\*`([^`]+)`\*\*\n\Z")


@dataclass(frozen=True)
class Block:
    """A fenced block.

    Attributes:
        page: where it stands, from the root.
        line: of the fence, from 1.
        language: after the fence; '' for none.
        text: without the fence, and without the indentation of the fence.
        file: the path that stands in bold on the line before, '' for none: the block is that file's content.
    """

    page: str
    line: int
    language: str
    text: str
    file: str


def blocks_of(page: Path) -> Iterator[Block]:
    """All blocks of a page, in order."""
    text = page.read_text(encoding="utf-8")
    for found in _FENCE.finditer(text):
        named = _FILE.search(text, 0, found.start())
        yield Block(
            page=page.relative_to(ROOT).as_posix(),
            line=text.count("\n", 0, found.start()) + 1,
            language=found[2],
            text="".join(line.removeprefix(found[1]) for line in found[3].splitlines(keepends=True)),
            file=named[1] if named else "",
        )
