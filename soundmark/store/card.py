"""What the log says about itself: the dataset's card, the page of its columns, and the typed first row of each table.

All three are worked out from the definitions of the tables, and so agree with the files.
"""

from __future__ import annotations

from datetime import UTC, datetime
from enum import StrEnum
from typing import get_origin

from soundmark.store import schema
from soundmark.store.card_texts import CARD, DOCS, LICENCE, LOADING, READING
from soundmark.types import ResponderKind, SoundmarkError, Status
from soundmark.variables import HUB_NAME

FIRST_TIME = datetime(1970, 1, 1, tzinfo=UTC)
PREFERRED = (Status.ERROR, ResponderKind.BASELINE)
"""Words of a first row: with status error it is left out of means by those who do not know it."""


class CardError(SoundmarkError):
    """A card that cannot be written."""


def data_files(table: str) -> str:
    """The pattern of the files of a table in its dataset."""
    return f"data/{table}/**/*.parquet"


def features(table: str) -> list[dict[str, str]]:
    """The features of a table as the YAML of a dataset card spells them.

    Raises:
        RowError: when there is no such table.
    """
    return [
        {"name": column.name, "list" if kind.is_list else "dtype": kind.dtype}
        for column, kind, _ in schema.definitions(table)
    ]


def readme(repo_id: str) -> str:
    """The README of a dataset that holds the log: front matter with configs and features, and how to read it.

    Args:
        repo_id: the dataset on the Hub, as owner/name.

    Raises:
        CardError: when that cannot be the name of a dataset.
    """
    from huggingface_hub import DatasetCardData

    if not HUB_NAME.fullmatch(repo_id):
        raise CardError(f"{repo_id[:120]!r} cannot be a dataset on the Hub. Give it as owner/name.")
    front = DatasetCardData(
        license=LICENCE,
        pretty_name="Soundmark responses",
        tags=["audio", "soundmark", "human-responses", "model-evaluation"],
        configs=[
            {"config_name": table, "data_files": [{"split": "train", "path": data_files(table)}]}
            for table in schema.TABLES
        ],
        dataset_info=[{"config_name": table, "features": features(table)} for table in schema.TABLES],
    ).to_yaml(line_break="\n")
    body = CARD.format(
        tables=_list_of_tables(),
        loading=LOADING.format(repo_id=repo_id),
        reading=READING,
        columns="\n\n".join(_folded(table) for table in schema.TABLES),
    )
    return f"---\n{front.strip()}\n---\n{body}"


def docs_page() -> str:
    """The page `docs/log.md`: every table and column of the log."""
    sections = (f"## `{table}`\n\n{schema.TABLES[table].ABOUT}\n\n{column_table(table)}" for table in schema.TABLES)
    return DOCS.format(
        version=schema.SCHEMA_VERSION,
        tables=_list_of_tables(),
        loading=LOADING.format(repo_id="OWNER/NAME"),
        reading=READING,
        columns="\n\n".join(sections),
    )


def column_table(table: str) -> str:
    """The columns of a table as a Markdown table.

    Raises:
        RowError: when there is no such table.
    """
    lines = ["| column | type | null | what it holds |", "|---|---|---|---|"]
    for column, kind, _ in schema.definitions(table):
        dtype = f"list of {kind.dtype}" if kind.is_list else kind.dtype
        null = "yes" if column.is_nullable else "no"
        described = column.description.replace("|", "\\|")
        lines.append(f"| `{column.name}` | {dtype} | {null} | {described} |")
    return "\n".join(lines)


def init_row(table: str) -> schema.Row:
    """The typed first row of a table, the same for every writer: a table without any file or row cannot be loaded.

    It stands for no event: its id begins with `init-`, its optional columns are null.

    Raises:
        RowError: when there is no such table.
    """
    values = {
        column.name: _first_value(column.python_type) for column in schema.columns(table) if not column.is_nullable
    }
    values["schema_version"] = schema.SCHEMA_VERSION
    values[schema.id_column(table)] = schema.INIT_PREFIX + table
    return schema.TABLES[table](**values)


def _first_value(python_type: object) -> object:
    if get_origin(python_type) is list:
        return []
    if isinstance(python_type, type) and issubclass(python_type, StrEnum):
        return next((word for word in PREFERRED if isinstance(word, python_type)), next(iter(python_type)))
    plain: dict[object, object] = {str: "init", int: 0, float: 0.0, bool: False, datetime: FIRST_TIME}
    return plain[python_type]


def _list_of_tables() -> str:
    return "\n".join(f"| `{table}` | {row_type.ABOUT} |" for table, row_type in schema.TABLES.items())


def _folded(table: str) -> str:
    return f"<details><summary>Columns of <code>{table}</code></summary>\n\n{column_table(table)}\n\n</details>"
