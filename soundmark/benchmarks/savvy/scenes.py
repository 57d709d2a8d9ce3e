"""The scene of a question: its true map, the paths of both people, and what each source saw and heard.

Files of a recording are read when a scene is asked for: all of them together have hundreds of megabytes.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from soundmark.audio.errors import AudioError
from soundmark.benchmarks.fetch.errors import FetchError
from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.audio_tracks import DROPPED_DISTANCE, AudioWindows, parse_audio_track
from soundmark.benchmarks.savvy.items import Item
from soundmark.benchmarks.savvy.json_files import Json, JsonDocument, JsonFileError, read_json
from soundmark.benchmarks.savvy.key_frames import SeenObject, SpeechFrames, parse_seen_objects, parse_speech_frames
from soundmark.benchmarks.savvy.layout import SavvyFiles
from soundmark.benchmarks.savvy.maps import SceneMap
from soundmark.benchmarks.savvy.media import SavvyMedia, SceneAudio
from soundmark.benchmarks.savvy.snapshots import Snapshot, parse_detections, parse_snapshot
from soundmark.benchmarks.savvy.trajectories import delayed, parse_trajectory
from soundmark.benchmarks.savvy.values import object_of
from soundmark.spatial.scene import Track, Trajectory

PartT = TypeVar("PartT")

_FILES_KEPT = 24
"""Parsed files in memory: those of a few recordings, and the Snapshot Descriptor output."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SavvyScene:
    """What is known of one question's scene. What is not published, or not here, is None or empty.

    Attributes:
        question_id, video_id: whose scene, of which recording.
        map: the true places; part of the truth.
        trajectory: the wearer's path.
        guest: the other person's path, by the wearer's clock; part of the truth.
        audio_windows: what SRP-PHAT heard, with its ratios.
        audio_k: K of the distance sqrt(K/CDR) for this question.
        snapshot: the Snapshot Descriptor's output.
        tracks: of snapshot, segmentation and audio.
        speech: moments of speech with the true place; part of the truth.
        objects: where the objects of the home were; part of the truth.
        audio, video: the user's own files.
        findings: what was wrong with the scene's files.
    """

    question_id: str
    video_id: str
    map: SceneMap | None = None
    trajectory: Trajectory | None = None
    guest: Trajectory | None = None
    audio_windows: AudioWindows | None = None
    audio_k: float | None = None
    snapshot: Snapshot | None = None
    tracks: tuple[Track, ...] = ()
    speech: SpeechFrames | None = None
    objects: tuple[SeenObject, ...] = ()
    audio: SceneAudio | None = None
    video: Path | None = None
    findings: tuple[Finding, ...] = ()


class SavvyScenes(Mapping[str, SavvyScene]):
    """The scenes of all questions, by question id, read when they are asked for. Safe to use from several threads.

    Args:
        items: the questions.
        maps: by question id.
        ks: K by question id.
        files: of the source.
        media: of the user.
        snapshots: which model's Snapshot Descriptor output to show; '' for none.
    """

    def __init__(
        self,
        *,
        items: Mapping[str, Item],
        maps: Mapping[str, SceneMap],
        ks: Mapping[str, float],
        files: SavvyFiles,
        media: SavvyMedia,
        snapshots: str,
    ) -> None:
        self._items = items
        self._maps = maps
        self._ks = ks
        self._files = files
        self._media = media
        self._snapshots = snapshots
        self._shelf = _Shelf()

    def __getitem__(self, question_id: str) -> SavvyScene:
        """The scene of a question: an empty one where nothing is published.

        Raises:
            KeyError: when there is no such question.
        """
        item = self._items[question_id]
        files, video_id = self._files, item.video_id
        findings: list[Finding] = []
        snapshot = self._snapshot(question_id, findings)
        detected = self._read(files.detections, question_id, parse_detections, findings) or ()
        if not video_id:
            return SavvyScene(
                question_id=question_id,
                video_id="",
                map=self._maps.get(question_id),
                snapshot=snapshot,
                tracks=(*(snapshot.tracks if snapshot else ()), *detected),
                findings=tuple(findings),
            )
        audio_windows = self._read(files.audio_track, video_id, parse_audio_track, findings)
        if audio_windows is not None:
            findings.append(Finding(FindingKind.CORRECTED, f"{video_id}, audio track", DROPPED_DISTANCE))
        audio_k = self._ks.get(question_id)
        return SavvyScene(
            question_id=question_id,
            video_id=video_id,
            map=self._maps.get(question_id),
            trajectory=self._trajectory(video_id, findings),
            guest=self._guest(item, findings),
            audio_windows=audio_windows,
            audio_k=audio_k,
            snapshot=snapshot,
            tracks=(
                *(snapshot.tracks if snapshot else ()),
                *detected,
                *((audio_windows.track(audio_k),) if audio_windows else ()),
            ),
            speech=self._read(files.speech_frames, video_id, parse_speech_frames, findings),
            objects=self._read(files.seen_objects, video_id, parse_seen_objects, findings) or (),
            audio=self._audio(video_id, findings),
            video=self._media.video(video_id),
            findings=tuple(findings),
        )

    def __iter__(self) -> Iterator[str]:
        """Question ids in the order of the benchmark."""
        return iter(self._items)

    def __len__(self) -> int:
        """How many questions there are."""
        return len(self._items)

    def _trajectory_path(self, video_id: str) -> Path | None:
        return self._files.trajectory(video_id) or self._files.coarse_trajectory(video_id)

    def _trajectory(self, video_id: str, findings: list[Finding]) -> Trajectory | None:
        return self._read(self._trajectory_path, video_id, parse_trajectory, findings)

    def _guest(self, item: Item, findings: list[Finding]) -> Trajectory | None:
        """The other recording's path, brought to this one's clock by the delay that the annotation tells."""
        other = _other_recording(item.video_id)
        if other is None or item.guest_delay_s is None:
            return None
        path = self._trajectory(other, findings)
        return None if path is None else delayed(path, item.guest_delay_s)

    def _snapshot(self, question_id: str, findings: list[Finding]) -> Snapshot | None:
        if not self._snapshots:
            return None
        outputs = self._read(self._files.snapshots, self._snapshots, _outputs, findings)
        if outputs is None or question_id not in outputs:
            return None
        try:
            snapshot, wrong = parse_snapshot(outputs[question_id], self._snapshots)
        except ValueError as error:
            findings.append(Finding(FindingKind.BAD_VALUE, f"{self._snapshots}, {question_id}", str(error)))
            return None
        findings += wrong
        return snapshot

    def _audio(self, video_id: str, findings: list[Finding]) -> SceneAudio | None:
        try:
            return self._media.audio(video_id)
        except AudioError as error:
            findings.append(Finding(FindingKind.UNSUPPORTED, video_id, str(error)))
            return None

    def _read(
        self,
        find: Callable[[str], Path | None],
        name: str,
        parse: Callable[[JsonDocument, str], tuple[PartT, tuple[Finding, ...]]],
        findings: list[Finding],
    ) -> PartT | None:
        try:
            path = find(name)
        except FetchError as error:
            findings.append(Finding(FindingKind.MISSING, name, str(error)))
            return None
        return None if path is None else self._shelf.read(path, parse, findings)


class _Shelf:
    """The last few files that were read, so that the questions of one recording share them."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Path, tuple[object, tuple[Finding, ...]]] = OrderedDict()
        self._lock = threading.Lock()

    def read(
        self,
        path: Path,
        parse: Callable[[JsonDocument, str], tuple[PartT, tuple[Finding, ...]]],
        findings: list[Finding],
    ) -> PartT | None:
        """The content of a file, or None when it cannot be used; what is wrong with it is added to the findings."""
        with self._lock:
            known = self._parts.get(path)
            if known is not None:
                self._parts.move_to_end(path)
        if known is None:
            known = _parsed(path, parse)
            with self._lock:
                self._parts[path] = known
                while len(self._parts) > _FILES_KEPT:
                    self._parts.popitem(last=False)
        findings += known[1]
        return known[0]  # type: ignore[return-value]  # a path is always read by the same parser


def _parsed(
    path: Path, parse: Callable[[JsonDocument, str], tuple[PartT, tuple[Finding, ...]]]
) -> tuple[PartT | None, tuple[Finding, ...]]:
    name = f"{path.parent.name}/{path.name}"
    try:
        return parse(read_json(path), name)
    except (JsonFileError, ValueError) as error:
        return None, (Finding(FindingKind.UNREADABLE, name, str(error)),)


def _outputs(document: JsonDocument, _: str) -> tuple[Mapping[str, Json], tuple[Finding, ...]]:
    return object_of(document.value, "the file"), ()


def _other_recording(video_id: str) -> str | None:
    """The recording of the other person's glasses: rec1 and rec2 belong together."""
    for own, other in (("_rec1", "_rec2"), ("_rec2", "_rec1")):
        if video_id.endswith(own):
            return video_id.removesuffix(own) + other
    return None
