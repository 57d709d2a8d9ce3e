"""A run listens to each recording once, wherever it is done, and reports what it cannot use."""

from __future__ import annotations

import io
import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from soundmark.audio import Sound
from soundmark.curation.batch import Batch, BatchError, ClipRecord, ClipTask, Engine, ResultsFile, list_clips, run_batch
from soundmark.curation.batch.record import encode
from soundmark.curation.filters import SpectrumSettings
from soundmark.curation.segments import SegmentSettings
from soundmark.curation.tags import TagShares
from tests.support.packs import tone

CASES = Path(__file__).resolve().parents[3] / "data" / "cases"
BROKEN = {
    "a04_zero_bytes.wav": "empty", "a04_zero_frames.wav": "empty", "a13_eleven_minutes.flac": "too_long",
    "text.mp3": "not_audio",
}  # fmt: skip
GOOD = ("a02_stream_header.wav", "a06_nan_inf_float.wav", "a08_bad_header.mp3", "a09_speech.m4a", "a11_u8.wav")


@pytest.fixture
def recordings(tmp_path: Path) -> Path:
    """Good and broken files, some in a folder of their own."""
    folder = tmp_path / "recordings"
    (folder / "inner ü").mkdir(parents=True)
    for name in (*GOOD, *BROKEN):
        if name == "text.mp3":
            (folder / name).write_text("no sound")
        else:
            shutil.copyfile(CASES / name, folder / name)
    tone(folder / "inner ü" / "<b>tone.wav")
    (folder / "notes.txt").write_text("not looked at")
    (folder / ".hidden.wav").write_text("not looked at")
    return folder


class Loudest:
    """A tagger that listens."""

    provenance = "loudest 1.0"
    needs_sound = True

    def tag(self, name: str, sound: Sound | None) -> TagShares | None:
        assert sound is not None
        return TagShares({"Loud": float(min(1, np.abs(sound.samples).max()))}) if "tone" in name else None


def run(
    folder: Path,
    out: Path,
    *,
    engine: Engine = Engine.LOCAL,
    taggers: tuple[Loudest, ...] = (),
    fingerprints: bool = False,
    segments: SegmentSettings | None = None,
) -> list[ClipRecord]:
    task = ClipTask(folder=folder, taggers=taggers, fingerprints=fingerprints, segments=segments)
    batch = Batch(task=task, files=list_clips(folder), engine=engine, n_workers=1)
    with ResultsFile(out) as results:
        run_batch(batch, results, io.StringIO())
        return list(results.records(batch.task.digest, batch.files))


def test_broken_files_are_reported_and_the_others_measured(recordings: Path, tmp_path: Path) -> None:
    records = run(recordings, tmp_path / "out", taggers=(Loudest(),))
    faults = {record.file.name: record.fault.reason for record in records if record.fault}
    assert faults == BROKEN
    measured = {record.file.name: record.heard[0] for record in records if record.heard}
    assert sorted(measured) == sorted([*GOOD, "inner ü/<b>tone.wav"])
    assert measured["inner ü/<b>tone.wav"].tags["loudest 1.0"]["Loud"] == pytest.approx(0.2, abs=0.001)
    assert measured["a11_u8.wav"].tags == {}
    bad = measured["a06_nan_inf_float.wav"].values
    assert bad.n_bad_samples == 12


def test_a_second_run_listens_to_what_is_new_only(tmp_path: Path) -> None:
    folder, out = tmp_path / "recordings", tmp_path / "out"
    folder.mkdir()
    tone(folder / "a.wav")
    first = run(folder, out)
    lines = (out / "results.jsonl").read_bytes()
    assert run(folder, out) == first
    assert (out / "results.jsonl").read_bytes() == lines
    tone(folder / "b.wav")
    both = run(folder, out)
    assert [record.file.name for record in both] == ["a.wav", "b.wav"]
    assert (out / "results.jsonl").read_bytes().startswith(lines)
    assert (out / "results.jsonl").read_bytes().count(b"\n") == 2


def test_other_settings_are_other_results(recordings: Path) -> None:
    tasks = [
        ClipTask(folder=recordings),
        ClipTask(folder=recordings, spectrum=SpectrumSettings(n_fft=1024)),
        ClipTask(folder=recordings, max_duration_s=10),
        ClipTask(folder=recordings, taggers=(Loudest(),)),
        ClipTask(folder=recordings, fingerprints=True),
        ClipTask(folder=recordings, segments=SegmentSettings()),
        ClipTask(folder=recordings, segments=SegmentSettings(max_s=50)),
    ]
    assert len({task.digest for task in tasks}) == len(tasks)
    # The folder may be moved.
    assert ClipTask(folder=recordings / "elsewhere").digest == tasks[0].digest


def test_links_out_of_the_folder_are_not_followed(recordings: Path, tmp_path: Path) -> None:
    tone(tmp_path / "outside.wav")
    (recordings / "link.wav").symlink_to(tmp_path / "outside.wav")
    (recordings / "circle.wav").symlink_to(recordings / "circle.wav")
    assert not {"link.wav", "circle.wav"} & {file.name for file in list_clips(recordings)}


def test_no_folder_and_no_audio_are_said(tmp_path: Path) -> None:
    with pytest.raises(BatchError, match="There is no folder missing"):
        list_clips(tmp_path / "missing")
    with pytest.raises(BatchError, match="holds no audio file"):
        list_clips(tmp_path)


def test_the_same_with_ray(recordings: Path, tmp_path: Path) -> None:
    pytest.importorskip("ray", reason="Ray is not installed; pip install 'ray[data]' to run this")
    for segments in (None, SegmentSettings(min_s=1, max_s=3)):
        places = [tmp_path / f"{engine}-{segments is None}" for engine in Engine]
        here, there = (
            run(recordings, place, engine=engine, taggers=(Loudest(),), fingerprints=True, segments=segments)
            for place, engine in zip(places, Engine, strict=True)
        )
        assert [encode(record) for record in there] == [encode(record) for record in here]
        assert sum(len(record.heard) for record in here) > 2


def test_without_ray_it_is_said(recordings: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ray", None)
    with pytest.raises(BatchError, match="needs Ray"):
        run(recordings, tmp_path / "out", engine=Engine.RAY)


def test_files_can_be_soundless_of_any_kind(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "silence.flac", np.zeros(16_000), 16_000)
    (record,) = run(tmp_path, tmp_path / "out")
    assert record.heard[0].values.no_spectral_flatness == "silent"
