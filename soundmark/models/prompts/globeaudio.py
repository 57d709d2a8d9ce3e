"""GlobeAudio's prompt in the question's own language (appendix A.1 of the paper).

The paper has the English words in its text, and the other languages as pictures only. Those below are our own
translations, and results with them may differ from published ones by that much.
"""

from __future__ import annotations

from types import MappingProxyType

from soundmark.models.prompts.prompt import Prompt, PromptText, ReplyForm
from soundmark.types import QuestionKind

_ENGLISH = PromptText(
    body=(
        "Please answer this multiple-choice question: {question}\n{options}\n"
        "Do NOT include any explanation. ONLY output a single character: {letters}.\nAnswer:"
    ),
    transcript_heading="Transcript of the audio:",
)
_CHINESE = PromptText(
    body="请回答这道选择题：{question}\n{options}\n不要包含任何解释。只输出一个字符：{letters}。\n答案：",
    between_letters="、",
    before_last_letter=" 或 ",
    transcript_heading="音频的文字记录：",
)
_RUSSIAN = PromptText(
    body=(
        "Пожалуйста, ответьте на этот вопрос с выбором ответа: {question}\n{options}\n"
        "НЕ добавляйте никаких объяснений. Выведите ТОЛЬКО один символ: {letters}.\nОтвет:"
    ),
    before_last_letter=" или ",
    transcript_heading="Расшифровка аудиозаписи:",
)
_THAI = PromptText(
    body=(
        "โปรดตอบคำถามแบบเลือกตอบข้อนี้: {question}\n{options}\n"
        "ห้ามใส่คำอธิบายใด ๆ ให้ตอบด้วยตัวอักษรเพียงตัวเดียวเท่านั้น: {letters}\nคำตอบ:"
    ),
    before_last_letter=" หรือ ",
    transcript_heading="ข้อความที่ถอดจากเสียง:",
)
_BENGALI = PromptText(
    body=(
        "অনুগ্রহ করে এই বহুনির্বাচনী প্রশ্নের উত্তর দিন: {question}\n{options}\n"
        "কোনো ব্যাখ্যা দেবেন না। শুধু একটি অক্ষর লিখুন: {letters}।\nউত্তর:"
    ),
    before_last_letter=" অথবা ",
    transcript_heading="অডিওর লিখিত রূপ:",
)

GLOBEAUDIO = Prompt(
    prompt_id="globeaudio",
    source="GlobeAudio, appendix A.1: the English words; other languages translated by Soundmark.",
    kinds=frozenset({QuestionKind.CHOICE}),
    reply_form=ReplyForm.LETTER,
    texts=MappingProxyType(
        {
            "en": _ENGLISH,
            "zh-Hans": _CHINESE,
            "en-SG": _ENGLISH,
            "ru": _RUSSIAN,
            "th": _THAI,
            "bn": _BENGALI,
        }
    ),
)
