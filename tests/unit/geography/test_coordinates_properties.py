"""Properties of reading coordinates, over random places in many spellings and over random text."""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.geography.coordinates import CoordinateReason, format_coordinate, parse_coordinates
from soundmark.types import Coordinate

FULL_WIDTH = str.maketrans("0123456789.,-", "０１２３４５６７８９．，－")
ARABIC_DIGITS = str.maketrans("0123456789", "٠١٢٣٤٥٦٧٨٩")
tenths_of_arcsec_lat = st.integers(-90 * 36_000, 90 * 36_000)
tenths_of_arcsec_lon = st.integers(-180 * 36_000 + 1, 180 * 36_000)
ten_thousandths_lat = st.integers(-900_000, 900_000)
ten_thousandths_lon = st.integers(-1_799_999, 1_800_000)


def decimal(ten_thousandths: int, point: str = ".") -> str:
    sign = "-" if ten_thousandths < 0 else ""
    whole, fraction = divmod(abs(ten_thousandths), 10_000)
    return f"{sign}{whole}{point}{fraction:04d}"


def assert_place(text: str, latitude_deg: float, longitude_deg: float, tolerance_deg: float = 1e-9) -> None:
    parsed = parse_coordinates(text)
    assert parsed.reason is CoordinateReason.OK, (text, parsed)
    assert parsed.place is not None
    assert parsed.place.latitude_deg == pytest.approx(latitude_deg, abs=tolerance_deg), text
    assert parsed.place.longitude_deg == pytest.approx(longitude_deg, abs=tolerance_deg), text


@settings(deadline=None)
@given(
    ten_thousandths_lat,
    ten_thousandths_lon,
    st.sampled_from([", ", ",", " ", "; ", ";", " ; ", "\t", "\n", " / ", " | "]),
    st.sampled_from(["{}", "({})", "[{}]", " {} ", '"{}"', "coordinates: {}", "📍{}", "`{}`"]),
    st.sampled_from("-−–"),
)
def test_decimal_degrees_come_back(lat: int, lon: int, separator: str, frame: str, minus: str) -> None:
    text = frame.format(f"{decimal(lat)}{separator}{decimal(lon)}").replace("-", minus)
    assert_place(text, lat / 10_000, lon / 10_000)


@settings(deadline=None)
@given(ten_thousandths_lat, ten_thousandths_lon, st.sampled_from([" ", "; ", ", ", ",", " / ", "\n"]))
def test_decimal_commas_come_back(lat: int, lon: int, separator: str) -> None:
    text = f"{decimal(lat, ',')}{separator}{decimal(lon, ',')}"
    assert_place(text, lat / 10_000, lon / 10_000)


@settings(deadline=None)
@given(ten_thousandths_lat, ten_thousandths_lon, st.sampled_from([FULL_WIDTH, ARABIC_DIGITS]))
def test_other_digits_come_back(lat: int, lon: int, digits: dict[int, int]) -> None:
    assert_place(f"{decimal(lat)}, {decimal(lon)}".translate(digits), lat / 10_000, lon / 10_000)


@settings(deadline=None)
@given(
    ten_thousandths_lat,
    ten_thousandths_lon,
    st.sampled_from(["lat: {0}, lon: {1}", "lon {1} lat {0}", "Latitude={0} Longitude={1}", "lng,lat: {1}, {0}"]),
    st.sampled_from(".,"),
)
def test_labels_come_back(lat: int, lon: int, form: str, point: str) -> None:
    assert_place(form.format(decimal(lat, point), decimal(lon, point)), lat / 10_000, lon / 10_000)


def letter(value: int, letters: str) -> str:
    return letters[value < 0]


WITH_LETTERS: list[Callable[[str, str, str, str], str]] = [
    lambda lat, ns, lon, ew: f"{lat}° {ns}, {lon}° {ew}",
    lambda lat, ns, lon, ew: f"{lat}{ns} {lon}{ew}",
    lambda lat, ns, lon, ew: f"{ns}{lat} {ew}{lon}",
    lambda lat, ns, lon, ew: f"{ns.lower()} {lat}; {ew.lower()} {lon}",
    lambda lat, ns, lon, ew: f"{lon}{ew}, {lat}{ns}",
    lambda lat, ns, lon, ew: f"about {lat}°{ns} and {lon}°{ew} (my guess)",
    lambda lat, ns, lon, ew: f"Latitude {lat} {ns}, Longitude {lon} {ew}",
]


@settings(deadline=None)
@given(ten_thousandths_lat, ten_thousandths_lon, st.sampled_from(WITH_LETTERS), st.sampled_from(".,"))
def test_hemispheres_come_back(lat: int, lon: int, form: Callable[[str, str, str, str], str], point: str) -> None:
    text = form(decimal(abs(lat), point), letter(lat, "NS"), decimal(abs(lon), point), letter(lon, "EW"))
    assert_place(text, lat / 10_000, lon / 10_000)


def dms(tenths: int, form: str, point: str) -> str:
    degrees, rest = divmod(abs(tenths), 36_000)
    minutes, seconds = divmod(rest, 600)
    return form.format(degrees, minutes, f"{seconds // 10}{point}{seconds % 10}")


@settings(deadline=None)
@given(
    tenths_of_arcsec_lat,
    tenths_of_arcsec_lon,
    st.sampled_from(
        ["{}°{}'{}\"", "{}° {}′ {}″", "{}º{}’{}”", "{} {} {}", "{}:{}:{}", "{}deg {}min {}sec ", "{}° {} {}"]
    ),
    st.sampled_from(["{0}{1} {2}{3}", "{0} {1}, {2} {3}", "{1}{0} {3}{2}", "{1} {0}; {3} {2}", "{2}{3} {0}{1}"]),
    st.sampled_from(".,"),
)
def test_degrees_minutes_seconds_come_back(lat: int, lon: int, angle: str, order: str, point: str) -> None:
    text = order.format(dms(lat, angle, point), letter(lat, "NS"), dms(lon, angle, point), letter(lon, "EW"))
    assert_place(text, lat / 36_000, lon / 36_000)


@settings(deadline=None)
@given(tenths_of_arcsec_lat, tenths_of_arcsec_lon, st.sampled_from([" ", ", ", "; "]))
def test_signed_degrees_minutes_seconds_come_back(lat: int, lon: int, separator: str) -> None:
    form = "{}°{}'{}\""
    text = f"{'-' if lat < 0 else ''}{dms(lat, form, '.')}{separator}{'-' if lon < 0 else ''}{dms(lon, form, '.')}"
    assert_place(text, lat / 36_000, lon / 36_000)


@settings(deadline=None)
@given(ten_thousandths_lat, st.integers(-3_600_000, 3_600_000))
def test_longitudes_up_to_one_turn_are_the_same_meridian(lat: int, lon: int) -> None:
    parsed = parse_coordinates(f"{decimal(lat)}, {decimal(lon)}")
    assert parsed.place is not None
    assert -180 < parsed.place.longitude_deg <= 180
    turns = (parsed.place.longitude_deg - lon / 10_000) / 360
    assert turns == pytest.approx(round(turns), abs=1e-9)


@settings(deadline=None)
@given(st.floats(-90, 90), st.floats(-180, 180))
def test_what_is_written_is_read_back_to_eleven_metres(lat: float, lon: float) -> None:
    place = Coordinate.wrapped(lat, lon)
    back = parse_coordinates(format_coordinate(place)).place
    assert back is not None
    assert back.latitude_deg == pytest.approx(place.latitude_deg, abs=5.1e-5)
    difference_deg = (back.longitude_deg - place.longitude_deg + 180) % 360 - 180
    assert difference_deg == pytest.approx(0, abs=5.1e-5)


@settings(deadline=None)
@given(st.integers(900_001, 1_800_000), ten_thousandths_lat, st.sampled_from([1, -1]))
def test_an_impossible_latitude_is_never_swapped(large: int, small: int, sign: int) -> None:
    parsed = parse_coordinates(f"{decimal(sign * large)}, {decimal(small)}")
    assert (parsed.place, parsed.reason) == (None, CoordinateReason.INVALID_LATITUDE)


@settings(deadline=None)
@given(st.lists(ten_thousandths_lat.map(decimal), min_size=3, max_size=12), st.sampled_from([" ", ", ", "; "]))
def test_three_and_more_bare_numbers_are_no_place(numbers: list[str], separator: str) -> None:
    assert parse_coordinates(separator.join(numbers)).place is None


COORDINATE_LIKE = st.text(alphabet="0123456789.,;:°'\"NSEWOnsewo+-−()/ latlon\n°′″度", max_size=60)


@settings(deadline=None)
@given(st.one_of(st.text(max_size=250), COORDINATE_LIKE, st.text(alphabet="0123456789.,- ", max_size=30)))
def test_any_text_gives_a_place_or_a_sentence(text: str) -> None:
    parsed = parse_coordinates(text)
    assert (parsed.place is None) == (parsed.reason is not CoordinateReason.OK)
    assert (parsed.place is None) == bool(parsed.sentence)


@settings(deadline=None)
@given(st.integers(0, 999), st.integers(0, 999))
def test_two_whole_numbers_with_a_comma_between_are_never_read(left: int, right: int) -> None:
    assert parse_coordinates(f"{left},{right}").place is None
