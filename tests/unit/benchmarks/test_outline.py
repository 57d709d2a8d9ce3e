"""A folder pack is told by its table before a recording is opened: its kinds, its title, or what is wrong with it."""

from __future__ import annotations

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.outline import outline_of
from soundmark.benchmarks.pack_title import MAX_TITLE_CHARACTERS, title_of
from soundmark.types import QuestionKind

CHOICES = "file_name,question,option_a,option_b,answer\n"
PLACES = "file_name,latitude,longitude\n"


def folder_of(tmp_path: Path, table: str, readme: str | bytes | None = None) -> Path:
    folder = tmp_path / "my-quiz"
    folder.mkdir(exist_ok=True)
    (folder / "metadata.csv").write_text(table, encoding="utf-8")
    (folder / "a.wav").write_bytes(b"not looked at")
    if readme is not None:
        (folder / "README.md").write_bytes(readme if isinstance(readme, bytes) else readme.encode())
    return folder


@pytest.mark.parametrize(
    ("table", "kinds"),
    [
        (PLACES + "a.wav,1,2\n", {QuestionKind.GEO}),
        (CHOICES + "a.wav,What?,x,y,B\n", {QuestionKind.CHOICE}),
        ("file_name,question,task,answer\na.wav,How far?,distance_ego,2.5\n", {QuestionKind.SPATIAL}),
        # A table with the columns of two kinds plays as both; one of whose rows none is usable does not.
        ("file_name,latitude,longitude,question,options,answer\n"
         'a.wav,1,2,What?,"[""x"", ""y""]",y\n', {QuestionKind.GEO, QuestionKind.CHOICE}),
        ("file_name,latitude,longitude,question,options,answer\n"
         'a.wav,,,What?,"[""x"", ""y""]",y\n', {QuestionKind.CHOICE}),
    ],
)  # fmt: skip
def test_kinds(tmp_path: Path, table: str, kinds: set[QuestionKind]) -> None:
    outline = outline_of(folder_of(tmp_path, table))
    assert set(outline.kinds) == kinds
    assert [one.choices for one in outline.choices] == ([("x", "y")] if QuestionKind.CHOICE in kinds else [])


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ("file_name,rms\na.wav,0.1\n", "lacks columns (found: file_name, rms)"),
        (CHOICES, "It has no rows."),
        (CHOICES + "a.wav,What?,x,y,Z\n" * 2, "2 questions have no answer that can be told: a.wav"),
        (CHOICES + "gone.wav,What?,x,y,B\n", "1 file is not in the folder: gone.wav."),
        (CHOICES + "../a.wav,What?,x,y,B\n", "1 file name is refused: ../a.wav (it leads out of the folder)."),
        (PLACES + "a.wav,91,0\n", "1 place cannot be used: a.wav"),
    ],
)
def test_a_folder_of_which_nothing_can_be_played_says_why(tmp_path: Path, table: str, said: str) -> None:
    with pytest.raises(PackError) as caught:
        outline_of(folder_of(tmp_path, table))
    assert said in str(caught.value) and "\n" not in str(caught.value)
    assert str(tmp_path) not in str(caught.value)


@pytest.mark.parametrize(
    ("readme", "title"),
    [
        (None, "my-quiz"),
        ("no heading", "my-quiz"),
        ("---\npretty_name: 'Sounds: a *quiz*'\n---\n# Other\n", "Sounds: a *quiz*"),
        ("\ufeff---\r\nlicense: other\r\npretty_name: Звуки\r\n---\r\n", "Звуки"),
        ("---\nlicense: other\n---\n\ntext\n\n# C\\# \\& <b>co</b> &lt;3 #\n", "C# & <b>co</b> <3"),
        ("---\npretty_name: [a]\n---\n# Heading\n", "Heading"),
        ("---\npretty_name: {\n---\n# Heading\n", "Heading"),
        ("---\npretty_name: 2026\n---\n", "2026"),
        ("# two\u202e\x07 \tspaces\n", "two spaces"),
        (b"# \xff\xfe\n", "\ufffd\ufffd"),
        ("# " + "x" * 500, "x" * MAX_TITLE_CHARACTERS),
        ("---\na: &a [1]\nb: &b {<<: {c: 1}}\npretty_name: *a\n---\n", "my-quiz"),
    ],
)
def test_titles(tmp_path: Path, readme: str | bytes | None, title: str) -> None:
    assert title_of(folder_of(tmp_path, CHOICES, readme)) == title


@settings(max_examples=40)
@given(readme=st.binary(max_size=200), front=st.booleans())
def test_no_readme_breaks_the_title(tmp_path_factory: pytest.TempPathFactory, readme: bytes, front: bool) -> None:
    folder = tmp_path_factory.mktemp("any") / "my-quiz"
    folder.mkdir()
    (folder / "README.md").write_bytes(b"---\npretty_name: " + readme + b"\n---\n" if front else b"# " + readme)
    title = title_of(folder)
    assert 0 < len(title) <= MAX_TITLE_CHARACTERS
    assert not any(unicodedata.category(sign) in ("Cc", "Cs") for sign in title)
