"""Readers of benchmarks: each turns what is published, or a folder, into questions."""

from soundmark.benchmarks.demo import DEMO_BENCHMARK, demo_pack_folder
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.folder import read_pack
from soundmark.benchmarks.pack import Pack
from soundmark.benchmarks.report import Finding, FindingKind, PackReport

__all__ = [
    "DEMO_BENCHMARK",
    "Finding",
    "FindingKind",
    "Pack",
    "PackError",
    "PackReport",
    "demo_pack_folder",
    "read_pack",
]
