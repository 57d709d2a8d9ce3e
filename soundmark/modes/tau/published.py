"""Figures of the paper that stand beside a player's result, labelled as published."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.benchmarks.hops import HOPS
from soundmark.quiz.published import table_of_paper

DEFAULT_PROMPT = table_of_paper("TAU", 1, "paper_about_default")
TAIWANESE_PROMPT = table_of_paper("TAU", 2, "paper_about_taiwan")

PUBLISHED: tuple[Mapping[str, object], ...] = tuple(
    {
        "label": label,
        "kind": kind,
        "source": source,
        "shares": dict(zip(HOPS, (single_percent / 100, multi_percent / 100), strict=True)),
    }
    for source, label, kind, single_percent, multi_percent in (
        (DEFAULT_PROMPT, "People who know Taiwan", "human", 84.0, 83.3),
        (DEFAULT_PROMPT, "Gemini 2.5 Pro", "model", 72.4, 73.9),
        (DEFAULT_PROMPT, "Qwen2.5-Omni-7B", "model", 46.4, 46.1),
        (TAIWANESE_PROMPT, "Gemini 2.5 Pro", "model", 70.6, 71.8),
        (TAIWANESE_PROMPT, "Qwen2.5-Omni-7B", "model", 43.6, 42.3),
        (DEFAULT_PROMPT, "Chance", "baseline", 25.0, 25.0),
    )
)
"""Accuracy over all questions of the benchmark."""
