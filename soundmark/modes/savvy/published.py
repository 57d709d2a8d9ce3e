"""Figures of the paper that stand beside a player's result, labelled as published."""

from __future__ import annotations

from collections.abc import Mapping

from soundmark.quiz.published import table_of_paper

SOURCE = table_of_paper("SAVVY", 2, "paper_about_main")
TASKS = ("direction_ego", "distance_ego", "direction_exo", "distance_exo")

PUBLISHED: tuple[Mapping[str, object], ...] = tuple(
    {
        "label": label,
        "kind": kind,
        "source": SOURCE,
        "shares": {task: percent / 100 for task, percent in zip(TASKS, percents, strict=True) if percent is not None},
    }
    for label, kind, percents in (
        ("People", "human", (93.5, 71.2, 94.0, 56.3)),
        ("SAVVY", "model", (84.7, 62.9, 44.0, 40.2)),
        ("Gemini 2.5 Pro", "model", (75.2, 59.6, 31.7, 37.0)),
        ("Most frequent answer", "baseline", (30.2, None, 32.1, None)),
    )
)
"""Accuracy over all questions of the benchmark: right sectors, and SAVVY's distance accuracy."""
