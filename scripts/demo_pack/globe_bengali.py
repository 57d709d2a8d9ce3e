"""Questions in Bengali."""

from __future__ import annotations

from demo_pack import scenes_globe as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.voices import Line, Voice

_SON = Voice(language="bn", variant="m3", pitch=48, speed_wpm=160)
_BUYER = Voice(language="bn", variant="f3", pitch=56, speed_wpm=165)
_SELLER = Voice(language="bn", variant="m7", pitch=40, speed_wpm=160)
_RIDER = Voice(language="bn", variant="f2", pitch=60, speed_wpm=175)


def bengali_clips() -> tuple[ChoiceClip, ...]:
    """A call home, a fish market, a rickshaw."""
    return (_call_home(), _fish(), _rickshaw())


def _call_home() -> ChoiceClip:
    return ChoiceClip(
        title="call home", language="bn", clip_language="bn", seconds=14.0, scene=scenes.wet_street,
        heard="heavy rain, wet road",
        lines=(
            Line(voice=_SON, text="হ্যালো মা, রাস্তায় জল জমে গেছে, বাস নড়ছে না। আমার ফিরতে রাত হবে।"),
            Line(voice=_SON, text="তুমি খেয়ে নিও, আমার জন্য জেগে থেকো না।", wait_s=0.5),
        ),
        questions=(
            ChoiceQuestion(
                category="Implied meaning",
                question=("ছেলেটির ফিরতে দেরি হওয়ার আসল কারণ কী?", "What is the real reason why he will be late?"),
                right=("প্রবল বৃষ্টি", "Heavy rain"),
                wrong=(("অফিসের কাজ", "Work at the office"), ("বন্ধুর বিয়ে", "A friend's wedding"),
                       ("বাসের ধর্মঘট", "A bus strike")),
            ),
            ChoiceQuestion(
                category="Request",
                question=("সে মাকে কী করতে বলছে?", "What does he ask his mother to do?"),
                right=("খেয়ে ঘুমিয়ে পড়তে", "To eat and go to sleep"),
                wrong=(("রাত জেগে অপেক্ষা করতে", "To stay up and wait"), ("ছাতা নিয়ে আসতে",
                                                                         "To come with an umbrella"),
                       ("বাসের টিকিট কাটতে", "To buy a bus ticket")),
            ),
        ),
    )  # fmt: skip


def _fish() -> ChoiceClip:
    return ChoiceClip(
        title="fish", language="bn", clip_language="bn", seconds=15.0, scene=scenes.market,
        heard="open market", crowd_db=-5.0, above_bed_db=9.0,
        lines=(
            Line(voice=_BUYER, text="মাছ কত করে?", pan=-0.3),
            Line(voice=_SELLER, text="চারশো টাকা কেজি।", pan=0.3, wait_s=0.4),
            Line(voice=_BUYER, text="এত দাম! তিনশো দিন। রোজ তো আপনার কাছেই আসি।", pan=-0.3, wait_s=0.4),
            Line(voice=_SELLER, text="আচ্ছা, সাড়ে তিনশো। আর একটা কথাও নয়!", pan=0.3, wait_s=0.4),
        ),
        questions=(
            ChoiceQuestion(
                category="Detail",
                question=("শেষ পর্যন্ত বিক্রেতা কেজিপ্রতি কত চাইলেন?",
                          "What does the seller ask for a kilo in the end?"),
                right=("সাড়ে তিনশো টাকা", "350 taka"),
                wrong=(("তিনশো টাকা", "300 taka"), ("চারশো টাকা", "400 taka"), ("সাড়ে চারশো টাকা", "450 taka")),
            ),
            ChoiceQuestion(
                category="Implied meaning",
                question=("বিক্রেতার শেষ কথাটির মানে কী?", "What do the seller's last words mean?"),
                right=("দাম আর কমাবেন না", "He will not go any lower"),
                wrong=(("দাম আরও কমাবেন", "He will go lower still"), ("মাছ শেষ হয়ে গেছে", "The fish is sold out"),
                       ("আজ দোকান বন্ধ", "The shop is closed today")),
            ),
        ),
    )  # fmt: skip


def _rickshaw() -> ChoiceClip:
    return ChoiceClip(
        title="rickshaw", language="bn", clip_language="bn", seconds=13.5, scene=scenes.busy_street,
        heard="traffic jam, horns",
        lines=(
            Line(voice=_RIDER, text="এই রিকশা, স্টেশন যাবেন? ট্রেন ছাড়তে আর দশ মিনিট!", pan=-0.2),
            Line(voice=_SELLER, text="উঠুন, চেষ্টা করব। তবে রাস্তার অবস্থা তো শুনতেই পাচ্ছেন।", pan=0.3, wait_s=0.5),
        ),
        questions=(
            ChoiceQuestion(
                category="Relation",
                question=("কারা কথা বলছেন?", "Who is talking?"),
                right=("যাত্রী ও রিকশাচালক", "A passenger and a rickshaw driver"),
                wrong=(("শিক্ষক ও ছাত্রী", "A teacher and a pupil"), ("ডাক্তার ও রোগী", "A doctor and a patient"),
                       ("দোকানি ও খদ্দের", "A shopkeeper and a customer")),
            ),
            ChoiceQuestion(
                category="Implied meaning",
                question=("চালক কী বোঝাতে চাইছেন?", "What does the driver mean to say?"),
                right=("যানজটে দেরি হতে পারে", "The jam may make them late"),
                wrong=(("ট্রেন আজ আর আসবে না", "No train will come today"), ("স্টেশন খুব কাছেই",
                                                                            "The station is very near"),
                       ("তিনি যেতে চান না", "He does not want to go")),
            ),
        ),
    )  # fmt: skip
