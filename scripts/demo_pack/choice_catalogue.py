"""All choice clips of both packs under the shuffled numbers of their files, and their rows of metadata."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Mapping

import numpy as np

from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.globe_bengali import bengali_clips
from demo_pack.globe_chinese import chinese_clips
from demo_pack.globe_english import english_clips, singapore_clips
from demo_pack.globe_russian import russian_clips
from demo_pack.globe_thai import thai_clips
from demo_pack.tau_home import home_clips
from demo_pack.tau_town import town_clips

LETTERS = "ABCD"
LICENCE = "CC0-1.0"
_OPTIONS = tuple(f"option_{letter.lower()}" for letter in LETTERS)
COLUMNS = (
    "file_name", "question", *_OPTIONS, "answer", "language", "question_en", *(f"{name}_en" for name in _OPTIONS),
    "category", "hop_type", "clip_language", "licence", "source", "is_synthetic",
)  # fmt: skip
_ORDER_SEED = 24_601


def tau_clips() -> dict[str, ChoiceClip]:
    """The Traditional Chinese pack by file name."""
    return _numbered((*town_clips(), *home_clips()))


def globe_clips() -> dict[str, ChoiceClip]:
    """The pack of six languages by file name."""
    return _numbered((
        *english_clips(), *chinese_clips(), *singapore_clips(), *russian_clips(), *thai_clips(), *bengali_clips(),
    ))  # fmt: skip


def _numbered(clips: tuple[ChoiceClip, ...]) -> dict[str, ChoiceClip]:
    order = np.random.default_rng(_ORDER_SEED).permutation(len(clips))
    return {f"clip_{number:02d}.opus": clips[chosen] for number, chosen in enumerate(order, start=1)}


def metadata_rows(clips: Mapping[str, ChoiceClip], *, has_hops: bool) -> list[dict[str, str]]:
    """One row a question, in the order of the file names; no hop types where the benchmark knows none."""
    letters = {language: _balanced_letters(language, clips) for language in {clip.language for clip in clips.values()}}
    return [
        _row(name, clip, question, next(letters[clip.language]), has_hops=has_hops)
        for name, clip in clips.items()
        for question in clip.questions
    ]


def _balanced_letters(language: str, clips: Mapping[str, ChoiceClip]) -> Iterator[str]:
    """The right letters of a language's questions: each as often as any other, give or take one, in no order."""
    count = sum(len(clip.questions) for clip in clips.values() if clip.language == language)
    rng = np.random.default_rng(zlib.crc32(language.encode()))
    # Which letters get one more when four do not divide the number is drawn as well.
    letters = [LETTERS[index] for index in rng.permutation(4)] * (count // 4 + 1)
    return iter([letters[index] for index in rng.permutation(count)])


def _row(name: str, clip: ChoiceClip, question: ChoiceQuestion, answer: str, *, has_hops: bool) -> dict[str, str]:
    rng = np.random.default_rng(zlib.crc32(f"{clip.title}/{question.question[1]}".encode()))
    options = [question.wrong[index] for index in rng.permutation(3)]
    options.insert(LETTERS.index(answer), question.right)
    local = {column: text for column, (text, _) in zip(_OPTIONS, options, strict=True)}
    english = {f"{column}_en": text for column, (_, text) in zip(_OPTIONS, options, strict=True)}
    return {
        "file_name": name,
        "question": question.question[0],
        **local,
        "answer": answer,
        "language": clip.language,
        "question_en": question.question[1],
        **english,
        "category": question.category,
        "hop_type": question.hop_type if has_hops else "",
        "clip_language": clip.clip_language,
        "licence": LICENCE,
        "source": clip.source,
        "is_synthetic": "True",
    }
