"""What commands that write a pack share: what its README says, the writing, and the Hub."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.settings import Settings
from soundmark.variables import HUB_NAME, SettingsError
from soundmark.wording import n_of

if TYPE_CHECKING:
    from soundmark.curation.pack import PackAbout, PackClip, WrittenPack
    from soundmark.types import QuestionKind

SAID_AT_MOST = 20
CLIPS_A_WORKER = 8
"""Fewer are encoded before another process has started."""
NO_PROVENANCE = "Whoever curated this pack has not said where its recordings are from."


def add_pack_options(parser: argparse.ArgumentParser) -> None:
    """Declare what a pack says of itself, and where it goes."""
    parser.add_argument("--title", metavar="T", help="of the pack; default the name of OUT")
    parser.add_argument(
        "--licence", default="other", metavar="L", help="of the pack as a whole, as the Hub names it; default other"
    )
    parser.add_argument("--provenance", metavar="TEXT", help="who recorded or collected the recordings, for the README")
    parser.add_argument(
        "--language", action="append", default=[], metavar="CODE", help="of speech or questions; may be given again"
    )
    parser.add_argument(
        "--push", metavar="OWNER/NAME", help="send the pack to this dataset of the Hub; needs the variable HF_TOKEN"
    )
    parser.add_argument("--public", action="store_true", help="a dataset that --push makes is open; default private")


def about_of(options: argparse.Namespace, out: Path, steps: Sequence[str], languages: Sequence[str] = ()) -> PackAbout:
    """What the README will say.

    Raises:
        PackWriteError: when it cannot stand there.
    """
    from soundmark.curation.pack import PackAbout, check_about

    about = PackAbout(
        title=options.title or out.name,
        licence=options.licence,
        provenance=options.provenance or NO_PROVENANCE,
        languages=tuple(dict.fromkeys([*options.language, *languages])),
        steps=tuple(steps),
    )
    check_about(about)
    return about


def check_target(options: argparse.Namespace, settings: Settings, out: Path) -> None:
    """Find out before anything is done whether the pack can be written and sent.

    Raises:
        PackWriteError: when the folder holds something else.
        SettingsError: when the dataset's name or the token are wrong.
    """
    from soundmark.curation.pack import check_folder

    check_folder(out)
    if options.push is None:
        if options.public:
            raise SettingsError("--public says how a dataset is made. Name it with --push OWNER/NAME.")
        return
    if not HUB_NAME.fullmatch(options.push):
        raise SettingsError(f"--push {options.push[:80]!r} is no dataset. Give it as owner/name.")
    if not settings.hub_token:
        raise SettingsError("--push needs a token that may write. Set the variable HF_TOKEN.")


def write_and_tell(
    clips: Sequence[PackClip],
    out: Path,
    about: PackAbout,
    *,
    kind: QuestionKind | None = None,
    n_workers: int | None = None,
) -> WrittenPack:
    """Write a pack, with progress, and say what the person who publishes it should know.

    Args:
        clips: in the order of the rows.
        out: folder of the pack.
        about: for the README.
        kind: of the questions, where the columns fit several.
        n_workers: processes that encode, where there are enough clips for them; None for one a core.

    Raises:
        PackWriteError: when nothing can be written.
        PoolError: when no process can be started.
    """
    from soundmark.curation.batch.progress import Progress
    from soundmark.curation.pack import write_pack
    from soundmark.curation.pool import n_cores

    progress = Progress(len(clips), 0, sys.stderr, what="rows written")
    n_workers = min(n_workers or n_cores(), max(1, len(clips) // CLIPS_A_WORKER))
    written = write_pack(clips, out, about, kind=kind, n_workers=n_workers, on_progress=progress.reach)
    say(written.warnings)
    return written


def push_and_tell(options: argparse.Namespace, settings: Settings, folder: Path) -> None:
    """Send a pack to the Hub where that is wanted.

    Raises:
        SoundmarkError: when it was not taken; the pack stays, and the same command sends it.
    """
    if options.push is None:
        return
    from soundmark.curation.pack import push_pack
    from soundmark.store.hub_client import HubRepo

    repo = HubRepo(name=options.push, token=settings.hub_token, endpoint=settings.hub_endpoint)
    pushed = push_pack(folder, repo, private=not options.public)
    print(f"Sent: {n_of(pushed.n_files, 'file')} to {options.push}, revision {pushed.revision[:12]}", file=sys.stderr)
    if pushed.n_deleted:
        print(f"Deleted there: {n_of(pushed.n_deleted, 'clip')} of the earlier pack.", file=sys.stderr)


def say(sentences: Sequence[str]) -> None:
    """The first of many sentences, on the error stream, and how many more there are."""
    for sentence in sentences[:SAID_AT_MOST]:
        print(sentence, file=sys.stderr)
    if len(sentences) > SAID_AT_MOST:
        print(f"... and {len(sentences) - SAID_AT_MOST:,} more.", file=sys.stderr)
