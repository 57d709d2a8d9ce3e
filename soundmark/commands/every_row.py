"""The rows that a command counts: those of this machine, and those of the dataset when one is set."""

from __future__ import annotations

from typing import TYPE_CHECKING

from soundmark.settings import Settings

if TYPE_CHECKING:
    from soundmark.store.journal import Journal
    from soundmark.store.published import AllRows


def every_row(journal: Journal, settings: Settings) -> AllRows:
    """All rows that count, of the journal and of the dataset that LOG_REPO names as it is now.

    Raises:
        HubError: when the dataset cannot be read.
    """
    from soundmark.services import hub_of
    from soundmark.store.published import AllRows, PublishedLog

    if not settings.log_repo:
        return AllRows(journal)
    published = PublishedLog(hub_of(settings))
    published.refresh()
    return AllRows(journal, published)
