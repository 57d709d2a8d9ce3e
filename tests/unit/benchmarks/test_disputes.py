"""Disputed questions stay, marked; the published answer stays the truth unless the owner's list says otherwise."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks import PackError, read_choice_pack
from soundmark.benchmarks.disputes import apply_disputes, disputes_beside, read_disputes
from soundmark.benchmarks.tau import read_tau
from tests.support.packs import tone
from tests.support.tau import current_row, write_lines

D07 = {"version": "2026-01", "exclude": ["clip-12", "clip-88"], "override": {"clip-40": {"answer": "C"}}}


def listed(folder: Path, content: object, name: str = "disputed.json") -> Path:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return path


def test_d07_all_questions_stay_and_the_list_stands_in_the_revision(tmp_path: Path) -> None:
    rows = [current_row(number, uniqueId=name) for number, name in enumerate(["clip-12", "clip-40", "clip-7"])]
    published = read_tau(write_lines(tmp_path / "questions.jsonl", rows))
    disputes = read_disputes(listed(tmp_path, D07))
    settled = apply_disputes(published, disputes)
    assert [question.truth.choice_index for question in published.questions] == [0, 1, 2]
    assert [question.truth.choice_index for question in settled.questions] == [0, 2, 2]
    assert [question.tags.get("disputed") for question in settled.questions] == ["excluded", "overridden", None]
    assert settled.revision == f"{published.revision}.disputed-2026-01-{disputes.digest}"
    assert {question.revision for question in settled.questions} == {settled.revision}
    assert [note.subject for note in settled.report.notes] == ["clip-88"]


def test_a_list_in_a_folder_of_clips_is_used(tmp_path: Path) -> None:
    tone(tmp_path / "a.wav")
    row = {"file_name": "a.wav", "question": "Which?", "options": ["x", "y"], "answer": "A", "question_id": "q"}
    write_lines(tmp_path / "metadata.jsonl", [row])
    without = read_choice_pack(tmp_path)
    listed(tmp_path, "# version: 1\nquestion_id,action,answer\nq,override,y\n", "disputed.csv")
    with_list = read_choice_pack(tmp_path)
    assert (without.questions[0].truth.choice_index, with_list.questions[0].truth.choice_index) == (0, 1)
    assert with_list.revision.startswith(f"{without.revision}.disputed-1-")


def test_a_question_whose_sound_is_missing_is_disputed_like_the_others(tmp_path: Path) -> None:
    tone(tmp_path / "a.wav")
    row = {"question": "Which?", "options": ["x", "y"], "answer": "A"}
    files = {"q": "a.wav", "gone": "gone.wav"}
    write_lines(tmp_path / "metadata.jsonl", [row | {"file_name": files[one], "question_id": one} for one in files])
    listed(tmp_path, "# version: 1\nquestion_id,action,answer\ngone,override,y\n", "disputed.csv")
    pack = read_choice_pack(tmp_path)
    assert [question.question_id for question in pack.questions] == ["q"]
    (lost,) = pack.unheard
    assert (lost.question.question_id, lost.question.truth.choice_index) == ("gone", 1)
    assert lost.question.revision == pack.revision and "gone.wav" in lost.why
    assert pack.report.notes == ()


def test_a_list_beside_published_rows_is_used_and_is_no_row(tmp_path: Path) -> None:
    for folder, name in (("one", "disputed.json"), ("two", "disputed.csv")):
        (tmp_path / folder).mkdir()
        write_lines(tmp_path / folder / "questions.jsonl", [current_row(1)])
        csv_text = "# version: 1\nquestion_id,action,answer\n00000001,exclude,\n"
        listed(tmp_path / folder, csv_text if name.endswith("csv") else {"version": "1", "exclude": ["00000001"]}, name)
        pack = read_tau(tmp_path / folder)
        assert [question.tags["disputed"] for question in pack.questions] == ["excluded"]
        assert ".disputed-1-" in pack.revision


def test_an_override_that_names_no_option_is_noted_and_the_published_answer_stays(tmp_path: Path) -> None:
    published = read_tau(write_lines(tmp_path / "questions.jsonl", [current_row(1)]))
    bad = {"version": "1", "override": {"00000001": {"answer": "E"}}}
    settled = apply_disputes(published, read_disputes(listed(tmp_path, bad)))
    assert settled.questions[0].truth == published.questions[0].truth
    assert "answer outside options" in settled.report.text()


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("", "disputed.json"),
        ("[]", "disputed.json"),
        ("[" * 9000, "disputed.json"),
        ({"exclude": ["a"]}, "disputed.json"),
        ({"version": "1 <b>", "exclude": ["a"]}, "disputed.json"),
        ({"version": "1", "exclude": "a"}, "disputed.json"),
        ({"version": "1", "exclude": [1]}, "disputed.json"),
        ({"version": "1", "override": ["a"]}, "disputed.json"),
        ({"version": "1", "exclude": ["a"], "override": {"a": "B"}}, "disputed.json"),
        ("question_id,action,answer\na,exclude,\n", "disputed.csv"),
        ("# version: 1\nid,action,answer\na,exclude,\n", "disputed.csv"),
        ("# version: 1\nquestion_id,action,answer\na,hide,\n", "disputed.csv"),
        ("# version: 1\nquestion_id,action,answer\na,exclude,\na,override,B\n", "disputed.csv"),
        ('# version: 1\nquestion_id,action,answer\n"a,exclude,\n', "disputed.csv"),
    ],
)
def test_what_is_no_list_gets_a_sentence(tmp_path: Path, content: Any, name: str) -> None:
    with pytest.raises(PackError, match=r"disputed\.") as caught:
        read_disputes(listed(tmp_path, content, name))
    assert str(tmp_path) not in str(caught.value)


def test_two_lists_get_a_sentence_and_none_is_none(tmp_path: Path) -> None:
    assert disputes_beside(tmp_path) is None
    listed(tmp_path, D07)
    listed(tmp_path, "# version: 1\n", "disputed.csv")
    with pytest.raises(PackError, match="Delete one"):
        disputes_beside(tmp_path)
