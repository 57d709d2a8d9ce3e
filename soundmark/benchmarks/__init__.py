"""Readers of benchmarks: each turns what is published, or a folder, into questions."""

from soundmark.benchmarks.demo import DEMO_BENCHMARK, demo_pack_folder
from soundmark.benchmarks.errors import PackError
from soundmark.benchmarks.folder import read_any_pack, read_choice_pack, read_pack, read_spatial_pack
from soundmark.benchmarks.pack import ChoicePack, GeoPack, Pack, SpatialPack
from soundmark.benchmarks.report import Finding, FindingKind, PackReport

__all__ = [
    "DEMO_BENCHMARK",
    "ChoicePack",
    "Finding",
    "FindingKind",
    "GeoPack",
    "Pack",
    "PackError",
    "PackReport",
    "SpatialPack",
    "demo_pack_folder",
    "read_any_pack",
    "read_choice_pack",
    "read_pack",
    "read_spatial_pack",
]
