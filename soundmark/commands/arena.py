"""`arena-export`: votes of the arena with what was judged."""

from __future__ import annotations

import argparse

from soundmark.commands.options import Commands, a_path, add_data_option, with_data
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the command."""
    export = commands.add_parser(
        "arena-export",
        help="write the arena's votes with both answers as JSON lines",
        description="One line a vote: what was asked, both models and answers, and the vote. Answers to uploads are "
        "there only where owner and uploader agreed. `rate` reads the file, too.",
    )
    export.add_argument("file", metavar="FILE", type=a_path, help="to write, as votes.jsonl")
    add_data_option(export)
    export.set_defaults(run=_export)


def _export(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.commands.every_row import every_row
    from soundmark.store.journal import Journal
    from soundmark.store.preferences import samples, write_samples

    settings = with_data(options, settings)
    path = settings.data_dir / "journal.sqlite"
    if not path.is_file():
        raise SettingsError(f"There is no {path.name} in {path.parent}. Name the app's data folder with --data.")
    journal = Journal(path)
    try:
        rows = every_row(journal, settings)
        votes = list(rows.rows("votes"))
        count = write_samples(samples(votes, rows.rows("battles")), options.file.resolve())
    finally:
        journal.close()
    others = " The others are on uploads whose answers stay private." if count < len(votes) else ""
    print(f"{count:,} of {n_of(len(votes), 'vote')} written.{others}")
    return 0
