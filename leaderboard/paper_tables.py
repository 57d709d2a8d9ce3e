"""The tables of the benchmarks' papers, as they are printed: which there are, and what is to be known of them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from soundmark.types import Note, worded

FOLDER = Path(__file__).parent / "published"

_SHARES = worded("paper_note_shares")
_UNWRAPPED = worded("paper_note_unwrapped")


@dataclass(frozen=True, slots=True, kw_only=True)
class Paper:
    """A benchmark's paper.

    Attributes:
        title: of the paper.
        short: what its benchmark is called.
        homepage: where its authors put it.
    """

    title: str
    short: str
    homepage: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperTable:
    """A table of a paper.

    Attributes:
        number: in the paper.
        about: what it shows, in a few words.
        file: in the folder `published`.
        label: the column that says what a row is about; '' for the number of the row.
        note: what is to be known before it is compared.
    """

    number: int
    about: Note
    file: str
    label: str
    note: Note | None = None


PAPERS: Mapping[str, Paper] = {
    "geo": Paper(
        title="The Sonar Moment: Benchmarking Audio-Language Models in Audio Geo-Localization",
        short="AGL1K",
        homepage="https://github.com/Rising0321/AGL1K",
    ),
    "tau": Paper(
        title="TAU: A Benchmark for Cultural Sound Understanding Beyond Semantics",
        short="TAU",
        homepage="https://github.com/dlion168/TAU_demo",
    ),
    "globeaudio": Paper(
        title="GlobeAudio: A Multilingual Multicultural Benchmark for Naturalistic Evaluation of Large Audio-Language "
        "Models",
        short="GlobeAudio",
        homepage="https://huggingface.co/datasets/iNLP-Lab/GlobeAudio",
    ),
    "savvy": Paper(
        title="SAVVY: Spatial Awareness via Audio-Visual LLMs through Seeing and Hearing",
        short="SAVVY",
        homepage="https://github.com/shlizee/savvy",
    ),
    "arena": Paper(
        title="GeoArena: An Open Platform for Benchmarking Large Vision-language Models on WorldWide Image "
        "Geolocalization",
        short="GeoArena",
        homepage="https://github.com/Applied-Machine-Learning-Lab/GeoArena",
    ),
}
"""By mode."""

TABLES: Mapping[str, Sequence[PaperTable]] = {
    "geo": (
        PaperTable(number=1, about=worded("paper_about_main"), file="agl1k_table1.csv", label="model", note=_SHARES),
        PaperTable(
            number=2,
            about=worded("paper_about_quantiles"),
            file="agl1k_table2.csv",
            label="model",
            note=worded("paper_note_refusal"),
        ),
    ),
    "tau": (
        PaperTable(number=1, about=worded("paper_about_default"), file="tau_table1.csv", label="model"),
        PaperTable(number=2, about=worded("paper_about_taiwan"), file="tau_table2.csv", label="model"),
    ),
    "globeaudio": (
        PaperTable(number=2, about=worded("paper_about_languages"), file="globeaudio_table2.csv", label="code"),
        PaperTable(
            number=3,
            about=worded("paper_about_main"),
            file="globeaudio_table3.csv",
            label="model",
            note=worded("paper_note_globeaudio"),
        ),
    ),
    "savvy": (
        PaperTable(number=2, about=worded("paper_about_main"), file="savvy_table2.csv", label="method"),
        PaperTable(number=3, about=worded("paper_about_sd_eval"), file="savvy_table3.csv", label="method"),
        PaperTable(
            number=4, about=worded("paper_about_microphones"), file="savvy_table4.csv", label="mics", note=_UNWRAPPED
        ),
        PaperTable(
            number=5, about=worded("paper_about_tracks"), file="savvy_table5.csv", label="object", note=_UNWRAPPED
        ),
        PaperTable(number=6, about=worded("paper_about_merged"), file="savvy_table6.csv", label=""),
        PaperTable(number=7, about=worded("paper_about_threshold"), file="savvy_table7.csv", label="seg_thr"),
        PaperTable(number=8, about=worded("paper_about_frames"), file="savvy_table8.csv", label="n_frame"),
        PaperTable(number=9, about=worded("paper_about_map"), file="savvy_table9.csv", label=""),
        PaperTable(number=10, about=worded("paper_about_blind"), file="savvy_table10.csv", label="method"),
        PaperTable(number=11, about=worded("paper_about_clip"), file="savvy_table11.csv", label="method"),
    ),
    "arena": (
        PaperTable(number=2, about=worded("paper_about_models"), file="geoarena_table2.csv", label="model"),
        PaperTable(
            number=3,
            about=worded("paper_about_ratings"),
            file="geoarena_table3.csv",
            label="model",
            note=worded("paper_note_same"),
        ),
        PaperTable(
            number=4,
            about=worded("paper_about_experts"),
            file="geoarena_table4.csv",
            label="expert",
            note=worded("paper_note_experts"),
        ),
        PaperTable(number=5, about=worded("paper_about_style"), file="geoarena_table5.csv", label="feature"),
        PaperTable(number=6, about=worded("paper_about_judges"), file="geoarena_table6.csv", label="model"),
    ),
}
"""By mode, in the order of the paper."""


def read_table(name: str) -> list[dict[str, str]]:
    """The records of a file of published figures."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
