"""Figures of the paper that stand beside a player's result, labelled as published."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.quiz.published import table_of_paper

SOURCE = table_of_paper("GlobeAudio", 3, "paper_about_main")
_LANGUAGES = ("en", "ru", "zh-Hans", "th", "en-SG", "bn")

PUBLISHED: tuple[Mapping[str, object], ...] = tuple(
    {
        "label": label,
        "kind": "model",
        "source": SOURCE,
        "shares": {language: percent / 100 for language, percent in zip(_LANGUAGES, percents, strict=True)},
    }
    for label, percents in (
        ("Gemini 3.1 Pro", (78.26, 90.04, 70.34, 81.57, 90.06, 85.81)),
        ("Qwen3-Omni", (71.35, 82.25, 63.34, 65.15, 80.32, 70.24)),
        ("Whisper + Qwen 3", (65.23, 78.03, 51.40, 60.52, 74.55, 58.41)),
    )
)
"""Accuracy over all questions of a language, from the sound."""
