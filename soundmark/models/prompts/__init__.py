"""The prompts of the published benchmarks, each with an id and a digest, and how questions are put into them."""

from soundmark.models.prompts.prompt import Prompt, PromptError, PromptText, ReplyForm
from soundmark.models.prompts.registry import PROMPTS, default_prompt, find_prompt
from soundmark.models.prompts.render import RenderedPrompt, render, render_text

__all__ = [
    "PROMPTS",
    "Prompt",
    "PromptError",
    "PromptText",
    "RenderedPrompt",
    "ReplyForm",
    "default_prompt",
    "find_prompt",
    "render",
    "render_text",
]
