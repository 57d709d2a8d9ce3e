"""Prompts that ask where a recording was made: AGL1K's, and a free one for people who compare explanations."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType

from soundmark.models.prompts.prompt import Prompt, PromptText, ReplyForm
from soundmark.models.request import Setting
from soundmark.types import QuestionKind

_AGL1K_TEXT = Path(__file__).with_name("agl1k.txt").read_bytes().decode("utf-8")
"""As published, with a comma missing after "reason" and a space at the end of a line; a figure in the paper (B.5.1),
and the field `question` of the published result files, github.com/Rising0321/AGL1K."""

AGL1K = Prompt(
    prompt_id="agl1k",
    source="AGL1K, appendix B.5.1, by the text in its published result files.",
    kinds=frozenset({QuestionKind.GEO}),
    reply_form=ReplyForm.JSON_PLACE,
    texts=MappingProxyType({"en": PromptText(body=_AGL1K_TEXT)}),
    settings=frozenset({Setting.AUDIO, Setting.TRANSCRIPT}),
)

EXPLAINED = Prompt(
    prompt_id="place-explained",
    source="Soundmark's own, after the way in which GeoArena asks about pictures.",
    kinds=frozenset({QuestionKind.GEO}),
    reply_form=ReplyForm.FREE_PLACE,
    texts=MappingProxyType(
        {
            "en": PromptText(
                body=(
                    "Where on Earth was this recording most likely made? Name the place as precisely as the sounds "
                    "allow: country, region, city. Explain which sounds led you there, and how sure you are."
                ),
            )
        }
    ),
    settings=frozenset({Setting.AUDIO, Setting.TRANSCRIPT}),
    system="You know how places around the world sound, and find out where recordings were made.",
)
