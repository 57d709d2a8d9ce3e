"""The table `withdrawals`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar

from soundmark.store.columns import Id, Row


@dataclass(frozen=True, slots=True, kw_only=True)
class WithdrawalRow(Row):
    """A tombstone: a player has taken back a row of another table. It repeats nothing of that row."""

    ABOUT: ClassVar[str] = "A player has taken back a row of another table: leave that row out."

    withdrawal_id: Annotated[
        str, "UUIDv5 of withdrawn_id, so that a second withdrawal of the same row is the same row.", Id()
    ]
    schema_version: Annotated[int, "Version of these columns."]
    withdrawn_table: Annotated[str, "The table of the row that was taken back."]
    withdrawn_id: Annotated[str, "The id of the row that was taken back."]
    withdrawn_at: Annotated[datetime, "When it was taken back (UTC)."]
    app_version: Annotated[str, "Version of the app."]
    deployment_id: Annotated[str, "Which deployment wrote the row."]
    salt_id: Annotated[str | None, "The salt_id of the row that was taken back."] = None
