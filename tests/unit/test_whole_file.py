"""A file is replaced as a whole or not at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.whole_file import UNFINISHED, whole_file


@pytest.mark.parametrize("is_synced", [False, True])
def test_readers_see_the_old_file_until_the_new_one_is_whole(tmp_path: Path, is_synced: bool) -> None:
    target = tmp_path / "table.csv"
    target.write_text("old")
    with whole_file(target, is_synced=is_synced) as part:
        part.write_text("new")
        assert target.read_text() == "old"
        assert UNFINISHED.fullmatch(part.name)
    assert target.read_text() == "new"
    assert list(tmp_path.iterdir()) == [target]


def test_a_fault_leaves_what_was_there_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    target.write_text("old")
    with pytest.raises(OSError, match="disk full"), whole_file(target) as part:
        part.write_text("ne")
        raise OSError("disk full")
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_two_writers_do_not_meet(tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    with whole_file(target) as one:
        one.write_text("one")
        with whole_file(target) as two:
            two.write_text("two")
    assert target.read_text() == "one"
    assert list(tmp_path.iterdir()) == [target]


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), whole_file(tmp_path / "gone" / "table.csv") as part:
        part.write_text("new")
