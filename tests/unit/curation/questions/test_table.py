"""The editing table: what is written is read back, formulas are not run, and every wrong cell is named."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.curation.questions.cells import guarded, unguarded
from soundmark.curation.questions.checks import gives_away, is_written_in, question_faults, remarks
from soundmark.curation.questions.draft import Draft, QuestionsError
from soundmark.curation.questions.table import read_table, write_table

OPTIONS = ("Metro door", "Convenience store", "Garbage truck", "Night market")


def a_draft(question_id: str = "q-1", **changes: object) -> Draft:
    values: dict[str, object] = {
        "question_id": question_id, "file_name": "a/chime.wav", "question": "Where is this heard?", "options": OPTIONS,
        "answer_index": 1, "hop_type": "Multi-hop", "category": "Retail", "description": "store chime",
    }  # fmt: skip
    return Draft(**(values | changes))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["table.csv", "table.jsonl"])
def test_a_table_comes_back_as_it_was(tmp_path: Path, name: str) -> None:
    drafts = (
        a_draft(),
        a_draft("q-2", question="=HYPERLINK(1)?", options=("-5", "+x", "'=y", "@z"), is_kept=False),
        a_draft("q-3", language="zh-Hant", question="這是哪裡的聲音？", more={"licence": "CC0-1.0"}),
    )
    write_table(tmp_path / name, drafts)
    found = read_table(tmp_path / name)
    assert found.problems == () and [dict(one.more) for one in found.drafts] == [{}, {}, {"licence": "CC0-1.0"}]
    assert [one.question_id for one in found.kept] == ["q-1", "q-3"]
    for one, back in zip(drafts, found.drafts, strict=True):
        assert (one.question, one.options, one.answer, one.hop_type, one.description, one.language) == (
            back.question, back.options, back.answer, back.hop_type, back.description, back.language
        )  # fmt: skip


def test_no_cell_of_a_table_is_a_formula(tmp_path: Path) -> None:
    more = {"=cmd": "x", "note": "\t=1"}
    write_table(
        tmp_path / "t.csv", [a_draft(question="=1+1", category="@SUM(A1)", options=("+1", "-2", "＝3", "x"), more=more)]
    )
    with (tmp_path / "t.csv").open(encoding="utf-8-sig", newline="") as file:
        cells = [cell for row in csv.reader(file) for cell in row]
    assert not [cell for cell in cells if cell[:1] in tuple("=+-@\t\r\n＝＋－＠") and cell]


@given(st.text())
def test_a_guard_can_be_taken_off(text: str) -> None:
    assert unguarded(guarded(text)) == text
    assert guarded(text)[:1] not in {"=", "+", "-", "@", "\t", "\r", "\n"}


def test_wrong_cells_are_named_by_row_and_column_and_other_rows_are_kept(tmp_path: Path) -> None:
    header = "question_id;keep;file_name;question;option_a;option_b;option_c;option_d;answer;hop_type;language"
    lines = [
        header,
        "q-1;;a.wav;Where?;bus;tram;ferry;bell;C;multi hop;",
        "q-2;perhaps;../b.wav;Where?;bus;Bus;ferry;;E;three;english",
        "q-1;;a.wav;Where else?;bus;tram;ferry;bell;tram;;",
        "too;short",
        ";no;c.wav;What?;bus;tram;ferry;bell;4;;",
    ]
    (tmp_path / "t.csv").write_text("\n".join(lines), encoding="utf-8")
    found = read_table(tmp_path / "t.csv")
    assert [(one.answer, one.hop_type, one.is_kept) for one in found.drafts] == [
        ("C", "Multi-hop", True),
        ("D", "", False),
    ]
    assert found.drafts[1].question_id.startswith("q-")
    assert sorted((one.where, one.column) for one in found.problems) == [
        ("line 3", "file_name"), ("line 3", "hop_type"), ("line 3", "keep"), ("line 3", "language"),
        ("line 3", "option_b"), ("line 3", "option_d"), ("line 4", "question_id"), ("line 5", ""),
    ]  # fmt: skip


def test_files_that_are_no_tables(tmp_path: Path) -> None:
    (tmp_path / "empty.csv").write_text("")
    (tmp_path / "latin.csv").write_bytes(b"file_name,question\n\xe9,\xe9\n")
    (tmp_path / "lacks.csv").write_text("file_name,question\na,b\n")
    (tmp_path / "twice.csv").write_text("file_name,File Name\na,b\n")
    (tmp_path / "t.xlsx").write_bytes(b"PK")
    for name, said in (
        ("empty.csv", "is empty"), ("latin.csv", "UTF-8"), ("lacks.csv", "answer"), ("twice.csv", "twice"),
        ("t.xlsx", "no table"), ("none.csv", "no file"),
    ):  # fmt: skip
        with pytest.raises(QuestionsError, match=said):
            read_table(tmp_path / name)


@pytest.mark.parametrize(
    ("question", "options", "betrays"),
    [
        ("Which metro door closes here?", OPTIONS[:1] + OPTIONS[1:], True),
        ("Which METRO, doors or door?", OPTIONS, False),
        ("Is it a metro door, convenience store, garbage truck or night market?", OPTIONS, False),
        ("便利商店的門鈴在哪裡響？", ("便利商店", "捷運", "夜市", "公園"), True),
        ("這是哪裡的聲音？", ("便利商店", "捷運", "夜市", "公園"), False),
        ("Where do trams ring?", ("Tram", "Bus", "Ferry", "Bell"), False),
    ],
)
def test_a_question_that_holds_its_answer(question: str, options: tuple[str, ...], betrays: bool) -> None:
    assert bool(gives_away(question, options, 0)) is betrays


def test_languages_and_options() -> None:
    assert is_written_in("這是 7-Eleven 的聲音嗎？", "zh-Hant") and not is_written_in("Where is it?", "zh-Hant")
    assert is_written_in("ঘণ্টাটি কোথায়?", "bn") and not is_written_in("Где это?", "en") and is_written_in("?", "ru")
    faults = question_faults("Where?", ("The bus.", "bus", "All of the above", "x" * 501), "en")
    assert [column for column, _ in faults] == ["option_b", "option_c", "option_d"]
    assert question_faults("Where?", ("a", "b", "c"), "en") == [("options", "3 options instead of 4")]
    assert [c for c, _ in remarks("Where?", ("a very long and exact option", "bus", "tram", "ferry"), 0)] == [
        "option_a"
    ]
    assert "repeats the word bell" in remarks("Which bell rings?", ("temple bell", "bus", "tram", "ferry"), 0)[-1][1]
