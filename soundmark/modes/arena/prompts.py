"""The words in which models are asked: the usual ones, and those of a visitor."""

from __future__ import annotations

from soundmark.modes.arena.contenders import default_prompt
from soundmark.modes.arena.markdown import readable
from soundmark.modes.arena.said import AnyQuestion
from soundmark.modes.arena.upload import ExhibitKind
from soundmark.types import SoundmarkError

MAX_PROMPT_CHARS = 1000
MIN_PROMPT_CHARS = 3
PROMPT_LANGUAGE = "en"
"""Of the words in which models are asked where something is (`contenders.default_prompt`)."""
EXPLAIN = "Explain what you hear that leads you to your answer."


class PromptEditError(SoundmarkError):
    """A prompt that cannot be sent."""


def edited_prompt(text: str) -> str:
    """An edited prompt as it is sent; '' for none.

    Raises:
        PromptEditError: when it is too short or too long.
    """
    words = readable(text).strip()
    if not words:
        return ""
    if len(words) < MIN_PROMPT_CHARS:
        raise PromptEditError(
            "The prompt is too short. Ask a whole question, or leave the field empty.", key="err_arena_prompt_short"
        )
    if len(words) > MAX_PROMPT_CHARS:
        raise PromptEditError(
            "The prompt has {n} characters; at most {most} are sent. Shorten it.",
            key="err_arena_prompt_long",
            n=f"{len(words):,}",
            most=f"{MAX_PROMPT_CHARS:,}",
        )
    return words


def words_of(question: AnyQuestion) -> tuple[str, str]:
    """What models are asked about a question when nobody edits it, and what names these words."""
    if not question.choices:
        return default_prompt(ExhibitKind.SOUND)
    options = "\n".join(f"{chr(65 + place)}. {choice}" for place, choice in enumerate(question.choices))
    return f"{question.prompt}\n{options}\n{EXPLAIN}", "choice-explained"
