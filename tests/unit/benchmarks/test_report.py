"""The report is one text in plain sentences, however many and however hostile the names."""

from __future__ import annotations

from soundmark.audio import AudioReason
from soundmark.benchmarks import Finding, FindingKind, PackReport
from soundmark.benchmarks.report import KIND_OF_REASON


def report(*left_out: Finding, notes: tuple[Finding, ...] = ()) -> PackReport:
    return PackReport(n_rows=3, n_playable=2, left_out=left_out, notes=notes)


def test_every_fault_of_a_file_and_every_kind_has_its_sentence() -> None:
    assert set(KIND_OF_REASON) == set(AudioReason)
    for kind in FindingKind:
        line = report(Finding(kind, "a.wav")).text().splitlines()[2]
        assert line.startswith("- 1 ")
        assert "a.wav" in line
        assert line.endswith(".")


def test_nothing_wrong_is_one_line() -> None:
    assert PackReport(n_rows=1, n_playable=1).text() == "1 of 1 row can be played."


def test_kinds_are_grouped_and_counted() -> None:
    text = report(
        Finding(FindingKind.MISSING, "b.wav"),
        Finding(FindingKind.BAD_PLACE, "a.wav", "latitude 95 is not in -90 to 90"),
        Finding(FindingKind.MISSING, "c.wav"),
    ).text()
    assert "2 files are not in the folder: b.wav, c.wav." in text
    assert "1 place cannot be used: a.wav (latitude 95 is not in -90 to 90)." in text


def test_of_many_names_twenty_are_shown() -> None:
    text = report(*(Finding(FindingKind.NO_ROW, f"clip{number}.wav") for number in range(54))).text()
    assert text.count(".wav") == 20
    assert "and 34 more" in text


def test_the_text_is_bounded_whatever_is_found() -> None:
    everything = tuple(Finding(kind, "n" * 5000, "d" * 5000) for kind in FindingKind for _ in range(200))
    assert len(report(*everything, notes=everything).text()) < 200_000


def test_names_cannot_forge_lines_or_colours() -> None:
    text = report(Finding(FindingKind.NO_ROW, "a.wav\n- 0 files are bad\x1b[2J\u202e")).text()
    assert len(text.splitlines()) == 3
    assert "\x1b" not in text
    assert "\u202e" not in text
