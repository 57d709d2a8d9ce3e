"""Compaction loses nothing and doubles nothing, whoever does it, wherever it is stopped, whatever lies around."""

from __future__ import annotations

import io
import itertools
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.store import compaction
from soundmark.store.compaction import compact
from soundmark.store.manifests import merged_sources, periods_of
from soundmark.store.shard_file import file_schema, init_bytes, init_path, table_bytes
from tests.support.memory_repo import MemoryRepo

TABLE, KEY = "annotations", "annotation_id"
TODAY = date(2026, 3, 22)
OVER = "2026-03-20"


class KilledError(Exception):
    """What happens to a process, as an exception that nothing of the product catches."""


def shard(*ids: int) -> bytes:
    columns = {column.name: pa.nulls(len(ids), column.type) for column in file_schema(TABLE)}
    return table_bytes(pa.table(columns | {KEY: pa.array([f"{row_id:08}" for row_id in ids])}))


def path_of(day: date | str, name: str) -> str:
    return f"data/{TABLE}/{day}/{name}.parquet"


def ids_of(tree: dict[str, bytes]) -> list[str]:
    """Every id in every file but the first row's, read without any code of the product."""
    files = [data for path, data in tree.items() if path.startswith(f"data/{TABLE}/2")]
    return [str(row_id) for data in files for row_id in pq.read_table(io.BytesIO(data))[KEY].to_pylist()]


def folders(repo: MemoryRepo) -> list[str]:
    return sorted(path.split("/")[2] for path in repo.tree if path.startswith("data/"))


def test_a_year_becomes_one_file_and_the_running_one_its_months(tmp_path: Path) -> None:
    repo = MemoryRepo(folder=tmp_path)
    days = [date(2025, 12, 21) + timedelta(days=number) for number in range(0, 92, 3)]
    repo.commit("", add={init_path(TABLE): init_bytes(TABLE)})
    repo.commit("", add={path_of(day, f"{part}"): shard(2 * i + part) for i, day in enumerate(days) for part in (0, 1)})
    done = compact(repo, today=TODAY)
    assert [(item.period, item.sources, item.row_count) for item in done] == [
        ("2025", 8, 8), ("2026-01", 20, 20), ("2026-02", 20, 20), ("2026-03-0", 6, 6), ("2026-03-1", 6, 6),
    ]  # fmt: skip
    assert folders(repo) == ["2025", "2026-01", "2026-02", "2026-03-0", "2026-03-1", "2026-03-21", "2026-03-21", "init"]
    assert sorted(ids_of(repo.tree)) == [f"{number:08}" for number in range(2 * len(days))]
    assert compact(repo, today=TODAY) == []
    (march,) = compact(repo, today=date(2026, 4, 2))
    assert (march.period, march.sources, march.row_count) == ("2026-03", 4, 14), (
        "the files of ten days, and what was open"
    )


def test_a_straggler_goes_into_the_file_of_its_month_and_counts_once(tmp_path: Path) -> None:
    repo = MemoryRepo(folder=tmp_path)
    repo.commit("", add={path_of("2026-02-03", "a"): shard(1, 2), path_of("2026-02-20", "b"): shard(3)})
    compact(repo, today=TODAY)
    repo.commit("", add={path_of("2026-02-03", "late"): shard(2, 4)})
    (done,) = compact(repo, today=TODAY)
    assert (done.period, done.sources, done.row_count, done.duplicates_dropped) == ("2026-02", 2, 4, 1)
    assert ids_of(repo.tree) == ["00000001", "00000002", "00000003", "00000004"]


@dataclass(frozen=True)
class Leap:
    """Time passes, shards arrive, and something happens to a compactor.

    Attributes:
        shards: days before the leap's end, and ids.
        dies_at: before or after which of its calls the compactor is killed.
        meets: what comes in between: nobody, another compactor, or a late shard.
        meets_at: before or after which call that comes.
    """

    shards: list[tuple[int, list[int]]]
    dies_at: int
    meets: str
    meets_at: int


LEAPS = st.builds(
    Leap,
    st.lists(
        st.tuples(st.integers(0, 500), st.lists(st.integers(0, 60), min_size=1, max_size=3, unique=True)), max_size=6
    ),
    st.integers(1, 40),
    st.sampled_from(["nobody", "compactor", "late shard"]),
    st.integers(1, 20),
)


@dataclass
class Storm:
    """A dataset, what was ever pushed to it, and what happens to a compactor before and after its calls."""

    repo: MemoryRepo
    pushed: dict[str, set[str]] = field(default_factory=dict)

    def push(self, day: date, ids: list[int]) -> None:
        path = path_of(day, f"shard{len(self.pushed)}")
        self.pushed[path] = {f"{row_id:08}" for row_id in ids}
        self.repo.commit("", add={path: shard(*ids)})

    def compacted(self, leap: Leap, today: date) -> None:
        calls = itertools.count(1)

        def happens(_: str) -> None:
            call = next(calls)
            if call == leap.meets_at and leap.meets == "compactor":
                compact(self.repo, today=today)
            if call == leap.meets_at and leap.meets == "late shard":
                self.push(today - timedelta(days=70), [1, 99])
            if call == leap.dies_at:
                raise KilledError

        with suppress(KilledError):
            compact(self.repo.seen_by(happens), today=today)


@settings(max_examples=15)
@given(st.lists(LEAPS, min_size=1, max_size=3))
def test_killed_anywhere_beside_others(leaps: list[Leap]) -> None:
    """Years pass in leaps. After each, a compactor is killed while others write; then another one takes up its work."""
    with tempfile.TemporaryDirectory() as folder:
        storm, today = Storm(MemoryRepo(folder=Path(folder))), TODAY
        for leap in leaps:
            today += timedelta(days=250)
            for days_ago, ids in leap.shards:
                storm.push(today - timedelta(days=days_ago), ids)
            storm.compacted(leap, today)
            compact(storm.repo, today=today)
            check_all_revisions(storm.repo, storm.pushed)
        compact(storm.repo, today=today + timedelta(days=800))
        files = [path for path in storm.repo.tree if path.startswith("data/")]
        assert len(files) == len({path.split("/")[2][:4] for path in files}), "a year that is over is one file"
        for path in files:
            found = ids_of({path: storm.repo.tree[path]})
            assert len(found) == len(set(found)), "each id is in a file once"
        assert set(ids_of(storm.repo.tree)) == set[str]().union(*storm.pushed.values())


def check_all_revisions(repo: MemoryRepo, pushed: dict[str, set[str]]) -> None:
    """Whoever reads any revision finds all that had been pushed; whoever pushes a shard again learns that it is in."""
    seen: set[str] = set()
    for number, tree in enumerate(repo.trees):
        seen |= {path for path in tree if path in pushed}
        assert set(ids_of(tree)) == set[str]().union(*(pushed[path] for path in seen))
        gone = seen - tree.keys()
        days = [(TABLE, path.split("/")[2]) for path in seen]
        assert gone <= merged_sources(repo, days, str(number))
        assert not merged_sources(repo, days, str(number)) & tree.keys() & pushed.keys()


def broken(column: str, values: pa.Array[pa.Scalar[pa.DataType]]) -> bytes:
    table = pq.read_table(io.BytesIO(shard(7, 8)))
    kept = table.drop_columns([column]) if column in table.column_names else table
    sink = io.BytesIO()
    pq.write_table(kept.append_column(column, values), sink)
    return sink.getvalue()


def test_files_of_others_are_left_where_they_are(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    foreign = {
        path_of(OVER, "torn"): b"PAR1 this is none",
        path_of(OVER, "empty"): b"",
        path_of(OVER, "no_ids"): broken(KEY, pa.array([None, None], pa.string())),
        path_of(OVER, "other_type"): broken("annotated_at", pa.array(["noon", "soon"])),
        f"data/{TABLE}/{OVER}/notes.txt": b"hello",
        f"data/other/{OVER}/x.parquet": shard(1),
        f"data/other/{OVER}/y.parquet": shard(1),
    }
    repo = MemoryRepo(folder=tmp_path)
    repo.commit("", add=foreign | {path_of(OVER, name): shard(i) for i, name in enumerate("abc")})
    (done,) = compact(repo, today=TODAY)
    assert (done.sources, done.row_count) == (3, 3)
    assert {path: repo.tree.get(path) for path in foreign} == foreign
    assert "torn.parquet cannot be read and is not merged" in caplog.text
    assert compact(repo, today=TODAY) == []


def test_columns_of_two_types_that_nobody_knows_are_not_merged(tmp_path: Path) -> None:
    repo = MemoryRepo(folder=tmp_path)
    files = {
        path_of(OVER, "a"): broken("mood", pa.array(["merry", "sad"])),
        path_of(OVER, "b"): broken("mood", pa.array([[1], [2]])),
    }
    repo.commit("", add=files)
    assert compact(repo, today=TODAY) == []
    assert repo.tree == files


def test_a_column_of_a_later_version_is_kept(tmp_path: Path) -> None:
    repo = MemoryRepo(folder=tmp_path)
    repo.commit(
        "", add={path_of("2026-02-01", "a"): shard(1), path_of("2026-02-02", "b"): broken("mood", pa.array("ab"))}
    )
    compact(repo, today=TODAY)
    (path,) = (path for path in repo.tree if path.startswith("data/"))
    rows = pq.read_table(io.BytesIO(repo.tree[path]))
    assert dict(zip(rows[KEY].to_pylist(), rows["mood"].to_pylist(), strict=True)) == {
        "00000001": None, "00000007": "a", "00000008": "b",
    }  # fmt: skip


def test_no_more_is_held_at_once_than_memory_is_meant_to_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one = compaction._read(memory_with(tmp_path, 1), TABLE, path_of(OVER, "0"), "1")
    assert one is not None
    monkeypatch.setattr(compaction, "MAX_MEMORY_BYTES", 3.5 * one.nbytes)
    repo = memory_with(tmp_path, 7)
    assert [done.sources for done in compact(repo, today=TODAY)] == [3, 3]
    assert sorted(ids_of(repo.tree)) == [f"{number:08}" for number in range(7)]


def memory_with(folder: Path, shards: int) -> MemoryRepo:
    repo = MemoryRepo(folder=folder)
    repo.commit("", add={path_of(OVER, str(number)): shard(number) for number in range(shards)})
    return repo


def test_it_stops_after_as_many_commits_as_it_may_make(tmp_path: Path) -> None:
    repo = MemoryRepo(folder=tmp_path)
    repo.commit("", add={path_of(f"2026-0{i // 2 + 1}-03", str(i)): shard(i) for i in range(6)})
    assert [len(compact(repo, today=TODAY, max_commits=1)) for _ in range(4)] == [1, 1, 1, 0]


def test_a_date_lies_in_its_year_its_month_and_itself() -> None:
    assert periods_of("2026-03-20") == ["2026", "2026-03", "2026-03-2", "2026-03-20"]
    assert periods_of("2026-03-2") == ["2026", "2026-03", "2026-03-2"]
    assert periods_of("2026-03") == ["2026", "2026-03"]
    assert periods_of("2026") == ["2026"]
