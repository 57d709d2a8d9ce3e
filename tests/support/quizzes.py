"""The quiz modes as tests drive them, and the truth of their built-in questions, read from the tables by itself."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.conftest import ROOT

TEXTS = ROOT / "components" / "texts" / "static"


@dataclass(frozen=True)
class Quiz:
    """A quiz mode.

    Attributes:
        mode: its id.
        folder: the built-in questions.
        source: what published figures beside a result are labelled with.
    """

    mode: str
    folder: Path
    source: str

    def rows(self) -> list[dict[str, str]]:
        """The table of the built-in questions."""
        with (self.folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def texts(self, locale: str) -> Path:
        """The page's texts for a browser's locale."""
        name = {"zh-HK": "zh-TW"}.get(locale, locale if locale.startswith("zh") else locale.split("-", maxsplit=1)[0])
        return TEXTS / f"{name}.json"


QUIZZES = (
    Quiz("tau", ROOT / "soundmark" / "benchmarks" / "demo_tau", "TAU, table 1: default prompt"),
    Quiz("globeaudio", ROOT / "soundmark" / "benchmarks" / "demo_globeaudio", "GlobeAudio, table 3: main results"),
)


def truth_of(quiz: Quiz, prompt: str, choices: Sequence[str]) -> str:
    """The text of the right choice of a built-in question."""
    for row in quiz.rows():
        options = {letter: row[f"option_{letter.lower()}"] for letter in "ABCD"}
        if row["question"] == prompt and sorted(options.values()) == sorted(choices):
            return options[row["answer"]]
    raise LookupError(f"no built-in question of {quiz.mode} asks {prompt!r}")
