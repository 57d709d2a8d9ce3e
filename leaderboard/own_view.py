"""What the page shows of a person's own answers."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from datetime import UTC, datetime

from leaderboard.choice_spec import SPECS
from soundmark.benchmarks.demo import DEMO_GLOBEAUDIO, DEMO_TAU
from soundmark.scoring.geo import MAX_SCORE
from soundmark.store import schema
from soundmark.types import Note, Status, worded

JsonValue = Mapping[str, object]
Prompts = Mapping[tuple[str, str], str]
"""Benchmark and question -> what was asked."""

MAX_SHOWN = 100
MAX_QUESTION_CHARS = 120
MAX_PROMPT_CHARS = 300
ENDING = re.compile(r"\.\w{1,5}(#[0-9a-f]{6,64})?$")
"""Of a recording's file name, and what tells several questions about it apart."""
DEMOS = {DEMO_TAU: "tau", DEMO_GLOBEAUDIO: "globeaudio"}
QUIZZES = {spec.benchmark: spec for spec in SPECS}


def newest_of(rows: Collection[schema.Row]) -> list[schema.Row]:
    """The rows that are shown: the newest first, and none too many."""
    return sorted(rows, key=lambda row: (answered_at(row), schema.row_id(row)), reverse=True)[:MAX_SHOWN]


def list_value(rows: Collection[schema.Row], prompts: Prompts | None = None) -> JsonValue:
    """The value of `components.answer_list`: the newest first, and a sentence when these are not all.

    A row is in the log only after its question was answered or given up, so that none tells a truth too early; the
    truth itself is left out all the same.

    Args:
        rows: all of them.
        prompts: of the questions that are at hand; others are told by the name of their recording.
    """
    newest = newest_of(rows)
    note = worded("mine_newest", shown=len(newest), all=len(rows)) if len(rows) > MAX_SHOWN else ""
    return {
        "label": worded("mine_label", n=len(newest)),
        "answers": [_answer(row, prompts or {}) for row in newest],
        "note": note,
    }


def answered_at(row: schema.Row) -> datetime:
    """When an answer or vote was accepted; for other rows the beginning of time."""
    if isinstance(row, schema.ResponseRow):
        return row.answered_at
    return row.voted_at if isinstance(row, schema.VoteRow) else datetime.min.replace(tzinfo=UTC)


def _answer(row: schema.Row, prompts: Prompts) -> JsonValue:
    shown: dict[str, object] = {
        "mode": _mode(row),
        "question": _question(row, prompts),
        "when": answered_at(row).astimezone(UTC).isoformat(timespec="seconds"),
        "muted": False,
    }
    if isinstance(row, schema.VoteRow):
        return shown | {"result": {"text": row.vote, "key": f"mine_vote_{row.vote}"}}
    if isinstance(row, schema.ResponseRow):
        fixed = {Status.OK: worded("mine_answered"), Status.SKIPPED: worded("mine_passed")}
        became = fixed.get(row.status, {"name": row.status.value})
        return shown | {"result": became, "muted": row.status is not Status.OK} | _scored(row)
    return shown | {"result": ""}


def _mode(row: schema.Row) -> Note:
    """What was played; of a quiz which one."""
    table = schema.table_of(row)
    mode = {"text": table, "key": f"mine_table_{table}"}
    if not isinstance(row, schema.ChoiceRow):
        return mode
    if row.benchmark in DEMOS:
        return worded(f"board_{DEMOS[row.benchmark]}")
    if row.benchmark in QUIZZES:
        spec = QUIZZES[row.benchmark]
        return worded("mine_quiz", quiz=worded(f"board_{spec.mode}"), name=spec.title)
    return worded("mine_quiz", quiz=mode, name=_short(row.benchmark))


def _question(row: schema.Row, prompts: Prompts) -> Note:
    """What was asked. Of places the recording: there all questions are the same."""
    question_id = str(getattr(row, "question_id", ""))
    prompt = prompts.get((str(getattr(row, "benchmark", "")), question_id), "")
    if prompt and isinstance(row, schema.ChoiceRow | schema.SpatialRow):
        return {"text": _short(prompt, MAX_PROMPT_CHARS)}
    return worded("mine_clip", name=_short(ENDING.sub("", question_id) or question_id))


def _scored(row: schema.ResponseRow) -> dict[str, object]:
    match row:
        case schema.GeoRow():
            away = [] if row.error_km is None else [worded("geo_km_away", km=_written(row.error_km))]
            late = [worded("geo_time_up")] if row.timed_out else []
            points = worded("points_of", right=f"{row.points:,.0f}", n=f"{MAX_SCORE:,.0f}")
            return {"details": [*away, *late], "score": points}
        case schema.ChoiceRow() | schema.SpatialRow() if row.correct is not None:
            return {"score": worded("mine_right" if row.correct else "mine_wrong")}
        case schema.ChoiceRow() | schema.SpatialRow() if row.status is Status.SKIPPED:
            return {}
    return {} if row.score is None else {"score": worded("mine_score", score=f"{row.score:.2f}")}


def _written(km: float) -> str:
    if km < 1:
        return f"{km:.3f}"
    return f"{km:,.1f}" if km < 10 else f"{km:,.0f}"


def _short(text: str, max_chars: int = MAX_QUESTION_CHARS) -> str:
    text = schema.clean_text(text)
    return text if len(text) <= max_chars else text[: max_chars - 1] + "\N{HORIZONTAL ELLIPSIS}"
