"""What is known beforehand of the recordings that come with the product is what decoding them shows."""

from __future__ import annotations

import shutil
from pathlib import Path

from soundmark.benchmarks import audit
from soundmark.benchmarks.shipped import shipped_sounds, shipped_verdict
from tests.support.packs import tone


def test_every_shipped_recording_is_what_its_verdict_says() -> None:
    sounds = shipped_sounds()
    assert len(sounds) == 73
    for path in sounds:
        found = audit.decoded(path, 600)
        assert shipped_verdict(found.sha256, path.suffix) == found, f"{path.name}: see scripts/note_shipped_verdicts.py"


def test_a_changed_recording_is_decoded(tmp_path: Path) -> None:
    sound = shipped_sounds()[0]
    content = sound.read_bytes()
    changed = tmp_path / sound.name
    changed.write_bytes(content[: len(content) // 2])
    assert audit.judge(changed, 600) == audit.decoded(changed, 600) != audit.judge(sound, 600)


def test_a_shipped_recording_under_another_extension_is_decoded(tmp_path: Path) -> None:
    renamed = tmp_path / "renamed.wav"
    shutil.copyfile(shipped_sounds()[0], renamed)
    assert not audit.judge(renamed, 600).extension_matches


def test_the_longest_length_holds_for_shipped_recordings_too() -> None:
    assert audit.judge(shipped_sounds()[0], 0.5).fault is not None


def test_other_recordings_are_not_known(tmp_path: Path) -> None:
    tone(tmp_path / "tone.wav")
    verdict = audit.judge(tmp_path / "tone.wav", 600)
    assert verdict.fault is None
    assert shipped_verdict(verdict.sha256, ".wav") is None
