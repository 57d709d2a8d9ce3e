"""Figures of the paper that stand beside a player's result, labelled as published."""

from __future__ import annotations

from collections.abc import Mapping

DEFAULT_PROMPT, TAIWANESE_PROMPT = "TAU, Table 1", "TAU, Table 2, prompt of a Taiwanese person"

PUBLISHED: tuple[Mapping[str, object], ...] = tuple(
    {
        "label": label,
        "kind": kind,
        "source": source,
        "shares": {"Single-hop": single_percent / 100, "Multi-hop": multi_percent / 100},
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
