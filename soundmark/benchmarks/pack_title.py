"""What a folder pack calls itself."""

from __future__ import annotations

import html
import re
from pathlib import Path

from soundmark.benchmarks.values import clean_text

README_NAME = "README.md"
MAX_TITLE_CHARACTERS = 200
_MAX_README_BYTES = 64 * 1024
_FRONT_MATTER = re.compile(r"\A---[ \t]*\r?\n(.*?)\r?\n---[ \t]*(?:\r?\n|\Z)", re.DOTALL)
_HEADING = re.compile(r"^#[ \t]+(.+?)[ \t#]*$", re.MULTILINE)
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")


def title_of(folder: Path) -> str:
    """The title of a folder pack as plain text on one line, of at most 200 characters.

    That is `pretty_name` of the README's front matter, where the Hub looks for it too; else the README's first heading;
    else the folder's name. Markup of the text stays as it is written.
    """
    text = _beginning(folder / README_NAME)
    front = _FRONT_MATTER.match(text)
    body = text if front is None else text[front.end() :]
    heading = _HEADING.search(body)
    named = ("" if front is None else _pretty_name(front[1]), "" if heading is None else _unescaped(heading[1]))
    titles = (clean_text(one)[:MAX_TITLE_CHARACTERS] for one in (*named, folder.resolve().name))
    return next(filter(None, titles), "")


def _beginning(readme: Path) -> str:
    try:
        with readme.open("rb") as file:
            return file.read(_MAX_README_BYTES).decode("utf-8-sig", "replace")
    except OSError:  # a pack needs no README
        return ""


def _pretty_name(front_matter: str) -> str:
    """Read from the document's nodes: what its references would unfold to is never made."""
    import yaml

    try:
        document = yaml.compose(front_matter, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError):
        return ""
    fields = document.value if isinstance(document, yaml.MappingNode) else []
    names = [value for key, value in fields if key.value == "pretty_name" and isinstance(value, yaml.ScalarNode)]
    return str(names[-1].value) if names else ""


def _unescaped(heading: str) -> str:
    """The text that escapes and entities of Markdown stand for."""
    return html.unescape(_ESCAPED.sub(r"\1", heading))
