"""The commands that the documentation shows: whole ones in its blocks, and mentions in its sentences and tables."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.conftest import ROOT
from tests.support.doc_blocks import PAGES, blocks_of

SHELLS = ("bash", "sh")
_VARIABLE = re.compile(r"([A-Z][A-Z_0-9]*)=(.*)")
_PYTHON = re.compile(r"(\.?\w*/bin/)?python(3\.\d+)?")
_MENTION = re.compile(r"`([^`\n]+)`")


@dataclass(frozen=True)
class Command:
    """A command of a page.

    Attributes:
        page: where it stands, from the root.
        line: from 1.
        words: without variables, comment and redirection.
        variables: set before it.
        stdin: the file that it reads from standard input, '' for none.
    """

    page: str
    line: int
    words: tuple[str, ...]
    variables: dict[str, str] = field(default_factory=dict, hash=False)
    stdin: str = ""

    @property
    def text(self) -> str:
        """The command in one line, by which a table may name it."""
        return " ".join(self.words)

    @property
    def of_soundmark(self) -> tuple[str, ...] | None:
        """What `python -m soundmark` is given, None when it is another command. `scripts/play` is its `play`."""
        return _of_soundmark(self.words)

    def __str__(self) -> str:
        return f"{self.page}:{self.line} {self.text}"


def _of_soundmark(words: tuple[str, ...]) -> tuple[str, ...] | None:
    if words[:1] == ("scripts/play",):
        return ("play", *words[1:])
    if len(words) > 2 and _PYTHON.fullmatch(words[0]) and words[1:3] == ("-m", "soundmark"):
        return words[3:]
    return None


def commands() -> Iterator[Command]:
    """Every command in the shell blocks of all pages; one line may hold two, joined by `&&`."""
    for page in PAGES:
        for block in blocks_of(page):
            if block.language in SHELLS:
                yield from _in_block(block.page, block.line, block.text)


def _in_block(page: str, line: int, text: str) -> Iterator[Command]:
    number = line
    for whole in re.split(r"(?<!\\)\n", text):
        number += 1
        for part in re.sub(r"\\\n", " ", whole).split("&&"):
            words = shlex.split(part, comments=True)
            if words:
                yield _command(page, number, words)
        number += whole.count("\n")


def _command(page: str, line: int, words: list[str]) -> Command:
    variables = {}
    while words and (found := _VARIABLE.fullmatch(words[0])):
        variables[found[1]] = found[2]
        words = words[1:]
    stdin = ""
    if "<" in words:
        at = words.index("<")
        stdin, words = words[at + 1], words[:at]
    return Command(page, line, tuple(words), variables, stdin)


def mentions() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Commands of Soundmark in sentences, tables and usage blocks: (page, what it is given, as it stands)."""
    for page in PAGES:
        name, text = page.relative_to(ROOT).as_posix(), page.read_text(encoding="utf-8")
        usage = [block.text for block in blocks_of(page) if block.language == ""]
        fenced = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
        for found in [*usage, *_MENTION.findall(re.sub(r"\n(?!\n)", " ", fenced))]:
            for part in re.split(r"\n(?! )", found):
                words = tuple(re.sub(r"\\\|", "|", part).split())
                given = _of_soundmark(words)
                if given is not None:
                    yield name, given


def flags() -> Iterator[tuple[str, str]]:
    """Every option that a page mentions: (page, option)."""
    for page in PAGES:
        text = re.sub(r"```.*?```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL)
        for inline in _MENTION.findall(text):
            for flag in re.findall(r"(?<![\w-])--[a-z][a-z-]*", inline):
                yield page.relative_to(ROOT).as_posix(), flag
