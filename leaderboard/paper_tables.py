"""The tables of the benchmarks' papers, as they are printed: which there are, and what is to be known of them."""

from __future__ import annotations

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "published"

_SHARES = "Accuracies and rates are shares, 0 to 1."
_UNWRAPPED = (
    "The released code subtracts angles without wrapping them, so that 179 against -179 degrees counts as 358: "
    "direction errors are too large and accuracies near the back too low."
)


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
    about: str
    file: str
    label: str
    note: str = ""


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
        PaperTable(number=1, about="main results", file="agl1k_table1.csv", label="model", note=_SHARES),
        PaperTable(
            number=2,
            about="quantiles, and distance by sound",
            file="agl1k_table2.csv",
            label="model",
            note="A refusal counts as 10,000 km. Animal, music, nature and things are over clips without speech.",
        ),
    ),
    "tau": (
        PaperTable(number=1, about="default prompt", file="tau_table1.csv", label="model"),
        PaperTable(number=2, about="prompt of a Taiwanese person", file="tau_table2.csv", label="model"),
    ),
    "globeaudio": (
        PaperTable(number=2, about="languages", file="globeaudio_table2.csv", label="code"),
        PaperTable(
            number=3,
            about="main results",
            file="globeaudio_table3.csv",
            label="model",
            note="The mean is that of the six languages. Two Mandarin cells (Audio Flamingo 3, MiMo-V2.5) are no share "
            "of that language's 1,072 questions.",
        ),
    ),
    "savvy": (
        PaperTable(number=2, about="main results", file="savvy_table2.csv", label="method"),
        PaperTable(number=3, about="SD-Eval", file="savvy_table3.csv", label="method"),
        PaperTable(number=4, about="microphones", file="savvy_table4.csv", label="mics", note=_UNWRAPPED),
        PaperTable(number=5, about="localisation by track", file="savvy_table5.csv", label="object", note=_UNWRAPPED),
        PaperTable(number=6, about="which tracks are merged", file="savvy_table6.csv", label=""),
        PaperTable(number=7, about="threshold of the segmentation", file="savvy_table7.csv", label="seg_thr"),
        PaperTable(number=8, about="frames that are segmented", file="savvy_table8.csv", label="n_frame"),
        PaperTable(number=9, about="with and without a global map", file="savvy_table9.csv", label=""),
        PaperTable(number=10, about="without the film", file="savvy_table10.csv", label="method"),
        PaperTable(number=11, about="clip of the event, or whole film", file="savvy_table11.csv", label="method"),
    ),
    "arena": (
        PaperTable(number=2, about="models", file="geoarena_table2.csv", label="model"),
        PaperTable(
            number=3,
            about="ratings of September 2025",
            file="geoarena_table3.csv",
            label="model",
            note="Two models have the same rating and interval to the last digit: the released routine leaves models "
            "without a rating of their own when the pair table has gaps.",
        ),
        PaperTable(
            number=4,
            about="experts and crowd",
            file="geoarena_table4.csv",
            label="expert",
            note="Rows: what an expert said of a battle. The last row is in per cent: how often the crowd "
            "voted as the expert did.",
        ),
        PaperTable(number=5, about="influence of style", file="geoarena_table5.csv", label="feature"),
        PaperTable(number=6, about="models as judges", file="geoarena_table6.csv", label="model"),
    ),
}
"""By mode, in the order of the paper."""


def read_table(name: str) -> list[dict[str, str]]:
    """The records of a file of published figures."""
    with (FOLDER / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
