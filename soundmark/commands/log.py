"""`export`, `publish`, `compact` and `log`: the log of answers, here and on the Hub."""

from __future__ import annotations

import argparse

from soundmark.commands.options import Commands, a_path, add_data_option, with_data
from soundmark.settings import Settings
from soundmark.variables import SettingsError
from soundmark.wording import n_of


def add(commands: Commands[argparse.ArgumentParser]) -> None:
    """Declare the commands."""
    export = commands.add_parser("export", help="write the answers as Parquet files")
    export.add_argument("--to", type=a_path, metavar="DIR", required=True, help="the folder to write, one file a table")
    add_data_option(export)
    export.set_defaults(run=_export)

    publish = commands.add_parser("publish", help="send the answers that wait to the Hub, now")
    add_data_option(publish)
    publish.add_argument("--again", action="store_true", help="all that were ever sent, for a dataset that lost them")
    publish.set_defaults(run=_publish)

    compact = commands.add_parser("compact", help="merge the small files of periods that are over in the dataset")
    compact.set_defaults(run=_compact)

    log = commands.add_parser("log", help="say where the log stands, or check a published one")
    topics = log.add_subparsers(required=True, metavar="topic")
    status = topics.add_parser("status", help="what is published, what waits, and why")
    add_data_option(status)
    status.set_defaults(run=_log_status)
    verify = topics.add_parser("verify", help="load every table of a dataset and check it")
    verify.add_argument("repo", metavar="OWNER/NAME")
    verify.set_defaults(run=_log_verify)
    docs = topics.add_parser("docs", help="print the page of all tables and columns")
    docs.set_defaults(run=_log_docs)


def _export(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.store.export import export
    from soundmark.store.journal import Journal

    path = with_data(options, settings).data_dir / "journal.sqlite"
    if not path.is_file():
        raise SettingsError(f"There is no {path.name} in {path.parent}. Name the app's data folder with --data.")
    journal = Journal(path)
    try:
        counts = export(journal, options.to.resolve())
    finally:
        journal.close()
    for table, count in counts.items():
        print(f"{table}: {n_of(count, 'row')}" if count else f"{table}: no rows yet, no file written")
    return 0


def _publish(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.services import hub_of
    from soundmark.store.flush import publish_all
    from soundmark.store.journal import Journal
    from soundmark.store.seal import publish_again

    if not settings.publishes:
        raise SettingsError("Set LOG_REPO to owner/name of a Hub dataset, and HF_TOKEN to a token that may write.")
    settings = with_data(options, settings)
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        if options.again:
            publish_again(journal)
        sent = publish_all(journal, hub_of(settings))
    finally:
        journal.close()
    for table, count in sent.rows_by_table.items():
        print(f"{table}: {n_of(count, 'row')} published to {settings.log_repo}")
    if not sent.rows_by_table:
        print("Nothing waits.")
    return 0


def _compact(_: argparse.Namespace, settings: Settings) -> int:
    from soundmark.services import hub_of
    from soundmark.store.compaction import compact

    done = compact(hub_of(settings))
    for item in done:
        twice = f", {item.duplicates_dropped} that were there twice left out" if item.duplicates_dropped else ""
        merged = f"{n_of(item.sources, 'file')} became one of {n_of(item.row_count, 'row')}"
        print(f"{item.period} {item.table}: {merged}{twice}")
    if not done:
        print("No period that is over has files to merge.")
    return 0


def _log_status(options: argparse.Namespace, settings: Settings) -> int:
    from soundmark.store.journal import Journal
    from soundmark.store.log_state import kept_state

    settings = with_data(options, settings)
    journal = Journal(settings.data_dir / "journal.sqlite")
    try:
        state = kept_state(journal, settings.log_repo if settings.publishes else "")
    finally:
        journal.close()
    print(f"Dataset: {settings.log_repo or 'none set (LOG_REPO)'}")
    print(f"Token: {'set' if settings.hub_token else 'none set (HF_TOKEN)'}")
    print(f"Pending: {n_of(state.pending_rows, 'row')}")
    print(f"Published: {n_of(state.published_rows, 'row')}")
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
