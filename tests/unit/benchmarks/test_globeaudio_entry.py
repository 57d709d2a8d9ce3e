"""A copy of GlobeAudio is checked without network, whatever form its targets have."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from soundmark.benchmarks import PackError
from soundmark.benchmarks.fetch import FileCache
from soundmark.benchmarks.globeaudio import read_globeaudio
from soundmark.benchmarks.globeaudio_entry import _Copy, read_copy
from soundmark.cli import main
from tests.support.globeaudio_repo import CONFIGS, Row, Shape, globeaudio_files, parquet, right_choice, rows_of

SHAPE = Shape(shards=1, groups_per_shard=1, rows_per_group=4, seconds=0.02)


def copied(folder: Path) -> Path:
    for name, content in globeaudio_files(SHAPE).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def test_a_copy_gives_its_questions(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pack = read_copy(copied(tmp_path))
    assert len(pack.questions) == 4 * len(CONFIGS)
    for question in pack.questions:
        config, row = question.tags["config"], int(question.question_id.split("-")[1])
        assert question.truth.choice_index == right_choice(config, row)
    assert main(["benchmarks", "check", "globeaudio", "--source", str(tmp_path)]) == 0
    out = capsys.readouterr().out
    assert "Questions: 24" in out
    assert "Configurations (6): bn 4, en 4, ru 4, sg 4, th 4, zh 4" in out


def test_an_id_names_configuration_row_and_a_digest_of_the_question(tmp_path: Path) -> None:
    shape = Shape(shards=2, groups_per_shard=2, rows_per_group=3, seconds=0.02)
    for name, content in globeaudio_files(shape).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    wanted = [
        f"{config}-{number:05d}-{hashlib.sha256(row.question.encode()).hexdigest()[:8]}"
        for config in CONFIGS
        for number, row in enumerate(rows_of(config, shape))
    ]
    pack = read_copy(tmp_path)
    assert sorted(question.question_id for question in pack.questions) == sorted(wanted)
    assert {question.clip.key for question in pack.questions} == set(wanted)


def test_a_damaged_file_loses_its_questions_and_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    copied(tmp_path)
    path = next((tmp_path / "data" / "th").iterdir())
    path.write_bytes(path.read_bytes()[:-50])
    assert main(["benchmarks", "check", "globeaudio", "--source", str(tmp_path)]) == 1
    assert "Questions: 20" in capsys.readouterr().out


def test_what_arrived_damaged_is_read_again_at_the_next_start(tmp_path: Path) -> None:
    copy = copied(tmp_path / "copy")
    path = next((copy / "data" / "th").iterdir())
    whole = path.read_bytes()
    cache = FileCache(tmp_path / "clips", max_bytes=1000)

    def n_questions() -> int:
        dataset = _Copy(copy, tmp_path)
        return len(read_globeaudio(dataset, cache, index_dir=tmp_path).pack.questions)

    path.write_bytes(whole[:-8] + bytes(8))  # of the same size: at the same commit for all that is known
    assert n_questions() == 20
    path.write_bytes(whole)
    assert n_questions() == 24
    path.write_bytes(whole[:-8] + bytes(8))
    assert n_questions() == 24, "whole shards are read once only"


def test_a_folder_without_it_gets_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="no folder data"):
        read_copy(tmp_path)
    (tmp_path / "data").mkdir()
    with pytest.raises(PackError, match="No question comes"):
        read_copy(tmp_path)


@pytest.mark.parametrize("written", ["{letter}. {text}", "{letter}) {text}", "({letter}) {text}", "{number}. {text}"])
@pytest.mark.parametrize("target", ["whole", "text", "letter", "number"])
def test_options_may_have_letters_and_the_target_may_be_any_part_of_one(
    tmp_path: Path, written: str, target: str
) -> None:
    texts = ("cow", "A. goat", "2 cats", "Dog")
    whole = [written.format(letter="ABCD"[n], number=n + 1, text=text) for n, text in enumerate(texts)]
    keys = {"whole": whole, "text": list(texts), "letter": list("ABCD"), "number": list("1234")}[target]
    rows = [Row(question=f"q{n}", options=tuple(whole), target=key, sound=b"x") for n, key in enumerate(keys)]
    folder = tmp_path / "data" / "en"
    folder.mkdir(parents=True)
    (folder / "en-00000-of-00001.parquet").write_bytes(parquet(rows, 4))
    pack = read_copy(tmp_path)
    assert [question.choices for question in pack.questions] == [texts] * 4
    assert [question.truth.choice_index for question in pack.questions] == [0, 1, 2, 3]


def test_an_option_of_control_characters_makes_no_question(tmp_path: Path) -> None:
    options = {"q0": ("A. a", "B. b", "C. \x00", "D. d"), "q1": ("A. a", "B. b", "C. c", "D. d")}
    rows = [Row(question=question, options=four, target="A", sound=b"x") for question, four in options.items()]
    folder = tmp_path / "data" / "en"
    folder.mkdir(parents=True)
    (folder / "en-00000-of-00001.parquet").write_bytes(parquet(rows, 4))
    pack = read_copy(tmp_path)
    assert [question.prompt for question in pack.questions] == ["q1"]
    assert pack.report.left_out[0].subject == "en row 0"
