"""The ten published cases, the borders of sectors, and what has no answer."""

from __future__ import annotations

import json
import math
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from soundmark.spatial.answers import (
    LETTERS,
    Undefined,
    allocentric,
    egocentric,
    margin_deg,
    sector_names,
    sector_of,
)
from soundmark.spatial.scene import SceneError

REAL = Path(__file__).parents[4] / "shared" / "real" / "savvy"
Pair = tuple[float, float]

# Items of SAVVY-Bench: reference, forward vector, target, azimuth in degrees, letter of four, distance in metres.
EGO: list[tuple[Pair, Pair, Pair, float, str, float]] = [
    ((1.889, -6.032), (0.375, -0.836), (-1.3, -6.9), 98.9331, "D", 3.3050),
    ((-0.667, -6.602), (-0.504, -0.859), (-1.3, -6.9), 34.3888, "B", 0.6996),
    ((2.452, -6.976), (0.375, -0.793), (1.816, -7.347), 85.0525, "B", 0.7363),
    ((1.75, -6.442), (0.924, 0.3), (1.688, -7.348), 111.9021, "D", 0.9081),
    ((2.274, -5.741), (-0.661, -0.745), (1.547, -6.231), 14.4389, "B", 0.8767),
]
EXO: list[tuple[Pair, Pair, Pair, float, str, float]] = [
    ((2.7, 3.1), (0.5, -1.3), (5.27, 0.214), -20.6477, "A", 3.8644),
    ((6.8, -1.5), (-3.8, 2.4), (5.474, 1.246), 31.9492, "B", 3.0494),
    ((8.6, 0.8), (-5.6, 0.1), (3.288, 2.447), 16.2032, "B", 5.561),
    ((4.4, -1.1), (2.4, -0.4), (3.287, 2.533), -116.4952, "C", 3.7997),
    ((5.8, 1.4), (2.8, -0.6), (5.422, 0.588), 102.8680, "D", 0.8957),
]


@pytest.mark.parametrize(("reference", "forward", "target", "azimuth_deg", "letter", "distance_m"), EGO)
def test_published_egocentric_items(
    reference: Pair, forward: Pair, target: Pair, azimuth_deg: float, letter: str, distance_m: float
) -> None:
    answer = egocentric(reference, forward, target)
    assert answer.azimuth_deg == pytest.approx(azimuth_deg, abs=0.01)
    assert LETTERS[answer.sector(4) or 0] == letter
    assert answer.distance_m == pytest.approx(distance_m, abs=1e-3)


@pytest.mark.parametrize(("reference", "forward", "target", "azimuth_deg", "letter", "distance_m"), EXO)
def test_published_allocentric_items(
    reference: Pair, forward: Pair, target: Pair, azimuth_deg: float, letter: str, distance_m: float
) -> None:
    facing = (reference[0] + forward[0], reference[1] + forward[1])
    answer = allocentric(reference, facing, target)
    assert answer.azimuth_deg == pytest.approx(azimuth_deg, abs=0.01)
    assert LETTERS[answer.sector(4) or 0] == letter
    assert answer.distance_m == pytest.approx(distance_m, abs=1e-3)


def test_savvys_own_answer_to_one_of_them() -> None:
    answer = egocentric((2.274, -5.733), (-0.662, -0.729), (1.54, -6.87))
    assert LETTERS[answer.sector(4) or 0] == "A"


@pytest.mark.skipif(not REAL.is_dir(), reason="the published excerpts are not on this machine")
def test_every_published_item_comes_out_of_its_context() -> None:
    items = json.loads((REAL / "gtavmap.excerpt.json").read_text())
    assert len(items) == 4
    for item in items:
        context = item["gt_context_json"]
        reference, target = context["reference_object"]["loc"], context["sounding_object"]["loc"]
        forward = context["reference_forward_vector"].get("vec")
        facing = None if forward is None else np.add(reference, forward)
        answer = allocentric(reference, facing, target)
        assert answer.distance_m == pytest.approx(context["gt_2d_distance"], abs=1e-12)
        if forward is not None:
            assert answer.azimuth_deg == pytest.approx(context["angle"], abs=1e-12)
            assert LETTERS[sector_of(context["angle"], len(item["options"]))] == context["prediction"]
        else:
            assert answer.no_azimuth is Undefined.NO_FACING


@pytest.mark.parametrize(
    ("azimuth_deg", "of_three", "of_four"),
    [
        (0, "right", "front-right"),
        (-0.001, "left", "front-left"),
        (89.999, "right", "front-right"),
        (90, "right", "back-right"),
        (-90, "left", "back-left"),
        (119.999, "right", "back-right"),
        (120, "back", "back-right"),
        (-120, "back", "back-left"),
        (-119.999, "left", "back-left"),
        (180, "back", "back-right"),
        (-179.999, "back", "back-left"),
    ],
)
def test_borders_of_sectors(azimuth_deg: float, of_three: str, of_four: str) -> None:
    assert sector_names(3)[sector_of(azimuth_deg, 3)] == of_three
    assert sector_names(4)[sector_of(azimuth_deg, 4)] == of_four


@settings(deadline=None)
@given(st.floats(-180, 180, exclude_min=True), st.sampled_from([3, 4]))
def test_a_mirror_swaps_sides_except_on_a_border(azimuth_deg: float, n_sectors: int) -> None:
    swapped = {"left": "right", "right": "left", "front": "front", "back": "back"}
    if margin_deg(azimuth_deg, n_sectors) == 0:
        return
    name = sector_names(n_sectors)[sector_of(azimuth_deg, n_sectors)]
    mirrored = sector_names(n_sectors)[sector_of(-azimuth_deg, n_sectors)]
    assert mirrored == "-".join(swapped[word] for word in name.split("-"))


@pytest.mark.parametrize(
    ("azimuth_deg", "n_sectors", "margin"),
    [(0, 4, 0), (100, 4, 10), (-175, 4, 5), (-175, 3, 55), (115, 3, 5), (60, 3, 60), (45, 4, 45)],
)
def test_how_far_a_border_is(azimuth_deg: float, n_sectors: int, margin: float) -> None:
    assert margin_deg(azimuth_deg, n_sectors) == pytest.approx(margin)


def test_a_reference_that_is_the_facing_object_gives_a_distance_but_no_direction() -> None:
    answer = allocentric((1, 1), (1, 1), (4, 5))
    assert answer.azimuth_deg is None
    assert answer.no_azimuth is Undefined.REFERENCE_IS_FACING
    assert answer.distance_m == pytest.approx(5.0)
    assert answer.sector(4) is None


def test_a_target_at_the_viewer_is_zero_metres_away_in_no_direction() -> None:
    answer = egocentric((1, 1), (0, 1), (1, 1))
    assert (answer.azimuth_deg, answer.distance_m) == (None, 0.0)
    assert answer.no_azimuth is Undefined.TARGET_IS_REFERENCE


@pytest.mark.parametrize(
    ("place", "forward", "target", "reason"),
    [
        ((math.nan, 0), (0, 1), (1, 1), Undefined.NO_TRAJECTORY),
        ((0, 0), (0, 1), (1, math.nan), Undefined.NO_TARGET),
        ((0, 0), (0, 0), (1, 1), Undefined.NO_HEADING),
        ((0, 0), (math.nan, 0), (1, 1), Undefined.NO_HEADING),
    ],
)
def test_what_is_not_known_is_said(place: Pair, forward: Pair, target: Pair, reason: Undefined) -> None:
    answer = egocentric(place, forward, target)
    assert answer.azimuth_deg is None
    assert answer.no_azimuth is reason


def test_unknown_places_of_objects_are_said() -> None:
    assert allocentric((math.nan, 0), (1, 1), (2, 2)).no_distance is Undefined.NO_REFERENCE
    assert allocentric((0, 0), None, (2, 2)).no_azimuth is Undefined.NO_FACING
    assert allocentric((0, 0), (1, 1), (math.nan, 2)).no_distance is Undefined.NO_TARGET


def test_other_numbers_of_choices_are_refused() -> None:
    with pytest.raises(SceneError, match="3 choices"):
        sector_of(10, 5)
    with pytest.raises(SceneError, match="no sector"):
        sector_of(math.nan, 4)
