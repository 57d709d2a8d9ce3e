"""SAVVY-Bench (Chen, Cui, Liu et al. 2025): questions on where a sound is, in egocentric recordings of homes."""

from soundmark.benchmarks.savvy.counts import SavvyCounts, check_scenes, count
from soundmark.benchmarks.savvy.media import SavvyMedia, SceneAudio
from soundmark.benchmarks.savvy.reader import SAVVY_BENCHMARK, SavvyBenchmark, build_savvy, read_savvy
from soundmark.benchmarks.savvy.scenes import SavvyScene, SavvyScenes

__all__ = [
    "SAVVY_BENCHMARK",
    "SavvyBenchmark",
    "SavvyCounts",
    "SavvyMedia",
    "SavvyScene",
    "SavvyScenes",
    "SceneAudio",
    "build_savvy",
    "check_scenes",
    "count",
    "read_savvy",
]
