"""Questions in Chinese, simplified characters."""

from __future__ import annotations

from demo_pack import scenes_globe as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.mandarin import mandarin_voice, pinyin
from demo_pack.voices import Line

_DAUGHTER, _WIFE = mandarin_voice("f2", 58, 180), mandarin_voice("f4", 50, 175)
_SELLER, _BOSS = mandarin_voice("m7", 42, 170), mandarin_voice("m3", 45, 160)


def chinese_clips() -> tuple[ChoiceClip, ...]:
    """A call home, a market, an office."""
    return (_call_home(), _melons(), _office())


def _call_home() -> ChoiceClip:
    return ChoiceClip(
        title="call home", language="zh-Hans", clip_language="cmn", seconds=14.0, scene=scenes.wet_street,
        heard="heavy rain, wet road",
        lines=(
            Line(voice=_DAUGHTER, text=pinyin("喂，妈，我刚下高铁，晚点了四十分钟。")),
            Line(voice=_DAUGHTER, text=pinyin("这天气你就别下楼接我了，我打车回去，汤给我留一碗就行。"), wait_s=0.4),
        ),
        questions=(
            ChoiceQuestion(
                category="Implied meaning",
                question=("她为什么叫对方别下楼？", "Why does she tell the other person not to come downstairs?"),
                right=("外面下着大雨", "It is raining hard outside"),
                wrong=(("家里没人", "Nobody is at home"), ("汤已经喝完了", "The soup is finished"),
                       ("高铁还没出发", "The train has not left yet")),
            ),
            ChoiceQuestion(
                category="Detail",
                question=("她打算怎么回家？", "How does she mean to get home?"),
                right=("坐出租车", "By taxi"),
                wrong=(("坐地铁", "By metro"), ("骑自行车", "By bicycle"), ("走路", "On foot")),
            ),
        ),
    )  # fmt: skip


def _melons() -> ChoiceClip:
    return ChoiceClip(
        title="melons", language="zh-Hans", clip_language="cmn", seconds=18.5, scene=scenes.market,
        heard="open market", crowd_db=-5.0, above_bed_db=9.0,
        lines=(
            Line(voice=_WIFE, text=pinyin("老板，这西瓜怎么卖？"), pan=-0.3),
            Line(voice=_SELLER, text=pinyin("两块五一斤，保证甜。"), pan=0.3, wait_s=0.4),
            Line(voice=_WIFE, text=pinyin("两块吧，我买两个。"), pan=-0.3, wait_s=0.4),
            Line(voice=_SELLER, text=pinyin("哎哟，那我可要喝西北风了！行吧，看你是老顾客，两块就两块。"), pan=0.3,
                 wait_s=0.4),
        ),
        questions=(
            ChoiceQuestion(
                category="Detail",
                question=("西瓜最后多少钱一斤？", "What is the final price of the melons for half a kilo?"),
                right=("两块", "Two yuan"),
                wrong=(("两块五", "Two and a half yuan"), ("五块", "Five yuan"), ("四块", "Four yuan")),
            ),
            ChoiceQuestion(
                category="Implied meaning",
                question=("卖瓜的人说“要喝西北风了”，意思是什么？",
                          "What does the seller mean by \"I shall be drinking the north-west wind\"?"),
                right=("这样卖就赚不到钱了", "At that price he earns nothing"),
                wrong=(("天气马上就要变冷了", "It is about to turn cold"), ("他想早点收摊去喝酒",
                                                                            "He wants to go and drink"),
                       ("这些西瓜是西北产的", "The melons are from the north-west")),
            ),
        ),
    )  # fmt: skip


def _office() -> ChoiceClip:
    return ChoiceClip(
        title="office", language="zh-Hans", clip_language="cmn", seconds=15.5, scene=scenes.quiet_room,
        heard="office, clock",
        lines=(
            Line(voice=_BOSS, text=pinyin("小李，你的方案我看了，挺有想法的。"), pan=0.2),
            Line(voice=_BOSS, text=pinyin("不过客户明天一早就来，他们更想看到具体的数字。今天就辛苦一下？"),
                 pan=0.2, wait_s=0.5),
        ),
        questions=(
            ChoiceQuestion(
                category="Relation",
                question=("说话的人最可能是小李的什么人？", "Who is the speaker most likely to Xiao Li?"),
                right=("上司", "The boss"),
                wrong=(("客户", "A client"), ("房东", "The landlord"), ("邻居", "A neighbour")),
            ),
            ChoiceQuestion(
                category="Implied meaning",
                question=("说话的人希望小李做什么？", "What does the speaker want Xiao Li to do?"),
                right=("今天加班把方案改好", "Stay late and improve the plan"),
                wrong=(("今天早点回家去休息", "Go home early today and rest"), ("明天一早去机场接人",
                                                                                "Fetch someone from the airport"),
                       ("打电话请客户晚点来", "Ask the client to come later")),
            ),
        ),
    )  # fmt: skip
