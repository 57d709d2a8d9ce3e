"""The checks of a dataset of the log: its card, its files, and the rows that `datasets` loads from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING

from soundmark.store import card, schema

if TYPE_CHECKING:
    import pyarrow as pa

NAMED_AT_MOST = 3
"""How many of the same kind are named in one sentence."""

Types = Mapping[str, str]
"""Column types by column name, as the words of a dataset card."""


def named(found: Sequence[str]) -> str:
    """Some of what was found, and how many more."""
    shown = ", ".join(found[:NAMED_AT_MOST])
    return shown if len(found) <= NAMED_AT_MOST else f"{shown} and {len(found) - NAMED_AT_MOST:,} more"


def own_types(table: str) -> Types:
    """The types of a table's columns by this version."""
    return _types(card.features(table))


def declared_types(front: Mapping[str, object], table: str) -> Types | None:
    """The types that a card's front matter declares for a table; None when it declares none."""
    for info in _dicts(front.get("dataset_info")):
        if info.get("config_name") == table:
            return _types(_dicts(info.get("features")))
    return None


def _types(features: Sequence[Mapping[str, object]]) -> Types:
    return {
        str(item.get("name")): f"list of {item['list']}" if "list" in item else str(item.get("dtype"))
        for item in features
    }


def _dicts(found: object) -> list[dict[str, object]]:
    listed = found if isinstance(found, list) else [found]
    return [item for item in listed if isinstance(item, dict)]


def card_problems(front: Mapping[str, object]) -> Iterator[str]:
    """What is wrong with a card as a whole."""
    names = [config.get("config_name") for config in _dicts(front.get("configs"))]
    missing = [table for table in schema.TABLES if table not in names]
    if missing:
        yield f"README.md declares no config {named(missing)}. Publish once with this version: that adds it."
    if names and names[0] not in schema.TABLES:
        yield f"README.md has the config {names[0]!r} first. When that one has no file, no table loads: move it down."


def feature_problems(declared: Types | None, table: str) -> Iterator[str]:
    """Where the card and this version differ about the columns of a table."""
    if declared is None:
        yield "README.md declares no features, so that a column without values breaks the table. Publish once."
        return
    own = own_types(table)
    missing = [name for name in own if name not in declared]
    if missing:
        yield f"README.md lacks the column {named(missing)}. Publish once with this version: that adds it."
    unknown = [name for name in declared if name not in own]
    if unknown:
        yield f"README.md declares the column {named(unknown)}, which this version does not know. Is it older?"
    for name in own:
        if name in declared and declared[name] != own[name]:
            yield f"README.md declares {name} as {declared[name]}, but it is {own[name]}. Correct the card."


def file_problems(folder: Path, paths: Sequence[Path], declared: Types) -> Iterator[str]:
    """Which files of a table break it, or hold other types than are declared."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    for path in paths:
        name = path.relative_to(folder)
        try:
            footer = pq.ParquetFile(path)
        except (pa.ArrowException, OSError) as error:
            yield f"{name} is no Parquet file ({str(error)[:120]}). Delete it, or restore it from an older revision."
            continue
        if footer.metadata.num_rows == 0:
            yield f"{name} has no rows, which breaks the whole table. Delete it."
        for column in footer.schema_arrow:
            found = _word(column.type)
            wanted = declared.get(column.name)
            if wanted is None:
                yield f"{name} has the column {column.name!r}, which README.md does not declare: the table cannot load."
            elif found != wanted:
                yield f"{name} has {column.name} as {found}, but README.md declares {wanted}."


def _word(arrow_type: pa.DataType) -> str:
    import pyarrow as pa

    if isinstance(arrow_type, pa.ListType):
        return f"list of {_word(arrow_type.value_type)}"
    return {"double": "float64"}.get(str(arrow_type), str(arrow_type))


def row_problems(rows: pa.Table, table: str) -> Iterator[str]:
    """What is wrong with the rows of a table, its typed first rows left out.

    Args:
        rows: with all columns of the table.
        table: name of the table.
    """
    import pyarrow as pa
    import pyarrow.compute as pc

    id_column = schema.id_column(table)
    counts = rows.group_by(id_column).aggregate([([], "count_all")])
    repeated = counts.filter(pc.greater(counts["count_all"], pa.scalar(1)))[id_column].to_pylist()
    if repeated:
        yield f"{len(repeated):,} ids of {id_column} are there more than once: {named([str(one) for one in repeated])}."
    for column, kind, _ in schema.definitions(table):
        values = rows[column.name]
        if not column.is_nullable and values.null_count:
            yield f"{column.name} is empty in {values.null_count:,} rows, but must not be."
        if kind.dtype == "float64" and not kind.is_list:
            count = values.filter(pc.invert(pc.is_finite(values))).drop_null().length()
            if count:
                yield f"{column.name} is no finite number in {count:,} rows."
        if isinstance(column.python_type, type) and issubclass(column.python_type, StrEnum):
            words = {str(word) for word in column.python_type}
            other = sorted({str(word) for word in pc.unique(values).to_pylist() if word is not None} - words)
            if other:
                yield f"{column.name} has {named([repr(word[:40]) for word in other])}, but may be {kind.says}."


def without_first_rows(rows: pa.Table, table: str) -> pa.Table:
    """The rows that stand for something."""
    import pyarrow as pa

    is_event = [not schema.is_init(str(found_id)) for found_id in rows[schema.id_column(table)].to_pylist()]
    return rows.filter(pa.array(is_event, pa.bool_()))
