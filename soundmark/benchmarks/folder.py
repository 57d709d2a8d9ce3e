"""Folder packs: a folder of recordings with a metadata.csv or metadata.jsonl becomes a benchmark."""

from __future__ import annotations

from pathlib import Path

from soundmark.audio.decode import DEFAULT_MAX_DURATION_S
from soundmark.benchmarks.assemble import Assembly, assemble
from soundmark.benchmarks.audit import Progress
from soundmark.benchmarks.choice_rows import choice_row
from soundmark.benchmarks.geo_rows import PROMPT, geo_row
from soundmark.benchmarks.metadata import one_a_file, read_rows
from soundmark.benchmarks.pack import ChoicePack, GeoPack, SpatialPack
from soundmark.benchmarks.spatial_rows import spatial_row
from soundmark.benchmarks.table import read_table
from soundmark.types import QuestionKind

__all__ = ["PROMPT", "read_any_pack", "read_choice_pack", "read_pack", "read_spatial_pack"]


def read_any_pack(
    folder: Path,
    *,
    kind: QuestionKind | None = None,
    name: str | None = None,
    audit_cache: Path | None = None,
    max_duration_s: float = DEFAULT_MAX_DURATION_S,
    on_progress: Progress | None = None,
) -> GeoPack | ChoicePack | SpatialPack:
    """Read a folder pack. Whatever is wrong with single rows and files is reported, and the rest plays.

    Args:
        folder: holds metadata.csv or metadata.jsonl with a column file_name (a path inside the folder) and those of its
            kind; docs/packs.md lists them. Further columns become tags.
        kind: of its questions; by default what its columns say.
        name: of the benchmark; by default made of the folder's name.
        audit_cache: JSON file, one a pack, that spares decoding unchanged files again.
        max_duration_s: longest recording accepted. The default takes the 180 s of the published benchmarks.
        on_progress: told (files done, files in all) while they are decoded.

    Raises:
        PackError: when no question comes of the folder, or its table cannot be used at all.
    """
    table = read_table(folder, kind)
    assembly = Assembly(folder, name, audit_cache, max_duration_s, on_progress)
    if table.kind is QuestionKind.GEO:
        return assemble(assembly, one_a_file(read_rows(table, geo_row)), QuestionKind.GEO)
    if table.kind is QuestionKind.CHOICE:
        return assemble(assembly, read_rows(table, choice_row), QuestionKind.CHOICE)
    return assemble(assembly, read_rows(table, spatial_row), QuestionKind.SPATIAL)


def read_pack(
    folder: Path,
    *,
    name: str | None = None,
    audit_cache: Path | None = None,
    max_duration_s: float = DEFAULT_MAX_DURATION_S,
    on_progress: Progress | None = None,
) -> GeoPack:
    """Read a folder pack of places: columns file_name, latitude and longitude (decimal degrees, WGS-84).

    The arguments and errors are those of `read_any_pack`; columns of other kinds of questions are tags here.
    """
    metadata = one_a_file(read_rows(read_table(folder, QuestionKind.GEO), geo_row))
    assembly = Assembly(folder, name, audit_cache, max_duration_s, on_progress)
    return assemble(assembly, metadata, QuestionKind.GEO)


def read_choice_pack(
    folder: Path,
    *,
    name: str | None = None,
    audit_cache: Path | None = None,
    max_duration_s: float = DEFAULT_MAX_DURATION_S,
    on_progress: Progress | None = None,
) -> ChoicePack:
    """Read a folder pack of multiple-choice questions; arguments and errors are those of `read_any_pack`."""
    metadata = read_rows(read_table(folder, QuestionKind.CHOICE), choice_row)
    assembly = Assembly(folder, name, audit_cache, max_duration_s, on_progress)
    return assemble(assembly, metadata, QuestionKind.CHOICE)


def read_spatial_pack(
    folder: Path,
    *,
    name: str | None = None,
    audit_cache: Path | None = None,
    max_duration_s: float = DEFAULT_MAX_DURATION_S,
    on_progress: Progress | None = None,
) -> SpatialPack:
    """Read a folder pack of spatial questions; arguments and errors are those of `read_any_pack`."""
    metadata = read_rows(read_table(folder, QuestionKind.SPATIAL), spatial_row)
    assembly = Assembly(folder, name, audit_cache, max_duration_s, on_progress)
    return assemble(assembly, metadata, QuestionKind.SPATIAL)
