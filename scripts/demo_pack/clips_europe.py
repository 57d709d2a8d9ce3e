"""The clips of Europe."""

from __future__ import annotations

from demo_pack import scenes_europe as scenes
from demo_pack.clip import ClipPlan, Place
from demo_pack.voices import Line, Style, Voice


def _place(city: str, country: str, latitude_deg: float, longitude_deg: float) -> Place:
    return Place(city=city, country=country, continent="Europe", latitude_deg=latitude_deg, longitude_deg=longitude_deg)


def european_clips() -> tuple[ClipPlan, ...]:
    """All of them."""
    return (_budapest(), _helsinki(), _amsterdam(), _saint_petersburg(), _aberystwyth(), _edinburgh(), _interlaken())


def _budapest() -> ClipPlan:
    seller = Voice(language="hu", variant="f4", pitch=58, speed_wpm=160, size=1.03)
    buyer = Voice(language="hu", variant="m3", pitch=38, speed_wpm=150)
    return ClipPlan(
        place=_place("Budapest", "Hungary", 47.4870, 19.0584),
        category="Human sounds",
        seconds=14.0,
        scene=scenes.market_hall,
        heard="market hall",
        crowd_db=2.0,
        lines=(
            Line(voice=seller, text="Tessék, friss paprika! Szép paradicsom!", style=Style.CALL, pan=-0.4),
            Line(voice=buyer, text="Jó napot kívánok! Kérek egy kiló almát.", style=Style.HALL, pan=0.3),
            Line(voice=seller, text="Kétszáz forint lesz. Köszönöm szépen!", style=Style.HALL, pan=-0.4, wait_s=0.4),
        ),
    )


def _helsinki() -> ClipPlan:
    speaker = Voice(language="fi", variant="f2", pitch=46, speed_wpm=140)
    rider = Voice(language="fi", variant="m7", pitch=40, speed_wpm=165)
    return ClipPlan(
        place=_place("Helsinki", "Finland", 60.1711, 24.9415),
        category="Transport",
        seconds=13.5,
        scene=scenes.northern_tram,
        heard="inside a tram",
        start_s=1.9,
        lines=(
            Line(
                voice=speaker, text="Seuraava pysäkki: kauppatori. Ovet aukeavat vasemmalla.", style=Style.LOUDSPEAKER
            ),
            Line(voice=rider, text="Anteeksi, jäätkö sinä tässä pois?", pan=0.4, wait_s=1.3),
        ),
    )


def _amsterdam() -> ClipPlan:
    cyclist = Voice(language="nl", variant="m5", pitch=50, speed_wpm=175)
    baker = Voice(language="nl", variant="f3", pitch=50, speed_wpm=150)
    return ClipPlan(
        place=_place("Amsterdam", "Netherlands", 52.3731, 4.8833),
        category="Things",
        seconds=13.5,
        scene=scenes.canal_bicycles,
        heard="bicycle bells and a carillon by the water",
        start_s=1.2,
        above_bed_db=6.5,
        lines=(
            Line(voice=cyclist, text="Pas op! Kijk uit, joh!", style=Style.CALL, pan=-0.5),
            Line(voice=baker, text="Goedemorgen, twee broodjes kaas graag.", pan=0.2, wait_s=1.8),
            Line(voice=cyclist, text="Lekker weertje, hè?", pan=-0.2, wait_s=0.7),
        ),
    )


def _saint_petersburg() -> ClipPlan:
    speaker = Voice(language="ru", variant="m3", pitch=40, speed_wpm=140)
    return ClipPlan(
        place=_place("Saint Petersburg", "Russia", 59.9343, 30.3351),
        category="Transport",
        seconds=14.0,
        scene=scenes.deep_metro,
        heard="deep metro",
        start_s=1.6,
        lines=(
            Line(voice=speaker, text="Осторожно, двери закрываются.", style=Style.LOUDSPEAKER),
            Line(
                voice=speaker,
                text="Уважаемые пассажиры, не забывайте свои вещи в вагонах поезда.",
                style=Style.LOUDSPEAKER,
                wait_s=1.6,
            ),
        ),
    )


def _aberystwyth() -> ClipPlan:
    farmer = Voice(language="cy", variant="m6", pitch=42, speed_wpm=145)
    child = Voice(language="cy", variant="f2", pitch=75, speed_wpm=155, size=0.88)
    return ClipPlan(
        place=_place("Aberystwyth", "United Kingdom", 52.4153, -4.0829),
        category="Animal",
        seconds=13.0,
        scene=scenes.wet_sheep_hill,
        heard="sheep in drizzle",
        lines=(
            Line(voice=farmer, text="Bore da! Mae hi'n bwrw glaw eto heddiw.", pan=-0.3),
            Line(voice=child, text="Ble mae'r ci? Dewch yma, dewch!", style=Style.CALL, pan=0.4, wait_s=1.6),
            Line(voice=farmer, text="Mae'r defaid yn hapus, ta beth.", pan=-0.3, wait_s=0.9),
        ),
    )


def _edinburgh() -> ClipPlan:
    return ClipPlan(
        place=_place("Edinburgh", "United Kingdom", 55.9496, -3.1909),
        category="Music",
        seconds=14.0,
        scene=scenes.pipes_in_rain,
        heard="pipes over drones, rain on cobbles",
    )


def _interlaken() -> ClipPlan:
    return ClipPlan(
        place=_place("Interlaken", "Switzerland", 46.6863, 7.8632),
        category="Animal",
        seconds=14.0,
        scene=scenes.alpine_pasture,
        heard="cattle bells, wooden horn, brook",
    )
