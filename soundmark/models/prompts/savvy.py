"""SAVVY-Bench's two prompts: a single letter or number (appendix D.1), and JSON in which null declines (D.2)."""

from __future__ import annotations

from types import MappingProxyType

from soundmark.models.prompts.prompt import Prompt, PromptText, ReplyForm
from soundmark.types import QuestionKind

_SHORT = "Answer in single letter or numeric format."
_GREEDY = MappingProxyType({"temperature": 0, "top_p": 1})
"""Top-k of 1, which the paper names too, changes nothing at temperature 0, and not every endpoint knows it."""

LETTER = Prompt(
    prompt_id="savvy-letter",
    source="SAVVY, appendix D.1: the prompt of the open models.",
    kinds=frozenset({QuestionKind.SPATIAL}),
    reply_form=ReplyForm.LETTER_OR_NUMBER,
    texts=MappingProxyType(
        {
            "en": PromptText(
                body="{question}\nOptions: {options}.\n" + _SHORT,
                body_without_choices="{question}\n" + _SHORT,
                option="{letter}: {choice}",
                between_options=" ",
            )
        }
    ),
    parameters=_GREEDY,
)

_JSON = """

Answer the question.

1. Your output **must** be a single, valid JSON object conforming to the schema defined below.
2. **Do NOT** output any thinking steps or reasoning steps.

{
  "prediction": "Your final answer (A, B, C, or A, B, C, D, or numeric value). If you can't decide, please output a \
JSON with the "prediction" key's value being null."
}"""

JSON = Prompt(
    prompt_id="savvy-json",
    source="SAVVY, appendix D.2: the prompt of the proprietary models, without its line for the video.",
    kinds=frozenset({QuestionKind.SPATIAL}),
    reply_form=ReplyForm.JSON_PREDICTION,
    texts=MappingProxyType(
        {
            "en": PromptText(
                body="Question: {question},\nOptions: {options}" + _JSON,
                body_without_choices="Question: {question}" + _JSON,
                option="{letter}: {choice}",
                between_options=" ",
            )
        }
    ),
    parameters=_GREEDY,
)
