"""The playable copies of a scene: what both ears of the glasses heard, and one microphone for panning."""

from __future__ import annotations

import hashlib
import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np

from soundmark.audio import AudioError, Published, Sound, levels
from soundmark.audio.errors import shown, silent
from soundmark.audio.sound import Samples
from soundmark.benchmarks.clips import ClipSource
from soundmark.clip_desk import AnyQuestion, ClipDesk, ClipGone, Recipe
from soundmark.modes.savvy.excerpt import Part, duration_of, part_of, part_without_sound, read_part
from soundmark.spatial.arrays import ARIA_CAD, STEREO_MICS, channel_microphones
from soundmark.spatial.errors import ArrayError
from soundmark.types import SoundmarkError, SpatialTruth

log = logging.getLogger(__name__)

FRONT_MIC = "1"
"""In the middle of the glasses' front: one microphone, as a mean of several would cancel high frequencies."""
PEAK = 0.7
MAX_GAIN = 10.0
"""At most 20 dB: silence stays silence."""
SILENCE_RATE_HZ = 16_000


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayableScene:
    """The copies that a round plays.

    Attributes:
        stereo: microphones 5 (left) and 6 (right), or the two channels of the recording.
        mono: the microphone in front, or what there is.
        part: of the recording.
        is_silent: the recording is not on this machine: both copies are silence of its length, the clock of the stage.
        film: a silent film of the same part; None where there is none, or while it is being made.
    """

    stereo: Published
    mono: Published
    part: Part
    is_silent: bool = False
    film: Path | None = None

    def to_json(self) -> dict[str, object]:
        """The names, as the round book keeps them, so that the truth comes without a new copy."""
        film = {} if self.film is None else {"film": self.film.name}
        return {"stereo": self.stereo.name, "mono": self.mono.name, **film}


@dataclass(frozen=True, slots=True)
class SceneDesk:
    """Makes the playable copies of scenes."""

    clips: ClipDesk

    def publish(self, question: AnyQuestion, source: ClipSource) -> Published:
        """The stereo copy for a round.

        Raises:
            ClipGone, ClipUnavailable, PublishError: as `ClipDesk.publish`.
        """
        return self._copy(question, source, "stereo", "")

    def playable(
        self, question: AnyQuestion, source: ClipSource, stereo: Published | None, kept: Mapping[str, object]
    ) -> PlayableScene:
        """Both copies for a round.

        Args:
            question: whose recording.
            source: of its recording.
            stereo: one that was just published; None to take what the round has.
            kept: names that the round has, by kind.

        Raises:
            ClipGone, ClipUnavailable, PublishError: as `ClipDesk.publish`.
        """
        if is_silent(question):
            silence = stereo or self._copy(question, source, "stereo", _name(kept, "stereo"))
            return PlayableScene(stereo=silence, mono=silence, part=self.part(question, source), is_silent=True)
        return PlayableScene(
            stereo=stereo or self._copy(question, source, "stereo", _name(kept, "stereo")),
            mono=self._copy(question, source, "mono", "" if stereo else _name(kept, "mono")),
            part=self.part(question, source),
        )

    def part(self, question: AnyQuestion, source: ClipSource) -> Part:
        """Which part of its recording a question plays.

        Raises:
            ClipGone, ClipUnavailable: as `ClipDesk.publish`.
        """
        truth = question.truth if isinstance(question.truth, SpatialTruth) else SpatialTruth()
        if is_silent(question):
            return part_without_sound(truth)
        path = source.fetch(question.clip).path
        try:
            duration_s = duration_of(path)
        except AudioError as error:
            raise ClipGone from error
        return part_of(duration_s, truth)

    def prepare(self, questions: Sequence[AnyQuestion], source: ClipSource) -> None:
        """Encode the copies of what comes next, in the background."""

        def work() -> None:
            for question in (one for one in questions if not is_silent(one)):
                for kind in ("stereo", "mono"):
                    try:
                        self.clips.prepare_made(question, source, self._recipe(question, source, kind))
                    except SoundmarkError as error:
                        log.warning("A scene could not be prepared: %s", error)

        threading.Thread(target=work, name="prepare", daemon=True).start()

    def _copy(self, question: AnyQuestion, source: ClipSource, kind: str, kept: str) -> Published:
        if is_silent(question):
            return self._silence(self.part(question, source), kept)
        return self.clips.publish_made(question, source, self._recipe(question, source, kind), kept)

    def _silence(self, part: Part, kept: str) -> Published:
        n_frames = round(((part.end_s or 0.0) - part.start_s) * SILENCE_RATE_HZ)
        digest = hashlib.sha256(f"silence1 {n_frames}".encode()).hexdigest()
        return self.clips.publish_sound(partial(_silent, n_frames), digest, kept)

    def _recipe(self, question: AnyQuestion, source: ClipSource, kind: str) -> Recipe:
        part = self.part(question, source)
        return Recipe(f"scene1/{kind}/{part.name}", partial(_stereo if kind == "stereo" else _mono, part=part))


def is_silent(question: AnyQuestion) -> bool:
    """Whether the recording of a question is not on this machine, so that it is answered by maps and tracks alone."""
    return question.clip.path is None


def _silent(n_frames: int) -> Sound:
    samples: Samples = np.zeros((n_frames, 1), dtype=np.float32)
    return Sound(samples=samples, sample_rate_hz=SILENCE_RATE_HZ)


def _name(kept: Mapping[str, object], kind: str) -> str:
    name = kept.get(kind)
    return name if isinstance(name, str) else ""


def _stereo(path: Path, part: Part) -> Sound:
    sound = read_part(path, part)
    columns = _columns(sound.n_channels, STEREO_MICS) or list(range(min(2, sound.n_channels)))
    return _loud(sound, columns, _columns(sound.n_channels, (FRONT_MIC,)) or [0], path)


def _mono(path: Path, part: Part) -> Sound:
    sound = read_part(path, part)
    columns = _columns(sound.n_channels, (FRONT_MIC,)) or [0]
    stereo = _columns(sound.n_channels, STEREO_MICS) or list(range(min(2, sound.n_channels)))
    return _loud(sound, columns, stereo, path)


def _columns(n_channels: int, mics: Sequence[str]) -> list[int]:
    """The channels of microphones of the glasses; none when the recording lacks one of them."""
    try:
        recorded = channel_microphones(ARIA_CAD, n_channels, None)
    except ArrayError:
        return []
    wanted = ARIA_CAD.indices(mics)
    return [recorded.index(mic) for mic in wanted] if set(wanted) <= set(recorded) else []


def _loud(sound: Sound, columns: list[int], others: list[int], path: Path) -> Sound:
    """These channels, louder by one factor for all channels of both copies, so that sides and copies keep level.

    Raises:
        AudioError: when nothing is heard in either copy even so; one of them, or one side, may be silent.
    """
    both = sorted({*columns, *others})
    heard: Samples = np.ascontiguousarray(sound.samples[:, both])
    peak = float(np.abs(heard).max())
    gain = np.float32(min(MAX_GAIN, PEAK / peak) if peak > 0 else 1.0)
    if levels(Sound(samples=heard * gain, sample_rate_hz=sound.sample_rate_hz)).is_silent:
        raise silent(shown(path.name))
    samples: Samples = np.ascontiguousarray(sound.samples[:, columns] * gain)
    return Sound(samples=samples, sample_rate_hz=sound.sample_rate_hz)
