"""The table `choice`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

from soundmark.store.tables.answers import PlayedRow


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceRow(PlayedRow):
    """One answer to a multiple-choice question. The texts of the choices stay with the benchmark."""

    ABOUT: ClassVar[str] = (
        "One answer to a multiple-choice question about a sound. Choices are numbered as the benchmark has them, from "
        "0; their texts stay with the benchmark."
    )

    choice_order: Annotated[list[int], "The choices in the order they were shown, by the benchmark's numbers."]
    choice_index: Annotated[int | None, "The choice that was taken; null without one."] = None
    true_index: Annotated[int, "The right choice."]
    correct: Annotated[
        bool | None,
        "Whether the right choice was taken: false for refused and unparsed, null for error and for skipped (I don't "
        "know).",
    ] = None
    language: Annotated[str | None, "Language in which the question was shown (BCP 47, as zh-Hant)."] = None
    clip_language: Annotated[str | None, "Language spoken in the clip, as the benchmark says (BCP 47)."] = None
    category: Annotated[str | None, "The benchmark's category of the question."] = None
    hop_type: Annotated[str | None, "The benchmark's class of reasoning steps: Single-hop or Multi-hop."] = None
    self_report: Annotated[
        str | None,
        "What the player said of themselves that bears on the question, as language:native or lived_in_taiwan:yes, "
        "separated by spaces; null when nothing was said.",
    ] = None
