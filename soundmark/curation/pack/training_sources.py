"""Clips that audio-language models may have been trained on, by where their rows say they come from.

A source that training sets are known to draw on is a reason to be careful, not a proof: no model tells all it was
trained on, and a clip may be younger than a model.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from soundmark.wording import n_of

PROVENANCE_COLUMNS = ("source", "url", "provenance", "licence_url", "dataset", "origin")
"""Columns of a row in which its origin is looked for; the first two names are those of this product's packs."""


@dataclass(frozen=True, slots=True)
class TrainingSource:
    """A place that recordings come from, and published training sets that draw on it.

    Attributes:
        name: for people.
        pattern: finds it in a text; words, not parts of words.
        used_by: training sets by name, with the paper that says so.
    """

    name: str
    pattern: re.Pattern[str]
    used_by: str


def _source(name: str, pattern: str, used_by: str) -> TrainingSource:
    return TrainingSource(name, re.compile(rf"(?<![a-z0-9])(?:{pattern})(?![a-z0-9])", re.IGNORECASE), used_by)


TRAINING_SOURCES = (
    _source("AudioSet", r"audio ?set|audiocaps", "AudioSet (Gemmeke et al. 2017) and AudioCaps (Kim et al. 2019)"),
    _source(
        "YouTube",
        r"youtube(?:\.com)?|youtu\.be|yt-dlp",
        "AudioSet (Gemmeke et al. 2017), VGGSound (Chen et al. 2020) and ACAV100M (Lee et al. 2021)",
    ),
    _source(
        "Freesound",
        r"freesound(?:\.org)?|fsd50k|fsdkaggle\w*|clotho|esc-?50|urban ?sound(?:8k)?",
        "FSD50K (Fonseca et al. 2022), Clotho (Drossos et al. 2020), WavCaps (Mei et al. 2024) and LAION-Audio-630K "
        "(Wu et al. 2023)",
    ),
    _source(
        "BBC Sound Effects",
        r"bbc sound effects|sound-effects\.bbcrewind\.co\.uk|bbcsfx",
        "WavCaps (Mei et al. 2024) and LAION-Audio-630K (Wu et al. 2023)",
    ),
    _source("SoundBible", r"soundbible(?:\.com)?", "WavCaps (Mei et al. 2024)"),
    _source(
        "archive.org",
        r"archive\.org|internet archive|aporee(?:\.org)?|radio aporee",
        "crawls of the open web; the recordings of Radio Aporee, which AGL1K is made of, are public there",
    ),
    _source("xeno-canto", r"xeno-?canto(?:\.org)?", "BirdSet (Rauch et al. 2024)"),
    _source("Common Voice", r"common ?voice", "most sets for speech recognition (Ardila et al. 2020)"),
    _source(
        "LibriVox",
        r"libri(?:vox(?:\.org)?|speech|-?light)",
        "LibriSpeech (Panayotov et al. 2015) and Libri-Light (Kahn et al. 2020)",
    ),
    _source("Free Music Archive", r"free ?music ?archive(?:\.org)?|fma_(?:full|large)", "FMA (Defferrard et al. 2017)"),
    _source("Jamendo", r"jamendo(?:\.com)?", "MTG-Jamendo (Bogdanov et al. 2019)"),
)


def sources_in(columns: Mapping[str, str]) -> tuple[TrainingSource, ...]:
    """Known sources that a row names, in the order of `TRAINING_SOURCES`."""
    text = " ".join(columns.get(column, "") for column in PROVENANCE_COLUMNS)
    return tuple(source for source in TRAINING_SOURCES if source.pattern.search(text))


def names_origin(columns: Mapping[str, str]) -> bool:
    """Whether a row says where its clip comes from."""
    return any(columns.get(column, "").strip() for column in PROVENANCE_COLUMNS)


def leak_warnings(rows: Sequence[Mapping[str, str]]) -> tuple[str, ...]:
    """A sentence for each source that training sets draw on, and one for rows that name no origin.

    Args:
        rows: columns of the rows of a pack.
    """
    warnings = []
    for source in TRAINING_SOURCES:
        n = sum(source in sources_in(columns) for columns in rows)
        if n:
            warnings.append(
                f"{_names(n, rows)} {source.name} as the source. Models may have been trained on these recordings: "
                f"{source.used_by}. Report scores with and without them."
            )
    n_silent = sum(not names_origin(columns) for columns in rows)
    if n_silent:
        warnings.append(
            f"{_names(n_silent, rows)} no source, so nobody can tell whether models were trained on them. "
            "Fill in the column source."
        )
    return tuple(warnings)


def _names(n: int, rows: Sequence[Mapping[str, str]]) -> str:
    return f"{n} of {n_of(len(rows), 'row')} {'names' if n == 1 else 'name'}"
