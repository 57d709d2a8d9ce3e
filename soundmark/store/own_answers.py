"""A player's own rows: to be listed, downloaded and taken back by that player."""

from __future__ import annotations

import csv
import io
import json
import logging
import re
from collections.abc import Collection, Iterable
from datetime import UTC, datetime
from enum import StrEnum

from soundmark.store import schema
from soundmark.store.ids import Player
from soundmark.store.journal import Journal
from soundmark.store.withdraw import withdrawn_ids

log = logging.getLogger(__name__)

OF_OWNER = """
SELECT seq, log_table, row FROM responses WHERE response_id IN
    (SELECT rounds.response_id FROM rounds JOIN games USING (game_id) WHERE games.owner = ?)
"""
OF_RESPONDER = "SELECT seq, log_table, row FROM responses WHERE instr(row, ?) > 0"

FORMULA_START = re.compile(r'(?<![^;\t\r\n])(?=[^\S;\t\r\n]*"*[^\S;\t\r\n]*[=+\-@\uff1d\uff0b\uff0d\uff20])')
"""Where a spreadsheet could begin to read a formula: at the start of a cell, or after what some take for its end."""


def own_rows(journal: Journal, player: Player) -> list[schema.Row]:
    """The rows of a player in the journal, in the order they came, without those taken back.

    A row is the player's when it answers a round of theirs on this server, or carries their anonymous id under the
    present salt. A row that cannot be read is logged and left out.

    Raises:
        JournalError: when the journal cannot be read.
    """
    with journal.reading() as connection:
        found = connection.execute(OF_OWNER, (player.owner,)).fetchall()
        rounds = {seq for seq, _, _ in found}
        if player.responder_id is not None:
            # A search for the text first: decoding every row of a large journal would take minutes.
            mark = f'"responder_id":{json.dumps(player.responder_id, ensure_ascii=False)}'
            found += connection.execute(OF_RESPONDER, (mark,)).fetchall()
    rows = [
        (seq, row)
        for seq, table, text in sorted(set(found))
        if (row := _read(table, text)) is not None and (seq in rounds or is_own(row, player))
    ]
    withdrawn = withdrawn_ids(journal.rows("withdrawals"))
    return list(schema.counted((row for _, row in rows), withdrawn))


def is_own(row: schema.Row, player: Player) -> bool:
    """Whether a row carries the player's anonymous id, under the same salt."""
    if player.responder_id is None or not isinstance(row, schema.ResponseRow | schema.VoteRow):
        return False
    return row.responder_id == player.responder_id and row.salt_id == player.salt_id


def own_published(rows: Iterable[schema.Row], player: Player, withdrawn: frozenset[str]) -> list[schema.Row]:
    """Those of the published rows that are the player's, each once, without those taken back."""
    return list(schema.counted((row for row in rows if is_own(row, player)), withdrawn))


def _read(table: str, text: str) -> schema.Row | None:
    try:
        return schema.decode(table, text)
    except schema.RowError as error:
        log.warning("A row was left out of a player's own answers: %s", error)
        return None


def as_csv(rows: Collection[schema.Row]) -> bytes:
    """Rows as one CSV file that no spreadsheet runs anything from: UTF-8 with a byte order mark, a header, commas.

    The first column is the table; then come the columns of all tables that occur. Numbers stay numbers. A text that a
    spreadsheet could take for a formula gets an apostrophe before it, as OWASP advises, also where a spreadsheet of
    another language would begin a new cell (https://owasp.org/www-community/attacks/CSV_Injection).
    """
    tables = [table for table in schema.TABLES if any(schema.table_of(row) == table for row in rows)]
    names = list(dict.fromkeys(column.name for table in tables for column in schema.columns(table)))
    sheet = io.StringIO(newline="")
    writer = csv.writer(sheet)
    writer.writerow(["table", *names])
    for row in rows:
        writer.writerow([schema.table_of(row), *(_cell(getattr(row, name, None)) for name in names)])
    return sheet.getvalue().encode("utf-8-sig", "replace")


def _cell(value: object) -> object:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | float):
        return value
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, list):
        value = json.dumps(value, ensure_ascii=False)
    return harmless(value.value if isinstance(value, StrEnum) else str(value))


def harmless(text: str) -> str:
    """The text with an apostrophe wherever a spreadsheet could begin to read a formula."""
    text = FORMULA_START.sub("'", text)
    return "'" + text if text.startswith(("\t", "\r", "\n")) else text
