"""Clip lists whose files, tags, ids and texts would give every answer away, were one of them to reach a browser."""

from __future__ import annotations

import csv
import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import mutagen
from mutagen.id3 import ID3, TIT2

from tests.conftest import ROOT
from tests.support.packs import TAGGED_CLIPS, need

CASES = ROOT / "tests" / "data" / "cases"
LANGUAGES = {"demo_tau": ("zh-Hant",), "demo_globeaudio": ("th", "bn", "ru"), "own_questions": ("sw", "en")}
N_QUESTIONS = 3


def tagged_case_pack(folder: Path) -> Path:
    """Files of the project's own whose ID3, MP4 and RIFF tags name a place."""
    folder.mkdir(parents=True)
    names = ["s07_id3_location.mp3", "s07_m4a_location.m4a", "s07_riff_info_location.wav"]
    lines = ["file_name,latitude,longitude,country,city,source"]
    for name in names:
        telling = f"Taipei_Dihua_Street_{name}"
        shutil.copy(CASES / name, folder / telling)
        lines.append(f"{telling},25.0553,121.5098,Taiwan,Taipei,Dihua Street recordings")
    (folder / "metadata.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return folder


def agl1k_pack(folder: Path) -> Path:
    """Two published recordings with the tags their authors gave them. The table's header names 19 of its 20 columns."""
    folder.mkdir(parents=True)
    table = need(TAGGED_CLIPS) / "geoLocalization_schema.csv"
    audio = {path.name: path for path in (TAGGED_CLIPS / "audio").glob("*.mp3")}
    with (
        table.open(encoding="utf-8", newline="") as source,
        (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as target,
    ):
        writer = csv.writer(target)
        writer.writerow(["file_name", "latitude", "longitude", "city", "country", "continent", "source"])
        for row in list(csv.reader(source))[1:]:
            longitude, latitude, title, name = row[2], row[3], row[6], row[7]
            if name in audio:
                shutil.copy(audio[name], folder / name)
                writer.writerow([name, latitude, longitude, *row[9:12], title])
    return folder


def words_of_tags(path: Path) -> set[str]:
    """The words in a file's tags that could name something."""
    opened = mutagen.File(path)
    tags = "" if opened is None or opened.tags is None else " ".join(str(value) for value in opened.tags.values())
    return set(re.findall(r"\w{4,}", tags))


def secrets_of_places(folder: Path, control: str) -> set[str]:
    """What would give a place away: coordinates to two decimals, names, titles, file names and words of tags.

    Names and words are left out when an app that plays nothing but tones says them too ("radio", or the country that
    another mode is about).
    """
    found: set[str] = set()
    words: set[str] = set()
    with (folder / "metadata.csv").open(encoding="utf-8") as file:
        for row in csv.DictReader(file):
            for key in ("latitude", "longitude"):
                found.add(re.match(r"-?\d+\.\d\d", row[key])[0])  # type: ignore[index]
            names = {row[key] for key in ("country", "city", "source") if row.get(key)}
            found |= {name for name in names if name.lower() not in control}
            found.add(Path(row["file_name"]).stem)
            words |= set(re.findall(r"[A-Za-z]{5,}", row["file_name"])) | words_of_tags(folder / row["file_name"])
    assert len(found) > 5, found
    # A year among tags stands by chance in any stream of figures.
    kept = {word for word in words if word.lower() not in control and not (word.isdecimal() and len(word) <= 4)}
    assert len(kept) > 5, kept
    return found | kept


@dataclass(frozen=True)
class TellingChoices:
    """Choice questions of made-up words.

    Attributes:
        folder: the pack; file names, tags, ids, sources and categories name the right choice.
        choices: of each question, as the pack has them.
        secrets: what must not be told before an answer.
    """

    folder: Path
    choices: tuple[tuple[str, ...], ...]
    secrets: frozenset[str]


def telling_choices(folder: Path) -> TellingChoices:
    """Write the pack, over a folder of built-in questions if there is one."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    letters = [f"option_{letter}" for letter in "abcd"]
    columns = ["file_name", "question_id", "question", *letters, "answer", "language", "source", "licence", "category"]
    secrets: set[str] = {folder.name, "metadata.csv"}
    (folder / "README.md").write_text("# Questions of somebody\n\nZreadme tells all.\n", encoding="utf-8")
    lists = []
    with (folder / "metadata.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns)
        writer.writeheader()
        for number in range(N_QUESTIONS):
            choices = tuple(f"{word}{number}" for word in ("qalpha", "qbeta", "qgamma", "qdelta"))
            name = f"Zfile{number}_third_is_right.mp3"
            shutil.copy(CASES / "s07_id3_location.mp3", folder / name)
            tags = ID3()  # type: ignore[no-untyped-call]
            tags.add(TIT2(text=f"Ztitle{number} {choices[2]}"))  # type: ignore[no-untyped-call]
            tags.save(folder / name)
            telling = {"question_id": f"Zid{number}", "source": f"Zsource{number}", "category": f"Zcategory{number}"}
            languages, licence = LANGUAGES[folder.name], f"Zlicence{number}"
            writer.writerow(
                {"file_name": name, "question": f"Which {number}?", **dict(zip(letters, choices, strict=True)),
                 "answer": "C", "language": languages[number % len(languages)], "licence": licence, **telling}
            )  # fmt: skip
            secrets |= {*telling.values(), Path(name).stem, f"Ztitle{number}", licence}
            lists.append(choices)
    return TellingChoices(folder, tuple(lists), frozenset(secrets))
