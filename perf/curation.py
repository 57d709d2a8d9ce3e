"""CPU time of the four filters beside a plain librosa form, of processes, and memory over many files.

    .venv/bin/python -m perf.curation

Peers, in the same run and on the same clips, one after the other for each clip so that other load meets all alike:
- plain librosa: `librosa.load` at the file's own rate, the four formulas of AGL1K A.3 with librosa and numpy.
- decode + librosa.stft: our decode, the mean of the channels, and the one transform, as librosa does it.
- decode + scipy: the same with the fastest transform we know: float32, in blocks that fit the cache. Nothing is counted
  from the spectrum in these two.
"""

from __future__ import annotations

import io
import os
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from soundmark.audio import decode
from soundmark.curation.batch import Batch, ClipTask, ResultsFile, list_clips, run_batch
from soundmark.curation.filters import SpectrumSettings, measure
from soundmark.curation.filters.mix import mono_of
from soundmark.curation.filters.spectrum import hann

RATE_HZ, SECONDS = 44_100, 30
N_ROUNDS = 15
N_POOL_CLIPS = 120
N_SHORT = 10_000
SETTINGS = SpectrumSettings()


def stereo(seed: int, seconds: float = SECONDS) -> NDArray[np.float64]:
    """Swelling noise, another one in each channel."""
    rng = np.random.default_rng(seed)
    n = round(RATE_HZ * seconds)
    swell = 1 + np.sin(2 * np.pi * 0.5 * np.arange(n) / RATE_HZ)
    samples: NDArray[np.float64] = 0.03 * rng.standard_normal((n, 2)) * swell[:, None]
    return samples


def ours(path: Path) -> None:
    """What the product does."""
    measure(decode(path), SETTINGS)


def plain_librosa(path: Path) -> None:
    """What one writes first."""
    import librosa

    samples, _ = librosa.load(path, sr=None, mono=True)
    np.sqrt(np.mean(samples**2))
    librosa.feature.spectral_flatness(y=samples).mean()
    magnitude = np.abs(samples)
    np.count_nonzero(magnitude == magnitude.max()) / len(samples)
    energy = np.abs(librosa.stft(samples)) ** 2
    (np.abs(np.diff(energy, axis=1)).sum(axis=1) / energy.sum(axis=1)).sum()


def decode_and_stft(path: Path) -> None:
    """Decode, mono, one transform by librosa."""
    import librosa

    librosa.stft(mono_of(decode(path).samples, 1.0).samples)


def least(path: Path) -> None:
    """Decode, mono, one transform."""
    from scipy.fft import rfft

    mono = mono_of(decode(path).samples, 1.0).samples
    frames = np.lib.stride_tricks.sliding_window_view(mono, SETTINGS.n_fft)[:: SETTINGS.hop]
    window = hann(SETTINGS.n_fft)
    for start in range(0, len(frames), 64):
        rfft(frames[start : start + 64] * window, axis=1, overwrite_x=True)


def cpu_ms(work: Callable[[Path], None], path: Path) -> float:
    """CPU time of this process."""
    begin = time.process_time()
    work(path)
    return (time.process_time() - begin) * 1000


def filters_table(folder: Path) -> None:
    """Each way on each format, in turn."""
    print("| format | ours ms | of plain librosa | of decode + librosa.stft | of decode + scipy |")
    print("|---|---|---|---|---|")
    for suffix in ("wav", "flac", "mp3", "ogg"):
        path = folder / f"clip.{suffix}"
        soundfile.write(path, stereo(0), RATE_HZ)
        ways = (ours, plain_librosa, decode_and_stft, least)
        for way in ways:
            way(path)
        times: list[list[float]] = [[] for _ in ways]
        for _ in range(N_ROUNDS):
            for way, found in zip(ways, times, strict=True):
                found.append(cpu_ms(way, path))
        own_ms, *peers_ms = (statistics.median(found) for found in times)
        ratios = " | ".join(f"{own_ms / peer_ms:.2f} ({peer_ms:.1f} ms)" for peer_ms in peers_ms)
        print(f"| {suffix} | {own_ms:.1f} | {ratios} |", flush=True)
        path.unlink()


def pool_seconds(folder: Path, out: Path, n_workers: int) -> float:
    """Time for all clips of a folder, the start of processes with it."""
    batch = Batch(task=ClipTask(folder=folder), files=list_clips(folder), n_workers=n_workers)
    with ResultsFile(out) as results:
        begin = time.perf_counter()
        run_batch(batch, results, io.StringIO())
        return time.perf_counter() - begin


def pool_table(folder: Path) -> None:
    """One process and two, in turn."""
    recordings = folder / "pool"
    recordings.mkdir()
    soundfile.write(recordings / "0.flac", stereo(0), RATE_HZ)
    for number in range(1, N_POOL_CLIPS):
        (recordings / f"{number}.flac").hardlink_to(recordings / "0.flac")
    times: dict[int, list[float]] = {1: [], 2: []}
    for turn in range(3):
        for n_workers, found in times.items():
            found.append(pool_seconds(recordings, folder / f"pool-{n_workers}-{turn}", n_workers))
    one, two = min(times[1]), min(times[2])
    load = os.getloadavg()[0]
    print(f"\n{N_POOL_CLIPS} clips: 1 process {one:.1f} s, 2 processes {two:.1f} s: {one / two:.2f}x (load {load:.1f})")


def memory_mb() -> tuple[float, float]:
    """Resident memory of this process, and of its largest child, now."""
    pid = os.getpid()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return resident_mb(str(pid)), max((resident_mb(child) for child in children), default=0.0)


def resident_mb(pid: str) -> float:
    """0 for a process that has just ended."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0.0
    return next((int(line.split()[1]) / 1024 for line in status.splitlines() if line.startswith("VmRSS")), 0.0)


class MemoryAt(io.StringIO):
    """Takes the lines of progress, and notes the memory at each."""

    def __init__(self) -> None:
        super().__init__()
        self.noted: list[tuple[str, float, float]] = []

    def write(self, text: str) -> int:
        """A line is written at each tenth."""
        if " of " in text:
            self.noted.append((text.split(",", maxsplit=1)[0].strip(), *memory_mb()))
        return len(text)


def memory_table(folder: Path) -> None:
    """Ten thousand short files, with the memory at each tenth."""
    recordings = folder / "short"
    recordings.mkdir()
    for number in range(100):
        soundfile.write(recordings / f"{number:05}.wav", stereo(number, 0.5), RATE_HZ)
    for number in range(100, N_SHORT):
        (recordings / f"{number:05}.wav").hardlink_to(recordings / f"{number % 100:05}.wav")
    noted = MemoryAt()
    batch = Batch(task=ClipTask(folder=recordings), files=list_clips(recordings), n_workers=2)
    with ResultsFile(folder / "short-out") as results:
        begin = time.perf_counter()
        run_batch(batch, results, noted)
        took_s = time.perf_counter() - begin
    print(f"\n{N_SHORT} files of 0.5 s: {took_s:.0f} s\n\n| after | parent MB | largest worker MB |\n|---|---|---|")
    for what, parent_mb, child_mb in noted.noted:
        print(f"| {what} | {parent_mb:.0f} | {child_mb:.0f} |")


def main() -> None:
    """Measure all, and print tables."""
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch)
        filters_table(folder)
        pool_table(folder)
        memory_table(folder)


if __name__ == "__main__":
    main()
