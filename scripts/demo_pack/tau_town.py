"""Traditional Chinese questions about shops, streets, trains and counters."""

from __future__ import annotations

from demo_pack import scenes_tau as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.mandarin import mandarin_voice, pinyin
from demo_pack.voices import Line, Style

_CLERK, _CALLER, _MACHINE = mandarin_voice("f3", 58, 170), mandarin_voice("m3", 48, 175), mandarin_voice("f2", 62, 160)


def town_clips() -> tuple[ChoiceClip, ...]:
    """All of them."""
    return (_truck(), _shop(), _gate(), _metro(), _crossing(), _counter(), _stall())


def _truck() -> ChoiceClip:
    return ChoiceClip(
        title="melody truck", language="zh-Hant", clip_language="zxx", seconds=11.0, scene=scenes.melody_truck,
        heard="electronic Für Elise from a truck, street",
        questions=(
            ChoiceQuestion(
                category="Cultural",
                question=("在台灣的住宅區傍晚聽到這樣的電子旋律，最可能是什麼車來了？",
                          "You hear an electronic melody like this in a Taiwanese neighbourhood in the evening. "
                          "What vehicle is most likely coming?"),
                right=("垃圾車", "A garbage truck"),
                wrong=(("救護車", "An ambulance"), ("郵務車", "A mail van"), ("校車", "A school bus")),
            ),
            ChoiceQuestion(
                category="Cultural", hop_type="Multi-hop",
                question=("聽到這段聲音後，附近的居民接下來最可能做什麼？",
                          "After hearing this sound, what are the people nearby most likely to do next?"),
                right=("提著分類好的袋子下樓", "Carry their sorted bags downstairs"),
                wrong=(("帶著小孩到公車站候車", "Take the children to the bus stop"),
                       ("關緊門窗並躲到桌子下", "Shut the windows and hide under the table"),
                       ("拿著信件到路口等郵差", "Take letters to the corner for the postman")),
            ),
        ),
    )  # fmt: skip


def _shop() -> ChoiceClip:
    return ChoiceClip(
        title="shop door", language="zh-Hant", clip_language="cmn", seconds=12.5, scene=scenes.shop_door,
        heard="sliding door, door chime, till", start_s=2.4, above_bed_db=18.0,
        lines=(
            Line(voice=_CLERK, text=pinyin("歡迎光臨！"), style=Style.CALL, pan=0.3),
            Line(voice=_CLERK, text=pinyin("咖啡加茶葉蛋，一共五十五元。請問有載具嗎？"), pan=0.3, wait_s=1.6),
        ),
        questions=(
            ChoiceQuestion(
                category="Retail",
                question=("這段聲音最可能是在台灣的哪一種場所？",
                          "In what kind of place in Taiwan is this most likely?"),
                right=("便利商店", "A convenience store"),
                wrong=(("公立圖書館", "A public library"), ("區公所", "A district office"), ("電影院", "A cinema")),
            ),
            ChoiceQuestion(
                category="Retail", hop_type="Multi-hop",
                question=("店員最後問到的東西，與台灣哪一件事關係最密切？",
                          "What the clerk asks for at the end is most closely tied to which thing in Taiwan?"),
                right=("單數月開獎的統一發票", "The receipt lottery of odd months"),
                wrong=(("每年五月申報的所得稅", "The income tax declared each May"),
                       ("每週末舉行的跳蚤市場", "The flea market held every weekend"),
                       ("學期初領取的新課本", "The new textbooks handed out each term")),
            ),
        ),
    )  # fmt: skip


def _gate() -> ChoiceClip:
    return ChoiceClip(
        title="fare gate", language="zh-Hant", clip_language="cmn", seconds=10.0, scene=scenes.fare_gate,
        heard="steps, card reader, gate", start_s=5.2, above_bed_db=18.0,
        lines=(Line(voice=_MACHINE, text=pinyin("餘額不足，請加值。"), style=Style.LOUDSPEAKER),),
        questions=(
            ChoiceQuestion(
                category="Payment",
                question=("這段聲音裡的人最可能是用什麼方式付費？",
                          "How are the people in this clip most likely paying?"),
                right=("感應電子票證", "Tapping a stored-value card"),
                wrong=(("投入一把硬幣", "Dropping in coins"), ("簽一張支票", "Signing a cheque"),
                       ("拿存摺轉帳", "A transfer with a bank book")),
            ),
            ChoiceQuestion(
                category="Payment", hop_type="Multi-hop",
                question=("第二個人要通過閘門，接下來最該怎麼做？",
                          "The second person wants to get through the gate. What should they do next?"),
                right=("到加值機把錢存進卡片", "Put money on the card at a machine"),
                wrong=(("換到另一個閘門再感應", "Tap the same card at another gate"),
                       ("打電話請警察過來開門", "Call the police to open the gate"),
                       ("等下一班列車進站再過", "Wait until the next train comes in")),
            ),
        ),
    )  # fmt: skip


def _metro() -> ChoiceClip:
    return ChoiceClip(
        title="metro", language="zh-Hant", clip_language="cmn", seconds=13.5, scene=scenes.metro,
        heard="electric train slowing down, chime, door beeps", start_s=2.2, above_bed_db=12.0,
        lines=(Line(voice=_MACHINE, text=pinyin("終點站到了，請所有旅客下車。下車時請注意月台間隙。"),
                    style=Style.LOUDSPEAKER),),
        questions=(
            ChoiceQuestion(
                category="Transit",
                question=("這段廣播最可能在哪一種交通工具上聽到？",
                          "On what kind of transport is this most likely heard?"),
                right=("捷運列車", "A metro train"),
                wrong=(("離島渡輪", "An island ferry"), ("國內班機", "A domestic flight"), ("計程車", "A taxi")),
            ),
            ChoiceQuestion(
                category="Transit", hop_type="Multi-hop",
                question=("有位乘客睡過了站，醒來正好聽到這段廣播，他該怎麼做？",
                          "A passenger slept past their stop and wakes to this. What should they do?"),
                right=("下車後改搭反方向的列車", "Get off and take a train the other way"),
                wrong=(("留在座位等下一站再下車", "Stay seated and get off at the next stop"),
                       ("走到車頭請司機往前開", "Ask the driver to go on to the next stop"),
                       ("下車後改搭同方向的列車", "Get off and take a train the same way")),
            ),
        ),
    )  # fmt: skip


def _crossing() -> ChoiceClip:
    return ChoiceClip(
        title="crossing", language="zh-Hant", clip_language="zxx", seconds=12.0, scene=scenes.crossing,
        heard="warning bell, passing train",
        questions=(
            ChoiceQuestion(
                category="Transit",
                question=("錄到這段聲音的人最可能站在哪裡？",
                          "Where is the person who hears this most likely standing?"),
                right=("鐵路平交道旁", "Beside a railway crossing"),
                wrong=(("百貨公司樓下", "Below a department store"), ("漁港碼頭邊", "On a fishing quay"),
                       ("高空纜車站內", "In a cable-car station")),
            ),
            ChoiceQuestion(
                category="Transit", hop_type="Multi-hop",
                question=("如果你正騎機車接近這個地方，鈴聲一響應該怎麼做？",
                          "You are riding a scooter towards this place. What should you do once the bell rings?"),
                right=("停在停止線後等候", "Stop and wait behind the line"),
                wrong=(("加速在柵欄前通過", "Speed up and pass before the barrier"),
                       ("按喇叭後慢慢通過", "Sound the horn and cross slowly"),
                       ("下車後牽著車通過", "Get off and push the scooter across")),
            ),
        ),
    )  # fmt: skip


def _counter() -> ChoiceClip:
    return ChoiceClip(
        title="counter", language="zh-Hant", clip_language="cmn", seconds=11.0, scene=scenes.counter_hall,
        heard="ding-dong, hall with counters", start_s=2.2, above_bed_db=16.0,
        lines=(Line(voice=_MACHINE, text=pinyin("來賓，三十六號，請到五號櫃台。"), style=Style.LOUDSPEAKER),),
        questions=(
            ChoiceQuestion(
                category="Announcement",
                question=("這段廣播最可能出現在台灣的哪個場所？",
                          "In which place in Taiwan is this announcement most likely made?"),
                right=("銀行或郵局", "A bank or post office"),
                wrong=(("公園的涼亭", "A pavilion in a park"), ("游泳池更衣室", "A swimming-pool changing room"),
                       ("電影放映廳", "A cinema auditorium")),
            ),
            ChoiceQuestion(
                category="Announcement", hop_type="Multi-hop",
                question=("手上拿著三十九號的人，在輪到自己之前還會聽到叫幾個號碼？",
                          "Someone holds number 39. How many more numbers will be called before theirs?"),
                right=("兩個", "Two"),
                wrong=(("一個", "One"), ("三個", "Three"), ("四個", "Four")),
            ),
        ),
    )  # fmt: skip


def _stall() -> ChoiceClip:
    return ChoiceClip(
        title="stall", language="zh-Hant", clip_language="cmn", seconds=12.0, scene=scenes.night_stall,
        heard="sizzling plate, crowd, scooter, coins", crowd_db=0.0, above_bed_db=9.0,
        lines=(
            Line(voice=_CALLER, text=pinyin("來喔，來喔，現煎的蔥油餅！三份一百元！"), style=Style.MEGAPHONE),
            Line(voice=_CLERK, text=pinyin("老闆，我要六份，都加辣。"), pan=-0.4, wait_s=0.8),
        ),
        questions=(
            ChoiceQuestion(
                category="Retail",
                question=("這段聲音最可能是在台灣的哪裡？", "Where in Taiwan is this most likely?"),
                right=("夜市的小吃攤", "A night-market food stall"),
                wrong=(("高鐵的車廂內", "Inside a high-speed train"), ("醫院的候診區", "A hospital waiting area"),
                       ("飯店的會議室", "A hotel meeting room")),
            ),
            ChoiceQuestion(
                category="Payment", hop_type="Multi-hop",
                question=("這位客人一共要付多少錢？", "How much does this customer have to pay in all?"),
                right=("兩百元", "200 dollars"),
                wrong=(("一百元", "100 dollars"), ("三百元", "300 dollars"), ("六百元", "600 dollars")),
            ),
        ),
    )  # fmt: skip
