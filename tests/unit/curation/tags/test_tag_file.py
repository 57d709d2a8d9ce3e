"""Tags out of a file: every shape, each bad row named, nothing hostile accepted."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.curation.tags import TagFile, TagsError, TagShares, read_tag_file
from soundmark.curation.tags.tag_rows import BadRow, csv_rows, json_rows

LONG = "file_name,category,share\na.wav,Speech,0.4\nsub/b.wav,Church bell,1\na.wav,Rain,0.05\n"
WIDE = 'File Name,Speech,Church bell,"Rain"\na.wav,0.4,,0.05\nsub/b.wav,,1,\n'
LINES = (
    '{"file_name": "a.wav", "tags": {"Speech": 0.4, "Rain": 0.05}}\n\n'
    '{"file_name": "sub/b.wav", "tags": {"Church bell": 1}}\n'
)


def read(folder: Path, text: str | bytes, name: str = "tags.csv") -> TagFile:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_tag_file(path)


@pytest.mark.parametrize(("text", "name"), [(LONG, "tags.csv"), (WIDE, "tags.csv"), (LINES, "tags.jsonl")])
def test_all_shapes_say_the_same(tmp_path: Path, text: str, name: str) -> None:
    tags = read(tmp_path, b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode(), name)
    assert tags.bad_rows == ()
    assert tags.tag("a.wav") == TagShares({"Speech": 0.4, "Rain": 0.05})
    assert tags.tag("sub/b.wav") == TagShares({"Church bell": 1.0})
    assert tags.tag("b.wav") is None
    assert tags.unused(["a.wav"]) == ("sub/b.wav",)
    assert not tags.needs_sound
    assert name in tags.provenance


def test_a_clip_is_found_however_its_letters_are_composed(tmp_path: Path) -> None:
    tags = read(tmp_path, "file_name,category,share\ncaf\u00e9.wav,Speech,1\n")
    assert tags.tag("cafe\u0301.wav") == TagShares({"Speech": 1.0})


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("a.wav,Speech,40", "is it in percent"),
        ("a.wav,Speech,-0.1", "not within 0 to 1"),
        ("a.wav,Speech,nan", "not within 0 to 1"),
        ("a.wav,Speech,1e999", "not within 0 to 1"),
        ("a.wav,Speech,1_0", "not a number"),
        ("a.wav,Speech,", "not a number"),
        ("a.wav,,0.4", "without a name"),
        ("a.wav,\x01\x02,0.4", "without a name"),
        (f"a.wav,{'x' * 121},0.4", "more than 120 characters"),
        ("../a.wav,Speech,0.4", "leads out of the folder"),
        ("/etc/passwd,Speech,0.4", "absolute path"),
        ("a.wav,Speech", "2 fields instead of 3"),
    ],
)
def test_a_bad_row_is_named_and_the_others_count(tmp_path: Path, row: str, said: str) -> None:
    tags = read(tmp_path, f"file_name,category,share\n{row}\nb.wav,Rain,0.5\n")
    assert len(tags.bad_rows) == 1
    assert said in tags.bad_rows[0]
    assert tags.bad_rows[0].startswith("line 2: ")
    assert tags.tag("b.wav") == TagShares({"Rain": 0.5})


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('{"file_name": "a.wav", "tags": {"Speech": true}}', "no number"),
        ('{"file_name": "a.wav", "tags": {"Speech": NaN}}', "NaN"),
        ('{"file_name": "a.wav", "tags": {"Speech": 1, "Speech": 0}}', "a key twice"),
        ('{"file_name": "a.wav", "tags": [["Speech", 1]]}', "an object tags"),
        ('{"file_name": 3, "tags": {}}', "text file_name"),
        ('{"file_name": "a.wav", "tags": {"Speech": 1' + "0" * 400 + "}}", "not a number"),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_bad_line_is_named_and_the_others_count(tmp_path: Path, line: str, said: str) -> None:
    tags = read(tmp_path, f'{line}\n{{"file_name": "b.wav", "tags": {{"Rain": 0.5}}}}\n', "tags.jsonl")
    assert len(tags.bad_rows) == 1
    assert said in tags.bad_rows[0]
    assert tags.tag("b.wav") == TagShares({"Rain": 0.5})


def test_two_different_shares_of_one_category_are_not_chosen_between(tmp_path: Path) -> None:
    rows = "a.wav,Speech,0.4\na.wav,Speech,0.5\na.wav,Speech,0.4\na.wav,Rain,0.1\na.wav,Rain,0.1\n"
    tags = read(tmp_path, "file_name,category,share\n" + rows)
    assert tags.tag("a.wav") == TagShares({"Rain": 0.1})
    assert len(tags.bad_rows) == 1
    assert "two different shares" in tags.bad_rows[0]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "lacks the column file_name"),
        (b"name;share\na;1\n", "separated by commas"),
        (b"file_name\na.wav\n", "no column besides"),
        (b"file_name,Speech,Speech\na.wav,1,1\n", "twice"),
        (b"file_name,Speech\na.wav,2\n", "No row of tags.csv"),
        (b"\xff\xfe\x00", "not UTF-8"),
        (b'file_name,Speech\n"a.wav,1\n', "quotation marks"),
    ],
)
def test_a_file_without_tags_is_refused_with_a_sentence(tmp_path: Path, content: bytes, said: str) -> None:
    with pytest.raises(TagsError, match=said):
        read(tmp_path, content)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TagsError, match="There is no file of tags"):
        read_tag_file(tmp_path)


@settings(max_examples=60, deadline=None)
@given(st.one_of(st.binary(max_size=300), st.text(max_size=200).map(lambda text: f"file_name,Rain\n{text}".encode())))
def test_no_content_does_more_than_be_refused(content: bytes) -> None:
    for reader in (csv_rows, json_rows):
        try:
            rows = list(reader(content, "tags"))
        except TagsError as error:
            assert str(error).endswith(".")
            continue
        for row in rows:
            assert isinstance(row, BadRow) or all(0 <= share <= 1 for share in row.shares.values())


def test_shares_are_in_range_ranked_and_go_to_other_processes() -> None:
    shares = TagShares({"Rain": 0.5, "Bird": 0.5, "Speech": 1.0})
    assert shares.top(2) == (("Speech", 1.0), ("Bird", 0.5))
    assert shares.share("Wind") == 0.0
    assert pickle.loads(pickle.dumps(shares)) == shares
    with pytest.raises(ValueError, match="not within"):
        TagShares({"Rain": float("nan")})
