"""What an answer has beside the columns of its table, for `extra_json`."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.evaluation.answered import Answered
from soundmark.evaluation.task import Reading, Task
from soundmark.models.answer import PlaceAnswer
from soundmark.models.reply import ReplyDetail

MAX_REASONING_CHARS = 50_000
"""Of thoughts in `extra_json`, which as a whole must not be longer than a text of the log."""
MAX_DETAIL_CHARS = 1_000


def extra_of(answered: Answered, reading: Reading, task: Task) -> dict[str, object]:
    """What has no column: how the answer was read and what was sent, what came with it and what it took."""
    reply, spent, second = answered.reply, answered.spent, answered.second
    found: Mapping[str, object] = {
        "rule": reading.rule,
        "matched": reading.matched[:MAX_DETAIL_CHARS],
        "prompt_sha256": task.prompt_sha256,
        "media": [
            {"sha256": one.sha256, "bytes": one.n_bytes, "form": one.form, "seconds": one.duration_s}
            for one in answered.media
        ],
        "clip_sha256": answered.clip_sha256,
        "input_tokens": spent.input_tokens,
        "output_tokens": spent.output_tokens,
        "cost_usd": spent.cost_usd,
        "failed_tries": answered.n_failed_tries,
        "invalid_tries": answered.n_invalid_tries,
        "reasoning": "" if reply is None else _reasoning(reading, reply.reasoning)[:MAX_REASONING_CHARS],
        "model_revision": "" if reply is None else reply.model_revision,
        "details": {} if reply is None else _details(reply.details),
        "failure": answered.failure_text[:MAX_DETAIL_CHARS],
        "second_reading": None
        if second is None
        else {
            "model": second.model,
            "status": second.status,
            "answer": second.answer,
            "raw": second.raw[:MAX_DETAIL_CHARS],
        },
    }
    return {name: value for name, value in found.items() if value not in (None, "", {}, [])}


def _details(details: Mapping[str, ReplyDetail]) -> dict[str, ReplyDetail]:
    short = {name: value[:MAX_DETAIL_CHARS] if isinstance(value, str) else value for name, value in details.items()}
    return {name: value for name, value in short.items() if value is not None}


def _reasoning(reading: Reading, thoughts: str) -> str:
    """The model's thoughts, else the explanation in its answer."""
    place = reading.answer
    return thoughts or (place.reasoning if isinstance(place, PlaceAnswer) else "")
