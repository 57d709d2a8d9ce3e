"""What `curate` writes is a pack: it plays, and `datasets` finds its table and clips."""

from __future__ import annotations

from pathlib import Path

from soundmark.benchmarks.folder import read_pack
from soundmark.cli import main
from tests.support.packs import small_pack, truths


def test_a_folder_of_places_becomes_a_pack_that_plays(tmp_path: Path) -> None:
    source = small_pack(tmp_path / "recordings", [(25.03, 121.56), (-9.63, -35.74), (48.85, 2.35)])
    # Tones are monotonous: without that filter they are kept.
    arguments = ["curate", str(source), "--to", str(tmp_path / "out"), "--min-complexity", "none", "--workers", "1"]
    assert main([*arguments, "--licence", "cc0-1.0"]) == 0
    pack = read_pack(tmp_path / "out")
    assert not pack.report.left_out
    played = sorted((q.truth.place.latitude_deg, q.truth.place.longitude_deg) for q in pack.questions)
    assert played == sorted(truths(source).values())
    assert not list((tmp_path / "out").rglob("*tone*"))
    assert all(0 < float(question.tags["rms"]) < 1 for question in pack.questions)

    # Again, over itself: the same pack.
    before = {path.name: path.read_bytes() for path in (tmp_path / "out").rglob("*.mp3")}
    assert main([*arguments, "--licence", "cc0-1.0"]) == 0
    assert {path.name: path.read_bytes() for path in (tmp_path / "out").rglob("*.mp3")} == before
