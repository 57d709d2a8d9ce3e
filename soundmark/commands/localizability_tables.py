"""What the parts of `localizability` share: reading tables, and telling what was left out."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.audio.errors import shown
from soundmark.variables import SettingsError
from soundmark.wording import n_of

if TYPE_CHECKING:
    from soundmark.curation.localizability.answers_file import ClipAnswers
    from soundmark.curation.localizability.contributions import Shares
    from soundmark.curation.tags.tag_file import TagFile

REMARKS_SHOWN = 20


def tables(options: argparse.Namespace) -> tuple[TagFile, ClipAnswers, list[str]]:
    """Tags, answers, and remarks on rows that are left out.

    Raises:
        SoundmarkError: when a table cannot be used.
    """
    from soundmark.curation.localizability.answers_file import read_answers
    from soundmark.curation.tags.tag_file import read_tag_file

    tags = read_tag_file(options.tags)
    answers = read_answers(options.answers, options.reasoner)
    return tags, answers, [*tag_remarks(tags), *answers.remarks]


def tag_remarks(tags: TagFile) -> list[str]:
    """On rows of tags that are left out."""
    return [f"{tags.file_name}, {row.rstrip('.')}" for row in tags.bad_rows]


def shares_of(tags: TagFile) -> Shares:
    """Shares of time by clip and category."""
    return {name: one.by_category for name, one in tags.shares.items()}


def check_folders(*paths: Path | None) -> None:
    """Find out before anything is done whether results can be put where they are wanted.

    Raises:
        SettingsError: when the folder of a file is not there.
    """
    for path in paths:
        if path is not None and not path.absolute().parent.is_dir():
            raise SettingsError(f"There is no folder for {shown(path.name)}. Make it first, or name another file.")


def tell(text: str, notices: Sequence[str], remarks: Sequence[str]) -> int:
    """Print what was found, then what was left out. Returns the exit code: 1 where rows were."""
    print(text)
    for notice in notices:
        print(notice, file=sys.stderr)
    for remark in remarks[:REMARKS_SHOWN]:
        print(f"Left out: {remark}.", file=sys.stderr)
    if len(remarks) > REMARKS_SHOWN:
        print(f"Left out: {n_of(len(remarks) - REMARKS_SHOWN, 'more row')}.", file=sys.stderr)
    return int(bool(remarks))


def as_json(found: Mapping[str, object]) -> str:
    """JSON for a terminal or a file."""
    return json.dumps(found, indent=2, ensure_ascii=False, allow_nan=False)
