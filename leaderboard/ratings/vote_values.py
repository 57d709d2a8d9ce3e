"""Values of cells: texts, numbers, times, style features."""

from __future__ import annotations

import math
from datetime import UTC, datetime

import numpy as np

from leaderboard.ratings.outcomes import Floats, Ints
from leaderboard.ratings.raw_votes import RawColumn
from leaderboard.ratings.vote_table import Labels


def cell_text(value: object) -> str:
    """A cell as text; '' for none."""
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return ""
    return value.strip() if isinstance(value, str) else str(value)


def numbers_of(column: RawColumn | None) -> Ints | None:
    """Codes, -1 for rows without a value."""
    if column is None:
        return None
    if not len(column.values):
        return column.codes
    texts = [cell_text(value) for value in column.values]
    places = {text: place for place, text in enumerate(dict.fromkeys(filter(None, texts)))}
    found: Ints = np.array([places.get(text, -1) for text in texts], dtype=np.int64)[column.codes]
    return found


def labels_of(column: RawColumn) -> Labels:
    """What each row is called in some respect."""
    texts = [cell_text(value)[:200] for value in column.values]
    names = tuple(dict.fromkeys(text.lower() if text in ("True", "False") else text for text in texts))
    places = {name: place for place, name in enumerate(names)}
    own = [places[text.lower() if text in ("True", "False") else text] for text in texts]
    return Labels(np.array(own, dtype=np.int64)[column.codes] if own else column.codes, names)


def times_of(column: RawColumn | None) -> Floats | None:
    """Seconds since 1970. A time that cannot be read is none: the vote counts, but in no stretch of time."""
    if column is None:
        return None
    found: Floats = np.array([_time_s(value) for value in column.values], dtype=np.float64)[column.codes]
    return found


def _time_s(value: object) -> float:
    """A time as ISO 8601 (UTC where it has no zone), as a datetime, or as seconds since 1970; NaN for none."""
    try:
        if isinstance(value, (int, float)) and not isinstance(value, bool):
            return float(value) if math.isfinite(value) else math.nan
        when = value if isinstance(value, datetime) else datetime.fromisoformat(cell_text(value))
        return (when if when.tzinfo else when.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        try:
            seconds = float(cell_text(value))
        except ValueError:
            return math.nan
        return seconds if math.isfinite(seconds) else math.nan


def feature_of(value: object) -> float:
    """A count, or a yes or no as 1 or 0; NaN for none, -1 for what is neither."""
    text = cell_text(value).lower()
    if not text:
        return math.nan
    if text in ("true", "false", "yes", "no"):
        return float(text in ("true", "yes"))
    try:
        number = float(text)
    except ValueError:
        return -1.0
    return number if 0 <= number <= 1e9 else -1.0
