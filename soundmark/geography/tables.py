"""The committed tables in `data/`: tab-separated, one credit line and one heading line on top."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files


def read_text(file_name: str) -> str:
    """The whole text of one of our own data files."""
    return files("soundmark.geography").joinpath("data", file_name).read_text(encoding="utf-8")


def read_rows(file_name: str) -> Iterator[list[str]]:
    """The cells of each row, without credit and heading."""
    lines = read_text(file_name).split("\n")
    return (line.split("\t") for line in lines[2:] if line)
