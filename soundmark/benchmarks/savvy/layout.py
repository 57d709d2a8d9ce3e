"""Where the published files stand: in a clone of the repository, in its data folders, or loose in one folder."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from soundmark.audio.errors import shown
from soundmark.benchmarks.errors import PackError

QUESTION_NAMES = ("savvy_bench_file", "savvy_bench")
"""The native file, and the same questions with every value a string."""

BENCH_DATA = "SAVVY-Bench/data"
PIPELINE_DATA = "SAVVY/data"

_BASES = ("", BENCH_DATA, PIPELINE_DATA, "data")
_QUESTION_FOLDERS = ("", "spatial_avqa/test", "test_json", "test")
_DENSE = ("dense_traj/aea", "dense_traj")
_COARSE = ("correct_traj/aea", "correct_traj")
_SUFFIXES = (".json", ".jsonl", ".excerpt.json")
_TAILS = (("data", "spatial_avqa", "test"), ("data", "test_json"))

DEFAULT_SNAPSHOTS = "gemini25"
"""The Snapshot Descriptor output by which the published pipeline answers."""


class MoreFiles(Protocol):
    """Brings published files by their names in the repository."""

    def get(self, name: str) -> Path | None:
        """A file, or None when it is not published.

        Raises:
            FetchError: when it cannot be had now.
        """

    def offers(self, name: str) -> bool:
        """Whether the file is published, as far as that is known without asking."""


@dataclass(frozen=True, slots=True)
class SavvyFiles:
    """Finds the files. Names that come from data are checked by `values.id_of` before they are used here.

    Attributes:
        root: a folder of one of the layouts.
        questions: the file of questions.
        more: brings published files that are not there; None when all are there that there will be.
    """

    root: Path
    questions: Path
    more: MoreFiles | None = None

    def maps(self) -> Path | None:
        """gtavmap.json: the true maps, of more items than the benchmark has."""
        return self._first(f"{folder}gtavmap{suffix}" for folder in ("test_json/", "") for suffix in _SUFFIXES)

    def human_ids(self) -> Path | None:
        """The ids of the human evaluation."""
        folders = ("spatial_avqa/test/", "test/", "")
        return self._first((f"{folder}human_eval_id.json" for folder in folders), published_in=BENCH_DATA)

    def ks(self) -> Path | None:
        """kdrr.json: K of the distance by question."""
        return self._first(f"{folder}kdrr.json" for folder in ("audio_tracks_drr_mid_4_3456/", ""))

    def trajectory(self, video_id: str) -> Path | None:
        """The wearer's path, 20 frames a second."""
        return self._first(_of_folders(_DENSE, video_id))

    def coarse_trajectory(self, video_id: str) -> Path | None:
        """The same recording's path, once a second."""
        return self._first(_of_folders(_COARSE, video_id))

    def offers_trajectory(self, video_id: str) -> bool:
        """Whether either of the two is there or can be fetched."""
        return self._offers(_of_folders(_DENSE, video_id)) or self._offers(_of_folders(_COARSE, video_id))

    def audio_track(self, video_id: str) -> Path | None:
        """What SRP-PHAT heard."""
        return self._first(_audio_track_names(video_id))

    def offers_audio_track(self, video_id: str) -> bool:
        """Whether that is there or can be fetched."""
        return self._offers(_audio_track_names(video_id))

    def speech_frames(self, video_id: str) -> Path | None:
        """Moments of speech with the true place."""
        return self._first(f"speech_gt_keyframes{ending}/{video_id}.json" for ending in ("_all", ""))

    def seen_objects(self, video_id: str) -> Path | None:
        """Where the objects of the home were."""
        return self._first(f"vis_gt_keyframes{ending}/{video_id}.json" for ending in ("_all", ""))

    def detections(self, question_id: str) -> Path | None:
        """What segmentation found for one question."""
        folder = "det_aea_clipseg_sdv2_gemini25"
        return self._first((f"{folder}/{question_id}/detection.json", f"detection/{question_id}.json"))

    def snapshots(self, model: str) -> Path | None:
        """The Snapshot Descriptor output of a model."""
        names = (f"sd_output_v2/{model}.json", f"sd_output_v2/format_{model}.json")
        # Beside a formatted file of another model stands a list of its replies, without the questions' ids.
        return self._first(names if model == DEFAULT_SNAPSHOTS else names[::-1])

    def snapshot_models(self) -> tuple[str, ...]:
        """The models whose Snapshot Descriptor outputs are there, 'gemini25' before the others."""
        folders = (self.root / base / "sd_output_v2" for base in _BASES)
        names = {path.stem.removeprefix("format_") for folder in folders for path in folder.glob("*.json")}
        if self._offers((f"sd_output_v2/{DEFAULT_SNAPSHOTS}.json",)):
            names.add(DEFAULT_SNAPSHOTS)
        return tuple(sorted(names, key=lambda name: (name != DEFAULT_SNAPSHOTS, name)))

    def _first(self, names: Iterable[str], *, published_in: str = PIPELINE_DATA) -> Path | None:
        """The first of these files that is there; else the first name is that under which it is published."""
        candidates = tuple(names)
        found = self._here(candidates)
        if found is not None or self.more is None:
            return found
        return self.more.get(f"{published_in}/{candidates[0]}")

    def _offers(self, names: Sequence[str]) -> bool:
        if self._here(names) is not None:
            return True
        return self.more is not None and self.more.offers(f"{PIPELINE_DATA}/{names[0]}")

    def _here(self, names: Sequence[str]) -> Path | None:
        paths = (self.root / base / name for name in names for base in _BASES)
        return next((path for path in paths if _is_file(path)), None)


def _of_folders(folders: Sequence[str], name: str) -> tuple[str, ...]:
    return tuple(f"{folder}/{name}.json" for folder in folders)


def _audio_track_names(video_id: str) -> tuple[str, ...]:
    return (
        f"audio_tracks_drr_mid_4_3456/{video_id}/audio_track_results.json",
        f"audio_track_results/{video_id}.json",
        f"{video_id}/audio_track_results.json",
    )


def find_files(source: Path) -> SavvyFiles:
    """The files of a source: a file of questions, or a folder that holds one in any published layout.

    Raises:
        PackError: when there is no such file.
    """
    if _is_file(source):
        return SavvyFiles(_root_of(source), source)
    if not source.is_dir():
        raise PackError(f"There is no file or folder {shown(source.name)}. Name the clone of the SAVVY repository.")
    for base in _BASES:
        for folder in _QUESTION_FOLDERS:
            for name in QUESTION_NAMES:
                for suffix in _SUFFIXES:
                    path = source / base / folder / f"{name}{suffix}"
                    if _is_file(path):
                        return SavvyFiles(source, path)
    raise PackError(
        f"The folder {shown(source.resolve().name)} holds no {QUESTION_NAMES[0]}.json. Name the clone of the SAVVY "
        "repository, its folder SAVVY-Bench, or the file of questions itself."
    )


def _root_of(questions: Path) -> Path:
    """The folder by which the other files are found: the clone, where the questions stand in one."""
    folder = questions.resolve().parent
    for tail in _TAILS:
        if folder.parts[-len(tail) :] == tail:
            above = folder.parents[len(tail) - 1]
            return above.parent if above.name in ("SAVVY-Bench", "SAVVY") else above
    return folder


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except OSError:  # for instance a name longer than the file system allows
        return False
