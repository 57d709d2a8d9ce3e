"""The clips of Oceania and Antarctica."""

from __future__ import annotations

from demo_pack import scenes_south as scenes
from demo_pack.clip import ClipPlan, Place
from demo_pack.voices import Line, Style, Voice


def southern_clips() -> tuple[ClipPlan, ...]:
    """All of them."""
    return (_rotorua(), _alice_springs(), _brisbane(), _palmer_station())


def _oceania(city: str, country: str, latitude_deg: float, longitude_deg: float) -> Place:
    return Place(
        city=city, country=country, continent="Oceania", latitude_deg=latitude_deg, longitude_deg=longitude_deg
    )


def _rotorua() -> ClipPlan:
    woman = Voice(language="mi", variant="f3", pitch=48, speed_wpm=145)
    man = Voice(language="mi", variant="m6", pitch=38, speed_wpm=145, size=1.04)
    return ClipPlan(
        place=_oceania("Rotorua", "New Zealand", -38.1368, 176.2497),
        category="Nature",
        seconds=14.0,
        scene=scenes.mud_pools,
        heard="boiling mud and a forest bird",
        lines=(
            Line(voice=woman, text="Kia ora e hoa mā. He rā ātaahua tēnei.", pan=-0.3),
            Line(voice=man, text="Āe, tino pai. Haere mai ki te kai.", style=Style.CALL, pan=0.4, wait_s=1.6),
        ),
    )


def _alice_springs() -> ClipPlan:
    return ClipPlan(
        place=_oceania("Alice Springs", "Australia", -23.6980, 133.8807),
        category="Music",
        seconds=13.5,
        scene=scenes.red_desert,
        heard="hollow-log drone, clap sticks, flies",
    )


def _brisbane() -> ClipPlan:
    return ClipPlan(
        place=_oceania("Brisbane", "Australia", -27.4850, 152.9590),
        category="Animal",
        seconds=13.0,
        scene=scenes.laughing_gums,
        heard="laughing kingfishers, caroling birds, cicadas",
    )


def _palmer_station() -> ClipPlan:
    place = Place(
        city="Palmer Station",
        country="Antarctica",
        continent="Antarctica",
        latitude_deg=-64.7743,
        longitude_deg=-64.0531,
    )
    return ClipPlan(
        place=place,
        category="Nature",
        seconds=14.0,
        scene=scenes.polar_station,
        heard="gale, rope on a mast, penguins, ice",
    )
