"""What the page shows of a person's own answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from soundmark.scoring.geo import MAX_SCORE
from soundmark.store import schema
from soundmark.types import Status, worded

JsonValue = Mapping[str, object]

MAX_SHOWN = 100
MAX_QUESTION_CHARS = 120


def list_value(rows: Collection[schema.Row]) -> JsonValue:
    """The value of `components.answer_list`: the newest first, and a sentence when these are not all.

    A row is in the log only after its question was answered or given up, so that none tells a truth too early; the
    truth itself is left out all the same.
    """
    newest = sorted(rows, key=lambda row: (answered_at(row), schema.row_id(row)), reverse=True)[:MAX_SHOWN]
    note = worded("mine_newest", shown=len(newest), all=len(rows)) if len(rows) > MAX_SHOWN else ""
    return {"label": worded("mine_label", n=len(newest)), "answers": [_answer(row) for row in newest], "note": note}


def answered_at(row: schema.Row) -> datetime:
    """When an answer or vote was accepted; for other rows the beginning of time."""
    if isinstance(row, schema.ResponseRow):
        return row.answered_at
    return row.voted_at if isinstance(row, schema.VoteRow) else datetime.min.replace(tzinfo=UTC)


def _answer(row: schema.Row) -> JsonValue:
    shown: dict[str, object] = {
        "mode": {"text": schema.table_of(row), "key": f"mine_table_{schema.table_of(row)}"},
        "question": _short(str(getattr(row, "question_id", ""))),
        "when": answered_at(row).astimezone(UTC).isoformat(timespec="seconds"),
        "muted": False,
    }
    if isinstance(row, schema.VoteRow):
        return shown | {"result": {"text": row.vote, "key": f"mine_vote_{row.vote}"}}
    if isinstance(row, schema.ResponseRow):
        became = worded("mine_answered") if row.status is Status.OK else {"name": row.status.value}
        return shown | {"result": became, "muted": row.status is not Status.OK} | _scored(row)
    return shown | {"result": ""}


def _scored(row: schema.ResponseRow) -> dict[str, object]:
    match row:
        case schema.GeoRow():
            away = [] if row.error_km is None else [worded("geo_km_away", km=_written(row.error_km))]
            late = [worded("geo_time_up")] if row.timed_out else []
            points = worded("points_of", right=f"{row.points:,.0f}", n=f"{MAX_SCORE:,.0f}")
            return {"details": [*away, *late], "score": points}
        case schema.ChoiceRow() | schema.SpatialRow() if row.correct is not None:
            return {"score": worded("mine_right" if row.correct else "mine_wrong")}
    return {} if row.score is None else {"score": worded("mine_score", score=f"{row.score:.2f}")}


def _written(km: float) -> str:
    if km < 1:
        return f"{km:.3f}"
    return f"{km:,.1f}" if km < 10 else f"{km:,.0f}"


def _short(text: str) -> str:
    text = schema.clean_text(text)
    return text if len(text) <= MAX_QUESTION_CHARS else text[: MAX_QUESTION_CHARS - 1] + "\N{HORIZONTAL ELLIPSIS}"
