"""Files of answers are read in each published form, and whatever else is in them is said."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from soundmark.benchmarks.agl1k.predictions import Prediction, Predictions, PredictionsError, read_predictions
from tests.support.agl1k import GEMINI, GPT_4O, QWEN, needs

ROW: dict[str, Any] = {
    "question": "Where?", "task_id": "audio_localization", "question_id": "aporee_1_2", "true_city": "Rome",
    "true_country": "Italy", "true_continent": "Europe", "true_longitude": 12.5, "true_latitude": 41.9,
    "description": "", "title": "", "predicted_city": "Paris", "predicted_country": "France",
    "predicted_continent": "Europe", "predicted_longitude": 2.35, "predicted_latitude": 48.85,
    "reasoning": "a \"quoted\" word, and\nlines", "model_output": "```json\n{}\n```", "seed": 42,
}  # fmt: skip


def read(folder: Path, content: str | bytes) -> Predictions:
    path = folder / "answers"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_predictions(path)


def as_csv(rows: list[dict[str, Any]]) -> str:
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, list(ROW), quoting=csv.QUOTE_ALL)
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def strings(row: dict[str, Any]) -> dict[str, str]:
    return {name: str(value) for name, value in row.items()}


@pytest.mark.parametrize(
    "content",
    [
        json.dumps([ROW], indent=4),
        json.dumps([strings(ROW)]),
        json.dumps(ROW) + "\n",
        "\ufeff" + json.dumps(ROW),
        as_csv([ROW]),
    ],
)
def test_one_answer_in_every_published_form(tmp_path: Path, content: str) -> None:
    found = read(tmp_path, content)
    assert found.remarks == ()
    assert found.answers == (
        Prediction(
            question_id="aporee_1_2", latitude="48.85", longitude="2.35", city="Paris", country="France",
            continent="Europe", true_latitude="41.9", true_longitude="12.5", true_city="Rome", true_country="Italy",
            true_continent="Europe", output="```json\n{}\n```", reasoning='a "quoted" word, and\nlines', seed="42",
        ),
    )  # fmt: skip


@pytest.mark.parametrize(("path", "count"), [(QWEN, 1442), (GEMINI, 263), (GPT_4O, 304)])
def test_the_published_files(path: Path, count: int) -> None:
    found = read_predictions(needs(path))
    assert (len(found.answers), found.remarks) == (count, ())


def test_nan_null_and_absent_are_no_value(tmp_path: Path) -> None:
    lines = ['{"question_id": "a", "predicted_latitude": NaN, "predicted_longitude": null}']
    found = read(tmp_path, "\n".join(lines)).answers[0]
    assert (found.latitude, found.longitude, found.city) == (None, None, None)


def test_bad_rows_are_named_and_the_others_kept(tmp_path: Path) -> None:
    good = json.dumps(ROW)
    nested = "[" * 100_000
    text = "\n".join([good, '{"broken', "[1]", nested, good, json.dumps({"question_id": "b"}), ""])
    found = read(tmp_path, text)
    assert len(found.answers) == 1
    assert found.remarks == (
        "Left out 3 rows that cannot be read (line 2, line 3, line 4).",
        "Left out 1 row without a question_id or a predicted place (line 6).",
        "Left out 1 row on a question that was answered before: the first answer counts (line 5).",
    )


@pytest.mark.parametrize(
    "content",
    [
        b"", b" \n", b"[", b"[]", b"[1, 2]", b"{}", b"a,b\n1,2\n", b"\x89PNG\x00\xff", b"[" * 100_000, b"{" * 100_000,
        b"question_id,predicted_latitude,predicted_longitude\n", b"[" + b"9" * 10_000 + b"]",
        b"question_id\n" + b"x" * 300_000,
    ],
)  # fmt: skip
def test_what_is_no_file_of_answers_is_refused(tmp_path: Path, content: bytes) -> None:
    with pytest.raises(PredictionsError) as caught:
        read(tmp_path, content)
    assert str(tmp_path) not in str(caught.value)
    assert len(str(caught.value)) < 500


def test_an_absent_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(PredictionsError, match="no file absent"):
        read_predictions(tmp_path / "absent")
    with pytest.raises(PredictionsError):
        read_predictions(tmp_path)


VALUES = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=30), st.lists(st.integers(), max_size=2)
)


@settings(deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=60)
@given(st.lists(st.dictionaries(st.sampled_from(sorted(ROW)), VALUES), max_size=4))
@example([ROW | {"predicted_latitude": 10**400}])
def test_any_values_of_any_type(tmp_path: Path, rows: list[dict[str, Any]]) -> None:
    """Whatever a row holds, it is an answer or it is reported."""
    try:
        found = read(tmp_path, json.dumps([ROW | {"question_id": "first"}, *rows]))
    except PredictionsError:
        return
    assert found.answers[0].question_id == "first"
    assert len(found.answers) + sum(remark.count("item ") for remark in found.remarks) == len(rows) + 1
