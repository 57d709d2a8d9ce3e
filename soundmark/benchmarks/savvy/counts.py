"""What a copy of SAVVY-Bench holds, in numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from soundmark.benchmarks.report import Finding, FindingKind
from soundmark.benchmarks.savvy.reader import SavvyBenchmark
from soundmark.types import SpatialQuestion


@dataclass(frozen=True, slots=True, kw_only=True)
class SavvyCounts:
    """Questions by kind, and how many have what.

    Attributes:
        n_questions: in all.
        by_task, by_level, by_modality, by_choices: questions by each value; '' where it is not told.
        n_recordings: recordings that the questions are about.
        n_with_map, n_with_trajectory, n_with_audio_track, n_with_sound: questions that have it.
        n_human: questions of the human evaluation.
    """

    n_questions: int
    by_task: dict[str, int]
    by_level: dict[str, int]
    by_modality: dict[str, int]
    by_choices: dict[str, int]
    n_recordings: int
    n_with_map: int
    n_with_trajectory: int
    n_with_audio_track: int
    n_with_sound: int
    n_human: int

    def lines(self) -> tuple[str, ...]:
        """The counts for people, one line a kind."""
        kinds = {"task": self.by_task, "level": self.by_level, "event": self.by_modality, "choices": self.by_choices}
        return (
            f"questions: {self.n_questions} on {self.n_recordings} recordings",
            *(f"{name}: {_listed(counts)}" for name, counts in kinds.items()),
            f"with a map: {self.n_with_map}, a path: {self.n_with_trajectory}, "
            f"an audio track: {self.n_with_audio_track}, sound: {self.n_with_sound}",
            f"in the human evaluation: {self.n_human}",
        )


def _listed(counts: dict[str, int]) -> str:
    return ", ".join(f"{value or 'not told'} {n}" for value, n in counts.items())


def count(benchmark: SavvyBenchmark) -> SavvyCounts:
    """Count; no file of a scene is opened."""
    questions = benchmark.pack.questions
    return SavvyCounts(
        n_questions=len(questions),
        by_task=_by_tag(questions, "task"),
        by_level=_by_tag(questions, "level"),
        by_modality=_by_tag(questions, "anno_modality"),
        by_choices=_sorted(str(len(question.choices)) for question in questions),
        n_recordings=len({question.tags.get("video_id", "") for question in questions} - {""}),
        n_with_map=_having(questions, "has_map"),
        n_with_trajectory=_having(questions, "has_trajectory"),
        n_with_audio_track=_having(questions, "has_audio_track"),
        n_with_sound=sum(question.clip.path is not None for question in questions),
        n_human=len(benchmark.human_ids),
    )


def check_scenes(benchmark: SavvyBenchmark) -> tuple[Finding, ...]:
    """Open the scenes of all questions and say what is wrong with their files, each fault once.

    That a value of the audio tracks is left out on purpose is no fault.
    """
    found: dict[Finding, None] = {}
    by_recording = sorted(benchmark.pack.questions, key=lambda question: question.tags.get("video_id", ""))
    for question in by_recording:
        for finding in benchmark.scenes[question.question_id].findings:
            if finding.kind is not FindingKind.CORRECTED:
                found[finding] = None
    return tuple(found)


def _by_tag(questions: Iterable[SpatialQuestion], tag: str) -> dict[str, int]:
    return _sorted(question.tags.get(tag, "") for question in questions)


def _sorted(values: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(values).items()))


def _having(questions: Iterable[SpatialQuestion], tag: str) -> int:
    return sum(question.tags[tag] == "true" for question in questions)
