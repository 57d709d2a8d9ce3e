"""Free text becomes metres or nothing; a range, a bound or a time never becomes a number."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.scoring.distance_text import DistanceReason, read_distance
from soundmark.scoring.published_replies import published_distance_m, published_is_right, published_letter

# Y10 of the cases: replies and metres, to a centimetre.
Y10: list[tuple[str, float | None]] = [
    ("2.5", 2.5),
    ("about 2.5 m", 2.5),
    ("250 cm", 2.5),
    ("2,5 Meter", 2.5),
    ("2.5 meters (8.2 feet)", 2.5),
    ("8.2 feet", 2.499),
    ("between 2 and 3 meters", None),
    ("two and a half meters", 2.5),  # its note allows None too
    ("I cannot tell", None),
    ("-1", None),
    ("1.2.3", None),
    ("The distance is 3 m at 0:41", 3.0),
]


@pytest.mark.parametrize(("reply", "distance_m"), Y10)
def test_y10(reply: str, distance_m: float | None) -> None:
    assert read_distance(reply).distance_m == (None if distance_m is None else pytest.approx(distance_m, abs=0.01))


@pytest.mark.parametrize(
    ("reply", "distance_m"),
    [
        ("**2.5 m**", 2.5),
        ("2.5m.", 2.5),
        (".5 m", 0.5),
        ("0", 0.0),
        ("1e1 m", 10.0),
        ("2.378", 2.378),
        ("1,5", 1.5),
        ("~3", 3.0),
        ("distance=3.1", 3.1),
        ("It's 2.5", 2.5),
        ("2.5 in total", 2.5),
        ("100 in", 2.54),
        ("8 ft 2 in", 2.4892),
        ("8'2\"", 2.4892),
        ("2 m 50 cm", 2.5),
        ("2.5 ± 0.5 m", 2.5),
        ("2 m (approx. 7 ft)", 2.0),
        ("about 10 feet (3 m)", 3.0),
        ("2.5 meters or 8.2 feet", 2.5),
        ("3 metres, i.e. 300 cm", 3.0),
        ("30 degrees to the left, 2.5 m away", 2.5),
        ("I count 3 chairs and the distance is 2 m", 2.0),
        ("Person 2 is 3 m away", 3.0),
        ("3.0 meters at 00:41-00:43", 3.0),
        ("At 41 seconds, 2 m", 2.0),
        ("2.0 m.\n\nExplanation: the table is 1 m wide", 2.0),
        ("I see 3 chairs.\nThe table is 4 m long.\n2.5", 2.5),
        ("3 steps of 0.76 m make 2.28 m. Final answer: 2.3 m", 2.3),
        ('{"prediction": 2.5}', 2.5),
        ('```json\n{"prediction": "2.5 m"}\n```', 2.5),
        ("<think>it may be 3 m</think>2 m", 2.0),
        ("<answer>2.5</answer>", 2.5),
        ("\\boxed{2.5}", 2.5),
        ("2.5 m / 8.2 ft", 2.5),
        ("about two (2) meters", 2.0),
        ("１.５ｍ", 1.5),
        ("๒.๕ เมตร", 2.5),
        ("٢٫٥ متر", 2.5),
        ("約2.5公尺", 2.5),
        ("距離は2.5メートル", 2.5),
        ("2,5 м", 2.5),
        ("2.5\u200b m", 2.5),
        ("2½ m", 2.5),
        ("2 1/2 m", 2.5),
        ("¾ m", 0.75),
        ("2 and a half metres", 2.5),
        ("About two-and-a-half metres.", 2.5),
        ("a metre and a half", 1.5),
        ("half a metre", 0.5),
        ("three quarters of a metre", 0.75),
        ("three point seven five meters", 3.75),
        ("one hundred and fifty centimetres", 1.5),
        ("a hundred feet", 30.48),
        ("twenty-five feet", 7.62),
        ("The second speaker is five metres away.", 5.0),
        ("One of the speakers is two metres away.", 2.0),
        ("2-3 metres, so I'd say 2.5", 2.5),
        ("(1.2, 0.5) to (0, 0): distance = sqrt(1.44+0.25) = 1.3 m", 1.3),
    ],
)
def test_what_is_stated_is_read(reply: str, distance_m: float) -> None:
    reading = read_distance(reply)
    assert reading.reason is DistanceReason.OK
    assert reading.distance_m == pytest.approx(distance_m, abs=1e-6)


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("", "empty"),
        ("\u200b \n", "empty"),
        ("deux mètres", "no_distance"),
        ("0:41", "no_distance"),
        ("41 s", "no_distance"),
        ("45°", "no_distance"),
        ("3 m/s", "no_distance"),
        ("3 m²", "no_distance"),
        ("3 chairs", "no_distance"),
        ("Option 2", "no_distance"),
        ("June 3", "no_distance"),
        ("not 3 m", "no_distance"),
        ("The answer is not 3 m", "no_distance"),
        ("3 m / s", "no_distance"),
        ('{"prediction": null}', "no_distance"),
        ("2-3 m", "range"),
        ("2–3 m", "range"),
        ("2 to 3 m", "range"),
        ("2 m to 3 m", "range"),
        ("2 or 3 m", "range"),
        ("0.5 - 1 m", "range"),
        ("Distance ≈ 2.5 m (range 2-3 m)", "range"),
        ("at least 2 m", "bound"),
        ("less than about 2 m", "bound"),
        ("up to 3 m", "bound"),
        ("> 3 m", "bound"),
        ("2 m or more", "bound"),
        ("−2.5 m", "negative"),
        ("distance: -1", "negative"),
        ("3/2 m", "fraction"),
        ("a couple of metres", "no_distance"),
        ("The answer is one.", "no_distance"),
        ("two fifty metres", "no_distance"),
        ("two or three metres", "range"),
        ("between one and two metres", "range"),
        ("one metre or two", "range"),
        ("a metre or a metre and a half", "range"),
        ("less than two metres", "bound"),
        ("height = 2 m, width = 3 m", "several"),
        ("2,500 m", "ambiguous_comma"),
        ("1,200.5 m", "malformed"),
        ("1.5..2 m", "malformed"),
        ("1 . 5 m", "malformed"),
        ("2 5 m", "malformed"),
        ("3m50", "malformed"),
        ("2 x 3 m", "malformed"),
        ("1e999", "not_finite"),
        ("2.5, maybe 3", "several"),
        ("2 m at first, then 5 m", "several"),
        ("2\n3", "several"),
        ("<think>it may be 3 m", "incomplete"),
        ("9 m " * 10_000, "too_long"),
    ],
)
def test_what_is_not_stated_is_not_read(reply: str, reason: str) -> None:
    reading = read_distance(reply)
    assert reading.distance_m is None
    assert reading.reason == reason


@settings(deadline=None, max_examples=300)
@given(st.text(max_size=200) | st.text(alphabet="0123456789.,-–:/ mcftin'\"()½²±<>~to", max_size=40))
def test_no_text_breaks_it(reply: str) -> None:
    reading = read_distance(reply)
    assert (reading.distance_m is None) == (reading.reason is not DistanceReason.OK)
    if reading.distance_m is not None:
        assert 0 <= reading.distance_m < float("inf")


@settings(deadline=None)
@given(
    st.integers(0, 99_999),
    st.sampled_from([("m", 1.0), ("cm", 0.01), ("feet", 0.3048), ("Meter", 1.0), ("米", 1.0), ("", 1.0)]),
    st.sampled_from(["{}", "about {}", "The distance is {}.", "({})", "**{}**", "It is {} at 0:41."]),
)
def test_a_number_in_a_sentence_is_read_back(thousandths: int, unit: tuple[str, float], sentence: str) -> None:
    value = thousandths / 1000
    reading = read_distance(sentence.format(f"{value:.3f} {unit[0]}".strip()))
    assert reading.distance_m == pytest.approx(value * unit[1], rel=1e-9)


@settings(deadline=None)
@given(st.floats(0, 100), st.floats(0.1, 100), st.sampled_from(["{}-{} m", "{} to {} m", "between {} and {} meters"]))
def test_a_range_is_never_read(low: float, width: float, sentence: str) -> None:
    if width < 0.03 * (low + width):
        return  # such a range is narrower than what counts as saying it twice
    assert read_distance(sentence.format(f"{low:.2f}", f"{low + width:.2f}")).distance_m is None


@pytest.mark.parametrize(
    "piece",
    [
        "9 ",
        "9.",
        "9m ",
        "9 m, ",
        "- ",
        "answer:",
        "<9",
        "0:41 ",
        "or ",
        ".",
        " ",
        "``` ",
        "±",
        "9'",
        "two ",
        "one hundred and ",
        "a metre and a half or ",
    ],
)
def test_long_replies_are_read_in_time(piece: str) -> None:
    begin = time.process_time()
    read_distance(piece * (19_000 // len(piece)))
    assert time.process_time() - begin < 5


@pytest.mark.parametrize(
    ("reply", "letter"),
    [("B", "b"), ("B: front-right", "b"), ("The answer is A", "t"), ("back-left", "b"), ("", ""), ("b.", "b")],
)
def test_published_letters_are_first_characters(reply: str, letter: str) -> None:
    assert published_letter(reply) == letter
    assert published_is_right(reply, letter.upper()) is True


def test_published_letters_are_unwrapped() -> None:
    assert published_letter('{"prediction": "C"}') == "c"
    assert published_letter("{answer: D}") == "d"
    assert published_letter("A <|endoftext|> B ") == "b"


@pytest.mark.parametrize(
    ("reply", "distance_m"),
    [
        ("2.5 m (8.2 ft)", 8.2),
        ("2.5", 2.5),
        ("about 250 cm", 250.0),
        ("-1", -1.0),
        ("I cannot tell", None),
        ('{"prediction": 2.5}', 2.5),
        ('{"prediction": "between 2 and 3"}', 3.0),
    ],
)
def test_published_distances_are_last_numbers(reply: str, distance_m: float | None) -> None:
    assert published_distance_m(reply) == distance_m
