"""A folder with questions and options plays; every row that gives no question is named once."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import soundfile

from soundmark.benchmarks import ChoicePack, FindingKind, PackError, read_any_pack, read_choice_pack, read_pack
from soundmark.benchmarks.disputes import read_disputes
from soundmark.cli import main
from soundmark.types import ChoiceTruth, QuestionKind, Wording
from tests.conftest import ROOT
from tests.support.packs import tone

PLACES = ["Metro door", "Convenience store door", "Garbage truck", "Temple"]


def wav(frequency_hz: float = 440.0) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, 0.3 * np.sin(2 * np.pi * frequency_hz * np.arange(4000) / 8000), 8000, format="WAV")
    return file.getvalue()


def folder_of(folder: Path, rows: list[dict[str, Any]], *, table: str = "metadata.jsonl") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    if table == "metadata.jsonl":
        (folder / table).write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    else:
        names = list(dict.fromkeys(name for row in rows for name in row))
        with (folder / table).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, names)
            writer.writeheader()
            writer.writerows(rows)
    for index, name in enumerate(dict.fromkeys(row["file_name"] for row in rows if row.get("file_name"))):
        (folder / name).write_bytes(wav(440 + 10 * index))
    return folder


def row(**changes: Any) -> dict[str, Any]:
    return {"file_name": "a.wav", "question": "Which chime?", "options": PLACES, "answer": "B"} | changes


def columns(**changes: Any) -> dict[str, Any]:
    cells = {f"option_{letter}": text for letter, text in zip("abcd", PLACES, strict=True)}
    return {"file_name": "a.wav", "question": "Which chime?", **cells, "answer": "B"} | changes


def left_out(pack: ChoicePack) -> list[tuple[FindingKind, str]]:
    return [(finding.kind, finding.detail) for finding in pack.report.left_out]


def refusal_of(folder: Path, bad: dict[str, Any], *, table: str = "metadata.jsonl") -> tuple[FindingKind, str]:
    pack = read_choice_pack(folder_of(folder, [row(file_name="good.wav"), bad], table=table))
    assert [question.clip.path.name for question in pack.questions if question.clip.path] == ["good.wav"]
    ((kind, detail),) = left_out(pack)
    return kind, detail


def test_a_full_row_becomes_a_question(tmp_path: Path) -> None:
    full = columns(
        question="這是什麼聲音？",
        language="zh-hant",
        question_en="What is it?",
        option_a_en="One",
        option_b_en="Two",
        option_c_en="Three",
        option_d_en="Four",
        category="Transit",
        hop_type="Single-hop",
        clip_language="ZH",
        licence="CC0",
        source="a recorder",
        is_synthetic="true",
        question_id="q-1",
    )
    for table in ("metadata.csv", "metadata.jsonl"):
        pack = read_any_pack(folder_of(tmp_path / table[-4:], [full], table=table))
        (question,) = pack.questions
        assert question.kind is QuestionKind.CHOICE
        assert question.truth == ChoiceTruth(choice_index=1)
        assert (question.question_id, question.prompt, question.language) == ("q-1", "這是什麼聲音？", "zh-Hant")
        assert question.choices == tuple(PLACES)
        assert question.wordings == {"en": Wording(prompt="What is it?", choices=("One", "Two", "Three", "Four"))}
        assert question.tags == {"category": "Transit", "hop_type": "Single-hop", "clip_language": "zh"}
        assert (question.clip.licence, question.clip.source) == ("CC0", "a recorder")
        assert pack.is_synthetic


@pytest.mark.parametrize("answer", ["B", "b", "(B)", "2", "option2", "option_b", PLACES[1], f"B. {PLACES[1]}"])
@pytest.mark.parametrize("table", ["metadata.csv", "metadata.jsonl"])
def test_the_ways_of_naming_an_answer(tmp_path: Path, answer: str, table: str) -> None:
    pack = read_choice_pack(folder_of(tmp_path, [columns(answer=answer)], table=table))
    assert pack.questions[0].truth.choice_index == 1


def test_an_index_from_0_stands_in_a_column_of_its_own(tmp_path: Path) -> None:
    rows = [columns(answer="", answer_index=number, file_name=f"{number}.wav") for number in range(4)]
    for table in ("metadata.csv", "metadata.jsonl"):
        pack = read_choice_pack(folder_of(tmp_path / table[-4:], rows, table=table))
        assert [question.truth.choice_index for question in pack.questions] == [0, 1, 2, 3]


@pytest.mark.parametrize("n_options", range(2, 9))
def test_two_to_eight_options(tmp_path: Path, n_options: int) -> None:
    options = [f"place {number}" for number in range(n_options)]
    pack = read_choice_pack(folder_of(tmp_path, [row(options=options, answer=options[-1])]))
    assert pack.questions[0].choices == tuple(options)
    assert pack.questions[0].truth.choice_index == n_options - 1


@pytest.mark.parametrize(
    ("bad", "kind", "said"),
    [
        (row(answer="E"), FindingKind.BAD_ANSWER, "answer outside options"),
        (row(answer=None), FindingKind.BAD_ANSWER, "no answer"),
        (row(answer=1), FindingKind.BAD_ANSWER, "from 0 or from 1"),
        (row(answer=True), FindingKind.BAD_ANSWER, "no answer"),
        (row(answer=["A", "B"]), FindingKind.BAD_ANSWER, "several answers"),
        (row(answer="A. Temple"), FindingKind.BAD_ANSWER, "disagree"),
        (row(answer_index=3), FindingKind.BAD_ANSWER, "disagree"),
        (row(answer=None, answer_index=4), FindingKind.BAD_ANSWER, "0-based 0..3"),
        (row(options=["x", "x", "y", "z"]), FindingKind.BAD_ANSWER, "duplicate"),
        (row(options=["only"]), FindingKind.BAD_ANSWER, "1 options"),
        (row(options=[str(number) for number in range(9)]), FindingKind.BAD_ANSWER, "9 options"),
        (row(options=["x", "", "y"]), FindingKind.BAD_ANSWER, "option B is empty"),
        (row(options=["x", {"a": 1}]), FindingKind.BAD_ANSWER, "option B is no text"),
        (row(options="no list"), FindingKind.BAD_ANSWER, "no list"),
        (row(options={"A": "x", "C": "y"}), FindingKind.BAD_ANSWER, "run from A"),
        (row(option_a="x", option_b="y"), FindingKind.BAD_ANSWER, "differ"),
        (row(options=["x", "y" * 501]), FindingKind.BAD_ANSWER, "500 characters"),
        (row(question=" \u0000 "), FindingKind.BAD_VALUE, "no question"),
        (row(question="x" * 2001), FindingKind.BAD_VALUE, "2000 characters"),
        (row(question_id="x" * 201), FindingKind.BAD_VALUE, "200 characters"),
        (row(language="Klingon!"), FindingKind.BAD_VALUE, "language"),
        (row(file_name="../a.wav"), FindingKind.BAD_NAME, "leads out"),
    ],
)
def test_rows_that_give_no_question_are_named_with_a_reason(
    tmp_path: Path, bad: dict[str, Any], kind: FindingKind, said: str
) -> None:
    found, detail = refusal_of(tmp_path / "pack", bad)
    assert found is kind
    assert said in detail


def test_options_that_look_alike_once_cleaned_are_duplicates(tmp_path: Path) -> None:
    assert refusal_of(tmp_path, row(options=["x", "\u202ax", "y"]))[1] == "duplicate option text"


def test_options_stand_without_the_letters_that_some_put_before_them(tmp_path: Path) -> None:
    lettered = [f"{letter}. {text}" for letter, text in zip("ABCD", PLACES, strict=True)]
    composers = ["A. Dvořák", "J. Brahms", "C. Franck"]
    rows = [row(options=lettered), row(options=composers, answer=composers[2], file_name="b.wav")]
    pack = read_choice_pack(folder_of(tmp_path, rows))
    assert [question.choices for question in pack.questions] == [tuple(PLACES), tuple(composers)]


def test_several_questions_may_use_one_clip_and_none_comes_twice(tmp_path: Path) -> None:
    rows = [row(), row(question="Which city?"), row(options=PLACES[:3]), row()]
    pack = read_choice_pack(folder_of(tmp_path, rows))
    ids = [question.question_id for question in pack.questions]
    assert len(set(ids)) == 3
    assert all(question_id.startswith("a.wav#") for question_id in ids)
    assert [kind for kind, _ in left_out(pack)] == [FindingKind.REPEATED_ID]


def test_ids_stay_when_rows_are_added_or_moved(tmp_path: Path) -> None:
    first = read_choice_pack(folder_of(tmp_path / "one", [row()])).questions[0].question_id
    moved = read_choice_pack(folder_of(tmp_path / "two", [row(question="New?"), row(category="x")]))
    assert moved.questions[1].question_id == first


def test_the_revision_follows_what_is_asked_and_what_is_right(tmp_path: Path) -> None:
    def revision(name: str, *rows: dict[str, Any]) -> str:
        return read_choice_pack(folder_of(tmp_path / name, list(rows))).revision

    first = revision("one", row(question_id="q"))
    assert revision("two", row(question_id="q", category="x", licence="CC0")) == first
    assert revision("three", row(question_id="q", answer="C")) != first
    assert revision("four", row(question_id="q", question="Else?")) != first
    assert revision("five", row(question_id="q", options=[*PLACES[:3], "Shrine"])) != first
    assert revision("six", row(question_id="q"), row(question_id="r", file_name="b.wav")) != first


def test_a_translation_that_cannot_be_used_is_remarked_and_the_question_stays(tmp_path: Path) -> None:
    pack = read_choice_pack(folder_of(tmp_path, [row(question_en="Which?", options_en=["1", "2"], question_type="x")]))
    assert pack.questions[0].wordings == {}
    assert pack.questions[0].tags == {"question_type": "x"}
    assert [(note.kind, note.detail) for note in pack.report.notes] == [
        (FindingKind.BAD_WORDING, "en: 2 options instead of 4")
    ]


def test_a_language_of_the_clip_that_is_no_code_stays_a_tag_and_is_remarked(tmp_path: Path) -> None:
    pack = read_choice_pack(folder_of(tmp_path, [row(clip_language="Hakka, Sixian")]))
    assert pack.questions[0].tags == {"clip_language": "Hakka, Sixian"}
    assert [note.kind for note in pack.report.notes] == [FindingKind.BAD_VALUE]


def test_a_folder_of_another_kind_than_wanted_is_said(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="holds choice questions, and geo questions are wanted"):
        read_pack(folder_of(tmp_path, [row()]))


def test_bad_lines_are_named_and_the_others_kept(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [row()])
    good = (folder / "metadata.jsonl").read_bytes()
    bad = [b'{"file_name": "a.wav", ', b"[1, 2]", b'{"x": NaN}', b'{"x": 1, "x": 2}', b"\xff\xfe", b"[" * 5000]
    (folder / "metadata.jsonl").write_bytes(b"\xef\xbb\xbf" + b"\n".join([*bad[:3], good, *bad[3:]]) + b"\n\n")
    pack = read_choice_pack(folder)
    assert len(pack.questions) == 1
    assert [finding.subject for finding in pack.report.left_out] == [f"line {n}" for n in (1, 2, 3, 6, 7, 8)]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("file_name,question,options,answer,latitude,longitude", "several kinds"),
        ("file_name,question,answer", "lacks columns"),
        ("file_name,title", "lacks columns"),
        ("question,options,answer", "file_name"),
        ("file_name,question,options,answer,Answer", "answer twice"),
    ],
)
def test_columns_of_no_kind_or_of_several_get_a_sentence(tmp_path: Path, names: str, said: str) -> None:
    (tmp_path / "metadata.csv").write_text(f"{names}\n", "utf-8")
    with pytest.raises(PackError, match=said):
        read_any_pack(tmp_path)


def test_two_tables_get_a_sentence(tmp_path: Path) -> None:
    folder_of(tmp_path, [row()])
    folder_of(tmp_path, [columns()], table="metadata.csv")
    with pytest.raises(PackError, match="Delete one"):
        read_any_pack(tmp_path)


def test_the_kind_can_be_said_where_columns_fit_several(tmp_path: Path) -> None:
    folder = folder_of(tmp_path, [row(latitude=1, longitude=2)])
    assert read_any_pack(folder, kind=QuestionKind.CHOICE).questions[0].kind is QuestionKind.CHOICE
    assert read_any_pack(folder, kind=QuestionKind.GEO).questions[0].kind is QuestionKind.GEO
    assert read_pack(folder).questions[0].truth.place.longitude_deg == 2


def test_the_check_command_reads_every_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = folder_of(tmp_path, [row(), row(file_name="b.wav", answer="E")])
    assert main(["check", "--clips", str(folder)]) == 1
    told = capsys.readouterr()
    assert told.out.startswith("1 of 2 rows can be played.")
    assert "b.wav (answer outside options: E)" in told.out
    assert "left out" in told.err
    assert main(["check", "--clips", str(folder_of(tmp_path / "sound", [row()]))]) == 0
    assert capsys.readouterr().err == ""


def test_the_examples_of_the_documentation_are_read(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "packs.md").read_text("utf-8")
    blocks = [block.split("\n", 1) for block in page.split("```")[1::2]]
    tables = [(kind, text) for kind, text in blocks if "file_name" in text and kind in ("csv", "json")]
    kinds: list[QuestionKind] = []
    for number, (kind, text) in enumerate(tables):
        folder = tmp_path / str(number)
        folder.mkdir()
        (folder / ("metadata.csv" if kind == "csv" else "metadata.jsonl")).write_text(text, "utf-8")
        for name in ("rain.wav", "chime.wav", "room.flac"):
            if name in text:
                tone(folder / name, 3.5)
        pack = read_any_pack(folder)
        assert pack.report.left_out == pack.report.notes == ()
        kinds.append(pack.questions[0].kind)
    assert kinds == [QuestionKind.GEO, QuestionKind.CHOICE, QuestionKind.CHOICE, QuestionKind.SPATIAL]
    disputed = [text for _, text in blocks if "exclude" in text]
    for name, text in zip(("disputed.json", "disputed.csv"), disputed, strict=True):
        (tmp_path / name).write_text(text, "utf-8")
        assert read_disputes(tmp_path / name).exclude == {"clip-12"}
