"""Of several answers of a model or baseline to the same only the newest counts: `leaderboard.soundness.asked_of`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from leaderboard.tables.columns import Codes, Mask, floats_of, times_of, words_of

if TYPE_CHECKING:
    import pyarrow as pa

_LARGEST = 2**62
_GIVEN = ("responder_id", "setting", "question_id", "prompt_id", "imported_from")
_COLUMNS = (*_GIVEN, "repeat_index", "answered_at", "response_id")


def newest_of_machines(table: pa.Table, *, is_machine: Mask, is_baseline: Mask, is_ok: Mask) -> Mask:
    """Which rows count: all but those of models and baselines that have a newer one to the same.

    Args:
        table: rows of the log, of one benchmark.
        is_machine: which of them are answers of models and baselines that may count.
        is_baseline: which are of baselines, that have one answer whatever they were told.
        is_ok: which did not fail; one that failed counts only where there is no other.
    """
    places = np.flatnonzero(is_machine)
    counted = np.ones(table.num_rows, dtype=np.bool_)
    if not len(places):
        return counted
    rows = table.select([name for name in _COLUMNS if name in table.column_names]).filter(is_machine)
    key, is_ok = _asked(rows, is_baseline[places]), is_ok[places]
    times = times_of(rows, "answered_at")
    order = np.lexsort((times, is_ok, key))
    sorted_key = key[order]
    is_last = np.ones(len(order), dtype=np.bool_)
    is_last[:-1] = sorted_key[1:] != sorted_key[:-1]
    chosen = order[np.flatnonzero(is_last)].copy()
    same = (times[order][1:] == times[order][:-1]) & (is_ok[order][1:] == is_ok[order][:-1])
    tied = np.flatnonzero(is_last[1:] & same & ~is_last[:-1]) + 1
    groups: Codes = np.cumsum(is_last) - is_last
    ids = rows["response_id"]
    for last in tied:  # rare: two answers within a microsecond; the greater id is the newer one
        first = last
        while first > 0 and not is_last[first - 1] and same[first - 1]:
            first -= 1
        chosen[groups[last]] = max(order[first : last + 1], key=lambda at: ids[int(at)].as_py())
    counted[places] = False
    counted[places[chosen]] = True
    return counted


def _asked(table: pa.Table, is_baseline: Mask) -> Codes:
    """A number for what each row answers."""
    key = is_baseline.astype(np.int64)
    for name in _GIVEN:
        words = words_of(table, name)
        codes = words.codes + 1
        if name in ("prompt_id", "imported_from"):
            codes = np.where(is_baseline, 0, codes)
        key = _joined(key, codes, len(words.words) + 1)
    # As in the ranking the first repetition and none at all are the same.
    repeats = np.nan_to_num(floats_of(table, "repeat_index"))
    values, numbers = np.unique(np.where(is_baseline, 0.0, repeats), return_inverse=True)
    return _joined(key, numbers.astype(np.int64), len(values))


def _joined(key: Codes, codes: Codes, n: int) -> Codes:
    """One number for each pair of numbers; the first are numbered anew where the pairs could be too many."""
    largest = int(key.max(initial=0))
    if (largest + 1) * n > _LARGEST:
        _, key = np.unique(key, return_inverse=True)
    return np.asarray(key * n + codes, dtype=np.int64)
