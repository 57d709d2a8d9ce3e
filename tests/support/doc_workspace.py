"""A folder that has what the commands of the documentation name: packs, recordings, tables, models that need no key."""

from __future__ import annotations

import csv
import json
import shutil
from collections.abc import Iterable, Mapping
from pathlib import Path

import soundfile

from soundmark.benchmarks.demo import demo_savvy_folder
from tests.conftest import ROOT
from tests.support.agl1k import made_row, table_text
from tests.support.packs import DEMO_CLIPS, small_pack, tone
from tests.support.savvy_files import PREFIX, snapshot, write_clone, write_json
from tests.support.tau import current_row, write_lines

RECORDINGS = ("one.opus", "two.opus", "three.opus")
PLACES = [(48.8566, 2.3522), (-33.8688, 151.2093), (25.033, 121.5654), (-1.2921, 36.8219), (64.1466, -21.9426)]
DRAFTED = json.dumps(
    {
        "questions": [
            {
                "question": "Where is it heard?",
                "options": ["A metro", "A store", "A temple", "A school"],
                "answer": "A store",
                "hop_type": "Single-hop",
            }
        ]
    }
)
SAYS: Mapping[str, str] = {
    "my-model": "The answer is A.",
    "scripted-demo": "A",
    "my-listener": '{"reason": "Rain and speech.", "city": "Lisbon", "country": "Portugal", "continent": "Europe", '
    '"longitude": -9.14, "latitude": 38.72}',
    "my-writer": DRAFTED,
    "my-reader": "A",
    "my-judge": "A",
    "gemini": '{"1": 4, "2": 1}',
    "claude": '{"1": 3, "2": 0}',
    "qwen": '{"1": 4, "2": 2}',
}
"""What each model of the documentation says to everything."""


def write_workspace(folder: Path) -> Path:
    """Make the folder's content; the names are those of the documentation."""
    write_models(folder / "models.toml")
    small_pack(folder / "my-pack", PLACES)
    clips = small_pack(folder / "my-clips", PLACES)
    tone(folder / "clip.wav")
    (folder / "recordings").mkdir()
    for name, source in zip(RECORDINGS, sorted(DEMO_CLIPS.rglob("*.opus")), strict=False):
        shutil.copy(source, folder / "recordings" / name)
    _write_tables(folder, sorted(path.name for path in clips.glob("*.wav")))
    write_lines(folder / "tau_copy" / "rows.jsonl", [current_row(number) for number in range(4)])
    scored = [{"uniqueId": current_row(n)["uniqueId"], "answer": "A", "predictedAnswer": "A"} for n in range(4)]
    write_lines(folder / "model_scored.jsonl", scored)
    _write_agl1k(folder)
    outputs = {f"{PREFIX}direction_ego_hard_3": snapshot(sounding_object={"description": "A person in green."})}
    write_json(write_clone(folder / "savvy_copy") / "SAVVY" / "data" / "sd_output_v2" / "gemini25.json", outputs)
    samples, rate_hz = soundfile.read(demo_savvy_folder() / "scene_01.flac", frames=16_000 * 10)
    soundfile.write(folder / "walk.wav", samples, rate_hz)
    shutil.copy(ROOT / "models.example.toml", folder)
    shutil.copytree(ROOT / "docs" / "examples", folder / "docs" / "examples")
    return folder


def write_models(path: Path) -> None:
    """A models file with a scripted model for each name."""
    price = "price = { usd_per_million_input_tokens = 1.0, usd_per_million_output_tokens = 1.0 }"
    parts = [
        f'[[models]]\nname = "{name}"\nadapter = "scripted"\n{price}\nparameters = {{ max_tokens = 100 }}\n'
        f"[[models.script]]\nanswers = ['{said}']\ninput_tokens = 10\noutput_tokens = 5\n"
        for name, said in SAYS.items()
    ]
    path.write_text("\n".join(parts), encoding="utf-8")


def write_rows(path: Path, rows: Iterable[Mapping[str, object]]) -> None:
    """A CSV file."""
    listed = list(rows)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(listed[0]))
        writer.writeheader()
        writer.writerows(listed)


def _write_tables(folder: Path, clips: list[str]) -> None:
    heard = [("Speech", 0.8), ("Rain", 0.4)]
    for name, files in (("tags.csv", [*clips, *RECORDINGS]), ("more-tags.csv", clips)):
        write_rows(
            folder / name,
            ({"file_name": file, "category": tag, "share": share} for file in files for tag, share in heard),
        )
    notes = ({"file_name": name, "description": f"a chime of a store, {name}"} for name in RECORDINGS)
    write_rows(folder / "notes.csv", notes)
    write_rows(folder / "heard.csv", ({"file_name": name, "transcript": "Welcome."} for name in RECORDINGS))
    write_lines(folder / "answers.jsonl", [{"answer": "B, I think", "options": ["a dog", "a bell"]}])
    votes = [("a", "b", "a"), ("b", "c", "b"), ("c", "a", "c"), ("a", "c", "tie"), ("b", "a", "b"), ("c", "b", "a")]
    rows = [
        {"model_a": a, "model_b": b, "winner": winner, "voter": f"p{number % 3}", "language": ("de", "en")[number % 2]}
        for number, (a, b, winner) in enumerate(4 * votes)
    ]
    write_lines(folder / "votes.jsonl", rows)
    write_parquet(folder / "votes.parquet", rows)


def write_parquet(path: Path, rows: list[dict[str, str]]) -> None:
    """Rows as Parquet."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    pq.write_table(pa.Table.from_pylist(rows), path)


def _write_agl1k(folder: Path) -> None:
    rows = [made_row(number) for number in range(4)]
    (folder / "geoLocalization_schema.csv").write_text(table_text(rows), encoding="utf-8")
    said = [
        {
            "question_id": row[0],
            "predicted_latitude": "52.5",
            "predicted_longitude": "13.4",
            "predicted_city": "Berlin",
            "predicted_country": "Germany",
            "predicted_continent": "Europe",
            "reasoning": "I hear an S-Bahn.",
            "model_output": "",
        }
        for row in rows
    ]
    (folder / "qwen25-omni_seed_42_progress_fixed.json").write_text(json.dumps(said), encoding="utf-8")
