"""A folder of sounds is read through `datasets` without what `datasets` needs to decode any."""

from __future__ import annotations

from pathlib import Path

import datasets

from soundmark.benchmarks.sound_paths import as_paths
from tests.support.packs import small_pack


def test_rows_of_a_folder_come_with_paths(tmp_path: Path) -> None:
    folder = small_pack(tmp_path / "pack", [(25.0, 121.5), (-33.9, 151.2)])
    found = datasets.load_dataset("audiofolder", data_dir=str(folder), split="train", streaming=True)
    rows = datasets.load_dataset(
        "audiofolder", data_dir=str(folder), split="train", streaming=True, features=as_paths(found.features)
    )
    given = {row["audio"]["path"]: (row["audio"]["bytes"], row["latitude"]) for row in rows}
    assert given == {
        str(path): (None, latitude) for path, latitude in zip(sorted(folder.glob("*.wav")), (25.0, -33.9), strict=True)
    }
