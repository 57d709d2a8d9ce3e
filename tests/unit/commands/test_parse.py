"""`parse` on the command line: what it prints a line, and what it says of lines it cannot use."""

from __future__ import annotations

import io
import json
import sys

import pytest

from soundmark.cli import main
from soundmark.commands import parse as command
from soundmark.models.parsing import PARSER_VERSION

Capture = pytest.CaptureFixture[str]


def run(monkeypatch: pytest.MonkeyPatch, data: str | bytes, *arguments: str) -> int:
    raw = data.encode() if isinstance(data, str) else data
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(raw), encoding="utf-8"))
    return main(["parse", *arguments])


def rows(capsys: Capture) -> tuple[list[dict[str, object]], str]:
    printed = capsys.readouterr()
    return [json.loads(line) for line in printed.out.splitlines()], printed.err


def test_choices_keep_the_other_fields(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    own = '{"id": 7, "answer": "Answer: B", "options": ["x y", "z w"]}'
    lines = f'{own}\n\n{{"id": 8, "answer": "no idea", "status": "old"}}\n'
    assert run(monkeypatch, lines, "--kind", "choice", "--options", "one thing|other thing") == 0
    (first, second), error = rows(capsys)
    assert error == ""
    assert first == {
        "id": 7, "options": ["x y", "z w"], "raw_answer": "Answer: B", "status": "ok", "answer": 1, "letter": "B",
        "reason": "", "rule": "cue", "matched": "Answer B", "parser_version": PARSER_VERSION,
    }  # fmt: skip
    assert (second["status"], second["answer"], second["letter"], second["given_status"]) == (
        "refused",
        None,
        None,
        "old",
    )


def test_plain_lines_with_options_given_one_by_one(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    options = ["--options", "cat", "--options", "dog", "a|b"]
    assert run(monkeypatch, "\ufeffa dog\n(C)\n", "--kind", "choice", *options) == 0
    found, _ = rows(capsys)
    assert [row["letter"] for row in found] == ["B", "C"]


def test_numbered_options(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    lines = '2\n{"answer": "2", "numbered": false}\n'
    assert run(monkeypatch, lines, "--kind", "choice", "--numbered", "--options", "cat|dog") == 0
    assert [row["answer"] for row in rows(capsys)[0]] == [1, None]


def test_places_and_distances(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert run(monkeypatch, '{"answer": "48.8566, 2.3522"}\nsomewhere\n', "--kind", "geo") == 0
    (first, second), _ = rows(capsys)
    assert first["answer"] == {
        "latitude_deg": 48.8566,
        "longitude_deg": 2.3522,
        "city": "",
        "country": "",
        "continent": "",
    }
    assert (second["status"], second["answer"]) == ("unparsed", None)
    assert run(monkeypatch, '{"prediction": 2.5}\n', "--kind", "distance", "--plain") == 0
    assert rows(capsys)[0][0]["answer"] == 2.5


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b'{"answer": ', "no JSON object"),
        (b'{"id": 1}', 'no field "answer"'),
        (b'{"answer": 2}', "no text"),
        (b'{"answer": "A", "weight": NaN}', "NaN is not JSON"),
        (b'{"answer": "A", "weight": 1e999}', "too large"),
        (b'{"answer": "A", "options": ["one"]}', "1 options"),
        (b'{"answer": "A", "options": "a|b"}', "a list of texts"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"\xff\xfe", "not UTF-8"),
    ],
)
def test_a_broken_line_gets_a_sentence_and_the_others_go_on(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, line: bytes, sentence: str
) -> None:
    assert run(monkeypatch, b"A\n" + line + b"\nB", "--kind", "choice", "--options", "cat|dog") == 1
    found, error = rows(capsys)
    assert [row["letter"] for row in found] == ["A", "B"]
    assert error.startswith("Line 2: ") and sentence in error


def test_endless_lines_are_passed_over(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setattr(command, "MAX_LINE_BYTES", 2**20)
    lines = "x" * (3 * 2**20) + "\nB\n"
    assert run(monkeypatch, lines, "--kind", "choice", "--options", "cat|dog") == 1
    found, error = rows(capsys)
    assert [row["letter"] for row in found] == ["B"]
    assert error.startswith("Line 1: It has more than 1 MB")


def test_half_a_character_is_printed_as_it_came(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert run(monkeypatch, '{"answer": "\\ud800 B"}', "--kind", "choice", "--options", "cat|dog") == 0
    assert rows(capsys)[0][0]["raw_answer"] == "\ud800 B"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--kind", "geo", "--options", "a|b"], "belong to --kind choice"),
        (["--kind", "choice", "--options", "a|a"], "must differ"),
    ],
)
def test_options_that_do_not_fit(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture, arguments: list[str], sentence: str
) -> None:
    assert run(monkeypatch, "A\n", *arguments) == 2
    assert sentence in capsys.readouterr().err


def test_choices_without_options(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert run(monkeypatch, "A\n", "--kind", "choice") == 1
    assert "Name its options" in capsys.readouterr().err
