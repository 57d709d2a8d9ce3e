"""Words by which a reply declines. They are looked for last: "I have no ears, but B fits best" answers."""

from __future__ import annotations

import re

from soundmark.models.parsing.words import alternatives

_CANNOT = alternatives(
    "cannot|can't|can not|unable|not able|couldn't|could not|am unable|i'm not sure|not possible|impossible to|don't have"
    "|do not have|didn't receive|did not receive|haven't received|no audio|no sound|without audio|without the audio"
    "|without hearing|without listening|don't hear|do not hear|didn't hear|i don't know|i do not know|don't know|no idea"
    "|not enough information|insufficient information|insufficient|not provided|no clip|no recording|not attached"
    "|as an ai|as a language model|as a text-based|i must decline|i have to decline|decline to|i won't|i will not|refuse"
    "|not sure|cannot be determined|undeterminable|undetermined|please provide|please upload|please share|i am not certain"
    "|i'm not certain|not comfortable|no way to|abstain|pass on this|i'd rather not|hard to say|too ambiguous|unanswerable",
    "無法|无法|不能|不知道|聽不到|听不到|沒有音訊|没有音频|沒有聲音|没有声音|不確定|不确定|沒聽到|没听到|沒有提供|没有提供|未提供|無從|无从|難以判斷|难以判断"
    "|聽不見|听不见|没有收到|沒有收到|收不到|拒絕|拒绝|請提供|请提供|请上传|請上傳|不清楚|沒辦法|没办法|没法|看不到|作为一个AI|作為AI|作为AI|信息不足|資訊不足",
    "не могу|не слышу|невозможно|не в состоянии|не знаю|не удалось|не получил|нет аудио|нет звука|не имею возможности"
    "|недостаточно|затрудняюсь|отказываюсь|не уверен|не уверена|не способен|не прикреплен|не прикреплён|пришлите|загрузите"
    "|предоставьте|не умею|не удаётся|не удается",
    "ไม่สามารถ|ไม่ได้ยิน|ไม่ทราบ|ไม่รู้|ไม่มีเสียง|ไม่แน่ใจ|ข้อมูลไม่เพียงพอ|ไม่พบไฟล์|ขออภัย|ไม่มีไฟล์|ไม่อาจ|กรุณาส่ง|โปรดส่ง|ไม่ขอตอบ",
    "পারছি না|পারি না|পারব না|পারলাম না|শুনতে পাচ্ছি না|জানি না|সম্ভব নয়|অক্ষম|দুঃখিত|নিশ্চিত নই|শুনতে পাই না|কোনো অডিও নেই|অডিও পাইনি|অপারগ"
    "|যথেষ্ট তথ্য নেই|সম্ভব না|পাওয়া যায়নি",
    "kann nicht|kann ich nicht|weiß nicht|je ne peux pas|je ne sais pas|no puedo|no sé|não posso|non posso|bilmiyorum"
    "|tidak bisa|tidak dapat|không thể|できません|わかりません|分かりません|聞こえません|모르겠|수 없|لا أستطيع|لا يمكنني",
)  # fmt: skip
_SORRY = alternatives("sorry|i apologize|i apologise|my apologies|unfortunately", "抱歉|對不起|对不起|很遺憾|很遗憾", "извините|простите|к сожалению|сожалею")
_DECLINES = re.compile(_CANNOT, re.IGNORECASE)
_APOLOGY = re.compile(rf"\W{{0,5}}{_SORRY}", re.IGNORECASE)
_ALONE = re.compile(
    r"\W*(?:" + alternatives("n/a|na|null|none|nil|unknown|unclear|idk|refused|refuse|pass|skip|abstain|undefined|nothing|no answer",
    "未知|不詳|不详|無|无|沒有答案|没有答案|跳過|跳过", "неизвестно|нет ответа|пропуск", "ไม่มี|ไม่ระบุ", "অজানা|উত্তর নেই") + r")\W*",
    re.IGNORECASE,
)  # fmt: skip


def refusal_in(text: str) -> str:
    """The words by which a text made by `plain` declines; '' when it does not."""
    found = _ALONE.fullmatch(text) if len(text) < 80 else None
    found = found or _APOLOGY.match(text) or _DECLINES.search(text)
    return found.group().strip() if found else ""
