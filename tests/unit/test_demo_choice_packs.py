"""The built-in packs of choice questions: what a player, a reader of folders and a listener may rely on."""

from __future__ import annotations

import csv
import itertools
import re
import shutil
import sys
import unicodedata
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import soundfile
from mutagen.oggopus import OggOpus
from numpy.typing import NDArray

from soundmark.benchmarks.demo import demo_globeaudio_folder, demo_tau_folder

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from demo_pack.choice import ChoiceClip  # noqa: E402 - scripts/ is no package: its folder has to be on the path first
from demo_pack.choice_catalogue import COLUMNS, globe_clips, metadata_rows, tau_clips  # noqa: E402
from demo_pack.loudness import loudness_lufs  # noqa: E402
from demo_pack.mandarin import pinyin  # noqa: E402
from demo_pack.mix import MixError, rendered, speech_band_power, stems  # noqa: E402
from demo_pack.thai import thai_phonemes  # noqa: E402

Samples = NDArray[np.float64]
needs_espeak = pytest.mark.skipif(shutil.which("espeak-ng") is None, reason="the program espeak-ng is not installed")

TAU, GLOBE = demo_tau_folder(), demo_globeaudio_folder()
LETTERS = "ABCD"
TAU_CATEGORIES = {
    "Retail", "Cultural", "Announcement", "Education", "Transit", "Media", "Entertainment", "Nature", "Emergency",
    "Payment",
}  # fmt: skip
SCRIPTS = {
    "zh-Hant": "CJK", "zh-Hans": "CJK", "en": "LATIN", "en-SG": "LATIN",
    "ru": "CYRILLIC", "th": "THAI", "bn": "BENGALI",
}  # fmt: skip
ONLY_SIMPLIFIED = set("们说这汤别给铁点为么样话过还没买卖关系师学邻户数钱对现东车长见书门问间广报应该写")
ONLY_TRADITIONAL = set("們說這湯別給鐵點為麼樣話過還沒買賣關係師學鄰戶數錢對現東車長見書門問間廣報應該寫")


def rows_of(folder: Path) -> list[dict[str, str]]:
    with (folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


PACKS = {TAU: rows_of(TAU), GLOBE: rows_of(GLOBE)}
CLIPS = {TAU: tau_clips(), GLOBE: globe_clips()}
EVERY_PACK = pytest.mark.parametrize("folder", [TAU, GLOBE], ids=lambda folder: folder.name)
EVERY_FILE = pytest.mark.parametrize(
    "path",
    [folder / name for folder in PACKS for name in CLIPS[folder]],
    ids=lambda path: f"{path.parent.name}/{path.stem}",
)


def options(row: dict[str, str], suffix: str = "") -> dict[str, str]:
    return {letter: row[f"option_{letter.lower()}{suffix}"] for letter in LETTERS}


def clip_called(title: str) -> tuple[str, ChoiceClip]:
    """A clip of the Traditional Chinese pack with its file name."""
    return next((name, clip) for name, clip in CLIPS[TAU].items() if clip.title == title)


# The lists


@EVERY_PACK
def test_every_clip_is_asked_about_and_every_question_has_its_clip(folder: Path) -> None:
    on_disk = {path.name for path in folder.iterdir()} - {"metadata.csv", "README.md"}
    assert on_disk == {row["file_name"] for row in PACKS[folder]}
    assert all(re.fullmatch(r"clip_\d\d\.opus", name) for name in on_disk)


def test_both_packs_stay_small() -> None:
    assert sum(path.stat().st_size for folder in PACKS for path in folder.iterdir()) < 2_500_000


@EVERY_PACK
def test_metadata_is_what_the_generator_writes(folder: Path) -> None:
    with (folder / "metadata.csv").open(encoding="utf-8", newline="") as file:
        assert tuple(next(csv.reader(file))) == COLUMNS
    assert PACKS[folder] == metadata_rows(CLIPS[folder], has_hops=folder == TAU)


@EVERY_PACK
def test_rows_are_complete_free_and_say_that_they_are_synthetic(folder: Path) -> None:
    may_be_empty = set() if folder == TAU else {"hop_type"}
    for row in PACKS[folder]:
        assert {column for column, value in row.items() if not value.strip()} == may_be_empty
        assert (row["licence"], row["is_synthetic"]) == ("CC0-1.0", "True")
        assert row["source"].startswith("Synthesised by Soundmark (")
        assert ("espeak-ng" in row["source"]) == (row["clip_language"] != "zxx")
        assert all(value == unicodedata.normalize("NFC", value).strip() for value in row.values())


@EVERY_PACK
@pytest.mark.parametrize("suffix", ["", "_en"])
def test_four_options_differ_and_one_is_right(folder: Path, suffix: str) -> None:
    for row in PACKS[folder]:
        assert row["answer"] in LETTERS
        assert len({text.casefold() for text in options(row, suffix).values()}) == 4


def test_questions_in_chinese_cover_all_categories_with_both_hops() -> None:
    assert len(PACKS[TAU]) >= 24
    assert {(row["category"], row["hop_type"]) for row in PACKS[TAU]} == {
        (category, hop) for category in TAU_CATEGORIES for hop in ("Single-hop", "Multi-hop")
    }
    assert {row["language"] for row in PACKS[TAU]} == {"zh-Hant"}


def test_six_languages_have_six_questions_each() -> None:
    counts = Counter(row["language"] for row in PACKS[GLOBE])
    assert set(counts) == {"en", "zh-Hans", "en-SG", "ru", "th", "bn"}
    assert min(counts.values()) >= 6
    assert all(row["clip_language"] != "zxx" for row in PACKS[GLOBE])


@EVERY_PACK
def test_texts_are_in_the_script_of_their_language(folder: Path) -> None:
    for row in PACKS[folder]:
        for text in (row["question"], *options(row).values()):
            letters = [unicodedata.name(char) for char in text if char.isalpha()]
            own = [name for name in letters if name.startswith(SCRIPTS[row["language"]])]
            assert len(own) >= 0.85 * len(letters), text
        english = [row["question_en"], *options(row, "_en").values()]
        assert all(unicodedata.name(char).startswith("LATIN") for char in "".join(english) if char.isalpha())


def test_chinese_is_traditional_in_one_pack_and_simplified_in_the_other() -> None:
    simplified, traditional = ONLY_SIMPLIFIED - ONLY_TRADITIONAL, ONLY_TRADITIONAL - ONLY_SIMPLIFIED
    in_taiwan = "".join(row["question"] + "".join(options(row).values()) for row in PACKS[TAU])
    assert not set(in_taiwan) & simplified
    assert len(set(in_taiwan) & traditional) > 10
    mainland = [row for row in PACKS[GLOBE] if row["language"] == "zh-Hans"]
    assert not set("".join(row["question"] + "".join(options(row).values()) for row in mainland)) & traditional


# What must not give the answer away


@EVERY_PACK
def test_letters_are_right_equally_often(folder: Path) -> None:
    languages = {row["language"] for row in PACKS[folder]}
    for language in languages:
        counts = Counter(row["answer"] for row in PACKS[folder] if row["language"] == language)
        assert set(counts) == set(LETTERS)
        assert max(counts.values()) - min(counts.values()) <= 1


@EVERY_PACK
@pytest.mark.parametrize("suffix", ["", "_en"])
def test_length_does_not_tell_the_right_option(folder: Path, suffix: str) -> None:
    """Chance is a quarter; who always takes the longest, or the shortest, option does not do much better."""
    longest, shortest = 0.0, 0.0
    for row in PACKS[folder]:
        lengths = {letter: len(text) for letter, text in options(row, suffix).items()}
        for extreme in (max, min):
            taken = [letter for letter in LETTERS if lengths[letter] == extreme(lengths.values())]
            share = (row["answer"] in taken) / len(taken)
            longest, shortest = (longest + share, shortest) if extreme is max else (longest, shortest + share)
    assert longest < 0.4 * len(PACKS[folder])
    assert shortest < 0.4 * len(PACKS[folder])


@EVERY_FILE
def test_files_have_no_tags(path: Path) -> None:
    assert not OggOpus(path).tags  # type: ignore[no-untyped-call]


@EVERY_PACK
def test_files_of_one_language_or_category_do_not_stand_together(folder: Path) -> None:
    column = "category" if folder == TAU else "language"
    firsts = {row["file_name"]: row[column] for row in reversed(PACKS[folder])}
    changes = sum(one != other for one, other in itertools.pairwise(firsts[name] for name in sorted(firsts)))
    assert changes > 0.5 * len(firsts)


# The sound


@EVERY_FILE
def test_clips_decode_and_are_heard(path: Path) -> None:
    sound, rate_hz = soundfile.read(path, dtype="float64", always_2d=True)
    assert (rate_hz, sound.shape[1]) == (48_000, 2)
    assert 10 <= len(sound) / rate_hz <= 25
    assert np.max(np.abs(sound)) < 10 ** (-1 / 20)
    assert -20.5 < loudness_lufs(np.asarray(sound)) < -17.5
    assert 10 * np.log10(np.mean(sound[:72_000] ** 2)) > -55
    assert np.max(np.abs(sound[-2400:])) < 0.01


@needs_espeak
def test_what_is_said_stands_above_what_sounds_with_it() -> None:
    clip = clip_called("forecast")[1]
    bed, speech = stems(clip)
    spoken, under = speech_band_power(speech), speech_band_power(bed)
    speaking = spoken > 10**-2.5 * np.max(spoken)
    assert 10 * np.log10(np.mean(spoken[speaking]) / np.mean(under[speaking])) > 6


@needs_espeak
def test_a_file_holds_what_the_generator_makes_for_it() -> None:
    name, clip = clip_called("call")
    made = rendered(clip).mean(axis=1)
    stored = soundfile.read(TAU / name, dtype="float64")[0].mean(axis=1)[: len(made)]
    assert len(made) == round(clip.seconds * 48_000)
    envelopes = [
        np.sqrt(np.mean(sound[: len(sound) // 4800 * 4800].reshape(-1, 4800) ** 2, 1)) for sound in (made, stored)
    ]
    assert np.corrcoef(envelopes[0], envelopes[1])[0, 1] > 0.98


@needs_espeak
def test_lines_that_do_not_fit_are_refused_by_title() -> None:
    short = replace(clip_called("time signal")[1], title="too short", seconds=4.0)
    with pytest.raises(MixError, match=r"lines of too short end at .* Make the clip longer"):
        stems(short)


# Writing for a voice that cannot read


def test_mandarin_is_spelled_with_tones() -> None:
    assert pinyin("你好，妈！") == "ni3 hao3 , ma1 !"
    assert pinyin("綠茶") == "lü4 cha2"


def test_what_has_no_pinyin_is_refused() -> None:
    with pytest.raises(ValueError, match="No pinyin"):
        pinyin("今天 สวัสดี")


def test_thai_tones_become_the_voices_own() -> None:
    assert thai_phonemes("khru:0 kha:w2 | mai3") == "[[khru:2 kha:w5]] , [[mai4]] ."


@pytest.mark.parametrize("text", ["khru:", "kha:w9", "ครู0"])
def test_what_is_no_thai_syllable_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="no Thai syllable"):
        thai_phonemes(text)
