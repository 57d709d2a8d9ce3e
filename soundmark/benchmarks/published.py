"""All published benchmarks that the product can read: one entry each."""

from __future__ import annotations

from soundmark.audio.errors import shown
from soundmark.benchmarks.agl1k import AGL1K
from soundmark.benchmarks.entry import PublishedBenchmark
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.globeaudio_entry import GLOBEAUDIO
from soundmark.benchmarks.savvy.entry import SAVVY
from soundmark.benchmarks.tau import TAU

PUBLISHED: tuple[PublishedBenchmark, ...] = (AGL1K, TAU, GLOBEAUDIO, SAVVY)


def published(name: str) -> PublishedBenchmark:
    """The benchmark of that name, whatever the case of its letters.

    Raises:
        PackError: when there is none.
    """
    for benchmark in PUBLISHED:
        if benchmark.name == name.strip().lower():
            return benchmark
    known = ", ".join(benchmark.name for benchmark in PUBLISHED)
    raise PackError(f"There is no benchmark {shown(name)}. Known are: {known}.")
