"""The clips of Africa."""

from __future__ import annotations

from demo_pack import scenes_africa as scenes
from demo_pack.clip import ClipPlan, Place
from demo_pack.voices import Line, Style, Voice


def _place(city: str, country: str, latitude_deg: float, longitude_deg: float) -> Place:
    return Place(city=city, country=country, continent="Africa", latitude_deg=latitude_deg, longitude_deg=longitude_deg)


def african_clips() -> tuple[ClipPlan, ...]:
    """All of them."""
    return (_cairo(), _zanzibar(), _simons_town(), _addis_ababa(), _bamako())


def _cairo() -> ClipPlan:
    seller = Voice(language="ar", variant="m3", pitch=52, speed_wpm=145)
    buyer = Voice(language="ar", variant="f4", pitch=54, speed_wpm=155)
    return ClipPlan(
        place=_place("Cairo", "Egypt", 30.0477, 31.2622),
        category="Transport",
        seconds=13.5,
        scene=scenes.honking_square,
        heard="car horns without end",
        lines=(
            Line(voice=seller, text="يَلّا يا جَماعة! طَماطِم حِلوة! بَطاطِس!", style=Style.CALL, pan=-0.4),
            Line(voice=buyer, text="بِكَم الكيلو؟", pan=0.4, wait_s=0.9),
            Line(voice=seller, text="بِخَمسة جِنيه يا سِتّ!", style=Style.CALL, pan=-0.4, wait_s=0.4),
        ),
    )


def _zanzibar() -> ClipPlan:
    child = Voice(language="sw", variant="f2", pitch=80, speed_wpm=140, size=0.85)
    friend = Voice(language="sw", variant="f4", pitch=72, speed_wpm=160, size=0.9)
    return ClipPlan(
        place=_place("Zanzibar City", "Tanzania", -6.1620, 39.1875),
        category="Nature",
        seconds=16.5,
        scene=scenes.warm_lagoon,
        heard="warm surf, boat timber, crows",
        lines=(
            Line(
                voice=child,
                text="Moja! Mbili! Tatu! Nne! Tano! Sita! Saba! Nane! Tisa! Kumi! Nakuja!",
                style=Style.CALL,
                pan=-0.3,
            ),
            Line(voice=friend, text="Hapa! Nitafute!", style=Style.CALL, pan=0.7, wait_s=0.7),
        ),
    )


def _simons_town() -> ClipPlan:
    walker = Voice(language="af", variant="f5", pitch=46, speed_wpm=150)
    other = Voice(language="af", variant="m2", pitch=42, speed_wpm=150)
    return ClipPlan(
        place=_place("Simon's Town", "South Africa", -34.1971, 18.4512),
        category="Animal",
        seconds=13.0,
        scene=scenes.penguin_beach,
        heard="braying penguins and cold surf",
        lines=(
            Line(voice=walker, text="Kyk daar, die pikkewyne kom uit die water!", pan=0.3),
            Line(voice=other, text="Hulle is baie oulik. Maar die wind is koud vandag.", pan=-0.3, wait_s=1.4),
        ),
    )


def _addis_ababa() -> ClipPlan:
    host = Voice(language="am", variant="f3", pitch=52, speed_wpm=145)
    guest = Voice(language="am", variant="m4", pitch=42, speed_wpm=145)
    return ClipPlan(
        place=_place("Addis Ababa", "Ethiopia", 9.0350, 38.7520),
        category="Things",
        seconds=13.0,
        scene=scenes.coffee_ceremony,
        heard="coffee roasted, pounded and poured",
        lines=(
            Line(voice=host, text="ቡና ደርሷል፣ ኑ እንጠጣ።", pan=-0.2),
            Line(voice=guest, text="በጣም ጥሩ ነው፣ አመሰግናለሁ።", pan=0.4, wait_s=1.2),
            Line(voice=host, text="እንደገና ልቅዳ?", pan=-0.2, wait_s=0.9),
        ),
    )


def _bamako() -> ClipPlan:
    return ClipPlan(
        place=_place("Bamako", "Mali", 12.6392, -8.0029),
        category="Music",
        seconds=14.0,
        scene=scenes.harp_lute_yard,
        heard="harp-lute, calabash, doves",
    )
