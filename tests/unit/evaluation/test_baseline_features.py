"""Features are made once, kept whole, and only of recordings that lie on this machine."""

from __future__ import annotations

import dataclasses
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from soundmark.baselines_at_start import BaselinesAtStart
from soundmark.benchmarks import read_pack
from soundmark.benchmarks.clips import ClipSource
from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.baseline_features import FeatureShelf, features_of, recordings_of
from soundmark.models.baselines.features import N_FEATURES
from soundmark.pack_loader import PackKey
from soundmark.store.journal import Journal
from soundmark.store.schema import GeoRow, RunRow
from soundmark.types import GeoTruth
from tests.support.packs import small_pack
from tests.support.services import services_on
from tests.support.waiting import wait_until

DIGEST = "ab" * 32
PLACES = [(10.0, 20.0), (-10.0, 50.0), (40.0, -70.0)]


def test_what_is_put_on_the_shelf_is_there_and_damage_is_not(tmp_path: Path) -> None:
    shelf, features = FeatureShelf(tmp_path), np.arange(float(N_FEATURES))
    assert shelf.get(DIGEST) is None
    shelf.put(DIGEST, features)
    found = shelf.get(DIGEST)
    assert found is not None
    assert found.tolist() == features.tolist()
    (file,) = tmp_path.rglob("*.npy")
    for damaged in (b"", b"\x93NUMPY", file.read_bytes()[:-8], b"no array at all"):
        file.write_bytes(damaged)
        assert shelf.get(DIGEST) is None
    shelf.put(DIGEST, np.full(N_FEATURES, np.nan))
    assert shelf.get(DIGEST) is None
    with pytest.raises(ValueError, match="SHA-256"):
        shelf.get("../../etc/passwd")


def test_nothing_is_fetched_for_a_baseline(tmp_path: Path) -> None:
    class Elsewhere:
        """Recordings that would have to be fetched."""

    pack = read_pack(small_pack(tmp_path / "tones", PLACES, seconds=0.5))
    assert len(recordings_of(cast("AnyPack", pack))) == 3
    elsewhere = dataclasses.replace(pack, clips=cast("ClipSource", Elsewhere()))
    assert recordings_of(cast("AnyPack", elsewhere)) == {}


def test_a_helper_that_cannot_work_leaves_nothing_half_done(tmp_path: Path) -> None:
    not_a_folder = tmp_path / "file"
    not_a_folder.write_text("")
    assert features_of({DIGEST: tmp_path / "none.wav"}, FeatureShelf(tmp_path / "shelf"), niceness=0) == {}
    tones = read_pack(small_pack(tmp_path / "tones", PLACES[:2], seconds=0.2))
    assert features_of(recordings_of(cast("AnyPack", tones)), FeatureShelf(not_a_folder), niceness=0) == {}


def test_at_the_start_each_list_is_gone_through_once(journal: Journal, tmp_path: Path) -> None:
    folder = small_pack(tmp_path / "tones", PLACES, seconds=0.5)
    services = services_on(journal, tmp_path / "data")
    key: PackKey[GeoTruth] = PackKey("geo")
    services.packs.start(key, lambda progress: read_pack(folder))
    starter = BaselinesAtStart(services, ("geo", "switched-off"), rest=lambda _: None)
    assert wait_until(lambda: services.packs.if_ready(key) is not None, 60)
    pack = cast("AnyPack", services.packs.of(key).pack())
    # The helper does its work before, at a priority that a busy machine does not starve.
    assert len(features_of(recordings_of(pack), FeatureShelf(tmp_path / "data" / "features"), niceness=0)) == 3
    starter.look()
    runs = {row.responder_id: row for row in journal.rows("runs") if isinstance(row, RunRow)}
    assert len(runs) == 4
    assert runs["Nearest neighbour"].setting == "audio"
    assert "mfcc20" in str(runs["Nearest neighbour"].parameters_json)
    # The tones lie an octave or less apart: the one in the middle is nearest to both of the others, by construction.
    found = {row.question_id: (row.latitude_deg, row.longitude_deg) for row in rows_of(journal, "Nearest neighbour")}
    assert found.keys() == {"tone1.wav", "tone2.wav", "tone3.wav"}
    truths = {f"tone{number}.wav": place for number, place in enumerate(PLACES, start=1)}
    assert all(guess in truths.values() and guess != truths[name] for name, guess in found.items())
    again = BaselinesAtStart(services_on(journal, tmp_path / "data"), ("geo",), rest=lambda _: None)
    again.look()
    starter.look()
    assert len(list(journal.rows("runs"))) == 4
    assert len(list(journal.rows("geo"))) == 12


def rows_of(journal: Journal, name: str) -> list[GeoRow]:
    return [row for row in journal.rows("geo") if isinstance(row, GeoRow) and row.responder_id == name]
