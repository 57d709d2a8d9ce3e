"""`benchmarks` and `score` on the command line: what they print, and their exit codes."""

from __future__ import annotations

import dataclasses
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from soundmark.benchmarks import published as registry
from soundmark.benchmarks.agl1k import read_agl1k
from soundmark.benchmarks.clips import ByteProgress, ClipFile, ClipUnavailable
from soundmark.benchmarks.fetch import AllowedHosts, FileCache, Origin
from soundmark.benchmarks.published import PUBLISHED, published
from soundmark.cli import main
from soundmark.commands.benchmarks import FAILURES_IN_A_ROW, fetch_clips
from soundmark.types import Clip
from tests.support.agl1k import GEMINI, QWEN, TABLE, made_row, needs, table_text
from tests.support.faulty_web import faulty_web

ROOT = Path(__file__).resolve().parents[3]
ROWS = [made_row(number) for number in range(9)]


@pytest.fixture(autouse=True)
def offline(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("DATA_DIR", str(tmp_path / "data"))


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.csv"
    path.write_text(table_text(ROWS), encoding="utf-8", newline="")
    return path


def test_the_list_names_every_benchmark_with_its_terms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmarks", "list"]) == 0
    printed = capsys.readouterr().out
    for benchmark in PUBLISHED:
        for told in (benchmark.name, benchmark.title, benchmark.homepage, benchmark.licence):
            assert told in printed
        assert benchmark.licence.endswith(".")


def test_names_are_unique_and_found_in_any_case() -> None:
    assert len({benchmark.name for benchmark in PUBLISHED}) == len(PUBLISHED)
    assert published(" AGL1K ").name == "agl1k"


def test_the_published_table_is_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmarks", "check", "agl1k", "--source", str(needs(TABLE))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert "Questions: 1444" in lines
    continents = "Europe 922, Asia 295, North America 146, Africa 42, Oceania 17, South America 16, blank 6"
    assert f"Continents as published (6): {continents}" in lines
    assert any(line.startswith("Country labels as published (72): Germany 251, China 221, ") for line in lines)
    assert "Speech (2): true 1025, false 419" in lines
    assert "1444 of 1444 rows can be played." in lines
    assert any("China -> Taiwan 214" in line for line in lines)


def test_a_row_that_is_lost_is_named_and_the_exit_code_says_so(table: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["benchmarks", "check", "agl1k", "--source", str(table)]) == 0
    text = table.read_text(encoding="utf-8")
    table.write_text(text.replace("52.5200", "152.5"), encoding="utf-8")
    assert main(["benchmarks", "check", "agl1k", "--source", str(table)]) == 1
    printed = capsys.readouterr().out
    assert "8 of 9 rows can be played." in printed
    assert "line 9 (latitude 152.5 is not in -90 to 90)" in printed


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["benchmarks", "check", "agl2k"], "agl2k"),
        (["benchmarks", "check", "agl1k", "--source", "absent.csv"], "absent.csv"),
        (["benchmarks", "check", "agl1k"], "HF_HUB_OFFLINE"),
        (["benchmarks", "fetch", "agl1k"], "HF_HUB_OFFLINE"),
        (["score", "agl1k", "absent.json"], "absent.json"),
        (["score", "\x1b[31m" + "x" * 500, "absent.json"], "no benchmark"),
    ],
)
def test_what_cannot_be_done_is_one_sentence_and_exit_code_2(
    arguments: list[str], named: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert named in printed.err
    assert printed.err.count("\n") == 1
    assert "\x1b" not in printed.err


@pytest.mark.parametrize("limit", ["0", "-1", "x", "1.5", "9" * 30])
def test_a_limit_is_a_whole_number(limit: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["benchmarks", "fetch", "agl1k", "--limit", limit])
    assert caught.value.code == 2
    assert "whole number" in capsys.readouterr().err


def test_a_fetched_table_and_recordings_serve_without_network(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from soundmark.benchmarks.agl1k.published_table import table_address

    folder = tmp_path / "data" / "benchmarks" / "agl1k"
    tables = FileCache(folder / "table", max_bytes=10**6)
    tables.put_bytes(table_address(), table_text(ROWS).encode(), Origin(address=table_address()))
    clips = FileCache(folder / "clips", max_bytes=10**6)
    pack = read_agl1k(_written(tmp_path, table_text(ROWS)))
    for question in pack.questions[:2]:
        clips.put_bytes(
            question.clip.key, b"sound of " + question.clip.key.encode(), Origin(address=question.clip.address)
        )
    assert main(["benchmarks", "check", "agl1k"]) == 0
    assert main(["benchmarks", "fetch", "agl1k", "--limit", "2"]) == 0
    assert "2 of 2 recordings are on this machine." in capsys.readouterr().out
    assert main(["benchmarks", "fetch", "agl1k", "--limit", "4"]) == 1
    printed = capsys.readouterr()
    assert "2 of 4 recordings are on this machine." in printed.out
    assert printed.err.count("stay offline") == 2


def test_table_and_recordings_come_over_the_web_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from soundmark.benchmarks.agl1k import published_table, questions

    monkeypatch.setenv("HF_HUB_OFFLINE", "0")
    loopback = AllowedHosts(names=("127.0.0.1",), is_loopback_test=True)
    with faulty_web() as web:
        for module, name, value in [
            (published_table, "RAW_FILES", web.address),
            (published_table, "GITHUB", loopback),
            (published_table, "ARCHIVE_ORG", loopback),
            (questions, "ARCHIVE", web.address),
        ]:
            monkeypatch.setattr(module, name, value)
        revision = "8cf2dfce390dafd37e33984dd42659a5a319b0d5"
        web.files[f"/Rising0321/AGL1K/{revision}/data/geoLocalization_schema.csv"] = table_text(ROWS).encode()
        for row in ROWS[:3]:
            web.files[f"/download/{row[0]}/{row[7]}"] = row[0].encode()
        assert main(["benchmarks", "fetch", "agl1k", "--limit", "3"]) == 0
        assert "3 of 3 recordings" in capsys.readouterr().out
        n_asked = len(web.asked)
        assert n_asked == 4
        assert main(["benchmarks", "fetch", "agl1k", "--limit", "3"]) == 0
        assert main(["benchmarks", "check", "agl1k"]) == 0
        assert len(web.asked) == n_asked
        web.files["/Rising0321/AGL1K/other/data/geoLocalization_schema.csv"] = table_text(ROWS[:2]).encode()
        monkeypatch.setenv("BENCHMARK_REVISIONS", "agl1k=other")
        assert main(["benchmarks", "check", "agl1k"]) == 0
    assert "2 questions instead of 1444" in capsys.readouterr().out


def test_a_reader_that_has_had_enough_is_no_crash(table: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    command = [sys.executable, "-m", "soundmark", "benchmarks", "check", "agl1k", "--source", str(table)]
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(command, stdout=closed, stderr=subprocess.PIPE, text=True, check=False, cwd=ROOT)
    assert (done.returncode, done.stderr) == (1, "")


def _written(folder: Path, text: str) -> Path:
    path = folder / "again.csv"
    path.write_text(text, encoding="utf-8", newline="")
    return path


def test_a_cached_table_that_is_none_is_forgotten(tmp_path: Path) -> None:
    from soundmark.benchmarks.agl1k.published_table import table_address

    tables = FileCache(tmp_path / "data" / "benchmarks" / "agl1k" / "table", max_bytes=10**6)
    tables.put_bytes(table_address(), b"<html>sign in</html>", Origin(address=table_address()))
    assert main(["benchmarks", "check", "agl1k"]) == 2
    assert tables.get(table_address()) is None


class Flaky:
    """Has nothing; gives a recording where its key is wanted."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted
        self.asked: list[str] = []

    def at_hand(self, clip: Clip) -> ClipFile | None:
        del clip
        return None

    def fetch(self, clip: Clip, on_progress: ByteProgress | None = None) -> ClipFile:
        del on_progress
        self.asked.append(clip.key)
        if clip.key not in self.wanted:
            raise ClipUnavailable("Not to be had.")
        return ClipFile(Path("x.mp3"), "0" * 64)


def test_fetching_passes_over_what_is_missing_and_stops_when_nothing_comes(table: Path) -> None:
    pack = read_agl1k(table)
    keys = [question.clip.key for question in pack.questions]
    some = Flaky(set(keys) - {keys[1]})
    assert fetch_clips(dataclasses.replace(pack, clips=some), 5) == (4, 1)
    assert some.asked == keys[:5]
    none = Flaky(set())
    assert fetch_clips(dataclasses.replace(pack, clips=none), 9) == (0, FAILURES_IN_A_ROW)
    one = Flaky({keys[3]})
    assert fetch_clips(dataclasses.replace(pack, clips=one), 9) == (1, 8), "eight failures, five of them in a row"
    assert one.asked == keys


def test_the_published_row_as_json_and_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["score", "agl1k", str(needs(QWEN)), "--json"]) == 0
    printed = capsys.readouterr()
    figures = json.loads(printed.out)
    assert list(figures) == ["as_published", "corrected", "answered_only"]
    assert round(figures["as_published"]["distance_km"], 2) == 5476.83
    assert round(figures["as_published"]["things_km"], 2) == 7854.18
    assert printed.err == ""
    assert main(["score", "agl1k", str(needs(GEMINI))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split() == ["as_published", "corrected", "answered_only"]
    assert any(line.split()[:2] == ["geoscore", "3092.2964"] for line in lines)


def test_a_benchmark_without_files_of_answers_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    bare = dataclasses.replace(published("agl1k"), name="bare", title="Bare", score=None, open=None)
    monkeypatch.setattr(registry, "PUBLISHED", (bare,))
    assert main(["score", "bare", "x.json"]) == 2
    assert main(["benchmarks", "fetch", "bare"]) == 2
    printed = capsys.readouterr().err
    assert "prediction files of Bare" in printed
    assert "Bare cannot be fetched" in printed
