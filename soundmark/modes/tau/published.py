"""Figures of the paper that stand beside a player's result, labelled as published."""

from __future__ import annotations

from collections.abc import Mapping

SOURCE = "TAU, Table 1"

PUBLISHED: tuple[Mapping[str, object], ...] = tuple(
    {
        "label": label,
        "kind": kind,
        "source": SOURCE,
        "shares": {"Single-hop": single_percent / 100, "Multi-hop": multi_percent / 100},
    }
    for label, kind, single_percent, multi_percent in (
        ("People who know Taiwan", "human", 84.0, 83.3),
        ("Gemini 2.5 Pro", "model", 72.4, 73.9),
        ("Qwen2.5-Omni-7B", "model", 46.4, 46.1),
        ("Chance", "baseline", 25.0, 25.0),
    )
)
"""Accuracy over all questions of the benchmark, default prompt."""
