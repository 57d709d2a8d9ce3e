"""All prompts by their ids, and which one a benchmark is asked with unless somebody says otherwise."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from soundmark.audio.errors import shown
from soundmark.models.prompts import globeaudio, places, savvy, tau
from soundmark.models.prompts.prompt import Prompt, PromptError
from soundmark.types import QuestionKind

PROMPTS: Mapping[str, Prompt] = MappingProxyType(
    {
        prompt.prompt_id: prompt
        for prompt in (
            tau.DEFAULT, tau.CULTURAL, globeaudio.GLOBEAUDIO, savvy.LETTER, savvy.JSON, places.AGL1K, places.EXPLAINED,
        )
    }
)  # fmt: skip
_OF_BENCHMARK = MappingProxyType({"tau": tau.DEFAULT, "soundmark-demo-tau": tau.DEFAULT})
_OF_KIND = MappingProxyType(
    {QuestionKind.CHOICE: globeaudio.GLOBEAUDIO, QuestionKind.SPATIAL: savvy.LETTER, QuestionKind.GEO: places.AGL1K}
)


def find_prompt(prompt_id: str) -> Prompt:
    """A prompt by its id.

    Raises:
        PromptError: when there is none.
    """
    if prompt_id not in PROMPTS:
        raise PromptError(f"There is no prompt {shown(prompt_id)}. There are: {', '.join(PROMPTS)}.")
    return PROMPTS[prompt_id]


def default_prompt(benchmark: str, kind: QuestionKind) -> Prompt:
    """The prompt of a benchmark's own paper; for others, and folders of clips, the one for its kind of question."""
    return _OF_BENCHMARK.get(benchmark, _OF_KIND[kind])
