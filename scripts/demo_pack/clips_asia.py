"""The clips of Asia."""

from __future__ import annotations

from demo_pack import scenes_asia as scenes
from demo_pack.clip import ClipPlan, Place
from demo_pack.voices import Line, Style, Voice


def _place(city: str, country: str, latitude_deg: float, longitude_deg: float) -> Place:
    return Place(city=city, country=country, continent="Asia", latitude_deg=latitude_deg, longitude_deg=longitude_deg)


def asian_clips() -> tuple[ClipPlan, ...]:
    """All of them."""
    return (*_spoken_east(), *_spoken_south_and_west(), *_without_speech())


def _spoken_east() -> tuple[ClipPlan, ...]:
    return (_kyoto(), _seoul(), _chengdu(), _ho_chi_minh_city())


def _spoken_south_and_west() -> tuple[ClipPlan, ...]:
    return (_varanasi(), _dhaka(), _isfahan(), _izmir())


def _without_speech() -> tuple[ClipPlan, ...]:
    return (
        ClipPlan(
            place=_place("Ubud", "Indonesia", -8.5069, 115.2625),
            category="Music",
            seconds=14.0,
            scene=scenes.metallophone_gathering,
            heard="interlocking bronze keys, gong, night insects",
        ),
        ClipPlan(
            place=_place("Kathmandu", "Nepal", 27.7215, 85.3620),
            category="Things",
            seconds=14.5,
            scene=scenes.prayer_square,
            heard="struck bowls, small bells, pigeons, flags",
        ),
        ClipPlan(
            place=_place("Ulaanbaatar", "Mongolia", 47.9185, 106.9170),
            category="Music",
            seconds=14.5,
            scene=scenes.steppe_singer,
            heard="overtone singing, fiddle, hooves, wind",
        ),
    )


def _kyoto() -> ClipPlan:
    guest = Voice(language="ja", variant="f4", pitch=56, speed_wpm=140)
    host = Voice(language="ja", variant="m3", pitch=40, speed_wpm=140)
    return ClipPlan(
        place=_place("Kyoto", "Japan", 34.9949, 135.7850),
        category="Music",
        seconds=14.0,
        scene=scenes.temple_garden,
        heard="long zither, temple bell, cicadas",
        start_s=3.0,
        # In kana, and particles as they sound: espeak-ng does not read kanji.
        above_bed_db=6.5,
        lines=(
            Line(voice=guest, text="きょうわ あついですね。つめたい おちゃを ください。", pan=0.3),
            Line(voice=host, text="はい、どうぞ。ゆっくり していって ください。", pan=-0.3, wait_s=1.4),
        ),
    )


def _seoul() -> ClipPlan:
    speaker = Voice(language="ko", variant="f3", pitch=54, speed_wpm=155)
    return ClipPlan(
        place=_place("Seoul", "South Korea", 37.5547, 126.9707),
        category="Transport",
        seconds=13.0,
        scene=scenes.subway_arrival,
        heard="subway platform with a jingle",
        start_s=2.6,
        lines=(
            Line(voice=speaker, text="이번 역은 종점입니다. 내리실 문은 오른쪽입니다.", style=Style.LOUDSPEAKER),
            Line(voice=speaker, text="안녕히 가십시오.", style=Style.LOUDSPEAKER, wait_s=0.9),
        ),
    )


def _chengdu() -> ClipPlan:
    guest = Voice(language="cmn-latn-pinyin", variant="m7", pitch=44, speed_wpm=150)
    waiter = Voice(language="cmn-latn-pinyin", variant="f5", pitch=58, speed_wpm=170)
    return ClipPlan(
        place=_place("Chengdu", "China", 30.6570, 104.0570),
        category="Human sounds",
        seconds=13.5,
        scene=scenes.tea_house,
        heard="tea house with game tiles",
        crowd_db=2.0,
        # In pinyin with tone numbers: espeak-ng 1.51 spells Chinese characters instead of reading them.
        lines=(
            Line(
                voice=guest,
                text="lao3ban3, lai2 yi1 wan3 mian4, duo1 fang4 dian3 la4jiao1!",
                style=Style.CALL,
                pan=-0.4,
            ),
            Line(voice=waiter, text="hao3 de5, ma3shang4 lai2!", style=Style.CALL, pan=0.6, wait_s=0.5),
            Line(voice=guest, text="jin1tian1 tian1qi4 zhen1 bu2cuo4, wo3men5 he1 cha2 ba5.", pan=-0.2, wait_s=1.2),
        ),
    )


def _ho_chi_minh_city() -> ClipPlan:
    seller = Voice(language="vi-vn-x-south", variant="f3", pitch=52, speed_wpm=140)
    buyer = Voice(language="vi-vn-x-south", variant="m4", pitch=46, speed_wpm=160)
    return ClipPlan(
        place=_place("Ho Chi Minh City", "Vietnam", 10.7720, 106.6980),
        category="Transport",
        seconds=13.5,
        scene=scenes.motorbike_street,
        heard="motorbikes and their horns",
        lines=(
            Line(voice=seller, text="Bánh mì nóng đây! Ai bánh mì nóng không?", style=Style.MEGAPHONE, pan=-0.5),
            Line(voice=buyer, text="Bao nhiêu tiền một cái hả chị?", pan=0.3, wait_s=1.0),
            Line(voice=seller, text="Mười lăm ngàn, em ơi!", style=Style.CALL, pan=-0.3, wait_s=0.5),
        ),
    )


def _varanasi() -> ClipPlan:
    speaker = Voice(language="hi", variant="f2", pitch=52, speed_wpm=140)
    seller = Voice(language="hi", variant="m5", pitch=60, speed_wpm=150)
    return ClipPlan(
        place=_place("Varanasi", "India", 25.3276, 82.9866),
        category="Transport",
        seconds=14.5,
        scene=scenes.railway_hall,
        heard="railway station with a chime",
        crowd_db=-3.0,
        start_s=2.3,
        lines=(
            Line(
                voice=speaker,
                text="यात्रीगण कृपया ध्यान दें। गाड़ी प्लेटफ़ॉर्म नंबर तीन पर आ रही है।",
                style=Style.LOUDSPEAKER,
            ),
            Line(voice=seller, text="चाय, गरम चाय! चाय, गरम चाय!", style=Style.CALL, pan=0.6, wait_s=1.2),
        ),
    )


def _dhaka() -> ClipPlan:
    mother = Voice(language="bn", variant="f4", pitch=52, speed_wpm=150)
    boy = Voice(language="bn", variant="f2", pitch=76, speed_wpm=155, size=0.87)
    return ClipPlan(
        place=_place("Dhaka", "Bangladesh", 23.7104, 90.4074),
        category="Nature",
        seconds=13.5,
        scene=scenes.night_ponds,
        heard="rain on an iron roof, frogs, thunder",
        start_s=2.6,
        lines=(
            Line(voice=mother, text="আজ খুব বৃষ্টি হচ্ছে। ভেতরে এসো, চা খাও।", style=Style.HALL, pan=-0.3),
            Line(voice=boy, text="মা, ব্যাঙ ডাকছে! শোনো!", pan=0.4, wait_s=1.4),
        ),
    )


def _isfahan() -> ClipPlan:
    merchant = Voice(language="fa", variant="m3", pitch=42, speed_wpm=150)
    guest = Voice(language="fa", variant="f5", pitch=50, speed_wpm=155)
    return ClipPlan(
        place=_place("Isfahan", "Iran", 32.6575, 51.6775),
        category="Things",
        seconds=13.5,
        scene=scenes.copper_bazaar,
        heard="coppersmiths in a vaulted bazaar",
        crowd_db=-4.0,
        lines=(
            Line(voice=merchant, text="بفرمایید، این قالی دست‌باف است.", style=Style.HALL, pan=-0.3),
            Line(voice=guest, text="خیلی قشنگ است. قیمتش چند است؟", style=Style.HALL, pan=0.3, wait_s=0.8),
            Line(voice=merchant, text="برای شما، ارزان. چای می‌خورید؟", style=Style.HALL, pan=-0.3, wait_s=0.6),
        ),
    )


def _izmir() -> ClipPlan:
    seller = Voice(language="tr", variant="m5", pitch=52, speed_wpm=135)
    rider = Voice(language="tr", variant="f3", pitch=50, speed_wpm=160)
    return ClipPlan(
        place=_place("Izmir", "Turkey", 38.4190, 27.1287),
        category="Transport",
        seconds=14.5,
        scene=scenes.ferry_quay,
        heard="ferry, gulls, tea glasses",
        start_s=2.6,
        lines=(
            Line(voice=seller, text="Çay, taze çay! Simit var, sıcak simit!", style=Style.CALL, pan=-0.5),
            Line(voice=rider, text="Vapur kaçta kalkıyor acaba?", pan=0.3, wait_s=1.0),
            Line(voice=seller, text="On dakika sonra, abla.", style=Style.CALL, pan=-0.3, wait_s=0.5),
        ),
    )
