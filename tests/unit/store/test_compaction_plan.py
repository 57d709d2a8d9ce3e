"""Which files are merged: only of what is over, up to a size, and nothing twice for nothing."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from soundmark.store.compaction_plan import MAX_BYTES, MAX_SOURCES, Group, first_commit, plan

LAST = date(2026, 3, 20)
SOME = 1_000
DAYS = st.integers(-800, 30).map(lambda days: (LAST + timedelta(days=days)).isoformat())
FOLDERS = DAYS | DAYS.map(lambda day: day[:9]) | DAYS.map(lambda day: day[:7]) | DAYS.map(lambda day: day[:4])
FILES = st.lists(st.tuples(st.sampled_from(["geo", "runs"]), FOLDERS, st.integers(1, MAX_BYTES * 5 // 4)), max_size=60)


def sizes_of(*folders: str, table: str = "geo", size: int = SOME) -> dict[str, int]:
    return {f"data/{table}/{folder}/{number}.parquet": size for number, folder in enumerate(folders)}


def planned(sizes: dict[str, int]) -> list[tuple[str, int]]:
    return [(group.period, len(group.paths)) for group in plan(sizes, LAST)]


@pytest.mark.parametrize(
    ("folders", "expected"),
    [
        ((), []),
        (("2026-03-20",), []),
        (("2026-03-20", "2026-03-20"), [("2026-03-20", 2)]),
        (("2026-03-19", "2026-03-20"), []),
        (("2026-03-10", "2026-03-19", "2026-03-09", "2026-03-20"), [("2026-03-1", 2)]),
        (("2026-03-01", "2026-03-09", "2026-03-0"), [("2026-03-0", 3)]),
        (("2026-03-2", "2026-03-29", "2026-03-3", "2026-03-30"), []),
        (("2026-03-21", "2026-03-21"), []),
        (("2026-02-01", "2026-02-28"), [("2026-02", 2)]),
        (("2026-02-27", "2026-02", "2026-01"), [("2026-02", 2)]),
        (("2025-01-01", "2025-12-31", "2025-03", "2025"), [("2025", 4)]),
        (("2024", "2025"), []),
        (("init", "init"), []),
        (("2026-02-30", "2026-02-30"), [("2026-02", 2)]),
        (("2026-13-01", "2026-13-01"), []),
        (("2025-02-01x", "2025-02-01x", "../..", "2025-1", "0000", "0000"), []),
    ],
)
def test_only_what_is_over_is_merged_with_its_longest_period(
    folders: tuple[str, ...], expected: list[tuple[str, int]]
) -> None:
    assert planned(sizes_of(*folders)) == expected


def test_a_year_of_days_is_few_files() -> None:
    """Day after day, as it is lived: 1,500 days with two shards each."""
    sizes: dict[str, int] = {}
    rewritten = most = 0
    for number in range(1_500):
        day = date(2023, 1, 1) + timedelta(days=number)
        sizes |= {f"data/geo/{day}/{shard}.parquet": 150_000 for shard in range(2)}
        for group in plan(sizes, day):
            rewritten += group.size
            apply(sizes, group, f"merged-{number}")
        most = max(most, len(sizes))
    assert most <= 13 + 3 + 11 + 3 * 4, (
        "ten days, a month of tens, a year of months, and years of 110 MB in files of 32"
    )
    assert rewritten <= 4 * 1_500 * 300_000, "a row is written again for its day, its ten days, its month and its year"


def apply(sizes: dict[str, int], group: Group, name: str) -> None:
    for path in group.paths:
        del sizes[path]
    sizes[f"data/{group.table}/{group.period}/{name}-{len(sizes)}.parquet"] = group.size


@given(FILES)
def test_a_plan_is_sound_and_once_done_nothing_is_left(files: list[tuple[str, str, int]]) -> None:
    sizes = {f"data/{table}/{day}/{number}.parquet": size for number, (table, day, size) in enumerate(files)}
    groups = plan(sizes, LAST)
    paths = [path for group in groups for path in group.paths]
    assert len(paths) == len(set(paths)), "a file goes into one group"
    for group in groups:
        assert len(group.paths) > 1
        assert group.size == sum(sizes[path] for path in group.paths) <= MAX_BYTES
        for path in group.paths:
            _, table, folder, _ = path.split("/")
            assert table == group.table
            assert folder.startswith(group.period) or group.period == folder
            assert folder <= LAST.isoformat(), "not yet over"
    for number, group in enumerate(groups):
        apply(sizes, group, f"merged-{number}")
    assert plan(sizes, LAST) == []


def test_a_commit_holds_no_more_than_is_good_for_it() -> None:
    many = sizes_of(*["2026-03-18"] * (2 * MAX_SOURCES)) | sizes_of(*["2026-03-18"] * 3, table="runs")
    many |= sizes_of(*["2026-03-20"] * 2)
    groups = plan(many, LAST)
    assert [(group.table, len(group.paths)) for group in groups] == [
        ("geo", MAX_SOURCES), ("geo", MAX_SOURCES), ("runs", 3), ("geo", 2),
    ]  # fmt: skip
    assert first_commit(groups) == groups[:1]
    assert first_commit(groups[2:]) == groups[2:3], "one period a commit"
    large = plan(sizes_of(*["2026-03-18"] * 4, size=MAX_BYTES // 2), LAST)
    assert [len(first_commit(large)), len(first_commit(large[1:]))] == [1, 1]
    assert first_commit([]) == []


def test_what_is_to_be_left_alone_is() -> None:
    sizes = sizes_of(*["2026-03-18"] * 3)
    assert [group.paths for group in plan(sizes, LAST, {min(sizes)})] == [sorted(sizes)[1:]]
