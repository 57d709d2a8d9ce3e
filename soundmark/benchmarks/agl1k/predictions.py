"""Files of answers as AGL1K's authors publish them: `_progress_fixed.json`, `.jsonl` and `_progress.csv`."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from soundmark.audio.errors import shown
from soundmark.types import SoundmarkError

MAX_FILE_BYTES = 512 * 1024 * 1024
NEEDED = ("predicted_latitude", "predicted_longitude")
_LINES_NAMED = 5

_Row = tuple[str, object]
"""Where it stands, and what was read there."""


class PredictionsError(SoundmarkError):
    """A file of answers that cannot be scored at all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """One answered question: the values as texts, None where there is none (absent, null or NaN)."""

    question_id: str
    latitude: str | None
    longitude: str | None
    city: str | None
    country: str | None
    continent: str | None
    true_latitude: str | None
    true_longitude: str | None
    true_city: str | None
    true_country: str | None
    true_continent: str | None
    output: str | None
    reasoning: str | None = None
    seed: str | None = None


@dataclass(frozen=True, slots=True)
class Predictions:
    """The answers in the order of the file, one a question, and sentences on rows that were left out."""

    answers: tuple[Prediction, ...]
    remarks: tuple[str, ...]


def read_predictions(path: Path) -> Predictions:
    """Read a file of answers in any of the published forms, told by its content.

    A JSON array, JSON objects on lines (with the token NaN, which JSON does not know), or CSV with a header. Numbers
    and texts are taken alike, since one form writes every value as a text.

    Raises:
        PredictionsError: when it is none of them, or no answer comes of it.
    """
    text = _text(path)
    name = shown(path.name)
    begin = text.lstrip()[:1]
    if not begin:
        raise PredictionsError(f"{name} is empty.")
    rows = _array(text, name) if begin == "[" else _lines(text) if begin == "{" else _table(text, name)
    predictions = _predictions(rows)
    if not predictions.answers:
        told = " ".join(predictions.remarks)
        raise PredictionsError(f"{name} holds no answers with question_id, {' and '.join(NEEDED)}. {told}".rstrip())
    return predictions


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MAX_FILE_BYTES:
            raise PredictionsError(f"{shown(path.name)} has more than {MAX_FILE_BYTES // 2**20} MB. Split it.")
        return path.read_bytes().decode("utf-8-sig", errors="replace")
    except FileNotFoundError as error:
        raise PredictionsError(f"There is no file {shown(path.name)}. Check the name.") from error
    except OSError as error:
        raise PredictionsError(f"{shown(path.name)} cannot be read ({error.strerror}). Check its name.") from error


def _array(text: str, name: str) -> Iterator[_Row]:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise PredictionsError(f"{name} begins like a JSON array and is none ({_reason(error)}).") from error
    return ((f"item {number}", item) for number, item in enumerate(found, start=1))


def _lines(text: str) -> Iterator[_Row]:
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip():
            try:
                yield f"line {number}", json.loads(line)
            except (ValueError, RecursionError):
                yield f"line {number}", None


def _table(text: str, name: str) -> Iterator[_Row]:
    reader = csv.reader(io.StringIO(text, newline=""))
    try:
        header = next(reader)
        if not {"question_id", *NEEDED} <= set(header):
            raise PredictionsError(f"{name} is neither JSON nor a table with question_id and {' and '.join(NEEDED)}.")
        for cells in reader:
            fits = len(cells) == len(header)
            yield (
                f"line {reader.line_num}",
                {name: cell or None for name, cell in zip(header, cells, strict=True)} if fits else None,
            )
    except csv.Error as error:
        raise PredictionsError(f"{name} is not a table ({error}). Check its quotation marks.") from error


def _predictions(rows: Iterator[_Row]) -> Predictions:
    answers: dict[str, Prediction] = {}
    bad: list[str] = []
    lacking: list[str] = []
    repeated: list[str] = []
    for place, row in rows:
        if not isinstance(row, dict):
            bad.append(place)
        elif not (question_id := _value(row.get("question_id"))) or not set(NEEDED) <= row.keys():
            lacking.append(place)
        elif question_id in answers:
            repeated.append(place)
        else:
            answers[question_id] = _prediction(question_id, row)
    remarks = [
        *_remark(bad, "that cannot be read"),
        *_remark(lacking, "without a question_id or a predicted place"),
        *_remark(repeated, "on a question that was answered before: the first answer counts"),
    ]
    return Predictions(tuple(answers.values()), tuple(remarks))


def _prediction(question_id: str, row: dict[object, object]) -> Prediction:
    def value(name: str) -> str | None:
        return _value(row.get(name))

    return Prediction(
        question_id=question_id,
        latitude=value("predicted_latitude"),
        longitude=value("predicted_longitude"),
        city=value("predicted_city"),
        country=value("predicted_country"),
        continent=value("predicted_continent"),
        true_latitude=value("true_latitude"),
        true_longitude=value("true_longitude"),
        true_city=value("true_city"),
        true_country=value("true_country"),
        true_continent=value("true_continent"),
        output=value("model_output"),
        reasoning=value("reasoning"),
        seed=value("seed"),
    )


def _value(found: object) -> str | None:
    """A value as text: numbers as Python writes them, which is how the published rules see them."""
    if found is None or (isinstance(found, float) and math.isnan(found)):
        return None
    return found if isinstance(found, str) else str(found)


def _remark(places: list[str], what: str) -> list[str]:
    if not places:
        return []
    more = f" and {len(places) - _LINES_NAMED} more" if len(places) > _LINES_NAMED else ""
    count = "1 row" if len(places) == 1 else f"{len(places)} rows"
    return [f"Left out {count} {what} ({', '.join(places[:_LINES_NAMED])}{more})."]


def _reason(error: Exception) -> str:
    return shown(str(error)) if isinstance(error, ValueError) else "nested too deeply"
