"""Files are decoded once; the cache is believed only about files that have not changed, and never needed."""

from __future__ import annotations

import json
import logging
import os
import shutil
import sys
from pathlib import Path

import pytest

from soundmark.audio import decode
from soundmark.benchmarks import FindingKind, GeoPack, PackError, read_pack

CASES = Path(__file__).resolve().parents[2] / "data" / "cases"
FILES = ("a02_stream_header.wav", "a09_speech.m4a", "a04_zero_frames.wav")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "pack"
    folder.mkdir()
    for name in FILES:
        shutil.copy(CASES / name, folder)
    rows = "".join(f"{name},10,20\n" for name in FILES)
    (folder / "metadata.csv").write_text("file_name,latitude,longitude\n" + rows)
    return folder


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Names of the files that were decoded."""
    names: list[str] = []

    def decode_noted(path: Path, *, max_duration_s: float) -> object:
        names.append(path.name)
        return decode(path, max_duration_s=max_duration_s)

    monkeypatch.setattr("soundmark.benchmarks.audit.decode", decode_noted)
    return names


def summary(pack: GeoPack) -> tuple[str, list[str], str]:
    return (pack.revision, [question.clip.sha256 for question in pack.questions], pack.report.text())


def test_unchanged_files_are_not_decoded_again(folder: Path, decoded: list[str], tmp_path: Path) -> None:
    cache = tmp_path / "state" / "audit.json"
    first = read_pack(folder, audit_cache=cache)
    assert decoded == list(FILES)
    second = read_pack(folder, audit_cache=cache)
    assert decoded == list(FILES)
    assert summary(first) == summary(second)


def test_a_changed_file_is_decoded_again(folder: Path, decoded: list[str], tmp_path: Path) -> None:
    cache = tmp_path / "audit.json"
    first = read_pack(folder, audit_cache=cache)
    decoded.clear()
    victim = folder / FILES[0]
    content = bytearray(victim.read_bytes())
    content[-1] ^= 1  # the same size
    victim.write_bytes(content)
    os.utime(victim, (1, 1))
    second = read_pack(folder, audit_cache=cache)
    assert decoded == [FILES[0]]
    assert second.revision != first.revision


def test_another_longest_duration_is_another_audit(folder: Path, decoded: list[str], tmp_path: Path) -> None:
    cache = tmp_path / "audit.json"
    read_pack(folder, audit_cache=cache)
    decoded.clear()
    pack = read_pack(folder, audit_cache=cache, max_duration_s=2.0)
    assert decoded == list(FILES)
    assert [question.question_id for question in pack.questions] == [FILES[0]]


DAMAGES = [
    b"",
    b"{",
    b"[]",
    b"null",
    b"\xff\xfe",
    b'{"version": 1}',
    b'{"version": 1, "max_duration_s": 182.0, "files": []}',
    b'{"version": 1, "max_duration_s": 182.0, "files": {"a02_stream_header.wav": 3}}',
    b'{"version": 99, "max_duration_s": 182.0, "files": {}}',
    b"[" * 100_000,
]


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_cache_is_made_anew(folder: Path, decoded: list[str], tmp_path: Path, damage: bytes) -> None:
    cache = tmp_path / "audit.json"
    cache.write_bytes(damage)
    expected = summary(read_pack(folder))
    decoded.clear()
    assert summary(read_pack(folder, audit_cache=cache)) == expected
    assert decoded == list(FILES)
    decoded.clear()
    assert summary(read_pack(folder, audit_cache=cache)) == expected
    assert decoded == []


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("sha256", ""), ("sha256", 5), ("sha256", "Z" * 64), ("duration_s", -1), ("duration_s", "long"),
        ("duration_s", float("nan")), ("n_bad_samples", None), ("fault", "witchcraft"), ("extension_matches", "yes"),
    ],
)  # fmt: skip
def test_a_cache_with_impossible_verdicts_is_made_anew(
    folder: Path, tmp_path: Path, decoded: list[str], field: str, value: object
) -> None:
    cache = tmp_path / "audit.json"
    expected = summary(read_pack(folder, audit_cache=cache))
    content = json.loads(cache.read_text())
    content["files"][FILES[0]][2][field] = value
    cache.write_text(json.dumps(content))
    decoded.clear()
    assert summary(read_pack(folder, audit_cache=cache)) == expected
    assert decoded == list(FILES)


def test_a_cache_that_cannot_be_written_is_logged_and_the_pack_plays(
    folder: Path, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "in-the-way").touch()
    with caplog.at_level(logging.WARNING):
        pack = read_pack(folder, audit_cache=tmp_path / "in-the-way" / "audit.json")
    assert len(pack.questions) == 2
    assert "cannot be written" in caplog.text


def test_what_was_done_is_kept_when_the_audit_is_broken_off(folder: Path, decoded: list[str], tmp_path: Path) -> None:
    cache = tmp_path / "audit.json"

    def stop(done: int, total: int) -> None:
        if done == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        read_pack(folder, audit_cache=cache, on_progress=stop)
    decoded.clear()
    read_pack(folder, audit_cache=cache)
    assert decoded == [FILES[2]]


def test_a_missing_decoder_is_not_remembered(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "audit.json"
    with monkeypatch.context() as without:
        without.setitem(sys.modules, "av", None)
        pack = read_pack(folder, audit_cache=cache)
        assert (FindingKind.NO_DECODER, FILES[1]) in [(f.kind, f.subject) for f in pack.report.left_out]
        assert "pip install av" in pack.report.text()
    assert len(read_pack(folder, audit_cache=cache).questions) == 2


def test_files_that_are_gone_leave_the_cache(folder: Path, tmp_path: Path) -> None:
    cache = tmp_path / "audit.json"
    read_pack(folder, audit_cache=cache)
    for name in FILES[:2]:
        (folder / name).unlink()
    with pytest.raises(PackError):
        read_pack(folder, audit_cache=cache)
    assert list(json.loads(cache.read_text())["files"]) == [FILES[2]]
