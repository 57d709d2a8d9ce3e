"""AGL1K's table is read with every field under its own name, or refused with a sentence."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import pytest

from soundmark.benchmarks import FindingKind, GeoPack, PackError
from soundmark.benchmarks.agl1k import read_agl1k
from tests.support.agl1k import COLUMNS, PUBLISHED_HEADER, TABLE, made_row, needs, table_text


def read(folder: Path, content: str | bytes) -> GeoPack:
    path = folder / "table.csv"
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return read_agl1k(path)


def refusal(folder: Path, content: str | bytes) -> str:
    with pytest.raises(PackError) as caught:
        read(folder, content)
    message = str(caught.value)
    assert str(folder) not in message
    assert message.endswith(".")
    return message


ROWS = [made_row(number) for number in range(9)]


def test_nineteen_names_over_twenty_fields_are_repaired_by_position(tmp_path: Path) -> None:
    first = read(tmp_path, table_text(ROWS)).questions[0]
    assert (first.truth.place.latitude_deg, first.truth.place.longitude_deg) == (25.033, 121.5654)
    assert first.tags["altitude_m"] == "12.0"
    assert first.tags["duration_s"] == "61.5"
    assert (first.tags["channel"], first.tags["environment_and_background"]) == ("0.25", "0.75")
    assert (first.tags["sounds_of_things"], first.tags["source_ambiguous_sounds"]) == ("1.0", "0.0")


def test_a_header_of_twenty_names_is_read_by_name_in_any_order(tmp_path: Path) -> None:
    published = read(tmp_path, table_text(ROWS))
    order = list(range(len(COLUMNS)))
    random.Random(4).shuffle(order)
    shuffled = table_text(
        [[row[index] for index in order] for row in ROWS], ",".join(COLUMNS[index] for index in order)
    )
    again = read(tmp_path, shuffled)
    assert [(q.truth, q.tags, q.clip) for q in again.questions] == [
        (q.truth, q.tags, q.clip) for q in published.questions
    ]


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_any_line_ends_and_a_byte_order_mark(tmp_path: Path, line_end: str) -> None:
    text = "\ufeff" + table_text(ROWS).replace("\r\n", line_end)
    assert len(read(tmp_path, text).questions) == len(ROWS)


@pytest.mark.parametrize(
    ("header", "rows", "named"),
    [
        (PUBLISHED_HEADER, [row[:19] for row in ROWS], "19 fields instead of 20"),
        (PUBLISHED_HEADER, [[*row, "0.0"] for row in ROWS], "21 fields instead of 20"),
        (PUBLISHED_HEADER, [], "no fields"),
        (PUBLISHED_HEADER.replace("latitude", "lat"), ROWS, "lat"),
        (PUBLISHED_HEADER.replace("longitude,latitude", "latitude,longitude"), ROWS, "another order|19 names"),
        (PUBLISHED_HEADER.replace("human_sounds,", ""), ROWS, "18 names"),
        (",".join(COLUMNS).replace("channel", "title"), ROWS, "title twice"),
        (",".join([*COLUMNS, "note"]), [[*row, "x"] for row in ROWS], "unknown note"),
        (PUBLISHED_HEADER.replace(",", ";"), ROWS, "1 name,"),
    ],
)
def test_any_other_header_is_refused(tmp_path: Path, header: str, rows: list[list[str]], named: str) -> None:
    message = refusal(tmp_path, table_text(rows, header))
    assert any(part in message for part in named.split("|"))
    assert "not AGL1K's table" in message


@pytest.mark.parametrize("content", [b"", b"\n\r\n", b"\x89PNG\r\n\x1a\n\x00\xff", b"[]", b'"', b"\xff\xfe" * 50])
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes) -> None:
    refusal(tmp_path, content)


def test_an_absent_file_is_named_and_a_folder_is_looked_into(tmp_path: Path) -> None:
    with pytest.raises(PackError, match=r"no file absent\.csv"):
        read_agl1k(tmp_path / "absent.csv")
    with pytest.raises(PackError, match="geoLocalization_schema"):
        read_agl1k(tmp_path)
    (tmp_path / "geoLocalization_schema.csv").write_text(table_text(ROWS), encoding="utf-8")
    assert len(read_agl1k(tmp_path).questions) == len(ROWS)


def test_a_row_with_an_open_quotation_mark_takes_no_other_with_it(tmp_path: Path) -> None:
    lines = table_text(ROWS).split("\r\n")
    lines[3] = lines[3].replace('"rain', '"rain"x', 1)
    lines[5] = lines[5].replace("aporee_", '"aporee_', 1)
    pack = read(tmp_path, "\r\n".join(lines))
    assert len(pack.questions) == len(ROWS) - 2
    assert [(f.kind, f.subject) for f in pack.report.left_out] == [
        (FindingKind.BAD_ROW, "line 4"),
        (FindingKind.BAD_ROW, "line 6"),
    ]


def test_a_row_with_broken_utf_8_is_left_out_alone(tmp_path: Path) -> None:
    content = table_text(ROWS).encode()
    position = content.index(b"Istanbul")
    pack = read(tmp_path, content[:position] + b"\xff" + content[position + 1 :])
    assert len(pack.questions) == len(ROWS) - 1
    assert "UTF-8" in pack.report.left_out[0].detail


def test_the_published_table_read_by_the_standard_library_with_the_right_names(tmp_path: Path) -> None:
    """The repair agrees, cell by cell, with a reader that is given a right header."""
    text = needs(TABLE).read_bytes().decode("utf-8")
    right = ",".join(COLUMNS) + text[text.index("\r\n") :]
    wanted = {row["key"]: row for row in csv.DictReader(io.StringIO(right, newline=""))}
    pack = read_agl1k(TABLE)
    assert [question.question_id for question in pack.questions] == list(wanted)
    for question in pack.questions:
        row = wanted[question.question_id]
        place = question.truth.place
        assert (place.latitude_deg, place.longitude_deg) == (float(row["latitude"]), float(row["longitude"]))
        assert question.clip.address == f"https://archive.org/download/{row['key']}/{row['mp3name']}"
        assert question.clip.key == row["key"]
        assert question.tags.get("published_continent", "") == row["continent"]
        assert question.tags["published_country"] == row["country"]
        assert question.tags["published_city"] == " ".join(row["city"].split())
        for column in COLUMNS[12:]:
            assert float(question.tags[column]) == float(row[column])
        assert question.tags.get("altitude_m", "") in ("", str(float(row["altitude"] or "nan")))
    assert pack.revision == "8cf2dfce390dafd37e33984dd42659a5a319b0d5"
    assert pack.notice == ""


def test_what_is_known_of_the_published_table() -> None:
    """Counts made of the published file by other means, and the sizes of Table 2's categories."""
    questions = read_agl1k(needs(TABLE)).questions
    tags = [question.tags for question in questions]
    silent_of_people = [found for found in tags if found["has_speech"] == "false"]
    sizes = {
        name: sum(float(found[name]) >= 0.1 for found in silent_of_people)
        for name in ("animal", "music", "natural_sounds", "sounds_of_things")
    }
    assert sizes == {"animal": 216, "music": 45, "natural_sounds": 243, "sounds_of_things": 264}
    assert sum("altitude_m" not in found for found in tags) == 81
    durations_s = [float(found["duration_s"]) for found in tags]
    assert (round(min(durations_s), 1), round(max(durations_s), 1)) == (34.2, 180.0)
    assert round(sum(durations_s) / 3600, 1) == 51.5
    assert sum(duration_s > 120 for duration_s in durations_s) == 891
    assert len({question.truth.city for question in questions}) == 714
    assert len({question.clip.address.rpartition("/")[2] for question in questions}) == 1442
    assert sum(question.truth.country == "Taiwan" for question in questions) == 214


def test_another_table_says_so(tmp_path: Path) -> None:
    pack = read(tmp_path, table_text(ROWS))
    assert pack.revision.startswith("sha256-")
    assert "9 questions instead of 1444" in pack.notice
