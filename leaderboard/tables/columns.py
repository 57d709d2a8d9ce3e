"""Columns of an Arrow table as numpy arrays: words become whole numbers, absent values NaN or -1."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    import pyarrow as pa

Codes = NDArray[np.int64]
Floats = NDArray[np.float64]
Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Words:
    """A column of words.

    Attributes:
        codes: shape (rows,): which word, -1 for none.
        words: by code.
    """

    codes: Codes
    words: tuple[str, ...]

    def where(self, mask: Mask) -> Words:
        """The same for some of the rows."""
        return Words(self.codes[mask], self.words)

    def mapped(self, numbers: Mapping[str, int], default: int = -1) -> Codes:
        """A number for each row: that of its word, and a default for other words and none."""
        table = np.array([*(numbers.get(word, default) for word in self.words), default], dtype=np.int64)
        return np.asarray(table[self.codes])  # code -1 takes the last


def words_of(table: pa.Table, name: str) -> Words:
    """A column of texts; one that the table does not have has no words."""
    if name not in table.column_names:
        return Words(np.full(table.num_rows, -1, dtype=np.int64), ())
    column = table[name].combine_chunks().dictionary_encode()
    if hasattr(column, "num_chunks"):  # some versions of pyarrow leave one chunk
        column = column.unify_dictionaries().combine_chunks()
    codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    return Words(codes, tuple(column.dictionary.to_pylist()))


def floats_of(table: pa.Table, name: str) -> Floats:
    """A column of numbers; NaN where there is none."""
    if name not in table.column_names:
        return np.full(table.num_rows, np.nan)
    import pyarrow as pa

    column = table[name].cast(pa.float64()).combine_chunks()
    return np.asarray(column.to_numpy(zero_copy_only=False), dtype=np.float64)


def times_of(table: pa.Table, name: str) -> Codes:
    """A column of times as whole microseconds; the least number for none."""
    import pyarrow as pa

    column = table[name].cast(pa.timestamp("us", tz="UTC")).cast(pa.int64()).combine_chunks()
    return np.asarray(column.fill_null(np.iinfo(np.int64).min).to_numpy(zero_copy_only=False))
