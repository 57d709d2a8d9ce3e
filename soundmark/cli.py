"""`python -m soundmark <command>`: one function a command, each thin."""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

from soundmark import __version__
from soundmark.settings import Settings, SettingsError, read_settings
from soundmark.types import SoundmarkError


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns the exit code: 0 for done, 2 for something the person can mend."""
    options = _parser().parse_args(arguments)
    try:
        return int(options.run(options, read_settings()))
    except SoundmarkError as error:
        print(error, file=sys.stderr)
        return 2


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m soundmark", description="People and models listen to the same sounds."
    )
    parser.add_argument("--version", action="version", version=f"soundmark {__version__}")
    commands = parser.add_subparsers(required=True, metavar="command")

    play = commands.add_parser("play", help="start the app")
    play.add_argument("--clips", type=Path, metavar="DIR", help="a folder of sounds with a metadata.csv")
    play.add_argument("--data", type=Path, metavar="DIR", help="where answers are kept")
    play.add_argument("--open", action="store_true", help="open the page in the browser")
    play.set_defaults(run=_play)

    check = commands.add_parser("check", help="say what is wrong with a folder of sounds")
    check.add_argument("--clips", type=Path, metavar="DIR", required=True)
    check.set_defaults(run=_check)

    export = commands.add_parser("export", help="write the answers as Parquet files")
    export.add_argument("--to", type=Path, metavar="DIR", required=True)
    export.add_argument("--data", type=Path, metavar="DIR", help="where answers are kept")
    export.set_defaults(run=_export)

    publish = commands.add_parser("publish", help="send the answers that wait to the Hub, now")
    publish.add_argument("--data", type=Path, metavar="DIR", help="where answers are kept")
    publish.add_argument("--again", action="store_true", help="all that were ever sent, for a dataset that lost them")
    publish.set_defaults(run=_publish)

    compact = commands.add_parser("compact", help="merge the small files of past days in the dataset")
    compact.set_defaults(run=_compact)

    log = commands.add_parser("log", help="say where the log stands, or check a published one")
    topics = log.add_subparsers(required=True, metavar="topic")
    status = topics.add_parser("status", help="what is published, what waits, and why")
    status.add_argument("--data", type=Path, metavar="DIR", help="where answers are kept")
    status.set_defaults(run=_log_status)
    verify = topics.add_parser("verify", help="load every table of a dataset and check it")
    verify.add_argument("repo", metavar="OWNER/NAME")
    verify.set_defaults(run=_log_verify)
    docs = topics.add_parser("docs", help="print the page of all tables and columns")
    docs.set_defaults(run=_log_docs)
    return parser


def _play(options: argparse.Namespace, settings: Settings) -> int:
    changes: dict[str, object] = {"open_browser": options.open or settings.open_browser}
    if options.clips is not None:
        changes["clips_dir"] = options.clips.expanduser().resolve()
    # By name: the composition root lies above this package, and nothing here may depend on it.
    app = importlib.import_module("app")
    return int(app.main(dataclasses.replace(_with_data(options, settings), **changes)))  # type: ignore[arg-type]


def _check(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.benchmarks import read_pack

    pack = read_pack(options.clips.expanduser().resolve())
    print(pack.report.text())
    return 0


def _export(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.store.export import export
    from soundmark.store.journal import Journal

    path = _with_data(options, settings).data_dir / "journal.sqlite"
    if not path.is_file():
        raise SettingsError(f"There is no {path.name} in {path.parent}. Name the app's data folder with --data.")
    journal = Journal(path)
    try:
        counts = export(journal, options.to.expanduser().resolve())
    finally:
        journal.close()
    for table, count in counts.items():
        print(f"{table}: {count} rows" if count else f"{table}: no rows yet, no file written")
    return 0


def _publish(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.services import hub_of
    from soundmark.store.flush import publish_all
    from soundmark.store.journal import Journal
    from soundmark.store.seal import publish_again

    if not settings.publishes:
        raise SettingsError("Set LOG_REPO to owner/name of a Hub dataset, and HF_TOKEN to a token that may write.")
    settings = _with_data(options, settings)
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        if options.again:
            publish_again(journal)
        sent = publish_all(journal, hub_of(settings))
    finally:
        journal.close()
    for table, count in sent.rows_by_table.items():
        print(f"{table}: {count} rows published to {settings.log_repo}")
    if not sent.rows_by_table:
        print("Nothing waits.")
    return 0


def _compact(_: argparse.Namespace, settings: Settings) -> int:
    from soundmark.services import hub_of
    from soundmark.store.compaction import compact

    done = compact(hub_of(settings))
    for item in done:
        twice = f", {item.duplicates_dropped} that were there twice left out" if item.duplicates_dropped else ""
        print(f"{item.day} {item.table}: {item.sources} files became one of {item.row_count} rows{twice}")
    if not done:
        print("No past day has more than one file.")
    return 0


def _log_status(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.store.journal import Journal
    from soundmark.store.log_state import kept_state

    settings = _with_data(options, settings)
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        state = kept_state(journal, settings.log_repo if settings.publishes else "")
    finally:
        journal.close()
    print(f"Dataset: {settings.log_repo or 'none set (LOG_REPO)'}")
    print(f"Token: {'set' if settings.hub_token else 'none set (HF_TOKEN)'}")
    print(f"Pending: {state.pending_rows} rows")
    print(f"Published: {state.published_rows} rows")
    print(f"Last error: {state.last_error or 'none'}")
    return 0


def _log_docs(_: argparse.Namespace, __: Settings) -> int:
    from soundmark.store.card import docs_page

    print(docs_page(), end="")
    return 0


def _log_verify(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.store.verify import verify

    report = verify(options.repo, settings.hub_endpoint, settings.hub_token)
    print(report.text())
    return report.exit_status


def _with_data(options: argparse.Namespace, settings: Settings) -> Settings:
    if options.data is None:
        return settings
    return dataclasses.replace(settings, data_dir=options.data.expanduser().resolve())
