"""The README of a pack: front matter that the Hub reads, licence, provenance, steps and warnings."""

from __future__ import annotations

import html
import re
from collections import Counter
from collections.abc import Mapping, Sequence

from soundmark.benchmarks.languages import language_tag
from soundmark.benchmarks.values import clean_text
from soundmark.curation.pack.clip import PackAbout, PackWriteError
from soundmark.types import QuestionKind
from soundmark.wording import n_of

MARK = "<!-- Written by Soundmark, and written anew with the pack. -->"
SPLIT = "test"
MAX_TITLE_CHARACTERS = 200
MAX_PROVENANCE_CHARACTERS = 20_000
_LICENCE = re.compile(r"[a-z0-9][a-z0-9.-]{0,60}")
_SHOWN = 40
_MARKDOWN = re.compile(r"([\\`*_\[\]|~#!])")
_SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"), (1_000_000, "100K<n<1M"))


def check_about(about: PackAbout) -> None:
    """Refuse what cannot stand in a README.

    Raises:
        PackWriteError: with a sentence.
    """
    title = clean_text(about.title)
    if not title or len(title) > MAX_TITLE_CHARACTERS:
        raise PackWriteError(f"A pack needs a title of 1 to {MAX_TITLE_CHARACTERS} characters. Give it one.")
    if not _LICENCE.fullmatch(about.licence):
        raise PackWriteError(
            f"{about.licence[:80]!r} is no name of a licence on the Hub. Take one such as cc-by-4.0, cc0-1.0 or other."
        )
    if not about.provenance.strip() or len(about.provenance) > MAX_PROVENANCE_CHARACTERS:
        raise PackWriteError(
            f"Say in 1 to {MAX_PROVENANCE_CHARACTERS} characters where the recordings come from (provenance)."
        )
    for code in about.languages:
        try:
            language_tag(code)
        except ValueError as error:
            raise PackWriteError(
                f"The language {code[:40]!r} cannot be used: {error}. Take a code such as en."
            ) from error


def readme(
    about: PackAbout, kind: QuestionKind | None, rows: Sequence[Mapping[str, str]], warnings: Sequence[str]
) -> str:
    """The text of README.md.

    Args:
        about: as `check_about` accepts it.
        kind: of the questions, None for clips without any.
        rows: as they stand in the table, with file_name.
        warnings: about training data.
    """
    parts = [
        f"---\n{_front_matter(about, kind, len(rows)).strip()}\n---",
        MARK,
        f"# {plain(about.title)}",
        f"{n_of(len({row['file_name'] for row in rows}), 'clip')}, {n_of(len(rows), 'row')}"
        + (f" ({kind} questions)." if kind else ", without questions."),
        f"## Licence\n\nThe set as a whole: {plain(about.licence)}. What holds for a single clip stands in its row.\n\n"
        f"{_counts('licence', rows)}",
        f"## Provenance\n\n{_without_html(about.provenance)}\n\n{_counts('source', rows)}",
    ]
    if about.steps:
        parts.append("## How it was made\n\n" + "\n".join(f"- {plain(step)}" for step in about.steps))
    if warnings:
        parts.append("## What models may have heard before\n\n" + "\n".join(f"- {plain(each)}" for each in warnings))
    parts += [_USE, *([_WITH_SOUNDMARK] if kind else [])]
    return "\n\n".join(parts) + "\n"


_USE = f"""## Use

The clips are MP3 copies without tags, under names made of their content. `metadata.csv` has a row a question.

```python
from datasets import load_dataset

pack = load_dataset("OWNER/NAME", split="{SPLIT}")
```

For sound `datasets` needs torch and torchcodec: `pip install "datasets[audio]"`."""

_WITH_SOUNDMARK = """Soundmark plays the folder, `python -m soundmark play --clips FOLDER`, and asks models about it,
`python -m soundmark evaluate FOLDER --model NAME`."""


def plain(text: str) -> str:
    """A text from outside on one line, in which neither HTML nor Markdown does anything."""
    return _MARKDOWN.sub(r"\\\1", html.escape(clean_text(text), quote=False))


def _without_html(text: str) -> str:
    """Markdown of the author, whose paragraphs stay; tags are shown as text, and no line can end the front matter."""
    lines = (html.escape(clean_text(line), quote=False) for line in text.strip().splitlines())
    return "\n".join(line if line.strip("-") or not line else "\\" + line for line in lines)


def _counts(column: str, rows: Sequence[Mapping[str, str]]) -> str:
    """How many rows have each value of a column, as a table."""
    counted = Counter(row.get(column, "") for row in rows)
    ranked = sorted(counted.items(), key=lambda item: (-item[1], item[0]))
    lines = [f"| {column} | rows |", "|---|---|"]
    lines += [f"| {plain(value)[:500] or 'not given'} | {n} |" for value, n in ranked[:_SHOWN]]
    if len(ranked) > _SHOWN:
        lines.append(f"| {n_of(len(ranked) - _SHOWN, 'other')} | {sum(n for _, n in ranked[_SHOWN:])} |")
    return "\n".join(lines)


def _front_matter(about: PackAbout, kind: QuestionKind | None, n_rows: int) -> str:
    from huggingface_hub import DatasetCardData

    languages = sorted({language_tag(code).split("-")[0].lower() for code in about.languages})
    return DatasetCardData(
        license=about.licence,
        pretty_name=clean_text(about.title),
        language=languages or None,
        tags=["audio", "benchmark", "soundmark", *([f"soundmark-{kind}"] if kind else [])],
        size_categories=[next((name for limit, name in _SIZES if n_rows < limit), "n>1M")],
        configs=[
            {
                "config_name": "default",
                "data_files": [{"split": SPLIT, "path": ["audio/*", "metadata.csv"]}],
            }
        ],
    ).to_yaml(line_break="\n")
