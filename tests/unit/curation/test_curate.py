"""`curate` keeps what passes, says what it dropped and why, goes on where it was stopped, and changes no recording."""

from __future__ import annotations

import csv
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterable
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import numpy as np
import pytest
import soundfile

import soundmark.curation.pack
from soundmark.cli import main
from soundmark.curation.localizability.fit import CategoryFit, Fit, FitCounts, Side, Slope
from soundmark.curation.localizability.rules import Rules
from soundmark.curation.localizability.weights import Provenance, Weights, weights_json
from soundmark.curation.pack import PackAbout, PackClip, WrittenPack
from tests.conftest import ROOT
from tests.support.packs import REAL_CLIPS, need
from tests.support.waiting import wait_until

RATE_HZ = 16_000
WEIGHTS = Weights(
    fit=Fit(
        rules=Rules(theta=0.5),
        categories=(
            CategoryFit("Bird", Slope(2.0, 3), Slope(0.1, 3), Side.POSITIVE),
            CategoryFit("Speech", Slope(0.1, 3), Slope(1.5, 3), Side.NEGATIVE),
        ),
        counts=FitCounts(n_near=3, n_far=3, n_cells=6, n_without_error=0, n_judged_untagged=0, n_tagged_unjudged=0),
    ),
    provenance=Provenance(created_at=datetime(2026, 1, 1, tzinfo=UTC)),
)
HOSTILE = "<script>alert(1)</script>&'.wav".replace("/", "_")


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    """One recording for each filter, one good one, one broken one; two have rows in a table."""
    folder = tmp_path / "recordings"
    folder.mkdir()
    rng = np.random.default_rng(1)
    time_s = np.arange(2 * RATE_HZ) / RATE_HZ
    # Bursts of a chirp over faint noise: neither noise-like nor monotonous.
    varied = 0.3 * np.sin(2 * np.pi * (400 + 900 * time_s) * time_s) * (np.sin(2 * np.pi * 3 * time_s) > 0)
    varied += 0.0005 * rng.standard_normal(len(time_s))
    signals = {
        "good.wav": varied,
        HOSTILE: varied[::-1],
        "quiet.wav": varied / 200,
        "hiss.wav": 0.1 * rng.standard_normal(len(time_s)),
        "clipped.wav": np.clip(varied * 8, -1, 32767 / 32768),
        "hum.wav": 0.3 * np.sin(2 * np.pi * 1000 * time_s),
        "offset.wav": np.full(len(time_s), 0.2),
    }
    for name, signal_ in signals.items():
        subtype = "FLOAT" if name == "hum.wav" else "PCM_16"
        soundfile.write(folder / name, signal_, RATE_HZ, subtype=subtype)
    (folder / "broken.wav").write_bytes(b"RIFF....WAVE")
    with (folder / "metadata.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["File Name", "latitude", "longitude", "licence", "mood"])
        writer.writerow(["good.wav", "25.03", "121.56", "CC0-1.0", "calm"])
        writer.writerow(["hiss.wav", "48.85", "2.35", "CC0-1.0", ""])
        writer.writerow(["../../etc/passwd", "0", "0", "", ""])
    return folder


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[list[PackClip], PackAbout]]:
    """What the pack's writer was given."""
    packs: list[tuple[list[PackClip], PackAbout]] = []

    def write_pack(clips: Iterable[PackClip], folder: Path, about: PackAbout, **_: object) -> WrittenPack:
        packs.append((list(clips), about))
        return WrittenPack(
            folder=folder,
            n_rows=len(packs[-1][0]),
            file_names=tuple(clip.path.name for clip in packs[-1][0]),
            left_out=(),
            warnings=(),
        )

    monkeypatch.setattr(soundmark.curation.pack, "write_pack", write_pack)
    return packs


def curate(folder: Path, out: Path, *more: str) -> int:
    return main(["curate", str(folder), "--to", str(out), "--workers", "1", *more])


def report_of(out: Path) -> dict[str, object]:
    def refuse(name: str) -> object:
        raise AssertionError(f"{name} is no JSON")

    text = (out.with_name(f"{out.name}-curation") / "report.json").read_text(encoding="utf-8")
    read = json.loads(text, parse_constant=refuse)
    assert isinstance(read, dict)
    return read


def test_each_filter_drops_its_own_and_what_is_kept_carries_its_row(
    recordings: Path,
    tmp_path: Path,
    written: list[tuple[list[PackClip], PackAbout]],
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = {path.name: path.read_bytes() for path in recordings.iterdir()}
    assert curate(recordings, tmp_path / "out") == 1  # a broken file
    said = capsys.readouterr()
    assert "2 of 8 recordings are kept" in said.out
    assert "passwd is refused" in said.err
    report = report_of(tmp_path / "out")
    assert report["dropped_by"] == {"clipped": 1, "low_energy": 1, "monotonous": 1, "noise_like": 1, "silent": 1}
    assert report["could_not_be_used"] == 1
    (clips, about), *_ = written
    assert [clip.path.name for clip in clips] == sorted(["good.wav", HOSTILE])
    good = next(clip for clip in clips if clip.path.name == "good.wav").columns
    assert (good["latitude"], good["longitude"], good["mood"]) == ("25.03", "121.56", "calm")
    assert 0 < float(good["rms"]) < 1
    assert "max_flatness 0.5" in about.steps
    assert {path.name: path.read_bytes() for path in recordings.iterdir()} == before

    # Another threshold is judged without listening again.
    results = tmp_path / "out-curation" / "results.jsonl"
    lines = results.read_bytes()
    curate(recordings, tmp_path / "out", "--max-flatness", "none", "--max-clipping", "1")
    assert results.read_bytes() == lines
    assert [clip.path.name for clip in written[1][0]] == sorted(["good.wav", HOSTILE, "hiss.wav", "clipped.wav"])
    assert "max_flatness 0.5" not in written[1][1].steps

    # Names are text in the page, whatever they hold, and tags of a file go into the rows.
    page = Page()
    page.feed((tmp_path / "out-curation" / "report.html").read_text(encoding="utf-8"))
    assert page.scripts == page.n_figures + 1
    assert HOSTILE in page.text
    assert any(address.startswith("./../recordings/%3Cscript%3E") for address in page.addresses)
    tags = tmp_path / "tags.csv"
    tags.write_text("file_name,category,share\ngood.wav,Speech,0.25\ngood.wav,Bird,0.5\n")
    curate(recordings, tmp_path / "out", "--tags", str(tags))
    good = next(clip for clip in written[2][0] if clip.path.name == "good.wav").columns
    assert good["tags"] == "Bird 0.50; Speech 0.25"

    # Equation 1 with the weights 2 for Bird and 1.5 against Speech: 2 * 0.5 - 1.5 * 0.25 = 0.625.
    weights = tmp_path / "weights.json"
    weights.write_text(weights_json(WEIGHTS))
    by_weights = ["--tags", str(tags), "--weights", str(weights)]
    curate(recordings, tmp_path / "out", *by_weights, "--theta", "none")
    assert {clip.path.name: clip.columns["localizability"] for clip in written[3][0]} == {
        "good.wav": "0.625",
        HOSTILE: "0",
    }
    curate(recordings, tmp_path / "out", *by_weights)
    assert [clip.path.name for clip in written[4][0]] == ["good.wav"]
    assert report_of(tmp_path / "out")["dropped_by"]["not_localizable"] == 1  # type: ignore[index]
    assert results.read_bytes() == lines


class Page(HTMLParser):
    """What a browser would make of the page."""

    def __init__(self) -> None:
        super().__init__()
        self.scripts = self.n_figures = 0
        self.text = ""
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.scripts += tag == "script"
        self.n_figures += (given.get("id") or "").startswith("histogram-")
        if tag == "audio":
            self.addresses.append(given["src"] or "")

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "command",
    [
        ["curate"],
        *(["questions", topic] for topic in ("draft", "check", "leakage", "review", "pack")),
        *(["localizability", part] for part in ("judge", "fit", "score")),
    ],
)
def test_every_option_has_a_sentence_of_help(
    command: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "2000")
    with pytest.raises(SystemExit):
        main([*command, "--help"])
    # What is said of a long option stands below it.
    text = re.sub(r"\n {6,}(?=\S)", "   ", capsys.readouterr().out)
    lines = [line for line in text.splitlines() if re.match(r"  [-\w]", line)]
    assert len(lines) >= 3
    for line in lines:
        assert re.search(r"\S {2,}\S+ \S+", line), f"nothing is said of {line}"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["missing", "--to", "out"], "There is no folder missing"),
        (["here", "--to", "here/out"], "lie in one another"),
        (["here", "--to", "."], "lie in one another"),
        (["here", "--to", "out", "--min-rms", "2"], "min_rms is 2. Give a number from 0 to 1"),
        (["here", "--to", "out", "--n-fft", "1000"], "power of two"),
        (["here", "--to", "out", "--tags", "none.csv"], "There is no file of tags none.csv"),
        (["empty", "--to", "out"], "holds no audio file"),
        (["here", "--to", "empty/../here-2", "--segments", "20-30"], "at least twice the shortest"),
        (["here", "--to", "out", "--segments", "20-400"], "too long to play"),
        (["here", "--to", "out", "--weights", "w.json"], "--weights needs tags"),
        (["here", "--to", "out", "--theta", "2"], "Give the weights with --weights"),
        (["here", "--to", "out", "--efficientat", "empty"], "no checkout of EfficientAT"),
        (["here", "--to", "out", "--licence", "CC BY"], "no name of a licence"),
        (["here", "--to", "out", "--language", "english please"], "cannot be used"),
        (["here", "--to", "out", "--push", "alice"], "Give it as owner/name"),
        (["here", "--to", "out", "--push", "alice/x"], "Set the variable HF_TOKEN"),
        (["here", "--to", "out", "--public"], "Name it with --push"),
        (["here", "--to", "out", "--push", "alice/x", "--report-only"], "writes no pack"),
        (["here", "--to", "busy"], "holds notes.txt, which is no part of a pack"),
        (["here", "--to", "busy/notes.txt"], "is a file"),
    ],
)
def test_wrong_input_gets_a_sentence(
    arguments: list[str], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "here").mkdir()
    (tmp_path / "busy").mkdir()
    (tmp_path / "busy" / "notes.txt").write_text("mine")
    monkeypatch.delenv("HF_TOKEN", raising=False)
    soundfile.write(tmp_path / "here" / "a.wav", np.zeros(100), RATE_HZ)
    assert main(["curate", *arguments]) == 2
    assert sentence in capsys.readouterr().err
    assert not list(tmp_path.rglob("results.jsonl"))  # it is said before anything is done


def test_a_threshold_that_is_no_number_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["curate", "a", "--to", "b", "--min-rms", "loud"])
    assert "neither a number nor none" in capsys.readouterr().err


def test_a_killed_run_goes_on_and_gives_the_same_as_one_that_was_not(tmp_path: Path) -> None:
    folder = tmp_path / "recordings"
    folder.mkdir()
    rng = np.random.default_rng(0)
    for number in range(60):
        soundfile.write(folder / f"{number:03}.flac", 0.05 * rng.standard_normal(RATE_HZ * 4).cumsum() / 99, RATE_HZ)
    results = tmp_path / "out-curation" / "results.jsonl"
    command = [sys.executable, "-m", "soundmark", "curate", str(folder), "--to", str(tmp_path / "out"), "--report-only"]
    run = subprocess.Popen([*command, "--workers", "1"], cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    assert wait_until(lambda: results.exists() and results.read_bytes().count(b"\n") >= 3, longest_s=120)
    os.kill(run.pid, signal.SIGKILL)
    run.wait()
    kept = results.read_bytes()
    kept = kept[: kept.rindex(b"\n") + 1]
    curate(folder, tmp_path / "out", "--report-only")
    after = results.read_bytes()
    assert after.startswith(kept)
    assert len({json.loads(line)["file"]["name"] for line in after.splitlines()}) == 60
    assert after.count(b"\n") == 60
    curate(folder, tmp_path / "whole", "--report-only")
    assert sorted((tmp_path / "whole-curation" / "results.jsonl").read_bytes().splitlines()) == sorted(
        after.splitlines()
    )
    assert report_of(tmp_path / "whole") == report_of(tmp_path / "out")


def test_the_19_real_recordings_have_the_values_in_the_documentation(tmp_path: Path) -> None:
    need(REAL_CLIPS)
    main(["curate", str(REAL_CLIPS), "--to", str(tmp_path / "out"), "--report-only"])
    lines = (tmp_path / "out-curation" / "results.jsonl").read_text(encoding="utf-8").splitlines()
    found = {record["file"]["name"]: record["heard"][0]["values"] for record in map(json.loads, lines)}
    table = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in (ROOT / "docs" / "curation.md").read_text(encoding="utf-8").splitlines()
        if line.startswith(("| asterisk", "| gcompris", "| klettres", "| maad"))
    ]
    assert sorted(row[0] for row in table) == sorted(found)
    assert len(found) == 19
    names = ("dc_offset", "rms", "rms_ac", "spectral_flatness", "clipping_ratio", "acoustic_complexity",
             "acoustic_complexity_per_band")  # fmt: skip
    for name, *cells in table:
        for column, cell in zip(names, cells, strict=True):
            # To the last digit written; decoders of lossy files differ a little between their versions.
            assert found[name][column] == pytest.approx(float(cell), rel=0.02, abs=2e-5), (name, column)
