"""Traditional Chinese questions about media, festivals, school, alarms and nature."""

from __future__ import annotations

from demo_pack import scenes_tau as scenes
from demo_pack.choice import ChoiceClip, ChoiceQuestion
from demo_pack.mandarin import mandarin_voice, pinyin
from demo_pack.voices import Line, Style

_HOST, _MAN, _WOMAN = mandarin_voice("f2", 55, 165), mandarin_voice("m7", 42, 170), mandarin_voice("f5", 60, 180)


def home_clips() -> tuple[ChoiceClip, ...]:
    """All of them."""
    return (
        _time_signal(), _forecast(), _new_year(), _mahjong(), _parade(), _school(), _earthquake(), _call(), _storm(),
        _cock(),
    )  # fmt: skip


def _time_signal() -> ChoiceClip:
    return ChoiceClip(
        title="time signal", language="zh-Hant", clip_language="cmn", seconds=13.6, scene=scenes.radio_pips,
        heard="time pips", start_s=0.8, above_bed_db=24.0,
        lines=(Line(voice=_HOST, text=pinyin("下面音響，是中原標準時間，早上八點整。")),),
        questions=(
            ChoiceQuestion(
                category="Media",
                question=("這段聲音最可能出自哪裡？", "Where does this sound most likely come from?"),
                right=("廣播電台的整點報時", "A radio station's time signal"),
                wrong=(("棒球場的開賽廣播", "The opening call at a ballpark"),
                       ("超級市場的促銷廣播", "A supermarket's sales announcement"),
                       ("夜間垃圾車的旋律", "The melody of a night garbage truck")),
            ),
            ChoiceQuestion(
                category="Media", hop_type="Multi-hop",
                question=("聽到最後一聲長音的時候，世界協調時間（UTC）是幾點？",
                          "At the last, long tone, what time is it in Coordinated Universal Time (UTC)?"),
                right=("零點", "0:00"),
                wrong=(("四點", "4:00"), ("八點", "8:00"), ("十六點", "16:00")),
            ),
        ),
    )  # fmt: skip


def _forecast() -> ChoiceClip:
    return ChoiceClip(
        title="forecast", language="zh-Hant", clip_language="cmn", seconds=13.5, scene=scenes.studio,
        heard="jingle, studio", start_s=2.0, above_bed_db=24.0,
        lines=(Line(voice=_HOST, text=pinyin("明天東北季風增強，北部和東北部整天有雨，清晨低溫只有十二度。")),),
        questions=(
            ChoiceQuestion(
                category="Media",
                question=("這段聲音最可能是哪一種節目？", "What kind of programme is this most likely?"),
                right=("氣象預報", "A weather forecast"),
                wrong=(("歌唱比賽", "A singing contest"), ("球賽轉播", "A sports broadcast"),
                       ("烹飪教學", "A cooking lesson")),
            ),
            ChoiceQuestion(
                category="Nature", hop_type="Multi-hop",
                question=("依照內容，隔天在下列哪個城市最需要帶傘？",
                          "Going by what is said, in which of these cities is an umbrella needed most the next day?"),
                right=("基隆", "Keelung"),
                wrong=(("台南", "Tainan"), ("高雄", "Kaohsiung"), ("屏東", "Pingtung")),
            ),
        ),
    )  # fmt: skip


def _new_year() -> ChoiceClip:
    return ChoiceClip(
        title="new year", language="zh-Hant", clip_language="cmn", seconds=13.0, scene=scenes.fireworks,
        heard="crowd, fireworks", crowd_db=-3.0, above_bed_db=9.0, start_s=0.6,
        lines=(
            *(Line(voice=_MAN, text=pinyin(f"{number}！"), style=Style.MEGAPHONE,
                   wait_s=0.75) for number in "五四三二一"),
            Line(voice=_MAN, text=pinyin("新年快樂！"), style=Style.MEGAPHONE, wait_s=0.5),
        ),
        questions=(
            ChoiceQuestion(
                category="Entertainment",
                question=("這段聲音最可能是什麼場合？", "What occasion is this most likely?"),
                right=("跨年晚會", "A New Year's Eve party"),
                wrong=(("畢業典禮", "A graduation"), ("端午龍舟賽", "A dragon-boat race"), ("中秋賞月",
                                                                                            "Moon viewing")),
            ),
            ChoiceQuestion(
                category="Entertainment", hop_type="Multi-hop",
                question=("煙火開始的那一刻起，台灣進入哪一個國定假日？",
                          "From the moment the fireworks begin, which national holiday is it in Taiwan?"),
                right=("開國紀念日", "Founding Day (1 January)"),
                wrong=(("和平紀念日", "Peace Memorial Day (28 February)"), ("國慶日", "National Day (10 October)"),
                       ("兒童節", "Children's Day (4 April)")),
            ),
        ),
    )  # fmt: skip


def _mahjong() -> ChoiceClip:
    return ChoiceClip(
        title="mahjong", language="zh-Hant", clip_language="cmn", seconds=11.5, scene=scenes.tile_table,
        heard="game tiles on a table", start_s=3.0, above_bed_db=12.0,
        lines=(
            Line(voice=_WOMAN, text=pinyin("碰！"), style=Style.CALL, pan=-0.5),
            Line(voice=_MAN, text=pinyin("等一下，那張我要了。"), pan=0.5, wait_s=1.2),
            Line(voice=_WOMAN, text=pinyin("哈哈，我自摸！"), style=Style.CALL, pan=-0.5, wait_s=1.4),
        ),
        questions=(
            ChoiceQuestion(
                category="Entertainment",
                question=("這些人最可能在玩什麼？", "What are these people most likely playing?"),
                right=("麻將", "Mahjong"),
                wrong=(("象棋", "Chinese chess"), ("撲克牌", "Playing cards"), ("桌球", "Table tennis")),
            ),
            ChoiceQuestion(
                category="Entertainment", hop_type="Multi-hop",
                question=("依台灣最通行的玩法，每個人手上平時有幾張牌？",
                          "In the version most played in Taiwan, how many pieces does each player normally hold?"),
                right=("十六張", "Sixteen"),
                wrong=(("十張", "Ten"), ("十三張", "Thirteen"), ("二十張", "Twenty")),
            ),
        ),
    )  # fmt: skip


def _parade() -> ChoiceClip:
    return ChoiceClip(
        title="parade", language="zh-Hant", clip_language="zxx", seconds=11.5, scene=scenes.temple_parade,
        heard="big drum, cymbals, gong, firecrackers",
        questions=(
            ChoiceQuestion(
                category="Cultural",
                question=("在台灣的街上聽到這樣的聲音，最可能遇到什麼？",
                          "Hearing this in a street in Taiwan, what have you most likely come across?"),
                right=("廟會遶境隊伍", "A temple procession"),
                wrong=(("馬拉松選手", "Marathon runners"), ("候選人政見會", "A candidate's policy speech"),
                       ("街頭小提琴家", "A street violinist")),
            ),
            ChoiceQuestion(
                category="Cultural", hop_type="Multi-hop",
                question=("若這樣的隊伍農曆三月從大甲出發，走上九天八夜，神轎裡的主神是誰？",
                          "If such a procession leaves Dajia in the third lunar month and walks for nine days, which "
                          "deity is in the palanquin?"),
                right=("媽祖", "Mazu"),
                wrong=(("關公", "Guan Gong"), ("土地公", "The Earth God"), ("文昌帝君", "The god of learning")),
            ),
        ),
    )  # fmt: skip


def _school() -> ChoiceClip:
    return ChoiceClip(
        title="school", language="zh-Hant", clip_language="cmn", seconds=16.0, scene=scenes.school_chime,
        heard="sixteen chime notes, yard", start_s=10.2, above_bed_db=14.0,
        lines=(Line(voice=_HOST, text=pinyin("好，今天上到這裡，記得寫作業。"), style=Style.HALL),),
        questions=(
            ChoiceQuestion(
                category="Education",
                question=("這段鐘聲和說話聲最可能在台灣的哪裡聽到？",
                          "Where in Taiwan are these chimes and words most likely heard?"),
                right=("學校", "A school"),
                wrong=(("教堂", "A church"), ("火車站", "A railway station"), ("夜市", "A night market")),
            ),
            ChoiceQuestion(
                category="Education", hop_type="Multi-hop",
                question=("這段旋律原本是哪一座城市著名鐘樓的報時曲？",
                          "This melody was first made famous as the hour chime of a clock tower in which city?"),
                right=("倫敦", "London"),
                wrong=(("巴黎", "Paris"), ("維也納", "Vienna"), ("紐約", "New York")),
            ),
            ChoiceQuestion(
                category="Education", hop_type="Multi-hop",
                question=("這一刻最可能是什麼時候？", "What moment is this most likely?"),
                right=("剛剛下課", "A lesson has just ended"),
                wrong=(("剛剛上課", "A lesson has just begun"), ("正在考試", "An exam is under way"),
                       ("正在升旗", "The flag is being raised")),
            ),
        ),
    )  # fmt: skip


def _earthquake() -> ChoiceClip:
    return ChoiceClip(
        title="earthquake", language="zh-Hant", clip_language="cmn", seconds=11.5, scene=scenes.alert,
        heard="two-tone alert, rattling dishes, rumble", start_s=3.2, above_bed_db=14.0,
        lines=(Line(voice=_HOST, text=pinyin("預估數秒後有強烈搖晃，請就地避難。"), style=Style.LOUDSPEAKER),),
        questions=(
            ChoiceQuestion(
                category="Emergency",
                question=("這段警報與接著的聲響，最可能表示發生了什麼？",
                          "What do this alert and the noises after it most likely mean?"),
                right=("地震", "An earthquake"),
                wrong=(("停電", "A power cut"), ("火災", "A fire"), ("豪雨", "Torrential rain")),
            ),
            ChoiceQuestion(
                category="Emergency", hop_type="Multi-hop",
                question=("若你在大樓的辦公室裡聽到這段聲音，應該先怎麼做？",
                          "If you hear this in an office high in a building, what should you do first?"),
                right=("躲到堅固的桌下護住頭頸", "Shelter under a sturdy table, head covered"),
                wrong=(("立刻搭電梯到一樓的戶外", "Take the lift to the open air at once"),
                       ("站到窗邊看看外面的情形", "Stand at the window to look outside"),
                       ("靠著書櫃打電話通知家人", "Lean on a bookcase and phone the family")),
            ),
        ),
    )  # fmt: skip


def _call() -> ChoiceClip:
    return ChoiceClip(
        title="call", language="zh-Hant", clip_language="cmn", seconds=14.5, scene=scenes.phone_line,
        heard="telephone", start_s=3.0, above_bed_db=24.0,
        lines=(
            Line(voice=_HOST, text=pinyin("一一九您好，請問是火警還是救護？"), style=Style.NEAR),
            Line(voice=_MAN, text=pinyin("我爸爸昏倒了，叫不醒，請你們快來！"), wait_s=0.7),
        ),
        questions=(
            ChoiceQuestion(
                category="Emergency",
                question=("接電話的人最可能在哪裡工作？",
                          "Where does the person who answers the phone most likely work?"),
                right=("消防局", "The fire department"),
                wrong=(("旅行社", "A travel agency"), ("電力公司", "The power company"), ("戶政所",
                                                                                          "A registry office")),
            ),
            ChoiceQuestion(
                category="Emergency", hop_type="Multi-hop",
                question=("通話結束後，接電話的單位會派出什麼？", "What will the service send after this call?"),
                right=("救護車", "An ambulance"),
                wrong=(("水庫車", "A water tanker"), ("拖吊車", "A tow truck"), ("警備車", "A police van")),
            ),
        ),
    )  # fmt: skip


def _storm() -> ChoiceClip:
    return ChoiceClip(
        title="storm", language="zh-Hant", clip_language="zxx", seconds=13.0, scene=scenes.summer_storm,
        heard="cicadas, thunder, rain",
        questions=(
            ChoiceQuestion(
                category="Nature",
                question=("一開始持續鳴叫的最可能是哪種動物？",
                          "Which animal is most likely calling at the beginning?"),
                right=("蟬", "Cicadas"),
                wrong=(("青蛙", "Frogs"), ("麻雀", "Sparrows"), ("蝙蝠", "Bats")),
            ),
            ChoiceQuestion(
                category="Nature", hop_type="Multi-hop",
                question=("若這是台灣七月某天下午三點錄到的天氣變化，最常見的成因是什麼？",
                          "If this change of weather was heard in Taiwan at three on a July afternoon, what most often "
                          "causes it?"),
                right=("地面受熱引起對流", "Convection over heated ground"),
                wrong=(("大陸冷氣團南下", "A continental cold air mass"), ("東北季風增強",
                                                                           "A stronger north-east monsoon"),
                       ("夜間輻射冷卻", "Radiative cooling at night")),
            ),
        ),
    )  # fmt: skip


def _cock() -> ChoiceClip:
    return ChoiceClip(
        title="cock", language="zh-Hant", clip_language="zxx", seconds=11.0, scene=scenes.village_morning,
        heard="cock, sparrows",
        questions=(
            ChoiceQuestion(
                category="Nature",
                question=("這段聲音最可能是一天裡的什麼時候？", "What time of day is this most likely?"),
                right=("清晨", "Early morning"),
                wrong=(("正午", "Noon"), ("黃昏", "Dusk"), ("深夜", "Late night")),
            ),
            ChoiceQuestion(
                category="Nature", hop_type="Multi-hop",
                question=("聲音最大的那種動物，在十二生肖裡排第幾？",
                          "Where in the Chinese zodiac does the animal come that is loudest here?"),
                right=("第十", "Tenth"),
                wrong=(("第七", "Seventh"), ("第八", "Eighth"), ("第十二", "Twelfth")),
            ),
        ),
    )  # fmt: skip
