"""Typed coordinates: what is certain is read to the metre, what is not is no place and gets a sentence."""

import time

import pytest

from soundmark.geography.coordinates import CoordinateReason, format_coordinate, parse_coordinates
from soundmark.types import Coordinate

PARIS = (48.8566, 2.3522)
PARIS_DMS = (48 + 51 / 60 + 24 / 3600, 2 + 21 / 60 + 8 / 3600)
TAIPEI = (25.033, 121.5654)
TAIPEI_DMS = (25 + 2 / 60, 121 + 33 / 60 + 54 / 3600)

READ = [
    # Decimal degrees
    ("48.8566, 2.3522", PARIS),
    ("48.8566 2.3522", PARIS),
    ("48.8566;2.3522", PARIS),
    ("48.8566,2.3522", PARIS),
    ("  ( 48.8566 , 2.3522 ) ", PARIS),
    ("[48.8566 2.3522]", PARIS),
    ("48.8566\n2.3522", PARIS),
    ('"48.8566, 2.3522"', PARIS),
    ("**48.8566, 2.3522**", PARIS),
    ("+48.8566, +2.3522", PARIS),
    ("-33.8688, 151.2093", (-33.8688, 151.2093)),
    ("25, 121", (25, 121)),
    ("25 121", (25, 121)),
    ("0, 0", (0, 0)),
    ("-90, 0", (-90, 0)),
    # Decimal commas
    ("48,8566 2,3522", PARIS),
    ("48,8566; 2,3522", PARIS),
    ("48,8566, 2,3522", PARIS),
    ("48,8566,2,3522", PARIS),
    ("-33,8688 151,2093", (-33.8688, 151.2093)),
    ("52,5 N 13,4 E", (52.5, 13.4)),
    ("48°51'24,0\"N 2°21'8,0\"E", PARIS_DMS),
    # Degrees, minutes, seconds
    ("48°51'24\"N 2°21'8\"E", PARIS_DMS),
    ("48° 51′ 24″ N, 2° 21′ 8″ E", PARIS_DMS),
    ("48° 51’ 24” N, 2° 21’ 8” E", PARIS_DMS),
    ("48º51'24''N 2º21'8''E", PARIS_DMS),
    ("N 48° 51.4' E 2° 21.2'", (48 + 51.4 / 60, 2 + 21.2 / 60)),
    ("48 51 24 N 2 21 8 E", PARIS_DMS),
    ("48:51:24N 2:21:8E", PARIS_DMS),
    ("48°51'24\", -2°21'8\"", (PARIS_DMS[0], -PARIS_DMS[1])),
    ("25 degrees 2 minutes north, 121 degrees 33 minutes 54 seconds east", TAIPEI_DMS),
    ("0°30'S 0°30'W", (-0.5, -0.5)),
    ("-0°30', -0°30'", (-0.5, -0.5)),
    # Hemispheres
    ("25.033° North by 121.5654° East", TAIPEI),
    ("north 25.033, east 121.5654", TAIPEI),
    ("25.033n 121.5654e", TAIPEI),
    ("121.5654° E, 25.033° N", TAIPEI),
    ("40.7 N, -74", (40.7, -74)),
    ("-33.87 S, 151.2 E", (-33.87, 151.2)),
    ("25.033 N / 121.5654 E", TAIPEI),
    ("N: 25.033, E: 121.5654", TAIPEI),
    ("S=33.87 E=151.2", (-33.87, 151.2)),
    ("25.033° N, 121.5654° E, in the north of Taiwan", TAIPEI),
    # Labels
    ("lat: 25.033, lon: 121.5654", TAIPEI),
    ("Longitude 121.5654; Latitude 25.033", TAIPEI),
    ("lat=25.033&lng=121.5654", TAIPEI),
    ("lat/lon: 25.033, 121.5654", TAIPEI),
    ("(lon, lat) = (121.5654, 25.033)", TAIPEI),
    ("25.033 latitude, 121.5654 longitude", TAIPEI),
    ('{"lat": 25.033, "lon": 121.5654}', TAIPEI),
    ('{"latitude": "25.033", "longitude": "121.5654"}', TAIPEI),
    ("Latitude: 25.033° N, Longitude: 121.5654° E", TAIPEI),
    # Other writing systems
    ("４８．８５６６，　２．３５２２", PARIS),
    ("٤٨٫٨٥٦٦، ٢٫٣٥٢٢", PARIS),
    ("४८.८५६६, २.३५२२", PARIS),
    ("北緯25度2分 東經121度33分54秒", TAIPEI_DMS),
    ("北纬25.033° 东经121.5654°", TAIPEI),
    ("緯度 25.033 經度 121.5654", TAIPEI),
    ("\u200e48.8566,\u00a02.3522\ufeff", PARIS),
    ("−33.8688, 151.2093", (-33.8688, 151.2093)),
    ("–33.8688, 151.2093", (-33.8688, 151.2093)),
    # Prose around
    ("Around 25.033° N, 121.5654° E (Taipei)", TAIPEI),
    ("I think it is 25.033, 121.5654.", TAIPEI),
    ("It's 25.033 N and 121.5654 E", TAIPEI),
    ("📍 25.033, 121.5654", TAIPEI),
    ("我猜是25.033, 121.5654附近", TAIPEI),
    # Longitudes as a map that was panned round writes them
    ("48.8566, 190", (48.8566, -170)),
    ("48.8566, -190", (48.8566, 170)),
    ("-17, -180", (-17, 180)),
    ("10, 360", (10, 0)),
    ("48.8566 N 190 E", (48.8566, -170)),
    # Links
    ("geo:25.033,121.5654;u=35", TAIPEI),
    ("geo:25.033,121.5654,100", TAIPEI),
    ("https://www.google.com/maps/place/X/@24.9,121.4,12z/data=!3d25.033!4d121.5654", TAIPEI),
    ("https://www.google.com/maps/@25.033,121.5654,12z", TAIPEI),
    ("https://maps.google.com/?q=25.033%2C121.5654", TAIPEI),
    ("https://www.openstreetmap.org/#map=12/25.033/121.5654", TAIPEI),
    ("https://www.openstreetmap.org/?mlat=25.033&mlon=121.5654#map=5/20/100", TAIPEI),
    ("@25.033,121.5654,12z", TAIPEI),
]

NOT_READ = [
    ("", CoordinateReason.NO_COORDINATES),
    ("Paris", CoordinateReason.NO_COORDINATES),
    ("Washington, D.C.", CoordinateReason.NO_COORDINATES),
    ("48.8566", CoordinateReason.NO_COORDINATES),
    ("25.03 N", CoordinateReason.NO_COORDINATES),
    ("nan, nan", CoordinateReason.NO_COORDINATES),
    ("inf, 3", CoordinateReason.NO_COORDINATES),
    ("https://example.org/12.5/13.5", CoordinateReason.NO_COORDINATES),
    # Impossible values, never swapped
    ("91, 0", CoordinateReason.INVALID_LATITUDE),
    ("121.5654, 25.033", CoordinateReason.INVALID_LATITUDE),
    ("lat: 121.5654, lon: 25.033", CoordinateReason.INVALID_LATITUDE),
    ("121.5654 N, 25.033 E", CoordinateReason.INVALID_LATITUDE),
    ("90°0'1\"N 0°E", CoordinateReason.INVALID_LATITUDE),
    ("1e309, 2", CoordinateReason.TOO_MANY_NUMBERS),
    ("9" * 90 + ", 2", CoordinateReason.INVALID_LATITUDE),
    ("48.8566, 361", CoordinateReason.INVALID_LONGITUDE),
    ("48.8566, -360.5", CoordinateReason.INVALID_LONGITUDE),
    ("48°60'N 2°E", CoordinateReason.INVALID_MINUTES),
    ("48°59'60\"N 2°E", CoordinateReason.INVALID_MINUTES),
    ("48.5°30'N 2°E", CoordinateReason.INVALID_MINUTES),
    ("48°51.5'30\"N 2°E", CoordinateReason.INVALID_MINUTES),
    ("48'51°N 2°E", CoordinateReason.INVALID_MINUTES),
    # Hemispheres
    ("25°N, 121°O", CoordinateReason.AMBIGUOUS_HEMISPHERE),
    ("25,5 n 121,5 o", CoordinateReason.AMBIGUOUS_HEMISPHERE),
    ("-25 N, 121 E", CoordinateReason.CONTRADICTORY_SIGN),
    ("25 N, −121 E", CoordinateReason.CONTRADICTORY_SIGN),
    ("+25 S, 121 E", CoordinateReason.CONTRADICTORY_SIGN),
    ("25° -2' N, 121° E", CoordinateReason.CONTRADICTORY_SIGN),
    ("25 N, 30 S", CoordinateReason.CONTRADICTORY_ORDER),
    ("lat: 121 E, lon: 25 N", CoordinateReason.CONTRADICTORY_ORDER),
    ("lat 25, lat 30", CoordinateReason.CONTRADICTORY_ORDER),
    ("40.7 N, 74.0", CoordinateReason.MISSING_HEMISPHERE),
    ("25, 121 E", CoordinateReason.MISSING_HEMISPHERE),
    ("23,5 e -46,6", CoordinateReason.UNREADABLE),  # Italian and Portuguese `e` is `and`
    ("S, 33.87, E, 151.2", CoordinateReason.UNREADABLE),
    ("South latitude 33.87, east longitude 151.21", CoordinateReason.UNREADABLE),
    ("S. hemisphere: 33.87, 151.21", CoordinateReason.UNREADABLE),
    ("O: 25.03, 121.57", CoordinateReason.AMBIGUOUS_HEMISPHERE),
    ("48.85-, 2.35", CoordinateReason.UNREADABLE),
    # Which comma, which order, which number
    ("1,234", CoordinateReason.AMBIGUOUS_COMMA),
    ("48,8566", CoordinateReason.NO_COORDINATES),
    ("25,121", CoordinateReason.AMBIGUOUS_COMMA),
    ("48,8566,2", CoordinateReason.AMBIGUOUS_COMMA),
    ("1,2,3,4,5", CoordinateReason.AMBIGUOUS_COMMA),
    ('{"type": "Point", "coordinates": [121.5654, 25.033]}', CoordinateReason.AMBIGUOUS_ORDER),
    ("POINT(121.5654 25.033)", CoordinateReason.AMBIGUOUS_ORDER),
    ("48 51 24, 2 21 8", CoordinateReason.TOO_MANY_NUMBERS),
    ("1 2 3", CoordinateReason.TOO_MANY_NUMBERS),
    ("48.85, 2.35, 35", CoordinateReason.TOO_MANY_NUMBERS),
    ("48.85, 2.35; 51.5, -0.12", CoordinateReason.TOO_MANY_NUMBERS),
    ("25 N 121 E 30", CoordinateReason.TOO_MANY_NUMBERS),
    ("25 N 121 E or 24 N 120 E", CoordinateReason.SEVERAL_POINTS),
    ("https://www.google.com/maps/dir/data=!3d25.0!4d121.5!3d24.0!4d120.5", CoordinateReason.SEVERAL_POINTS),
    # Numbers that are something else
    ("Route 66 near 45", CoordinateReason.UNREADABLE),
    ("temperatures of 25.5 and 30.2", CoordinateReason.UNREADABLE),
    ("12:30", CoordinateReason.UNREADABLE),
    ("2024-05-06", CoordinateReason.UNREADABLE),
    ("192.168.0.1", CoordinateReason.UNREADABLE),
    ("48.85-2.35", CoordinateReason.UNREADABLE),
    ("48.85 - 2.35", CoordinateReason.UNREADABLE),
    ("- 48.85, 2.35", CoordinateReason.UNREADABLE),
    ("--48.85, 2.35", CoordinateReason.UNREADABLE),
    ("48½ N, 2 E", CoordinateReason.UNREADABLE),
    ("48², 2", CoordinateReason.UNREADABLE),
    ("48_000 2", CoordinateReason.UNREADABLE),
    ("48·85 2·35", CoordinateReason.UNREADABLE),
    ("30%, 50%", CoordinateReason.UNREADABLE),
    ("$12.50, $13.50", CoordinateReason.UNREADABLE),
    ("B52, C17", CoordinateReason.UNREADABLE),
    ("3km 5km", CoordinateReason.UNREADABLE),
    ("48° 51 2° 21", CoordinateReason.UNREADABLE),
    (".5, .5", CoordinateReason.UNREADABLE),
    ("1/2", CoordinateReason.UNREADABLE),
    ("25secN 121secE", CoordinateReason.UNREADABLE),
    ("geo:25,121,1,1", CoordinateReason.NO_COORDINATES),
    ("48.85, 2.35 " + "x" * 200, CoordinateReason.TOO_LONG),
    ("https://maps.google.com/?q=25.033,121.5654&x=" + "y" * 2000, CoordinateReason.TOO_LONG),
]

C08 = [
    ("25°02′00″N 121°33′54″E", (25.033333, 121.565)),
    ("25° 2' 0\" N, 121° 33' 54\" E", (25.033333, 121.565)),
    ("52 4' 0.77'' N 0 37' 58.62'' W", (52.066881, -0.63295)),
    ("52 4 0.77 N 0 37 58.62 W", (52.066881, -0.63295)),
    ("N25 02.000 E121 33.900", (25.033333, 121.565)),
    ("S33.8688 E151.2093", (-33.8688, 151.2093)),
    ("25.033N, 121.5654E", TAIPEI),
    ("−33.8688, 151.2093", (-33.8688, 151.2093)),
    ("-42° 17′ 40″ N, 89° 38′ 16″ W", None),
    ("(25.033, 121.5654)", TAIPEI),
    ("lat: 25.033, lon: 121.5654", TAIPEI),
    ("121.5654E, 25.033N", TAIPEI),
    ("Around 25.03° N, 121.57° E (Taipei)", (25.03, 121.57)),
]
C10 = [
    ("15°01'50\"N 90°20'14\"O", None, CoordinateReason.AMBIGUOUS_HEMISPHERE),
    ("52°31'12\"N 13°24'17\"O", None, CoordinateReason.AMBIGUOUS_HEMISPHERE),
    ("23°33'01\"S 46°37'59\"W", (-23.550278, -46.633056), CoordinateReason.OK),
]


def assert_reads(text: str, expected: tuple[float, float], tolerance_deg: float = 1e-9) -> None:
    parsed = parse_coordinates(text)
    assert parsed.reason is CoordinateReason.OK
    assert parsed.place is not None
    got = (parsed.place.latitude_deg, parsed.place.longitude_deg)
    assert got == pytest.approx(expected, abs=tolerance_deg)
    assert parsed.sentence == ""


@pytest.mark.parametrize(("text", "expected"), READ)
def test_a_certain_text_is_read(text: str, expected: tuple[float, float]) -> None:
    assert_reads(text, expected)


@pytest.mark.parametrize(("text", "reason"), NOT_READ)
def test_an_uncertain_text_is_no_place_and_says_why(text: str, reason: CoordinateReason) -> None:
    parsed = parse_coordinates(text)
    assert (parsed.place, parsed.reason) == (None, reason)
    assert parsed.sentence.endswith(".")


@pytest.mark.parametrize(("text", "expected"), C08)
def test_c08_degrees_minutes_seconds_and_signs(text: str, expected: tuple[float, float] | None) -> None:
    if expected is None:
        assert parse_coordinates(text).place is None
    else:
        assert_reads(text, expected, tolerance_deg=1e-4)


@pytest.mark.parametrize(("text", "expected", "reason"), C10)
def test_c10_letter_o(text: str, expected: tuple[float, float] | None, reason: CoordinateReason) -> None:
    assert parse_coordinates(text).reason is reason
    if expected is not None:
        assert_reads(text, expected, tolerance_deg=1e-4)


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Coordinate(48.8566, 2.3522), "48.8566° N, 2.3522° E"),
        (Coordinate(-33.8688, -70.5), "33.8688° S, 70.5000° W"),
        (Coordinate(-0.00001, -0.00001), "0.0000° N, 0.0000° E"),
        (Coordinate(-90, 180), "90.0000° S, 180.0000° E"),
    ],
)
def test_a_place_is_written_with_the_compass(place: Coordinate, text: str) -> None:
    assert format_coordinate(place) == text


@pytest.mark.parametrize(
    "text",
    [
        "1" * 200,
        "1," * 100,
        "1, " * 66,
        "-" * 200,
        "+-" * 99 + "1",
        "- " * 99 + "1",
        "(" * 200,
        "°'\"" * 66,
        "1°" * 100,
        "N1" * 100,
        "lat" * 66,
        "lat " * 50,
        "a'" * 100,
        "\u0301" * 200,
        '"1" ' * 50,
        "geo:" + "1," * 900,
        "https://x/?q=" + "1" * 1900,
        "https://x/?q=" + "%" * 1900,
        "x" * 3_000_000,
        "https://" + "1,1" * 1_000_000,
    ],
    ids=lambda text: f"{text[:8]}... {len(text)}",
)
def test_hostile_text_costs_no_time(text: str) -> None:
    start = time.process_time()
    assert parse_coordinates(text).place is None
    # Ordinary text takes a tenth of a millisecond; anything that grows worse than linearly takes minutes here.
    assert time.process_time() - start < 0.5
