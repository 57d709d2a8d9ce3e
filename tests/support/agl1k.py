"""AGL1K's published files, where they lie beside the repository, and small ones of the same form made here."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[3] / "shared"
FOLDER = SHARED / "real" / "agl1k"
TABLE = FOLDER / "geoLocalization_schema.csv"
QWEN = FOLDER / "qwen25-omni_seed_42_progress_fixed.json"
GEMINI = FOLDER / "gemini-3-pro-preview_seed_42.jsonl"
GPT_4O = FOLDER / "gpt-4o-audio-preview_seed_42.jsonl"

COLUMNS = [
    "key", "short_key", "longitude", "latitude", "altitude", "description", "title", "mp3name", "mp3seconds", "city",
    "country", "continent", "human_sounds", "animal", "music", "natural_sounds", "channel",
    "environment_and_background", "sounds_of_things", "source_ambiguous_sounds",
]  # fmt: skip
PUBLISHED_HEADER = (
    "key,short_key,longitude,latitude,altitude,description,title,mp3name,mp3seconds,city,country,continent,human_sounds,"
    "animal,music,natural_sounds,channel_environment_and_background,sounds_of_things,source_ambiguous_sounds"
)
PLACES = [
    ("121.5654", "25.0330", "Taipei", "China", "Asia"),
    ("116.4074", "39.9042", "Beijing", "China", "Asia"),
    ("12.4534", "41.9022", "Vatican City", "Holy See (Vatican City State)", ""),
    ("126.9780", "37.5665", "Seoul", "Korea, Republic of", "Asia"),
    ("-68.1193", "-16.4897", "La Paz", "Bolivia, Plurinational State of", "South America"),
    ("35.2033", "31.9038", "Ramallah", "Palestine, State of", "Asia"),
    ("28.9784", "41.0082", "Istanbul", "Türkiye", "Asia"),
    ("13.4050", "52.5200", "Berlin", "Germany", "Europe"),
    ("0", "0.5", "São Tomé", "Ghana", "Africa"),
]


def needs(path: Path) -> Path:
    """The path, or the test is skipped."""
    if not path.exists():
        pytest.skip(f"{path.name} is not beside the repository")
    return path


def made_row(number: int) -> list[str]:
    """A row of the published form, made here."""
    longitude, latitude, city, country, continent = PLACES[number % len(PLACES)]
    speech = ("1.0", "0.0", "0.1")[number % 3]
    return [
        f"aporee_{number + 1}_{number + 1001}", str(number + 1001), longitude, latitude, ("12.0", "")[number % 2],
        f'rain, wind<br />and "bells" {number}', f"{city} - street {number}", f"clip{number}.mp3", "61.5", city,
        country, continent, speech, "0.0", "1.0", "0.3", "0.25", "0.75", "1.0", "0.0",
    ]  # fmt: skip


def table_text(rows: list[list[str]], header: str = PUBLISHED_HEADER) -> str:
    """A table of the published form: a header with 19 names, rows with 20 fields, lines that end in CR LF."""
    out = io.StringIO(newline="")
    csv.writer(out).writerows(rows)
    return header + "\r\n" + out.getvalue()


def sample_rows(n: int, seed: int = 0) -> list[list[str]]:
    """Rows of the published table when it is here, made ones else."""
    if not TABLE.exists():
        return [made_row(number) for number in range(n)]
    with TABLE.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.reader(lines))[1:]
    return random.Random(seed).sample(rows, n)
