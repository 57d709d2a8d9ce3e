"""Words that point to an answer, away from it, or that answer it alone, in the languages of the benchmarks and more.

English, Chinese (both scripts), Russian, Thai and Bengali are whole; of German, French, Spanish, Portuguese, Italian,
Turkish, Dutch, Polish, Malay, Vietnamese, Japanese, Korean, Arabic, Hindi and Ukrainian the word for "answer".
"""

from __future__ import annotations

import re
import unicodedata

from soundmark.models.parsing.visible import same_spelling


def alternatives(*tables: str) -> str:
    """A pattern for any word of the tables, which are separated by `|`; words of spaced scripts as whole words."""
    words = [same_spelling(word.strip()) for table in tables for word in table.split("|") if word.strip()]
    return "(?:" + "|".join(_whole(word) for word in sorted(words, key=len, reverse=True)) + ")"


MARKS = "\u0300-\u036f\u0900-\u0903\u093a-\u094f\u0981-\u0983\u09bc\u09be-\u09cd\u09d7\u0e31\u0e34-\u0e3a\u0e47-\u0e4e"
"""Vowel signs, tone marks and accents, which `\\w` leaves out though they continue a word."""


def _whole(word: str) -> str:
    pattern = re.escape(word).replace(r"\ ", r"\s{1,3}").replace("'", "['’]?")
    before = rf"(?<![^\W\d_])(?<![{MARKS}])" if _is_spaced(word[0]) else ""
    after = rf"(?![^\W\d_])(?![{MARKS}])" if _is_spaced(word[-1]) else ""
    return before + pattern + after


def _is_spaced(character: str) -> bool:
    """Latin, Greek, Cyrillic and the scripts of India put spaces between words."""
    return unicodedata.category(character)[0] in "LM" and (
        character < "\u0530" or "\u0900" <= character < "\u0e00" or "\u1e00" <= character < "\u1f00"
    )


ANSWERS = alternatives(
    "answer|answers|ans|prediction|the correct one|the right one|correct option|correct choice|right option|right choice"
    "|best option|best choice|best match|best fit|best guess|correct letter|final choice|my choice|my pick|my guess"
    "|final|result|output|conclusion|response|reply|label|my selection|my vote|my response|chosen option|selected option|selection|verdict|best answer|solution",
    "答案|正解|正確選項|正确选项|正確的選項|正确的选项|正確的是|正确的是|我的選擇|我的选择|解答|回答|答|結論|结论",
    "вывод|решение|ответ|ответом|ответа|ответил бы|верный вариант|правильный вариант|мой выбор|верно|правильно",
    "สรุป|คำตอบ|ตอบ|เฉลย|ข้อที่ถูกต้อง|ข้อที่ถูก|ตัวเลือกที่ถูกต้อง|ข้อถูก",
    "উত্তর|উত্তরটি|উত্তরটা|জবাব|সঠিক বিকল্প|সঠিক বিকল্পটি|সঠিক অপশন",
    "antwort|antwoord|lösung|réponse|respuesta|resposta|risposta|cevap|cevabı|cevabım|yanıt|odpowiedź|jawaban|jawapan"
    "|đáp án|câu trả lời|答え|정답은|정답|답은|답|الإجابة|الجواب|उत्तर|відповідь",
)
CHOOSING = alternatives(
    "i choose|i chose|i pick|i picked|i select|i selected|i'd choose|i'd pick|i'd select|i would choose|i would pick"
    "|i would select|i'll choose|i'll pick|i'll select|i will choose|i will pick|i will select|i'll go with|i'd go with"
    "|i would go with|i will go with|i go with|let's go with|go with|going with|went with|i'd go for|i'll go for"
    "|i would say|i'd say|i'll say|i say|i answer|i'd answer|i would answer|i opt for|i'd opt for|opt for|settle on"
    "|i vote for|i vote|vote for|i'd bet on|bet on|i guess|i'd guess|my money is on|leaning towards|leaning toward"
    "|lean towards|lean toward|leaning to|i believe it's|i believe it is|i think it's|i think it is|points to"
    "|point to|points toward|points towards|choose option|choose|pick|select|make that|i mean|correction"
    "|the best is|best is|must be|has to be|i conclude|we choose|we pick|we select|we can choose|suggests option"
    "|indicates option|supports option|matches option|corresponds to option|corresponds to|narrows it down to",
    "我選擇|我选择|我選|我选|選擇|选择|應選|应选|應該選|应该选|我會選|我会选|我猜是|我猜|我認為是|我认为是|我覺得是|我觉得是"
    "|應該是|应该是|故選|故选|所以選|所以选|因此選|因此选|選的是|选的是|選|选",
    "выбираю|я выбираю|выберу|я выберу|я бы выбрал|я бы выбрала|выбрал бы|склоняюсь к|останавливаюсь на|я за|голосую за"
    "|думаю это|думаю что это|считаю что это|скорее всего это",
    "ขอเลือก|ขอตอบ|ผมเลือก|ฉันเลือก|เลือกตอบ|เลือก|น่าจะเป็น|คิดว่าเป็น",
    "আমি বেছে নিচ্ছি|বেছে নিচ্ছি|নির্বাচন করছি|আমার পছন্দ|আমার মতে|আমি মনে করি",
)
OPTIONS = alternatives(
    "option|choice|letter|alternative", "選項|选项", "вариант|буква|пункт|вариантом|под буквой|варианту",
    "ข้อ|ตัวเลือก|ตัวเลือกที่", "বিকল্প|অপশন|বিকল্পটি|অক্ষর", "opción|opción|opção|seçenek|şıkkı|opzione",
)  # fmt: skip
"""They name a choice and do not yet say that it is meant."""
COPULAS = alternatives(
    "is|it's|that's|are|be|was|would be|should be|will be|could be|might be|may be|remains|becomes|it is|that is|this is",
    "是|為|为|就是|即|即為|即为|乃|比較像|像是|像|屬於|属于", "это|является|будет|тут|здесь",
    "คือ|เป็น|ได้แก่", "হল|হলো|হচ্ছে|হবে|টি|টা",
    "ist|est|es|é|è|sería|serait|wäre|ser|adalah|ialah|là|は|です|هو|هي|है",
)  # fmt: skip
FILLERS = alternatives(
    "a|an|the|most|likely|most likely|probably|definitely|clearly|certainly|therefore|thus|simply|just|indeed|actually"
    "|obviously|as|number|still|here|following|correct|right|one|either|both|final|my|single|only|letter|choice|option",
    "最|可能|最可能的|第|了|應該|应该|的|字母|選項|选项|還|还", "под|номер|буква|букву|вариант|вариантом|пункт|скорее всего|именно|то",
    "ข้อ|ตัวเลือก|ที่|น่าจะ|ควร", "নং|নম্বর|বিকল্প|অপশন|সম্ভবত", "la|le|die|der|das|el|opción|option|lettre|letra|buchstabe",
)  # fmt: skip
"""What may stand between a pointing word and a letter."""
HENCE = alternatives(
    "so|then|hence|thus|therefore|think|believe|guess|feel|suspect|like|probably|maybe|perhaps|definitely|clearly|yes|and so"
    "|instead|rather|no|actually|finally|say|confirm|but|my guess",
    "但|所以|因此|故|因而|那就|感覺|感觉|聽起來|听起来", "но|значит|итак|следовательно|поэтому|думаю|наверное|вероятно|похоже",
    "แต่|ดังนั้น|เพราะฉะนั้น|จึง|น่าจะ", "কিন্তু|তাই|সুতরাং|অতএব|সম্ভবত",
)  # fmt: skip
"""They lead to a letter without saying more."""
NOT_BEFORE = alternatives(
    "not|isn't|never|neither|nor|rule out|rules out|ruled out|ruling out|eliminate|eliminates|eliminated|eliminating"
    "|exclude|excludes|excluding|except|except for|rather than|instead of|unlike|than|over|reject|discard|dismiss"
    "|cannot be|can't be|couldn't be|wasn't|wouldn't be|without|against|not option|confused with|confuse with|avoid"
    "|don't choose|do not choose|don't pick|do not pick|don't select|do not select|wouldn't pick|wouldn't choose",
    "不是|不選|不选|不選擇|不选择|不為|不为|並非|并非|而非|排除|排除了|除了|不應選|不应选|不會是|不会是|不可能是|别选|別選|不像|不該選|不该选",
    "не|кроме|исключаю|исключаем|исключить|исключён|отбрасываю|вместо|ни|чем",
    "ไม่ใช่|ไม่เลือก|ไม่น่าจะ|ไม่ตอบ|ตัด|ยกเว้น|ไม่ได้|ไม่|มิใช่", "বাদ|ছাড়া", "nicht|kein|keine|pas|jamais|bukan|không phải",
    "no es|no|non|não|nie|niet",
)  # fmt: skip
NOT_AFTER = alternatives(
    "not|isn't|cannot|can't|wrong|incorrect|unlikely|less likely|a trap|the trap|a distractor|a common distractor|false|is out"
    "|impossible|doesn't|does not|didn't|wasn't|won't|wouldn't|couldn't|aren't|ruled out|eliminated|excluded|is too|are too"
    "|implausible|improbable|rejected|also wrong|a red herring|a common mistake|a mistake|tempting",
    "不是|不對|不对|不正確|不正确|不符|不符合|不合|不可能|不成立|錯|错|錯誤|错误|排除|可以排除|不會|不会|不太|不像|可排除|不選|不选|太",
    "не|неверно|неверен|неверный|неправильно|неправильный|исключён|исключен|исключается|исключаем|ошибочен|ошибочно|отпадает"
    "|маловероятен|маловероятно|маловероятный|нет",
    "ไม่ใช่|ไม่|ผิด|ตัดออก", "নয়|না|নেই|ভুল|বাদ|সম্ভব না", "nicht|falsch|kein|pas|n'est|no|değil|yanlış|bukan|salah|non",
)  # fmt: skip
BEFORE_NOT = alternatives(
    "is|was|are|were|seems|looks|sounds|both|also|clearly|definitely|probably|would|could|does|do|did|can|option|answer|the"
    "|very|quite|simply|just|obviously|certainly|be|have|been|has|all|really|seem|highly|because it is|choices|options|being",
    "是|都|顯然|显然|明顯|明显|也|則|则|選項|选项|項|项|的|就|比較|比较|應該|应该|可以|可能", "—|явно|тоже|оба|точно|вариант|это|бы|здесь|совсем|вряд ли",
    "ก็|น่าจะ|คง|เป็น|ทั้งคู่|นั้น", "সঠিক|ঠিক|হতে পারে|হবে|উত্তর|হওয়া|সম্ভব|টি|এটি|ও|একদমই|মোটেই|তো", "ist|est|es|sind",
)  # fmt: skip
YES_AFTER = alternatives(
    "correct|right|best|the answer|my answer|my final answer|my choice|my pick|my guess|the best|the best choice|the best match"
    "|the best fit|the best answer|the correct answer|the right answer|the correct option|the correct choice|the right choice"
    "|the right one|the correct one|most likely|the most likely|most plausible|the most plausible|most appropriate"
    "|the most appropriate|most accurate|the most accurate|fits best|fit best|best fits|matches best|best matches|best describes"
    "|most suitable|the most suitable|makes the most sense|make the most sense|it is|wins|is it|better|the most fitting"
    "|the most probable|most probable|true|the only one that fits|the one|most consistent|the closest|closest",
    "正確|正确|正確的|對的|对的|對|对|答案|正確答案|正确答案|正解|最符合|最合適|最合适|最適合|最适合|最可能|最佳|最好|最合理|最接近|最貼切|最贴切|最像|最有可能"
    "|我的答案|更符合|更合理",
    "правильный|верный|верно|правильно|подходит|подходит лучше|лучше всего|лучший|правильный ответ|верный ответ|мой ответ"
    "|самый вероятный|наиболее вероятный|наиболее вероятен|ответ|лучше подходит|верен",
    "ถูกต้อง|ถูก|คำตอบ|เหมาะสมที่สุด|ตรงที่สุด|น่าจะถูก|ใช่", "সঠিক|ঠিক|সঠিক উত্তর|উত্তর|সবচেয়ে উপযুক্ত|আমার উত্তর|সবচেয়ে সম্ভাব্য|বেছে নিচ্ছি|বেছে নেব",
    "richtig|korrekt|correcte|correcta|correcto|la bonne réponse|la bonne|corretta|correta|doğru|betul|benar",
)  # fmt: skip
BEFORE_YES = alternatives(
    "is|was|are|seems|looks|sounds|clearly|definitely|probably|would be|be|must be|should be|option|answer|the|simply|to be"
    "|really|obviously|certainly|would|seems to be|appears to be|appears|feels|remains|likely|most likely|therefore|still|by far",
    "是|為|为|應該|应该|顯然|显然|選項|选项|項|项|才|就|的|最|可能|應為|应为|似乎|看來|看来|比較|比较", "—|-|явно|точно|это|является|здесь|будет|самый|вариант|и есть|кажется|наиболее",
    "น่าจะ|คือ|เป็น|จึง|คง|นั้น", "হলো|হল|হচ্ছে|টি|টিই|টাই|ই|আমার|সবচেয়ে", "ist|est|es|é|è|die|la|le|el",
)  # fmt: skip
YES_ALONE = alternatives(
    "yes|correct|right|true|✓|✔|✅|☑|fits|matches|best", "對|对|正確|正确|是|符合|吻合", "да|верно|правильно|подходит|верный", "ถูก|ถูกต้อง|ใช่",
    "হ্যাঁ|সঠিক|ঠিক",
)  # fmt: skip
"""A verdict on one choice of a list, as in "C) yes"."""
NO_ALONE = alternatives(
    "no|nope|not|incorrect|wrong|false|unlikely|✗|✘|❌|×|doesn't|isn't|never|impossible|x", "錯|错|不對|不对|不是|不正確|不正确|不符|否|不",
    "нет|неверно|неправильно|не", "ผิด|ไม่ใช่|ไม่ถูก|ไม่", "না|ভুল|নয়|সঠিক নয়",
)  # fmt: skip
UNREAL = alternatives(
    "people|someone|somebody|others|another listener|you might|you may|one might|one could|one may|might think|may think"
    "|might say|tempting|initially|at first|first thought|first impression|suppose|assuming|unless|had it been|were it"
    "|would have been|could have been|beginners|listeners|i was told|the user|other models|example|e.g.|for instance",
    "有人|許多人|许多人|很多人|一開始|一开始|起初|假如|假設|假设|乍聽|乍听|例如|比如",
    "многие|кто-то|некоторые|сначала|поначалу|на первый взгляд|допустим|предположим|например",
    "บางคน|หลายคน|ตอนแรก|สมมติ|เช่น", "অনেকে|কেউ কেউ|প্রথমে|ধরা যাক|যেমন",
)  # fmt: skip
"""A sentence with one of these says what might be thought, not what the model answers."""
OTHER_THINGS = alternatives(
    "key|note|chord|speaker|speakers|voice|voices|person|people|exit|gate|line|platform|grade|plan|vitamin|type|blood type"
    "|track|section|part|channel|tone|pitch|scale|tonic|root|group|team|class|microphone|room|terminal|block|bus|route|size"
)
"""What a letter may name beside a choice: "the key is C"."""
UNSURE = re.compile(
    r"(?:cannot|can't|can’t|can not|unable to|not able to|couldn't|could not|impossible to|don't know|do not know|not sure)\b"
    r"(?:\s\w{1,15}){0,3}?\s?(?:say|tell|confirm|determine|verify|know|claim|guarantee|decide|conclude|answer|if|whether|that)\b"
    r"|[無无不][法能](?:確定|确定|判斷|判断|確認|确认|說|说|回答)|不知道|不確定|不确定|не могу (?:сказать|определить|подтвердить|утверждать)"
    r"|не знаю|не уверен|ไม่สามารถ|ไม่แน่ใจ|ไม่ทราบ",
    re.IGNORECASE,
)
BUT = re.compile(r"\b(?:but|so|however|yet|still|my guess|guess)\b|但|不過|不过|所以|\b(?:но|однако|поэтому)\b|แต่|কিন্তু|তবে", re.IGNORECASE)
"""After it a sentence that was unsure says something."""
IFS = alternatives("if", "如果|若|要是", "если", "ถ้า|หาก", "যদি", "wenn|si")
MUST_CHOOSE = alternatives(
    "if i|if my|if we|if i had to|if i have to|if i must|if forced|if pressed|if i were to|if you insist|if i need to|if one must|if asked",
    "如果我|若我|如果要選|如果要选|如果必須|如果必须|如果非要|如果一定要|若要|若必須|若必须|如果我必須|如果我必须",
    "если я|если нужно|если надо|если бы мне|если придётся|если выбирать|если мне нужно", "ถ้าฉัน|ถ้าผม|ถ้าต้อง|หากต้อง|ถ้าให้", "যদি আমি|যদি বেছে নিতে|যদি আমাকে|যদি উত্তর দিতে",
)  # fmt: skip
TAKEN_BACK = alternatives(
    "wait|hold on|scratch that|i was wrong|that's wrong|that is wrong|that was wrong|that is incorrect|that's incorrect"
    "|on second thought|on second thoughts|let me reconsider|i take that back|my mistake|let me rethink|let me correct"
    "|i made a mistake|i made an error|i change my mind|i changed my mind|oops|strike that",
    "等等|等一下|不对,|不對,|更正|我改|說錯|说错|我錯了|我错了|重新考慮|重新考虑|收回",
    "погодите|подождите|стоп|нет, не|я ошибся|я ошиблась|исправляюсь|поправка|беру слова|передумал|передумала",
    "เดี๋ยวก่อน|เดี๋ยว|ขอแก้|แก้ไขคำตอบ|ผิดแล้ว|เปลี่ยนใจ", "দাঁড়ান|ভুল বলেছি|সংশোধন|আবার ভাবি|না, আসলে",
)  # fmt: skip
JOINS = alternatives("and|or|and/or", "和|或|或者|與|与|跟|及|還是|还是", "и|или|либо", "หรือ|และ|กับ", "বা|অথবা|ও|এবং|কিংবা|নাকি", "oder|und|ou|et|o|y|atau|dan|hoặc|veya")
NONE_OF_THEM = alternatives(
    "none of the above|none of these|none of the options|none of them|none of the given|neither option|no option"
    "|none of the provided|none of the choices|none of those|no correct option|not any of",
    "以上皆非|以上都不是|都不對|都不对|以上皆不是|沒有正確|没有正确|都不是", "ни один|ни одна|нет правильного", "ไม่มีข้อใด|ไม่มีข้อถูก|ไม่มีคำตอบ",
    "কোনোটিই|কোনটিই|কোনোটাই|উপরের কোনোটি",
)  # fmt: skip
