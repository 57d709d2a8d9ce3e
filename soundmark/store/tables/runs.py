"""The table `runs`."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar

from soundmark.store.columns import Cut, Id, Json, Row
from soundmark.types import ResponderKind


@dataclass(frozen=True, slots=True, kw_only=True)
class RunRow(Row):
    """A model, or a baseline, that went over a benchmark; written once, when it ends or stops."""

    ABOUT: ClassVar[str] = (
        "A model, or a baseline, that went over a benchmark; written once, when it ends or stops. A run that was taken "
        "up again is a row of its own, which names the one before. Its answers carry the run_id."
    )

    run_id: Annotated[str, "UUIDv7, unique over all tables and deployments.", Id()]
    schema_version: Annotated[int, "Version of these columns."]
    continues_run_id: Annotated[
        str | None, "The stopped run that this one takes up; null for a run from the start."
    ] = None
    benchmark: Annotated[str, "Which set of questions."]
    benchmark_revision: Annotated[str, "Which state of that set."]
    responder_kind: Annotated[ResponderKind, "model or baseline."]
    responder_id: Annotated[str, "Name of the model or baseline."]
    model_revision: Annotated[str | None, "Which state of the model, as its endpoint says."] = None
    endpoint_kind: Annotated[str | None, "Which protocol the model spoke, as openai or gemini; never an address."] = (
        None
    )
    setting: Annotated[str, "What the model was given: audio, transcript, blind, ..."]
    prompt_id: Annotated[str | None, "Which wording of the question."] = None
    prompt: Annotated[
        str | None,
        "That wording, with {} for what the question fills in, cut at 200,000 characters.",
        Cut("prompt_chars", "prompt_truncated"),
    ] = None
    prompt_chars: Annotated[int | None, "Length of the whole prompt in characters."] = None
    prompt_truncated: Annotated[bool | None, "Whether prompt was cut."] = None
    parameters_json: Annotated[
        str | None, "A JSON object with the parameters that were sent, as temperature.", Json()
    ] = None
    audio_sent: Annotated[str | None, "Form of the sound that was sent, as wav 16000 Hz mono."] = None
    parser_version: Annotated[str | None, "Which parser read the answers."] = None
    repeats: Annotated[int, "How often each question was asked."]
    question_count: Annotated[int, "Questions of the benchmark that the run was to ask."]
    answer_count: Annotated[int, "Answers logged, whatever their status."]
    ok_count: Annotated[int, "Answers with status ok."]
    refused_count: Annotated[int, "Answers with status refused."]
    unparsed_count: Annotated[int, "Answers with status unparsed."]
    error_count: Annotated[int, "Answers with status error, which are left out of score_mean."]
    score_mean: Annotated[
        float | None, "Mean score, refused and unparsed as 0; null without an answer that counts."
    ] = None
    is_complete: Annotated[bool, "Whether every question was asked."]
    started_at: Annotated[datetime, "When the run began (UTC)."]
    ended_at: Annotated[
        datetime, "When it ended or stopped (UTC). Before started_at when the clock was set back in between."
    ]
    input_tokens: Annotated[int | None, "Tokens sent, as the endpoint counted them."] = None
    output_tokens: Annotated[int | None, "Tokens received, as the endpoint counted them."] = None
    cost_usd: Annotated[float | None, "Price of the run in US dollars, by the price list it was given."] = None
    app_version: Annotated[str, "Version of the app."]
    deployment_id: Annotated[str, "Which deployment wrote the row."]
    extra_json: Annotated[str | None, "A JSON object with whatever has no column yet.", Json()] = None
    imported_from: Annotated[str | None, "The published file the run was read from; null for a run of this app."] = None
