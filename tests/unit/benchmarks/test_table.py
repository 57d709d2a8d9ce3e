"""metadata.csv is read as people and programs write it, or refused with a sentence; columns never slip."""

from __future__ import annotations

from pathlib import Path

import pytest

from soundmark.benchmarks import FindingKind, PackError
from soundmark.benchmarks.table import read_table

ROOT = Path(__file__).resolve().parents[3]
AGL1K_TABLE = ROOT.parent / "shared" / "real" / "agl1k" / "geoLocalization_schema.csv"
PARIS = {"file_name": "a.wav", "latitude": "48.85", "longitude": "2.35"}


def table_of(folder: Path, content: str | bytes) -> list[dict[str, str]]:
    return [record.cells for record in read_table(written(folder, content)).records]


def written(folder: Path, content: str | bytes) -> Path:
    raw = content if isinstance(content, bytes) else content.encode()
    (folder / "metadata.csv").write_bytes(raw)
    return folder


def refusal(folder: Path, content: str | bytes) -> str:
    with pytest.raises(PackError) as caught:
        read_table(written(folder, content))
    message = str(caught.value)
    assert str(folder) not in message
    assert message.endswith((".", "?"))
    return message


@pytest.mark.parametrize(
    "content",
    [
        "file_name,latitude,longitude\na.wav,48.85,2.35\n",
        "file_name,latitude,longitude\r\na.wav,48.85,2.35\r\n",
        "file_name,latitude,longitude\ra.wav,48.85,2.35",
        "\ufefffile_name,latitude,longitude\na.wav,48.85,2.35",
        "File Name, LATITUDE ,Longitude\na.wav,48.85,2.35",
        "file-name;latitude;longitude\na.wav;48.85;2.35",
        "file_name\tlatitude\tlongitude\na.wav\t48.85\t2.35",
        "longitude,file_name,latitude\n2.35,a.wav,48.85",
        '"file_name","latitude","longitude"\n"a.wav","48.85","2.35"\n',
        "sep=;\nfile_name;latitude;longitude\na.wav;48.85;2.35",
        "\n\nfile_name,latitude,longitude\n\n,,\na.wav,48.85,2.35\n\n",
    ],
)
def test_the_same_table_in_many_hands(tmp_path: Path, content: str) -> None:
    assert table_of(tmp_path, content) == [PARIS]


def test_a_german_excel_writes_decimal_commas_between_semicolons(tmp_path: Path) -> None:
    cells = table_of(tmp_path, "file_name;latitude;longitude\r\na.wav;48,85;2,35\r\n")
    assert cells == [{"file_name": "a.wav", "latitude": "48,85", "longitude": "2,35"}]


def test_cells_may_hold_delimiters_quotes_and_line_ends(tmp_path: Path) -> None:
    cells = table_of(tmp_path, 'file_name,latitude,longitude,source\na.wav,1,2,"one, ""two""\nthree"\n')
    assert cells[0]["source"] == 'one, "two"\nthree'


def test_license_is_licence(tmp_path: Path) -> None:
    assert table_of(tmp_path, "file_name,latitude,longitude,License\na.wav,1,2,CC0")[0]["licence"] == "CC0"


def test_a_header_short_of_names_is_refused_not_shifted(tmp_path: Path) -> None:
    message = refusal(tmp_path, "file_name,latitude,longitude,city\na.wav,1,2,30,Paris\nb.wav,3,4,50,Rome\n")
    assert "4 names" in message
    assert "5 fields" in message


def test_the_published_agl1k_table_is_refused_not_shifted(tmp_path: Path) -> None:
    if not AGL1K_TABLE.is_file():
        pytest.skip("the published AGL1K table is not on this machine")
    message = refusal(tmp_path, AGL1K_TABLE.read_bytes())
    assert "19 names" in message
    assert "20 fields" in message


def test_single_rows_of_another_width_are_left_out_and_named(tmp_path: Path) -> None:
    table = read_table(written(tmp_path, "file_name,latitude,longitude\na.wav,1,2\nb.wav,1\nc.wav,1,2,3\nd.wav,5,6\n"))
    assert [record.cells["file_name"] for record in table.records] == ["a.wav", "d.wav"]
    assert [(finding.kind, finding.subject) for finding in table.misshapen] == [
        (FindingKind.BAD_ROW, "line 3"),
        (FindingKind.BAD_ROW, "line 4"),
    ]


@pytest.mark.parametrize(
    ("content", "named"),
    [
        ("", "empty"),
        ("\n\n", "empty"),
        ("file_name,lat,lon\na.wav,1,2\n", "latitude and longitude"),
        ("name,latitude,longitude\na.wav,1,2\n", "file_name"),
        ("file_name,latitude,longitude,Latitude\na.wav,1,2,3\n", "latitude twice"),
        ('file_name,latitude,longitude\n"a.wav,1,2\n', "quotation"),
        ('file_name,latitude,longitude\n"a"x.wav,1,2\n', "quotation"),
        ("file_name,latitude,longitude\nM\u00fcnchen.wav,1,2\n".encode("cp1252"), "UTF-8"),
        ("file_name,latitude,longitude\na.wav,1,2\n".encode("utf-16"), "UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\xff", "UTF-8"),
    ],
)
def test_tables_that_cannot_be_used_get_a_sentence(tmp_path: Path, content: str | bytes, named: str) -> None:
    assert named in refusal(tmp_path, content)


def test_a_cell_of_megabytes_is_refused(tmp_path: Path) -> None:
    assert "table" in refusal(tmp_path, "file_name,latitude,longitude\n" + "x" * 200_000 + ",1,2\n")


def test_a_folder_without_a_table_says_what_to_write_or_rename(tmp_path: Path) -> None:
    with pytest.raises(PackError, match="file_name,latitude,longitude"):
        read_table(tmp_path)
    (tmp_path / "clips.csv").touch()
    with pytest.raises(PackError, match=r"clips\.csv\? Then rename it"):
        read_table(tmp_path)


@pytest.mark.parametrize("name", ["absent", "file.txt"])
def test_what_is_no_folder_is_said(tmp_path: Path, name: str) -> None:
    (tmp_path / "file.txt").touch()
    with pytest.raises(PackError, match="There is no folder"):
        read_table(tmp_path / name)
