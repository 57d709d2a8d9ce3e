"""Questions in Thai."""

from __future__ import annotations

from demo_pack import scenes_globe as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.thai import thai_phonemes
from demo_pack.voices import Line, Voice

_BUYER = Voice(language="th", variant="f3", pitch=58, speed_wpm=150)
_SELLER = Voice(language="th", variant="f5", pitch=46, speed_wpm=150)
_SON = Voice(language="th", variant="m3", pitch=45, speed_wpm=145)
_PUPIL = Voice(language="th", variant="m1", pitch=70, speed_wpm=140, size=0.9)


def thai_clips() -> tuple[ChoiceClip, ...]:
    """A market, a call home, a class."""
    return (_oranges(), _call_home(), _class())


def _oranges() -> ChoiceClip:
    return ChoiceClip(
        title="oranges", language="th", clip_language="th", seconds=13.5, scene=scenes.market,
        heard="open market", crowd_db=-6.0, above_bed_db=10.0,
        lines=(
            # ส้มโลเท่าไรคะ
            Line(voice=_BUYER, text=thai_phonemes("som2 lo:0 thaw2 rai0 kha3"), pan=-0.3),
            # โลละสี่สิบบาทค่ะ
            Line(voice=_SELLER, text=thai_phonemes("lo:0 la3 si:1 sip1 ba:t1 kha2"), pan=0.3, wait_s=0.4),
            # สองโลเจ็ดสิบได้ไหมคะ
            Line(voice=_BUYER, text=thai_phonemes("sO:N4 lo:0 tSet1 sip1 da:i2 mai3 kha3"), pan=-0.3, wait_s=0.4),
            # ได้ค่ะ ลูกค้าประจำนี่นา
            Line(voice=_SELLER, text=thai_phonemes("da:i2 kha2 | lu:k2 kha:3 pra1 tSam0 ni:2 na:0"), pan=0.3,
                 wait_s=0.4),
        ),
        questions=(
            ChoiceQuestion(
                category="Detail",
                question=("ราคาปกติของส้มกิโลกรัมละเท่าไร", "What is the usual price of a kilo of oranges?"),
                right=("สี่สิบบาท", "40 baht"),
                wrong=(("สามสิบบาท", "30 baht"), ("เจ็ดสิบบาท", "70 baht"), ("แปดสิบบาท", "80 baht")),
            ),
            ChoiceQuestion(
                category="Reason",
                question=("ทำไมแม่ค้าจึงยอมลดราคา", "Why does the seller agree to a lower price?"),
                right=("เพราะเป็นลูกค้าประจำ", "Because it is a regular customer"),
                wrong=(("เพราะส้มใกล้จะเสีย", "Because the oranges are about to spoil"),
                       ("เพราะตลาดกำลังจะปิด", "Because the market is about to close"),
                       ("เพราะลูกค้าซื้อสิบกิโล", "Because the customer buys ten kilos")),
            ),
        ),
    )  # fmt: skip


def _call_home() -> ChoiceClip:
    return ChoiceClip(
        title="call home", language="th", clip_language="th", seconds=13.0, scene=scenes.wet_street,
        heard="heavy rain, wet road",
        lines=(
            # ฮัลโหล แม่ ฝนตกหนักมาก รถติดไม่ขยับเลย
            Line(voice=_SON, text=thai_phonemes(
                "han0 lo:4 mE:2 | fon4 tok1 nak1 ma:k2 | rot3 tit1 mai2 kha1 jap1 l@:j0")),
            # ไม่ต้องรอนะครับ กินข้าวก่อนได้เลย
            Line(voice=_SON, text=thai_phonemes("mai2 tO:N2 rO:0 na3 khrap3 | kin0 kha:w2 kO:n1 da:i2 l@:j0"),
                 wait_s=0.6),
        ),
        questions=(
            ChoiceQuestion(
                category="Scene",
                question=("ตอนนี้ชายคนนี้น่าจะอยู่ที่ไหน", "Where is the man most likely now?"),
                right=("บนถนนที่รถติด", "On a jammed road"),
                wrong=(("ในโรงภาพยนตร์", "In a cinema"), ("ที่ชายหาด", "On a beach"), ("ในห้องเรียน", "In a classroom")),
            ),
            ChoiceQuestion(
                category="Request",
                question=("เขาบอกให้แม่ทำอะไร", "What does he tell his mother to do?"),
                right=("กินข้าวก่อนโดยไม่ต้องรอ", "Eat without waiting for him"),
                wrong=(("รอกินข้าวเย็นพร้อมกัน", "Wait and have supper together"),
                       ("ออกมารับเขาที่ป้ายรถเมล์", "Meet him at the bus stop"),
                       ("ซื้อข้าวมาเผื่อเขาด้วย", "Buy some food for him too")),
            ),
        ),
    )  # fmt: skip


def _class() -> ChoiceClip:
    return ChoiceClip(
        title="class", language="th", clip_language="th", seconds=14.0, scene=scenes.class_room,
        heard="classroom, birds outside",
        lines=(
            # นักเรียนคะ พรุ่งนี้สอบเก้าโมงตรง
            Line(voice=_SELLER, text=thai_phonemes("nak3 ri@n0 kha3 | phruN2 ni:3 sO:p1 ka:w2 mo:N0 troN0"),
                 pan=-0.2),
            # อย่าลืมดินสอ แล้วคืนนี้ห้ามเล่นเกมนะคะ
            Line(voice=_SELLER, text=thai_phonemes(
                "ja:1 lW:m0 din0 sO:4 | lE:w3 khW:n0 ni:3 ha:m2 len2 ke:m0 na3 kha3"), pan=-0.2, wait_s=0.5),
            # โธ่ ครูครับ
            Line(voice=_PUPIL, text=thai_phonemes("tho:2 | khru:0 khrap3"), pan=0.5, wait_s=0.6),
        ),
        questions=(
            ChoiceQuestion(
                category="Relation",
                question=("ใครกำลังพูดคุยกัน", "Who is talking?"),
                right=("ครูกับนักเรียน", "A teacher and a pupil"),
                wrong=(("หมอกับคนไข้", "A doctor and a patient"), ("แม่ค้ากับลูกค้า", "A seller and a customer"),
                       ("นักร้องกับแฟนเพลง", "A singer and a fan")),
            ),
            ChoiceQuestion(
                category="Attitude",
                question=("คำพูดสุดท้ายแสดงความรู้สึกอย่างไร", "What feeling do the last words show?"),
                right=("ผิดหวังที่จะไม่ได้เล่นเกม", "Dismay at a missed game"),
                wrong=(("ดีใจที่พรุ่งนี้จะได้สอบ", "Joy about tomorrow's exam"), ("ตกใจที่ดินสอหายไปแล้ว",
                                                                          "Shock at a lost pencil"),
                       ("ภูมิใจที่สอบได้คะแนนดี", "Pride in a good mark")),
            ),
        ),
    )  # fmt: skip
