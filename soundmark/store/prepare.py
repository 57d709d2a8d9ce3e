"""The first commit: a README that declares every table, and one typed row in each, so that all load from then on."""

from __future__ import annotations

import logging

from soundmark.store import schema
from soundmark.store.hub_client import HubRepo
from soundmark.store.journal import Journal
from soundmark.store.readme_merge import merged_readme
from soundmark.store.seal import counts, publish_again
from soundmark.store.shard_file import init_bytes, init_path

log = logging.getLogger(__name__)

README = "README.md"


def prepare(journal: Journal, hub: HubRepo) -> bool:
    """Make the dataset ready to be written to. Harmless when it is ready, and when several replicas do it at once.

    A dataset that was deleted after this journal had published to it is not created again: its owner may have wanted
    that. Once somebody has created it anew, every shard of the journal goes there again.

    Returns:
        Whether anything had to be committed.

    Raises:
        HubError: when the dataset cannot be read or written.
        JournalError: when the journal cannot be written.
    """
    from soundmark.store.card import readme

    note = f"prepared {hub.name}"
    was_prepared = journal.note(note) is not None
    if not was_prepared:
        hub.create()
    head = hub.head()
    first_rows = {init_path(table): table for table in schema.TABLES}
    there = hub.existing([README, *first_rows], head)
    if was_prepared and not there.intersection(first_rows) and counts(journal).published_rows:
        log.warning("The dataset %s is new or was emptied, so all answers kept here are published again.", hub.name)
        publish_again(journal)
    add = {path: init_bytes(table) for path, table in first_rows.items() if path not in there}
    remote = hub.download(README, head).read_text("utf-8", errors="replace") if README in there else ""
    text = merged_readme(remote, readme(hub.name))
    if text is not None:
        add[README] = text.encode()
    if add:
        hub.commit("Declare the tables", add=add)
    journal.note(note, head)
    return bool(add)
