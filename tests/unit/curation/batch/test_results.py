"""Results stay whatever happens to the process that writes them."""

from __future__ import annotations

import dataclasses
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.audio import Sound
from soundmark.curation.batch import BatchError, ClipFile, ClipRecord, Fault, Heard, ResultsFile
from soundmark.curation.batch.record import decode, encode
from soundmark.curation.filters import ClipValues, measure

TASK = "aaaaaaaaaaaa"


def values() -> ClipValues:
    time_s = np.arange(16_000) / 16_000
    tone = (0.3 * np.sin(2 * np.pi * 440 * time_s)).astype(np.float32)
    return measure(Sound(samples=tone[:, None], sample_rate_hz=16_000))


def record_of(name: str, task: str = TASK) -> ClipRecord:
    heard = Heard(values=values(), tags={"t": {"Speech": 0.25}})
    return ClipRecord(file=ClipFile(name, 1, 2), task=task, heard=(heard, dataclasses.replace(heard, start_s=0.1)))


@given(st.text(max_size=40), st.text(max_size=40), st.integers(-1, 2**62))
def test_a_record_is_one_line_and_reads_back(name: str, message: str, size: int) -> None:
    for record in (
        ClipRecord(file=ClipFile(name, size, size), task=TASK, fault=Fault(reason="empty", message=message)),
        dataclasses.replace(record_of(name), heard=(Heard(values=values(), tags={message: {name: 0.5}}),)),
    ):
        try:
            line = encode(record).encode()
        except UnicodeEncodeError:
            return  # half a character: `list_clips` gives no such name
        assert b"\n" not in line
        assert decode(line) == record


def test_a_value_that_is_no_number_is_never_written() -> None:
    broken = dataclasses.replace(record_of("a.wav"), heard=(Heard(values=dataclasses.replace(values(), rms=math.nan)),))
    with pytest.raises(ValueError, match="JSON"):
        encode(broken)


@settings(max_examples=60)
@given(st.binary(max_size=200))
def test_other_bytes_are_no_record(line: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        decode(line)


def test_a_line_cut_anywhere_costs_its_own_record_and_no_other(tmp_path: Path) -> None:
    with ResultsFile(tmp_path) as results:
        for name in ("a", "b"):
            results.append(record_of(name))
    whole = results.path.read_bytes()
    first = whole.index(b"\n") + 1
    for cut in range(first, len(whole), 37):
        results.path.write_bytes(whole[:cut])
        with ResultsFile(tmp_path) as again:
            assert again.done(TASK) == {ClipFile("a", 1, 2)}
            again.append(record_of("c"))
            assert again.done(TASK) == {ClipFile("a", 1, 2), ClipFile("c", 1, 2)}
            assert again.n_unreadable == 0


def test_garbage_inside_is_passed_over_and_counted(tmp_path: Path) -> None:
    with ResultsFile(tmp_path) as results:
        results.append(record_of("a"))
    results.path.write_bytes(b"\x00\xff garbage\n[1]\n" + results.path.read_bytes())
    with ResultsFile(tmp_path) as again:
        assert again.done(TASK) == {ClipFile("a", 1, 2)}
        assert again.n_unreadable == 2


def test_records_come_in_the_order_of_the_files_and_the_last_one_counts(tmp_path: Path) -> None:
    listed = (ClipFile("a", 1, 2), ClipFile("b", 1, 2), ClipFile("missing", 1, 2))
    later = dataclasses.replace(record_of("b"), heard=(), fault=Fault(reason="empty", message="m"))
    with ResultsFile(tmp_path) as results:
        for record in (record_of("b"), record_of("a"), record_of("a", task="other"), later):
            results.append(record)
        found = list(results.records(TASK, listed))
    assert found == [record_of("a"), later]


def test_a_file_that_changed_counts_as_another(tmp_path: Path) -> None:
    with ResultsFile(tmp_path) as results:
        results.append(record_of("a"))
        assert list(results.records(TASK, (ClipFile("a", 1, 3),))) == []


def test_two_runs_do_not_write_into_one_folder(tmp_path: Path) -> None:
    with ResultsFile(tmp_path), pytest.raises(BatchError, match="Another run"), ResultsFile(tmp_path):
        pass
    with ResultsFile(tmp_path):
        pass


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BatchError, match="cannot be written"), ResultsFile(tmp_path / "file"):
        pass
