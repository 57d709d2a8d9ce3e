"""Taking answers back: a tombstone for each, which every reader honours.

Rows are immutable and may be in published files already, so nothing is deleted: a row of the table `withdrawals` names
the row that no longer counts.
"""

from __future__ import annotations

import sqlite3
import uuid
from collections.abc import Collection, Iterable
from datetime import UTC, datetime

from soundmark import __version__
from soundmark.store import schema
from soundmark.store.journal import Journal, insert_job
from soundmark.types import SoundmarkError

NAMESPACE = uuid.UUID("8a4b1f7e-6d0c-5b57-9f1e-2f0a1b7c9d35")
"""Makes the id of a tombstone from that of its row (UUIDv5, RFC 9562), so that two tombstones of one row are one."""


class WithdrawError(SoundmarkError):
    """Answers that cannot be taken back."""


def withdrawn_ids(rows: Iterable[schema.Row]) -> frozenset[str]:
    """The ids of all rows that were taken back. Rows of other tables and typed first rows are passed over."""
    return frozenset(
        row.withdrawn_id
        for row in rows
        if isinstance(row, schema.WithdrawalRow) and not schema.is_init(row.withdrawal_id)
    )


def tombstone(row: schema.Row, *, deployment_id: str, now: datetime) -> schema.WithdrawalRow:
    """The row that takes another one back. It repeats nothing of it but its id, its table and which salt it was under.

    Raises:
        WithdrawError: when that row is a tombstone itself.
        RowError: when it belongs to no table.
    """
    if isinstance(row, schema.WithdrawalRow):
        raise WithdrawError("What was taken back cannot be restored.")
    found_id = schema.row_id(row)
    return schema.WithdrawalRow(
        withdrawal_id=str(uuid.uuid5(NAMESPACE, found_id)),
        schema_version=schema.SCHEMA_VERSION,
        withdrawn_table=schema.table_of(row),
        withdrawn_id=found_id,
        withdrawn_at=now,
        app_version=__version__,
        deployment_id=deployment_id,
        salt_id=getattr(row, "salt_id", None),
    )


def withdraw(
    journal: Journal, own: Iterable[schema.Row], *, deployment_id: str, only: Collection[str] | None = None
) -> int:
    """Take back a player's rows, all or none of those asked for. Returns how many were not taken back before.

    Args:
        journal: where the tombstones go; the publisher takes them along.
        own: the player's rows, from `soundmark.store.own_answers`: they decide what the player may take back.
        deployment_id: which deployment this is.
        only: ids of the rows to take back; None for all.

    Raises:
        WithdrawError: when an id is not among the player's rows; then nothing is taken back.
        JournalError: when it could not be stored; then nothing is taken back.
    """
    by_id = {schema.row_id(row): row for row in own}
    wanted = list(by_id) if only is None else list(dict.fromkeys(only))
    strangers = [name for name in wanted if name not in by_id]
    if strangers:
        raise WithdrawError(
            f"{strangers[0][:80]!r} is not one of your answers, so nothing was taken back. "
            "Reload the list and try again."
        )
    now = datetime.now(UTC)
    inserts = [insert_job(tombstone(by_id[name], deployment_id=deployment_id, now=now)) for name in wanted]

    def job(connection: sqlite3.Connection) -> int:
        return sum(insert(connection) for insert in inserts)

    return journal.write(job) if inserts else 0
