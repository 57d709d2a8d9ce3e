"""The clips of North and South America."""

from __future__ import annotations

from demo_pack import scenes_americas as scenes
from demo_pack.clip import ClipPlan, Place
from demo_pack.voices import Line, Style, Voice


def _north(city: str, country: str, latitude_deg: float, longitude_deg: float) -> Place:
    return Place(
        city=city, country=country, continent="North America", latitude_deg=latitude_deg, longitude_deg=longitude_deg
    )


def _south(city: str, country: str, latitude_deg: float, longitude_deg: float) -> Place:
    return Place(
        city=city, country=country, continent="South America", latitude_deg=latitude_deg, longitude_deg=longitude_deg
    )


def american_clips() -> tuple[ClipPlan, ...]:
    """All of them."""
    spoken = (_new_york(), _mexico_city(), _nuuk(), _saguenay(), _salvador(), _cusco())
    return (*spoken, *_without_speech())


def _without_speech() -> tuple[ClipPlan, ...]:
    return (
        ClipPlan(
            place=_north("Port of Spain", "Trinidad and Tobago", 10.6603, -61.5086),
            category="Music",
            seconds=14.0,
            scene=scenes.pan_yard,
            heard="steel pans and irons",
        ),
        ClipPlan(
            place=_south("Tena", "Ecuador", -0.9938, -77.8129),
            category="Animal",
            seconds=13.5,
            scene=scenes.flooded_forest,
            heard="howling monkeys, birds, frogs, insects",
        ),
        ClipPlan(
            place=_south("Buenos Aires", "Argentina", -34.6212, -58.3731),
            category="Music",
            seconds=14.0,
            scene=scenes.tango_corner,
            heard="squeezebox, plucked bass, dancing shoes",
        ),
    )


def _new_york() -> ClipPlan:
    speaker = Voice(language="en-us-nyc", variant="m3", pitch=42, speed_wpm=155)
    rider = Voice(language="en-us-nyc", variant="f3", pitch=56, speed_wpm=175)
    return ClipPlan(
        place=_north("New York", "United States", 40.7527, -73.9772),
        category="Transport",
        seconds=13.5,
        scene=scenes.express_subway,
        heard="old subway platform",
        start_s=5.6,
        lines=(
            Line(voice=rider, text="Hey, hold the door! Is this the express?", style=Style.CALL, pan=0.5),
            Line(voice=speaker, text="Stand clear of the doors, please.", style=Style.LOUDSPEAKER, wait_s=0.7),
        ),
    )


def _mexico_city() -> ClipPlan:
    seller = Voice(language="es-419", variant="m5", pitch=48, speed_wpm=140)
    buyer = Voice(language="es-419", variant="f4", pitch=54, speed_wpm=160)
    return ClipPlan(
        place=_north("Mexico City", "Mexico", 19.3500, -99.1621),
        category="Human sounds",
        seconds=14.0,
        scene=scenes.evening_plaza,
        heard="street organ, steam whistle, roosting birds",
        above_bed_db=6.5,
        lines=(
            Line(
                voice=seller,
                text="¡Hay tamales, tamales calientitos! ¡Acérquese, güerita!",
                style=Style.MEGAPHONE,
                pan=-0.5,
            ),
            Line(voice=buyer, text="Me da dos de verde, por favor.", pan=0.3, wait_s=0.8),
        ),
    )


def _nuuk() -> ClipPlan:
    woman = Voice(language="kl", variant="f4", pitch=48, speed_wpm=150)
    man = Voice(language="kl", variant="m6", pitch=40, speed_wpm=150)
    return ClipPlan(
        place=_north("Nuuk", "Greenland", 64.1790, -51.7450),
        category="Animal",
        seconds=13.0,
        scene=scenes.sledge_dogs,
        heard="sledge dogs, ice, boots on snow",
        start_s=1.2,
        lines=(
            Line(voice=woman, text="Kutaa, qanoq ippit?", pan=-0.3),
            Line(voice=man, text="Ajunngilanga, qujanaq. Ullumi issippoq.", pan=0.3, wait_s=0.8),
            Line(voice=woman, text="Aap, issippoq. Takuss!", pan=-0.3, wait_s=1.0),
        ),
    )


def _saguenay() -> ClipPlan:
    woman = Voice(language="fr-fr", variant="f3", pitch=50, speed_wpm=150)
    child = Voice(language="fr-fr", variant="f2", pitch=78, speed_wpm=155, size=0.88)
    return ClipPlan(
        place=_north("Saguenay", "Canada", 48.4281, -71.0684),
        category="Nature",
        seconds=14.0,
        scene=scenes.loon_lake,
        heard="camp fire, diving birds, small frogs",
        start_s=3.4,
        lines=(
            Line(voice=child, text="Écoute, un huard sur le lac!", pan=0.4),
            Line(voice=woman, text="Oui. Passe-moi une guimauve, le feu est bien pris.", pan=-0.3, wait_s=1.4),
        ),
    )


def _salvador() -> ClipPlan:
    seller = Voice(language="pt-br", variant="m5", pitch=54, speed_wpm=150)
    buyer = Voice(language="pt-br", variant="f4", pitch=54, speed_wpm=165)
    return ClipPlan(
        place=_south("Salvador", "Brazil", -13.0037, -38.5330),
        category="Human sounds",
        seconds=13.5,
        scene=scenes.drumming_beach,
        heard="city beach with drums and a musical bow",
        above_bed_db=6.5,
        lines=(
            Line(voice=seller, text="Olha o picolé! Água de coco geladinha!", style=Style.CALL, pan=-0.4),
            Line(voice=buyer, text="Moço, quanto é o coco?", pan=0.4, wait_s=0.9),
            Line(voice=seller, text="Cinco reais, minha linda!", style=Style.CALL, pan=-0.3, wait_s=0.4),
        ),
    )


def _cusco() -> ClipPlan:
    child = Voice(language="qu", variant="f2", pitch=78, speed_wpm=150, size=0.87)
    elder = Voice(language="qu", variant="f5", pitch=40, speed_wpm=135, size=1.04)
    return ClipPlan(
        place=_south("Cusco", "Peru", -13.5168, -71.9788),
        category="Music",
        seconds=14.0,
        scene=scenes.highland_pipes,
        heard="panpipes, small lute, drum, thin wind",
        start_s=1.5,
        above_bed_db=6.5,
        lines=(
            Line(voice=elder, text="Allinllachu, wawa?", pan=-0.3),
            Line(voice=child, text="Huk, iskay, kimsa, tawa, pichqa, suqta, qanchis!", pan=0.4, wait_s=1.0),
            Line(voice=elder, text="Allinmi!", pan=-0.3, wait_s=0.8),
        ),
    )
