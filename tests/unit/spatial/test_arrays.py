"""Arrays come in as people write them, and what cannot be one is told with a sentence."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.array_file import array_of, named_array, read_array
from soundmark.spatial.arrays import ARIA_CAD, ARIA_PAPER, MicrophoneArray, channel_microphones
from soundmark.spatial.errors import ArrayError

TRIANGLE = [[0.0, 0.0, 0.1], [0.1, 0.0, 0.0], [-0.1, 0.0, 0.0]]


def test_the_built_in_arrays_are_those_of_the_glasses() -> None:
    # SAVVY, section E.2: microphone 4 is far to the right at the front, 5 at the left temple arm.
    assert named_array("aria_paper").positions_m[4].tolist() == [0.07, 0.0, 0.0]
    assert named_array("aria_paper").positions_m[5].tolist() == [-0.07, 0.0, -0.10]
    apart_mm = 1000 * np.linalg.norm(ARIA_CAD.positions_m - ARIA_PAPER.positions_m, axis=1)
    assert apart_mm[4] == pytest.approx(math.hypot(17.6, 13.2, 12.2), abs=0.1)


def test_a_file_in_another_frame_and_unit_gives_the_same_array(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    # Forward 10 cm is x = 10 in a frame with x forward, and right 10 cm is y = -10 with y left.
    rows = [[10, 0, 0], [0, -10, 0], [0, 10, 0]]
    path.write_text(
        json.dumps({"unit": "cm", "frame": "x forward, y left, z up", "microphones": rows, "names": list("abc")})
    )
    array = read_array(path)
    assert array.name == "table"
    assert array.mic_names == ("a", "b", "c")
    np.testing.assert_allclose(array.positions_m, TRIANGLE, atol=1e-12)


@pytest.mark.parametrize(
    ("content", "word"),
    [
        ({"microphones": [[0, 0, 0.1], [0, 0]]}, "microphone 1 needs three numbers"),
        ({"microphones": [[0, 0, 0.1], [0, "x", 0]]}, "microphone 1 needs three numbers"),
        ({"microphones": [[0, 0, 0.1], [0, math.nan, 0]]}, "microphone 1 needs three numbers"),
        ({"microphones": [[0, 0, 0.1], [0, True, 0]]}, "microphone 1 needs three numbers"),
        ({"microphones": [[0, 0, 0.1], [1e308, 0, 0]]}, "microphone 1 needs three numbers"),
        ({"microphones": "abc"}, "list of"),
        ({"microphones": []}, "positions of shape|0 microphones"),
        ({"microphones": [[0, 0, 0.1]]}, "1 microphone;"),
        ({"microphones": [[0, 0, 0.1], [0, 0, 0.1]]}, "at the same place"),
        ({"microphones": [[70, 0, 0], [-70, 0, 0]]}, "centimetres or millimetres"),
        ({"microphones": [[0.0001, 0, 0], [-0.0001, 0, 0]]}, "too close"),
        ({"microphones": TRIANGLE, "names": ["a", "a", "b"]}, "same name"),
        ({"microphones": TRIANGLE, "names": ["a", "b"]}, "2 names for 3"),
        ({"microphones": TRIANGLE, "names": [1, 2, 3]}, "names"),
        ({"microphones": TRIANGLE, "unit": "inch"}, "unit"),
        ({"microphones": TRIANGLE, "frame": "x right, y up, z up"}, "frame"),
        ({"microphones": TRIANGLE, "frame": 7}, "frame"),
        ({"microphones": TRIANGLE, "mics": TRIANGLE}, "once"),
        ({"positions": TRIANGLE}, "once"),
        ({"microphones": TRIANGLE, "frames": "x forward, y left, z up"}, "If frame is meant"),
        ({"microphones": TRIANGLE, "Units": "cm"}, "If unit is meant"),
        ({"microphones": TRIANGLE, "name": "a\nb"}, "name"),
        (7, "object"),
    ],
)  # fmt: skip
def test_what_is_no_array_is_told(content: object, word: str) -> None:
    with pytest.raises(ArrayError, match=word):
        array_of(content, "'x.json'", "x")


def test_files_that_hold_no_array_are_told(tmp_path: Path) -> None:
    with pytest.raises(ArrayError, match="aria_paper, aria_cad"):
        named_array("aria")
    broken = tmp_path / "broken.json"
    broken.write_bytes(b"\xff{")
    with pytest.raises(ArrayError, match="not JSON"):
        read_array(broken)
    broken.write_text("[" * 200_000)
    with pytest.raises(ArrayError, match="not JSON"):
        read_array(broken)
    broken.write_text("[" + " " * 1_100_000 + "]")
    with pytest.raises(ArrayError, match="kB"):
        read_array(broken)
    with pytest.raises(ArrayError):
        read_array(tmp_path / "a\0b")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(["microphones", "unit", "frame"]), inner)
    ),
    max_leaves=15,
)


@settings(max_examples=60, deadline=None)
@given(json_values, json_values, json_values)
def test_no_json_breaks_the_reader(mics: object, unit: object, frame: object) -> None:
    for content in (
        mics,
        {"microphones": mics},
        {"microphones": TRIANGLE, "unit": unit, "frame": frame, "names": mics},
    ):
        try:
            array = array_of(content, "'x.json'", "x")
        except ArrayError as error:
            assert "\n" not in str(error)
        else:
            assert np.isfinite(array.positions_m).all()


def test_a_subset_keeps_names_and_order() -> None:
    four = ARIA_PAPER.subset(["6", "3"])
    assert four.mic_names == ("6", "3")
    assert four.positions_m.tolist() == [[0.07, 0.0, -0.1], [-0.07, 0.0, 0.0]]
    with pytest.raises(ArrayError, match="no microphone '7'"):
        ARIA_PAPER.subset(["3", "7"])
    with pytest.raises(ArrayError, match="twice"):
        ARIA_PAPER.subset(["3", "3"])
    for few, named in ((["3"], "named: 3"), ([], "named: none")):
        with pytest.raises(ArrayError, match=f"at least 2 microphones; {named}"):
            ARIA_PAPER.subset(few)


def test_microphones_can_be_named_by_number_where_no_name_is_that_number() -> None:
    array = MicrophoneArray.of("t", TRIANGLE, ["left", "2", "right"])
    assert array.indices(["left", "2", "0"][:2]) == (0, 1)
    assert array.indices(["right", 0]) == (2, 0)


def test_channels_are_microphones_by_rule_or_by_map() -> None:
    assert channel_microphones(ARIA_PAPER, 7, None) == (0, 1, 2, 3, 4, 5, 6)
    assert channel_microphones(ARIA_PAPER, 2, None) == (5, 6), "SAVVY's prepared files hold the temple arms"
    assert channel_microphones(ARIA_PAPER, 4, ["6", "5", "4", "3"]) == (6, 5, 4, 3)
    with pytest.raises(ArrayError, match="has 1 channel and"):
        channel_microphones(ARIA_PAPER, 1, None)
    with pytest.raises(ArrayError, match="names 2 microphones and the recording has 7"):
        channel_microphones(ARIA_PAPER, 7, ["3", "4"])
    with pytest.raises(ArrayError, match="2 channels"):
        channel_microphones(MicrophoneArray.of("t", TRIANGLE), 2, None)
