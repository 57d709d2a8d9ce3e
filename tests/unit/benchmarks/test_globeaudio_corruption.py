"""Whatever is done to a GlobeAudio shard: a clear error or a reported row, never a crash, never a shifted column."""

from __future__ import annotations

import io
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from soundmark.benchmarks.block import Block
from soundmark.benchmarks.fetch import FetchError, FetchReason, FileCache
from soundmark.benchmarks.globeaudio_clips import GlobeAudioClips, Place
from soundmark.benchmarks.globeaudio_index import COLUMNS, RowGroup, ShardError, read_texts
from soundmark.types import Clip
from tests.support.globeaudio_repo import Shape, parquet, rows_of

SHAPE = Shape(shards=1, groups_per_shard=2, rows_per_group=4, seconds=0.02)
N_EACH = 50
Corrupt = Callable[[random.Random], bytes]


@lru_cache(maxsize=1)
def whole() -> bytes:
    return parquet(rows_of("en", SHAPE), SHAPE.rows_per_group)


def cut(chance: random.Random) -> bytes:
    return whole()[: chance.randrange(len(whole()))]


def flipped(chance: random.Random) -> bytes:
    """Single bytes changed, more of them near the footer and the texts than in the sound."""
    data = bytearray(whole())
    for _ in range(chance.randrange(1, 12)):
        at = chance.randrange(len(data)) if chance.random() < 0.3 else len(data) - 1 - chance.randrange(6000)
        data[at] ^= 1 << chance.randrange(8)
    return bytes(data)


def table() -> pa.Table:
    return pq.read_table(io.BytesIO(whole()))


def written(changed: pa.Table) -> bytes:
    out = io.BytesIO()
    pq.write_table(changed, out, row_group_size=SHAPE.rows_per_group)
    return out.getvalue()


def renamed(chance: random.Random) -> bytes:
    """One column under another name, or two with their names exchanged in case only."""
    found = table()
    names = list(found.column_names)
    at = names.index(chance.choice(COLUMNS))
    names[at] = chance.choice([names[at].upper(), f"{names[at]}_", "", "audio2", names[at][:-1], f" {names[at]}"])
    return written(found.rename_columns(names))


def retyped(chance: random.Random) -> bytes:
    """One column of text as something else."""
    found = table()
    at = found.column_names.index(chance.choice(COLUMNS))
    n = found.num_rows
    other = chance.choice(
        [
            pa.array(range(n)), pa.array([chance.random() for _ in range(n)]), pa.array([b"\xff\xfe"] * n),
            pa.array([None] * n, pa.string()), pa.array([["a", "b"]] * n), pa.array([{"x": 1}] * n),
            pa.nulls(n), pa.array([True] * n),
        ]
    )  # fmt: skip
    return written(found.set_column(at, found.column_names[at], other))


def published() -> set[tuple[str, ...]]:
    return {(row.question, *row.options, row.target) for row in rows_of("en", SHAPE)}


def texts(groups: tuple[RowGroup, ...]) -> list[tuple[str | None, ...]]:
    return [row for group in groups for row in group.rows]


@pytest.mark.parametrize("corrupt", [cut, renamed])
def test_what_lost_its_form_is_refused_with_a_reason(corrupt: Corrupt) -> None:
    for seed in range(N_EACH):
        with pytest.raises(ShardError) as caught:
            read_texts(io.BytesIO(corrupt(random.Random(seed))))
        assert 10 < len(str(caught.value)) < 400
        assert str(caught.value).isprintable()


def test_a_column_of_another_type_makes_no_text() -> None:
    for seed in range(N_EACH):
        data = retyped(random.Random(seed))
        try:
            rows = texts(read_texts(io.BytesIO(data)))
        except ShardError as error:
            assert str(error).isprintable()
            continue
        assert len(rows) == 8
        for row, right in zip(rows, texts(read_texts(io.BytesIO(whole()))), strict=True):
            assert sum(cell != ours for cell, ours in zip(row, right, strict=True)) == 1
            assert row.count(None) == 1


def test_flipped_bytes_give_a_reason_or_rows_in_their_columns() -> None:
    n_refused = 0
    right = texts(read_texts(io.BytesIO(whole())))
    for seed in range(N_EACH):
        try:
            rows = texts(read_texts(io.BytesIO(flipped(random.Random(seed)))))
        except ShardError as error:
            n_refused += 1
            assert str(error).isprintable()
            continue
        for row in rows:
            assert len(row) == len(COLUMNS)
            for at, cell in enumerate(row):
                others = {other[k] for other in right for k in range(len(COLUMNS)) if k != at}
                assert cell is None or cell not in others or cell in {other[at] for other in right}
    assert n_refused > N_EACH // 10


def test_the_whole_shard_reads() -> None:
    assert set(texts(read_texts(io.BytesIO(whole())))) == published()


class OneShard:
    """Stands for a dataset of one shard, which is in memory."""

    name = "owner/set"

    def __init__(self, data: bytes) -> None:
        self._data = data

    def commit(self) -> str:
        return "0" * 40

    @contextmanager
    def opened(self, path: str) -> Iterator[io.BytesIO]:
        yield io.BytesIO(self._data)


def sounds(data: bytes, folder: Path, group: int) -> list[bytes]:
    """The clips that come of a row group, in order."""
    keys = tuple(f"k{group}{number}" for number in range(SHAPE.rows_per_group))
    cache = FileCache(folder, max_bytes=10_000_000)
    block = Block(block_id="b", clips=tuple(Clip(path=None, key=key) for key in keys))
    source = GlobeAudioClips(OneShard(data), cache, {"b": Place("s.parquet", group, keys)})  # type: ignore[arg-type]
    found = []
    for key in source.load(block):
        file = source.at_hand(block.clips[keys.index(key)])
        assert file is not None
        found.append(file.path.read_bytes())
    return found


def test_the_sounds_of_a_whole_shard(tmp_path: Path) -> None:
    rows = rows_of("en", SHAPE)
    assert sounds(whole(), tmp_path / "0", 0) == [row.sound for row in rows[:4]]
    assert sounds(whole(), tmp_path / "1", 1) == [row.sound for row in rows[4:]]


@pytest.mark.parametrize("corrupt", [cut, flipped])
def test_sounds_of_a_damaged_shard(tmp_path: Path, corrupt: Corrupt) -> None:
    n_refused = 0
    for seed in range(N_EACH):
        try:
            found = sounds(corrupt(random.Random(seed)), tmp_path / str(seed), seed % 2)
        except FetchError as error:
            n_refused += 1
            assert error.reason is FetchReason.BAD_ANSWER
            assert "s.parquet" in str(error)
        else:
            assert len(found) <= SHAPE.rows_per_group
            assert all(found)
    assert n_refused > N_EACH // 10


@pytest.mark.parametrize(
    "column",
    [
        pa.array(["text"] * 8), pa.array(range(8)), pa.array([{"path": "x"}] * 8), pa.array([{"bytes": "text"}] * 8),
        pa.nulls(8),
    ],
)  # fmt: skip
def test_an_audio_column_of_another_form(tmp_path: Path, column: pa.Array) -> None:
    data = written(table().set_column(0, "audio", column))
    with pytest.raises(FetchError, match="column audio holds"):
        sounds(data, tmp_path, 0)
    with pytest.raises(FetchError, match="no column audio"):
        sounds(written(table().drop_columns("audio")), tmp_path, 0)


def test_rows_without_sound_are_left_out(tmp_path: Path) -> None:
    rows = rows_of("en", SHAPE)
    cells = [{"bytes": None if number == 1 else row.sound, "path": "x"} for number, row in enumerate(rows)]
    cells[2] = None  # type: ignore[call-overload]
    data = written(table().set_column(0, "audio", pa.array(cells)))
    assert sounds(data, tmp_path, 0) == [rows[0].sound, rows[3].sound]
    plain = written(table().set_column(0, "audio", pa.array([row.sound for row in rows])))
    assert sounds(plain, tmp_path / "plain", 1) == [row.sound for row in rows[4:]]
