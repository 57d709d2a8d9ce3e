"""Rows of TAU as its authors lay them out, with questions of our own."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

TYPES = (
    "Retail", "Cultural", "Announcement", "Education", "Transit", "Media", "Entertainment", "Nature", "Emergency",
    "Payment",
)  # fmt: skip
CLIPS = "https://huggingface.co/datasets/chenjoachim/TAU-dataset/resolve/main/"


def current_row(number: int, **changes: Any) -> dict[str, Any]:
    """A row of the Hub dataset, its columns in their order."""
    return {
        "answer": "ABCD"[number % 4],
        "type": TYPES[number % len(TYPES)],
        "hopType": ("Single-hop", "Multi-hop")[number % 2],
        "audioPath": f"{CLIPS}{number // 2:08d}_{number % 3 + 1}.mp3",
        "question": f"第 {number} 題：這是什麼聲音？",
        "uniqueId": f"{number:08X}",
        "options": [f"選項{number}{letter}" for letter in "甲乙丙丁"],
    } | changes


def demo_row(number: int, **changes: Any) -> dict[str, Any]:
    """A row of the demonstration's file, which gives the sound away."""
    return {
        "type": TYPES[number % len(TYPES)],
        "description": f"洩漏{number}",
        "descriptionEn": f"leak {number}",
        "link": f"https://youtu.be/leak{number}",
        "uniqueId": f"{number:08X}",
        "audioPath": f"{CLIPS}{number:08d}_1.mp3",
        "startMs": 98765,
        "endMs": 98999,
        "question": f"第 {number} 題：這是什麼聲音？",
        "questionEn": f"Item {number}: which sound is it?",
        "options": [f"選項{number}{letter}" for letter in "甲乙丙丁"],
        "optionsEn": [f"choice {number}{letter}" for letter in "abcd"],
        "answer": "ABCD"[number % 4],
        "hopType": ("Single-hop", "Multi-hop")[number % 2],
    } | changes


def older_row(number: int, **changes: Any) -> dict[str, Any]:
    """A row of the older layout, in which the type is the name of the configuration."""
    options = {letter: f"選項{number}{name}" for letter, name in zip("ABCD", "甲乙丙丁", strict=True)}
    return {
        "unique_id": f"{number:08X}",
        "audio": {"bytes": b"no sound", "path": f"{number:08d}_2.mp3"},
        "link": f"https://youtu.be/leak{number}",
        "start_ms": 98765,
        "end_ms": 98999,
        "question": f"第 {number} 題：這是什麼聲音？",
        **options,
        "answer": "ABCD"[number % 4],
    } | changes


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    """The rows as JSON lines."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    return path


def write_csv(path: Path, rows: list[dict[str, Any]]) -> Path:
    """The rows as CSV, lists as JSON text."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        for row in rows:
            shown = {key: json.dumps(value) if isinstance(value, list | dict) else value for key, value in row.items()}
            writer.writerow(shown)
    return path


def write_parquet(path: Path, rows: list[dict[str, Any]]) -> Path:
    """The rows as Parquet, as `push_to_hub` writes them."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    path.parent.mkdir(parents=True, exist_ok=True)
    pq.write_table(pa.Table.from_pylist(rows), path)
    return path
