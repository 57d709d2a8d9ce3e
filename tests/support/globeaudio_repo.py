"""GlobeAudio as it is published, with noise in place of the recordings."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
import soundfile

if TYPE_CHECKING:
    import pyarrow as pa

COLUMNS = ("question", "option1", "option2", "option3", "option4", "target")
CONFIGS = ("en", "zh", "sg", "ru", "th", "bn")
WORDS = {"en": "What is said?", "zh": "他们在说什么？", "sg": "Wah, what they say ah?", "ru": "О чём говорят?",
         "th": "พวกเขาพูดอะไร", "bn": "তারা কী বলছে?"}  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Row:
    """One row as it is published."""

    question: str
    options: tuple[str, ...]
    target: str
    sound: bytes


@dataclass(frozen=True, kw_only=True)
class Shape:
    """How large the synthetic set is."""

    shards: int = 2
    groups_per_shard: int = 2
    rows_per_group: int = 3
    seconds: float = 0.2
    configs: Sequence[str] = field(default=CONFIGS)


def wav(seconds: float, seed: int) -> bytes:
    """Quiet noise, which Parquet cannot make smaller, as a mono WAV file of 44.1 kHz, as the card says of the clips."""
    out = io.BytesIO()
    samples = np.random.default_rng(seed).normal(0.0, 0.05, int(44_100 * seconds))
    soundfile.write(out, samples, 44_100, format="WAV")
    return out.getvalue()


def rows_of(config: str, shape: Shape) -> list[Row]:
    """All rows of a configuration; the target is given in each of its possible forms in turn."""
    number = shape.shards * shape.groups_per_shard * shape.rows_per_group
    rows = []
    for row in range(number):
        options = tuple(f"{WORDS[config]} {row} {letter}" for letter in "αβγδ")
        right = (row * 7 + CONFIGS.index(config)) % 4
        target = (options[right], "ABCD"[right], str(right + 1), f"option{right + 1}")[row % 4]
        sound = wav(shape.seconds, 1000 * CONFIGS.index(config) + row)
        rows.append(Row(question=f"{WORDS[config]} ({row})", options=options, target=target, sound=sound))
    return rows


def right_choice(config: str, row: int) -> int:
    """What the truth of `rows_of` is."""
    return (row * 7 + CONFIGS.index(config)) % 4


def parquet(rows: Sequence[Row], rows_per_group: int, *, in_small_pages: bool = True) -> bytes:
    """A shard with the schema that `datasets` writes; `in_small_pages` as it has done since 4.1, else as before."""
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: Mapping[str, list[object]] = {
        "audio": [{"bytes": row.sound, "path": f"{number}.wav"} for number, row in enumerate(rows)],
        "question": [row.question for row in rows],
        **{f"option{n}": [row.options[n - 1] for row in rows] for n in range(1, 5)},
        "target": [row.target for row in rows],
    }
    out = io.BytesIO()
    pq.write_table(
        pa.table(columns, schema=_schema()), out, row_group_size=rows_per_group,
        use_content_defined_chunking=in_small_pages, write_page_index=in_small_pages,
    )  # fmt: skip
    return out.getvalue()


def _schema() -> pa.Schema:
    """Columns and the note of their kinds that `datasets` leaves for itself."""
    import pyarrow as pa

    text = {"dtype": "string", "_type": "Value"}
    kinds = {"audio": {"sampling_rate": 44_100, "_type": "Audio"}, **dict.fromkeys(COLUMNS, text)}
    note = json.dumps({"info": {"features": kinds}})
    sound = pa.struct([("bytes", pa.binary()), ("path", pa.string())])
    return pa.schema([("audio", sound), *((name, pa.string()) for name in COLUMNS)], metadata={"huggingface": note})


def readme(configs: Sequence[str]) -> bytes:
    """The card's head, with the six configurations."""
    lines = ["---", "license: cc-by-nc-4.0", "configs:"]
    for config in configs:
        lines += [f"- config_name: {config}", "  data_files:", "  - split: train"]
        lines += [f"    path: data/{config}/{config}-*"]
        lines += ["  default: true"] if config == "en" else []
    return "\n".join([*lines, "---", "# GlobeAudio", ""]).encode()


def globeaudio_files(shape: Shape | None = None) -> dict[str, bytes]:
    """All files of the dataset."""
    shape = shape or Shape()
    files = {"README.md": readme(shape.configs)}
    per_shard = shape.groups_per_shard * shape.rows_per_group
    for config in shape.configs:
        rows = rows_of(config, shape)
        for number in range(shape.shards):
            path = f"data/{config}/{config}-{number:05d}-of-{shape.shards:05d}.parquet"
            files[path] = parquet(rows[number * per_shard :][:per_shard], shape.rows_per_group)
    return files
