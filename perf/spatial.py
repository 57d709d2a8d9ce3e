"""CPU seconds of SRP-PHAT for one minute of sound, beside two peers, and the memory that an hour needs.

    .venv/bin/python -m perf.spatial [memory]

Peers, each in the same run and on the same 240 segments of 0.25 s at 48 kHz:
- plain loop: the published procedure, FFTs pair by pair and one angle at a time (tests/support/published_srp.py). Our
  `paper` mode must give the same azimuth in every segment.
- pyroomacoustics' SRP with 360 angles, 300-8000 Hz, its own STFT frames of 2048 within each segment.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyroomacoustics
import soundfile

from soundmark.spatial.arrays import ARIA_PAPER, MicrophoneArray
from soundmark.spatial.locate import LocateSettings, locate
from soundmark.spatial.srp import SrpSettings, SteeredResponse
from tests.conftest import ROOT
from tests.support.published_srp import published_azimuths
from tests.support.rooms import room_scene

RATE_HZ, SEGMENT, N_SEGMENTS = 48_000, 12_000, 240
HOUR_RATES_HZ, HOUR_CHANNELS = (16_000, 48_000), 7
CHILD = """
import json, sys, time
from pathlib import Path
from soundmark.audio.blocks import BlockReader
from soundmark.spatial.arrays import ARIA_CAD
from soundmark.spatial.locate import locate
with BlockReader(Path(sys.argv[1])) as reader:
    found = locate(reader.blocks(), reader.sample_rate_hz, reader.n_channels, ARIA_CAD)
# The kernel's high-water mark since this program began; getrusage would count the parent's memory at the fork.
status = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
print(json.dumps([len(found.starts_s), int(status["VmHWM"].split()[0]) / 1024, time.process_time()]))
"""

Samples = npt.NDArray[np.float32]
Azimuths = npt.NDArray[np.float64]


def cpu_s(work: Callable[[], Azimuths], times: int = 3) -> tuple[float, Azimuths]:
    """The least CPU time of some runs, and the result."""
    best = float("inf")
    for _ in range(times):
        begin = time.process_time()
        result = work()
        best = min(best, time.process_time() - begin)
    return best, result


def batched(segments: Samples, array: MicrophoneArray, settings: SrpSettings) -> Azimuths:
    """Ours, with the preparation."""
    response = SteeredResponse(array.positions_m, RATE_HZ, SEGMENT, settings)
    return response.azimuths_deg[response.steer(segments).peaks]


def of_pyroomacoustics(segments: Samples, array: MicrophoneArray, n_fft: int = 2048) -> Azimuths:
    """Its SRP, which counts azimuth counter-clockwise."""
    plan = np.stack([array.positions_m[:, 2], -array.positions_m[:, 0]])
    grid = np.deg2rad(np.arange(-179, 181))
    srp = pyroomacoustics.doa.SRP(plan, RATE_HZ, n_fft, c=343.0, num_src=1, azimuth=grid)
    found = []
    for segment in segments:
        frames = np.lib.stride_tricks.sliding_window_view(segment, n_fft, axis=1)[:, :: n_fft // 2]
        spectra = np.fft.rfft(frames * np.hanning(n_fft), axis=-1).transpose(0, 2, 1)
        srp.locate_sources(spectra, freq_range=[300.0, 8000.0])
        found.append(-np.rad2deg(srp.azimuth_recon[0]))
    return np.array(found)


def speed() -> None:
    """Print the table of CPU seconds."""
    scene = room_scene(ARIA_PAPER.positions_m, rt60_s=0.3, n_steps=60, segments_per_step=4, seed=77)
    samples = scene.with_noise(20, np.random.default_rng(1))
    segments = np.ascontiguousarray(samples.reshape(N_SEGMENTS, SEGMENT, 7).transpose(0, 2, 1))
    notes: list[str] = []
    print(f"| mics | procedure | CPU s for 60 s of sound | plain loop takes | pyroomacoustics takes |\n|{'---|' * 5}")
    for mics in ("3456", "0123456"):
        array = ARIA_PAPER.subset(list(mics))
        own = np.ascontiguousarray(segments[:, [int(mic) for mic in mics]])
        loop_s, loop = cpu_s(partial(published, own, array), 1)
        peer_s, peer = cpu_s(partial(of_pyroomacoustics, own, array), 1)
        paper_s, paper = cpu_s(partial(batched, own, array, SrpSettings.paper()))
        default_s, _ = cpu_s(partial(batched, own, array, SrpSettings()))
        whole_s, _ = cpu_s(partial(whole, samples, mics))
        for name, used_s in (
            ("paper mode", paper_s),
            ("default", default_s),
            ("all of `locate`: filter, default, distance", whole_s),
            ("plain loop", loop_s),
            ("pyroomacoustics", peer_s),
        ):
            print(f"| {mics} | {name} | {used_s:.2f} | {loop_s / used_s:.1f}x | {peer_s / used_s:.1f}x |")
        same = int((paper == loop).sum())
        errors = np.abs((peer - scene.azimuths_deg + 180) % 360 - 180)[scene.counted]
        notes.append(f"mics {mics}: paper mode equals the plain loop in {same} of {N_SEGMENTS} segments")
        notes.append(f"mics {mics}: pyroomacoustics' mean error is {errors.mean():.1f} degrees")
    print("\n" + "\n".join(notes) + "\n")


def published(segments: Samples, array: MicrophoneArray) -> Azimuths:
    """The plain loop."""
    return np.array(published_azimuths(segments, array.positions_m, RATE_HZ))


def whole(samples: Samples, mics: str) -> Azimuths:
    """The whole of `locate` but reading the file."""
    return locate([samples], RATE_HZ, 7, ARIA_PAPER, mics=list(mics), settings=LocateSettings()).directions.peaks_deg


def memory() -> None:
    """Print the largest memory of processes that locate a minute and an hour; Linux only."""
    print("| recording | segments | largest memory of the process, MB | CPU s |\n|---|---|---|---|")
    for rate_hz in HOUR_RATES_HZ:
        block = np.random.default_rng(5).normal(0, 0.05, (60 * rate_hz, HOUR_CHANNELS)).astype(np.float32)
        for minutes in (1, 60):
            with tempfile.TemporaryDirectory() as folder:
                print(_line(Path(folder) / "long.wav", rate_hz, block, minutes), flush=True)


def _line(path: Path, rate_hz: int, block: Samples, minutes: int) -> str:
    with soundfile.SoundFile(path, "w", rate_hz, HOUR_CHANNELS, subtype="PCM_16") as file:
        for _ in range(minutes):
            file.write(block)
    command = [sys.executable, "-c", CHILD, str(path)]
    answer = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    n_segments, used_mb, used_s = json.loads(answer.stdout)
    label = f"{minutes} min, 7 channels at {rate_hz / 1000:g} kHz, {path.stat().st_size / 2**20:.0f} MB"
    return f"| {label} | {n_segments} | {used_mb:.0f} | {used_s:.1f} |"


if __name__ == "__main__":
    if "memory" not in sys.argv[1:]:
        speed()
    memory()
