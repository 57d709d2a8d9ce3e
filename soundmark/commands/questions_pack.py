"""`questions pack`: from the editing table to a pack, here or on the Hub."""

from __future__ import annotations

import argparse

from soundmark.commands.curate_pack import about_of, check_target, push_and_tell, write_and_tell
from soundmark.settings import Settings


def pack(options: argparse.Namespace, settings: Settings) -> int:
    """Run the command. Returns the exit code: 1 where a question could not be used."""
    from soundmark.commands.questions_tell import tell_pack
    from soundmark.curation.pipeline import check_folders
    from soundmark.curation.questions.draft import Problem
    from soundmark.curation.questions.pack_rows import pack_clips, steps_said
    from soundmark.curation.questions.table import read_table
    from soundmark.types import QuestionKind

    table = read_table(options.table)
    folder, out = options.clips.resolve(), options.to.resolve()
    check_folders(folder, out)
    rows, missing = pack_clips(folder, table.drafts)
    languages = sorted({draft.language for draft, _ in rows})
    about = about_of(options, out, steps_said(table.drafts, len(rows), options.table.name), languages)
    check_target(options, settings, out)
    written = write_and_tell([clip for _, clip in rows], out, about, kind=QuestionKind.CHOICE)
    without = [draft for (draft, _), name in zip(rows, written.file_names, strict=True) if not name]
    refused = [Problem(draft.question_id, "", each.why) for draft, each in zip(without, written.left_out, strict=True)]
    status = tell_pack(written, [*table.problems, *missing, *refused], as_json=options.json)
    push_and_tell(options, settings, out)
    return status
