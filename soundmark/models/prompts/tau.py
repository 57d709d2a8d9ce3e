"""TAU's two system prompts: none of its own, and that of somebody from Taiwan (section 4.1 of the paper).

The paper gives the second system prompt only. The words around the question are ours.
"""

from __future__ import annotations

from types import MappingProxyType

from soundmark.models.prompts.prompt import Prompt, PromptText, ReplyForm
from soundmark.models.request import Setting
from soundmark.types import QuestionKind

CULTURAL_SYSTEM = (
    "You are a Taiwanese person. Always respond with the perspective, cultural background, and knowledge of someone "
    "from Taiwan."
)

_ZH_LEADS = {
    Setting.AUDIO: "請聆聽錄音，然後回答選擇題。",
    Setting.TRANSCRIPT: "請根據以上逐字稿回答選擇題。",
    Setting.BLIND: "請回答選擇題。",
}
_EN_LEADS = {
    Setting.AUDIO: "Listen to the recording, then answer the multiple-choice question.",
    Setting.TRANSCRIPT: "Answer the multiple-choice question by the transcript above.",
    Setting.BLIND: "Answer the multiple-choice question.",
}
_ZH_BODY = "{question}\n{options}\n\n請從 {letters} 中選出一個答案，只回答該選項的字母。"
_EN_BODY = "{question}\n{options}\n\nChoose one of {letters}, and answer with its letter only."


def _text(leads: dict[Setting, str], body: str, *, before_last: str, between: str, heading: str) -> PromptText:
    bodies = {setting: f"{lead}\n\n{body}" for setting, lead in leads.items()}
    return PromptText(
        body=bodies[Setting.AUDIO],
        bodies=MappingProxyType(bodies),
        option="({letter}) {choice}",
        between_letters=between,
        before_last_letter=before_last,
        transcript_heading=heading,
    )


_TEXTS = MappingProxyType(
    {
        "zh-Hant": _text(_ZH_LEADS, _ZH_BODY, before_last="、", between="、", heading="錄音的逐字稿："),
        "en": _text(_EN_LEADS, _EN_BODY, before_last=" and ", between=", ", heading="Transcript of the recording:"),
    }
)

DEFAULT = Prompt(
    prompt_id="tau-default",
    source="TAU, section 4.1: without a system prompt. The words around the question are Soundmark's.",
    kinds=frozenset({QuestionKind.CHOICE}),
    reply_form=ReplyForm.LETTER,
    texts=_TEXTS,
)

CULTURAL = Prompt(
    prompt_id="tau-cultural",
    source="TAU, section 4.1: the culturally grounded system prompt. The words around the question are Soundmark's.",
    kinds=frozenset({QuestionKind.CHOICE}),
    reply_form=ReplyForm.LETTER,
    texts=_TEXTS,
    system=CULTURAL_SYSTEM,
)
