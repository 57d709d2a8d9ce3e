"""TAU's rows become questions in every layout its authors published, and nothing of a row betrays the answer."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import Any

import pytest

from soundmark.benchmarks import ChoicePack, FindingKind, PackError
from soundmark.benchmarks.tau import read_tau
from soundmark.cli import main
from soundmark.types import ChoiceQuestion, ChoiceTruth, QuestionKind, Wording
from tests.conftest import ROOT
from tests.support.corrupt import corruptions
from tests.support.table_damage import changed_tables, check_fields
from tests.support.tau import CLIPS, TYPES, current_row, demo_row, older_row, write_csv, write_lines, write_parquet

REAL = ROOT.parent / "shared" / "real" / "tau"
WRITE = {".parquet": write_parquet, ".jsonl": write_lines, ".csv": write_csv}
LEAKS = ("leak", "洩漏", "youtu", "98765", "98999")


def left_out(pack: ChoicePack) -> list[tuple[FindingKind, str]]:
    return [(finding.kind, finding.detail) for finding in pack.report.left_out]


@pytest.mark.parametrize("ending", [".parquet", ".jsonl"])
def test_the_current_layout(tmp_path: Path, ending: str) -> None:
    rows = [current_row(number) for number in range(40)]
    write = write_parquet if ending == ".parquet" else write_lines
    pack = read_tau(write(tmp_path / "data" / f"train-00000-of-00001{ending}", rows))
    assert (pack.benchmark, len(pack.questions), pack.report.left_out) == ("tau", 40, ())
    for row, question in zip(rows, pack.questions, strict=True):
        assert question.kind is QuestionKind.CHOICE
        assert (question.question_id, question.prompt) == (row["uniqueId"], row["question"])
        assert (question.language, question.wordings) == ("zh-Hant", {})
        assert question.choices == tuple(row["options"])
        assert question.truth == ChoiceTruth(choice_index="ABCD".index(row["answer"]))
        assert question.tags == {"category": row["type"], "hop_type": row["hopType"]}
        assert question.clip.address == row["audioPath"]
        assert question.clip.key == row["audioPath"].removeprefix(CLIPS).removesuffix(".mp3")
        assert question.clip.path is None


def test_the_demonstration_has_english_and_its_leaks_stay_behind(tmp_path: Path) -> None:
    pack = read_tau(write_lines(tmp_path / "questions.jsonl", [demo_row(number) for number in range(20)]))
    assert len(pack.questions) == 20
    for number, question in enumerate(pack.questions):
        choices = tuple(f"choice {number}{letter}" for letter in "abcd")
        assert question.wordings == {"en": Wording(prompt=f"Item {number}: which sound is it?", choices=choices)}
        assert set(question.tags) == {"category", "hop_type"}
        assert not any(leak in repr(dataclasses.asdict(question)) for leak in LEAKS)


def test_the_older_layout_has_a_configuration_for_each_type(tmp_path: Path) -> None:
    for number, name in enumerate(TYPES):
        write_parquet(tmp_path / name / "train-00000-of-00001.parquet", [older_row(number), older_row(100 + number)])
    pack = read_tau(tmp_path)
    assert len(pack.questions) == 20
    assert {question.tags["category"] for question in pack.questions} == set(TYPES)
    by_id = {str(question.question_id): question for question in pack.questions}
    third = by_id["00000002"]
    assert third.choices == ("選項2甲", "選項2乙", "選項2丙", "選項2丁")
    assert third.truth.choice_index == 2
    assert (third.clip.key, third.clip.address) == ("00000002_2", f"{CLIPS}00000002_2.mp3")
    assert third.tags == {"category": "Announcement"}
    assert not any(leak in repr(pack.questions) for leak in LEAKS)


def test_the_20_published_rows_of_the_demonstration() -> None:
    if not REAL.is_dir():
        pytest.skip("the published rows are not on this machine")
    pack = read_tau(REAL)  # the folder also holds the rows of the leaderboard
    assert pack.report.text() == "20 of 20 rows can be played."
    first = pack.questions[0]
    assert (first.question_id, first.clip.key) == ("91AAC254", "00000076_1")
    assert first.choices[first.truth.choice_index] == "全聯福利中心"
    assert first.wordings["en"].choices[first.truth.choice_index] == "PX Mart"
    assert len({question.clip.key for question in pack.questions}) == 18
    assert {question.tags["category"] for question in pack.questions} == set(TYPES)
    assert sum(question.tags["hop_type"] == "Single-hop" for question in pack.questions) == 10
    assert not any("youtu" in repr(question) or question.clip.path for question in pack.questions)


def test_clips_beside_the_rows_are_used(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "questions.jsonl", [current_row(0), current_row(2), current_row(4)])
    (tmp_path / "audio").mkdir()
    here = [tmp_path / "00000000_1.mp3", tmp_path / "audio" / "00000001_3.mp3"]
    for file in here:
        file.write_bytes(b"x")
    assert [question.clip.path for question in read_tau(path).questions] == [*here, None]


@pytest.mark.parametrize(
    "address",
    [
        "http://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/a_1.mp3",
        "https://huggingface.co.evil.example/datasets/chenjoachim/TAU-dataset/resolve/main/a_1.mp3",
        "https://huggingface.co@127.0.0.1/datasets/chenjoachim/TAU-dataset/resolve/main/a_1.mp3",
        "https://huggingface.co:8443/datasets/chenjoachim/TAU-dataset/resolve/main/a_1.mp3",
        "https://huggingface.co/datasets/somebody/else/resolve/main/a_1.mp3",
        "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/../../../../x/a_1.mp3",
        "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/%2e%2e/a_1.mp3",
        "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/../a_1.mp3",
        "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/a_1.exe",
        "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/a_1.mp3?x=http://169.254.169.254/",
        "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/a\u200b_1.mp3",
        "https://[huggingface.co/a_1.mp3",
        "file:///etc/passwd",
        "http://169.254.169.254/latest/meta-data/",
        "../../a_1.mp3",
        "/etc/a_1.mp3",
        "-rf.mp3",
        "x" * 100_000,
        "",
        None,
        7,
        {"bytes": "x"},
        ["a_1.mp3"],
    ],
)
def test_sounds_from_elsewhere_are_reported_and_never_fetched(tmp_path: Path, address: Any) -> None:
    rows = [current_row(1), current_row(2, audioPath=address)]
    pack = read_tau(write_lines(tmp_path / "questions.jsonl", rows))
    assert [question.question_id for question in pack.questions] == ["00000001"]
    ((kind, detail),) = left_out(pack)
    assert kind is FindingKind.BAD_VALUE
    assert "audioPath" in detail


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"answer": "E"}, "outside options"),
        ({"answer": 1}, "from 0 or from 1"),
        ({"answer": None}, "no answer"),
        ({"options": ["甲", "甲", "乙", "丙"]}, "duplicate"),
        ({"type": "Weather"}, "type Weather"),
        ({"type": 7}, "type 7"),
        ({"hopType": "Triple-hop"}, "hopType"),
        ({"uniqueId": "../x"}, "uniqueId"),
        ({"uniqueId": None}, "no uniqueId"),
        ({"question": ""}, "no question"),
        ({"uniqueId": "00000001"}, "00000001"),
        ({"audioPath": f"{CLIPS}sub/00000000_2.mp3"}, "same name"),
    ],
)
def test_rows_that_give_no_question_are_named(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    pack = read_tau(write_lines(tmp_path / "questions.jsonl", [current_row(1), current_row(2) | changes]))
    assert len(pack.questions) == 1
    assert said in left_out(pack)[0][1]


@pytest.mark.parametrize("name", ["question", "answer", "options", "audioPath", "uniqueId"])
@pytest.mark.parametrize("ending", [".parquet", ".jsonl"])
def test_a_column_under_another_name_is_said_never_shifted(tmp_path: Path, name: str, ending: str) -> None:
    rows = [current_row(number) for number in range(3)]
    renamed = [{("other" if key == name else key): value for key, value in row.items()} for row in rows]
    write = write_parquet if ending == ".parquet" else write_lines
    with pytest.raises(PackError, match=f"lacks the columns {name}"):
        read_tau(write(tmp_path / f"questions{ending}", renamed))


@pytest.mark.parametrize("ending", [".parquet", ".jsonl"])
def test_100_damaged_files_give_a_sentence_or_a_report_and_never_a_crash(tmp_path: Path, ending: str) -> None:
    rows = [current_row(number) for number in range(12)]
    write = write_parquet if ending == ".parquet" else write_lines
    path = write(tmp_path / f"questions{ending}", rows)
    whole = {question.question_id: question for question in read_tau(path, revision="r").questions}
    n_refused = n_reported = 0
    for content in corruptions(path.read_bytes(), 100):
        path.write_bytes(content)
        try:
            pack = read_tau(path, revision="r")
        except PackError as error:
            assert str(tmp_path) not in str(error)
            n_refused += 1
            continue
        n_reported += bool(pack.report.left_out)
        assert len(pack.questions) + len(pack.report.left_out) == pack.report.n_rows
        for question in pack.questions:
            assert 0 <= question.truth.choice_index < len(question.choices)
            assert question.tags.get("category", TYPES[0]) in TYPES
            # Nothing slips into the column beside it: what looks like an id, a type or a letter stands nowhere else.
            before = whole.get(question.question_id)
            if before is not None and question.prompt == before.prompt:
                assert set(question.choices).isdisjoint({question.prompt, *TYPES, "Single-hop", "Multi-hop"})
    assert n_refused + n_reported > 30


def fields(question: ChoiceQuestion) -> dict[str, str]:
    """What a question says, by the column that says it."""
    return {
        "question": question.prompt,
        "uniqueId": question.question_id,
        "type": question.tags.get("category", ""),
        "hopType": question.tags.get("hop_type", ""),
        "audioPath": question.clip.address,
        "options": "".join(question.choices),
        "answer": "ABCD"[question.truth.choice_index],
    }


@pytest.mark.parametrize("ending", [".parquet", ".jsonl", ".csv"])
def test_100_changed_tables_never_shift_a_column(tmp_path: Path, ending: str) -> None:
    """Names exchanged, lost or written otherwise, and values of other types: refused, reported, or right."""
    rows = [current_row(number) for number in range(12)]
    path = tmp_path / f"questions{ending}"
    WRITE[ending](path, rows)
    right = [fields(question) for question in read_tau(path).questions]
    n_refused = n_reported = n_right = 0
    for changed in changed_tables(rows, 100, mixed=ending != ".parquet"):
        WRITE[ending](path, changed.rows)
        try:
            pack = read_tau(path)
        except PackError as error:
            assert str(error).strip().endswith(".")
            n_refused += 1
            continue
        n_reported += bool(pack.report.left_out)
        n_right += not pack.report.left_out
        assert len(pack.questions) + len(pack.report.left_out) == pack.report.n_rows == 12
        for question in pack.questions:
            found = fields(question)
            key = "question" if "uniqueid" in changed.touched else "uniqueId"
            number = [one[key] for one in right].index(found[key])
            check_fields(changed, number, found, right[number])
    assert min(n_refused, n_right) > 3
    assert n_reported > 3 or ending == ".parquet"  # in which a column has one type, so that all rows lose it


def test_the_revision_is_that_of_the_source_or_follows_the_questions(tmp_path: Path) -> None:
    path = write_lines(tmp_path / "questions.jsonl", [current_row(1), current_row(2)])
    assert read_tau(path, revision="abc").questions[1].revision == "abc"
    first = read_tau(path).revision
    assert read_tau(write_parquet(tmp_path / "a.parquet", [current_row(2), current_row(1)])).revision == first
    assert read_tau(write_lines(path, [current_row(1), current_row(2, answer="D")])).revision != first


def test_what_is_no_file_of_tau_gets_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("x")
    write_lines(tmp_path / "submissions.jsonl", [{"model_name": "x", "single_accuracy": 0.5}])
    for source, said in (
        (tmp_path, "no rows of TAU"),
        (tmp_path / "a.txt", "no data file"),
        (tmp_path / "b.csv", "no file"),
    ):
        with pytest.raises(PackError, match=said):
            read_tau(source)


def test_the_check_command_counts_types_and_fails_when_a_question_is_lost(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write_lines(tmp_path / "questions.jsonl", [demo_row(1), demo_row(2), demo_row(12)])
    assert main(["benchmarks", "check", "tau", "--source", str(path)]) == 0
    out = capsys.readouterr().out
    for line in ("Questions: 3", "Types (2): Announcement 2, Cultural 1", "Languages (2): zh-Hant 3, en 3"):
        assert line in out
    write_lines(path, [demo_row(1), demo_row(2, answer="E")])
    assert main(["benchmarks", "check", "tau", "--source", str(path)]) == 1
    assert "answer outside options: E" in capsys.readouterr().out
