"""TAU from a Hub in each of its published layouts: to the product, and to the real `datasets` client."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from soundmark.benchmarks import ChoicePack, PackError
from soundmark.benchmarks.clips import ClipUnavailable
from soundmark.benchmarks.entry import Access
from soundmark.benchmarks.fetch import FetchError
from soundmark.benchmarks.tau.rows import CLIPS_DATASET
from soundmark.benchmarks.tau.source import open_tau
from tests.support.load_tau import load_tau
from tests.support.loopback.published import publish_dataset
from tests.support.loopback_hub import RunningHub
from tests.support.tau import CLIPS, TYPES, current_row, demo_row, older_row

DATASET = "chenjoachim/TAU-Benchmark"
Rows = list[dict[str, Any]]


def parquet(rows: Rows, features: dict[str, Any] | None = None) -> bytes:
    """Parquet as `push_to_hub` writes it, the features that are not told by their types beside the schema."""
    table = pa.Table.from_pylist(rows)
    if features is not None:
        table = table.replace_schema_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    file = io.BytesIO()
    pq.write_table(table, file)
    return file.getvalue()


def sound(number: int) -> dict[str, Any]:
    return {"bytes": f"sound {number}".encode(), "path": f"{number:08d}_2.mp3"}


def current() -> tuple[dict[str, bytes], Rows]:
    rows = [current_row(number) for number in range(4)]
    return {"data/train-00000-of-00001.parquet": parquet(rows)}, rows


def older() -> tuple[dict[str, bytes], Rows]:
    """A configuration for each of three types, two rows in each, the sounds in the rows."""
    files: dict[str, bytes] = {}
    configs, rows = "", []
    for number, name in enumerate(TYPES[:3]):
        these = [older_row(one, audio=sound(one)) for one in (number, 100 + number)]
        kinds = {key: {"dtype": "int64" if key.endswith("_ms") else "string", "_type": "Value"} for key in these[0]}
        files[f"{name}/train-00000-of-00001.parquet"] = parquet(these, kinds | {"audio": {"_type": "Audio"}})
        configs += f"- config_name: {name}\n  data_files:\n  - split: train\n    path: {name}/train-*\n"
        rows += these
    return files | {"README.md": f"---\nconfigs:\n{configs}---\n".encode()}, rows


def demonstration() -> tuple[dict[str, bytes], Rows]:
    rows = [demo_row(number) for number in range(5)]
    return {"questions.jsonl": "".join(json.dumps(row) + "\n" for row in rows).encode()}, rows


LAYOUTS = {"current": current, "older": older, "demonstration": demonstration}


def opened(server: RunningHub, folder: Path, *, offline: bool = False) -> ChoicePack:
    return open_tau(Access(cache_dir=folder, hub_endpoint=server.endpoint), offline=offline)


def test_datasets_itself_loads_every_layout_to_the_questions_that_are_played(
    server: RunningHub, tmp_path: Path
) -> None:
    for name, layout in LAYOUTS.items():
        publish_dataset(server.store, f"alice/{name}", layout()[0])
    loaded = load_tau(server.endpoint, [f"alice/{name}" for name in LAYOUTS])
    for name, layout in LAYOUTS.items():
        files, rows = layout()
        with_layout = publish_only(server, files)
        pack = opened(server, tmp_path / name)
        assert (pack.revision, pack.report.left_out) == (with_layout, ())
        found = {row["id"]: row for row in loaded[f"alice/{name}"]}
        assert set(found) == {row.get("uniqueId", row.get("unique_id")) for row in rows}
        for question in pack.questions:
            row = found[question.question_id]
            assert (row["prompt"], row["choices"]) == (question.prompt, list(question.choices))
            assert row["choice_index"] == question.truth.choice_index == "ABCD".index(answer_of(rows, row["id"]))
            assert row["tags"] == question.tags
            assert row["english"] == [wording.prompt for wording in question.wordings.values()]
            assert question.clip.address == f"{CLIPS}{row['clip']}"
        assert bool(pack.questions[0].wordings) is (name == "demonstration")


def publish_only(server: RunningHub, files: dict[str, bytes]) -> str:
    """The dataset with these files and no others."""
    with server.store.lock:
        server.store.repos.pop(("dataset", DATASET), None)
    return publish_dataset(server.store, DATASET, files)


def answer_of(rows: Rows, question_id: str) -> str:
    return next(str(row["answer"]) for row in rows if question_id in (row.get("uniqueId"), row.get("unique_id")))


@pytest.mark.parametrize("layout", ["current", "demonstration"])
def test_it_opens_from_a_hub_and_then_without_one(server: RunningHub, tmp_path: Path, layout: str) -> None:
    files, rows = LAYOUTS[layout]()
    commit = publish_dataset(server.store, DATASET, files)
    publish_dataset(server.store, CLIPS_DATASET, {rows[0]["audioPath"].removeprefix(CLIPS): b"the sound"})
    pack = opened(server, tmp_path)
    assert (len(pack.questions), pack.revision) == (len(rows), commit)
    first, third = pack.questions[0].clip, pack.questions[2].clip
    assert pack.clips.at_hand(first) is None
    assert pack.clips.fetch(first).path.read_bytes() == b"the sound"
    with pytest.raises(ClipUnavailable):
        pack.clips.fetch(third)
    publish_dataset(server.store, DATASET, dict.fromkeys(files, b"changed"))
    offline = opened(server, tmp_path, offline=True)
    assert offline.questions == pack.questions
    assert offline.clips.fetch(first).path.read_bytes() == b"the sound"


def test_the_sounds_of_the_older_layout_come_with_its_rows(server: RunningHub, tmp_path: Path) -> None:
    """There is no dataset of clips to fetch them from; one that made room in the cache comes from its row again."""
    publish_dataset(server.store, DATASET, older()[0])
    pack = opened(server, tmp_path)
    for number in (0, 101):
        clip = next(one.clip for one in pack.questions if one.question_id == f"{number:08X}")
        here = pack.clips.at_hand(clip)
        assert here is not None
        assert here.path.read_bytes() == f"sound {number}".encode()
        here.path.unlink()
        assert pack.clips.at_hand(clip) is None
        assert pack.clips.fetch(clip).path.read_bytes() == f"sound {number}".encode()
    assert opened(server, tmp_path, offline=True).questions == pack.questions
    with_room_for_one = open_tau(Access(cache_dir=tmp_path / "small", hub_endpoint=server.endpoint), cache_bytes=10)
    assert sum(with_room_for_one.clips.at_hand(one.clip) is not None for one in with_room_for_one.questions) == 1


def test_rows_that_came_in_part_are_never_taken_for_all(server: RunningHub, tmp_path: Path) -> None:
    shards = {
        f"data/train-{number:05d}-of-00002.parquet": parquet([current_row(2 * number), current_row(2 * number + 1)])
        for number in range(2)
    }
    publish_dataset(server.store, DATASET, shards)
    server.controls.set_faults([{"match": "00001-of-00002", "when": "before", "status": 403, "times": 99}])
    for offline in (False, True):
        with pytest.raises(FetchError):
            opened(server, tmp_path, offline=offline)
    server.controls.set_faults([])
    assert len(opened(server, tmp_path).questions) == 4
    assert len(opened(server, tmp_path, offline=True).questions) == 4


def test_a_dataset_without_rows_gets_a_sentence(server: RunningHub, tmp_path: Path) -> None:
    publish_dataset(server.store, DATASET, {"README.md": b"moved"})
    with pytest.raises(PackError, match="holds no rows"):
        opened(server, tmp_path)
