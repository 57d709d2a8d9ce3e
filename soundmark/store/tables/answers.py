"""The columns that every table of answers has, and those of answers that were given in a game."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from soundmark.store.columns import Cut, Id, Json, Row
from soundmark.types import ResponderKind, Status


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseRow(Row):
    """One answered question. Times are stored as the server's clock gave them, and never corrected."""

    response_id: Annotated[str, "UUIDv7, unique over all tables and deployments.", Id()]
    schema_version: Annotated[int, "Version of these columns."]
    benchmark: Annotated[str, "Which set of questions."]
    benchmark_revision: Annotated[str, "Which state of that set."]
    question_id: Annotated[str, "The question, unique within its benchmark."]
    responder_kind: Annotated[ResponderKind, "human, model or baseline."]
    responder_id: Annotated[
        str | None, "Anonymous id of a player, or name of a model; null when no id can be given."
    ] = None
    run_id: Annotated[str | None, "The model run this answer belongs to (table runs)."] = None
    setting: Annotated[str, "What the responder was given: audio, transcript, blind, ..."]
    prompt_id: Annotated[str | None, "Which wording of the question."] = None
    status: Annotated[Status, "ok, skipped, refused, unparsed or error."]
    raw_answer: Annotated[
        str | None,
        "The answer as it was given, cut at 200,000 characters. NUL and half characters are replaced by U+FFFD.",
        Cut("raw_answer_chars", "raw_answer_truncated"),
    ] = None
    score: Annotated[float | None, "Score by the benchmark's own rule; null when status is error."] = None
    shown_at: Annotated[datetime, "When the question was shown (UTC)."]
    answered_at: Annotated[
        datetime,
        "When the answer was accepted (UTC). Before shown_at when the server's clock was set back in between: "
        "then the time taken is not known.",
    ]
    listened_s: Annotated[float | None, "Seconds of sound that were played, as the browser counted them."] = None
    app_version: Annotated[str, "Version of the app."]
    deployment_id: Annotated[str, "Which deployment wrote the row."]
    salt_id: Annotated[str | None, "Ids of players compare only between rows with the same salt_id."] = None
    extra_json: Annotated[str | None, "A JSON object with whatever has no column yet.", Json()] = None
    status_reason: Annotated[
        str | None, "Why the status is not ok, in a word: empty, multiple, ambiguous, incomplete, timeout, ..."
    ] = None
    parser_version: Annotated[str | None, "Which parser read raw_answer; null when there was nothing to read."] = None
    repeat_index: Annotated[int | None, "Which repetition of the question in its run, from 0."] = None
    latency_s: Annotated[float | None, "Seconds until a model had answered, retries included."] = None
    raw_answer_chars: Annotated[int | None, "Length of the whole answer in characters, before it was cut."] = None
    raw_answer_truncated: Annotated[bool | None, "Whether raw_answer was cut."] = None
    imported_from: Annotated[
        str | None,
        "The published file an answer was read from, as its name and sha256:digest; null for an answer that was given "
        "to this app. Times of imported answers are those of the import.",
    ] = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRow(ResponseRow):
    """The columns of answers that people can give in a game; models leave them null."""

    play_count: Annotated[int | None, "How often playing was started."] = None
    input_method: Annotated[str | None, "How the answer was entered: map, keyboard, typed, click, ..."] = None
    time_limit_s: Annotated[int | None, "The round's time limit; null when there was none."] = None
    timed_out: Annotated[bool, "The limit ran out and the answer of that moment was taken."]
    game_id: Annotated[str | None, "The game this round belongs to."] = None
    game_kind: Annotated[str | None, "free, seed or daily."] = None
    game_seed: Annotated[str | None, "What decided which clips were dealt."] = None
    round_number: Annotated[int | None, "Position in the game, from 1."] = None
