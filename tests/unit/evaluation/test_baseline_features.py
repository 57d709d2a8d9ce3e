"""Features are made once, kept whole, and only of recordings that lie on this machine."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from pathlib import Path
from typing import cast

import numpy as np
import numpy.typing as npt
import pytest
import soundfile

from soundmark.audio.decode import file_sha256
from soundmark.baselines_at_start import BaselinesAtStart
from soundmark.benchmarks import read_pack
from soundmark.benchmarks.clips import ClipSource
from soundmark.benchmarks.entry import AnyPack
from soundmark.evaluation.baseline_features import FeatureShelf, features_of, recordings_of
from soundmark.models.baselines.features import N_FEATURES
from soundmark.models.baselines.neighbours import Features, nearest_first
from soundmark.pack_loader import PackKey
from soundmark.store.journal import Journal
from soundmark.store.schema import GeoRow, RunRow
from soundmark.types import GeoTruth
from tests.support.packs import small_pack
from tests.support.services import services_on
from tests.support.waiting import wait_until

Samples = npt.NDArray[np.float64]
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


def tone(hertz: float, rate_hz: int, loudness: float = 0.3) -> Samples:
    return loudness * np.sin(2 * np.pi * hertz * np.arange(rate_hz) / rate_hz)


def noise(seed: int, n_samples: int = 22_050, loudness: float = 0.1) -> Samples:
    return loudness * np.random.default_rng(seed).standard_normal(n_samples)


SOUNDS: dict[str, tuple[Samples, int]] = {
    "noise": (noise(1), 22_050),
    "other noise": (noise(2, loudness=0.02), 22_050),
    "tone": (tone(440, 22_050), 22_050),
    "same tone at another rate": (tone(440, 48_000, 0.1), 48_000),
    "silence": (np.zeros(5000), 16_000),
    "one sample": (np.array([0.5]), 22_050),
    "shortest noise": (noise(3, 200), 22_050),
}


@dataclass(frozen=True)
class Heard:
    """What one helper process made of sounds, and of the recordings of a pack.

    Attributes:
        folder: the pack's.
        shelf: with the features of the pack.
        features: by the names of the sounds.
    """

    folder: Path
    shelf: FeatureShelf
    features: dict[str, Features]


@pytest.fixture(scope="module")
def heard(tmp_path_factory: pytest.TempPathFactory) -> Heard:
    root = tmp_path_factory.mktemp("heard")
    folder, shelf = small_pack(root / "tones", PLACES, seconds=0.5), FeatureShelf(root / "features")
    files = {}
    for name, (samples, rate_hz) in SOUNDS.items():
        path = root / f"{name}.wav"
        soundfile.write(path, samples, rate_hz)
        files[file_sha256(path)] = path
    # At a priority that a busy machine does not starve.
    found = features_of(files | dict(recordings_of(cast("AnyPack", read_pack(folder)))), shelf, niceness=0)
    return Heard(folder, shelf, {path.stem: found[sha256] for sha256, path in files.items()})


def test_noise_is_nearer_to_noise_and_a_tone_to_a_tone_at_any_loudness_and_rate(heard: Heard) -> None:
    names = ("noise", "other noise", "tone", "same tone at another rate")
    nearest = {name: others[0] for name, others in nearest_first({one: heard.features[one] for one in names}).items()}
    assert nearest["noise"] == "other noise"
    assert nearest["tone"] == "same tone at another rate"


def test_silence_and_the_shortest_sounds_have_finite_features(heard: Heard) -> None:
    assert heard.features.keys() == SOUNDS.keys()
    assert {one.shape for one in heard.features.values()} == {(N_FEATURES,)}
    assert all(np.isfinite(one).all() for one in heard.features.values())
    assert not heard.features["silence"].any()


def test_at_the_start_each_list_is_gone_through_once(journal: Journal, tmp_path: Path, heard: Heard) -> None:
    services = services_on(journal, heard.shelf.folder.parent)
    key: PackKey[GeoTruth] = PackKey("geo")
    services.packs.start(key, lambda progress: read_pack(heard.folder))
    assert wait_until(lambda: services.packs.if_ready(key) is not None, 60)
    starter = BaselinesAtStart(services, ("geo", "switched-off"), rest=lambda _: None)
    starter.look()
    runs = {row.responder_id: row for row in journal.rows("runs") if isinstance(row, RunRow)}
    assert len(runs) == 4
    assert runs["Nearest neighbour"].setting == "audio"
    assert "mfcc20" in str(runs["Nearest neighbour"].parameters_json)
    found = {row.question_id: (row.latitude_deg, row.longitude_deg) for row in rows_of(journal, "Nearest neighbour")}
    truths = {f"tone{number}.wav": place for number, place in enumerate(PLACES, start=1)}
    assert found.keys() == truths.keys()
    assert all(guess in truths.values() and guess != truths[name] for name, guess in found.items())
    starter.look()
    BaselinesAtStart(services, ("geo",), rest=lambda _: None).look()  # as after a restart
    assert len(list(journal.rows("runs"))) == 4
    assert len(list(journal.rows("geo"))) == 12


def rows_of(journal: Journal, name: str) -> list[GeoRow]:
    return [row for row in journal.rows("geo") if isinstance(row, GeoRow) and row.responder_id == name]
