"""What the page shows of a person's own answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from soundmark.scoring.geo import MAX_SCORE
from soundmark.store import schema
from soundmark.types import Status

JsonValue = Mapping[str, object]

MAX_SHOWN = 100
MAX_QUESTION_CHARS = 120
MODES = {"geo": "Where on Earth?", "choice": "Multiple choice", "spatial": "Direction and distance", "votes": "Vote"}
BECAME = {
    Status.OK: "Answered",
    Status.SKIPPED: "Skipped",
    Status.REFUSED: "Refused",
    Status.UNPARSED: "Not readable",
    Status.ERROR: "Failed for technical reasons",
}
VOTES = {"a": "A is better", "b": "B is better", "tie": "Both are equal", "both_bad": "Both are bad"}


def list_value(rows: Collection[schema.Row]) -> JsonValue:
    """The value of `components.answer_list`: the newest first, and a sentence when these are not all.

    A row is in the log only after its question was answered or given up, so that none tells a truth too early; the
    truth itself is left out all the same.
    """
    newest = sorted(rows, key=lambda row: (answered_at(row), schema.row_id(row)), reverse=True)[:MAX_SHOWN]
    note = (
        f"These are the newest {len(newest):,} of {len(rows):,}. The CSV has them all." if len(rows) > MAX_SHOWN else ""
    )
    label = f"Your answers, the newest first: {len(newest):,}."
    return {"label": label, "answers": [_answer(row) for row in newest], "note": note}


def answered_at(row: schema.Row) -> datetime:
    """When an answer or vote was accepted; for other rows the beginning of time."""
    if isinstance(row, schema.ResponseRow):
        return row.answered_at
    return row.voted_at if isinstance(row, schema.VoteRow) else datetime.min.replace(tzinfo=UTC)


def _answer(row: schema.Row) -> JsonValue:
    shown: dict[str, object] = {
        "mode": MODES.get(schema.table_of(row), schema.table_of(row)),
        "question": _short(str(getattr(row, "question_id", ""))),
        "when": answered_at(row).astimezone(UTC).isoformat(timespec="seconds"),
        "muted": False,
    }
    if isinstance(row, schema.VoteRow):
        return shown | {"result": VOTES.get(row.vote, row.vote)}
    if isinstance(row, schema.ResponseRow):
        return shown | {"result": BECAME[row.status], "muted": row.status is not Status.OK} | _scored(row)
    return shown | {"result": ""}


def _scored(row: schema.ResponseRow) -> dict[str, object]:
    match row:
        case schema.GeoRow():
            detail = "" if row.error_km is None else f"{_kilometres(row.error_km)} away"
            timed_out = "time was up" if row.timed_out else ""
            points = f"{row.points:,.0f} of {MAX_SCORE:,.0f} points"
            return {"detail": ", ".join(filter(None, (detail, timed_out))), "score": points}
        case schema.ChoiceRow() | schema.SpatialRow() if row.correct is not None:
            return {"score": "Right" if row.correct else "Wrong"}
    return {} if row.score is None else {"score": f"Score {row.score:.2f}"}


def _kilometres(km: float) -> str:
    if km < 1:
        return f"{km * 1000:.0f} m"
    return f"{km:,.1f} km" if km < 10 else f"{km:,.0f} km"


def _short(text: str) -> str:
    text = schema.clean_text(text)
    return text if len(text) <= MAX_QUESTION_CHARS else text[: MAX_QUESTION_CHARS - 1] + "\N{HORIZONTAL ELLIPSIS}"
